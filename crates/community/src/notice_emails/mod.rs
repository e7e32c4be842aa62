//! Emails of notices: what a person has not read after ten minutes, gathered in one email for each period the person
//! chose, and a summary of the newest posts of their channels.
//!
//! A recurring task looks for people who are due. Their rights are asked when an email is written: what they may no
//! longer read leaves no word in it. An email is queued in the transaction that notes it, under a key of the person's
//! last email: a crash sends nothing twice.

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

/// The recurring task.
pub const NOTICE_EMAILS: Queue =
    Queue::new("notice_emails").label("E-mails de avisos").lease_of(15 * 60).batch(1).concurrency(1);

/// Interval at which people who are due are looked for.
const EVERY: Duration = Duration::from_mins(5);

pub(crate) const TASK: &str = "send";

/// The handler of the recurring task. Cloning is cheap.
#[derive(Clone)]
pub struct NoticeEmails {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Sends them.
    pub mail: Mail,
    /// The tables whose rules say what a person may read.
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
