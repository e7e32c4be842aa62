//! Removes the recipients of old campaigns. The campaign, its emails and its counts stay.

use ateneu_base::{Period, Timestamp};
use ateneu_db::{Error, Tx};
use ateneu_jobs::{Job, Retention, Schedule};

use super::service::Campaigns;

/// Number of recipients that one transaction removes.
const BATCH: i64 = 5_000;

/// Maximum number of transactions of one run. The rest is removed on the next day.
const MAX_BATCHES: usize = 200;

/// Name of the job.
const JOB: &str = "prune_recipients";

/// Retention of recipients after the end of their campaign: a year, and the letter of the year before.
pub(crate) const RECIPIENTS: Retention =
    Retention { job: JOB, period: Period::Months(13), topics: &["carta", "cartas"], rows: None };

/// Label of the job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[(JOB, "Remover destinatários de cartas antigas")];

/// Returns the job that removes them.
pub(crate) fn job(campaigns: &Campaigns) -> Job {
    let campaigns = campaigns.clone();
    Job::new(JOB, Schedule::daily(3, 35), move || run(campaigns.clone()))
}

async fn run(campaigns: Campaigns) -> Result<String, ateneu_jobs::Error> {
    let removed = prune_recipients(&campaigns).await?;
    Ok(match removed {
        0 => "Nenhum destinatário a remover.".to_owned(),
        removed => format!("Destinatários removidos: {removed}."),
    })
}

/// Removes recipients of campaigns that ended long ago, in bounded steps. Returns their number.
///
/// # Errors
/// Fails if the database does. The steps before stay.
pub async fn prune_recipients(campaigns: &Campaigns) -> Result<u64, Error> {
    let mut removed = 0;
    for _ in 0..MAX_BATCHES {
        let before = RECIPIENTS.period.before(campaigns.now());
        match campaigns.0.db.write(move |tx| prune_batch(tx, before)).await? {
            0 => break,
            batch => removed += batch,
        }
    }
    Ok(removed)
}

fn prune_batch(tx: &mut Tx<'_>, before: Timestamp) -> Result<u64, Error> {
    let sql = "SELECT c.number, (SELECT min(r.number) FROM campaign_recipients r WHERE r.campaign = c.number) AS first
               FROM campaigns c WHERE c.state IN ('done', 'cancelled') AND c.finished_at < $1
               AND EXISTS (SELECT 1 FROM campaign_recipients r WHERE r.campaign = c.number)
               ORDER BY c.number LIMIT 1";
    let Some((campaign, first)) = tx.query_optional_as::<(i64, i64)>(sql, &[before.into()])? else {
        return Ok(0);
    };
    let sql = "DELETE FROM campaign_recipients WHERE campaign = $1 AND number < $2";
    tx.execute(sql, &[campaign.into(), (first + BATCH).into()])
}
