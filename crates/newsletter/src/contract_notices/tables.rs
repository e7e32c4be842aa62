//! The tables of notices. All are internal: the panel uses the server functions. A person's own row is in their export.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{int, internal, text, text_array, timestamp, uuid},
};

use super::words::{ContractAudience, ContractNoticeKind, ContractNoticeState, ContractRecipientState};

pub fn tables() -> Vec<Table> {
    vec![notices(), recipients()]
}

/// Notices. A row is never changed but for its state and counts.
fn notices() -> Table {
    internal("contract_notices", "Notices of changes of price, terms and privacy policy.")
        .columns([
            // Chosen by the caller, so that the same request, sent twice, is one notice.
            uuid("id").required(),
            text("kind").required().words::<ContractNoticeKind>(),
            text("audience").required().words::<ContractAudience>(),
            // Plans of the members. An empty list is every plan.
            text_array("plans").items(10, 60),
            // Day on which the change takes effect: `2027-01-15`.
            text("effective_on").required().length(10, 10),
            text("subject").required().length(1, 200),
            text("body").required().length(1, 5_000),
            text("state").words::<ContractNoticeState>().or(ContractNoticeState::Sending),
            int("recipients").required(),
            // Counted when the notice is done.
            int("sent").or(0_i64),
            int("failed").or(0_i64),
            // Place of the database at the owner's last decision. In a copy the notice stops.
            text("place").required(),
            timestamp("created_at").required(),
            timestamp("finished_at"),
        ])
        .index(["created_at desc", "id"])
}

/// Recipients of notices, written once. The row's state is the checkpoint, and the row is what the export tells a person about
/// the notice.
fn recipients() -> Table {
    internal("contract_notice_recipients", "Notices of contract changes that people got.")
        .columns([
            uuid("notice").required().references("contract_notices", "id", OnDelete::Cascade),
            // Position in the notice, from 1. Part of the key of its email.
            int("number").required(),
            uuid("user_id").references("users", "id", OnDelete::SetNull),
            // Empty after the person's erasure.
            text("email"),
            text("kind").required().words::<ContractNoticeKind>(),
            text("subject").required(),
            text("effective_on").required(),
            text("state").words::<ContractRecipientState>().or(ContractRecipientState::Waiting),
            // Reason of a failure.
            text("reason"),
            timestamp("settled_at"),
        ])
        .primary_key(["notice", "number"])
        .unique(["email", "notice"])
        .index(["notice", "state", "number"])
        .index(["user_id"])
        .personal_data("email", By::Email, Erasure::Clear(&["email", "reason"]))
}
