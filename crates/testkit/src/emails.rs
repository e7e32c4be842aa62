//! Queued emails.

use serde::Deserialize;

use crate::TestApp;

/// An email in the queue.
#[derive(Clone, Debug, Deserialize)]
pub struct QueuedEmail {
    /// Subject of the email.
    pub subject: String,
    /// The body as plain text.
    pub text: String,
    /// The body as HTML.
    pub html: String,
}

impl QueuedEmail {
    /// Returns the one-time code.
    #[track_caller]
    pub fn code(&self) -> String {
        let line = self.text.lines().find_map(|line| line.strip_prefix("Código: "));
        line.unwrap_or_else(|| panic!("no code in {}", self.text)).to_owned()
    }
}

impl TestApp {
    /// Returns the queued emails to an address, oldest first.
    pub async fn emails(&self, recipient: &str) -> Vec<QueuedEmail> {
        let sql =
            "SELECT subject, text, html FROM mail_messages WHERE recipient = $1 ORDER BY created_at, id";
        self.rows_as(sql, &[recipient.into()]).await
    }

    /// Returns the newest email to an address.
    pub async fn email(&self, recipient: &str) -> QueuedEmail {
        let emails = self.emails(recipient).await;
        emails.last().cloned().unwrap_or_else(|| panic!("no email to {recipient}"))
    }
}
