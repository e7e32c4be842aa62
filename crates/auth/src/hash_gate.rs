//! The bounded gate in front of password hashing: a few low-priority threads and a short queue, so that a burst of
//! sign-ins slows sign-ins and nothing else.

use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::error::Error;

/// Hashes that may wait; with one more the caller is told to come back.
const QUEUE: usize = 64;

type Job = Box<dyn FnOnce() + Send>;

/// The way in.
pub(crate) struct HashGate {
    jobs: SyncSender<Job>,
}

impl HashGate {
    /// Starts a thread for each core. They run at low priority, so everything else gets a core first.
    pub(crate) fn open() -> Result<Self, Error> {
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
        Ok(Self { jobs })
    }

    /// Runs one hash; refused at once when the queue is full.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        let job = Box::new(move || {
            // Nobody waits any more: the connection is gone.
            if !answer.is_closed() {
                let _ = answer.send(hash());
            }
        });
        self.jobs.try_send(job).map_err(|_| Error::Busy)?;
        answered.await.map_err(|_| Error::Defect("a hash was given up"))
    }
}

fn work(waiting: &Mutex<Receiver<Job>>) {
    step_back();
    loop {
        let job = waiting.lock().recv();
        match job {
            Ok(job) => {
                if catch_unwind(AssertUnwindSafe(job)).is_err() {
                    tracing::error!("hashing a password panicked");
                }
            }
            Err(_) => break,
        }
    }
}

/// Lets every other thread go first. On Linux the priority is the calling thread's own.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "hashing keeps the common priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn a_full_queue_refuses_and_recovers() {
        let gate = HashGate::open().unwrap();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let mut waiting = 0;
        loop {
            let held = Arc::clone(&held);
            let job: Job = Box::new(move || {
                // Ends when the other half is dropped.
                let _ = held.lock().recv();
            });
            match gate.jobs.try_send(job) {
                Ok(()) => waiting += 1,
                Err(_) => break,
            }
        }
        assert!(waiting >= QUEUE);
        assert!(matches!(gate.run(|| 1).await, Err(Error::Busy)));
        drop(release);
        let recovered = loop {
            match gate.run(|| 1).await {
                Err(Error::Busy) => tokio::task::yield_now().await,
                other => break other,
            }
        };
        assert_eq!(recovered.unwrap(), 1);
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer_and_no_thread() {
        let gate = HashGate::open().unwrap();
        let given_up: Result<(), Error> = gate.run(|| panic!("as a test")).await;
        assert!(given_up.is_err());
        assert_eq!(gate.run(|| 2).await.unwrap(), 2);
    }
}
