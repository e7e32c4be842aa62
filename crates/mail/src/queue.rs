//! Queued messages: each is a row of `mail_messages` and a task, written in one transaction.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_queue::{Leased, Outcome as TaskOutcome, Queue as Tasks, TaskState};

use crate::{
    kind::{Kind, Queue, State},
    outgoing::{Outcome, Outgoing},
    suppressions,
};

/// Time for which a worker may hold a message, in seconds.
const LEASE: u64 = 15 * 60;

/// Retention of settled messages, in days.
const RETENTION: u64 = 30;

/// Queue of transactional emails. The long pauses give relays with temporary refusals time.
const EMAILS: Tasks = message_queue("emails").label("E-mails").pauses(&[300, 1_800, 7_200, 28_800, 86_400]);

const NEWSLETTER: Tasks = message_queue("newsletter_emails")
    .label("E-mails da newsletter")
    .pauses(&[300, 1_800, 7_200, 28_800, 86_400]);

/// Queue of short messages, which carry codes that live for minutes.
const SMS: Tasks = message_queue("sms").label("SMS").pauses(&[15, 45, 120, 300, 900]);

/// All queues of messages.
pub const QUEUES: [Tasks; 3] = [EMAILS, NEWSLETTER, SMS];

/// Time for which a number that refused a short message gets none. It is limited, because numbers get new owners, and
/// owners change their mind.
const SMS_QUIET: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns a queue that takes one message at a time, so that a vanished worker leaves at most one in doubt.
const fn message_queue(name: &'static str) -> Tasks {
    Tasks::new(name).lease_of(LEASE).retention_days(RETENTION).batch(1).concurrency(1)
}

/// Returns the queue of a message.
pub(crate) const fn tasks_of(kind: Kind, queue: Queue) -> Tasks {
    match (kind, queue) {
        (Kind::Sms, _) => SMS,
        (Kind::Email, Queue::Transactional) => EMAILS,
        (Kind::Email, Queue::Newsletter) => NEWSLETTER,
    }
}

/// Reads the message of a task. Returns `None` if it was removed or emptied, and an error text if its row is invalid.
/// A failed message with its text is sent when its task is retried.
pub(crate) fn read(tx: &mut Tx<'_>, id: &str) -> Result<Option<Result<Outgoing, &'static str>>, Error> {
    let sql = "SELECT id, kind, queue, recipient, subject, text, html, headers, created_at, expires_at
               FROM mail_messages WHERE id = $1 AND (state = 'queued' OR state = 'failed' AND text <> '')";
    let row = tx.query_optional(sql, &[id.into()])?;
    Ok(row.map(|row| row.read().map_err(|_| "its row cannot be read")))
}

/// Returns the reason why a message must not be sent, and its resulting state.
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

/// Removes a message that is not sent yet, by its key. Returns `true` if there was one. An email that a worker is sending
/// may still arrive.
///
/// # Errors
/// Fails if the database does.
pub fn withdraw(tx: &mut Tx<'_>, key: &str) -> Result<bool, Error> {
    let sql = "DELETE FROM mail_messages WHERE dedupe_key = $1 AND state = 'queued'";
    Ok(tx.execute(sql, &[key.into()])? > 0)
}

fn close(tx: &mut Tx<'_>, id: &str, state: State, reason: Option<&str>, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE mail_messages SET state = $2, last_error = $3, sent_at = $4 WHERE id = $1";
    tx.execute(sql, &[id.into(), state.into(), reason.into(), now.into()]).map(drop)
}

/// Clears the texts of a message, because its links and codes open accounts.
fn empty(tx: &mut Tx<'_>, id: &str) -> Result<(), Error> {
    let sql = "UPDATE mail_messages SET text = '', html = '', headers = '{}' WHERE id = $1";
    tx.execute(sql, &[id.into()]).map(drop)
}

/// Stores the outcome of a message, unless another worker has taken it meanwhile. `keep` is for the outbox, where sent
/// messages are shown.
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
            match outgoing.kind {
                // The relay's word proves no mailbox, so a suppression stays: its bounce comes later.
                Kind::Email => Ok(()),
                Kind::Sms => suppressions::lift(tx, &outgoing.recipient),
            }
        }
        // A failed message may be retried by hand, so its text is kept.
        (Outcome::Later(reason) | Outcome::Never { reason, .. }, TaskState::Failed) => {
            close(tx, &task.id, State::Failed, Some(reason), now)?;
            match outcome {
                Outcome::Never { suppress: true, .. } => {
                    suppressions::suppress_refused(tx, &outgoing.recipient, reason, now)
                }
                _ => Ok(()),
            }
        }
        (Outcome::Later(reason) | Outcome::Never { reason, .. }, _) => {
            let sql = "UPDATE mail_messages SET last_error = $2 WHERE id = $1";
            tx.execute(sql, &[(&task.id).into(), reason.as_str().into()]).map(drop)
        }
    }
}

/// Removes old settled messages.
pub(crate) fn remove_old(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    for tasks in QUEUES {
        tasks.remove_old(tx, now)?;
    }
    let before = now - Duration::from_secs(RETENTION * 24 * 60 * 60);
    let sql = "DELETE FROM mail_messages WHERE state IN ('sent', 'failed', 'suppressed') AND sent_at < $1";
    tx.execute(sql, &[before.into()]).map(drop)
}
