//! The error of drawing.

/// Reason why something could not be drawn: a defect of the program.
#[derive(Debug, thiserror::Error)]
#[error("the drawing failed: {0}")]
pub struct Error(pub String);
