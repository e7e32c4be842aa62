//! Two small tables to prove things on.

use ateneu_base::Value;
use ateneu_db::{Db, Error, Tx};
use ateneu_schema::{
    OnDelete, Table,
    table::{Check, boolean, int, internal, json, real, text, timestamp, uuid},
};

pub fn tables() -> [Table; 2] {
    [
        internal("shelves", "Shelves.").columns([text("id").required()]),
        internal("books", "Books on shelves.")
            .columns([
                text("id").required(),
                text("title").required().length(1, 20),
                int("pages").check(Check::Range(1, 5_000)),
                real("weight"),
                boolean("lent").or(false),
                timestamp("bought_at"),
                uuid("owner"),
                json("notes"),
                text("shelf").references("shelves", "id", OnDelete::Restrict),
            ])
            .unique(["title", "shelf"])
            .unique_where(["owner"], "lent = true"),
    ]
}

/// The tables, reached over the data service.
pub fn exposed_tables() -> Vec<Table> {
    tables().into_iter().map(|table| Table { exposed: true, ..table }).collect()
}

pub fn add(tx: &mut Tx<'_>, id: &str) -> Result<u64, Error> {
    tx.execute(
        "INSERT INTO books (id, title, lent) VALUES ($1, $2, $3)",
        &[id.into(), format!("Livro {id}").into(), false.into()],
    )
}

pub async fn count(db: &Db) -> i64 {
    db.read(|tx| tx.query_optional("SELECT count(*) AS n FROM books", &[]))
        .await
        .unwrap()
        .and_then(|row| row.int("n"))
        .unwrap()
}

pub fn one(tx: &mut Tx<'_>, sql: &str, parameters: &[Value]) -> Result<Value, Error> {
    Ok(tx.query_optional(sql, parameters)?.map_or(Value::Null, |row| row.values()[0].clone()))
}
