//! Emails of notices: those unread for ten minutes, gathered into one email per period that the person has chosen, and
//! a summary of the newest posts of their channels.
//!
//! A recurring task looks for people to whom an email is due. Their rights are checked when it is written: it omits
//! texts that they may no longer read. An email is queued in the transaction that records it, under a key of the
//! person's last email, so that a crash sends nothing twice.

mod due;
mod gather;
mod links;
mod render;
mod send;

use std::{sync::Arc, time::Duration};

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_mail::Mail;
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use ateneu_schema::Schema;

pub use links::procedures;

use crate::notices::FOLLOWERS;

/// Queue of the recurring task.
pub const NOTICE_EMAILS: Queue =
    Queue::new("notice_emails").label("E-mails de avisos").lease_of(15 * 60).batch(1).concurrency(1);

/// Interval of the recurring task.
const EVERY: Duration = Duration::from_mins(5);

pub(crate) const TASK: &str = "send";

/// Handler of the recurring task. Clones share it.
#[derive(Clone)]
pub struct NoticeEmails {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Mail service.
    pub mail: Mail,
    /// Tables whose rules decide which texts a person may read.
    pub schema: Arc<Schema>,
}

impl Handler for NoticeEmails {
    fn queue(&self) -> Queue {
        NOTICE_EMAILS
    }

    async fn queue_recurring(&self) -> Result<(), Error> {
        let now = self.clock.now();
        let task = Task::new(TASK, TASK, now);
        self.db.write(move |tx| NOTICE_EMAILS.push(tx, &task, now).map(drop)).await
    }

    async fn handle(&self, _: &[Leased]) -> Result<Option<Outcome>, Error> {
        let error = self.send().await.err().map(|error| error.to_string());
        let now = self.clock.now();
        self.db.write(move |tx| FOLLOWERS.remove_old(tx, now).map(drop)).await?;
        Ok(Some(Outcome::Again { at: now + EVERY, error }))
    }
}
