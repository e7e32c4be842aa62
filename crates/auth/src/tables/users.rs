//! Accounts. Texts that are secret are stored as digests.

use ateneu_schema::{
    By, Erasure, Table,
    table::{boolean, internal, json, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("users", "Accounts.")
        .columns([
            uuid("id").new_id(),
            text("email"),
            // The address a company says of one of its people. Such an account has no address of its own, so that
            // nothing finds or opens it by one (decision 0030).
            text("sso_email"),
            text("phone"),
            text("password_hash").secret(),
            timestamp("email_confirmed_at"),
            timestamp("phone_confirmed_at"),
            timestamp("invited_at"),
            timestamp("confirmation_sent_at"),
            timestamp("recovery_sent_at"),
            timestamp("last_sign_in_at"),
            json("app_metadata").or("{}"),
            json("user_metadata").or("{}"),
            text("role").or("authenticated"),
            boolean("is_anonymous").or(false),
            timestamp("banned_until"),
            timestamp("deleted_at"),
            timestamp("created_at").now(),
            updated_at(),
            // The address a person wants instead of the present one, until both have said yes.
            text("new_email"),
            timestamp("email_change_sent_at"),
            // The side that has said yes so far.
            text("email_change_proved").one_of(&["current", "new"]),
            timestamp("reauthentication_sent_at"),
            // The number a person wants instead of the present one, until both have said yes.
            text("new_phone"),
            timestamp("phone_change_sent_at"),
            // The side that has said yes so far.
            text("phone_change_proved").one_of(&["current", "new"]),
            // Name, address and telephone number, folded: what an administrator's search looks through.
            text("search_text"),
        ])
        .unique(["email"])
        .unique(["phone"])
        .index(["new_phone"])
        .index(["created_at desc", "id desc"])
        .personal_data("id", By::Id, Erasure::Remove)
}
