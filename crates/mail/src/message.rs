//! A message to be queued: a row written in the service's own transaction, so that both commit or neither.

use ateneu_base::{Record, Timestamp, email::written, ids};
use ateneu_db::{Error, Tx};
use ateneu_queue::Task;

use crate::{
    kind::{Kind, Queue},
    queue::tasks_of,
};

/// A message to be queued.
#[derive(Clone, Debug)]
pub struct Message {
    kind: Kind,
    queue: Queue,
    recipient: String,
    subject: String,
    text: String,
    html: String,
    headers: Record,
    dedupe_key: Option<String>,
    about: Option<String>,
    expires_at: Option<Timestamp>,
}

impl Message {
    /// Creates an e-mail to one address, with text and HTML.
    pub fn email(recipient: &str, subject: &str, text: String, html: String) -> Self {
        Self {
            kind: Kind::Email,
            queue: Queue::Transactional,
            recipient: recipient.to_owned(),
            subject: subject.to_owned(),
            text,
            html,
            headers: Record::new(),
            dedupe_key: None,
            about: None,
            expires_at: None,
        }
    }

    /// Creates a short message to one telephone number with country code.
    pub fn sms(recipient: &str, text: String) -> Self {
        Self { kind: Kind::Sms, ..Self::email(recipient, "", text, String::new()) }
    }

    /// Sets the queue. The default is the transactional one.
    #[must_use]
    pub fn in_queue(mut self, queue: Queue) -> Self {
        self.queue = queue;
        self
    }

    /// Sets the address for replies.
    #[must_use]
    pub fn reply_to(self, address: &str) -> Self {
        self.header("Reply-To", address.to_owned())
    }

    /// Adds one-click unsubscription (RFC 8058): `link` takes the POST, and clients without it write to `owner`.
    #[must_use]
    pub fn unsubscribe(self, link: &str, owner: &str) -> Self {
        self.header("List-Unsubscribe", format!("<{link}>, <mailto:{owner}?subject=Parar%20de%20receber>"))
            .header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned())
    }

    /// Sets a key. A second message with the key is dropped.
    #[must_use]
    pub fn once(mut self, key: String) -> Self {
        self.dedupe_key = Some(key);
        self
    }

    /// Links the email to the person with this address, with whom it is erased.
    #[must_use]
    pub fn about(mut self, email: &str) -> Self {
        self.about = Some(written(email));
        self
    }

    /// Sets the expiry, after which the message is not sent.
    #[must_use]
    pub fn until(mut self, at: Timestamp) -> Self {
        self.expires_at = Some(at);
        self
    }

    fn header(mut self, name: &str, value: String) -> Self {
        self.headers.insert(name.to_owned(), value.into());
        self
    }

    /// Writes the row. Returns `false` if its key exists.
    pub(crate) fn write(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<bool, Error> {
        let id = ids::row_id(now);
        let written = tx.execute(
            "INSERT INTO mail_messages
                 (id, kind, queue, recipient, subject, text, html, headers, dedupe_key, expires_at, created_at,
                  about)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
             ON CONFLICT (dedupe_key) DO NOTHING",
            &[
                id.clone().into(),
                self.kind.into(),
                self.queue.into(),
                (&self.recipient).into(),
                (&self.subject).into(),
                (&self.text).into(),
                (&self.html).into(),
                serde_json::Value::Object(self.headers.clone()).to_string().into(),
                self.dedupe_key.clone().into(),
                self.expires_at.into(),
                now.into(),
                self.about.clone().into(),
            ],
        )?;
        if written > 0 {
            let task = Task::new(id, &self.subject, now);
            tasks_of(self.kind, self.queue).push(tx, &task, now)?;
        }
        Ok(written > 0)
    }
}
