//! Emails to the owner about copies that are missing or of no use, one a day.

use ateneu_backup::FoundCopy;
use ateneu_base::{Timestamp, calendar};
use ateneu_content::emails::{Button, CopyFailed, CopyLate, CopyUnproved, EmailFields};
use ateneu_db::{Error as DbError, Tx};
use ateneu_mail::Mail;

use crate::{
    Copies, Error,
    tables::{CopyState, ProofState},
};

/// Address of the panel's page.
const PAGE: &str = "/admin/copias";

/// Trouble with the copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The last copy could not be made.
    Failed {
        /// Reason in Portuguese.
        reason: String,
    },
    /// The newest copy cannot be restored.
    Unproved {
        /// Day of the copy.
        day: String,
        /// Reason in Portuguese.
        reason: String,
    },
    /// The newest copy is too old.
    Late {
        /// Day of the copy.
        day: String,
    },
}

impl Copies {
    /// Returns the present trouble, the worst first.
    pub(crate) async fn trouble(&self) -> Result<Option<Trouble>, Error> {
        if let Some(reason) = self.continuous_trouble() {
            return Ok(Some(Trouble::Failed { reason }));
        }
        let rows = self.rows().await?;
        let last = rows.iter().find(|row| row.state != CopyState::Running);
        if let Some(failed) = last.filter(|row| row.state == CopyState::Failed) {
            return Ok(Some(Trouble::Failed { reason: failed.error.clone().unwrap_or_default() }));
        }
        let newest = rows.iter().find(|row| row.state == CopyState::Done);
        if let Some(row) = newest.filter(|row| row.proof == Some(ProofState::Failed)) {
            let reason = row.proof_error.clone().unwrap_or_default();
            return Ok(Some(Trouble::Unproved { day: calendar::day(row.started_at), reason }));
        }
        let newest = match newest {
            Some(row) => Some(row.started_at),
            // The records of a restored server begin anew.
            None => self.target()?.list().await?.first().map(|FoundCopy { made_at, .. }| *made_at),
        };
        let limit = self.now() - self.section().stale_after();
        let late = newest.filter(|made_at| *made_at < limit);
        Ok(late.map(|made_at| Trouble::Late { day: calendar::day(made_at) }))
    }

    /// Returns the trouble of the continuous copy in Portuguese, once it is late.
    fn continuous_trouble(&self) -> Option<String> {
        let progress = self.continuous_progress();
        let since = calendar::day_and_minute(progress.late_since(self.now())?);
        let reason = progress.trouble.unwrap_or_default();
        Some(
            format!("A cópia contínua não recebe as alterações desde {since}. {reason}")
                .trim_end()
                .to_owned(),
        )
    }

    /// Queues an email to the owner if there is trouble, at most one a day. Returns the trouble.
    ///
    /// # Errors
    /// Fails if the database does, or the target where nothing is recorded.
    pub async fn tell_owner(&self, mail: &Mail) -> Result<Option<Trouble>, Error> {
        let Some(trouble) = self.trouble().await? else { return Ok(None) };
        let (mail, sent, now) = (mail.clone(), trouble.clone(), self.now());
        self.db().write(move |tx| queue(tx, &mail, sent, now)).await?;
        Ok(Some(trouble))
    }
}

fn queue(tx: &mut Tx<'_>, mail: &Mail, trouble: Trouble, now: Timestamp) -> Result<(), DbError> {
    let button = Button(mail.sender().link(PAGE));
    match trouble {
        Trouble::Failed { reason } => send(tx, mail, &CopyFailed { reason, button }, now),
        Trouble::Unproved { day, reason } => send(tx, mail, &CopyUnproved { day, reason, button }, now),
        Trouble::Late { day } => send(tx, mail, &CopyLate { day, button }, now),
    }
}

/// Queues an email of today to the owner, unless one was queued.
fn send(tx: &mut Tx<'_>, mail: &Mail, fields: &impl EmailFields, now: Timestamp) -> Result<(), DbError> {
    let sender = mail.sender();
    let key = format!("copies-{}", calendar::iso_day(now));
    mail.queue(tx, &sender.email(fields).to(&sender.email, &sender).once(key)).map(drop)
}
