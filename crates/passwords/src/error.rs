//! Errors of hashing.

/// Error of hashing, or of the list of leaked passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The queue is full, or several requests hash for the same account.
    #[error("too many passwords are being hashed")]
    Busy,
    /// The address of the range service is not `http(s)://host`.
    #[error("the address of the list of leaked passwords is not http(s)://host")]
    InvalidAddress,
    /// A defect of the server.
    #[error("{0}")]
    Defect(&'static str),
}
