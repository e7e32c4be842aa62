//! Mail: one queue in the database for every outgoing message, and the worker that hands e-mails to an SMTP relay
//! and short messages to their service, or leaves them in the outbox.
//!
//! A service queues a message in its own transaction ([`Mail::queue`]), so nothing is sent of what was never committed
//! and nothing committed goes unsent. Emails that follow from rows need no call at all:
//! the row is the queue, see [`RowEmails`].
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `kind`: kinds, queues and states of messages
//! - `tables`: the declared tables
//! - `sender`: the owner's name and addresses
//! - `email`: an email as blocks
//! - `outgoing`: one message on its way out, and what became of it
//! - `queue`: the queues, and the messages in them
//! - `message`: a message as a service queues it
//! - `layout`: the look of all emails
//! - `row_emails`: emails that follow from rows
//! - `sms`: sends short messages
//! - `transport`: sends messages, or leaves them to the outbox
//! - `worker`: sends what waits in the queues
//! - `outbox`: `/dev/outbox`

mod email;
mod kind;
mod layout;
mod message;
mod outbox;
mod outgoing;
mod queue;
mod row_emails;
mod section;
mod sender;
mod sms;
mod tables;
mod transport;
mod worker;

use std::sync::Arc;

use ateneu_base::Clock;
use ateneu_db::{Db, Tx};
use ateneu_queue::Runner;
use axum::Router;
pub use email::{Block, Email};
pub use kind::{Kind, Queue};
use lettre::message::Mailbox;
pub use message::Message;
use parking_lot::RwLock;
pub use queue::QUEUES;
pub use row_emails::{Context, RowEmails, text};
pub use section::{MailSection, SmsSection};
pub use sender::Sender;
pub use sms::Sms;
pub use tables::tables;
pub use transport::Smtp;

use crate::{transport::Transport, worker::Worker};

/// Reason why mail cannot be opened, or a pass over the queue was broken off.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The address of the relay cannot be used. Never names the password in it.
    #[error("mail.smtp_url cannot be used: {0}")]
    Relay(String),
    /// The service for short messages cannot be used. Never names its token.
    #[error("short messages cannot be sent: {0}")]
    Sms(String),
    /// The sender address is not one.
    #[error("mail.from must be an address such as \"Nome <nome@exemplo.com.br>\": {0}")]
    From(String),
    /// The database.
    #[error(transparent)]
    Db(#[from] ateneu_db::Error),
}

/// Configuration of sending for this installation.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The relay for e-mail.
    pub smtp: Option<Smtp>,
    /// The service for short messages.
    pub sms: Option<Sms>,
    /// True if messages without a relay or service count as sent and are read at `/dev/outbox`. Otherwise such
    /// messages wait in the queue.
    pub outbox: bool,
    /// Mailbox in `From`, e.g. `Nome <nome@exemplo.com.br>`; empty: the owner's name and address.
    pub from: String,
}

impl Config {
    /// Checks that mail can be opened with this configuration.
    ///
    /// # Errors
    /// Fails if the relay, the sender's address or the service for short messages cannot be used.
    pub fn verify(&self) -> Result<(), Error> {
        self.mailbox()?;
        self.smtp.as_ref().map(transport::connections).transpose()?;
        self.sms.as_ref().map(sms::messages).transpose()?;
        Ok(())
    }

    fn mailbox(&self) -> Result<Option<Mailbox>, Error> {
        let from = Some(self.from.trim()).filter(|from| !from.is_empty());
        from.map(|from| from.parse().map_err(|_| Error::From(from.to_owned()))).transpose()
    }
}

/// Dependencies of [`Mail`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Returns the sender. Called for every email, so that it follows the content files.
    pub sender: Box<dyn Fn() -> Sender + Send + Sync>,
    /// Configuration of sending.
    pub config: Config,
}

/// Mail. Cloning is cheap and shares it.
#[derive(Clone)]
pub struct Mail(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    transport: Transport,
    from: Option<Mailbox>,
    row_emails: RwLock<Arc<[RowEmails]>>,
    outbox: bool,
    sender: Box<dyn Fn() -> Sender + Send + Sync>,
    runner: Runner,
}

impl Mail {
    /// Fails when the relay, the sender's address or the service for short messages cannot be used. Must be called on a
    /// Tokio runtime.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { db, clock, sender, config } = deps;
        let from = config.mailbox()?;
        Ok(Self(Arc::new(Inner {
            transport: Transport::open(config.smtp, config.sms, config.outbox, &sender())?,
            runner: Runner::new(db.clone(), clock.clone()),
            db,
            clock,
            from,
            row_emails: RwLock::default(),
            outbox: config.outbox,
            sender,
        })))
    }

    /// Adds emails that follow from rows. Before [`Mail::start`].
    pub fn add_row_emails(&self, emails: impl IntoIterator<Item = RowEmails>) {
        let mut all = self.0.row_emails.write();
        *all = all.iter().cloned().chain(emails).collect();
    }

    fn row_emails(&self) -> Arc<[RowEmails]> {
        self.0.row_emails.read().clone()
    }

    /// Queues a message in the caller's transaction; it leaves after the commit. Returns `false` if one with the same
    /// key was queued before.
    pub fn queue(&self, tx: &mut Tx<'_>, message: &Message) -> Result<bool, ateneu_db::Error> {
        message.write(tx, self.0.clock.now())
    }

    /// Returns `true` if messages of this kind are sent, or kept in the outbox.
    pub fn delivers(&self, kind: Kind) -> bool {
        self.0.transport.delivers(kind)
    }

    /// Returns the present sender.
    pub fn sender(&self) -> Sender {
        (self.0.sender)()
    }

    /// Starts the workers, which run until [`Mail::close`].
    pub fn start(&self) {
        Worker::all(self).into_iter().for_each(|worker| self.0.runner.start(Arc::new(worker)));
    }

    /// Stops the workers; the message at hand is finished first, the others stay queued.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Writes the emails that rows are owed and sends everything that is due, the most urgent queue first.
    ///
    /// # Errors
    /// Fails if the database does. What was due has been tried nevertheless.
    pub async fn work(&self) -> Result<(), Error> {
        let mut failed = None;
        for worker in Worker::all(self) {
            if let Err(error) = ateneu_queue::work(&self.0.db, &self.0.clock, &worker).await {
                failed.get_or_insert(error);
            }
        }
        Ok(failed.map_or(Ok(()), Err)?)
    }

    /// Removes what was completed long ago, and lets the emails of rows clean up.
    pub async fn remove_old(&self) -> Result<(), ateneu_db::Error> {
        let now = self.0.clock.now();
        let cleanups: Vec<_> = self.row_emails().iter().filter_map(|emails| emails.cleanup).collect();
        let removed = self.0.db.write(move |tx| {
            cleanups.iter().try_for_each(|cleanup| cleanup(tx, now))?;
            queue::remove_old(tx, now)
        });
        removed.await
    }

    /// Returns the routes of `/dev/outbox`. The router is empty if there is no outbox.
    pub fn router(&self) -> Router {
        if self.0.outbox { outbox::router(self) } else { Router::new() }
    }
}
