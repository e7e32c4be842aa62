//! A subject from nothing: one of each part. The guide in `docs/guides/a-subject-from-nothing.md` walks through it.
//!
//! - `config`: the section of the configuration
//! - `functions`: the server function
//! - `inbox`: the webhook and the worker of its queue
//! - `jobs`: the scheduled job

mod config;
mod functions;
mod inbox;
mod jobs;

use anyhow::Result;
use ateneu_data::Procedure;
use ateneu_module::{Context, Module, Running, Subject};
use ateneu_realtime::PrivateTopics;
use ateneu_schema::{
    Bucket, OnDelete, Table,
    rule::{anyone, owner, signed_in},
    table::{boolean, exposed, text, timestamp, uuid},
};
use futures::future::BoxFuture;
use serde_json::{Map, Value};

use crate::{config::TodosSection, inbox::Inbox};

/// The subject.
pub struct Todos;

impl Subject for Todos {
    fn declare(&self) -> Module {
        Module::new("todos")
            .tables([todos()])
            .migrations([("todos_0001", include_str!("../migrations/0001_todos.sql"))])
            .procedures([trace_headers()])
            .functions(&functions::functions())
            .buckets([test_bucket()])
            .queues([inbox::INBOX])
            .task_labels(jobs::LABELS)
            .config::<TodosSection>()
            .public_topics(signed_in())
            .private_topics([PrivateTopics::open_to("channel-", signed_in())])
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let TodosSection { webhook_token, keep_days } = context.config()?;
            let (db, clock) = (&context.db, &context.clock);
            let inbox = Inbox { db: db.clone(), clock: clock.clone(), token: webhook_token };
            Ok(Running::default()
                .functions(functions::functions(), db)
                .jobs([jobs::remove_finished(db, clock, keep_days)])
                .endpoints(inbox.router())
                .worker(inbox))
        })
    }
}

/// The table of todos. Visitors read, add and remove; people do all with their own rows.
fn todos() -> Table {
    let visitor = || signed_in().negate();
    exposed("todos", "Things to do.")
        .columns([
            uuid("id").new_id(),
            text("task").length(0, 1_000),
            boolean("is_complete").or(false),
            timestamp("created_at").now(),
            uuid("user_id").caller().references("users", "id", OnDelete::Cascade),
        ])
        .index(["user_id", "created_at desc"])
        .live()
        .read(visitor().or(owner("user_id")))
        .insert(visitor().or(owner("user_id")))
        .update(owner("user_id"))
        .delete(visitor().or(owner("user_id")))
}

/// Declares `get_req_trace_headers()`, which returns the request's trace context (W3C Trace Context and Baggage).
fn trace_headers() -> Procedure {
    Procedure::reads::<Map<String, Value>>("get_req_trace_headers", [], anyone(), |_, call| {
        let header = |name: &str| {
            let value = call.headers.get(name).and_then(|value| value.to_str().ok());
            (name.to_owned(), value.into())
        };
        let headers = ["traceparent", "tracestate", "baggage"].map(header);
        Ok(Value::Object(Map::from_iter(headers)))
    })
}

/// Returns a private bucket that every role may use.
fn test_bucket() -> Bucket {
    Bucket {
        id: "test-bucket",
        public: false,
        file_size_limit: 10 * 1024 * 1024,
        allowed_mime_types: &[],
        quota: None,
        rows: None,
        facts: &[],
        read: anyone(),
        cached: anyone(),
        picture_folder: None,
        list: anyone(),
        insert: anyone(),
        update: anyone(),
        replace: anyone(),
        delete: anyone(),
    }
}
