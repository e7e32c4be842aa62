//! What can go wrong with mail. That a relay or an address refuses a message is no error: it is the message's state.

/// Why mail cannot be opened, or a pass over the queue was broken off.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The address of the relay cannot be used. Never names the password in it.
    #[error("smtp_url cannot be used: {0}")]
    Relay(String),
    /// The service for short messages cannot be used. Never names its token.
    #[error("short messages cannot be sent: {0}")]
    Sms(String),
    /// The address letters come from is not one.
    #[error("mail_from must be an address such as \"Nome <nome@exemplo.com.br>\": {0}")]
    From(String),
    /// The database.
    #[error(transparent)]
    Db(#[from] ateneu_db::Error),
}
