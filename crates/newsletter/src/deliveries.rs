//! Deliveries of the letter for members. A letter counts once, by the first of two facts: a campaign to the members' list
//! reached somebody, or the letter was published for members.

use std::time::Duration;

use ateneu_base::{Clock, Entitlement, Timestamp};
use ateneu_db::{Db, Error, Tx};
use ateneu_jobs::{Job, Schedule};
use ateneu_module::{Delivery, RecordDelivery};
use serde::Deserialize;

/// Label of the job in the panel, in Portuguese.
pub(crate) const LABELS: &[(&str, &str)] = &[("record_letter_deliveries", "Registrar as cartas entregues")];

/// Age of the oldest facts that are read. Older letters are recorded, or concern no page any more.
const PERIOD: Duration = Duration::from_hours(62 * 24);

/// Returns the job that records deliveries. It finds letters that were published by a schedule, too.
pub(crate) fn job(db: &Db, clock: &Clock, record: RecordDelivery) -> Job {
    let (db, clock) = (db.clone(), clock.clone());
    Job::new("record_letter_deliveries", Schedule::hourly(20), move || run(db.clone(), clock.now(), record))
}

async fn run(db: Db, now: Timestamp, record: RecordDelivery) -> Result<String, ateneu_jobs::Error> {
    let recorded = db.write(move |tx| record_letters(tx, record, now)).await;
    Ok(match recorded.map_err(ateneu_jobs::Error::of("As cartas não foram registradas"))? {
        0 => "Nenhuma carta nova a registrar.".into(),
        1 => "1 carta registrada.".into(),
        many => format!("{many} cartas registradas."),
    })
}

/// A fact by which a letter was delivered.
#[derive(Deserialize)]
struct Fact {
    letter: String,
    at: Timestamp,
    /// Number of the campaign, `None` for a publication.
    campaign: Option<i64>,
}

/// Records the letters of the last two months that were delivered. Returns the number of new ones.
///
/// # Errors
/// Fails if the database does.
pub fn record_letters(tx: &mut Tx<'_>, record: RecordDelivery, now: Timestamp) -> Result<usize, Error> {
    // The first fact of each letter is recorded; the others find it stored.
    let sql = "SELECT c.content_id AS letter, c.started_at AS at, c.number AS campaign
               FROM campaigns c JOIN campaign_counts n ON n.campaign = c.number
               WHERE c.list = 'premium' AND c.content_id IS NOT NULL AND n.delivered > 0 AND c.started_at > $1
               UNION ALL
               SELECT id, published_at, NULL FROM contents
               WHERE content_type = 'letter' AND is_member_only AND entitlement = 'premium_newsletter'
                 AND is_published AND trashed_at IS NULL AND published_at > $1 AND published_at <= $2
               ORDER BY 2, 1";
    let facts: Vec<Fact> = tx.query_as(sql, &[(now - PERIOD).into(), now.into()])?;
    let mut recorded = 0;
    for Fact { letter, at, campaign } in facts {
        let proof = campaign.map_or_else(
            || "Publicada para assinantes".to_owned(),
            |number| format!("Enviada pela campanha {number}"),
        );
        let entitlement = Entitlement::PremiumNewsletter;
        let delivery = Delivery { entitlement, subject: &letter, user_id: None, at, proof: &proof };
        recorded += usize::from(record(tx, &delivery, now)?);
    }
    Ok(recorded)
}
