//! Scheduled work: ends expired access, and repeats queries whose positive answer is older than a day, so that readers
//! never wait for the platform.

use crate::{Courses, EVENTS, Error, records, sync::Asking};

/// Maximum number of addresses in a run: three calls each, within the platform's limit per minute.
const MAX_ADDRESSES: i64 = 100;

/// Number of consecutive failures after which the platform counts as down.
const ENOUGH: usize = 3;

/// Result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpiryReport {
    /// Number of records that expired.
    pub ended: u64,
    /// Number of queried addresses.
    pub asked: u64,
    /// Number of addresses whose query failed. Their access is unchanged.
    pub unanswered: u64,
    /// Number of removed old events.
    pub forgotten: u64,
}

impl Courses {
    /// Ends expired access, repeats old queries, and handles waiting events. A failure of the platform ends no access.
    pub async fn end_expired(&self) -> Result<ExpiryReport, Error> {
        let now = self.now();
        let (ended, forgotten) = self
            .db()
            .write(move |tx| {
                let ended = records::end_over(tx, now)?;
                Ok::<_, ateneu_db::Error>((ended, EVENTS.remove_old(tx, now)?))
            })
            .await?;
        let mut done = ExpiryReport { ended, forgotten, ..ExpiryReport::default() };
        if self.0.hotmart.is_some() {
            self.work().await?;
            self.ask_for_stale(&mut done).await?;
        }
        Ok(done)
    }

    async fn ask_for_stale(&self, done: &mut ExpiryReport) -> Result<(), Error> {
        let now = self.now();
        let stale = self.db().read(move |tx| records::stale(tx, MAX_ADDRESSES, now)).await?;
        let mut failures = 0;
        for record in stale {
            match self.sync(&record.email, &Asking::Routine).await {
                Ok(_) => (done.asked, failures) = (done.asked + 1, 0),
                Err(Error::Database(error)) => return Err(error.into()),
                Err(error) => {
                    tracing::warn!(%error, "failed to check a course access");
                    (done.unanswered, failures) = (done.unanswered + 1, failures + 1);
                }
            }
            if failures >= ENOUGH {
                break;
            }
        }
        Ok(())
    }
}
