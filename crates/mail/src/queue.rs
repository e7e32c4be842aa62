//! The rows of `mail_messages` on their way: taken under a lock that holds across nodes, marked as being sent before the
//! relay hears of them, and settled after. What a worker leaves behind when it goes is taken up again once.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Row, Tx};

use crate::{
    TABLE,
    message::{Kind, Queue},
    outgoing::{Outcome, Outgoing},
};

/// How long a worker may keep a message before it counts as gone.
pub(crate) const LEASE: Duration = Duration::from_secs(15 * 60);

/// Pauses in seconds after each try that failed for the moment; after the last the message has failed. A relay wants
/// time, and a letter has it.
const LETTER_PAUSES: [u64; 5] = [300, 1_800, 7_200, 28_800, 86_400];

/// Short messages carry codes, which live for minutes.
const SMS_PAUSES: [u64; 5] = [15, 45, 120, 300, 900];

/// How long a number that refused a short message is left alone. Not for ever: numbers get new owners, and who asked
/// to be sent nothing may change their mind.
const SMS_QUIET: Duration = Duration::from_secs(24 * 60 * 60);

/// How long what was settled is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What a look into the queue gave.
#[derive(Debug)]
pub(crate) enum Taken {
    /// Nothing is due.
    Nothing,
    /// The message that was due is not to be sent any more, and is settled.
    Settled,
    /// To be sent.
    Due(Box<Outgoing>),
}

/// Takes the next message of a kind that is due, transactional ones first. One at a time: so whoever waits for a code
/// waits for one other letter at most, and a worker that goes leaves nothing in doubt but the message at hand.
pub(crate) fn take(tx: &mut Tx<'_>, kind: Kind, now: Timestamp) -> Result<Taken, Error> {
    tx.lock(TABLE)?;
    let row = match due(tx, Queue::Transactional, kind, now)? {
        None => due(tx, Queue::Newsletter, kind, now)?,
        found => found,
    };
    let Some(row) = row else {
        return Ok(Taken::Nothing);
    };
    let Some(outgoing) = outgoing(&row, kind) else {
        let id = row.text("id").unwrap_or_default();
        close(tx, id, "failed", "its row cannot be read", now)?;
        return Ok(Taken::Settled);
    };
    if let Some((state, reason)) = obstacle(tx, &row, &outgoing, now)? {
        close(tx, &outgoing.id, state, reason, now)?;
        empty(tx, &outgoing.id)?;
        return Ok(Taken::Settled);
    }
    begin(tx, &row, now)?;
    Ok(Taken::Due(Box::new(outgoing)))
}

fn due(tx: &mut Tx<'_>, queue: Queue, kind: Kind, now: Timestamp) -> Result<Option<Row>, Error> {
    let sql = "SELECT id, queue, recipient, subject, text, html, headers, state, attempts, interruptions, created_at,
                      expires_at
               FROM mail_messages
               WHERE queue = $1 AND next_at <= $2 AND kind = $3 ORDER BY next_at, id LIMIT 1";
    tx.query_optional(sql, &[queue.name().into(), now.into(), kind.name().into()])
}

fn outgoing(row: &Row, kind: Kind) -> Option<Outgoing> {
    let text = |name: &str| row.text(name).map(str::to_owned);
    Some(Outgoing {
        id: text("id")?,
        kind,
        recipient: text("recipient")?,
        subject: text("subject")?,
        text: text("text")?,
        html: text("html")?,
        headers: serde_json::from_str(row.text("headers")?).unwrap_or_default(),
        created_at: row.instant("created_at")?,
        expires_at: row.instant("expires_at"),
        queue: text("queue")?,
        attempts: row.int("attempts")? + 1,
    })
}

/// Why a message that is due must not be sent, and the state this leaves it in.
fn obstacle(
    tx: &mut Tx<'_>,
    row: &Row,
    outgoing: &Outgoing,
    now: Timestamp,
) -> Result<Option<(&'static str, &'static str)>, Error> {
    if outgoing.expires_at.is_some_and(|at| at <= now) {
        return Ok(Some(("failed", "it came too late to be of use")));
    }
    if is_interrupted(row) && row.int("interruptions") > Some(0) {
        return Ok(Some(("failed", "the worker was gone twice in the middle of it")));
    }
    let sql = "SELECT created_at FROM mail_suppressions WHERE recipient = $1";
    let refused = tx.query_optional(sql, &[(&outgoing.recipient).into()])?;
    let is_left_alone = refused.is_some_and(|refusal| match outgoing.kind {
        Kind::Email => outgoing.queue == Queue::Newsletter.name(),
        Kind::Sms => refusal.instant("created_at").is_some_and(|at| now < at + SMS_QUIET),
    });
    Ok(is_left_alone.then_some(("suppressed", "the address refused an earlier message")))
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

/// Forgets what a message said: links and codes open accounts, and nobody reads it again.
fn empty(tx: &mut Tx<'_>, id: &str) -> Result<(), Error> {
    let sql = "UPDATE mail_messages SET text = '', html = '', headers = '{}' WHERE id = $1";
    tx.execute(sql, &[id.into()]).map(drop)
}

/// Writes down what became of a message; nothing when another worker has taken it up meanwhile. `keep` is for the outbox,
/// where what was sent is read.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    outgoing: &Outgoing,
    outcome: &Outcome,
    keep: bool,
    now: Timestamp,
) -> Result<(), Error> {
    let (state, reason) = match outcome {
        Outcome::Sent => ("sent", None),
        Outcome::Later(reason) if pause(outgoing).is_some() => ("queued", Some(reason)),
        Outcome::Later(reason) | Outcome::Never { reason, .. } => ("failed", Some(reason)),
    };
    let next = pause(outgoing).filter(|_| state == "queued");
    let settled = tx.execute(
        "UPDATE mail_messages SET state = $3, last_error = $4, next_at = $5, sent_at = $6
         WHERE id = $1 AND attempts = $2 AND state = 'sending'",
        &[
            (&outgoing.id).into(),
            outgoing.attempts.into(),
            state.into(),
            reason.into(),
            next.map(|pause| now + pause).into(),
            (state != "queued").then_some(now).into(),
        ],
    )?;
    // What failed may be tried again by hand.
    if settled > 0 && state == "sent" && !keep {
        empty(tx, &outgoing.id)?;
    }
    match outcome {
        Outcome::Never { reason, suppress: true } if settled > 0 => suppress(tx, outgoing, reason, now),
        // Somebody who asked for a letter and got it can be written to again.
        Outcome::Sent if settled > 0 => tx
            .execute("DELETE FROM mail_suppressions WHERE recipient = $1", &[(&outgoing.recipient).into()])
            .map(drop),
        _ => Ok(()),
    }
}

fn pause(outgoing: &Outgoing) -> Option<Duration> {
    let index = usize::try_from(outgoing.attempts - 1).ok()?;
    let pauses = match outgoing.kind {
        Kind::Email => LETTER_PAUSES,
        Kind::Sms => SMS_PAUSES,
    };
    pauses.get(index).copied().map(Duration::from_secs)
}

fn suppress(tx: &mut Tx<'_>, outgoing: &Outgoing, reason: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO mail_suppressions (recipient, reason, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (recipient) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at",
        &[(&outgoing.recipient).into(), reason.into(), now.into()],
    )
    .map(drop)
}

/// When the next message of a kind is due.
pub(crate) fn next_due(tx: &mut Tx<'_>, kind: Kind) -> Result<Option<Timestamp>, Error> {
    let sql = "SELECT min(next_at) AS at FROM mail_messages WHERE next_at IS NOT NULL AND kind = $1";
    let row = tx.query_optional(sql, &[kind.name().into()])?;
    Ok(row.as_ref().and_then(|row| row.instant("at")))
}

/// Forgets what was settled long ago.
pub(crate) fn forget(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM mail_messages WHERE state IN ('sent', 'failed', 'suppressed') AND sent_at < $1",
        &[(now - KEPT).into()],
    )
    .map(drop)
}
