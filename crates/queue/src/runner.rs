//! Wakes the handlers of queues: on commits that concern them, and by the clock for tasks due later.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ateneu_base::{Change, Clock, Timestamp};
use ateneu_db::{Changes, Db, Error};
use futures::{StreamExt, TryStreamExt, stream};
use parking_lot::Mutex;
use tokio::{
    sync::{broadcast::error::RecvError, watch},
    task::JoinHandle,
};

use crate::{Leased, LostNodes, Outcome, Queue, TABLE};

/// Poll interval while no task is due.
const IDLE: Duration = Duration::from_secs(60);

/// Pause after a database error.
const AFTER_ERROR: Duration = Duration::from_secs(15);

/// Time between two looks at the connected nodes.
const LOOK: Duration = Duration::from_secs(2);

/// Time for which running handlers are awaited.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Handler of the tasks of a queue.
pub trait Handler: Send + Sync + 'static {
    /// The queue.
    fn queue(&self) -> Queue;

    /// Queues the recurring tasks, before any task is handled.
    ///
    /// # Errors
    /// Fails if the database does.
    fn queue_recurring(&self) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }

    /// Handles the tasks of one group, in the order of their events. Returns `None` if the handler has completed them
    /// in a transaction of its own.
    ///
    /// # Errors
    /// Fails if the database does. The tasks stay leased.
    fn handle(&self, tasks: &[Leased]) -> impl Future<Output = Result<Option<Outcome>, Error>> + Send;

    /// Returns the tables whose changes are passed to [`Handler::wakes`].
    fn tables(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Returns `true` if a committed change wakes the handler. Changes of its queue always do.
    fn wakes(&self, _change: &Change) -> bool {
        false
    }

    /// Runs each time the handler wakes, before its tasks, which are handled even if it fails.
    fn before(&self) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }

    /// Returns the time before which no task is taken, even if due. Returns `None` without such a pause.
    fn rests_until(&self) -> Option<Timestamp> {
        None
    }
}

/// Runs handlers until it is closed.
pub struct Runner {
    db: Db,
    clock: Clock,
    stop: watch::Sender<bool>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

impl Runner {
    /// Creates a runner without handlers.
    pub fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, stop: watch::Sender::new(false), workers: Mutex::default() }
    }

    /// Starts a handler. Must be called on a Tokio runtime.
    pub fn start(&self, handler: Arc<impl Handler>) {
        let worker = run(self.db.clone(), self.clock.clone(), handler, self.stop.subscribe());
        self.workers.lock().push(tokio::spawn(worker));
    }

    /// Takes over the tasks of nodes that were killed, until it is closed. Must be called on a Tokio runtime.
    pub fn watch_nodes(&self) {
        let watching = watch_nodes(self.db.clone(), self.clock.clone(), self.stop.subscribe());
        self.workers.lock().push(tokio::spawn(watching));
    }

    /// Stops: running tasks finish, the others wait in the database.
    pub async fn close(&self) {
        self.stop.send_replace(true);
        let workers: Vec<_> = self.workers.lock().drain(..).collect();
        for worker in workers {
            if let Err(error) = worker.await {
                tracing::error!(%error, "a worker of a queue panicked");
            }
        }
    }

    /// Returns `true` if the runner was closed.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }
}

async fn watch_nodes(db: Db, clock: Clock, mut stop: watch::Receiver<bool>) {
    if !db.has_nodes() {
        return;
    }
    let mut nodes = LostNodes::default();
    while !*stop.borrow() {
        if let Err(error) = nodes.release_tasks(&db, &clock).await {
            tracing::warn!(%error, "cannot see which nodes are connected");
        }
        tokio::select! {
            _ = stop.changed() => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn run(db: Db, clock: Clock, handler: Arc<impl Handler>, mut stop: watch::Receiver<bool>) {
    let mut changes = db.changes_of(handler.tables().into_iter().chain([TABLE]));
    while !*stop.borrow() {
        let is_stopping = || *stop.borrow();
        let pause = match round(&db, &clock, &*handler, is_stopping).await {
            Ok(next) => next.map_or(IDLE, |at| until(clock.now(), at)).min(IDLE),
            Err(error) => {
                tracing::error!(%error, queue = handler.queue().name, "failed to process the queue, retrying later");
                AFTER_ERROR
            }
        };
        tokio::select! {
            _ = stop.changed() => {}
            goes_on = woken(&mut changes, &*handler) => if !goes_on { break },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Handles all due tasks. Returns the time of the next one.
async fn round(
    db: &Db,
    clock: &Clock,
    handler: &impl Handler,
    is_stopping: impl Fn() -> bool + Send,
) -> Result<Option<Timestamp>, Error> {
    work_until(db, clock, handler, is_stopping).await?;
    let queue = handler.queue();
    let due = db.read(move |tx| queue.next_due(tx)).await?;
    Ok(due.map(|at| handler.rests_until().map_or(at, |rest| at.max(rest))))
}

/// Handles all due tasks.
pub async fn work(db: &Db, clock: &Clock, handler: &impl Handler) -> Result<(), Error> {
    work_until(db, clock, handler, || false).await
}

/// Handles all due tasks, and waits a few seconds at most for those that another worker is handling.
pub async fn work_and_wait(db: &Db, clock: &Clock, handler: &impl Handler) -> Result<(), Error> {
    let mut changes = db.changes_of(handler.tables().into_iter().chain([TABLE]));
    work(db, clock, handler).await?;
    let queue = handler.queue();
    let others = async {
        while db.read(move |tx| queue.is_running(tx)).await? {
            if !woken(&mut changes, handler).await {
                break;
            }
        }
        Ok(())
    };
    tokio::time::timeout(CLOSE_TIMEOUT, others).await.unwrap_or(Ok(()))
}

async fn work_until(
    db: &Db,
    clock: &Clock,
    handler: &impl Handler,
    is_stopping: impl Fn() -> bool + Send,
) -> Result<(), Error> {
    let before = handler.before().await;
    let queue = handler.queue();
    while !is_stopping() && handler.rests_until().is_none_or(|at| at <= clock.now()) {
        let now = clock.now();
        let taken = db.write(move |tx| queue.take(tx, now)).await?;
        if taken.is_empty() {
            break;
        }
        let groups = stream::iter(grouped(taken)).map(|group| complete(db, clock, handler, group));
        groups.buffer_unordered(queue.concurrency).try_collect::<()>().await?;
    }
    before
}

async fn complete(db: &Db, clock: &Clock, handler: &impl Handler, group: Vec<Leased>) -> Result<(), Error> {
    let Some(outcome) = handler.handle(&group).await? else {
        return Ok(());
    };
    let (queue, now) = (handler.queue(), clock.now());
    if let Outcome::Later(error) = &outcome {
        tracing::warn!(queue = queue.name, group = group.len(), error, "tasks are tried again later");
    }
    db.write(move |tx| queue.complete(tx, &group, &outcome, now).map(drop)).await
}

fn grouped(mut taken: Vec<Leased>) -> Vec<Vec<Leased>> {
    taken.sort_by(|one, other| (one.happened_at, &one.id).cmp(&(other.happened_at, &other.id)));
    let mut groups: BTreeMap<String, Vec<Leased>> = BTreeMap::new();
    for task in taken {
        groups.entry(task.group_key.clone()).or_default().push(task);
    }
    groups.into_values().collect()
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(at.micros() - now.micros()).unwrap_or(0))
}

/// Waits for a commit that concerns the handler. Returns `false` if the database is closed.
async fn woken(changes: &mut Changes, handler: &impl Handler) -> bool {
    let name = handler.queue().name;
    let is_pushed = |change: &Change| {
        let row = change.new.as_ref().filter(|_| change.table == TABLE);
        row.is_some_and(|row| row.get("queue").and_then(serde_json::Value::as_str) == Some(name))
    };
    loop {
        match changes.recv().await {
            // Every change is passed on, because `wakes` may collect them.
            Ok(batch) => {
                let woken = batch.iter().filter(|change| handler.wakes(change) || is_pushed(change)).count();
                if woken > 0 {
                    return true;
                }
            }
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}
