//! A pool of reading connections, each used by one blocking thread at a time.

use std::{sync::Arc, thread, time::Duration};

use parking_lot::{Condvar, Mutex};

use super::{
    connect::{File, Timed},
    run::run,
};
use crate::{Cost, Error, Limits, events::ChangeFeed, limits::Limiter, tx::Tx, work::Work};

/// Time that a read waits for a connection before it opens one beyond `eager`. Most reads take a tenth of a
/// millisecond. A new connection takes several to read the tables' definitions, and a megabyte to keep them.
const READER_TIMEOUT: Duration = Duration::from_millis(10);

pub(super) struct Readers {
    file: File,
    connections: Mutex<Connections>,
    returned: Condvar,
    /// Number of connections that are opened without a wait: as many as can run at the same time.
    eager: usize,
    patience: Duration,
    limiter: Limiter,
    /// Feed with the declared tables.
    feed: ChangeFeed,
}

#[derive(Default)]
struct Connections {
    idle: Vec<Timed>,
    /// Number of connections, idle or in use.
    open: usize,
}

impl Readers {
    pub(super) fn new(file: File, limits: Limits, feed: ChangeFeed) -> Self {
        Self {
            file,
            connections: Mutex::default(),
            returned: Condvar::new(),
            eager: thread::available_parallelism().map_or(2, usize::from),
            patience: READER_TIMEOUT,
            limiter: Limiter::new(limits.connections, limits.waiting, limits.wait),
            feed,
        }
    }

    pub(super) async fn read(self: &Arc<Self>, work: Work, cost: Cost) -> Result<(), Error> {
        let permit = self.limiter.acquire().await?;
        let readers = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            let ended = readers.on_a_connection(work, cost);
            drop(permit);
            ended
        })
        .await
        .unwrap_or_else(|_| Err(Error::Unavailable("the read was stopped".into())))
    }

    /// Refuses further reads and closes idle connections.
    pub(super) fn close(&self) {
        self.limiter.close();
        self.connections.lock().idle.clear();
    }

    fn on_a_connection(&self, work: Work, cost: Cost) -> Result<(), Error> {
        let timed = self.take()?;
        let ended = timed.allow(cost).and_then(|()| in_snapshot(&timed, &self.feed, work, cost));
        let mut connections = self.connections.lock();
        if timed.connection.is_autocommit() && !self.limiter.is_closed() {
            connections.idle.push(timed);
            self.returned.notify_one();
        } else {
            connections.open -= 1;
        }
        ended
    }

    fn take(&self) -> Result<Timed, Error> {
        let mut connections = self.connections.lock();
        if connections.open >= self.eager {
            let none_idle = |connections: &mut Connections| connections.idle.is_empty();
            self.returned.wait_while_for(&mut connections, none_idle, self.patience);
        }
        if let Some(timed) = connections.idle.pop() {
            return Ok(timed);
        }
        connections.open += 1;
        drop(connections);
        self.file.reader().inspect_err(|_| self.connections.lock().open -= 1)
    }
}

fn in_snapshot(timed: &Timed, feed: &ChangeFeed, work: Work, cost: Cost) -> Result<(), Error> {
    let connection = &timed.connection;
    run(connection, "BEGIN")?;
    let mut tx = Tx::sqlite(connection, cost.bytes).followed_by(feed);
    let ended = tx.run(work);
    // No data is lost: the caller drops a connection that cannot end its transaction.
    if let Err(error) = run(connection, "ROLLBACK") {
        tracing::warn!(%error, "a read's snapshot could not be given back");
    }
    if tx.was_large() {
        timed.shrink();
    }
    ended.map(drop)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Opens readers of an empty file, and runs one read on them that lasts until it is finished.
    async fn beside_a_long_read(
        eager: usize,
        patience: Duration,
    ) -> (Arc<Readers>, impl AsyncFnOnce(), tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let file = File::new(&folder.path().join("toy.db"), Limits::default());
        file.create().unwrap();
        file.writer().unwrap();
        let readers = Readers::new(file, Limits::default(), ChangeFeed::new());
        let readers = Arc::new(Readers { eager, patience, ..readers });
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, is_over) = mpsc::channel::<()>();
        let long = tokio::spawn(read(Arc::clone(&readers), move || {
            begun.send(()).unwrap();
            is_over.recv().unwrap_err();
        }));
        has_begun.await.unwrap();
        let finish = async move || {
            drop(end);
            long.await.unwrap();
        };
        (readers, finish, folder)
    }

    async fn read(readers: Arc<Readers>, work: impl FnOnce() + Send + 'static) {
        let cost = Limits::default().internal_cost(Duration::from_secs(60));
        let work = Box::new(|_: &mut Tx<'_>| {
            work();
            true
        });
        readers.read(work, cost).await.unwrap();
    }

    fn idle(readers: &Readers) -> usize {
        readers.connections.lock().idle.len()
    }

    const FOREVER: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_read_waits_for_a_free_connection() {
        let (readers, finish, _folder) = beside_a_long_read(1, FOREVER).await;
        let others: Vec<_> = (0..4).map(|_| tokio::spawn(read(Arc::clone(&readers), || ()))).collect();
        finish().await;
        for other in others {
            other.await.unwrap();
        }
        assert_eq!(idle(&readers), 1);
    }

    #[tokio::test]
    async fn a_long_read_does_not_block_others() {
        for (eager, patience) in [(1, READER_TIMEOUT), (2, FOREVER)] {
            let (readers, finish, _folder) = beside_a_long_read(eager, patience).await;
            read(Arc::clone(&readers), || ()).await;
            assert_eq!(idle(&readers), 1);
            finish().await;
            assert_eq!(idle(&readers), 2);
        }
    }
}
