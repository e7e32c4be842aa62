//! The sequences with their figures, and their switches.

use std::collections::HashMap;

use ateneu_audit::Entry;
use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sequences::{
    PURPOSE,
    definitions::{self, Definition, Step},
    facts::Facts,
    letters::Letters,
    rows::Switch,
    service::Sequences,
    words::{Reason, RunState, SequenceName, StepOutcome},
};

pub(super) fn functions() -> Vec<Function<Sequences>> {
    vec![Function::new("list-sequences", PURPOSE, list), Function::new("switch-sequence", PURPOSE, switch)]
}

/// Number of runs or steps with one reason.
#[derive(Clone, Serialize, JsonSchema)]
struct ReasonCount {
    reason: Reason,
    count: i64,
}

/// A step of a sequence.
#[derive(Serialize, JsonSchema)]
struct SequenceStep {
    /// Number, from 1.
    number: i64,
    /// Hours after the beginning.
    after_hours: u64,
    /// Subject of its email.
    subject: String,
    sent: i64,
    skipped: i64,
}

/// A sequence with its figures.
#[derive(Serialize, JsonSchema)]
struct SequenceView {
    name: SequenceName,
    is_on: bool,
    /// Earlier events begin no run. `null` if it was never on.
    on_since: Option<Timestamp>,
    /// Time at which it switched itself off, because the database was copied, restored or moved.
    copied_at: Option<Timestamp>,
    steps: Vec<SequenceStep>,
    /// People in it now.
    running: i64,
    /// People who went through all of it.
    done: i64,
    /// People who left before the end, by reason.
    stopped: Vec<ReasonCount>,
    /// Sent emails.
    sent: i64,
    /// Skipped steps by reason.
    skipped: Vec<ReasonCount>,
}

#[derive(Serialize, JsonSchema)]
struct SequenceList {
    sequences: Vec<SequenceView>,
}

#[derive(Deserialize)]
struct RunCount {
    sequence: SequenceName,
    state: RunState,
    reason: Option<Reason>,
    count: i64,
}

#[derive(Deserialize)]
struct StepCount {
    sequence: SequenceName,
    step: i64,
    outcome: StepOutcome,
    reason: Option<Reason>,
    count: i64,
}

async fn list(sequences: Sequences, _: Administrator, _: Nothing) -> Result<SequenceList, Refusal> {
    let service = sequences.clone();
    let read = sequences.0.db.read(move |tx| {
        let switches: Vec<Switch> = tx.rows("ORDER BY name", &[])?;
        let switches: HashMap<_, _> = switches.into_iter().map(|switch| (switch.name, switch)).collect();
        let runs: Vec<RunCount> = tx.query_as(
            "SELECT sequence, state, reason, count(*) AS count FROM sequence_runs GROUP BY sequence, state, reason",
            &[],
        )?;
        let steps: Vec<StepCount> = tx.query_as(
            "SELECT sequence, step, outcome, reason, count(*) AS count FROM sequence_steps
             GROUP BY sequence, step, outcome, reason",
            &[],
        )?;
        let letters = service.letters(String::new());
        let view = |definition: &Definition| {
            view(definition, switches.get(&definition.name), (&runs, &steps), &letters)
        };
        Ok::<_, Error>(SequenceList { sequences: definitions::ALL.iter().map(view).collect() })
    });
    Ok(read.await?)
}

fn view(
    definition: &Definition,
    switch: Option<&Switch>,
    (runs, steps): (&[RunCount], &[StepCount]),
    letters: &Letters,
) -> SequenceView {
    let runs: Vec<_> = runs.iter().filter(|row| row.sequence == definition.name).collect();
    let steps: Vec<_> = steps.iter().filter(|row| row.sequence == definition.name).collect();
    let in_state = |state: RunState| runs.iter().filter(|row| row.state == state).map(|row| row.count).sum();
    let with_outcome = |number: Option<i64>, outcome: StepOutcome| {
        let counted =
            steps.iter().filter(|row| row.outcome == outcome && number.is_none_or(|at| row.step == at));
        counted.map(|row| row.count).sum()
    };
    let numbered = (1_i64..).zip(definition.steps);
    let step = |(number, step): (i64, &Step)| SequenceStep {
        number,
        after_hours: step.after.as_secs() / 3_600,
        subject: letters.email(step.email, &Facts::sample()).rendered(&letters.sender).subject,
        sent: with_outcome(Some(number), StepOutcome::Sent),
        skipped: with_outcome(Some(number), StepOutcome::Skipped),
    };
    SequenceView {
        name: definition.name,
        is_on: switch.is_some_and(|switch| switch.is_on),
        on_since: switch.and_then(|switch| switch.on_since),
        copied_at: switch.and_then(|switch| switch.copied_at),
        steps: numbered.map(step).collect(),
        running: in_state(RunState::Running),
        done: in_state(RunState::Done),
        stopped: by_reason(
            runs.iter().filter(|row| row.state == RunState::Stopped).map(|row| (row.reason, row.count)),
        ),
        sent: with_outcome(None, StepOutcome::Sent),
        skipped: by_reason(
            steps.iter().filter(|row| row.outcome == StepOutcome::Skipped).map(|row| (row.reason, row.count)),
        ),
    }
}

/// Returns the counts by reason, in the order of the reasons.
fn by_reason(counts: impl Iterator<Item = (Option<Reason>, i64)>) -> Vec<ReasonCount> {
    let counts: Vec<_> = counts.collect();
    let sum = |reason: Reason| {
        let own = counts.iter().filter(|(counted, _)| *counted == Some(reason));
        ReasonCount { reason, count: own.map(|(_, count)| count).sum() }
    };
    Reason::ALL.iter().map(|reason| sum(*reason)).filter(|row| row.count > 0).collect()
}

/// A switch of a sequence.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SequenceSwitch {
    name: SequenceName,
    is_on: bool,
}

/// Switches a sequence. While it is off, nobody begins it and nothing of it is sent.
async fn switch(
    sequences: Sequences,
    by: Administrator,
    wanted: SequenceSwitch,
) -> Result<SequenceSwitch, Refusal> {
    let (now, SequenceSwitch { name, is_on }) = (sequences.now(), wanted.clone());
    let written = sequences.0.db.write(move |tx: &mut Tx<'_>| {
        if Switch::set(tx, name, is_on, now)? {
            let word = |is_on: bool| if is_on { "ligada" } else { "desligada" };
            let entry = Entry {
                action: "switch-sequence",
                subject: name.word(),
                old: Some(word(!is_on)),
                new: Some(word(is_on)),
            };
            ateneu_audit::write(tx, by.0.as_ref(), entry, now)?;
        }
        Ok::<_, Error>(())
    });
    written.await?;
    Ok(wanted)
}
