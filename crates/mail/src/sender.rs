//! The sender of emails: the owner's name, addresses and words.

use std::sync::Arc;

use ateneu_content::ContentFiles;
use lettre::message::Mailbox;

use crate::Error;

/// Sender of the emails.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The content files in force, with the words of the emails.
    pub content: Arc<ContentFiles>,
    /// The owner's name; also the name of the site.
    pub name: String,
    /// The owner's occupation, in a few words.
    pub role: String,
    /// Address at which the owner reads mail.
    pub email: String,
    /// Office hours of the owner, one sentence.
    pub office_hours: String,
    /// URL of the site, without a slash at the end.
    pub public_url: String,
}

impl Sender {
    /// Returns the URL of a path on the site.
    pub fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// Returns the site's host name.
    pub fn host(&self) -> String {
        url::Url::parse(&self.public_url)
            .ok()
            .and_then(|url| url.host_str().map(str::to_owned))
            .unwrap_or_else(|| "localhost".to_owned())
    }

    /// Returns the mailbox for `From`: the configured one, else the owner's.
    pub(crate) fn mailbox(&self, configured: Option<&Mailbox>) -> Result<Mailbox, Error> {
        match configured {
            Some(mailbox) => Ok(Mailbox {
                name: mailbox.name.clone().or_else(|| Some(self.name.clone())),
                email: mailbox.email.clone(),
            }),
            None => {
                let email = self.email.parse();
                let email = email.map_err(|_| Error::From(self.email.clone()))?;
                Ok(Mailbox::new(Some(self.name.clone()), email))
            }
        }
    }
}
