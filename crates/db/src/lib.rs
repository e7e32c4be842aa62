//! The only crate that knows SQLite from PostgreSQL: connections, transactions, migrations, violations.
//!
//! Work is a plain closure over a [`Tx`]; it runs off the async threads, inside one transaction. A write's future
//! resolves only after its commit is durable. SQL is one text for both databases with `$1`-style parameters; what
//! differs is in [`Dialect`].
//!
//! Writes see what others committed before each statement (SQLite runs them one at a time; PostgreSQL reads
//! committed). What must hold across rows or between a read and a write asks for [`Tx::lock`] or
//! [`Dialect::for_update`] first.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: errors in words that both databases share
//! - `dialect`: the differences between the two databases
//! - `bytes`: sizes of results
//! - `row`: rows of results
//! - `limits`: how long transactions may run, and how many at a time
//! - `json_order`: the order of JSON values
//! - `patterns`: regular expressions from outside, searched in bounded time
//! - `work`: the work of a transaction, handed over without its types
//! - `events`: committed changes, sent to their listeners
//! - `live`: data for listeners to a live table
//! - `statements`: running one statement on a connection to either database
//! - `tx`: a running transaction
//! - `table_rows`: rows that are structs
//! - `migrate`: pending migrations
//! - `words`: the search for words
//! - `ordered`: a page of a list whose order no single index has
//! - `sqlite`: one writer thread, a pool of readers, one file
//! - `postgres`: a pool of connections, and messages between nodes

mod bytes;
mod dialect;
mod error;
mod events;
mod json_order;
mod limits;
mod live;
mod migrate;
mod ordered;
mod patterns;
mod postgres;
mod row;
mod sqlite;
mod statements;
mod table_rows;
mod tx;
mod words;
mod work;

use std::{fmt, path::PathBuf, sync::Arc};

use ateneu_schema::Schema;
use futures::future::BoxFuture;
use limits::Limiter;
use tokio::sync::broadcast;
use work::{Mode, Work, erase};

pub use dialect::{Dialect, JsonStep, quoted};
pub use error::{Error, Violation, ViolationKind};
pub use events::{Changes, Event, NodeMessage};
pub use limits::{Cost, Limits};
pub use ordered::{Ordered, page_of};
pub use patterns::{Pattern, is_pattern, like};
pub use row::{Row, json_column};
pub use tx::Tx;
pub use words::WordSearch;

/// Database that is opened.
#[derive(Clone)]
pub enum Target {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL connection string.
    Postgres(String),
}

impl fmt::Debug for Target {
    /// Omits the connection string, which holds a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Sqlite(path) => f.debug_tuple("Sqlite").field(path).finish(),
            Target::Postgres(_) => f.write_str("Postgres(***)"),
        }
    }
}

/// One migration: a name and its SQL in the common subset.
pub type Migration = (&'static str, &'static str);

/// The database. Cloning is cheap.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    feed: events::ChangeFeed,
    limits: Limits,
    /// Transactions with a cost: fewer at a time than the database has readers or connections.
    reads: Arc<Limiter>,
    writes: Arc<Limiter>,
}

#[derive(Clone)]
enum Engine {
    Sqlite(Arc<sqlite::Sqlite>),
    Postgres(Arc<postgres::Postgres>),
}

fn limiter(running: usize, limits: Limits) -> Arc<Limiter> {
    Arc::new(Limiter::new(running, limits.waiting, limits.wait))
}

impl Db {
    /// Opens the database and applies the migrations it lacks.
    ///
    /// Fails with [`Error::Newer`] when it holds a migration that is not among these, and with
    /// [`Error::Unavailable`] when it cannot be reached.
    pub async fn open(target: &Target, migrations: &[Migration]) -> Result<Self, Error> {
        Self::open_within(target, migrations, Limits::default()).await
    }

    /// [`Db::open`] with other limits.
    pub async fn open_within(
        target: &Target,
        migrations: &[Migration],
        limits: Limits,
    ) -> Result<Self, Error> {
        let feed = events::ChangeFeed::new();
        let engine = match target {
            Target::Sqlite(path) => {
                Engine::Sqlite(sqlite::Sqlite::open(path, migrations, limits, &feed).await?.into())
            }
            Target::Postgres(address) => {
                Engine::Postgres(postgres::Postgres::open(address, migrations, limits, &feed).await?.into())
            }
        };
        let reads = limiter(limits.shared(), limits);
        let writes = match &engine {
            // One writer runs all: only their share of the queue is bounded.
            Engine::Sqlite(_) => limiter((limits.waiting / 4).max(1), limits),
            // Both need a connection.
            Engine::Postgres(_) => Arc::clone(&reads),
        };
        Ok(Self { engine, feed, limits, reads, writes })
    }

    /// Returns the SQL dialect, which says what differs between the databases.
    pub fn dialect(&self) -> Dialect {
        match self.engine {
            Engine::Sqlite(_) => Dialect::Sqlite,
            Engine::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs reads against one consistent snapshot.
    pub async fn read<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        answer.after(self.run(Mode::Read, work, self.limits.internal_cost(self.limits.read)).await)
    }

    /// [`Db::read`] for statements shaped by a request, within a cost. Fewer of them run at a time than there are
    /// readers or connections, so that accounts, health checks, payments and jobs always find one.
    pub async fn read_within<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        let _permit = self.reads.acquire().await?;
        answer.after(self.run(Mode::Read, work, self.limits.scaled(cost)).await)
    }

    /// [`Db::write`] for statements shaped by a request; see [`Db::read_within`].
    pub async fn write_within<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        let _permit = self.writes.acquire().await?;
        answer.after(self.run(Mode::Write, work, self.limits.scaled(cost)).await)
    }

    /// Runs a transaction: committed and durable when `Ok`, without any effect when `Err`. Changes noted with
    /// [`Tx::changed`] are published after the commit. Work that has begun finishes even when its future is dropped.
    pub async fn write<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        answer.after(self.run(Mode::Write, work, self.limits.internal_cost(self.limits.write)).await)
    }

    /// Boxed, so that callers do not compile the drivers' futures into their own.
    fn run(&self, mode: Mode, work: Work, cost: Cost) -> BoxFuture<'_, Result<(), Error>> {
        match (&self.engine, mode) {
            (Engine::Sqlite(sqlite), Mode::Read) => Box::pin(sqlite.read(work, cost)),
            (Engine::Sqlite(sqlite), Mode::Write) => Box::pin(sqlite.write(work, cost)),
            (Engine::Postgres(postgres), _) => Box::pin(postgres.run(mode, work, cost)),
        }
    }

    /// Committed changes from now on, of every node. Those of one node arrive in the order of their commits.
    pub fn changes(&self) -> Changes {
        self.feed.listen()
    }

    /// [`Db::changes`] of transactions that change one of the tables. Other commits do not wake the listener.
    pub fn changes_of(&self, tables: impl IntoIterator<Item = &'static str>) -> Changes {
        self.feed.listen_to(tables, events::SELECTED)
    }

    /// [`Db::changes_of`] in the order of their commits, those of all nodes together. They arrive a moment after their
    /// writer was answered.
    pub fn ordered_changes_of(&self, tables: impl IntoIterator<Item = &'static str>) -> Changes {
        let feed = match &self.engine {
            Engine::Sqlite(_) => &self.feed,
            Engine::Postgres(postgres) => postgres.ordered_feed(),
        };
        feed.listen_to(tables, events::TRANSACTIONS)
    }

    /// Sends a text to the other nodes, which receive those of one node in this order. Without other nodes nothing
    /// happens.
    pub async fn send_to_nodes(&self, text: String) -> Result<(), Error> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => {
                let node = postgres.node();
                self.write(move |tx| postgres::send_message(tx, &node, &text)).await
            }
        }
    }

    /// Subscribes to other nodes' messages from now on. Returns `None` if there can be no other node.
    pub fn node_messages(&self) -> Option<broadcast::Receiver<NodeMessage>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => Some(postgres.messages()),
        }
    }

    /// Tells which tables are declared: rows of exposed ones must be announced by their writer, see [`Tx::write`].
    /// Otherwise a debug build refuses the transaction. Counts once.
    pub fn register(&self, schema: Arc<Schema>) {
        self.feed.register(schema);
    }

    /// Calls the follower at the end of each transaction that changed one of the tables, with all its changes; what it
    /// writes is committed with them, and its error undoes them.
    pub fn before_commit(
        &self,
        tables: Vec<String>,
        follow: impl Fn(&mut Tx<'_>, &[ateneu_base::Change]) -> Result<(), Error> + Send + Sync + 'static,
    ) {
        self.feed.before_commit(events::Follower { tables, follow: Box::new(follow) });
    }

    /// Calls the listener after each commit, before its writer is answered, on the writer's thread. It must be quick.
    /// Of tables whose rows it does not follow it may receive changes without rows.
    pub fn on_commit(
        &self,
        follows_rows: impl Fn(&str) -> bool + Send + Sync + 'static,
        listen: impl Fn(&Event) + Send + Sync + 'static,
    ) {
        self.feed
            .on_commit(events::Listener { follows_rows: Box::new(follows_rows), listen: Box::new(listen) });
    }

    /// A number that grows with every commit, before its writer is answered: while it stays the same, so do the results
    /// of reads. `None` where other nodes commit too (PostgreSQL).
    pub fn commits(&self) -> Option<u64> {
        match self.engine {
            Engine::Sqlite(_) => Some(self.feed.commits()),
            Engine::Postgres(_) => None,
        }
    }

    /// Checks that the database can be read.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|tx| tx.query("SELECT 1", &[]).map(drop)).await
    }

    /// Accepts no more work, finishes what was accepted and closes the database.
    pub async fn close(&self) {
        self.reads.close();
        self.writes.close();
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }
}
