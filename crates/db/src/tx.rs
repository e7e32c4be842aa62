//! A running transaction, the same for both databases.

use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
};

use ateneu_base::{Change, Value, Verb};
use ateneu_schema::Schema;
use serde::de::DeserializeOwned;

use crate::{
    Dialect, Error, Row,
    bytes::Bytes,
    events::ChangeFeed,
    live::take_same_row,
    statements::{postgres::Session, sqlite},
    work::Work,
};

/// A running transaction.
pub struct Tx<'a> {
    engine: Engine<'a>,
    changes: Vec<Change>,
    /// Feed for announced changes. `None` in a transaction that announces none.
    feed: Option<&'a ChangeFeed>,
    /// Exposed tables that the transaction has written.
    written: BTreeSet<&'static str>,
    /// Number of bytes that statements may still return.
    bytes: Bytes,
}

/// Size of results that leaves memory in the database's own caches.
const LARGE: usize = 1 << 20;

enum Engine<'a> {
    Sqlite(&'a rusqlite::Connection),
    Postgres(Session<'a>),
}

impl<'a> Tx<'a> {
    pub(crate) fn sqlite(connection: &'a rusqlite::Connection, bytes: usize) -> Self {
        Self::new(Engine::Sqlite(connection), bytes)
    }

    pub(crate) fn postgres(session: Session<'a>, bytes: usize) -> Self {
        Self::new(Engine::Postgres(session), bytes)
    }

    fn new(engine: Engine<'a>, bytes: usize) -> Self {
        Self { engine, changes: Vec::new(), feed: None, written: BTreeSet::new(), bytes: Bytes::new(bytes) }
    }

    /// Sets the feed in which changes are announced, with its followers.
    pub(crate) fn followed_by(self, feed: &'a ChangeFeed) -> Self {
        Self { feed: Some(feed), ..self }
    }

    /// Returns the declared tables, once registered; see [`crate::Db::register`].
    pub(crate) fn schema(&self) -> Option<&'a Schema> {
        self.feed?.schema()
    }

    /// Returns the SQL dialect, which holds the differences between the databases.
    pub fn dialect(&self) -> Dialect {
        match self.engine {
            Engine::Sqlite(_) => Dialect::Sqlite,
            Engine::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Runs a statement and collects its rows.
    pub fn query(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        let found = match &mut self.engine {
            Engine::Sqlite(connection) => sqlite::query(connection, sql, parameters, &mut self.bytes),
            Engine::Postgres(session) => session.query(sql, parameters, &mut self.bytes),
        };
        let found = found.map_err(|error| match error {
            Error::TooLarge(_) => self.bytes.exceeded(),
            other => other,
        })?;
        if !found.is_empty() {
            self.remember_written(sql);
        }
        Ok(found)
    }

    /// Runs one `INSERT INTO`, `UPDATE` or `DELETE FROM` and announces every changed row, whole, to be published after
    /// the commit. Returns the rows as they are now, deleted ones as they were. An upsert is announced as an update.
    /// Rows of a live table are announced with the row before, except by an upsert, and with looked-up values.
    ///
    /// # Errors
    /// Fails if the statement does, or is none of these three.
    pub fn write(&mut self, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
        let (verb, name) =
            target(sql).ok_or_else(|| Error::Other(format!("this statement writes nothing: {sql}")))?;
        let schema = self.schema();
        let table = schema.and_then(|schema| schema.table(name));
        let live = table.filter(|table| table.is_live);
        let mut former = match live.filter(|_| verb == Verb::Update) {
            Some(table) => self.rows_to_update(table, sql, parameters)?,
            None => Vec::new(),
        };
        let rows = self.query(&format!("{sql} RETURNING *"), parameters)?;
        for row in &rows {
            let mut record = row.record(table);
            if let Some(table) = live {
                self.look_up(table, &mut record)?;
                if verb != Verb::Delete {
                    self.count(table, &mut record)?;
                }
            }
            if let Some(schema) = schema {
                self.announce_counts(schema, name, &record)?;
            }
            let (old, new) = match (verb, live) {
                (Verb::Delete, _) => (Some(record), None),
                (_, Some(table)) => (take_same_row(table, &mut former, &record), Some(record)),
                (_, None) => (None, Some(record)),
            };
            self.changed(Change { table: name.to_owned(), verb, old, new });
        }
        Ok(rows)
    }

    /// Runs [`Tx::write`] and returns the number of changed rows. Rows that no listener follows are not read back: only
    /// their table is announced.
    pub fn write_count(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
        let Some((_, table)) = target(sql).filter(|(_, table)| !self.has_followed_rows(table)) else {
            return Ok(self.write(sql, parameters)?.len() as u64);
        };
        let touched = self.execute(sql, parameters)?;
        if touched > 0 {
            self.changed_table(table);
        }
        Ok(touched)
    }

    /// Returns `true` if a listener, here or on another node, needs the changed rows of a table.
    fn has_followed_rows(&self, table: &str) -> bool {
        match self.engine {
            Engine::Sqlite(_) => self.feed.is_some_and(|feed| feed.follows_rows_of(table)),
            // The listeners of other nodes are unknown.
            Engine::Postgres(_) => true,
        }
    }

    /// True if a statement was stopped because its result was too large.
    pub(crate) fn was_cut(&self) -> bool {
        self.bytes.are_spent()
    }

    /// True if its results were so large that memory should be freed.
    pub(crate) fn was_large(&self) -> bool {
        self.bytes.spent() > LARGE
    }

    /// Returns the first row, if any.
    pub fn query_optional(&mut self, sql: &str, parameters: &[Value]) -> Result<Option<Row>, Error> {
        Ok(self.query(sql, parameters)?.into_iter().next())
    }

    /// Runs a statement and reads each row ([`Row::read`]).
    pub fn query_as<T: DeserializeOwned>(
        &mut self,
        sql: &str,
        parameters: &[Value],
    ) -> Result<Vec<T>, Error> {
        self.query(sql, parameters)?.iter().map(Row::read).collect()
    }

    /// Reads the first row ([`Row::read`]), if any.
    pub fn query_optional_as<T: DeserializeOwned>(
        &mut self,
        sql: &str,
        parameters: &[Value],
    ) -> Result<Option<T>, Error> {
        self.query(sql, parameters)?.first().map(Row::read).transpose()
    }

    /// Reads the first row ([`Row::read`]) of a statement that always has one, such as a count.
    ///
    /// # Errors
    /// Fails if the statement does, or returns no row.
    pub fn query_one_as<T: DeserializeOwned>(&mut self, sql: &str, parameters: &[Value]) -> Result<T, Error> {
        let row = self.query_optional_as(sql, parameters)?;
        row.ok_or_else(|| Error::Other(format!("this statement returns no row: {sql}")))
    }

    /// Runs a statement. Returns the number of changed rows.
    pub fn execute(&mut self, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
        let touched = match &mut self.engine {
            Engine::Sqlite(connection) => sqlite::execute(connection, sql, parameters),
            Engine::Postgres(session) => session.execute(sql, parameters),
        }?;
        if touched > 0 {
            self.remember_written(sql);
        }
        Ok(touched)
    }

    /// Records the exposed table that a statement wrote.
    fn remember_written(&mut self, sql: &str) {
        let table = target(sql).and_then(|(_, name)| self.schema()?.exposed(name));
        self.written.extend(table.map(|table| table.name));
    }

    /// Returns an exposed table that was written without an announcement: live updates and caches would miss it.
    fn unannounced(&self) -> Option<&'static str> {
        let is_announced = |table: &str| self.changes.iter().any(|change| change.table == table);
        self.written.iter().copied().find(|table| !is_announced(table))
    }

    /// Runs several statements without parameters.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), Error> {
        match &mut self.engine {
            Engine::Sqlite(connection) => Ok(connection.execute_batch(sql)?),
            Engine::Postgres(session) => session.batch(sql),
        }
    }

    /// Runs a part that may fail without ending the transaction: a failure rolls back only this part. Without a
    /// savepoint a failed statement makes a PostgreSQL transaction unusable.
    pub fn savepoint<T, E: From<Error>>(
        &mut self,
        part: impl FnOnce(&mut Tx<'a>) -> Result<T, E>,
    ) -> Result<T, E> {
        let (changes, written) = (self.changes.len(), self.written.clone());
        self.batch("SAVEPOINT attempt")?;
        match part(self) {
            Ok(answer) => {
                self.batch("RELEASE SAVEPOINT attempt")?;
                Ok(answer)
            }
            Err(error) => {
                self.changes.truncate(changes);
                self.written = written;
                self.batch("ROLLBACK TO SAVEPOINT attempt")?;
                self.batch("RELEASE SAVEPOINT attempt")?;
                Err(error)
            }
        }
    }

    /// Locks a name until the transaction ends, on every node, for conditions across rows ("an administrator remains").
    /// SQLite runs writes one at a time anyway.
    pub fn lock(&mut self, name: &str) -> Result<(), Error> {
        match self.dialect() {
            Dialect::Sqlite => Ok(()),
            Dialect::Postgres => {
                let lock = "SELECT pg_advisory_xact_lock(hashtextextended(CAST($1 AS text), 0))";
                self.execute(lock, &[name.into()]).map(drop)
            }
        }
    }

    /// Announces that any row of a table may have changed: for changes of many rows that have no listeners.
    pub fn changed_table(&mut self, table: &str) {
        self.changed(Change { table: table.to_owned(), verb: Verb::Update, old: None, new: None });
    }

    /// Announces a change, to be published after the commit.
    pub fn changed(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Returns the changes so far, the newest first.
    pub(crate) fn newest_changes(&mut self) -> impl Iterator<Item = &mut Change> {
        self.changes.iter_mut().rev()
    }

    /// Returns the changes so far.
    pub(crate) fn changes(&self) -> &[Change] {
        &self.changes
    }

    pub(crate) fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    /// Runs the work. Returns `true` if it is to be committed. A panic becomes an error.
    pub(crate) fn run(&mut self, work: Work) -> Result<bool, Error> {
        let keep = catch_unwind(AssertUnwindSafe(|| work(self))).map_err(|_| {
            tracing::error!("a transaction's work panicked; it was rolled back");
            Error::Other("the work panicked".into())
        })?;
        if let Some(table) = self.unannounced().filter(|_| keep) {
            tracing::error!(table, "rows were written and not announced");
            // A defect that tests reveal. A release build keeps the visitor's data all the same.
            if cfg!(debug_assertions) {
                return Err(Error::Other(format!("rows of {table} were written and not announced")));
            }
        }
        if keep {
            self.check_standing()?;
            self.follow()?;
            self.check_standing()?;
        }
        Ok(keep)
    }

    /// Fails after a failed statement, because PostgreSQL turns the commit into a rollback without an error.
    fn check_standing(&self) -> Result<(), Error> {
        match &self.engine {
            Engine::Postgres(session) if session.is_doomed() => {
                Err(Error::Other("a statement failed and the transaction went on".into()))
            }
            _ => Ok(()),
        }
    }

    /// Runs the followers of the changes so far.
    fn follow(&mut self) -> Result<(), Error> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let Some(feed) = self.feed else { return Ok(()) };
        for follower in feed.followers().iter() {
            if self.changes.iter().any(|change| follower.tables.contains(&change.table)) {
                let changes = std::mem::take(&mut self.changes);
                let done = (follower.follow)(self, &changes);
                self.changes.splice(0..0, changes);
                done?;
            }
        }
        Ok(())
    }
}

/// Returns the verb and the table of a statement. Returns `None` if it only reads or begins otherwise.
fn target(sql: &str) -> Option<(Verb, &str)> {
    let mut words = sql.split_ascii_whitespace();
    match (words.next()?, words.next()?) {
        ("INSERT", "INTO") => {
            let verb = if sql.contains("DO UPDATE") { Verb::Update } else { Verb::Insert };
            words.next().map(|table| (verb, table))
        }
        ("DELETE", "FROM") => words.next().map(|table| (Verb::Delete, table)),
        ("UPDATE", table) => Some((Verb::Update, table)),
        _ => None,
    }
}
