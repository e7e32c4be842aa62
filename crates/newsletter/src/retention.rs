//! Retention of subscriptions that have ended. The address of a person who left stays in `newsletter_departures`, so that no
//! import subscribes it again.

use ateneu_base::{Clock, Period, Timestamp};
use ateneu_db::{Db, Error as DbError, Tx};
use ateneu_jobs::{Error, Job, Retention, Schedule, in_batches, summary};
use serde::Deserialize;
use serde_json::json;

use crate::campaigns;

/// Name of the job.
const JOB: &str = "remove_ended_subscriptions";

/// Retention of a subscription after its end, while its person may still look at it by the links of old emails.
const ENDED: Retention = Retention { job: JOB, period: Period::Days(30), topics: &["inscricao"], rows: None };

/// Retentions of this module.
pub(crate) const RETENTIONS: [Retention; 2] = [ENDED, campaigns::RECIPIENTS];

/// Label of the job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[(JOB, "Remover inscrições encerradas")];

/// Number of subscriptions that one transaction removes.
const BATCH: i64 = 2_000;

/// Returns the job that removes ended subscriptions.
pub fn ended_subscriptions_job(db: &Db, clock: &Clock) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    Job::new(JOB, Schedule::daily(3, 45), move || remove(db.clone(), clock.clone()))
}

async fn remove(db: Db, clock: Clock) -> Result<String, Error> {
    let before = ENDED.period.before(clock.now());
    let removed = in_batches(&db, move |tx| remove_batch(tx, before)).await?;
    Ok(summary("Inscrições encerradas removidas", removed))
}

/// An ended subscription. One that was never confirmed has no time of leaving.
#[derive(Deserialize)]
struct Ended {
    id: String,
    email: String,
    unsubscribed_at: Option<Timestamp>,
}

fn remove_batch(tx: &mut Tx<'_>, before: Timestamp) -> Result<u64, DbError> {
    let sql = "SELECT id, email, unsubscribed_at FROM newsletter_subscriptions
               WHERE is_active = FALSE AND updated_at < $1 ORDER BY updated_at LIMIT $2";
    let ended: Vec<Ended> = tx.query_as(sql, &[before.into(), BATCH.into()])?;
    if ended.is_empty() {
        return Ok(0);
    }
    for Ended { email, unsubscribed_at, .. } in &ended {
        if let Some(left_at) = unsubscribed_at {
            let sql = "INSERT INTO newsletter_departures (email, list, created_at) VALUES ($1, 'open', $2)
                       ON CONFLICT (email, list) DO NOTHING";
            tx.execute(sql, &[email.into(), (*left_at).into()])?;
        }
    }
    let ids: Vec<_> = ended.iter().map(|ended| ended.id.as_str()).collect();
    let sql = format!("DELETE FROM newsletter_subscriptions WHERE {}", tx.dialect().among("id", "$1"));
    let removed = tx.execute(&sql, &[json!(ids).to_string().into()])?;
    tx.changed_table("newsletter_subscriptions");
    Ok(removed)
}
