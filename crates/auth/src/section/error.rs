//! The error of the section.

/// Reason why the section is invalid.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);
