//! Resources for making pictures: threads of the lowest priority, memory, time and waiting requests.

use std::time::Duration;

use ateneu_base::Timestamp;
use bytes::Bytes;
use moka::future::Cache;
use parking_lot::Mutex;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

use super::picture::MAX_MEMORY_BYTES;
use crate::{Config, Error};

/// Bytes of the variants asked for last that stay in memory.
const CACHED_BYTES: u64 = 8 * 1024 * 1024;

/// Number of requests that may wait for a picture; further ones are answered that the server is busy.
const MAX_WAITING: usize = 32;

/// The lowest priority there is; hashing passwords lowers its own by 5.
const NICENESS: i32 = 19;

/// The resources pictures are made with.
pub(crate) struct ImagePool {
    /// The variants asked for last, by version and name; `None` where the original is served.
    pub(super) recent: Cache<String, Option<Bytes>>,
    threads: ThreadPool,
    /// A mebibyte each, of all pictures together: small ones are made side by side, large ones one after the other.
    pub(super) memory: Semaphore,
    pub(super) budget: Budget,
    /// One for each picture that is read and made: as many as there are threads.
    pub(super) free_threads: Semaphore,
    /// One for each request that makes or waits.
    pub(super) queue: Semaphore,
    /// One for all preparing: a visitor waits behind one prepared picture at most.
    pub(super) preparing: Semaphore,
}

impl ImagePool {
    pub(crate) fn open(config: &Config) -> Result<Self, Error> {
        // Half of the processors; the other half serves everything else.
        let count = std::thread::available_parallelism().map_or(1, |count| count.get().div_ceil(2));
        let threads = ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|number| format!("picture-{number}"))
            .start_handler(|_| lower_priority())
            .build()
            .map_err(|problem| Error::Internal(format!("picture threads could not be started: {problem}")))?;
        Ok(Self {
            recent: Cache::builder()
                .weigher(|name: &String, bytes: &Option<Bytes>| {
                    let bytes = bytes.as_ref().map_or(0, Bytes::len);
                    u32::try_from(name.len() + bytes).unwrap_or(u32::MAX)
                })
                .max_capacity(CACHED_BYTES)
                .build(),
            threads,
            memory: Semaphore::new(mebibytes(MAX_MEMORY_BYTES) as usize),
            budget: Budget::full(config.picture_burst),
            free_threads: Semaphore::new(count),
            queue: Semaphore::new(count + MAX_WAITING),
            preparing: Semaphore::new(1),
        })
    }

    /// Runs the job on one of the threads.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (sender, done) = oneshot::channel();
        self.threads.spawn(move || {
            // The receiver may be gone; nothing is lost then.
            let _ = sender.send(std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)));
        });
        match done.await {
            Ok(Ok(result)) => result,
            _ => Err(Error::Internal("making a picture panicked".into())),
        }
    }
}

pub(super) fn mebibytes(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(1024 * 1024)).unwrap_or(u32::MAX)
}

/// On Linux the priority is the calling thread's own.
fn lower_priority() {
    // Tests fill the machine: at the lowest priority their pictures may take minutes.
    #[cfg(target_os = "linux")]
    if !cfg!(debug_assertions)
        && let Err(error) = rustix::process::setpriority_process(None, NICENESS)
    {
        tracing::debug!(%error, "failed to lower the priority of image processing");
    }
}

/// Time added in each second, in milliseconds of one core.
const PER_SECOND: i64 = 200;

/// Budget of a core's time. Endless sizes get a fifth of one core in the long run; stored variants and the widths that
/// pages name are not counted.
pub(super) struct Budget {
    /// Maximum that may be spent at once, in milliseconds.
    most: i64,
    /// Remaining time in milliseconds, and the instant at which it was counted.
    left: Mutex<(i64, Option<Timestamp>)>,
}

impl Budget {
    pub(super) fn full(most: Duration) -> Self {
        let most = i64::try_from(most.as_millis()).unwrap_or(i64::MAX);
        Self { most, left: Mutex::new((most, None)) }
    }

    /// Takes that many milliseconds, or refuses where nothing is left. The last to be admitted may take more than is
    /// left.
    pub(super) fn consume(&self, now: Timestamp, milliseconds: u64) -> Result<(), Error> {
        let mut state = self.left.lock();
        let (left, counted) = *state;
        let passed = counted.map_or(0, |counted| now.micros().saturating_sub(counted.micros()).max(0));
        let left = (left + passed.saturating_mul(PER_SECOND) / 1_000_000).min(self.most);
        let cost = i64::try_from(milliseconds).unwrap_or(i64::MAX);
        let is_admitted = left > 0;
        *state = (if is_admitted { left.saturating_sub(cost) } else { left }, Some(now));
        if is_admitted { Ok(()) } else { Err(Error::Unavailable) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_then_a_fifth_of_a_core() {
        let (budget, mut now) =
            (Budget::full(Duration::from_secs(30)), Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        for _ in 0..30 {
            budget.consume(now, 1_000).unwrap();
        }
        assert!(matches!(budget.consume(now, 1), Err(Error::Unavailable)));
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
