//! A buffer that is repeatedly filled and emptied in one allocation.

use bytes::{Bytes, BytesMut};

/// Initial capacity of a buffer in bytes. It doubles up to its size, so that small files take little.
const MIN_CAPACITY: usize = 64 * 1024;

/// A buffer of at most `size` bytes, and never more memory: a plain growing buffer takes twice as much, and a new
/// allocation after each time it is emptied.
pub(crate) struct Filling {
    buffer: BytesMut,
    /// Size, a power of two.
    size: usize,
}

impl Filling {
    pub(crate) fn new(size: usize) -> Self {
        Self { buffer: BytesMut::new(), size }
    }

    /// Takes as many bytes as fit. Returns the rest.
    pub(crate) fn fill<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let (now, later) = bytes.split_at(bytes.len().min(self.size - self.buffer.len()));
        if self.buffer.capacity() == 0 && !now.is_empty() {
            self.buffer.reserve(MIN_CAPACITY.min(self.size));
        }
        self.buffer.extend_from_slice(now);
        later
    }

    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.buffer.len() == self.size
    }

    /// Empties the buffer. After its contents are dropped, [`Filling::reuse`] takes the memory back.
    pub(crate) fn take(&mut self) -> Bytes {
        self.buffer.split().freeze()
    }

    /// Makes room for more bytes, in the former memory if that is free.
    pub(crate) fn reuse(&mut self) {
        self.buffer.reserve(self.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_reuses_one_allocation() {
        let mut filling = Filling::new(256 * 1024);
        let sent: Vec<u8> = (0..3_000_000_u32).map(|at| at.wrapping_mul(31).to_le_bytes()[1]).collect();
        let (mut kept, mut places) = (Vec::new(), std::collections::BTreeSet::new());
        for bytes in sent.chunks(70_001) {
            let mut left = bytes;
            while !left.is_empty() {
                left = filling.fill(left);
                assert!(filling.buffer.capacity() <= filling.size);
                if filling.is_full() {
                    let full = filling.take();
                    places.insert(full.as_ptr());
                    kept.extend_from_slice(&full);
                    drop(full);
                    filling.reuse();
                }
            }
        }
        kept.extend_from_slice(&filling.take());
        assert!(kept == sent);
        // The first allocation grew to its size, and was reused afterwards.
        assert_eq!(places.len(), 1);
    }

    #[test]
    fn memory_that_is_still_read_is_not_overwritten() {
        let mut filling = Filling::new(64 * 1024);
        filling.fill(&[1; 64 * 1024]);
        let first = filling.take();
        filling.reuse();
        filling.fill(&[2; 64 * 1024]);
        assert!(first.iter().all(|byte| *byte == 1) && filling.take().iter().all(|byte| *byte == 2));
    }

    #[test]
    fn a_small_file_takes_little_memory() {
        let mut filling = Filling::new(8 * 1024 * 1024);
        assert_eq!(filling.fill(b"oi"), b"");
        assert!(filling.buffer.capacity() <= MIN_CAPACITY && filling.len() == 2);
    }
}
