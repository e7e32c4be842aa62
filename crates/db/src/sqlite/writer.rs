//! The one thread that writes. It takes all waiting writes, runs each by itself, commits them together, so that they
//! share one flush to the disk, and only then answers.

use std::time::{Duration, Instant};

use ateneu_base::Change;
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::{connect::Timed, run::run, search_index, turns::Turns};
use crate::{Cost, Error, events::ChangeFeed, tx::Tx, work::Work};

/// Maximum number of writes in a group. The group also ends after a maximum time, so that its first write does not wait
/// forever.
const MAX_GROUP: usize = 256;
const MAX_GROUP_TIME: Duration = Duration::from_millis(10);

pub(super) struct Job {
    work: Option<Work>,
    cost: Cost,
    /// Changes of the job, once it has run.
    changes: Option<Vec<Change>>,
    caller: oneshot::Sender<Result<(), Error>>,
}

pub(super) type Jobs = mpsc::Receiver<Job>;

impl Job {
    /// Returns the job, and a receiver of its result.
    pub(super) fn new(work: Work, cost: Cost) -> (Self, oneshot::Receiver<Result<(), Error>>) {
        let (caller, ended) = oneshot::channel();
        (Self { work: Some(work), cost, changes: None, caller }, ended)
    }

    /// Runs the work. Returns `false` or an error if it must be rolled back.
    fn run(&mut self, connection: &Connection, feed: &ChangeFeed) -> Result<bool, Error> {
        let Some(work) = self.work.take() else {
            return Ok(false);
        };
        let mut tx = Tx::sqlite(connection, self.cost.bytes).followed_by(feed);
        let done = tx.run(work)?;
        self.changes = done.then(|| tx.into_changes());
        Ok(done)
    }

    /// Publishes the changes of a commit, then answers the caller if it still waits.
    fn answer(self, feed: &ChangeFeed, ended: Result<(), Error>) {
        if let (Some(changes), Ok(())) = (self.changes, &ended) {
            feed.changed(changes);
        }
        let _ = self.caller.send(ended);
    }
}

/// Runs jobs until every sender is gone, then closes the connection.
pub(super) fn serve(timed: &Timed, turns: &Turns, has_search: bool, feed: &ChangeFeed, mut jobs: Jobs) {
    while let Some(first) = jobs.blocking_recv() {
        commit_together((timed, turns), has_search, feed, first, &mut jobs);
    }
}

fn commit_together(
    (timed, turns): (&Timed, &Turns),
    has_search: bool,
    feed: &ChangeFeed,
    first: Job,
    jobs: &mut Jobs,
) {
    let connection = &timed.connection;
    timed.allow_all();
    let turn = match turns.begin_write(connection) {
        Ok(turn) => turn,
        Err(error) => return refuse_all(feed, first, jobs, &error),
    };
    let closing = Instant::now() + MAX_GROUP_TIME;
    let mut done: Vec<Job> = Vec::new();
    let mut next = Some(first);
    while let Some(mut job) = next {
        let outcome = timed.allow(job.cost).and_then(|()| match done.is_empty() {
            true => in_transaction(connection, feed, &mut job),
            false => in_savepoint(connection, feed, &mut job),
        });
        timed.allow_all();
        match outcome {
            Ok(true) => done.push(job),
            Ok(false) => job.answer(feed, Ok(())),
            Err(error) => job.answer(feed, Err(error)),
        }
        if connection.is_autocommit() {
            // The first write was rolled back, or SQLite rolled back the whole transaction: a full disk or an
            // interruption.
            let error = Error::Conflict("a write next to this one broke the transaction they shared".into());
            return answer_all(feed, done, &Err(error));
        }
        let open = done.len() < MAX_GROUP && Instant::now() < closing;
        next = if open { jobs.try_recv().ok() } else { None };
    }
    let indexed = if has_search { search_index::update(connection) } else { Ok(()) };
    let ending = indexed.and_then(|()| run(connection, "COMMIT"));
    if ending.is_err()
        && !connection.is_autocommit()
        && let Err(error) = run(connection, "ROLLBACK")
    {
        tracing::error!(%error, "a transaction could not be rolled back");
    }
    drop(turn);
    answer_all(feed, done, &ending);
}

/// Runs the first write of a transaction, and ends the transaction if it fails. It needs no savepoint, which keeps a
/// list of former pages that SQLite walks at every statement: an insert of 500 rows then takes three times as long. The
/// result is that of [`in_savepoint`].
fn in_transaction(connection: &Connection, feed: &ChangeFeed, job: &mut Job) -> Result<bool, Error> {
    let done = job.run(connection, feed);
    if connection.is_autocommit() {
        return Err(Error::Conflict("the transaction was broken off".into()));
    }
    if !matches!(done, Ok(true)) {
        run(connection, "ROLLBACK")?;
    }
    done
}

/// Runs a write. Returns `false` if the work failed and was rolled back. Fails if SQLite could not run or undo it.
fn in_savepoint(connection: &Connection, feed: &ChangeFeed, job: &mut Job) -> Result<bool, Error> {
    run(connection, "SAVEPOINT job")?;
    let done = job.run(connection, feed);
    if connection.is_autocommit() {
        return Err(Error::Conflict("the transaction was broken off".into()));
    }
    if !matches!(done, Ok(true)) {
        run(connection, "ROLLBACK TO job")?;
    }
    run(connection, "RELEASE job")?;
    done
}

fn refuse_all(feed: &ChangeFeed, first: Job, jobs: &mut Jobs, error: &Error) {
    first.answer(feed, Err(error.clone()));
    while let Ok(job) = jobs.try_recv() {
        job.answer(feed, Err(error.clone()));
    }
}

fn answer_all(feed: &ChangeFeed, jobs: Vec<Job>, ending: &Result<(), Error>) {
    for job in jobs {
        job.answer(feed, ending.clone());
    }
}
