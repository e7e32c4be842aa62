//! The only crate that distinguishes SQLite and PostgreSQL: connections, transactions, migrations, violations.
//!
//! Work is a plain closure over a [`Tx`]. It runs off the async threads, inside one transaction. A write's future
//! resolves after its commit is durable. SQL is one text for both databases with `$1`-style parameters; [`Dialect`]
//! holds the differences.
//!
//! Each statement of a write sees earlier commits of others (SQLite runs writes one at a time; PostgreSQL reads
//! committed). A condition across rows, or between a read and a write, needs [`Tx::lock`] or [`Dialect::for_update`]
//! first.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: errors of both databases
//! - `dialect`: the differences between the two databases
//! - `bytes`: sizes of results
//! - `row`: rows of results
//! - `limits`: limits on the duration and number of transactions
//! - `json_order`: the order of JSON values
//! - `patterns`: regular expressions of requests, matched in bounded time
//! - `work`: the work of a transaction, without its types
//! - `events`: committed changes, sent to their listeners
//! - `live`: data for listeners to a live table
//! - `statements`: running one statement on a connection to either database
//! - `tx`: a running transaction
//! - `place`: the place of a database
//! - `nodes`: nodes of a PostgreSQL database
//! - `table_rows`: rows that are structs
//! - `whole_tables`: whole tables, for backups
//! - `migrate`: pending migrations
//! - `words`: the search for words
//! - `ordered`: pages of lists that no single index orders
//! - `sqlite`: one writer thread, a pool of readers, one file
//! - `postgres`: a pool of connections, and messages between nodes; snapshots of other programs' databases

mod bytes;
mod dialect;
mod error;
mod events;
mod json_order;
mod limits;
mod live;
mod migrate;
mod nodes;
mod ordered;
mod patterns;
mod place;
mod postgres;
mod row;
mod sqlite;
mod statements;
mod table_rows;
mod tx;
mod whole_tables;
mod words;
mod work;

use std::{fmt, path::PathBuf, sync::Arc, time::Duration};

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
pub use postgres::{Foreign, TextRow};
pub use row::{Row, json_column};
pub use sqlite::{Commits, LogFollower, Snapshot};
pub use tx::Tx;
pub use whole_tables::StoredTable;
pub use words::WordSearch;

/// Database to open.
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

/// Longest time of a backup's read, and of a restore's write.
const AT_LENGTH: Duration = Duration::from_hours(24);

/// One migration: a name and its SQL in the common subset.
pub type Migration = (&'static str, &'static str);

/// Returns the names of the migrations that [`Db::open`] would apply, and changes nothing.
///
/// # Errors
/// Fails with [`Error::Newer`] if the database holds a migration that is not among these, and with
/// [`Error::Unavailable`] if it cannot be reached.
pub async fn pending(target: &Target, migrations: &[Migration]) -> Result<Vec<&'static str>, Error> {
    match target {
        Target::Sqlite(path) => {
            let (path, migrations) = (path.clone(), migrations.to_vec());
            let read = tokio::task::spawn_blocking(move || sqlite::pending(&path, &migrations));
            read.await.map_err(|_| Error::Unavailable("the read was stopped".into()))?
        }
        Target::Postgres(address) => {
            postgres::Postgres::pending(address, migrations, Limits::default()).await
        }
    }
}

/// The database. Clones share it.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    feed: events::ChangeFeed,
    limits: Limits,
    /// Limits transactions with a cost to fewer than the database has readers or connections.
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
    /// Opens the database and applies the missing migrations.
    ///
    /// Fails with [`Error::Newer`] if it holds a migration that is not among these, and with [`Error::Unavailable`] if
    /// it cannot be reached.
    pub async fn open(target: &Target, migrations: &[Migration]) -> Result<Self, Error> {
        Self::open_within(target, migrations, Limits::default()).await
    }

    /// Opens the database as [`Db::open`] does, with these limits.
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
            // One writer runs all writes, so only their share of the queue is limited.
            Engine::Sqlite(_) => limiter((limits.waiting / 4).max(1), limits),
            // Both need a connection.
            Engine::Postgres(_) => Arc::clone(&reads),
        };
        Ok(Self { engine, feed, limits, reads, writes })
    }

    /// Returns the SQL dialect, which holds the differences between the databases.
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

    /// Runs reads against one snapshot for as long as they take: those of a backup.
    pub async fn read_at_length<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        answer.after(self.run(Mode::Read, work, self.limits.internal_cost(AT_LENGTH)).await)
    }

    /// Runs a transaction for as long as it takes: that of a restore. Nothing else can write meanwhile.
    pub async fn write_at_length<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        answer.after(self.run(Mode::Write, work, self.limits.internal_cost(AT_LENGTH)).await)
    }

    /// Runs reads shaped by a request, within a cost. Fewer run at a time than there are readers or connections, so
    /// that accounts, health checks, payments and jobs always find one.
    pub async fn read_within<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        let _permit = self.reads.acquire().await?;
        answer.after(self.run(Mode::Read, work, self.limits.scaled(cost)).await)
    }

    /// Runs writes shaped by a request; see [`Db::read_within`].
    pub async fn write_within<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        let _permit = self.writes.acquire().await?;
        answer.after(self.run(Mode::Write, work, self.limits.scaled(cost)).await)
    }

    /// Runs a transaction: committed and durable on `Ok`, without effect on `Err`. Changes recorded with
    /// [`Tx::changed`] are published after the commit. Work that has begun finishes even if its future is dropped.
    pub async fn write<T: Send + 'static, E: From<Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (work, answer) = erase(work);
        answer.after(self.run(Mode::Write, work, self.limits.internal_cost(self.limits.write)).await)
    }

    /// Runs the work of a transaction. Boxed, so that callers do not compile the drivers' futures into their own.
    fn run(&self, mode: Mode, work: Work, cost: Cost) -> BoxFuture<'_, Result<(), Error>> {
        match (&self.engine, mode) {
            (Engine::Sqlite(sqlite), Mode::Read) => Box::pin(sqlite.read(work, cost)),
            (Engine::Sqlite(sqlite), Mode::Write) => Box::pin(sqlite.write(work, cost)),
            (Engine::Postgres(postgres), _) => Box::pin(postgres.run(mode, work, cost)),
        }
    }

    /// Subscribes to committed changes of every node. Those of one node arrive in the order of their commits.
    pub fn changes(&self) -> Changes {
        self.feed.listen()
    }

    /// Subscribes to transactions that change one of the tables. Other commits do not wake the listener.
    pub fn changes_of(&self, tables: impl IntoIterator<Item = &'static str>) -> Changes {
        self.feed.listen_to(tables, events::SELECTED)
    }

    /// Subscribes as [`Db::changes_of`] does, in the commit order of all nodes together. Changes arrive a moment after
    /// their writer is answered.
    pub fn ordered_changes_of(&self, tables: impl IntoIterator<Item = &'static str>) -> Changes {
        let feed = match &self.engine {
            Engine::Sqlite(_) => &self.feed,
            Engine::Postgres(postgres) => postgres.ordered_feed(),
        };
        feed.listen_to(tables, events::TRANSACTIONS)
    }

    /// Sends a text to the other nodes. Texts of one node arrive in this order. Without other nodes it has no effect.
    pub async fn send_to_nodes(&self, text: String) -> Result<(), Error> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => {
                let node = postgres.node();
                self.write(move |tx| postgres::send_message(tx, &node, &text)).await
            }
        }
    }

    /// Subscribes to other nodes' messages. Returns `None` if there can be no other node.
    pub fn node_messages(&self) -> Option<broadcast::Receiver<NodeMessage>> {
        match &self.engine {
            Engine::Sqlite(_) => None,
            Engine::Postgres(postgres) => Some(postgres.messages()),
        }
    }

    /// Sets the declared tables, once. Writers must announce rows of the exposed ones, see [`Tx::write`]: a debug build
    /// refuses a transaction that does not.
    pub fn register(&self, schema: Arc<Schema>) {
        self.feed.register(schema);
    }

    /// Calls the follower at the end of each transaction that changed one of the tables, with all its changes. The
    /// follower's writes are part of the transaction, and its error rolls everything back.
    pub fn before_commit(
        &self,
        tables: Vec<String>,
        follow: impl Fn(&mut Tx<'_>, &[ateneu_base::Change]) -> Result<(), Error> + Send + Sync + 'static,
    ) {
        self.feed.before_commit(events::Follower { tables, follow: Box::new(follow) });
    }

    /// Calls the listener after each commit, before the writer is answered, on the writer's thread. It must be quick.
    /// Changes of tables whose rows it does not follow may come without rows.
    pub fn on_commit(
        &self,
        follows_rows: impl Fn(&str) -> bool + Send + Sync + 'static,
        listen: impl Fn(&Event) + Send + Sync + 'static,
    ) {
        self.feed
            .on_commit(events::Listener { follows_rows: Box::new(follows_rows), listen: Box::new(listen) });
    }

    /// Returns a number that grows with every commit, before its writer is answered. While it is the same, results of
    /// reads are too. Returns `None` if other nodes commit too (PostgreSQL).
    pub fn commits(&self) -> Option<u64> {
        match self.engine {
            Engine::Sqlite(_) => Some(self.feed.commits()),
            Engine::Postgres(_) => None,
        }
    }

    /// Returns `true` if [`Db::follow_log`] returns a follower.
    pub fn has_log(&self) -> bool {
        matches!(self.engine, Engine::Sqlite(_))
    }

    /// Opens a follower of the commits of a SQLite file. Returns `None` for PostgreSQL, which archives its own log.
    pub async fn follow_log(&self) -> Result<Option<LogFollower>, Error> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.follow_log().await.map(Some),
            Engine::Postgres(_) => Ok(None),
        }
    }

    /// Checks that the database can be read.
    pub async fn ping(&self) -> Result<(), Error> {
        self.read(|tx| tx.query("SELECT 1", &[]).map(drop)).await
    }

    /// Refuses new work, finishes the accepted work and closes the database.
    pub async fn close(&self) {
        self.reads.close();
        self.writes.close();
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close(),
        }
    }
}
