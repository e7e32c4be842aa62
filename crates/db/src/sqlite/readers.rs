//! A pool of reading connections, each used by one blocking thread at a time.

use std::sync::Arc;

use parking_lot::Mutex;

use super::{
    connect::{File, Timed},
    run,
};
use crate::{
    Cost, Error, Limits,
    limits::Limiter,
    tx::{Tx, Work},
};

pub(super) struct Readers {
    file: File,
    idle: Mutex<Vec<Timed>>,
    limiter: Limiter,
}

impl Readers {
    pub(super) fn new(file: File, limits: Limits) -> Self {
        Self {
            file,
            idle: Mutex::new(Vec::new()),
            limiter: Limiter::new(limits.connections, limits.waiting, limits.wait),
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

    /// Takes no more reads and closes what is idle.
    pub(super) fn close(&self) {
        self.limiter.close();
        self.idle.lock().clear();
    }

    fn on_a_connection(&self, work: Work, cost: Cost) -> Result<(), Error> {
        let idle = self.idle.lock().pop();
        let timed = match idle {
            Some(timed) => timed,
            None => self.file.reader()?,
        };
        timed.allow(cost)?;
        let ended = in_snapshot(&timed, work, cost);
        if timed.connection.is_autocommit() && !self.limiter.is_closed() {
            self.idle.lock().push(timed);
        }
        ended
    }
}

fn in_snapshot(timed: &Timed, work: Work, cost: Cost) -> Result<(), Error> {
    let connection = &timed.connection;
    run(connection, "BEGIN")?;
    let mut tx = Tx::sqlite(connection, cost.bytes);
    let ended = tx.run(work);
    // Nothing was written; a connection that cannot end its transaction is dropped by the caller.
    if let Err(error) = run(connection, "ROLLBACK") {
        tracing::warn!(%error, "a read's snapshot could not be given back");
    }
    if tx.was_large() {
        timed.shrink();
    }
    ended.map(drop)
}
