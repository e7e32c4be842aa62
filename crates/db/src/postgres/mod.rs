//! PostgreSQL: a pool of connections; each transaction's work runs on a blocking thread.

mod connection;
mod errors;
mod foreign;
mod notices;

use std::{sync::Arc, time::Duration};

use ateneu_base::ids;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts,
};
use tokio::{runtime::Handle, sync::broadcast, task::JoinHandle};

pub use self::foreign::{Foreign, TextRow};
pub(crate) use self::notices::send_message;
use self::{connection::Address, notices::Bus};
use crate::{
    Cost, Error, Limits, Migration, NodeMessage,
    events::ChangeFeed,
    migrate, nodes,
    statements::postgres::Session,
    tx::Tx,
    work::{Mode, Work, erase},
};

const BOOTSTRAP: &str = include_str!("bootstrap.sql");
/// Lock that makes nodes that start together migrate one after the other.
const MIGRATION_LOCK: &str =
    "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(718293641);";

/// SQL that commits a transaction that notifies. PostgreSQL commits such transactions one after the other, each with
/// its own flush of the log. So the commit does not flush, which fixes its place among the notifications, and then
/// waits for the flush of a record behind it, which many share (decision 0004).
const NOTIFYING_COMMIT: &str =
    "SET LOCAL synchronous_commit TO off; COMMIT; SELECT pg_logical_emit_message(true, 'ateneu', '')";
/// SQL that returns true if this role may write such a record.
const MAY_EMIT: &str = "SELECT CAST(pg_logical_emit_message(true, 'ateneu', '') AS text) AS place";

pub(crate) struct Postgres {
    pool: Pool,
    limits: Limits,
    /// Destinations of notices, with the id that distinguishes this process's notices from those of other nodes.
    bus: Bus,
    listener: JoinHandle<()>,
    /// SQL that commits a transaction that notifies.
    notifying_commit: &'static str,
}

impl Postgres {
    /// Connects to a database as it is.
    async fn connect(address: &str, limits: Limits, feed: &ChangeFeed) -> Result<Self, Error> {
        let address = Address::read(address, limits)?;
        let node: Arc<str> = ids::random_id().into();
        let bus = Bus::new(Arc::clone(&node), feed.clone());
        Ok(Self {
            pool: pool(&address, &node, limits)?,
            limits,
            listener: notices::listen(address, bus.clone()).await?,
            bus,
            notifying_commit: "COMMIT",
        })
    }

    /// Returns the names of the migrations that opening the database would apply, and changes nothing.
    pub(crate) async fn pending(
        address: &str,
        migrations: &[Migration],
        limits: Limits,
    ) -> Result<Vec<&'static str>, Error> {
        let postgres = Self::connect(address, limits, &ChangeFeed::new()).await?;
        let migrations = migrations.to_vec();
        let (work, answer) = erase(move |tx| migrate::pending(tx, &migrations));
        answer.after(postgres.run(Mode::Read, work, limits.internal_cost(limits.read)).await)
    }

    /// Connects to a database and migrates it.
    pub(crate) async fn open(
        address: &str,
        migrations: &[Migration],
        limits: Limits,
        feed: &ChangeFeed,
    ) -> Result<Self, Error> {
        let mut postgres = Self::connect(address, limits, feed).await?;
        let migrations = migrations.to_vec();
        let (work, answer) = erase(move |tx| migrate(tx, &migrations));
        answer.after(postgres.run(Mode::Write, work, limits.internal_cost(limits.write)).await)?;
        let (work, answer) = erase(|tx| tx.query(MAY_EMIT, &[]).map(drop));
        match answer.after(postgres.run(Mode::Write, work, limits.internal_cost(limits.write)).await) {
            Ok(()) => postgres.notifying_commit = NOTIFYING_COMMIT,
            Err(error) => tracing::warn!(%error, "announced writes are flushed one by one, which is slow"),
        }
        Ok(postgres)
    }

    pub(crate) fn close(&self) {
        self.listener.abort();
        self.pool.close();
    }

    pub(crate) fn node(&self) -> Arc<str> {
        Arc::clone(&self.bus.node)
    }

    pub(crate) fn ordered_feed(&self) -> &ChangeFeed {
        &self.bus.ordered
    }

    pub(crate) fn messages(&self) -> broadcast::Receiver<NodeMessage> {
        self.bus.messages.subscribe()
    }

    pub(crate) async fn run(&self, mode: Mode, mut work: Work, cost: Cost) -> Result<(), Error> {
        let begin = begin_statement(mode, cost.statement);
        let mut problem = Error::Unavailable("no connection".into());
        // A connection found dead before any work is replaced. At worst all in the pool are dead.
        for _ in 0..=self.limits.connections {
            if self.pool.status().waiting >= self.limits.waiting {
                return Err(Error::Unavailable("too many transactions are waiting".into()));
            }
            let client = self.pool.get().await?;
            let (runtime, bus, begin) = (Handle::current(), self.bus.clone(), begin.clone());
            let notifying_commit = self.notifying_commit;
            let run = tokio::task::spawn_blocking(move || {
                let bytes = cost.bytes;
                let transaction = Transaction { mode, bytes, begin, bus, runtime, notifying_commit };
                transaction.run(client, work)
            });
            match run.await {
                Ok(Run::Ended(ended)) => return ended,
                Ok(Run::NotBegun(error, unspent)) => (problem, work) = (error, unspent),
                Err(_) => return Err(Error::Unavailable("the work was stopped".into())),
            }
        }
        Err(problem)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.listener.abort();
    }
}

/// Outcome of a transaction. The work is returned if the transaction could not be begun.
enum Run {
    Ended(Result<(), Error>),
    NotBegun(Error, Work),
}

struct Transaction {
    mode: Mode,
    bytes: usize,
    begin: String,
    bus: Bus,
    runtime: Handle,
    notifying_commit: &'static str,
}

impl Transaction {
    /// Runs the work on this connection, from a blocking thread.
    fn run(self, client: Object, work: Work) -> Run {
        if let Err(error) = Session::new(&client, &self.runtime).batch(&self.begin) {
            drop(Object::take(client));
            return Run::NotBegun(error, work);
        }
        let mut tx =
            Tx::postgres(Session::new(&client, &self.runtime), self.bytes).followed_by(&self.bus.feed);
        let mut announcement = None;
        let done = tx.run(work).and_then(|keep| {
            if keep && self.mode == Mode::Write {
                announcement = notices::announce(&mut tx, &self.bus)?;
            }
            Ok(keep)
        });
        if tx.was_cut() {
            // The server would go on sending unread rows. Closing the connection stops it.
            drop(tx);
            drop(Object::take(client));
            return Run::Ended(done.and(Err(Error::Other("the transaction was cut".into()))));
        }
        let changes = tx.into_changes();
        let end = match (&done, &announcement) {
            (Ok(true), Some(announcement)) => format!("{}{}", announcement.statement, self.notifying_commit),
            (Ok(true), None) => "COMMIT".to_owned(),
            _ => "ROLLBACK".to_owned(),
        };
        let mut session = Session::new(&client, &self.runtime);
        let ended = match self.mode {
            Mode::Write => session.batch(&end),
            // A read has nothing to lose, so its end is not awaited.
            Mode::Read => {
                session.send(&end);
                Ok(())
            }
        };
        if ended.is_err() {
            // A connection whose transaction may still be open is not reused.
            drop(Object::take(client));
        } else {
            // The connection is free while the changes are published.
            drop(client);
        }
        Run::Ended(match (done, ended) {
            (Ok(true), Ok(())) => {
                match announcement {
                    Some(announcement) => announcement.committed(changes),
                    None => self.bus.feed.changed(changes),
                }
                Ok(())
            }
            (Ok(true), Err(error)) | (Err(error), _) => Err(error),
            (Ok(false), _) => Ok(()),
        })
    }
}

fn begin_statement(mode: Mode, time: Duration) -> String {
    let kind = match mode {
        Mode::Read => "REPEATABLE READ READ ONLY",
        Mode::Write => "READ COMMITTED READ WRITE",
    };
    format!("BEGIN ISOLATION LEVEL {kind}; SET LOCAL statement_timeout = {}", time.as_millis().max(1))
}

fn migrate(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<(), Error> {
    tx.batch(MIGRATION_LOCK)?;
    let encoding = tx.query_optional("SELECT getdatabaseencoding() AS encoding", &[])?;
    if encoding.as_ref().and_then(|row| row.text("encoding")) != Some("UTF8") {
        return Err(Error::Other("the PostgreSQL database must be encoded in UTF8".into()));
    }
    tx.batch(BOOTSTRAP)?;
    migrate::apply(tx, migrations)
}

fn pool(address: &Address, node: &str, limits: Limits) -> Result<Pool, Error> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    // Plans are small, and compiling them costs more than it saves.
    let settings = format!(
        "SET jit = off; SET TimeZone = 'UTC'; SET client_min_messages = warning; SET lock_timeout = {}; \
         SET ateneu.node = '{}'",
        limits.wait.as_millis().max(1),
        nodes::number_of(node)
    );
    let prepare = Hook::async_fn(move |client: &mut deadpool_postgres::ClientWrapper, _| {
        let settings = settings.clone();
        Box::pin(async move { client.batch_execute(&settings).await.map_err(HookError::Backend) })
    });
    Pool::builder(Manager::from_config(address.config.clone(), address.tls.clone(), recycling))
        .max_size(limits.connections)
        .timeouts(Timeouts { wait: Some(limits.wait), create: Some(limits.wait), recycle: Some(limits.wait) })
        .post_create(prepare)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|error| Error::Other(error.to_string()))
}
