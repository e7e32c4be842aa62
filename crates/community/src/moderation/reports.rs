//! Reports of members.

use std::time::Duration;

use ateneu_base::{Caller, Timestamp, Value, ids};
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, Words, rule};
use ateneu_settings::declared::REPORTS_TO_HIDE;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::cases::{self, Target};
use crate::{
    activity,
    blocks::is_blocked,
    call::{MAX_REASON_LENGTH, given, person, within},
    protocol::protocol,
    refused::Refused,
    tables::moderation::{CaseKind, CaseOrigin, ReportReason},
};

/// Maximum number of reports of a person in a day.
const MAX_PER_DAY: i64 = 30;
/// Number of unfounded reports in 30 days after which a person's reports no longer count towards hiding.
const MAX_UNFOUNDED: i64 = 5;

/// A report, as its sender receives it.
#[derive(Serialize, JsonSchema)]
struct Receipt {
    protocol: String,
}

/// Declares the procedure that reports a post, a comment or a profile to the moderators.
pub fn report() -> Procedure {
    Procedure::writes::<Receipt>(
        "report_to_moderation",
        [
            Argument::optional("post_id", Kind::Uuid),
            Argument::optional("comment_id", Kind::Uuid),
            Argument::optional("user_id", Kind::Uuid),
            Argument::required("reason", Kind::Text),
            Argument::optional("details", Kind::Text),
        ],
        rule::member(),
        run,
    )
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let reason = given(call, "reason").and_then(ReportReason::of).ok_or(Refused::UnknownReason)?;
    let details = within(given(call, "details"), MAX_REASON_LENGTH)?;
    let target = find_target(tx, call)?;
    if target.subject == call.caller.user_id {
        return Err(Refused::ReportOfOwn.into());
    }
    tx.lock("community_cases")?;
    let since = call.now - Duration::from_hours(24);
    let today: i64 = tx.query_one_as(
        "SELECT count(*) FROM community_reports WHERE reporter_id = $1 AND created_at > $2",
        &[person(call), since.into()],
    )?;
    if today >= MAX_PER_DAY {
        return Err(Refused::TooManyReports.into());
    }
    let case = cases::open(tx, &target, CaseOrigin::Reports, call.now)?;
    let known = tx.query_optional(
        "SELECT id FROM community_reports WHERE case_id = $1 AND reporter_id = $2",
        &[case.as_str().into(), person(call)],
    )?;
    if known.is_some() {
        return Err(Refused::AlreadyReported.into());
    }
    let (id, counts) = (ids::row_id(call.now), is_credible(tx, call)?);
    tx.write(
        "INSERT INTO community_reports (id, protocol, case_id, reporter_id, reason, details, counts, created_at,
             updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
        &[
            id.as_str().into(),
            protocol(&id).into(),
            case.as_str().into(),
            person(call),
            reason.into(),
            details.into(),
            Value::Bool(counts),
            call.now.into(),
        ],
    )?;
    tx.write(
        "UPDATE community_cases SET reports_count = reports_count + 1, updated_at = $2 WHERE id = $1",
        &[case.as_str().into(), call.now.into()],
    )?;
    hide_where_reported_often(tx, &case, &target, call.now)?;
    Ok(json!({ "protocol": protocol(&id) }))
}

/// A post or a comment, with the columns that determine its readers.
#[derive(Deserialize)]
struct Text {
    post: String,
    comment: Option<String>,
    author_id: String,
    channel_id: String,
    entitlement: String,
    is_hidden: bool,
    is_deleted: bool,
}

impl Text {
    fn is_shown_to(&self, caller: &Caller) -> bool {
        let may_enter = caller.facts.channels.contains(&self.channel_id);
        let is_open = caller.facts.entitlements.contains(&self.entitlement) && !self.is_hidden;
        let is_own = caller.user_id.as_ref() == Some(&self.author_id);
        caller.is_staff() || (may_enter && (is_own || is_open) && !self.is_deleted)
    }
}

/// Returns the post, comment or profile of a call, if the caller can see it.
pub fn find_target(tx: &mut Tx<'_>, call: &Call) -> Result<Target, Error> {
    let missing = || Refused::ReportNotFound.into();
    let (post, comment, profile) =
        (given(call, "post_id"), given(call, "comment_id"), given(call, "user_id"));
    let (kind, sql, id) = match (post, comment, profile) {
        (Some(id), None, None) => (
            CaseKind::Post,
            "SELECT id AS post, NULL AS comment, author_id, channel_id, entitlement, is_hidden, is_deleted
             FROM community_posts WHERE id = $1",
            id,
        ),
        (None, Some(id), None) => (
            CaseKind::Comment,
            "SELECT post.id AS post, comment.id AS comment, comment.author_id, post.channel_id, post.entitlement,
                    comment.is_hidden OR post.is_hidden AS is_hidden, comment.is_deleted
             FROM community_comments comment JOIN community_posts post ON post.id = comment.post_id
             WHERE comment.id = $1",
            id,
        ),
        (None, None, Some(id)) => {
            let sql = "SELECT id FROM users WHERE id = $1 AND deleted_at IS NULL";
            let found = tx.query_optional(sql, &[id.into()])?;
            return found.map(|_| Target::profile(id)).ok_or_else(missing);
        }
        _ => return Err(missing()),
    };
    let text: Option<Text> = tx.query_optional_as(sql, &[id.into()])?;
    let text = text.filter(|text| text.is_shown_to(&call.caller)).ok_or_else(missing)?;
    if is_blocked(tx, call.caller.user_id.as_deref().unwrap_or_default(), &text.author_id)? {
        return Err(missing());
    }
    let (post, subject) = (Some(text.post), Some(text.author_id));
    Ok(Target { kind, post, comment: text.comment, subject, ..Target::default() })
}

fn is_credible(tx: &mut Tx<'_>, call: &Call) -> Result<bool, Error> {
    let since = call.now - Duration::from_hours(24 * 30);
    let unfounded: i64 = tx.query_one_as(
        "SELECT count(*) FROM community_reports
         WHERE reporter_id = $1 AND created_at > $2 AND outcome = 'dismissed'",
        &[person(call), since.into()],
    )?;
    Ok(unfounded < MAX_UNFOUNDED)
}

/// Hides a text with enough members' reports until a decision. Texts of the staff are exempt.
fn hide_where_reported_often(
    tx: &mut Tx<'_>,
    case: &str,
    target: &Target,
    now: Timestamp,
) -> Result<(), Error> {
    let (table, id) = match target.kind {
        CaseKind::Post => ("community_posts", &target.post),
        CaseKind::Comment => ("community_comments", &target.comment),
        _ => return Ok(()),
    };
    if cases::staff_roles(tx, target.subject.as_deref())?.is_staff {
        return Ok(());
    }
    let counted: i64 = tx.query_one_as(
        "SELECT count(*) FROM community_reports WHERE case_id = $1 AND counts",
        &[case.into()],
    )?;
    if counted >= ateneu_settings::number(tx, &REPORTS_TO_HIDE)? {
        let sql = format!(
            "UPDATE {table} SET is_hidden = TRUE, hidden_because = 'reports', updated_at = $2
             WHERE id = $1 AND NOT is_hidden"
        );
        tx.write(&sql, &[id.as_deref().into(), now.into()])?;
        if let (Some(post), Some(_)) = (&target.post, &target.comment) {
            activity::recompute(tx, post)?;
        }
    }
    Ok(())
}
