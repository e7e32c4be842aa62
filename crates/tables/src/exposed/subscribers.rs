//! Paid memberships, written only by the payment webhooks.

use ateneu_base::{
    By, Erasure, OnDelete, Table,
    rule::{admin, own_email, owner},
    table::{Check, boolean, exposed, text, timestamp, uuid},
};

use crate::clean;

/// The declaration.
pub fn table() -> Table {
    exposed("subscribers", "Paid memberships.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            text("email").required().check(Check::Email).cleaned(clean::email),
            boolean("subscribed").or(false),
            text("plan").one_of(&["update", "scale", "professional"]),
            text("status").required().one_of(&[
                "incomplete",
                "incomplete_expired",
                "trialing",
                "active",
                "past_due",
                "canceled",
                "unpaid",
                "paused",
            ]),
            timestamp("current_period_end"),
            boolean("cancel_at_period_end").or(false),
            text("customer_id"),
            text("subscription_id"),
            timestamp("created_at").now(),
            timestamp("updated_at").touched(),
        ])
        .unique(["user_id"])
        .unique(["email"])
        .unique(["subscription_id"])
        .personal()
        .belongs("email", By::Email, Erasure::Remove)
        .read(owner("user_id").or(own_email("email")).or(admin()))
}
