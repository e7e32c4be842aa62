//! Consequences of a saved content, in the same transaction: its address, its version, its revision, its schedule.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::{addresses, categories, letters, refused::Refused, reviews, revisions, schedule, shared_files};

/// Maximum age of a new time of publication, because a form takes a while to fill in.
const PAST: Duration = Duration::from_mins(5);

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Content {
    is_published: bool,
    visible_from: Option<Timestamp>,
    created_at: Timestamp,
    published_at: Option<Timestamp>,
    version: i64,
    changed_by: Option<String>,
    publish_at: Option<Timestamp>,
    unpublish_at: Option<Timestamp>,
    trashed_at: Option<Timestamp>,
}

/// Returns the triggers of this crate. Those of contents run in this order.
pub fn triggers() -> Vec<Trigger> {
    let mut triggers = Vec::from(reviews::triggers());
    triggers.extend([
        addresses::trigger(),
        shared_files::trigger(),
        letters::trigger(),
        Trigger::on::<Content>().before(before),
        revisions::trigger(),
        schedule::trigger(),
        categories::trigger(),
    ]);
    triggers
}

fn before(_: &mut Tx<'_>, write: &Write<'_, Content>, new: &mut Content) -> Result<(), Error> {
    let Write { caller, now, old } = *write;
    new.version = old.map_or(0, |old| old.version) + 1;
    new.changed_by.clone_from(&caller.user_id);
    if new.trashed_at.is_some() {
        if old.is_none_or(|old| old.trashed_at.is_none()) {
            new.trashed_at = Some(now);
        }
        (new.is_published, new.publish_at, new.unpublish_at) = (false, None, None);
    }
    // A published content has no scheduled publication.
    if new.is_published {
        new.publish_at = None;
        // A new content keeps its creation time. An existing one is published now.
        new.published_at = new.published_at.or(Some(if old.is_some() { now } else { new.created_at }));
    }
    // A past time has no effect.
    new.visible_from = new.visible_from.filter(|at| *at > now);
    let times = |content: &Content| [content.publish_at, content.unpublish_at];
    let was = old.map_or([None; 2], times);
    let is_past =
        |(at, was): (Option<Timestamp>, Option<Timestamp>)| at != was && at.is_some_and(|at| at + PAST < now);
    if times(new).into_iter().zip(was).any(is_past) {
        return Err(Refused::ScheduleInThePast.into());
    }
    match times(new) {
        [Some(publish), Some(unpublish)] if unpublish <= publish => {
            Err(Refused::UnpublishedBeforePublished.into())
        }
        _ => Ok(()),
    }
}
