//! Errors of keys and tokens.

/// Error of keys and tokens.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A text does not have the form of a refresh token.
    #[error("the text is no refresh token")]
    MalformedToken,
    /// A refresh token is from another installation.
    #[error("the refresh token is unknown")]
    UnknownToken,
    /// The database.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// A defect of the server, its configuration or a stored key.
    #[error("{0}")]
    Defect(&'static str),
}
