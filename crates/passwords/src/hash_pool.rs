//! The threads that hash passwords: few, at low priority, behind a short queue, so that a burst of sign-ins slows only
//! sign-ins.

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

/// Maximum number of waiting hashes. More are refused with 429.
const QUEUE: usize = 64;

/// Maximum number of requests that wait for the same account.
const WAITING: usize = 4;

/// Priority behind all other work, but well before making pictures, which steps back by 19: between two busy threads
/// one step is a tenth of a core's time.
const STEP_BACK: i32 = 5;

type Job = Box<dyn FnOnce(&mut Scratch) + Send>;

/// Memory of a hash. Its allocation costs a third of the hash itself, so a thread keeps it between jobs, and frees it
/// when it is idle.
#[derive(Default)]
pub struct Scratch(Vec<Block>);

impl Scratch {
    /// Returns memory for a hash: `count` blocks of a kibibyte.
    pub(crate) fn blocks(&mut self, count: usize) -> &mut [Block] {
        if self.0.len() < count {
            self.0.resize(count, Block::default());
        }
        &mut self.0[..count]
    }
}

/// Threads that hash, with their queue.
pub struct HashGate {
    jobs: SyncSender<Job>,
    /// Number of hashes begun since the start.
    begun: AtomicU64,
    cost: PasswordCost,
    /// Locks of the accounts with unfinished hashes.
    turns: Mutex<HashMap<String, Arc<TurnLock>>>,
}

type TurnLock = tokio::sync::Mutex<()>;

/// Permit for the hashes of one request.
pub struct Turn {
    _guard: OwnedMutexGuard<()>,
}

impl HashGate {
    /// Starts a thread for each core. They run at low priority, so that all other work comes first. `cost` is that of
    /// new hashes.
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

    /// Returns the cost of a new hash.
    pub fn cost(&self) -> PasswordCost {
        self.cost
    }

    /// Returns the number of hashes begun since the start.
    pub fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Waits until no other request hashes for the account, so that one account cannot fill the queue.
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
        // The map holds one reference, the running request another, and each waiting request one.
        if Arc::strong_count(&lock) > 2 + WAITING {
            return Err(Error::Busy);
        }
        Ok(Turn { _guard: lock.lock_owned().await })
    }

    /// Runs one hash.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] if the queue is full.
    pub async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce(&mut Scratch) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move |scratch: &mut Scratch| {
            // The connection may be closed by now.
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

/// Returns the next job. Frees the thread's memory before a wait.
fn next(waiting: &Mutex<Receiver<Job>>, scratch: &mut Scratch) -> Option<Job> {
    if let Some(waiting) = waiting.try_lock()
        && let Ok(job) = waiting.try_recv()
    {
        return Some(job);
    }
    *scratch = Scratch::default();
    waiting.lock().recv().ok()
}

/// Lowers the priority of the calling thread, which Linux keeps per thread.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, STEP_BACK) {
        tracing::debug!(%error, "failed to lower the priority of hashing");
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::TrySendError;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses_and_recovers() {
        let gate = HashGate::open(PasswordCost::default()).unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        // Full once each thread holds a job, and not before: a thread that takes its first one makes room.
        for _ in 0..QUEUE + cores {
            let held = Arc::clone(&held);
            let mut job: Job = Box::new(move |_| {
                // Ends when the sender is dropped.
                let _ = held.lock().recv();
            });
            while let Err(TrySendError::Full(refused)) = gate.jobs.try_send(job) {
                job = refused;
                tokio::task::yield_now().await;
            }
        }
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
