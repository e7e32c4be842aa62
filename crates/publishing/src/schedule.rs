//! Publishes, shows to all and withdraws contents at a time: a task of the queue, due then. It acts in the transaction
//! that settles it, so once, and also where no server ran at that time.

use std::{str::FromStr, sync::Arc};

use ateneu_base::{Caller, Clock, Facts, Record, Timestamp};
use ateneu_data::{Error, Trigger, Write, text_of};
use ateneu_db::{Db, Error as DbError, Row, Tx};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use strum::{EnumString, IntoStaticStr};

use crate::row::{instant, record_of};

/// Contents to be published or withdrawn.
pub const SCHEDULE: Queue = Queue::new("content-schedule").label("Publicações agendadas").concurrency(1);

/// Change of a content at a time that a column of it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
enum Step {
    Publish,
    /// Content that only holders of early access saw is shown to the others.
    Show,
    Unpublish,
}

impl Step {
    const ALL: [Self; 3] = [Self::Publish, Self::Show, Self::Unpublish];

    /// The column that names the time.
    fn column(self) -> &'static str {
        match self {
            Self::Publish => "publish_at",
            Self::Show => "visible_from",
            Self::Unpublish => "unpublish_at",
        }
    }

    /// Returns `true` if there is something to do.
    fn is_ahead(self, row: &Row) -> bool {
        match self {
            Self::Publish => !row.boolean("is_published"),
            Self::Show => true,
            Self::Unpublish => row.boolean("is_published"),
        }
    }

    /// SQL: the new values; the present instant is `$2`.
    fn settings(self) -> &'static str {
        match self {
            Self::Publish => {
                "is_published = TRUE, publish_at = NULL, published_at = coalesce(published_at, $2)"
            }
            Self::Show => "visible_from = NULL",
            Self::Unpublish => "is_published = FALSE, unpublish_at = NULL",
        }
    }
}

/// Leaves what a saved content asks for to the queue.
pub fn follow(tx: &mut Tx<'_>, write: &Write<'_>, new: &Record) -> Result<(), Error> {
    let id = text_of(new, "id").unwrap_or_default();
    for step in Step::ALL {
        let (kind, column) = (<&str>::from(step), step.column());
        let Some(at) = instant(new, column) else { continue };
        if write.old.is_some_and(|old| instant(old, column) == Some(at)) {
            continue;
        }
        // Set again to a time it had before, it is due again.
        let task_id = format!("{id} {kind} {} {}", at.micros(), write.now.micros());
        let payload = serde_json::json!({ "content": id, "by": write.caller.user_id });
        let task = Task::new(task_id, kind, at).payload(payload.to_string());
        SCHEDULE.push_due(tx, &task, at, write.now)?;
    }
    Ok(())
}

/// Publishes and withdraws.
pub struct Schedule {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The triggers of `contents` of all subjects, which run here as in the data service.
    pub triggers: Arc<[Trigger]>,
}

impl Handler for Schedule {
    fn queue(&self) -> Queue {
        SCHEDULE
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, DbError> {
        for task in tasks {
            let (task, now, triggers) = (task.clone(), self.clock.now(), Arc::clone(&self.triggers));
            let done = self.db.write(move |tx| run_task(tx, &task, &triggers, now)).await;
            match done {
                Ok(()) => {}
                Err(Stop::Database(error)) => return Err(error),
                Err(Stop::Refused(why)) => return Ok(Some(Outcome::Later(why))),
            }
        }
        Ok(None)
    }
}

/// Reason why a task could not be done.
enum Stop {
    Database(DbError),
    Refused(String),
}

impl From<DbError> for Stop {
    fn from(error: DbError) -> Self {
        Self::Database(error)
    }
}

fn run_task(tx: &mut Tx<'_>, task: &Leased, triggers: &[Trigger], now: Timestamp) -> Result<(), Stop> {
    let (payload, task) = (task.json(), std::slice::from_ref(task));
    let content = payload["content"].as_str().unwrap_or_default();
    let step = Step::from_str(&task[0].kind).ok();
    let lock = tx.dialect().for_update();
    let found =
        tx.query_optional(&format!("SELECT * FROM contents WHERE id = $1{lock}"), &[content.into()])?;
    let is_wanted = |(row, step): &(Row, Step)| {
        row.instant(step.column()) == Some(task[0].happened_at)
            && row.text("trashed_at").is_none()
            && step.is_ahead(row)
    };
    let Some((found, step)) = found.zip(step).filter(is_wanted) else {
        let outcome = Outcome::Ignored("o conteúdo pede outra coisa agora".into());
        SCHEDULE.complete(tx, task, &outcome, now)?;
        return Ok(());
    };
    // Another worker has taken it meanwhile.
    if SCHEDULE.complete(tx, task, &Outcome::Done, now)?.is_none() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE contents SET {}, updated_at = $2, version = version + 1, changed_by = NULL WHERE id = $1",
        step.settings()
    );
    let written = tx.write(&sql, &[content.into(), now.into()])?;
    let by = payload["by"].as_str().map(|person| Caller::person(person.to_owned(), Facts::default()));
    let caller = by.unwrap_or_else(|| Caller::as_service("publishes at the time set by a service"));
    let old = record_of(&found);
    let write = Write { caller: &caller, now, old: Some(&old) };
    for new in written.iter().map(record_of) {
        for trigger in triggers {
            trigger.run_after(tx, &write, Some(&new)).map_err(|error| Stop::Refused(error.to_string()))?;
        }
    }
    Ok(())
}
