//! Limits the size of results.

use ateneu_base::Value;

use crate::Error;

/// Number of bytes that may still be returned.
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
    /// Returns [`Error::TooLarge`] if the row exceeds the rest.
    pub(crate) fn take(&mut self, row: &[Value]) -> Result<(), Error> {
        let size = |value: &Value| value.as_text().map_or(8, str::len);
        let taken: usize = row.iter().map(size).sum();
        self.left = self.left.checked_sub(taken).ok_or(Error::TooLarge(self.allowed))?;
        Ok(())
    }

    /// Sets the rest to zero. Returns the error of a result that is too large.
    pub(crate) fn exceeded(&mut self) -> Error {
        self.left = 0;
        Error::TooLarge(self.allowed)
    }

    /// True if no more bytes may be returned.
    pub(crate) fn are_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the number of returned bytes.
    pub(crate) fn spent(&self) -> usize {
        self.allowed - self.left
    }
}
