//! Moderation: reports, their cases, decisions and appeals, and the rules under which texts wait for approval.

mod answers;
mod appeals;
mod cases;
mod claims;
mod decisions;
mod figures;
mod marks;
mod outcome;
mod profiles;
mod reports;
mod screening;
mod undo;

use ateneu_data::{Procedure, Trigger};

pub use answers::{OUTSIDE_ANSWERS, OutsideAnswers};
pub use cases::open_for_hidden;
pub use figures::open_cases;
pub use outcome::inform;
pub use screening::{screen, uses_listed_word};

/// Labels of the moderators' actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[
    ("moderation-decision", "Decisão da moderação"),
    ("moderation-undo", "Decisão da moderação desfeita"),
    ("moderation-appeal", "Recurso decidido"),
    ("channel-decision", "Pedido de canal decidido"),
];

/// Tables of their subjects.
pub const AUDIT_SUBJECTS: &[(&str, &str)] = &[
    ("moderation-decision", "community_cases"),
    ("moderation-undo", "community_cases"),
    ("moderation-appeal", "community_cases"),
    ("channel-decision", "channels"),
];

pub fn procedures() -> Vec<Procedure> {
    vec![
        reports::report(),
        claims::claim(),
        claims::release(),
        decisions::decide(),
        marks::mark(),
        undo::undo(),
        appeals::appeal(),
        appeals::decide(),
        figures::figures(),
    ]
}

pub fn triggers() -> Vec<Trigger> {
    let mut triggers = vec![screening::blocks(), cases::outside_reports()];
    triggers.extend(profiles::triggers());
    triggers
}
