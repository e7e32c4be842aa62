//! Reasons why a request is refused: a stable code for programs, a sentence for people.

use std::borrow::Cow;

/// Reason why a request is refused. The services turn it into the body of their protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// HTTP status.
    pub status: u16,
    /// Stable code, for programs.
    pub code: &'static str,
    /// One sentence in the owner's language, for people.
    pub message: Cow<'static, str>,
}

impl Refusal {
    /// A refusal.
    pub const fn new(status: u16, code: &'static str, message: &'static str) -> Self {
        Self { status, code, message: Cow::Borrowed(message) }
    }

    /// Returns the refusal with this sentence.
    #[must_use]
    pub fn saying(self, message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into(), ..self }
    }
}
