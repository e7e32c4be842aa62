//! One connection to the relay, command by command, so that a cut after the text differs from a cut before it.

use std::time::Duration;

use ateneu_base::ids;
use ateneu_db::Db;
use lettre::{
    Address,
    address::Envelope,
    transport::smtp::{
        Error as SmtpError,
        authentication::DEFAULT_MECHANISMS,
        client::AsyncSmtpConnection,
        commands::{Data, Mail, Rcpt, Rset},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use tokio::{net::TcpStream, time::timeout};

use super::{
    address::{Encryption, RelayAddress},
    email::BulkEmail,
};
use crate::{Smtp, transport::names_the_mailbox};

/// Maximum length of a stored reason in characters.
const MAX_REASON: usize = 300;

/// Outcome of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The relay has accepted the email.
    Accepted,
    /// The relay has refused the email for good.
    Refused {
        /// The response.
        reason: String,
        /// True if the response names the mailbox, so that the address gets no more newsletters.
        suppress: bool,
    },
    /// The relay has refused the email for now.
    Deferred {
        /// The response.
        reason: String,
    },
    /// The relay could not be used. It has not received the email.
    Lost {
        /// The error.
        reason: String,
    },
    /// The connection ended after the text was sent, before the response.
    Uncertain {
        /// The error.
        reason: String,
    },
}

/// An open connection.
pub struct BulkConnection {
    line: Line,
    /// False if the connection must not be used again.
    is_usable: bool,
}

enum Line {
    Smtp { connection: Box<AsyncSmtpConnection>, longest: Duration },
    Outbox(Db),
}

impl BulkConnection {
    pub(super) async fn open(address: &RelayAddress, smtp: &Smtp, hello: &str) -> Result<Self, String> {
        let opened = timeout(smtp.connect, connect(address, smtp, hello)).await;
        let opened = opened.map_err(|_| "o servidor de e-mail não respondeu a tempo".to_owned())?;
        let connection = Box::new(opened?);
        Ok(Self { line: Line::Smtp { connection, longest: smtp.message }, is_usable: true })
    }

    pub(super) fn outbox(db: Db) -> Self {
        Self { line: Line::Outbox(db), is_usable: true }
    }

    /// Returns `false` if the connection must not be used again.
    pub fn is_usable(&self) -> bool {
        self.is_usable
    }

    /// Sends one email.
    pub async fn send(&mut self, email: &BulkEmail) -> Delivery {
        let (envelope, bytes) = match email.compose() {
            Ok(composed) => composed,
            Err(error) => return Delivery::Refused { reason: error.to_string(), suppress: false },
        };
        match &mut self.line {
            Line::Outbox(db) => store_in_outbox(db, email).await,
            Line::Smtp { connection, longest } => {
                let (delivery, is_usable) = deliver(connection, *longest, &envelope, &bytes).await;
                self.is_usable = is_usable;
                delivery
            }
        }
    }

    /// Ends the connection.
    pub async fn close(self) {
        let Line::Smtp { mut connection, longest } = self.line else { return };
        if self.is_usable
            && let Ok(Err(error)) = timeout(longest, connection.quit()).await
        {
            tracing::debug!(%error, "a connection to the relay did not end in order");
        }
    }
}

async fn connect(address: &RelayAddress, smtp: &Smtp, hello: &str) -> Result<AsyncSmtpConnection, String> {
    let hello = ClientId::Domain(hello.to_owned());
    let place = (address.host.as_str(), address.port);
    let said = |error: SmtpError| brief(&error);
    if let Encryption::Wrapped(tls) = &address.encryption {
        let opened =
            AsyncSmtpConnection::connect_tokio1(place, Some(smtp.connect), &hello, Some(tls.clone()), None);
        return signed_in(opened.await.map_err(said)?, address).await;
    }
    let stream = TcpStream::connect(place).await.map_err(|error| error.to_string())?;
    // The end of a text is a write of its own. It would wait 40 ms for the relay's delayed acknowledgement.
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let mut connection =
        AsyncSmtpConnection::connect_with_transport(Box::new(stream), &hello).await.map_err(said)?;
    match &address.encryption {
        Encryption::Required(tls) => connection.starttls(tls.clone(), &hello).await.map_err(said)?,
        Encryption::Opportunistic(tls) if connection.can_starttls() => {
            connection.starttls(tls.clone(), &hello).await.map_err(said)?;
        }
        _ => {}
    }
    signed_in(connection, address).await
}

async fn signed_in(
    mut connection: AsyncSmtpConnection,
    address: &RelayAddress,
) -> Result<AsyncSmtpConnection, String> {
    if let Some(credentials) = &address.credentials {
        connection.auth(DEFAULT_MECHANISMS, credentials).await.map_err(|error| brief(&error))?;
    }
    Ok(connection)
}

/// Sends one email. Returns its outcome, and `false` if the connection must not be used again.
async fn deliver(
    connection: &mut AsyncSmtpConnection,
    longest: Duration,
    envelope: &Envelope,
    bytes: &[u8],
) -> (Delivery, bool) {
    if is_international(envelope) && !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
        let reason = "o servidor de e-mail não aceita este endereço".to_owned();
        return (Delivery::Refused { reason, suppress: false }, true);
    }
    match timeout(longest, send_commands(connection, envelope, bytes.is_ascii())).await {
        Err(_) => return (Delivery::Lost { reason: LATE.to_owned() }, false),
        Ok(Err(error)) => return after_error(connection, longest, envelope, &error).await,
        Ok(Ok(())) => {}
    }
    match timeout(longest, connection.message(bytes)).await {
        Ok(Ok(_)) => (Delivery::Accepted, true),
        Ok(Err(error)) if error.status().is_some() => {
            after_error(connection, longest, envelope, &error).await
        }
        // The text is on its way, and nobody said what became of it.
        Ok(Err(error)) => (Delivery::Uncertain { reason: brief(&error) }, false),
        Err(_) => (Delivery::Uncertain { reason: LATE.to_owned() }, false),
    }
}

const LATE: &str = "o servidor de e-mail demorou demais";

/// Returns `true` if an address has characters beyond ASCII.
fn is_international(envelope: &Envelope) -> bool {
    let is_plain = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    !envelope.to().iter().chain(envelope.from()).all(is_plain)
}

/// Sends the commands before the text.
async fn send_commands(
    connection: &mut AsyncSmtpConnection,
    envelope: &Envelope,
    is_ascii: bool,
) -> Result<(), SmtpError> {
    let mut options = Vec::new();
    if is_international(envelope) && connection.server_info().supports_feature(Extension::SmtpUtfEight) {
        options.push(MailParameter::SmtpUtfEight);
    }
    if !is_ascii && connection.server_info().supports_feature(Extension::EightBitMime) {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    connection.command(Mail::new(envelope.from().cloned(), options)).await?;
    for address in envelope.to() {
        connection.command(Rcpt::new(address.clone(), Vec::new())).await?;
    }
    connection.command(Data).await.map(drop)
}

/// Returns the outcome of an error before the text or in the response to it, and `false` if the connection must not be
/// used again.
async fn after_error(
    connection: &mut AsyncSmtpConnection,
    longest: Duration,
    envelope: &Envelope,
    error: &SmtpError,
) -> (Delivery, bool) {
    let reason = brief(error);
    let delivery = match error.status().map(u16::from) {
        // The relay refuses the credentials, not the email.
        None | Some(530 | 534 | 535 | 538) => return (Delivery::Lost { reason }, false),
        Some(421) => return (Delivery::Deferred { reason }, false),
        Some(code @ 500..) => {
            let suppress = names_the_mailbox(&error.to_string(), Some(code)) && !envelope.to().is_empty();
            Delivery::Refused { reason, suppress }
        }
        Some(_) => Delivery::Deferred { reason },
    };
    // Ends the begun message, so that the next one starts anew.
    let reset = timeout(longest, connection.command(Rset)).await;
    (delivery, matches!(reset, Ok(Ok(_))))
}

/// Returns an error in one short line.
fn brief(error: &SmtpError) -> String {
    let text = std::error::Error::source(error)
        .map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"));
    ateneu_base::fold::one_line(&text).chars().take(MAX_REASON).collect()
}

/// Stores an email for the outbox page, as sent.
async fn store_in_outbox(db: &Db, email: &BulkEmail) -> Delivery {
    let email = email.clone();
    let kept = db.write(move |tx| {
        let headers: serde_json::Map<String, serde_json::Value> =
            email.headers.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
        tx.execute(
            "INSERT INTO mail_messages (id, kind, queue, recipient, subject, text, html, headers, dedupe_key, state,
                 created_at, sent_at)
             VALUES ($1, 'email', 'newsletter', $2, $3, $4, $5, $6, $7, 'sent', $8, $8) ON CONFLICT (dedupe_key) DO NOTHING",
            &[
                ids::row_id(email.date).into(),
                email.recipient.into(),
                email.subject.into(),
                email.text.into(),
                email.html.into(),
                serde_json::Value::Object(headers).to_string().into(),
                email.message_id.into(),
                email.date.into(),
            ],
        )
    });
    match kept.await {
        Ok(_) => Delivery::Accepted,
        Err(error) => Delivery::Lost { reason: error.to_string() },
    }
}
