//! `POST /webhooks/todos`: another program adds a todo. The webhook stores it as a task and responds. The worker writes
//! the row.

use ateneu_base::{Clock, Secret, ids};
use ateneu_db::{Db, Error};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header},
    routing::post,
};
use serde::Deserialize;

/// Queue of todos to be written.
pub const INBOX: Queue = Queue::new("todos-inbox").label("Tarefas recebidas");

/// Maximum size of a request in bytes.
const MAX_BYTES: usize = 16 * 1024;

/// The webhook and the worker of its queue. Clones share them.
#[derive(Clone)]
pub struct Inbox {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Token that callers must send. If empty, every call is refused.
    pub token: Secret,
}

/// A todo from another program, with a UUID as its id. A repeated id is the same todo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    id: String,
    task: String,
}

impl Inbox {
    /// Returns the route of the webhook.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/webhooks/todos", post(receive))
            .layer(DefaultBodyLimit::max(MAX_BYTES))
            .with_state(self.clone())
    }

    fn accepts(&self, headers: &HeaderMap) -> bool {
        let given =
            headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        // Digests are compared, so that timing reveals no character of the token.
        !self.token.is_empty() && given.map(ids::digest) == Some(ids::digest(self.token.reveal()))
    }
}

async fn receive(State(inbox): State<Inbox>, headers: HeaderMap, Json(sent): Json<Sent>) -> StatusCode {
    if !inbox.accepts(&headers) {
        return StatusCode::UNAUTHORIZED;
    }
    let Some(id) = ids::parse_uuid(&sent.id) else { return StatusCode::BAD_REQUEST };
    let now = inbox.clock.now();
    let task = Task::new(id, "todo", now).payload(sent.task);
    match inbox.db.write(move |tx| INBOX.push(tx, &task, now)).await {
        Ok(_) => StatusCode::ACCEPTED,
        Err(error) => {
            tracing::error!(%error, "failed to store a received todo");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

impl Handler for Inbox {
    fn queue(&self) -> Queue {
        INBOX
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        let (tasks, now) = (tasks.to_vec(), self.clock.now());
        let written = self.db.write(move |tx| {
            for task in &tasks {
                // The row has the task's id, so that a task handled twice is written once.
                let row = [task.id.as_str().into(), task.payload.as_str().into(), now.into()];
                let sql = "INSERT INTO todos (id, task, is_complete, created_at) VALUES ($1, $2, FALSE, $3)
                           ON CONFLICT (id) DO NOTHING";
                tx.write(sql, &row)?;
            }
            Ok::<_, Error>(())
        });
        written.await?;
        Ok(Some(Outcome::Done))
    }
}
