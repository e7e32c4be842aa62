//! SQLite: one writer thread, a pool of readers, one file.

mod connect;
mod deadline;
mod errors;
mod functions;
mod log;
mod readers;
mod run;
mod search_index;
mod turns;
mod writer;

use std::{path::Path, sync::Arc, thread::JoinHandle, time::Duration};

use parking_lot::Mutex;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use tokio::sync::mpsc::{self, error::TrySendError};

use self::{
    connect::{File, Timed},
    readers::Readers,
    turns::Turns,
    writer::Job,
};
use crate::{Cost, Error, Limits, Migration, events::ChangeFeed, migrate, tx::Tx, work::Work};

pub use log::{Commits, LogFollower, Snapshot};

pub(crate) struct Sqlite {
    file: File,
    readers: Arc<Readers>,
    writes: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Sqlite {
    pub(crate) async fn open(
        path: &Path,
        migrations: &[Migration],
        limits: Limits,
        feed: &ChangeFeed,
    ) -> Result<Self, Error> {
        let file = File::new(path, limits);
        let (opening, migrations) = (file.clone(), migrations.to_vec());
        let turns = file.turns()?;
        let (timed, turns, has_search) =
            tokio::task::spawn_blocking(move || open(&opening, turns, &migrations))
                .await
                .map_err(|_| Error::Unavailable("opening was stopped".into()))??;
        let (writes, jobs) = mpsc::channel(limits.waiting);
        let (feed, known) = (feed.clone(), feed.clone());
        let writer = std::thread::Builder::new()
            .name("sqlite-writer".into())
            .spawn(move || writer::serve(&timed, &turns, has_search, &feed, jobs))
            .map_err(|error| Error::Unavailable(format!("no thread for the writer: {error}")))?;
        Ok(Self {
            readers: Arc::new(Readers::new(file.clone(), limits, known)),
            file,
            writes: Mutex::new(Some(writes)),
            writer: Mutex::new(Some(writer)),
        })
    }

    pub(crate) async fn read(&self, work: Work, cost: Cost) -> Result<(), Error> {
        self.readers.read(work, cost).await
    }

    pub(crate) async fn write(&self, work: Work, cost: Cost) -> Result<(), Error> {
        let (job, ended) = Job::new(work, cost);
        self.queue(job)?;
        ended.await.unwrap_or_else(|_| Err(Error::Unavailable("the writer stopped".into())))
    }

    /// Opens a follower of the file's log, on a thread that may wait.
    pub(crate) async fn follow_log(&self) -> Result<LogFollower, Error> {
        let file = self.file.clone();
        tokio::task::spawn_blocking(move || LogFollower::open(&file))
            .await
            .map_err(|_| Error::Unavailable("opening was stopped".into()))?
    }

    fn queue(&self, job: Job) -> Result<(), Error> {
        let writes = self.writes.lock();
        let Some(writes) = writes.as_ref() else {
            return Err(Error::Unavailable("the database is closed".into()));
        };
        writes.try_send(job).map_err(|error| {
            Error::Unavailable(match error {
                TrySendError::Full(_) => "too many writes are waiting".into(),
                TrySendError::Closed(_) => "the writer stopped".into(),
            })
        })
    }

    pub(crate) async fn close(&self) {
        drop(self.writes.lock().take());
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            // The thread ends once the accepted writes are done.
            let ended = tokio::task::spawn_blocking(move || writer.join()).await;
            if !matches!(ended, Ok(Ok(()))) {
                tracing::error!("the writer did not end in order");
            }
        }
        self.readers.close();
    }
}

/// Returns the names of the migrations that opening the file would apply, and changes nothing.
pub(crate) fn pending(path: &Path, migrations: &[Migration]) -> Result<Vec<&'static str>, Error> {
    if !path.exists() {
        return Ok(migrations.iter().map(|(name, _)| *name).collect());
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    migrate::pending(&mut Tx::sqlite(&connection, usize::MAX), migrations)
}

/// Opens the writing connection and migrates. Returns both, with `true` if the tables have indexes of words.
fn open(file: &File, turns: Turns, migrations: &[Migration]) -> Result<(Timed, Turns, bool), Error> {
    file.create()?;
    let timed = file.writer()?;
    let mut tx = Tx::sqlite(&timed.connection, usize::MAX);
    // A command may open the file beside a busy server, so it takes the write lock only to migrate.
    if !(migrate::has_records(&mut tx)? && migrate::is_current(&mut tx, migrations)?) {
        let _turn = turns.begin_write(&timed.connection)?;
        migrate::apply(&mut tx, migrations)?;
        timed.connection.execute_batch("COMMIT")?;
    }
    let has_search = search_index::exist(&timed.connection)?;
    // A migration or another program changed rows.
    if has_search && search_index::is_behind(&timed.connection)? {
        let _turn = turns.begin_write(&timed.connection)?;
        search_index::update(&timed.connection)?;
        timed.connection.execute_batch("COMMIT")?;
    }
    timed.connection.busy_timeout(Duration::ZERO)?;
    let updated = update_statistics(&timed.connection);
    timed.connection.busy_timeout(file.wait())?;
    match updated {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
            tracing::debug!("skipped the planner's statistics: another process writes");
        }
        ended => ended?,
    }
    // As in `connect`: the statistics have been read again.
    timed.shrink();
    Ok((timed, turns, has_search))
}

/// Updates the planner's row counts of tables that have changed much. Tables in which FTS5 keeps an index are left out:
/// with the statistics of a small one, SQLite reads all of a large one at each merge of its parts.
fn update_statistics(connection: &Connection) -> rusqlite::Result<()> {
    let names = "SELECT name FROM pragma_table_list WHERE type = 'shadow'";
    let indexes: Vec<String> =
        connection.prepare(names)?.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    // Statements (0x1) that analyse those of all tables (0x10000) that need it (0x2).
    let statements: Vec<String> = connection
        .prepare("PRAGMA optimize(0x10003)")?
        .query_map((), |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let of_index =
        |statement: &String| indexes.iter().any(|name| statement.ends_with(&format!("\"{name}\"")));
    statements
        .iter()
        .filter(|statement| !of_index(statement))
        .try_for_each(|sql| connection.execute_batch(sql))
}
