//! The bounded gate in front of password hashing: a few low-priority threads and a short queue, so that a burst of
//! sign-ins slows sign-ins and nothing else.

use std::{
    collections::HashMap,
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use argon2::Block;
use parking_lot::Mutex;
use tokio::sync::{OwnedMutexGuard, oneshot};

use crate::{cost::PasswordCost, error::Error};

/// Hashes that may wait; one more is refused with 429.
const QUEUE: usize = 64;

/// Requests for one account that may wait for each other.
const WAITING: usize = 4;

/// Behind answering anything else, well before making pictures, which steps back by 19: one step is a tenth of a core's
/// time between two threads that want it.
const STEP_BACK: i32 = 5;

type Job = Box<dyn FnOnce(&mut Scratch) + Send>;

/// The memory a hash fills. Asking the system for it anew costs a third of the hash itself, so a thread keeps it from
/// one job to the next while jobs are waiting, and gives it back when it has nothing to do.
#[derive(Default)]
pub struct Scratch(Vec<Block>);

impl Scratch {
    /// Memory for a hash of that many blocks of a kibibyte.
    pub(crate) fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0.resize(count, Block::default());
        }
        &mut self.0[..count]
    }
}

/// The gate: threads, and the queue in front of them.
pub struct HashGate {
    jobs: SyncSender<Job>,
    /// Hashes begun since the start.
    begun: AtomicU64,
    cost: PasswordCost,
    /// Locks of the accounts whose hashes are under way.
    turns: Mutex<HashMap<String, Arc<TurnLock>>>,
}

type TurnLock = tokio::sync::Mutex<()>;

/// Permit for the hashes of one request.
pub struct Turn {
    _guard: OwnedMutexGuard<()>,
}

impl HashGate {
    /// Starts a thread for each core. They run at low priority, so everything else gets a core first. New hashes are
    /// made at this cost.
    ///
    /// # Errors
    /// Fails if a thread cannot be started.
    pub fn open(cost: PasswordCost) -> Result<Self, Error> {
        let (jobs, waiting) = sync_channel(QUEUE);
        let waiting = Arc::new(Mutex::new(waiting));
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        for number in 0..cores {
            let waiting = Arc::clone(&waiting);
            thread::Builder::new()
                .name(format!("hash-{number}"))
                .spawn(move || work(&waiting))
                .map_err(|_| Error::Defect("a hashing thread could not be started"))?;
        }
        Ok(Self { jobs, begun: AtomicU64::new(0), cost, turns: Mutex::default() })
    }

    /// Cost of a new hash.
    pub fn cost(&self) -> PasswordCost {
        self.cost
    }

    /// Hashes begun since the start.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Waits until no other request hashes for that account, so that one account cannot fill the queue.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] if several wait already.
    pub async fn turn(&self, account: &str) -> Result<Turn, Error> {
        let lock = {
            let mut turns = self.turns.lock();
            if turns.len() > QUEUE {
                turns.retain(|_, lock| Arc::strong_count(lock) > 1);
            }
            Arc::clone(turns.entry(account.to_owned()).or_default())
        };
        // One reference is the map's, one the running request's, the others those of waiting requests.
        if Arc::strong_count(&lock) > 2 + WAITING {
            return Err(Error::Busy);
        }
        Ok(Turn { _guard: lock.lock_owned().await })
    }

    /// Runs one hash.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] at once when the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce(&mut Scratch) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move |scratch: &mut Scratch| {
            // Nobody waits any more: the connection is gone.
            if !answer.is_closed() {
                let _ = answer.send(hash(scratch));
            }
        });
        self.jobs.try_send(job).map_err(|_| Error::Busy)?;
        self.begun.fetch_add(1, Ordering::Relaxed);
        answered.await.map_err(|_| Error::Defect("a hash was given up"))
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    step_back();
    let mut scratch = Scratch::default();
    while let Some(job) = next(waiting, &mut scratch) {
        if catch_unwind(AssertUnwindSafe(|| job(&mut scratch))).is_err() {
            tracing::error!("hashing a password panicked");
        }
    }
}

/// The next job. Where the thread must wait for one, it frees its memory first.
fn next(waiting: &Mutex<Receiver<Job>>, scratch: &mut Scratch) -> Option<Job> {
    if let Some(waiting) = waiting.try_lock()
        && let Ok(job) = waiting.try_recv()
    {
        return Some(job);
    }
    *scratch = Scratch::default();
    waiting.lock().recv().ok()
}

/// Lets every other thread go first. On Linux the priority is the calling thread's own.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, STEP_BACK) {
        tracing::debug!(%error, "failed to lower the priority of hashing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses_and_recovers() {
        let gate = HashGate::open(PasswordCost::default()).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut waiting = 0;
        loop {
            let held = Arc::clone(&held);
            let job: Job = Box::new(move |_| {
                // Ends when the other half is dropped.
                let _ = held.lock().recv();
            });
            match gate.jobs.try_send(job) {
                Ok(()) => waiting += 1,
                Err(_) => break,
            }
        }
        assert!(waiting >= QUEUE);
        assert!(matches!(gate.run(|_| 1).await, Err(Error::Busy)));
        drop(release);
        let recovered = loop {
            match gate.run(|_| 1).await {
                Err(Error::Busy) => tokio::task::yield_now().await,
                other => break other,
            }
        };
        assert_eq!(recovered.unwrap(), 1);
    }

    #[tokio::test]
    async fn a_panicking_hash_does_not_stop_its_thread() {
        let gate = HashGate::open(PasswordCost::default()).unwrap();
        let given_up: Result<(), Error> = gate.run(|_| panic!("as a test")).await;
        assert!(given_up.is_err());
        assert_eq!(gate.run(|_| 2).await.unwrap(), 2);
    }
}
