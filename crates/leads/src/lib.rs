//! Leads: contact messages and entries of waiting lists.

mod contact_emails;
mod tables;
mod waitlist_emails;

use ateneu_module::Module;

/// Everything of the leads.
pub fn module() -> Module {
    Module::new("leads")
        .tables(tables::tables())
        .emails([contact_emails::emails(), waitlist_emails::emails()])
}
