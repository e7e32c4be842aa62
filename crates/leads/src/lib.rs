//! Leads: contact messages and entries of waiting lists.

mod contact_emails;
mod demo;
mod tables;
mod waitlist_emails;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_module::Module;

/// Messages of the contact form that nobody answered yet.
///
/// # Errors
/// The database's.
pub fn new_messages(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contacts WHERE status = 'new'", &[])
}

/// Messages written since then.
///
/// # Errors
/// The database's.
pub fn messages_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contacts WHERE created_at >= $1", &[since.into()])
}

/// Everything of the leads.
pub fn module() -> Module {
    Module::new("leads")
        .demo(|demo| Box::pin(demo::fill(demo)))
        .tables(tables::tables())
        .emails([contact_emails::emails(), waitlist_emails::emails()])
}
