//! The service of notices: what is written and sent after the transaction of an event.

use std::sync::Arc;

use ateneu_base::Clock;
use ateneu_db::{Db, Error};
use ateneu_mail::Mail;
use ateneu_queue::Runner;
use ateneu_schema::Schema;

use crate::{
    moderation::{OUTSIDE_ANSWERS, OutsideAnswers},
    notice_emails::{NOTICE_EMAILS, NoticeEmails},
    notices::{FOLLOWERS, Followers},
};

/// Dependencies of [`Notices`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Sends their emails.
    pub mail: Mail,
    /// Every table: the rules say what an email may name.
    pub schema: Arc<Schema>,
}

/// Notices. Cloning is cheap and shares them.
#[derive(Clone)]
pub struct Notices(Arc<Inner>);

struct Inner {
    followers: Followers,
    emails: NoticeEmails,
    answers: OutsideAnswers,
    runner: Runner,
}

impl Notices {
    /// Begins the recurring work; nothing is done before [`Notices::start`].
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { db, clock, mail, schema } = deps;
        let runner = Runner::new(db.clone(), clock.clone());
        let followers = Followers { db: db.clone(), clock: clock.clone() };
        let answers = OutsideAnswers { db: db.clone(), clock: clock.clone(), mail: mail.clone() };
        let emails = NoticeEmails { db, clock, mail, schema };
        emails.schedule_task().await?;
        Ok(Self(Arc::new(Inner { followers, emails, answers, runner })))
    }

    /// Starts the workers, which run until [`Notices::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.0.runner.start(self.0.followers.clone());
        self.0.runner.start(self.0.emails.clone());
        self.0.runner.start(self.0.answers.clone());
    }

    /// Stops the workers; what waits stays in the queue.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Makes every task due that a killed server held. Only where it is certain that no other server runs.
    pub async fn release_leases(&self) -> Result<(), Error> {
        let Followers { db, clock } = &self.0.followers;
        let now = clock.now();
        db.write(move |tx| {
            FOLLOWERS.release(tx, now)?;
            OUTSIDE_ANSWERS.release(tx, now)?;
            NOTICE_EMAILS.release(tx, now).map(drop)
        })
        .await
    }

    /// Writes the notices that are due, and the answers to people outside.
    pub async fn work(&self) -> Result<(), Error> {
        let Followers { db, clock } = &self.0.followers;
        ateneu_queue::work(db, clock, &self.0.followers).await?;
        ateneu_queue::work(db, clock, &self.0.answers).await
    }

    /// Queues the emails of everybody who is due. Returns their number.
    pub async fn send_emails(&self) -> Result<usize, Error> {
        self.0.emails.send().await
    }
}
