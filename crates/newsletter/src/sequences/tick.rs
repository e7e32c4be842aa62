//! Advances due runs, batch by batch: facts are read and emails queued in one transaction, so that neither a crash nor a
//! second server loses or doubles a step.

use std::time::Duration;

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};
use ateneu_mail::{Queue as MailQueue, Sender};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};

use super::{
    away::begin_away,
    begin::message_key,
    decide::{Decision, OVERDUE, decide},
    definitions::{Definition, Step},
    facts::Facts,
    letters::Letters,
    rows::Switch,
    service::{SEQUENCES, Sequences},
    words::{Reason, RunState, SequenceName, StepOutcome},
};

/// Number of runs in one transaction.
const BATCH: usize = 200;

/// Number of runs after which a turn ends. One that leaves due runs is followed by another at once.
const MAX_RUNS: usize = 10_000;

/// Interval between turns without due runs.
const INTERVAL: Duration = Duration::from_secs(60);

/// Id of the task.
const TASK: &str = "advance_sequences";

/// Labels of the task in the panel, in Portuguese.
pub(crate) const TASK_LABELS: &[(&str, &str)] = &[(TASK, "Avançar as sequências")];

/// Result of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advanced {
    /// Number of queued emails.
    pub sent: usize,
    /// Number of runs that were looked at.
    pub runs: usize,
    /// True if due runs are left.
    pub has_more: bool,
}

impl Sequences {
    /// Advances the due runs of the sequences that are on.
    ///
    /// # Errors
    /// Fails if the database does. Finished batches stay.
    pub async fn advance(&self) -> Result<Advanced, Error> {
        let now = self.now();
        let switches = self.0.db.write(move |tx| {
            let switches = Switch::all_on_here(tx, now)?;
            if let Some(away) = switches.iter().find(|switch| switch.name == SequenceName::Away) {
                begin_away(tx, away, now)?;
            }
            Ok::<_, Error>(switches)
        });
        let mut done = Advanced::default();
        for switch in switches.await? {
            loop {
                if done.runs >= MAX_RUNS {
                    return Ok(Advanced { has_more: true, ..done });
                }
                let (service, switch) = (self.clone(), switch.clone());
                let batch = self.0.db.write(move |tx| service.advance_batch(tx, switch, now)).await?;
                done.sent += batch.sent;
                done.runs += batch.runs;
                if batch.runs < BATCH {
                    break;
                }
            }
        }
        Ok(done)
    }

    /// Advances the oldest due runs of a sequence.
    fn advance_batch(&self, tx: &mut Tx<'_>, switch: Switch, now: Timestamp) -> Result<Advanced, Error> {
        let definition = Definition::of(switch.name);
        let due = Facts::of_due(tx, definition, BATCH, now)?;
        let letters = self.letters(switch.secret);
        let mut moved = Moved::default();
        let mut sent = 0;
        for facts in &due {
            match decide(definition, facts, now) {
                Decision::Send(step) => {
                    self.queue_email(tx, &letters, step, facts, now)?;
                    sent += 1;
                    moved.pass(definition, facts, (StepOutcome::Sent, None), now);
                }
                Decision::Skip(reason) => {
                    moved.pass(definition, facts, (StepOutcome::Skipped, Some(reason)), now);
                }
                Decision::Stop(reason) => {
                    moved.end(facts, (RunState::Stopped, Some(reason)), facts.step, now)
                }
                Decision::Finish => moved.end(facts, (RunState::Done, None), facts.step, now),
                Decision::Wait(until) => {
                    moved.run(facts, (RunState::Running, None), (facts.step, Some(until)), None)
                }
            }
        }
        moved.store(tx, definition, now)?;
        Ok(Advanced { sent, runs: due.len(), has_more: false })
    }

    fn queue_email(
        &self,
        tx: &mut Tx<'_>,
        letters: &Letters,
        step: &Step,
        facts: &Facts,
        now: Timestamp,
    ) -> Result<(), Error> {
        let Some(address) = &facts.email else { return Ok(()) };
        let sender: &Sender = &letters.sender;
        let message = letters.email(step.email, facts).to(address, sender).reply_to(&sender.email);
        let message = message
            .in_queue(MailQueue::Newsletter)
            .once(message_key(&facts.run, facts.step))
            // A relay that was away for long must not deliver old reminders.
            .until(now + OVERDUE);
        self.0.mail.queue(tx, &message).map(drop)
    }
}

/// Changes of one batch, stored by two statements.
#[derive(Default)]
struct Moved {
    /// Parameters of each run: id, state, reason, step, due and end.
    runs: Vec<[Value; 6]>,
    /// Parameters of each step: run, step, account, address, outcome and reason.
    steps: Vec<[Value; 6]>,
}

impl Moved {
    /// Records the outcome of a step, and moves its run to the next.
    fn pass(
        &mut self,
        definition: &Definition,
        facts: &Facts,
        (outcome, reason): (StepOutcome, Option<Reason>),
        now: Timestamp,
    ) {
        let is_address = definition.purpose().is_none();
        let (user_id, email) = match is_address {
            true => (None, facts.email.as_deref()),
            false => (facts.user_id.as_deref(), None),
        };
        self.steps.push([
            (&facts.run).into(),
            facts.step.into(),
            user_id.into(),
            email.into(),
            outcome.into(),
            reason.into(),
        ]);
        let next = facts.step + 1;
        match definition.step(next) {
            Some(step) => {
                let due = facts.begun_at + step.after;
                self.run(facts, (RunState::Running, None), (next, Some(due)), None);
            }
            None => self.end(facts, (RunState::Done, None), next, now),
        }
    }

    fn end(&mut self, facts: &Facts, state: (RunState, Option<Reason>), step: i64, now: Timestamp) {
        self.run(facts, state, (step, None), Some(now));
    }

    fn run(
        &mut self,
        facts: &Facts,
        (state, reason): (RunState, Option<Reason>),
        (step, due): (i64, Option<Timestamp>),
        ended: Option<Timestamp>,
    ) {
        let run = (&facts.run).into();
        self.runs.push([run, state.into(), reason.into(), step.into(), due.into(), ended.into()]);
    }

    fn store(self, tx: &mut Tx<'_>, definition: &Definition, now: Timestamp) -> Result<(), Error> {
        if !self.steps.is_empty() {
            let before = vec![definition.name.into(), now.into()];
            let (places, values) =
                places(&self.steps, before, |[run, step, user, email, outcome, reason]| {
                    format!("({run}, {step}, $1, {user}, {email}, {outcome}, {reason}, $2)")
                });
            let sql = format!(
                "INSERT INTO sequence_steps (run, step, sequence, user_id, email, outcome, reason, created_at)
                 VALUES {places}"
            );
            tx.execute(&sql, &values)?;
        }
        if !self.runs.is_empty() {
            let (places, values) = places(&self.runs, Vec::new(), |[id, state, reason, step, due, ended]| {
                let text = |place: &str| format!("CAST({place} AS text)");
                let row = [text(&id), text(&state), text(&reason), format!("CAST({step} AS bigint)")];
                format!("({}, {}, {})", row.join(", "), text(&due), text(&ended))
            });
            let sql = format!(
                "WITH moved (id, state, reason, step, due_at, ended_at) AS (VALUES {places})
                 UPDATE sequence_runs SET state = moved.state, reason = moved.reason, step = moved.step,
                     due_at = moved.due_at, ended_at = moved.ended_at
                 FROM moved WHERE sequence_runs.id = moved.id"
            );
            tx.execute(&sql, &values)?;
        }
        Ok(())
    }
}

/// Returns the list of rows as placeholders, and the parameters after those `before`.
fn places(
    rows: &[[Value; 6]],
    before: Vec<Value>,
    row: impl Fn([String; 6]) -> String,
) -> (String, Vec<Value>) {
    let mut values = before;
    let written = rows.iter().map(|parameters| {
        let first = values.len() + 1;
        values.extend(parameters.iter().cloned());
        row(std::array::from_fn(|index| format!("${}", first + index)))
    });
    let written = written.collect::<Vec<_>>().join(", ");
    (written, values)
}

impl Handler for Sequences {
    fn queue(&self) -> Queue {
        SEQUENCES
    }

    async fn queue_recurring(&self) -> Result<(), Error> {
        let now = self.now();
        self.0.db.write(move |tx| SEQUENCES.push(tx, &Task::new(TASK, TASK, now), now).map(drop)).await
    }

    async fn handle(&self, _: &[Leased]) -> Result<Option<Outcome>, Error> {
        let done = self.advance().await?;
        let pause = if done.has_more { Duration::ZERO } else { INTERVAL };
        Ok(Some(Outcome::Again { at: self.now() + pause, error: None }))
    }
}
