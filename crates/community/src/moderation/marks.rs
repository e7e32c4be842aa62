//! Marks of the staff on posts, which are no sanction: pinning a post, and reopening its comments. Closing the comments
//! under another person's post is a decision (`lock`).

use ateneu_audit::{Actor, Entry};
use ateneu_base::Value;
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use serde_json::{Value as Json, json};

use super::cases;
use crate::{
    call::{given, person},
    refused::Refused,
};

/// Declares the procedure that pins a post or unpins it, and opens its comments. Under an own post it also closes them.
pub fn mark() -> Procedure {
    Procedure::writes::<()>(
        "mark_community_post",
        [
            Argument::required("id", Kind::Uuid),
            Argument::optional("is_pinned", Kind::Bool),
            Argument::optional("is_locked", Kind::Bool),
        ],
        rule::staff(),
        run,
    )
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let id = given(call, "id").unwrap_or_default();
    let sql = "SELECT author_id, is_pinned, is_locked FROM community_posts WHERE id = $1";
    let found = tx.query_optional_as(sql, &[id.into()])?;
    let (author, was_pinned, was_locked): (String, bool, bool) = found.ok_or(Refused::ReportNotFound)?;
    let wanted =
        |name: &str, before: bool| call.arguments.get(name).and_then(Json::as_bool).unwrap_or(before);
    let (is_pinned, is_locked) = (wanted("is_pinned", was_pinned), wanted("is_locked", was_locked));
    if call.caller.user_id.as_deref() == Some(&author) {
        if was_locked && !is_locked && is_locked_by_decision(tx, call, id)? {
            return Err(Refused::OwnCase.into());
        }
    } else {
        cases::check_decider(tx, Some(&author), &call.caller)?;
        if is_locked && !was_locked {
            return Err(Refused::ReasonMissing.into());
        }
    }
    tx.write(
        "UPDATE community_posts SET is_pinned = $2, is_locked = $3, updated_at = $4 WHERE id = $1",
        &[id.into(), Value::Bool(is_pinned), Value::Bool(is_locked), call.now.into()],
    )?;
    call.records_itself();
    let shown = |pinned: bool, locked: bool| json!({ "is_pinned": pinned, "is_locked": locked }).to_string();
    let (old, new) = (shown(was_pinned, was_locked), shown(is_pinned, is_locked));
    let entry = Entry { action: "update-community-posts", subject: id, old: Some(&old), new: Some(&new) };
    ateneu_audit::write(tx, Actor::of(&call.caller).as_ref(), entry, call.now)?;
    Ok(Json::Null)
}

/// Returns `true` if a decision about the caller closed the comments.
fn is_locked_by_decision(tx: &mut Tx<'_>, call: &Call, post: &str) -> Result<bool, Error> {
    let found = tx.query_optional(
        "SELECT made.id FROM community_decisions made JOIN community_cases own ON own.id = made.case_id
         WHERE own.post_id = $1 AND made.subject_id = $2 AND made.decision = 'lock' AND made.is_effective LIMIT 1",
        &[post.into(), person(call)],
    )?;
    Ok(found.is_some())
}
