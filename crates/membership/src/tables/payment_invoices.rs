//! What was charged: the receipts a person may look at.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, owner},
    table::{Check, exposed, int, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("payment_invoices", "Charges and their receipts.")
        .columns([
            // The provider's.
            text("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("subscription_id"),
            // As the subscription had it when this was charged; empty for a price that is none of the plans.
            text("plan"),
            text("number"),
            // The provider's word: draft, open, paid, void or uncollectible.
            text("status").required(),
            // In centavos.
            int("amount").required(),
            text("currency").required(),
            timestamp("period_start"),
            timestamp("period_end"),
            timestamp("paid_at"),
            // When the charge was first seen to have failed; stays where it is paid later.
            timestamp("failed_at"),
            // When all of it was given back: the provider goes on calling it paid.
            timestamp("refunded_at"),
            // The provider's page of this invoice, and the document.
            text("hosted_url").check(Check::WebUrl),
            text("pdf_url").check(Check::WebUrl),
            timestamp("created_at").required(),
            updated_at(),
        ])
        .personal()
        .index(["user_id", "created_at desc"])
        .index(["paid_at"])
        .index(["failed_at"])
        .read(owner("user_id").or(admin()))
}
