//! Scheduled work: ends expired access, and asks the platform again about a "yes" older than a day. Readers therefore
//! never wait for the platform.

use crate::{Courses, EVENTS, Error, records, sync::Asking};

/// Addresses asked for in one run: three calls each, within what the platform allows a minute.
const MAX_ADDRESSES: i64 = 100;

/// Failures in a row after which the platform counts as down.
const ENOUGH: usize = 3;

/// Result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpiryReport {
    /// Records whose time was over.
    pub ended: u64,
    /// Addresses the platform was asked for again.
    pub asked: u64,
    /// Addresses it did not answer for; their access stands.
    pub unanswered: u64,
    /// Old events that were forgotten.
    pub forgotten: u64,
}

impl Courses {
    /// Ends what is over, asks the platform again about old answers, and handles waiting events. A platform that
    /// is down takes no access away.
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
