//! Scheduled publication, end of early access, and withdrawal, as tasks of the queue. Each acts in the transaction that
//! completes it, so exactly once, even if no server ran at the due time.

use std::{slice, sync::Arc};

use ateneu_base::{Caller, Clock, Facts, Timestamp};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::{Db, Error as DbError, Row, Tx};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use ateneu_schema::{TableRow, Words};

use crate::tables;

/// Queue of scheduled publications and withdrawals.
pub const SCHEDULE: Queue = Queue::new("content-schedule").label("Publicações agendadas").concurrency(1);

/// Scheduled change of a content, with the column of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum Step {
    Publish,
    /// Early access ends.
    Show,
    Unpublish,
}

impl Step {
    const ALL: [Self; 3] = [Self::Publish, Self::Show, Self::Unpublish];

    /// Returns the time in the content.
    fn at(self, content: &Content) -> Option<Timestamp> {
        match self {
            Self::Publish => content.publish_at,
            Self::Show => content.visible_from,
            Self::Unpublish => content.unpublish_at,
        }
    }

    /// Returns SQL that is true if the content still has the step due at the instant `$2`.
    fn condition(self) -> &'static str {
        match self {
            Self::Publish => "publish_at = $2 AND NOT is_published",
            Self::Show => "visible_from = $2",
            Self::Unpublish => "unpublish_at = $2 AND is_published",
        }
    }

    /// Returns SQL of the new values. The present instant is `$2`.
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

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Content {
    id: String,
    publish_at: Option<Timestamp>,
    unpublish_at: Option<Timestamp>,
    visible_from: Option<Timestamp>,
}

pub fn trigger() -> Trigger {
    Trigger::on::<Content>().after(after)
}

/// Queues the scheduled steps of a saved content.
fn after(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: Option<&Content>) -> Result<(), Error> {
    let Some(new) = new else { return Ok(()) };
    for step in Step::ALL {
        let Some(at) = step.at(new).filter(|at| write.old.and_then(|old| step.at(old)) != Some(*at)) else {
            continue;
        };
        let (id, kind) = (&new.id, step.word());
        // The id contains the time of writing, so that a former time can be set again.
        let task_id = format!("{id} {kind} {} {}", at.micros(), write.now.micros());
        let payload = serde_json::json!({ "content": id, "by": write.caller.user_id });
        let task = Task::new(task_id, kind, at).payload(payload.to_string());
        SCHEDULE.push_due(tx, &task, at, write.now)?;
    }
    Ok(())
}

/// Handler of the queue.
pub struct Schedule {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Triggers of `contents` of all subjects, which run here as in the data service.
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

/// Reason why a task was not done.
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
    let payload = task.json();
    let content = payload["content"].as_str().unwrap_or_default();
    let step = Step::of(&task.kind);
    let found = step.map(|step| find(tx, content, step, task.happened_at)).transpose()?.flatten();
    let Some((step, found)) = step.zip(found) else {
        let outcome = Outcome::Ignored("o conteúdo pede outra coisa agora".into());
        SCHEDULE.complete(tx, slice::from_ref(task), &outcome, now)?;
        return Ok(());
    };
    // Another worker has taken it meanwhile.
    if SCHEDULE.complete(tx, slice::from_ref(task), &Outcome::Done, now)?.is_none() {
        return Ok(());
    }
    let sql = format!(
        "UPDATE contents SET {}, updated_at = $2, version = version + 1, changed_by = NULL WHERE id = $1",
        step.settings()
    );
    let written = tx.write(&sql, &[content.into(), now.into()])?;
    let by = payload["by"].as_str().map(|person| Caller::person(person.to_owned(), Facts::default()));
    let caller = by.unwrap_or_else(|| Caller::as_service("publishes at the time set by a service"));
    let table = tables::contents();
    let record = |row: &Row| row.record(Some(&table));
    let write = Write { caller: &caller, now, old: Some(&record(&found)) };
    for new in written.iter().map(record) {
        for trigger in triggers {
            trigger.run_after(tx, &write, Some(&new)).map_err(|error| Stop::Refused(error.to_string()))?;
        }
    }
    Ok(())
}

/// Returns the content if it still has the step due at that time.
fn find(tx: &mut Tx<'_>, content: &str, step: Step, at: Timestamp) -> Result<Option<Row>, DbError> {
    let (condition, lock) = (step.condition(), tx.dialect().for_update());
    let sql = format!("SELECT * FROM contents WHERE id = $1 AND trashed_at IS NULL AND {condition}{lock}");
    tx.query_optional(&sql, &[content.into(), at.into()])
}
