//! The rows of `mail_messages` on their way: taken under a lock that holds across nodes, marked as being sent before the
//! relay hears of them, and settled after. What a worker leaves behind when it goes is taken up again once.

use std::time::Duration;

use ateneu_base::{Record, Timestamp, Value};
use ateneu_db::{Error, Row, Tx};

use crate::{TABLE, message::Queue, transport::Outcome};

/// How long a worker may keep a message before it counts as gone.
pub(crate) const LEASE: Duration = Duration::from_secs(15 * 60);

/// Pauses after each try that failed for the moment; after the last the message has failed.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(5 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(2 * 60 * 60),
    Duration::from_secs(8 * 60 * 60),
    Duration::from_secs(24 * 60 * 60),
];

/// How long what was settled is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A message to be sent now.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) recipient: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) headers: Record,
    pub(crate) created_at: Timestamp,
    queue: String,
    /// This hand-over's number: a worker that was given up settles nothing.
    attempts: i64,
}

/// What a look into the queue gave.
#[derive(Debug)]
pub(crate) enum Taken {
    /// Nothing is due.
    Nothing,
    /// The message that was due is not to be sent any more, and is settled.
    Settled,
    /// To be sent.
    Due(Box<Job>),
}

/// Takes the next message that is due of these kinds, transactional ones first. One at a time: so whoever waits for a code
/// waits for one other letter at most, and a worker that goes leaves nothing in doubt but the message at hand.
pub(crate) fn take(tx: &mut Tx<'_>, kinds: &[&str], now: Timestamp) -> Result<Taken, Error> {
    tx.lock(TABLE)?;
    let row = match due(tx, Queue::Transactional, kinds, now)? {
        None => due(tx, Queue::Newsletter, kinds, now)?,
        found => found,
    };
    let Some(row) = row else {
        return Ok(Taken::Nothing);
    };
    let Some(job) = job(&row) else {
        let id = row.text("id").unwrap_or_default();
        close(tx, id, "failed", "its row cannot be read", now)?;
        return Ok(Taken::Settled);
    };
    if let Some((state, reason)) = obstacle(tx, &row, &job, now)? {
        close(tx, &job.id, state, reason, now)?;
        return Ok(Taken::Settled);
    }
    begin(tx, &row, now)?;
    Ok(Taken::Due(Box::new(job)))
}

fn due(tx: &mut Tx<'_>, queue: Queue, kinds: &[&str], now: Timestamp) -> Result<Option<Row>, Error> {
    let sql = format!(
        "SELECT id, kind, queue, recipient, subject, text, html, headers, state, attempts, interruptions, created_at,
                expires_at
         FROM mail_messages
         WHERE queue = $1 AND next_at <= $2 AND {} ORDER BY next_at, id LIMIT 1",
        tx.dialect().among("kind", "$3")
    );
    let kinds = serde_json::Value::from(kinds).to_string();
    tx.query_optional(&sql, &[queue.name().into(), now.into(), kinds.into()])
}

fn job(row: &Row) -> Option<Job> {
    let text = |name: &str| row.text(name).map(str::to_owned);
    Some(Job {
        id: text("id")?,
        kind: text("kind")?,
        recipient: text("recipient")?,
        subject: text("subject")?,
        text: text("text")?,
        html: text("html")?,
        headers: serde_json::from_str(row.text("headers")?).unwrap_or_default(),
        created_at: Timestamp::parse(row.text("created_at")?).ok()?,
        queue: text("queue")?,
        attempts: row.int("attempts")? + 1,
    })
}

/// Why a message that is due must not be sent, and the state this leaves it in.
fn obstacle(
    tx: &mut Tx<'_>,
    row: &Row,
    job: &Job,
    now: Timestamp,
) -> Result<Option<(&'static str, &'static str)>, Error> {
    if row
        .text("expires_at")
        .is_some_and(|at| at <= now.to_string().as_str())
    {
        return Ok(Some(("failed", "it came too late to be of use")));
    }
    if is_interrupted(row) && row.int("interruptions") > Some(0) {
        return Ok(Some(("failed", "the worker was gone twice in the middle of it")));
    }
    let is_unasked = job.queue == Queue::Newsletter.name();
    let sql = "SELECT recipient FROM mail_suppressions WHERE recipient = $1";
    let refuses = is_unasked && tx.query_optional(sql, &[(&job.recipient).into()])?.is_some();
    Ok(refuses.then_some(("suppressed", "the address refused an earlier letter")))
}

/// It was being sent, and nobody said what came of it.
fn is_interrupted(row: &Row) -> bool {
    row.text("state") == Some("sending")
}

fn begin(tx: &mut Tx<'_>, row: &Row, now: Timestamp) -> Result<(), Error> {
    let again = i64::from(is_interrupted(row));
    tx.execute(
        "UPDATE mail_messages
         SET state = 'sending', attempts = attempts + 1, interruptions = interruptions + $2, next_at = $3
         WHERE id = $1",
        &[row.get("id").clone(), again.into(), (now + LEASE).into()],
    )
    .map(drop)
}

fn close(tx: &mut Tx<'_>, id: &str, state: &str, reason: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "UPDATE mail_messages SET state = $2, last_error = $3, sent_at = $4, next_at = NULL WHERE id = $1",
        &[id.into(), state.into(), reason.into(), now.into()],
    )
    .map(drop)
}

/// Writes down what became of a message; nothing when another worker has taken it up meanwhile.
pub(crate) fn settle(tx: &mut Tx<'_>, job: &Job, outcome: &Outcome, now: Timestamp) -> Result<(), Error> {
    let (state, reason) = match outcome {
        Outcome::Sent => ("sent", None),
        Outcome::Later(reason) if pause(job.attempts).is_some() => ("queued", Some(reason)),
        Outcome::Later(reason) | Outcome::Never { reason, .. } => ("failed", Some(reason)),
    };
    let next = pause(job.attempts).filter(|_| state == "queued");
    let settled = tx.execute(
        "UPDATE mail_messages SET state = $3, last_error = $4, next_at = $5, sent_at = $6
         WHERE id = $1 AND attempts = $2 AND state = 'sending'",
        &[
            (&job.id).into(),
            job.attempts.into(),
            state.into(),
            reason.into(),
            next.map(|pause| now + pause).into(),
            (state != "queued").then_some(now).into(),
        ],
    )?;
    match outcome {
        Outcome::Never {
            reason,
            suppress: true,
        } if settled > 0 => suppress(tx, job, reason, now),
        // Somebody who asked for a letter and got it can be written to again.
        Outcome::Sent if settled > 0 => tx
            .execute(
                "DELETE FROM mail_suppressions WHERE recipient = $1",
                &[(&job.recipient).into()],
            )
            .map(drop),
        _ => Ok(()),
    }
}

fn pause(attempts: i64) -> Option<Duration> {
    let index = usize::try_from(attempts - 1).ok()?;
    PAUSES.get(index).copied()
}

fn suppress(tx: &mut Tx<'_>, job: &Job, reason: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO mail_suppressions (recipient, reason, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (recipient) DO NOTHING",
        &[(&job.recipient).into(), reason.into(), now.into()],
    )
    .map(drop)
}

/// When the next message of these kinds is due.
pub(crate) fn next_due(tx: &mut Tx<'_>, kinds: &[&str]) -> Result<Option<Timestamp>, Error> {
    let sql = format!(
        "SELECT min(next_at) AS at FROM mail_messages WHERE next_at IS NOT NULL AND {}",
        tx.dialect().among("kind", "$1")
    );
    let kinds: Value = serde_json::Value::from(kinds).to_string().into();
    let row = tx.query_optional(&sql, &[kinds])?;
    let at = row.as_ref().and_then(|row| row.text("at"));
    Ok(at.and_then(|at| Timestamp::parse(at).ok()))
}

/// Forgets what was settled long ago.
pub(crate) fn forget(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM mail_messages WHERE state IN ('sent', 'failed', 'suppressed') AND sent_at < $1",
        &[(now - KEPT).into()],
    )
    .map(drop)
}
