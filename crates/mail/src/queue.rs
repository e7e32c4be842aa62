//! Messages on their way: each is a row of `mail_messages` and a task, written in one transaction.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_queue::{Leased, Outcome as TaskOutcome, Queue as Tasks, TaskState};

use crate::{
    kind::{Kind, Queue, State},
    outgoing::{Outcome, Outgoing},
};

/// Time for which a worker may keep a message, in seconds.
const LEASE: u64 = 15 * 60;

/// Time for which what was completed is kept, in days.
const RETENTION: u64 = 30;

/// Emails somebody waits for. Relays that refuse for the moment want time, and an email has it.
const EMAILS: Tasks = message_queue("emails").label("E-mails").pauses(&[300, 1_800, 7_200, 28_800, 86_400]);

const NEWSLETTER: Tasks = message_queue("newsletter_emails")
    .label("E-mails da newsletter")
    .pauses(&[300, 1_800, 7_200, 28_800, 86_400]);

/// Short messages carry codes, which live for minutes.
const SMS: Tasks = message_queue("sms").label("SMS").pauses(&[15, 45, 120, 300, 900]);

/// Every queue of messages.
pub const QUEUES: [Tasks; 3] = [EMAILS, NEWSLETTER, SMS];

/// Time for which a number that refused a short message is left alone. Not for ever: numbers get new owners, and who
/// asked to be sent nothing may change their mind.
const SMS_QUIET: Duration = Duration::from_secs(24 * 60 * 60);

/// One message at a time, so that a worker that vanishes leaves one in doubt at most.
const fn message_queue(name: &'static str) -> Tasks {
    Tasks::new(name).lease_of(LEASE).retention_days(RETENTION).batch(1).concurrency(1)
}

/// The queue of a message.
pub(crate) const fn tasks_of(kind: Kind, queue: Queue) -> Tasks {
    match (kind, queue) {
        (Kind::Sms, _) => SMS,
        (Kind::Email, Queue::Transactional) => EMAILS,
        (Kind::Email, Queue::Newsletter) => NEWSLETTER,
    }
}

/// The message of a task. Returns `None` if it was removed or says nothing any more, an error text when its row cannot
/// be read. What failed and still has its text is sent when its task is retried.
pub(crate) fn read(tx: &mut Tx<'_>, id: &str) -> Result<Option<Result<Outgoing, &'static str>>, Error> {
    let sql = "SELECT id, kind, queue, recipient, subject, text, html, headers, created_at, expires_at
               FROM mail_messages WHERE id = $1 AND (state = 'queued' OR state = 'failed' AND text <> '')";
    let row = tx.query_optional(sql, &[id.into()])?;
    Ok(row.map(|row| row.read().map_err(|_| "its row cannot be read")))
}

/// Reason why a message must not be sent, and the state this leaves it in.
pub(crate) fn reason_not_to_send(
    tx: &mut Tx<'_>,
    task: &Leased,
    outgoing: &Outgoing,
    now: Timestamp,
) -> Result<Option<(State, &'static str)>, Error> {
    if outgoing.expires_at.is_some_and(|at| at <= now) {
        return Ok(Some((State::Failed, "chegou tarde demais para servir")));
    }
    if task.interruptions > 1 {
        return Ok(Some((State::Failed, "o envio foi interrompido duas vezes")));
    }
    let sql = "SELECT created_at FROM mail_suppressions WHERE recipient = $1";
    let refused_at = tx.query_optional_as::<Timestamp>(sql, &[(&outgoing.recipient).into()])?;
    let is_left_alone = refused_at.is_some_and(|at| match outgoing.kind {
        Kind::Email => outgoing.queue == Queue::Newsletter,
        Kind::Sms => now < at + SMS_QUIET,
    });
    Ok(is_left_alone.then_some((State::Suppressed, "o endereço recusou uma mensagem anterior")))
}

/// Completes a message that is not sent.
pub(crate) fn withhold(
    tx: &mut Tx<'_>,
    tasks: Tasks,
    task: &Leased,
    (state, reason): (State, &str),
    now: Timestamp,
) -> Result<(), Error> {
    let outcome = match state {
        State::Suppressed => TaskOutcome::Ignored(reason.to_owned()),
        _ => TaskOutcome::Failed(reason.to_owned()),
    };
    if tasks.complete(tx, std::slice::from_ref(task), &outcome, now)?.is_some() {
        close(tx, &task.id, state, Some(reason), now)?;
        empty(tx, &task.id)?;
    }
    Ok(())
}

fn close(tx: &mut Tx<'_>, id: &str, state: State, reason: Option<&str>, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE mail_messages SET state = $2, last_error = $3, sent_at = $4 WHERE id = $1";
    tx.execute(sql, &[id.into(), state.into(), reason.into(), now.into()]).map(drop)
}

/// Empties what a message said: links and codes open accounts, and nobody reads it again.
fn empty(tx: &mut Tx<'_>, id: &str) -> Result<(), Error> {
    let sql = "UPDATE mail_messages SET text = '', html = '', headers = '{}' WHERE id = $1";
    tx.execute(sql, &[id.into()]).map(drop)
}

/// Stores the outcome of a message. Does nothing if another worker has taken the message meanwhile. `keep` is for the
/// outbox, where sent messages are read.
pub(crate) fn complete(
    tx: &mut Tx<'_>,
    tasks: Tasks,
    task: &Leased,
    outgoing: &Outgoing,
    outcome: &Outcome,
    keep: bool,
    now: Timestamp,
) -> Result<(), Error> {
    let task_outcome = match outcome {
        Outcome::Sent => TaskOutcome::Done,
        Outcome::Later(reason) => TaskOutcome::Later(reason.clone()),
        Outcome::Never { reason, .. } => TaskOutcome::Failed(reason.clone()),
    };
    let Some(state) = tasks.complete(tx, std::slice::from_ref(task), &task_outcome, now)? else {
        return Ok(());
    };
    match (outcome, state) {
        (Outcome::Sent, _) => {
            close(tx, &task.id, State::Sent, None, now)?;
            if !keep {
                empty(tx, &task.id)?;
            }
            // An address that asked for an email and got it can be written to again.
            let sql = "DELETE FROM mail_suppressions WHERE recipient = $1";
            tx.execute(sql, &[(&outgoing.recipient).into()]).map(drop)
        }
        // What failed may be tried again by hand, so its text stays.
        (Outcome::Later(reason) | Outcome::Never { reason, .. }, TaskState::Failed) => {
            close(tx, &task.id, State::Failed, Some(reason), now)?;
            match outcome {
                Outcome::Never { suppress: true, .. } => suppress(tx, outgoing, reason, now),
                _ => Ok(()),
            }
        }
        (Outcome::Later(reason) | Outcome::Never { reason, .. }, _) => {
            let sql = "UPDATE mail_messages SET last_error = $2 WHERE id = $1";
            tx.execute(sql, &[(&task.id).into(), reason.as_str().into()]).map(drop)
        }
    }
}

fn suppress(tx: &mut Tx<'_>, outgoing: &Outgoing, reason: &str, now: Timestamp) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO mail_suppressions (recipient, reason, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (recipient) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at",
        &[(&outgoing.recipient).into(), reason.into(), now.into()],
    )
    .map(drop)
}

/// Removes what was completed long ago.
pub(crate) fn remove_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    for tasks in QUEUES {
        tasks.remove_old(tx, now)?;
    }
    let before = now - Duration::from_secs(RETENTION * 24 * 60 * 60);
    let sql = "DELETE FROM mail_messages WHERE state IN ('sent', 'failed', 'suppressed') AND sent_at < $1";
    tx.execute(sql, &[before.into()]).map(drop)
}
