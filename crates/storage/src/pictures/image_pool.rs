//! What making pictures may take of the machine: threads of the lowest priority, memory, time and waiting requests.

use bytes::Bytes;
use moka::future::Cache;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{Semaphore, oneshot};

use super::{budget::Budget, picture::MOST_MEMORY};
use crate::{Config, Error};

/// Bytes of the variants asked for last that stay in memory.
const CACHED_BYTES: u64 = 8 * 1024 * 1024;

/// How many requests may wait for a picture; further ones are answered that the server is busy.
const MOST_WAITING: usize = 32;

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
            memory: Semaphore::new(mebibytes(MOST_MEMORY) as usize),
            budget: Budget::full(config.picture_burst),
            free_threads: Semaphore::new(count),
            queue: Semaphore::new(count + MOST_WAITING),
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
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "making pictures keeps the common priority");
    }
}
