//! The threads that make pictures. They step back from all others: preparing the sizes of an upload may take a minute,
//! in which pages, lists and sign-ins are answered as ever.

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

use crate::Error;

/// The lowest priority there is; hashing passwords steps back by 5.
const STEP_BACK: i32 = 19;

pub(super) struct Hands(ThreadPool);

impl Hands {
    pub(super) fn new(count: usize) -> Result<Self, Error> {
        ThreadPoolBuilder::new()
            .num_threads(count)
            .thread_name(|number| format!("picture-{number}"))
            .start_handler(|_| step_back())
            .build()
            .map(Self)
            .map_err(|problem| Error::Internal(format!("picture threads could not be started: {problem}")))
    }

    /// What the job gives.
    pub(super) async fn make<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let (done, made) = oneshot::channel();
        self.0.spawn(move || {
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
            // Nobody waits any more: the picture is for the next.
            let _gone = done.send(made);
        });
        match made.await {
            Ok(Ok(made)) => made,
            _ => Err(Error::Internal("making a picture panicked".into())),
        }
    }
}

/// On Linux the priority is the calling thread's own.
fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, STEP_BACK) {
        tracing::debug!(%error, "making pictures keeps the common priority");
    }
}
