//! Emails that answer reports from outside: one when the decision can no longer be undone, and another if an appeal
//! overturned it.

use std::slice;

use ateneu_base::{Clock, Timestamp};
use ateneu_content::emails::{Report, ReportRejected, ReportRevised, ReportUpheld};
use ateneu_db::{Db, Error, Tx};
use ateneu_mail::{Email, Mail, Sender};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};

use super::{cases::Case, undo::UNDOABLE};
use crate::protocol::protocol;

/// Queue of the answers.
pub const OUTSIDE_ANSWERS: Queue =
    Queue::new("outside_answers").label("Respostas a notificações externas").concurrency(1);

/// Event that requires an answer.
#[derive(Clone, Copy)]
pub enum After {
    Decision,
    /// An appeal that overturned the decision.
    Appeal,
}

impl After {
    fn name(self) -> &'static str {
        match self {
            After::Decision => "decision",
            After::Appeal => "appeal",
        }
    }
}

/// Queues the answer to a person who reported from outside. Has no effect if the case has no such report.
pub fn queue_answer(
    tx: &mut Tx<'_>,
    case: &Case,
    decision: &str,
    after: After,
    now: Timestamp,
) -> Result<(), Error> {
    if case.outside.is_none() {
        return Ok(());
    }
    let id = format!("{decision} {}", after.name());
    let task = Task::new(id, after.name(), now).payload(decision);
    let due = match after {
        After::Decision => now + UNDOABLE,
        After::Appeal => now,
    };
    OUTSIDE_ANSWERS.push_due(tx, &task, due, now).map(drop)
}

/// Handler of the queue.
#[derive(Clone)]
pub struct OutsideAnswers {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Mail service.
    pub mail: Mail,
}

impl Handler for OutsideAnswers {
    fn queue(&self) -> Queue {
        OUTSIDE_ANSWERS
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        for task in tasks {
            let (answers, task) = (self.clone(), task.clone());
            self.db.write(move |tx| answers.answer(tx, &task)).await?;
        }
        Ok(None)
    }
}

impl OutsideAnswers {
    /// Queues the email and completes the task. A decision that was undone gets no answer, but the next one does.
    fn answer(&self, tx: &mut Tx<'_>, task: &Leased) -> Result<(), Error> {
        let done = OUTSIDE_ANSWERS.complete(tx, slice::from_ref(task), &Outcome::Done, self.clock.now())?;
        if done.is_none() {
            return Ok(());
        }
        let found: Option<(String, String, String, bool)> = tx.query_optional_as(
            "SELECT report.id, report.email, made.decision, made.is_effective
             FROM community_decisions made
             JOIN community_cases own ON own.id = made.case_id
             JOIN outside_reports report ON report.id = own.outside_id
             WHERE made.id = $1 AND NOT made.is_undone",
            &[task.payload.as_str().into()],
        )?;
        let Some((report, address, decision, is_effective)) = found else { return Ok(()) };
        let is_upheld = decision != "keep" && is_effective;
        let sender = self.mail.sender();
        let report = Report { protocol: protocol(&report) };
        let email = email(report, is_upheld, task.kind == After::Appeal.name(), &sender);
        let message = email.to(&address, &sender).once(format!("outside answer {}", task.id));
        self.mail.queue(tx, &message).map(drop)
    }
}

/// Returns the email of an answer. It omits the reported text, because the address may be another person's.
fn email(report: Report, is_upheld: bool, is_revised: bool, sender: &Sender) -> Email {
    match (is_revised, is_upheld) {
        (true, _) => sender.email(&ReportRevised(report)),
        (false, true) => sender.email(&ReportUpheld(report)),
        (false, false) => sender.email(&ReportRejected(report)),
    }
}
