//! Paid memberships, one row for each person: the subscription that counts, as the payment provider last told it. Written
//! only by the payments room.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    rule::{admin, own_email, owner},
    table::{Check, boolean, exposed, text, timestamp, updated_at, uuid},
};

use ateneu_schema::sanitize;

use crate::access;

/// The declaration.
pub fn table() -> Table {
    exposed("subscribers", "Paid memberships.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            text("email").required().check(Check::Email).sanitized(sanitize::email),
            boolean("subscribed").or(false),
            text("plan").one_of(&["update", "scale", "professional"]),
            text("status").required().one_of(access::STATES),
            timestamp("current_period_end"),
            boolean("cancel_at_period_end").or(false),
            text("customer_id"),
            text("subscription_id"),
            // When the oldest payment that is still owed failed.
            timestamp("past_due_since"),
            // What closes access whatever the state.
            text("closed_because").one_of(access::CLOSINGS),
            // The end of what an administrator gave (`payment_courtesies`).
            timestamp("courtesy_until"),
            // Worked out from the above at every write: the one answer to "who has access".
            timestamp("access_until").derived(access::until_of_row),
            text("access_reason").derived(access::reason_of_row),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["user_id"])
        .unique(["email"])
        .unique(["subscription_id"])
        .index(["created_at desc", "id desc"])
        .index(["access_until"])
        .facts(
            Some("user_id"),
            "SELECT 'access' AS fact, status AS value, access_until AS until FROM subscribers WHERE user_id = $1",
        )
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(owner("user_id").or(own_email("email")).or(admin()))
}
