//! Reasons why a mailbox cannot be read.

/// Reason why a mailbox cannot be read. The texts omit the password.
#[derive(Debug, thiserror::Error)]
pub enum MailboxError {
    /// The URL is invalid.
    #[error("mail.imap_url cannot be used: {0}")]
    Url(&'static str),
    /// The server did not respond in time.
    #[error("the mailbox did not respond in time")]
    TooSlow,
    /// The connection failed, or the certificate is not trusted.
    #[error("the mailbox cannot be reached: {0}")]
    Connection(#[from] std::io::Error),
    /// The server refused a command or responded with nonsense.
    #[error("the mailbox cannot be read: {0}")]
    Protocol(String),
}

impl From<async_imap::error::Error> for MailboxError {
    fn from(error: async_imap::error::Error) -> Self {
        match error {
            async_imap::error::Error::Io(error) => Self::Connection(error),
            other => Self::Protocol(other.to_string()),
        }
    }
}
