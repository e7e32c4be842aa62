//! An email of a campaign, and its wire form.

use std::time::{Duration, UNIX_EPOCH};

use ateneu_base::Timestamp;
use lettre::{
    Address,
    address::Envelope,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};

/// An email of a campaign to one recipient.
#[derive(Clone, Debug)]
pub struct BulkEmail {
    /// The Message-ID without its brackets. A second delivery has the same.
    pub message_id: String,
    /// Mailbox in `From`.
    pub from: Mailbox,
    /// Address that receives reports of failed deliveries. `None` for the one in `From`.
    pub envelope_from: Option<String>,
    /// The recipient's address.
    pub recipient: String,
    /// Address for replies. May be empty.
    pub reply_to: String,
    /// The subject.
    pub subject: String,
    /// The body as plain text.
    pub text: String,
    /// The body as HTML.
    pub html: String,
    /// Further header fields by name.
    pub headers: Vec<(&'static str, String)>,
    /// Time in `Date`.
    pub date: Timestamp,
}

impl BulkEmail {
    /// Returns envelope and bytes. lettre checks and encodes addresses and header fields, so that a line break in one
    /// cannot begin another.
    ///
    /// # Errors
    /// Fails if an address or a field is invalid.
    pub(crate) fn compose(&self) -> Result<(Envelope, Vec<u8>), Box<dyn std::error::Error + Send + Sync>> {
        let to: Address = self.recipient.parse()?;
        let at = Duration::from_micros(u64::try_from(self.date.micros()).unwrap_or(0));
        let mut builder = lettre::Message::builder()
            .message_id(Some(format!("<{}>", self.message_id)))
            .date(UNIX_EPOCH + at)
            .from(self.from.clone())
            .to(Mailbox::new(None, to.clone()))
            .subject(&self.subject);
        if let Ok(address) = self.reply_to.parse::<Address>() {
            builder = builder.reply_to(Mailbox::new(None, address));
        }
        for (name, value) in &self.headers {
            let name = HeaderName::new_from_ascii((*name).to_owned())?;
            builder = builder.raw_header(HeaderValue::new(name, value.clone()));
        }
        let body = MultiPart::alternative_plain_html(self.text.clone(), self.html.clone());
        let bytes = builder.multipart(body)?.formatted();
        let from = match &self.envelope_from {
            Some(address) => address.parse()?,
            None => self.from.email.clone(),
        };
        Ok((Envelope::new(Some(from), vec![to])?, bytes))
    }
}
