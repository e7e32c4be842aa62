//! Sizes of results.

use ateneu_base::Value;

use crate::Error;

/// Bytes that may still be returned, of those that were allowed.
#[derive(Clone, Copy)]
pub(crate) struct Bytes {
    left: usize,
    allowed: usize,
}

impl Bytes {
    pub(crate) fn new(allowed: usize) -> Self {
        Self { left: allowed, allowed }
    }

    /// Counts a row.
    ///
    /// # Errors
    /// Returns [`Error::TooLarge`] when it is more than was allowed.
    pub(crate) fn take(&mut self, row: &[Value]) -> Result<(), Error> {
        let size = |value: &Value| value.as_text().map_or(8, str::len);
        let taken: usize = row.iter().map(size).sum();
        self.left = self.left.checked_sub(taken).ok_or(Error::TooLarge(self.allowed))?;
        Ok(())
    }

    /// Allows no more. Returns the error of a result that is too large.
    pub(crate) fn exceeded(&mut self) -> Error {
        self.left = 0;
        Error::TooLarge(self.allowed)
    }

    /// True when nothing more may be returned.
    pub(crate) fn are_spent(&self) -> bool {
        self.left == 0
    }

    /// Number of bytes that were returned.
    pub(crate) fn spent(&self) -> usize {
        self.allowed - self.left
    }
}
