//! The queue of slow reads. Each read gets a short first attempt. If that is not enough, it runs again in this queue:
//! one at a time per address, and few in all.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::Caller;
use ateneu_db::{self as db, Tx};
use ateneu_limits::{Budget, network};
use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{State, error::Error, request::Request};

/// Maximum wait in the queue.
const WAIT: Duration = Duration::from_secs(10);
const WAITING: usize = 256;

/// Runs a read within the caller's budget.
///
/// # Errors
/// Returns errors of the work, [`Error::Database`] if it was interrupted, and [`Error::RateLimited`] if too many wait.
pub async fn read<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    request: &Request,
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, db::Error> + Clone + Send + 'static,
) -> Result<T, Error> {
    let budget = Budget::of(caller);
    // Key of the count of slow reads. `None` for calls from inside this process.
    let key = request.address.as_deref().map(network).or_else(|| caller.user_id.clone());
    let first = state.slow_reads.first_attempt(key.as_deref()).await?;
    match state.db.read_within(budget.first_attempt(), work.clone()).await {
        Err(db::Error::Timeout(_)) => drop(first),
        ended => return Ok(ended?),
    }
    let _permits = state.slow_reads.acquire(key).await?;
    Ok(state.db.read_within(budget.read, work).await?)
}

/// The queue of slow reads.
pub struct SlowReads {
    all: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    each: Mutex<HashMap<String, Arc<Own>>>,
}

/// Semaphores of an address, kept while it has slow reads.
struct Own {
    slow: Arc<Semaphore>,
    /// Limit on first attempts, which would otherwise occupy every core.
    first: Arc<Semaphore>,
}

impl Default for SlowReads {
    /// Allows half of the cores, so that the others serve the rest.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            all: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: Arc::new(Semaphore::new(WAITING)),
            each: Mutex::default(),
        }
    }
}

/// Permits, released on drop. The address counts as slow while it holds one.
struct Permits {
    _own: Option<(OwnedSemaphorePermit, Arc<Own>)>,
    _all: OwnedSemaphorePermit,
}

fn busy() -> Error {
    Error::RateLimited(Duration::from_secs(1))
}

impl SlowReads {
    /// Waits its turn if slow reads of the same address run or wait. Others run at once.
    async fn first_attempt(&self, key: Option<&str>) -> Result<Option<OwnedSemaphorePermit>, Error> {
        let slow = key.and_then(|key| {
            let each = self.each.lock();
            each.get(key).filter(|own| Arc::strong_count(own) > 1).map(|own| Arc::clone(&own.first))
        });
        let Some(first) = slow else { return Ok(None) };
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let permit = timeout(WAIT, first.acquire_owned()).await;
        permit.ok().and_then(Result::ok).map(Some).ok_or_else(busy)
    }

    async fn acquire(&self, key: Option<String>) -> Result<Permits, Error> {
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let permits = async {
            // The limit of the address comes first, so that its reads wait for each other, not before others'.
            let own = match key {
                Some(key) => {
                    let own = self.of(key);
                    Some((Arc::clone(&own.slow).acquire_owned().await.ok()?, own))
                }
                None => None,
            };
            let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
            Some(Permits { _own: own, _all: all })
        };
        timeout(WAIT, permits).await.ok().flatten().ok_or_else(busy)
    }

    fn of(&self, key: String) -> Arc<Own> {
        let mut each = self.each.lock();
        each.retain(|_, own| Arc::strong_count(own) > 1);
        let one = || Arc::new(Semaphore::new(1));
        Arc::clone(each.entry(key).or_insert_with(|| Arc::new(Own { slow: one(), first: one() })))
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn an_address_with_slow_reads_tries_one_at_a_time() {
        let queue = SlowReads::default();
        assert!(queue.first_attempt(Some("a")).await.unwrap().is_none());
        let slow = queue.acquire(Some("a".into())).await.unwrap();
        assert!(queue.acquire(Some("a".into())).now_or_never().is_none(), "one slow read at a time");
        let first = queue.first_attempt(Some("a")).await.unwrap();
        assert!(first.is_some());
        assert!(queue.first_attempt(Some("a")).now_or_never().is_none(), "one first attempt at a time");
        for other in [Some("b"), None] {
            assert!(queue.first_attempt(other).await.unwrap().is_none(), "others do not wait");
        }
        drop(first);
        assert!(queue.first_attempt(Some("a")).now_or_never().is_some());
        drop(slow);
        assert!(queue.first_attempt(Some("a")).await.unwrap().is_none());
        assert!(queue.acquire(Some("a".into())).now_or_never().is_some());
    }
}
