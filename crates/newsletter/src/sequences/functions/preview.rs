//! Previews of each sequence for a person, with time moved forward. Everything is read in transactions that cannot write.

use ateneu_base::{Timestamp, email::written};
use ateneu_db::{Error, Tx};
use ateneu_functions::{Administrator, Function, Refusal};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    refused::Refused,
    sequences::{
        PURPOSE,
        begin::{Person, last_run, may_repeat},
        decide::{Decision, decide},
        definitions::{self, Definition, Ground},
        facts::Facts,
        letters::Letters,
        rows::{Run, Switch},
        service::Sequences,
        words::{Reason, RunState, SequenceName},
    },
};

/// Maximum number of changes of a run in a preview.
const MAX_TURNS: usize = 10;

pub(super) fn functions() -> Vec<Function<Sequences>> {
    vec![
        Function::new("preview-sequences", PURPOSE, preview),
        Function::new("preview-sequence-email", PURPOSE, email),
    ]
}

/// A person by address.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PreviewSequences {
    email: String,
}

/// Outcome of a step in a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum PlannedOutcome {
    /// The email is sent.
    Sends,
    /// The step is skipped.
    Skips,
    /// The run ends.
    Ends,
}

/// A step of a preview.
#[derive(Serialize, JsonSchema)]
struct PlannedStep {
    number: i64,
    at: Timestamp,
    outcome: PlannedOutcome,
    reason: Option<Reason>,
    subject: String,
}

/// A sequence in a preview.
#[derive(Serialize, JsonSchema)]
struct PlannedSequence {
    name: SequenceName,
    is_on: bool,
    /// State of the person's last run, `null` without one.
    state: Option<RunState>,
    /// Reason why the event would begin nothing, `null` if it would.
    reason: Option<Reason>,
    /// Steps of the running run, else of one that would begin now.
    steps: Vec<PlannedStep>,
}

/// Preview of all sequences for a person.
#[derive(Serialize, JsonSchema)]
struct PersonPreview {
    email: String,
    name: String,
    sequences: Vec<PlannedSequence>,
}

/// A person, as the sequences know them.
struct Known {
    user_id: Option<String>,
    email: String,
    name: String,
}

impl Known {
    fn find(tx: &mut Tx<'_>, email: &str) -> Result<Option<Self>, Error> {
        let email = written(email);
        let sql = "SELECT id, user_metadata FROM users
                   WHERE (email = $1 OR sso_email = $1) AND deleted_at IS NULL ORDER BY created_at LIMIT 1";
        let account: Option<(String, Option<String>)> = tx.query_optional_as(sql, &[(&email).into()])?;
        if account.is_none() {
            let sql = "SELECT id FROM newsletter_subscriptions WHERE email = $1 LIMIT 1";
            if tx.query_optional(sql, &[(&email).into()])?.is_none() {
                return Ok(None);
            }
        }
        let (user_id, profile) = account.unzip();
        let name = crate::campaigns::name_of(profile.flatten().as_deref());
        Ok(Some(Self { user_id, email, name }))
    }

    /// Returns the person as the people of a sequence. Returns `None` if these have accounts, and this one has none.
    fn person(&self, definition: &Definition) -> Option<Person<'_>> {
        match definition.ground {
            Ground::Subscription => Some(Person::Address(&self.email)),
            Ground::Purpose(_) => self.user_id.as_deref().map(Person::Account),
        }
    }
}

async fn preview(
    sequences: Sequences,
    _: Administrator,
    of: PreviewSequences,
) -> Result<PersonPreview, Refusal> {
    let service = sequences.clone();
    let read = sequences.0.db.read(move |tx| {
        let Some(known) = Known::find(tx, &of.email)? else { return Ok(None) };
        let letters = service.letters(String::new());
        let planned =
            definitions::ALL.iter().map(|definition| plan(tx, definition, &known, &letters, service.now()));
        let sequences = planned.collect::<Result<_, Error>>()?;
        Ok::<_, Error>(Some(PersonPreview { email: known.email, name: known.name, sequences }))
    });
    read.await?.ok_or_else(|| Refused::PersonUnknown.into())
}

fn plan(
    tx: &mut Tx<'_>,
    definition: &'static Definition,
    known: &Known,
    letters: &Letters,
    now: Timestamp,
) -> Result<PlannedSequence, Error> {
    let is_on = Switch::find(tx, definition.name)?.is_some_and(|switch| switch.is_on);
    let mut planned =
        PlannedSequence { name: definition.name, is_on, state: None, reason: None, steps: Vec::new() };
    let Some(person) = known.person(definition) else {
        planned.reason = Some(Reason::Unreachable);
        return Ok(planned);
    };
    let last = last_run(tx, definition.name, person)?;
    planned.state = last.as_ref().map(|last| last.state);
    let running = last.as_ref().filter(|last| last.state == RunState::Running);
    if running.is_none() && last.as_ref().is_some_and(|last| !may_repeat(definition, last, ("", now))) {
        planned.reason = Some(Reason::AlreadySeen);
        return Ok(planned);
    }
    planned.steps = steps(tx, definition, (person, running), letters, now)?;
    Ok(planned)
}

/// Returns the steps of a run, each decided at its own time.
fn steps(
    tx: &mut Tx<'_>,
    definition: &'static Definition,
    (person, running): (Person<'_>, Option<&Run>),
    letters: &Letters,
    now: Timestamp,
) -> Result<Vec<PlannedStep>, Error> {
    let begun_at = running.map_or(now, |run| run.begun_at);
    let (mut number, mut moved_to) = (running.map_or(1, |run| run.step), None);
    let mut planned = Vec::new();
    for _ in 0..MAX_TURNS {
        let Some(step) = definition.step(number) else { break };
        let due_at = begun_at + step.after;
        let at = moved_to.unwrap_or(due_at).max(now);
        let Some(mut facts) = Facts::of_person(tx, definition, person.parts(), begun_at, at)? else { break };
        (facts.step, facts.due_at) = (number, moved_to.unwrap_or(due_at));
        if running.is_none() {
            facts.assume_event(definition);
        }
        let (outcome, reason) = match decide(definition, &facts, at) {
            Decision::Wait(until) => {
                moved_to = Some(until);
                continue;
            }
            Decision::Send(_) => (PlannedOutcome::Sends, None),
            Decision::Skip(reason) => (PlannedOutcome::Skips, Some(reason)),
            Decision::Stop(reason) => (PlannedOutcome::Ends, Some(reason)),
            Decision::Finish => break,
        };
        let subject = letters.email(step.email, &facts).rendered(&letters.sender).subject;
        planned.push(PlannedStep { number, at, outcome, reason, subject });
        if outcome == PlannedOutcome::Ends {
            break;
        }
        (number, moved_to) = (number + 1, None);
    }
    Ok(planned)
}

/// An email of a sequence to a person.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PreviewSequenceEmail {
    sequence: SequenceName,
    /// Number of the step, from 1.
    step: i64,
    /// Address of the person.
    email: String,
}

/// An email as a person gets it.
#[derive(Serialize, JsonSchema)]
struct SequenceEmailPreview {
    subject: String,
    html: String,
    text: String,
}

async fn email(
    sequences: Sequences,
    _: Administrator,
    of: PreviewSequenceEmail,
) -> Result<SequenceEmailPreview, Refusal> {
    let definition = Definition::of(of.sequence);
    let step = definition.step(of.step);
    let step = step.ok_or_else(|| Refusal::invalid_payload("step: a sequência não tem este passo."))?;
    let now = sequences.now();
    let found = sequences.0.db.read(move |tx| {
        let Some(known) = Known::find(tx, &of.email)? else { return Ok(None) };
        let parts = known.person(definition).map_or((None, None), Person::parts);
        Facts::of_person(tx, definition, parts, now, now)
    });
    let facts = found.await?.ok_or(Refused::PersonUnknown)?;
    // The link is that of no run, so it withdraws nothing.
    let letters = sequences.letters(String::new());
    let email = letters.email(step.email, &Facts { token: None, ..facts }).rendered(&letters.sender);
    Ok(SequenceEmailPreview { subject: email.subject, html: email.html, text: email.text })
}
