//! The deadline of a connection's work.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use rustix::time::{ClockId, clock_gettime};

use crate::Cost;

/// Number of bytes that the program's functions process between two checks of the deadline.
const BYTES_PER_LOOK: usize = 64 << 10;

/// Deadline of a connection's work, shared with SQLite's progress handler and the program's functions, which run on the
/// same thread.
#[derive(Clone)]
pub(super) struct Deadline(Arc<Clocks>);

struct Clocks {
    start: Instant,
    /// Deadline in microseconds after `start`.
    at: AtomicU64,
    /// Deadline in microseconds of the thread's processor time.
    cpu_at: AtomicU64,
    /// Number of bytes that functions have processed since the last check.
    looked_at: AtomicUsize,
}

impl Deadline {
    pub(super) fn none() -> Self {
        Self(Arc::new(Clocks {
            start: Instant::now(),
            at: AtomicU64::new(u64::MAX),
            cpu_at: AtomicU64::new(u64::MAX),
            looked_at: AtomicUsize::new(0),
        }))
    }

    fn elapsed(&self) -> u64 {
        micros(self.0.start.elapsed())
    }

    pub(super) fn set(&self, cost: Cost) {
        self.0.at.store(self.elapsed().saturating_add(micros(cost.time)), Ordering::Relaxed);
        self.0.cpu_at.store(thread_time().saturating_add(micros(cost.cpu)), Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        self.0.at.store(u64::MAX, Ordering::Relaxed);
        self.0.cpu_at.store(u64::MAX, Ordering::Relaxed);
    }

    pub(super) fn is_past(&self) -> bool {
        let (at, cpu_at) = (self.0.at.load(Ordering::Relaxed), self.0.cpu_at.load(Ordering::Relaxed));
        at != u64::MAX && (thread_time() > cpu_at || self.elapsed() > at)
    }

    /// Counts the bytes that a function is about to process. Returns `true` if the work must end. SQLite only checks
    /// between instructions, and a call is one instruction for a text of any length.
    pub(super) fn ends_before(&self, bytes: usize) -> bool {
        let looked_at = self.0.looked_at.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if looked_at < BYTES_PER_LOOK {
            return false;
        }
        self.0.looked_at.store(0, Ordering::Relaxed);
        self.is_past()
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Returns the processor time of this thread in microseconds.
fn thread_time() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(time.tv_sec * 1_000_000 + time.tv_nsec / 1_000).unwrap_or(0)
}
