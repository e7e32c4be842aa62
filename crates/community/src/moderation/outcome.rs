//! Consequences of a decision: hidden or shown texts, settled reports, notices, audit entries.

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Timestamp, ids};
use ateneu_data::{Call, Error};
use ateneu_db::Tx;

use super::cases::Case;
use crate::{
    activity, notices,
    tables::{
        NoticeReason,
        moderation::{HiddenBecause, ReportOutcome},
    },
};

/// Returns the reason why the text is hidden now. Returns `None` if it is shown.
pub fn hidden_because(tx: &mut Tx<'_>, case: &Case) -> Result<Option<HiddenBecause>, Error> {
    let Some((table, id)) = case.content() else { return Ok(None) };
    let sql = format!("SELECT coalesce(hidden_because, 'staff') FROM {table} WHERE id = $1 AND is_hidden");
    Ok(tx.query_optional_as(&sql, &[id.into()])?)
}

/// Hides the text. Also removes it if `deleted`.
pub fn hide(tx: &mut Tx<'_>, case: &Case, deleted: bool, now: Timestamp) -> Result<(), Error> {
    let Some((table, id)) = case.content() else { return Ok(()) };
    // A removal by the author remains the author's.
    let removal = if deleted { ", is_deleted = TRUE, deleted_at = coalesce(deleted_at, $2)" } else { "" };
    let sql = format!(
        "UPDATE {table} SET is_hidden = TRUE, hidden_because = 'staff', updated_at = CAST($2 AS text){removal}
         WHERE id = $1"
    );
    tx.write(&sql, &[id.into(), now.into()])?;
    follow_activity(tx, case)
}

/// Updates the last activity of a post after a comment was shown or hidden.
fn follow_activity(tx: &mut Tx<'_>, case: &Case) -> Result<(), Error> {
    match (&case.post, &case.comment) {
        (Some(post), Some(_)) => Ok(activity::recompute(tx, post)?),
        _ => Ok(()),
    }
}

/// Shows the text. After a wait for approval, sends the notices due when it was written.
pub fn show(tx: &mut Tx<'_>, call: &Call, case: &Case) -> Result<(), Error> {
    let Some((_, id)) = case.content() else { return Ok(()) };
    let before = hidden_because(tx, case)?;
    put_back(tx, case, None, call.now)?;
    if before.is_none_or(|because| matches!(because, HiddenBecause::Reports | HiddenBecause::Staff)) {
        return Ok(());
    }
    let (row, id) = ("WHERE id = $1", &[id.into()]);
    if case.comment.is_some() {
        if let Some(comment) = tx.row(row, id)? {
            notices::of_comment(tx, &comment, call.now)?;
        }
    } else if let Some(post) = tx.row(row, id)? {
        notices::of_post(tx, &post, call.now)?;
    }
    Ok(())
}

/// Restores the text's state: hidden for this reason, or shown. Reverts a removal by a decision, not by the author.
pub fn put_back(
    tx: &mut Tx<'_>,
    case: &Case,
    because: Option<HiddenBecause>,
    now: Timestamp,
) -> Result<(), Error> {
    let Some((table, id)) = case.content() else { return Ok(()) };
    let sql = format!(
        "UPDATE {table} SET is_hidden = $2, hidden_because = $3, updated_at = $4,
             is_deleted = CASE WHEN {BY_STAFF} THEN FALSE ELSE is_deleted END,
             deleted_at = CASE WHEN {BY_STAFF} THEN NULL ELSE deleted_at END
         WHERE id = $1"
    );
    tx.write(&sql, &[id.into(), because.is_some().into(), because.into(), now.into()])?;
    follow_activity(tx, case)
}

/// SQL: a decision removed the text (`$1`).
const BY_STAFF: &str = "deleted_at IN (
    SELECT made.decided_at FROM community_decisions made JOIN community_cases own ON own.id = made.case_id
    WHERE made.decision = 'delete' AND coalesce(own.comment_id, own.post_id) = $1)";

/// Closes the post to comments, or opens it.
pub fn lock(tx: &mut Tx<'_>, case: &Case, is_locked: bool, now: Timestamp) -> Result<(), Error> {
    tx.write(
        "UPDATE community_posts SET is_locked = $2, updated_at = $3 WHERE id = $1",
        &[case.post.as_deref().into(), is_locked.into(), now.into()],
    )?;
    Ok(())
}

/// Removes the pictures of the profile. Its address then leads nowhere, and the initials are shown.
pub fn remove_picture(tx: &mut Tx<'_>, case: &Case) -> Result<(), Error> {
    let Some(person) = case.profile.as_deref() else { return Ok(()) };
    ateneu_storage::remove_folder(tx, "avatars", person)?;
    Ok(())
}

/// Sets the outcome of the case's reports, and informs their senders. Without an outcome they are open again.
pub fn settle_reports(
    tx: &mut Tx<'_>,
    case: &Case,
    outcome: Option<ReportOutcome>,
    now: Timestamp,
) -> Result<(), Error> {
    let reports = tx.write(
        "UPDATE community_reports SET outcome = $2, updated_at = $3 WHERE case_id = $1",
        &[case.id.as_str().into(), outcome.into(), now.into()],
    )?;
    if outcome.is_some() {
        for report in &reports {
            inform(tx, report.text("reporter_id"), None, now)?;
        }
    }
    Ok(())
}

/// Writes a notice of a decision that concerns this person: as author, requester of a channel, or reporter. It names
/// neither people nor texts, which the person may not be able to read any more.
pub fn inform(
    tx: &mut Tx<'_>,
    person: Option<&str>,
    reason: Option<NoticeReason>,
    now: Timestamp,
) -> Result<(), Error> {
    let Some(person) = person else { return Ok(()) };
    tx.write(
        "INSERT INTO notices (id, user_id, kind, reason, actors, created_at, updated_at)
         VALUES ($1, $2, 'moderation', $3, 1, $4, $4)",
        &[ids::row_id(now).into(), person.into(), reason.into(), now.into()],
    )?;
    Ok(())
}

/// Writes a notice of a decision for the author.
pub fn inform_subject(tx: &mut Tx<'_>, case: &Case, now: Timestamp) -> Result<(), Error> {
    inform(tx, case.subject.as_deref(), Some(NoticeReason::Author), now)
}

/// Removes the notices of a decision that was undone.
pub fn withdraw(tx: &mut Tx<'_>, case: &Case, decided_at: Timestamp) -> Result<(), Error> {
    tx.write(
        "DELETE FROM notices
         WHERE kind = 'moderation' AND created_at = $2
           AND (user_id = $3 OR user_id IN (SELECT reporter_id FROM community_reports WHERE case_id = $1))",
        &[case.id.as_str().into(), decided_at.into(), case.subject.as_deref().into()],
    )?;
    Ok(())
}

/// Records an action of a moderator.
pub fn audit(
    tx: &mut Tx<'_>,
    call: &Call,
    action: &str,
    case: &Case,
    new: Option<&str>,
) -> Result<(), Error> {
    call.records_itself();
    let entry = Entry { action, subject: &case.id, old: None, new };
    Ok(ateneu_audit::write(tx, Actor::of(&call.caller).as_ref(), entry, call.now)?)
}
