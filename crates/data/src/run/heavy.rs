//! Reads by what they turn out to cost. Each is tried for a moment; what does not end by then begins again in a queue of
//! its own: one at a time from each address, and few in all.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::Caller;
use ateneu_db::{self as db, Tx};
use ateneu_limits::network;
use parking_lot::Mutex;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{State, budget::Budget, error::Error, request::Request};

/// Longest wait for a turn.
const WAIT: Duration = Duration::from_secs(10);
/// How many may wait for a turn.
const WAITING: usize = 256;

/// Runs a read within the caller's budget.
///
/// # Errors
/// Those of the work; [`Error::Database`] where it was interrupted; [`Error::RateLimited`] where too many wait.
pub async fn read<T: Send + 'static>(
    state: &State,
    caller: &Caller,
    request: &Request,
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, db::Error> + Clone + Send + 'static,
) -> Result<T, Error> {
    let budget = Budget::of(caller);
    match state.db.read_within(budget.moment(), work.clone()).await {
        Err(db::Error::Timeout(_)) => {}
        ended => return Ok(ended?),
    }
    let _turns = state.heavy.turns(who(caller, request)).await?;
    Ok(state.db.read_within(budget.read, work).await?)
}

/// Whose turn it is; `None` for calls from inside this process.
fn who(caller: &Caller, request: &Request) -> Option<String> {
    request.address.as_deref().map(network).or_else(|| caller.user_id.clone())
}

/// The queue.
pub struct Heavy {
    all: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    each: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Default for Heavy {
    /// Half of the cores: the other half is for everything else.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            all: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: Arc::new(Semaphore::new(WAITING)),
            each: Mutex::default(),
        }
    }
}

type Turns = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

impl Heavy {
    async fn turns(&self, who: Option<String>) -> Result<Turns, Error> {
        let busy = || Error::RateLimited(Duration::from_secs(1));
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let turns = async {
            // First among one's own: who sends many waits behind themselves, not before others.
            let own = match who {
                Some(who) => self.of(who).acquire_owned().await.ok(),
                None => None,
            };
            Arc::clone(&self.all).acquire_owned().await.ok().map(|all| (all, own))
        };
        timeout(WAIT, turns).await.ok().flatten().ok_or_else(busy)
    }

    fn of(&self, who: String) -> Arc<Semaphore> {
        let mut each = self.each.lock();
        each.retain(|_, turn| Arc::strong_count(turn) > 1);
        Arc::clone(each.entry(who).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }
}
