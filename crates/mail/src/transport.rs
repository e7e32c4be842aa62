//! Sends messages through an SMTP relay or the service for short messages ([`crate::sms`]), or leaves them to the
//! outbox page.

use std::{
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use ateneu_base::{Secret, Timestamp};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{AsyncSmtpTransportBuilder, Error as SmtpError, PoolConfig, extension::ClientId},
};
use parking_lot::Mutex;

use crate::{
    Error, Sender,
    kind::Kind,
    outgoing::{Outcome, Outgoing},
    sms::{Sms, SmsClient},
};

/// The relay for emails.
#[derive(Clone, Debug)]
pub struct Smtp {
    /// `smtps://user:password@host` or `smtp://host:port?tls=required`.
    pub url: Secret,
    /// Maximum time to connect.
    pub connect: Duration,
    /// Maximum time for one message.
    pub message: Duration,
}

impl Smtp {
    /// Returns the relay with this URL, ten seconds to connect and a minute for a message.
    pub fn new(url: &str) -> Self {
        Self { url: url.into(), connect: Duration::from_secs(10), message: Duration::from_secs(60) }
    }
}

pub(crate) struct Transport {
    relay: Option<Relay>,
    sms: Option<SmsClient>,
    outbox: bool,
}

impl Transport {
    /// Opens the transport. With `outbox`, messages without a relay count as sent and are shown there. Otherwise they
    /// wait.
    pub(crate) fn open(
        smtp: Option<Smtp>,
        sms: Option<Sms>,
        outbox: bool,
        sender: &Sender,
    ) -> Result<Self, Error> {
        Ok(Self {
            relay: smtp.map(|smtp| Relay::open(smtp, sender)).transpose()?,
            sms: sms.map(SmsClient::open).transpose()?,
            outbox,
        })
    }

    /// True if messages of this kind can be sent now.
    pub(crate) fn delivers(&self, kind: Kind) -> bool {
        let leaves = match kind {
            Kind::Email => self.relay.is_some(),
            Kind::Sms => self.sms.is_some(),
        };
        self.outbox || leaves
    }

    pub(crate) async fn send(
        &self,
        outgoing: &Outgoing,
        sender: &Sender,
        from: Option<&Mailbox>,
        now: Timestamp,
    ) -> Outcome {
        match (outgoing.kind, &self.relay, &self.sms) {
            (Kind::Email, Some(relay), _) => match sender.mailbox(from) {
                Ok(from) => relay.send(outgoing, from, &sender.host()).await,
                // The fault is in the configured address, not in the email.
                Err(error) => Outcome::Later(error.to_string()),
            },
            (Kind::Sms, _, Some(sms)) => sms.send(outgoing, now).await,
            (_, _, _) => Outcome::Sent,
        }
    }
}

type Connections = AsyncSmtpTransport<Tokio1Executor>;

/// Returns the builder of connections to the relay.
pub(crate) fn connections(smtp: &Smtp) -> Result<AsyncSmtpTransportBuilder, Error> {
    Connections::from_url(smtp.url.reveal()).map_err(|error| Error::Relay(error.to_string()))
}

struct Relay {
    smtp: Smtp,
    builder: AsyncSmtpTransportBuilder,
    connections: Mutex<Arc<Connections>>,
}

impl Relay {
    fn open(smtp: Smtp, sender: &Sender) -> Result<Self, Error> {
        // Emails are sent one after the other, so one connection is enough.
        let builder = connections(&smtp)?
            .hello_name(ClientId::Domain(sender.host()))
            .timeout(Some(smtp.connect))
            .pool_config(PoolConfig::new().max_size(1));
        let connections = Mutex::new(Arc::new(builder.clone().build()));
        Ok(Self { smtp, builder, connections })
    }

    async fn send(&self, outgoing: &Outgoing, from: Mailbox, host: &str) -> Outcome {
        let message = match compose(outgoing, from, host) {
            Ok(message) => message,
            Err(error) => return Outcome::never(error.to_string()),
        };
        let connections = Arc::clone(&self.connections.lock());
        match tokio::time::timeout(self.smtp.message, connections.send(message)).await {
            Ok(Ok(_)) => Outcome::Sent,
            Ok(Err(error)) => refused(&error, outgoing.recipient.is_ascii()),
            Err(_) => {
                // The connection may still receive the reply to this message, so it is not reused.
                *self.connections.lock() = Arc::new(self.builder.clone().build());
                Outcome::Later("o servidor de e-mail demorou demais".to_owned())
            }
        }
    }
}

/// Returns the email in wire form. lettre checks and encodes addresses and header fields: a line break in one cannot
/// begin another.
fn compose(
    outgoing: &Outgoing,
    from: Mailbox,
    host: &str,
) -> Result<lettre::Message, Box<dyn std::error::Error>> {
    let to: Address = outgoing.recipient.parse()?;
    let at = Duration::from_micros(u64::try_from(outgoing.created_at.micros()).unwrap_or(0));
    let mut builder = lettre::Message::builder()
        .message_id(Some(format!("<{}@{host}>", outgoing.id)))
        .date(UNIX_EPOCH + at)
        .from(from)
        .to(Mailbox::new(None, to))
        .subject(&outgoing.subject)
        // Prevents out-of-office replies.
        .raw_header(header("Auto-Submitted", "auto-generated")?);
    for (name, value) in &outgoing.headers {
        let value = value.as_str().unwrap_or_default();
        match name.as_str() {
            // An invalid address is omitted. The text of the email contains it anyway.
            "Reply-To" => {
                if let Ok(address) = value.parse::<Address>() {
                    builder = builder.reply_to(Mailbox::new(None, address));
                }
            }
            name => builder = builder.raw_header(header(name, value)?),
        }
    }
    let body = MultiPart::alternative_plain_html(outgoing.text.clone(), outgoing.html.clone());
    Ok(builder.multipart(body)?)
}

fn header(name: &str, value: &str) -> Result<HeaderValue, Box<dyn std::error::Error>> {
    Ok(HeaderValue::new(HeaderName::new_from_ascii(name.to_owned())?, value.to_owned()))
}

/// Returns the outcome of an SMTP error: a retry for 4xx, a lost connection or a wrong password, final for 5xx and for
/// an address beyond ASCII that the relay cannot carry.
fn refused(error: &SmtpError, plain_address: bool) -> Outcome {
    let reason = error.to_string();
    if error.is_client() && !plain_address {
        return Outcome::never(reason);
    }
    let code = error.status().map(u16::from);
    match code {
        // The relay refuses the credentials, not the email.
        Some(530 | 534 | 535 | 538) => Outcome::Later(reason),
        Some(500..) => Outcome::Never { suppress: names_the_mailbox(&reason, code), reason },
        _ => Outcome::Later(reason),
    }
}

/// Returns `true` if the address is refused, not the sender, a full mailbox, the network or a policy. The extended
/// status (RFC 3463) decides if there is one.
pub(crate) fn names_the_mailbox(reason: &str, code: Option<u16>) -> bool {
    let extended = reason.split([' ', '-', ':']).find(|word| word.starts_with("5."));
    match extended {
        Some("5.1.7" | "5.1.8") => false,
        Some(status) => status.starts_with("5.1.") || status == "5.2.0" || status == "5.2.1",
        None => matches!(code, Some(550 | 551 | 553 | 556)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rejected_recipient_is_suppressed() {
        for (code, reason, expected) in [
            (550, "permanent error (550): no such user", true),
            (550, "permanent error (550): 5.1.1 no such user", true),
            (553, "permanent error (553): mailbox name not allowed", true),
            (550, "permanent error (550): 5.2.1 mailbox disabled", true),
            (550, "permanent error (550): 5.7.1 message refused by policy", false),
            (553, "permanent error (553): 5.1.8 bad sender", false),
            (552, "permanent error (552): 5.2.2 mailbox full", false),
            (552, "permanent error (552): too large", false),
            (554, "permanent error (554): transaction failed", false),
        ] {
            assert_eq!(names_the_mailbox(reason, Some(code)), expected, "{reason}");
        }
    }
}
