//! Consequences of a saved content, in the same transaction: its address, its version, its revision, its schedule.

use std::time::Duration;

use ateneu_base::Record;
use ateneu_data::{Error, Trigger, Write, text_of, truth_of};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::{
    addresses,
    draft::fields_of,
    refused::Refused,
    reviews,
    revisions::{self, Kind},
    row::instant,
    schedule, shared_files,
};

/// A time of publication may lie so far back: a form takes a while to fill in.
const PAST: Duration = Duration::from_mins(5);

pub fn contents() -> Trigger {
    Trigger::of("contents").before_record(before).after_record(after)
}

fn before(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    reviews::before(write, new)?;
    addresses::before(tx, write, new)?;
    shared_files::before(tx, write, new)?;
    let old_version = write.old.and_then(|old| old.get("version")).and_then(Json::as_i64).unwrap_or_default();
    new.insert("version".into(), Json::from(old_version + 1));
    new.insert("changed_by".into(), Json::from(write.caller.user_id.clone()));
    if !new["trashed_at"].is_null() {
        if write.old.is_none_or(|old| old["trashed_at"].is_null()) {
            new.insert("trashed_at".into(), Json::from(write.now.to_string()));
        }
        new.insert("is_published".into(), Json::Bool(false));
        new.insert("publish_at".into(), Json::Null);
        new.insert("unpublish_at".into(), Json::Null);
    }
    // What is published already has no publication ahead of it.
    if truth_of(new, "is_published") {
        new.insert("publish_at".into(), Json::Null);
        if instant(new, "published_at").is_none() {
            let at = first_publication(write, new);
            new.insert("published_at".into(), at);
        }
    }
    // A time that has come says nothing more.
    if instant(new, "visible_from").is_some_and(|at| at <= write.now) {
        new.insert("visible_from".into(), Json::Null);
    }
    let times = (instant(new, "publish_at"), instant(new, "unpublish_at"));
    for (column, at) in [("publish_at", times.0), ("unpublish_at", times.1)] {
        let is_changed = write.old.is_none_or(|old| instant(old, column) != at);
        if is_changed && at.is_some_and(|at| at + PAST < write.now) {
            return Err(Refused::ScheduleInThePast.into());
        }
    }
    match times {
        (Some(publish), Some(unpublish)) if unpublish <= publish => {
            Err(Refused::UnpublishedBeforePublished.into())
        }
        _ => Ok(()),
    }
}

/// A content that comes published is as old as itself; one that existed is published now.
fn first_publication(write: &Write<'_>, new: &Record) -> Json {
    match write.old {
        None => new.get("created_at").cloned().unwrap_or_default(),
        Some(_) => Json::from(write.now.to_string()),
    }
}

fn after(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    let Some(new) = new else {
        return revisions::forget(tx, write.old.and_then(|old| text_of(old, "id")).unwrap_or_default());
    };
    let fields = fields_of(new);
    let was = write.old.map(fields_of);
    let is_changed = was.as_ref() != Some(&fields);
    let was_published = write.old.is_some_and(|old| truth_of(old, "is_published"));
    let id = text_of(new, "id").unwrap_or_default();
    if truth_of(new, "is_published") && (is_changed || !was_published) {
        revisions::record(tx, write, id, Kind::Publish, &fields)?;
    } else if is_changed {
        revisions::record(tx, write, id, Kind::Edit, &fields)?;
    }
    addresses::after(tx, write, new)?;
    reviews::after(tx, write, new)?;
    schedule::follow(tx, write, new)
}
