//! Sends messages. Each queue has its own worker, so that no queue waits for another's slow service, and transactional
//! messages never wait for the newsletter.

use std::time::Duration;

use ateneu_base::{Change, Timestamp};
use ateneu_db::Error as DbError;
use ateneu_queue::{Handler, Leased, Outcome as TaskOutcome, Queue as Tasks};
use parking_lot::Mutex;

use crate::{
    Mail,
    kind::{Kind, Queue, State},
    outgoing::Outcome,
    queue, row_emails,
};

/// Interval between removals of old messages.
const CLEANUP: Duration = Duration::from_secs(60 * 60);

/// The handler of one queue of messages.
pub(crate) struct Worker {
    mail: Mail,
    kind: Kind,
    queue: Queue,
    cleaned: Mutex<Option<Timestamp>>,
}

impl Worker {
    /// Returns one worker for each queue, most urgent first.
    pub(crate) fn all(mail: &Mail) -> [Self; 3] {
        let worker = |kind, queue| Self { mail: mail.clone(), kind, queue, cleaned: Mutex::default() };
        [
            worker(Kind::Sms, Queue::Transactional),
            worker(Kind::Email, Queue::Transactional),
            worker(Kind::Email, Queue::Newsletter),
        ]
    }

    /// Returns `true` for the worker of transactional emails, which also queues the emails of rows.
    fn writes_emails(&self) -> bool {
        (self.kind, self.queue) == (Kind::Email, Queue::Transactional)
    }

    async fn send(&self, task: Leased) -> Result<(), DbError> {
        let (mail, tasks, now) = (&self.mail.0, self.queue(), self.mail.0.clock.now());
        let begun = task.clone();
        let message = mail.db.write(move |tx| {
            let obstacle = match queue::read(tx, &begun.id)? {
                None => {
                    let gone = TaskOutcome::Ignored("a mensagem foi removida".into());
                    tasks.complete(tx, &[begun], &gone, now)?;
                    return Ok(None);
                }
                Some(Err(unreadable)) => (State::Failed, unreadable),
                Some(Ok(message)) => match queue::reason_not_to_send(tx, &begun, &message, now)? {
                    None => return Ok(Some(message)),
                    Some(obstacle) => obstacle,
                },
            };
            queue::withhold(tx, tasks, &begun, obstacle, now)?;
            Ok::<_, DbError>(None)
        });
        let Some(message) = message.await? else { return Ok(()) };
        let outcome = mail.transport.send(&message, &self.mail.sender(), mail.from.as_ref(), now).await;
        if let Outcome::Later(reason) | Outcome::Never { reason, .. } = &outcome {
            tracing::warn!(message = message.id, reason, "a message was not accepted");
        }
        let (keep, now) = (mail.outbox, mail.clock.now());
        mail.db.write(move |tx| queue::complete(tx, tasks, &task, &message, &outcome, keep, now)).await
    }
}

impl Handler for Worker {
    fn queue(&self) -> Tasks {
        queue::tasks_of(self.kind, self.queue)
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<TaskOutcome>, DbError> {
        for task in tasks {
            self.send(task.clone()).await?;
        }
        Ok(None)
    }

    fn tables(&self) -> Vec<&'static str> {
        self.mail.row_emails().iter().map(|emails| emails.table).collect()
    }

    fn wakes(&self, change: &Change) -> bool {
        self.writes_emails() && self.mail.row_emails().iter().any(|emails| emails.table == change.table)
    }

    async fn before(&self) -> Result<(), DbError> {
        if !self.writes_emails() {
            return Ok(());
        }
        let now = self.mail.0.clock.now();
        if self.cleaned.lock().is_none_or(|at| at + CLEANUP <= now) {
            self.mail.remove_old().await?;
            *self.cleaned.lock() = Some(now);
        }
        row_emails::queue_all(&self.mail).await
    }

    /// Returns the end of a pause without a relay.
    fn rests_until(&self) -> Option<Timestamp> {
        (!self.mail.delivers(self.kind)).then(|| self.mail.0.clock.now() + CLEANUP)
    }
}
