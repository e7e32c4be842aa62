//! `count-todos`: the figures of the caller's own todos.

use ateneu_db::{Db, Error};
use ateneu_functions::{Function, Nothing, Refusal, SignedIn};
use schemars::JsonSchema;
use serde::Serialize;

/// Numbers of the caller's todos.
#[derive(Serialize, JsonSchema)]
struct TodoCounts {
    open: i64,
    finished: i64,
}

/// Returns the server functions of the subject.
pub fn functions() -> Vec<Function<Db>> {
    vec![Function::new("count-todos", "contar as suas tarefas", count)]
}

async fn count(db: Db, by: SignedIn, _: Nothing) -> Result<TodoCounts, Refusal> {
    let counts = db.read(move |tx| {
        let mut count = |condition: &str| {
            let sql = format!("SELECT count(*) FROM todos WHERE user_id = $1 AND {condition}");
            tx.query_one_as(&sql, &[by.user_id.as_str().into()])
        };
        Ok::<_, Error>(TodoCounts { open: count("NOT is_complete")?, finished: count("is_complete")? })
    });
    Ok(counts.await?)
}
