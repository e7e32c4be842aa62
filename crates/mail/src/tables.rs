//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, Table,
    table::{int, internal, json, text, timestamp, updated_at, uuid},
};

use crate::{
    kind::{Kind, Queue, State},
    suppressions::{SuppressionKind, SuppressionSource},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![mail_messages(), mail_suppressions(), mail_bulk_hours(), mail_positions()]
}

/// The outbox: every e-mail and short message, queued in the transaction that requires it and sent after the commit.
fn mail_messages() -> Table {
    internal("mail_messages", "Messages to be sent, and those that were.")
        .columns([
            // Also the local part of the Message-ID, so that a second delivery is recognised as the same message.
            uuid("id").new_id(),
            text("kind").required().words::<Kind>(),
            text("recipient").required(),
            text("subject").required(),
            // Messages hold codes and links, which are no part of an export. Cleared after sending, with `html` and
            // `headers`.
            text("text").required().secret(),
            // Empty for a short message.
            text("html").required().secret(),
            // Further header fields by name: {"Reply-To": "…"}.
            json("headers").or("{}").secret(),
            // A second message with the key is dropped.
            text("dedupe_key").secret(),
            // Address of the person whom the message is about, if it is not the recipient.
            text("about"),
            // `transactional` goes ahead of `newsletter`.
            text("queue").words::<Queue>().or(Queue::Transactional),
            text("state").words::<State>().or(State::Queued),
            // The message is not sent after this instant.
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

/// Addresses that refused an email for good: they get no newsletter, even after a new subscription.
fn mail_suppressions() -> Table {
    internal("mail_suppressions", "Addresses that refuse emails.")
        .columns([
            text("recipient").required(),
            text("kind").words::<SuppressionKind>().or(SuppressionKind::Hard),
            text("source").words::<SuppressionSource>().or(SuppressionSource::Relay),
            // Response of the address's server.
            text("reason").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["recipient"])
        .personal_data("recipient", By::Email, Erasure::Remove)
}

/// Number of emails of campaigns by hour: the limits by hour and by day hold after a restart.
fn mail_bulk_hours() -> Table {
    internal("mail_bulk_hours", "Emails of campaigns by hour.")
        .columns([timestamp("hour").required(), int("sent").or(0_i64)])
        .primary_key(["hour"])
}

/// Last message that each reader of the mailbox took.
fn mail_positions() -> Table {
    internal("mail_positions", "Places of the readers of the mailbox.")
        .columns([
            text("reader").required(),
            // Another mailbox is read from its beginning.
            text("mailbox").required(),
            int("validity").required(),
            int("uid").required(),
            updated_at(),
        ])
        .primary_key(["reader"])
}
