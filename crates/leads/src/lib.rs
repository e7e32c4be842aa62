//! Leads: contact messages and entries of waiting lists.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `contact_emails`: emails about a message of the contact form
//! - `waitlist_emails`: emails about an entry of a waiting list
//! - `retention`: removes old messages, and the waiting list after its end
//! - `functions`: the server function
//! - `demo`: the messages and entries of the demo

mod contact_emails;
mod demo;
mod functions;
mod retention;
mod tables;
mod waitlist_emails;

use anyhow::Result;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_mail::RowEmails;
use ateneu_module::{Context, Module, Running, Subject};
use futures::future::BoxFuture;

pub use functions::{Messages, functions};
pub use retention::waitlist_job;

/// Returns the number of unanswered messages of the contact form.
pub fn new_messages(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contacts WHERE status = 'new'", &[])
}

/// Returns the number of messages written since then.
pub fn messages_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contacts WHERE created_at >= $1", &[since.into()])
}

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("company", "empresa"),
    ("subject", "assunto"),
    ("message", "mensagem"),
    ("size", "pessoas na empresa"),
    ("notification_email", "e-mail de aviso"),
    ("notified_at", "avisado em"),
];

/// The subject.
pub struct Leads;

impl Subject for Leads {
    fn declare(&self) -> Module {
        Module::new("leads")
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .functions(&functions())
            .retentions(&retention::RETENTIONS)
            .task_labels(retention::LABELS)
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        let messages = Messages { db: context.db.clone(), clock: context.clock.clone() };
        let emptying = waitlist_job(&context.db, &context.clock, &context.content);
        let running = Running::default().functions(functions(), &messages).emails(emails()).jobs([emptying]);
        Box::pin(async { Ok(running.demo(demo::fill)) })
    }
}

/// Returns the emails that follow from messages and entries.
pub fn emails() -> Vec<RowEmails> {
    vec![contact_emails::emails(), waitlist_emails::emails()]
}
