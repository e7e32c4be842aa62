//! The error of drawing.

/// Reason why a drawing failed: a defect of the program.
#[derive(Debug, thiserror::Error)]
#[error("the drawing failed: {0}")]
pub struct Error(pub String);
