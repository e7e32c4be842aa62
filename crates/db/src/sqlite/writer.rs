//! The one thread that writes. It takes whatever writes are waiting, runs each in a savepoint of its own, commits
//! them together, so that they share one flush to the disk, and answers only then.

use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use super::connect::Timed;
use crate::{
    Error,
    events::Feed,
    tx::{Outcome, Tx},
};

/// A group is closed after so many writes or so much time, whichever comes first, so that the first in it does
/// not wait for ever.
const MOST_TOGETHER: usize = 256;
const LONGEST_TOGETHER: Duration = Duration::from_millis(10);

/// One waiting write.
pub(super) trait Job: Send {
    /// Does the work; false when it failed and must be undone.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Tells the caller; an error here overrules the work's own success.
    fn answer(self: Box<Self>, ending: Result<(), Error>);
}

pub(super) type Jobs = mpsc::Receiver<Box<dyn Job>>;

/// A closure, later its outcome, and who waits for it.
pub(super) struct Work<F, T, E> {
    work: Option<F>,
    outcome: Option<Outcome<T, E>>,
    caller: oneshot::Sender<Result<T, E>>,
    feed: Feed,
}

impl<F, T, E> Work<F, T, E> {
    pub(super) fn new(work: F, feed: Feed) -> (Self, oneshot::Receiver<Result<T, E>>) {
        let (caller, answer) = oneshot::channel();
        let work = Self { work: Some(work), outcome: None, caller, feed };
        (work, answer)
    }
}

impl<F, T, E> Job for Work<F, T, E>
where
    F: FnOnce(&mut Tx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<Error> + Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        let Some(work) = self.work.take() else {
            return false;
        };
        let outcome = Tx::sqlite(connection).carry_out(work);
        let done = outcome.answer.is_ok();
        self.outcome = Some(outcome);
        done
    }

    fn answer(self: Box<Self>, ending: Result<(), Error>) {
        let answer = match (self.outcome, ending) {
            (Some(Outcome { answer: Err(own), .. }), _) => Err(own),
            (_, Err(error)) => Err(error.into()),
            (None, Ok(())) => Err(Error::Other("the write was not carried out".into()).into()),
            (Some(Outcome { answer, changes }), Ok(())) => {
                self.feed.changed(changes);
                answer
            }
        };
        // The caller may have gone; the write stands all the same.
        let _ = self.caller.send(answer);
    }
}

/// Serves until every sender is gone, then lets go of the connection.
pub(super) fn serve(timed: &Timed, longest: Duration, mut jobs: Jobs) {
    while let Some(first) = jobs.blocking_recv() {
        commit_together(timed, longest, first, &mut jobs);
    }
}

fn commit_together(timed: &Timed, longest: Duration, first: Box<dyn Job>, jobs: &mut Jobs) {
    let connection = &timed.connection;
    timed.allow_all();
    if let Err(error) = run(connection, "BEGIN IMMEDIATE") {
        return refuse_all(first, jobs, &error);
    }
    let closing = Instant::now() + LONGEST_TOGETHER;
    let mut done: Vec<Box<dyn Job>> = Vec::new();
    let mut next = Some(first);
    while let Some(mut job) = next {
        timed.allow(longest);
        let outcome = in_savepoint(connection, job.as_mut());
        timed.allow_all();
        match outcome {
            Ok(true) => done.push(job),
            Ok(false) => job.answer(Ok(())),
            Err(error) => job.answer(Err(error)),
        }
        if connection.is_autocommit() {
            // A full disk or an interruption made SQLite give up the whole transaction.
            let error = Error::Conflict("a write next to this one broke the transaction they shared".into());
            return answer_all(done, &Err(error));
        }
        let open = done.len() < MOST_TOGETHER && Instant::now() < closing;
        next = if open { jobs.try_recv().ok() } else { None };
    }
    let ending = run(connection, "COMMIT");
    if ending.is_err() && !connection.is_autocommit() {
        undo(connection, "ROLLBACK");
    }
    answer_all(done, &ending);
}

/// True: done and kept. False: failed by itself and undone. An error: SQLite could not keep or undo it.
fn in_savepoint(connection: &Connection, job: &mut dyn Job) -> Result<bool, Error> {
    run(connection, "SAVEPOINT job")?;
    let done = job.run(connection);
    if connection.is_autocommit() {
        return Err(Error::Conflict("the transaction was broken off".into()));
    }
    if !done {
        run(connection, "ROLLBACK TO job")?;
    }
    run(connection, "RELEASE job")?;
    Ok(done)
}

fn run(connection: &Connection, sql: &str) -> Result<(), Error> {
    Ok(connection.prepare_cached(sql)?.raw_execute().map(drop)?)
}

fn undo(connection: &Connection, sql: &str) {
    if let Err(error) = run(connection, sql) {
        tracing::error!(%error, "a transaction could not be rolled back");
    }
}

fn refuse_all(first: Box<dyn Job>, jobs: &mut Jobs, error: &Error) {
    first.answer(Err(error.clone()));
    while let Ok(job) = jobs.try_recv() {
        job.answer(Err(error.clone()));
    }
}

fn answer_all(jobs: Vec<Box<dyn Job>>, ending: &Result<(), Error>) {
    for job in jobs {
        job.answer(ending.clone());
    }
}
