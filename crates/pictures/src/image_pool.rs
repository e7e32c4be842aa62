//! Resources for making pictures: low-priority threads, memory, time and a queue.

use std::time::Duration;

use ateneu_base::Timestamp;
use bytes::Bytes;
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{AcquireError, Semaphore, SemaphorePermit, oneshot};

use crate::{
    error::Error,
    format::Format,
    picture::{Cost, MAX_MEMORY_BYTES, Picture},
    transform::Transform,
};

/// Maximum number of requests that wait for a picture. More are refused.
const MAX_WAITING: usize = 32;

/// The lowest priority. Password hashing lowers its own by 5.
const NICENESS: i32 = 19;

/// The resources for making pictures.
pub struct ImagePool {
    threads: ThreadPool,
    /// Memory in mebibytes, shared by all pictures: small ones run in parallel, large ones one after the other.
    memory: Semaphore,
    budget: Budget,
    /// A permit for each thread.
    free_threads: Semaphore,
    /// A permit for each request that runs or waits.
    queue: Semaphore,
}

/// A reserved thread, held while one picture is read and made.
pub struct Turn<'a> {
    pool: &'a ImagePool,
    _queued: SemaphorePermit<'a>,
    _thread: SemaphorePermit<'a>,
}

impl ImagePool {
    /// Starts the threads. `burst` is the maximum core time that [`Turn::charge`] gives at once.
    ///
    /// # Errors
    /// Fails if a thread cannot be started.
    pub fn open(burst: Duration) -> Result<Self, Error> {
        // Half of the processors, so that the others serve the rest.
        let count = std::thread::available_parallelism().map_or(1, |count| count.get().div_ceil(2));
        let threads = ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|number| format!("picture-{number}"))
            .start_handler(|_| lower_priority())
            .build()
            .map_err(|problem| Error::Defect(format!("picture threads could not be started: {problem}")))?;
        Ok(Self {
            threads,
            memory: Semaphore::new(mebibytes(MAX_MEMORY_BYTES) as usize),
            budget: Budget::full(burst),
            free_threads: Semaphore::new(count),
            queue: Semaphore::new(count + MAX_WAITING),
        })
    }

    /// Waits for a free thread. Callers read the file after it, so that waiting requests hold none in memory.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] if too many wait already.
    pub async fn turn(&self) -> Result<Turn<'_>, Error> {
        let queued = self.queue.try_acquire().map_err(|_| Error::Busy)?;
        let thread = self.free_threads.acquire().await?;
        Ok(Turn { pool: self, _queued: queued, _thread: thread })
    }
}

impl Turn<'_> {
    /// Charges a picture to the budget of time.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] if the budget is exhausted.
    pub fn charge(&self, now: Timestamp, cost: Cost) -> Result<(), Error> {
        self.pool.budget.consume(now, cost.time)
    }

    /// Makes a picture once there is memory for it. Returns `None` if the file is served unchanged.
    ///
    /// # Errors
    /// Fails if the picture cannot be read or made.
    pub async fn make(
        &self,
        source: Bytes,
        transform: Transform,
        format: Format,
        cost: Cost,
    ) -> Result<Option<Bytes>, Error> {
        let _memory = self.pool.memory.acquire_many(mebibytes(cost.memory)).await?;
        let (sender, done) = oneshot::channel();
        let job = move || {
            let picture = Picture::open(&source)?;
            picture.map(|picture| picture.make(&transform, format).map(Bytes::from)).transpose()
        };
        self.pool.threads.spawn(move || {
            // The receiver may be gone, which loses nothing.
            let _ = sender.send(std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)));
        });
        match done.await {
            Ok(Ok(result)) => result,
            _ => Err(Error::Defect("making a picture panicked".into())),
        }
    }
}

impl From<AcquireError> for Error {
    fn from(problem: AcquireError) -> Self {
        Error::Defect(problem.to_string())
    }
}

fn mebibytes(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1024 * 1024)).unwrap_or(u32::MAX)
}

/// Lowers the priority of the calling thread, which Linux keeps per thread.
fn lower_priority() {
    // Tests load the machine: at the lowest priority their pictures may take minutes.
    #[cfg(target_os = "linux")]
    if !cfg!(debug_assertions)
        && let Err(error) = rustix::process::setpriority_process(None, NICENESS)
    {
        tracing::debug!(%error, "failed to lower the priority of image processing");
    }
}

/// Budget added per second, in milliseconds of one core.
const PER_SECOND: i64 = 200;

/// Budget of core time. Arbitrary sizes get a fifth of one core in the long run. Stored variants and the widths of
/// pages are not charged.
struct Budget {
    /// Maximum budget in milliseconds.
    most: i64,
    /// Remaining time in milliseconds, and the instant at which it was counted.
    left: Mutex<(i64, Option<Timestamp>)>,
}

impl Budget {
    fn full(most: Duration) -> Self {
        let most = i64::try_from(most.as_millis()).unwrap_or(i64::MAX);
        Self { most, left: Mutex::new((most, None)) }
    }

    /// Takes the milliseconds. Fails if the budget is exhausted. The last admitted picture may overdraw it.
    fn consume(&self, now: Timestamp, milliseconds: u64) -> Result<(), Error> {
        let mut state = self.left.lock();
        let (left, counted) = *state;
        let passed = counted.map_or(0, |counted| now.micros().saturating_sub(counted.micros()).max(0));
        let left = (left + passed.saturating_mul(PER_SECOND) / 1_000_000).min(self.most);
        let cost = i64::try_from(milliseconds).unwrap_or(i64::MAX);
        let is_admitted = left > 0;
        *state = (if is_admitted { left.saturating_sub(cost) } else { left }, Some(now));
        if is_admitted { Ok(()) } else { Err(Error::Busy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_work_is_limited_after_a_burst() {
        let (budget, mut now) =
            (Budget::full(Duration::from_secs(30)), Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        for _ in 0..30 {
            budget.consume(now, 1_000).unwrap();
        }
        assert!(matches!(budget.consume(now, 1), Err(Error::Busy)));
        let mut admitted = 0;
        for _ in 0..100 {
            now = now + Duration::from_secs(1);
            admitted += usize::from(budget.consume(now, 1_000).is_ok());
        }
        assert!((20..=21).contains(&admitted), "{admitted}");
        now = now + Duration::from_secs(100_000);
        assert!(
            budget.consume(now, 90_000).is_ok() && budget.consume(now, 0).is_err(),
            "no more is saved up than a burst"
        );
    }
}
