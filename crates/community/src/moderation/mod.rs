//! Moderation: reports, the cases they open, decisions with their appeals, and the rules under which texts wait for
//! approval.

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

use ateneu_base::Caller;
use ateneu_data::{Call, Error, Procedure, Trigger};
use ateneu_db::Tx;

use crate::error_code::ErrorCode;

pub use answers::{OUTSIDE_ANSWERS, OutsideAnswers};
pub use ateneu_settings::{number as setting, text as setting_text};
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

/// The tables of their subjects.
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
    vec![
        Trigger::of("member_blocks").before(screening::check_block),
        Trigger::of("outside_reports").before(cases::name_subject).after(cases::open_for_outside),
        Trigger::of("member_profiles").before(profiles::check),
        Trigger::of("course_reviews").before(profiles::check_review),
    ]
}

/// The protocol number of a report: the end of its id, in groups that can be read out.
pub fn protocol(id: &str) -> String {
    let digits: String = id.chars().filter(char::is_ascii_hexdigit).collect::<String>().to_uppercase();
    let tail = digits.get(digits.len().saturating_sub(10)..).unwrap_or_default();
    format!("DEN-{}-{}", tail.get(..5).unwrap_or_default(), tail.get(5..).unwrap_or_default())
}

/// Refuses somebody who was banned, with the reason: the rules refuse as well, without one.
pub fn refuse_banned(caller: &Caller) -> Result<(), Error> {
    if caller.facts.banned { Err(ErrorCode::CommunityBanned.into()) } else { Ok(()) }
}

/// Refuses somebody under a sanction.
pub fn refuse_sanctioned(caller: &Caller) -> Result<(), Error> {
    refuse_banned(caller)?;
    refuse_silenced(caller)
}

/// Refuses somebody who may not write in the community for a while.
pub fn refuse_silenced(caller: &Caller) -> Result<(), Error> {
    if caller.facts.silenced { Err(ErrorCode::CommunitySilenced.into()) } else { Ok(()) }
}

/// Returns `true` if one of two people blocked the other.
pub fn is_blocked(tx: &mut Tx<'_>, one: &str, other: &str) -> Result<bool, ateneu_db::Error> {
    let found = tx.query_optional(
        "SELECT user_id FROM member_blocks
         WHERE (user_id = $1 AND blocked_id = $2) OR (user_id = $2 AND blocked_id = $1) LIMIT 1",
        &[one.into(), other.into()],
    )?;
    Ok(found.is_some())
}

/// SQL: neither of the two people blocked the other.
pub fn not_blocked(one: &str, other: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM member_blocks
                     WHERE (member_blocks.user_id = {one} AND member_blocks.blocked_id = {other})
                        OR (member_blocks.user_id = {other} AND member_blocks.blocked_id = {one}))"
    )
}

/// Returns SQL: the author is not blocked. Returns an empty text if the caller has no blocks.
pub fn by_unblocked(call: &Call, author: &str, caller: &str) -> String {
    if call.caller.facts.blocked.is_empty() {
        return String::new();
    }
    format!("AND {}", not_blocked(author, caller))
}

pub fn given<'c>(call: &'c Call, name: &str) -> Option<&'c str> {
    call.text(name).map(str::trim).filter(|text| !text.is_empty())
}

/// A text that people wrote, within its column; a longer one is refused.
pub fn within(text: Option<&str>, most: usize) -> Result<Option<&str>, Error> {
    match text {
        Some(text) if text.chars().count() > most => Err(ErrorCode::TextTooLong.into()),
        text => Ok(text),
    }
}

/// Characters of a reason, of an appeal and of a report's details.
pub const MAX_REASON_LENGTH: usize = 2_000;

#[cfg(test)]
mod tests {
    use super::protocol;

    #[test]
    fn a_protocol_number_is_the_end_of_the_id() {
        assert_eq!(protocol("0198c0de-0000-7000-8000-0a1b2c3d4e5f"), "DEN-1B2C3-D4E5F");
    }
}
