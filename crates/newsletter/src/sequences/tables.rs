//! The tables of sequences. All are internal: the panel and the people's settings use the server functions.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{boolean, int, internal, text, timestamp, updated_at, uuid},
};

use super::words::{EmailPurpose, PurposeBasis, Reason, RunState, SequenceName, StepOutcome};

pub fn tables() -> Vec<Table> {
    vec![sequences(), purposes(), runs(), steps()]
}

/// Switches of the sequences. A sequence without a row is off.
fn sequences() -> Table {
    internal("sequences", "Switches of the automated sequences.")
        .columns([
            text("name").required().words::<SequenceName>(),
            boolean("is_on").or(false),
            // Earlier events begin no run.
            timestamp("on_since"),
            // Time of the last search for people whose event is the passing of time.
            timestamp("searched_at"),
            // Place of the database. In a copy of it the sequence switches itself off.
            text("place"),
            timestamp("copied_at"),
            // Key of the signed links in its emails.
            text("secret").required().secret(),
            updated_at(),
        ])
        .primary_key(["name"])
}

/// Purposes for which a person gets emails, with the basis of each. A withdrawn one stays, so that no later event
/// renews it.
fn purposes() -> Table {
    internal("email_purposes", "Purposes for which people get emails, and the basis of each.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("purpose").required().words::<EmailPurpose>(),
            text("basis").required().words::<PurposeBasis>(),
            timestamp("since").required(),
            timestamp("withdrawn_at"),
            updated_at(),
        ])
        .primary_key(["user_id", "purpose"])
}

/// Runs: one person in one sequence.
fn runs() -> Table {
    internal("sequence_runs", "People in automated sequences.")
        .columns([
            uuid("id").new_id(),
            text("sequence").required().words::<SequenceName>(),
            // Id of the account, or the address of a subscription.
            text("person").required(),
            // Number of the run among those of the person, from 1.
            int("round").required(),
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // Address of a subscription.
            text("email"),
            // Id of the row that began the run: its event begins no other.
            text("occasion").required(),
            text("state").words::<RunState>().or(RunState::Running),
            // Number of the next step, from 1.
            int("step").or(1_i64),
            timestamp("begun_at").required(),
            // Empty after the end.
            timestamp("due_at"),
            timestamp("ended_at"),
            text("reason").words::<Reason>(),
        ])
        .unique(["sequence", "person", "round"])
        .index(["sequence", "state", "due_at"])
        .index(["user_id"])
        .index(["email"])
        .personal_data("email", By::Email, Erasure::Remove)
}

/// Steps of runs that were sent or skipped. Each exists once.
fn steps() -> Table {
    internal("sequence_steps", "Sent and skipped steps of automated sequences.")
        .columns([
            uuid("run").required().references("sequence_runs", "id", OnDelete::Cascade),
            int("step").required(),
            text("sequence").required().words::<SequenceName>(),
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            text("email"),
            text("outcome").required().words::<StepOutcome>(),
            text("reason").words::<Reason>(),
            timestamp("created_at").now(),
        ])
        .primary_key(["run", "step"])
        .index(["sequence", "outcome", "reason"])
        .index(["user_id"])
        .index(["email"])
        .personal_data("email", By::Email, Erasure::Remove)
}
