//! Mail: one queue in the database for all outgoing messages, and the worker that sends e-mails through an SMTP relay
//! and short messages through their service, or leaves them in the outbox.
//!
//! A service queues a message in its own transaction ([`Mail::queue`]), so a message is sent if and only if the
//! transaction commits. Emails that follow from rows need no call: the row is the queue, see [`RowEmails`].
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `kind`: kinds, queues and states of messages
//! - `suppressions`: addresses that get no newsletter
//! - `tables`: the declared tables
//! - `sender`: the owner's name, addresses and words
//! - `outgoing`: one outgoing message, and its outcome
//! - `queue`: the queues, and the messages in them
//! - `message`: a message to be queued
//! - `sheet`: the sheet of all emails
//! - `email`: an email as blocks
//! - `layout`: the HTML of an email from its blocks
//! - `row_emails`: emails that follow from rows
//! - `sms`: sends short messages
//! - `mailbox`: reads a mailbox by IMAP
//! - `transport`: sends messages, or leaves them in the outbox
//! - `domain`: records of the sender's domain
//! - `bulk`: sends campaigns
//! - `worker`: sends queued messages
//! - `outbox`: `/dev/outbox`

pub mod bulk;
pub mod domain;
mod email;
mod kind;
mod layout;
pub mod mailbox;
mod message;
mod outbox;
mod outgoing;
mod queue;
mod row_emails;
mod section;
mod sender;
mod sheet;
mod sms;
pub mod suppressions;
mod tables;
mod transport;
mod worker;

use std::{net::SocketAddr, sync::Arc};

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Tx};
use ateneu_queue::Runner;
use axum::Router;
pub use email::Email;
pub use kind::{Kind, Queue};
pub use layout::Rendered;
use lettre::message::Mailbox;
pub use message::Message;
use parking_lot::RwLock;
pub use queue::{QUEUES, withdraw};
pub use row_emails::{Context, RowEmails, filled, text};
pub use section::{MailSection, SmsSection};
pub use sender::Sender;
pub use sheet::Sheet;
pub use sms::Sms;
pub use tables::tables;
pub use transport::Smtp;

use crate::{
    domain::{DomainRecords, Domains},
    mailbox::Imap,
    transport::Transport,
    worker::Worker,
};

/// Reason why mail cannot be opened, or a pass over the queue failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The URL of the relay is invalid. The text omits its password.
    #[error("mail.smtp_url cannot be used: {0}")]
    Relay(String),
    /// The mailbox cannot be used. The text omits its password.
    #[error("{0}")]
    Mailbox(String),
    /// The service for short messages cannot be used. The text omits its token.
    #[error("short messages cannot be sent: {0}")]
    Sms(String),
    /// The sender address is invalid.
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
    /// The mailbox with reports of failed deliveries.
    pub imap: Option<Imap>,
    /// Selector of the key that signs emails at the relay. May be empty.
    pub dkim_selector: String,
    /// Name servers. Empty for those of the machine.
    pub name_servers: Vec<SocketAddr>,
    /// True to count messages without a relay or service as sent, and show them at `/dev/outbox`. False to keep them in
    /// the queue.
    pub outbox: bool,
    /// Mailbox in `From`, e.g. `Nome <nome@exemplo.com.br>`. Empty for the owner's name and address.
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
        self.imap
            .as_ref()
            .map(Imap::verify)
            .transpose()
            .map_err(|error| Error::Mailbox(error.to_string()))?;
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

/// Mail. Clones share it.
#[derive(Clone)]
pub struct Mail(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    transport: Transport,
    from: Option<Mailbox>,
    smtp: Option<Smtp>,
    imap: Option<Imap>,
    domains: Domains,
    row_emails: RwLock<Arc<[RowEmails]>>,
    outbox: bool,
    sender: Box<dyn Fn() -> Sender + Send + Sync>,
    runner: Runner,
}

impl Mail {
    /// Opens mail. Fails if the relay, the sender's address or the service for short messages cannot be used. Must be
    /// called on a Tokio runtime.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { db, clock, sender, config } = deps;
        let from = config.mailbox()?;
        Ok(Self(Arc::new(Inner {
            smtp: config.smtp.clone(),
            imap: config.imap,
            domains: Domains::new(&config.dkim_selector, config.name_servers),
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

    /// Adds emails that follow from rows. Must be called before [`Mail::start`].
    pub fn add_row_emails(&self, emails: impl IntoIterator<Item = RowEmails>) {
        let mut all = self.0.row_emails.write();
        *all = all.iter().cloned().chain(emails).collect();
    }

    fn row_emails(&self) -> Arc<[RowEmails]> {
        self.0.row_emails.read().clone()
    }

    /// Queues a message in the caller's transaction, to be sent after the commit. Returns `false` if its key exists.
    pub fn queue(&self, tx: &mut Tx<'_>, message: &Message) -> Result<bool, ateneu_db::Error> {
        message.write(tx, self.0.clock.now())
    }

    /// Returns the number of rows whose emails are not queued yet.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn count_unqueued(&self, tx: &mut Tx<'_>) -> Result<i64, ateneu_db::Error> {
        row_emails::count(self, tx)
    }

    /// Returns the time at which the last email or short message was accepted.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn last_sent(&self, tx: &mut Tx<'_>) -> Result<Option<Timestamp>, ateneu_db::Error> {
        tx.query_one_as("SELECT max(sent_at) FROM mail_messages WHERE state = 'sent'", &[])
    }

    /// Returns `true` if messages of this kind are sent, or kept in the outbox.
    pub fn delivers(&self, kind: Kind) -> bool {
        self.0.transport.delivers(kind)
    }

    /// Returns the present sender.
    pub fn sender(&self) -> Sender {
        (self.0.sender)()
    }

    /// Returns the relay, if there is one.
    fn relay(&self) -> Option<Smtp> {
        self.0.smtp.clone()
    }

    /// Returns the mailbox with reports of failed deliveries, if there is one.
    pub fn mailbox(&self) -> Option<&Imap> {
        self.0.imap.as_ref()
    }

    /// Looks up the records of the sender's domain. `envelope_domain` is that of the envelope, if it is another one.
    ///
    /// # Errors
    /// Fails if the sender has no valid address.
    pub async fn domain_records(&self, envelope_domain: Option<&str>) -> Result<DomainRecords, Error> {
        let mailbox = self.bulk_mailbox("")?;
        let domain = mailbox.email.domain();
        let now = self.0.clock.now();
        Ok(self.0.domains.records(domain, envelope_domain.unwrap_or(domain), now).await)
    }

    /// Returns the database if sent messages are shown in the outbox.
    fn keeps_outbox(&self) -> Option<Db> {
        self.0.outbox.then(|| self.0.db.clone())
    }

    fn configured_from(&self) -> Option<&Mailbox> {
        self.0.from.as_ref()
    }

    /// Starts the workers, which run until [`Mail::close`].
    pub fn start(&self) {
        Worker::all(self).into_iter().for_each(|worker| self.0.runner.start(Arc::new(worker)));
    }

    /// Stops the workers. The current message is finished, the others stay queued.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Queues the emails of rows and sends all due messages, the most urgent queue first.
    ///
    /// # Errors
    /// Fails if the database does. All due messages have been tried nevertheless.
    pub async fn work(&self) -> Result<(), Error> {
        let mut failed = None;
        for worker in Worker::all(self) {
            if let Err(error) = ateneu_queue::work(&self.0.db, &self.0.clock, &worker).await {
                failed.get_or_insert(error);
            }
        }
        Ok(failed.map_or(Ok(()), Err)?)
    }

    /// Removes old settled messages, and runs the cleanups of the emails of rows.
    pub async fn remove_old(&self) -> Result<(), ateneu_db::Error> {
        let now = self.0.clock.now();
        let cleanups: Vec<_> = self.row_emails().iter().filter_map(|emails| emails.cleanup).collect();
        let removed = self.0.db.write(move |tx| {
            cleanups.iter().try_for_each(|cleanup| cleanup(tx, now))?;
            queue::remove_old(tx, now)
        });
        removed.await
    }

    /// Returns the routes of `/dev/outbox`. Empty without an outbox.
    pub fn router(&self) -> Router {
        if self.0.outbox { outbox::router(self) } else { Router::new() }
    }
}
