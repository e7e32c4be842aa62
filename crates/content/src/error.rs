//! Errors in the owner's files, worded so that the owner can correct them.

use std::fmt;

/// A fault in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the file for the owner: `content/plans.toml`, or a path in the owner's own folder.
    pub file: String,
    /// Line number, from 1. `None` for the file as a whole.
    pub line: Option<usize>,
    /// Description of the fault, beginning with its key: `plans[1].price: expected a text, found a number`.
    pub what: String,
}

/// All faults, in the order of files and lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub Vec<Problem>);

impl Error {
    /// Returns the error of one fault of a whole file or folder.
    pub(crate) fn about(file: impl Into<String>, what: impl Into<String>) -> Self {
        Self(vec![Problem { file: file.into(), line: None, what: what.into() }])
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.what)
    }
}
