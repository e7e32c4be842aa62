//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, Table,
    table::{internal, json, text, timestamp, uuid},
};

use crate::kind::{Kind, Queue, State};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![mail_messages(), mail_suppressions()]
}

/// The outbox: every e-mail and short message, queued in the transaction that made it necessary and sent after.
fn mail_messages() -> Table {
    internal("mail_messages", "Messages to be sent, and those that were.")
        .columns([
            // Also the local part of the Message-ID, so that a second delivery is recognised as the same message.
            uuid("id").new_id(),
            text("kind").required().words::<Kind>(),
            text("recipient").required(),
            text("subject").required(),
            // Messages hold codes and links, which are no part of an export.
            // Emptied once it was sent, with `html` and `headers`.
            text("text").required().secret(),
            // Empty for a short message.
            text("html").required().secret(),
            // Further header fields by name: {"Reply-To": "…"}.
            json("headers").or("{}").secret(),
            // One message per key, however often it is queued.
            text("dedupe_key").secret(),
            // The address of the person the message tells somebody else about.
            text("about"),
            // `transactional` goes ahead of `newsletter`.
            text("queue").words::<Queue>().or(Queue::Transactional),
            text("state").words::<State>().or(State::Queued),
            // Of no use to the reader after this instant.
            timestamp("expires_at"),
            timestamp("created_at").now(),
            timestamp("sent_at"),
            text("last_error"),
        ])
        .unique(["dedupe_key"])
        .index(["state", "sent_at"])
        .index(["created_at"])
        .personal_data("recipient", By::Email, Erasure::Remove)
        .personal_data("recipient", By::Phone, Erasure::Remove)
        .personal_data("about", By::Email, Erasure::Remove)
}

/// Addresses that refused an email for good: the newsletter leaves them alone, even after their subscription is gone.
fn mail_suppressions() -> Table {
    internal("mail_suppressions", "Addresses that refuse emails.")
        .columns([
            text("recipient").required(),
            // What the address's server answered.
            text("reason").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["recipient"])
        .personal_data("recipient", By::Email, Erasure::Remove)
}
