//! The only room that knows SQLite from PostgreSQL: connections, transactions, migrations, violations.
//!
//! Work is a plain closure over a [`Tx`]; it runs off the async threads, inside one transaction. A write's future
//! resolves only after its commit is durable. SQL is one text for both databases with `$1`-style parameters; what
//! differs is asked of [`Dialect`].

mod dialect;
mod error;
mod sqlite;
mod sqlite_functions;

use std::{path::PathBuf, sync::Arc};

use ateneu_base::{Change, Value};
pub use dialect::{Dialect, JsonStep, quoted};
pub use error::{Error, Violation, ViolationKind};
use tokio::sync::broadcast;

/// Which database.
#[derive(Clone, Debug)]
pub enum Target {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL connection string.
    Postgres(String),
}

/// One migration: a name and its SQL in the common subset.
pub type Migration = (&'static str, &'static str);

/// The database. Cloning is cheap.
#[derive(Clone)]
pub struct Db {
    inner: Arc<sqlite::Sqlite>,
    changes: broadcast::Sender<Arc<Vec<Change>>>,
}

impl Db {
    /// Opens the database and applies the migrations it lacks.
    pub async fn open(target: &Target, migrations: &[Migration]) -> Result<Self, Error> {
        let Target::Sqlite(path) = target else {
            return Err(Error::Unavailable("not built yet".into()));
        };
        let inner = Arc::new(sqlite::Sqlite::open(path, migrations)?);
        Ok(Self {
            inner,
            changes: broadcast::channel(1024).0,
        })
    }

    /// What differs between the databases.
    pub fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    /// Runs reads against one consistent snapshot.
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.write(work).await
    }

    /// Runs a transaction: committed and durable when `Ok`, without any effect when `Err`. Changes noted with
    /// [`Tx::changed`] are published after the commit.
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        let inner = Arc::clone(&self.inner);
        let (answer, changes) = tokio::task::spawn_blocking(move || inner.transaction(work))
            .await
            .map_err(|_| Error::Unavailable("the work was stopped".into()))??;
        if !changes.is_empty() {
            let _ = self.changes.send(Arc::new(changes));
        }
        Ok(answer)
    }

    /// Committed changes from now on, one message per transaction. A receiver that lags sees `Lagged` and must
    /// assume that anything may have changed.
    pub fn changes(&self) -> broadcast::Receiver<Arc<Vec<Change>>> {
        self.changes.subscribe()
    }
}

/// A running transaction.
pub struct Tx<'a> {
    pub(crate) connection: &'a rusqlite::Connection,
    pub(crate) changes: Vec<Change>,
}

impl Tx<'_> {
    /// What differs between the databases.
    pub fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    /// Runs a statement and collects its rows.
    pub fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        sqlite::query(self.connection, sql, parameters)
    }

    /// The first row, if any.
    pub fn query_optional(&mut self, sql: &str, parameters: &[Value]) -> Result<Option<Row>, Error> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement; the number of rows it touched.
    pub fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
        sqlite::execute(self.connection, sql, parameters)
    }

    /// Notes a change to be published after the commit.
    pub fn changed(&mut self, change: Change) {
        self.changes.push(change);
    }
}

/// One row of an answer.
#[derive(Clone, Debug)]
pub struct Row {
    columns: Arc<[String]>,
    values: Vec<Value>,
}

impl Row {
    /// The value of a column; [`Value::Null`] when there is none of that name.
    pub fn get(&self, name: &str) -> &Value {
        self.columns
            .iter()
            .position(|column| column == name)
            .map_or(&Value::Null, |index| &self.values[index])
    }

    /// Text of a column, if it holds text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).as_text()
    }

    /// Truth of a column; false when empty.
    pub fn truth(&self, name: &str) -> bool {
        self.get(name).as_bool().unwrap_or(false)
    }

    /// Integer of a column, if it holds one.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name).as_int()
    }

    /// Values in column order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}
