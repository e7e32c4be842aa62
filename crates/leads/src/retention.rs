//! Retention of messages and of the waiting list.

use ateneu_base::{Clock, Period, calendar};
use ateneu_content::Content;
use ateneu_db::{Db, Error as DbError, Tx};
use ateneu_jobs::{Error, Job, OldRows, Retention, Schedule, in_batches, summary};

/// Name of the job that empties the waiting list.
const EMPTY_WAITLIST: &str = "empty_waitlist";

/// Number of entries that one transaction removes.
const BATCH: i64 = 2_000;

/// Retention of the waiting list after the day on which the software opened, so that the owner can write to its people.
const AFTER_OPENING: Period = Period::Days(30);

/// Retention of messages. The answer of the owner changes the row, by its state.
const MESSAGES: Retention = Retention {
    job: "remove_old_messages",
    period: Period::Months(24),
    topics: &["contato"],
    rows: Some(OldRows {
        label: "Remover mensagens de contato antigas",
        table: "contacts",
        key: "id",
        since: "updated_at",
        condition: "TRUE",
        removed: "Mensagens removidas",
    }),
};

const WAITLIST: Retention =
    Retention { job: EMPTY_WAITLIST, period: AFTER_OPENING, topics: &["espera"], rows: None };

/// Retentions of this module.
pub(crate) const RETENTIONS: [Retention; 2] = [MESSAGES, WAITLIST];

/// Label of the job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] =
    &[(EMPTY_WAITLIST, "Esvaziar a lista de espera depois que o software abrir")];

/// Returns the job that empties the waiting list thirty days after the software has opened.
pub fn waitlist_job(db: &Db, clock: &Clock, content: &Content) -> Job {
    let (db, clock, content) = (db.clone(), clock.clone(), content.clone());
    Job::new(EMPTY_WAITLIST, Schedule::daily(3, 25), move || {
        empty_waitlist(db.clone(), clock.clone(), content.clone())
    })
}

async fn empty_waitlist(db: Db, clock: Clock, content: Content) -> Result<String, Error> {
    let opened = content.current().software.opened.as_deref().and_then(calendar::start_of_iso_day);
    let Some(opened) = opened else {
        return Ok("Nada a remover: o software ainda não abriu.".to_owned());
    };
    if opened >= AFTER_OPENING.before(clock.now()) {
        return Ok("Nada a remover: o software abriu há menos de 30 dias.".to_owned());
    }
    Ok(summary("Inscrições removidas da lista de espera", in_batches(&db, remove_entries).await?))
}

fn remove_entries(tx: &mut Tx<'_>) -> Result<u64, DbError> {
    let sql = "DELETE FROM waitlist_entries WHERE id IN (
                   SELECT id FROM waitlist_entries ORDER BY created_at LIMIT $1)";
    let removed = tx.execute(sql, &[BATCH.into()])?;
    if removed > 0 {
        tx.changed_table("waitlist_entries");
    }
    Ok(removed)
}
