//! The beginning and the early end of runs, in the transaction that stores what they follow from.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_mail::withdraw;
use ateneu_module::{Milestone, MilestoneKind};
use ateneu_schema::Words;

use super::{
    definitions::{self, Definition, Stop},
    purposes,
    rows::{Run, Switch},
    words::{Reason, RunState, SequenceName},
};

/// Person of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Person<'a> {
    /// Id of an account.
    Account(&'a str),
    /// Address of a subscription.
    Address(&'a str),
}

impl<'a> Person<'a> {
    /// Returns the text that stands for the person in keys.
    pub(crate) fn key(self) -> &'a str {
        match self {
            Self::Account(key) | Self::Address(key) => key,
        }
    }

    pub(crate) fn parts(self) -> (Option<&'a str>, Option<&'a str>) {
        match self {
            Self::Account(id) => (Some(id), None),
            Self::Address(email) => (None, Some(email)),
        }
    }
}

/// Begins a run of the welcome for an address, after its confirmation.
pub(crate) fn begin_welcome(
    tx: &mut Tx<'_>,
    email: &str,
    occasion: &str,
    now: Timestamp,
) -> Result<(), Error> {
    begin_run(tx, SequenceName::Welcome, Person::Address(email), (occasion, now), now).map(drop)
}

/// Begins and ends the runs that follow from a milestone.
pub(crate) fn follow_milestone(
    tx: &mut Tx<'_>,
    milestone: &Milestone<'_>,
    now: Timestamp,
) -> Result<(), Error> {
    let Milestone { kind, user_id, occasion, at } = *milestone;
    let begins = match kind {
        MilestoneKind::CheckoutOpened => SequenceName::AbandonedCheckout,
        MilestoneKind::MembershipEnded => SequenceName::WinBack,
        MilestoneKind::MembershipRefunded => SequenceName::AfterRefund,
        MilestoneKind::CheckoutCompleted => return end_bought(tx, user_id, now),
        MilestoneKind::MembershipBegan => {
            end_bought(tx, user_id, now)?;
            SequenceName::FirstMonth
        }
    };
    begin_run(tx, begins, Person::Account(user_id), (occasion, at), now).map(drop)
}

/// Begins a run, unless the sequence is off, the event is older than the switch, or the person has been in it. Returns
/// `true` if one began.
pub(crate) fn begin_run(
    tx: &mut Tx<'_>,
    name: SequenceName,
    person: Person<'_>,
    (occasion, at): (&str, Timestamp),
    now: Timestamp,
) -> Result<bool, Error> {
    let switch = Switch::find(tx, name)?.filter(|switch| switch.is_on);
    if switch.and_then(|switch| switch.on_since).is_none_or(|since| at < since) {
        return Ok(false);
    }
    let definition = Definition::of(name);
    let last = last_run(tx, name, person)?;
    if last.as_ref().is_some_and(|last| !may_repeat(definition, last, (occasion, at))) {
        return Ok(false);
    }
    if let (Person::Account(id), Some(purpose)) = (person, definition.purpose())
        && !purposes::rest_on_contract(tx, id, purpose, now)?
    {
        return Ok(false);
    }
    let (user_id, email) = person.parts();
    // The key admits one of two runs that begin at the same time.
    tx.insert_new(&Run {
        id: ids::row_id(now),
        sequence: name,
        person: person.key().to_owned(),
        round: last.map_or(1, |last| last.round + 1),
        user_id: user_id.map(str::to_owned),
        email: email.map(str::to_owned),
        occasion: occasion.to_owned(),
        state: RunState::Running,
        step: 1,
        begun_at: at,
        due_at: definition.steps.first().map(|step| at + step.after),
        ended_at: None,
        reason: None,
    })
}

/// Returns the newest run of a person in a sequence.
pub(crate) fn last_run(
    tx: &mut Tx<'_>,
    name: SequenceName,
    person: Person<'_>,
) -> Result<Option<Run>, Error> {
    let rest = "WHERE sequence = $1 AND person = $2 ORDER BY round DESC LIMIT 1";
    tx.row(rest, &[name.into(), person.key().into()])
}

/// Returns `true` if a person whose last run is this one may begin another.
pub(crate) fn may_repeat(definition: &Definition, last: &Run, (occasion, at): (&str, Timestamp)) -> bool {
    let is_rested = definition.again_after.is_some_and(|pause| last.begun_at + pause <= at);
    is_rested && last.state != RunState::Running && last.occasion != occasion
}

/// Ends the runs that a purchase ends.
fn end_bought(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), Error> {
    let sequences = definitions::ALL.iter().filter(|definition| definition.stop == Stop::Bought);
    end_runs(tx, user_id, &sequences.collect::<Vec<_>>(), Reason::Bought, now)
}

/// Ends the runs of a person in these sequences, and withdraws their emails that are queued and not sent yet.
pub(crate) fn end_runs(
    tx: &mut Tx<'_>,
    user_id: &str,
    sequences: &[&Definition],
    reason: Reason,
    now: Timestamp,
) -> Result<(), Error> {
    let names = sequences.iter().map(|definition| format!("'{}'", definition.name.word()));
    let rest = format!(
        "WHERE user_id = $1 AND sequence IN ({}){}",
        names.collect::<Vec<_>>().join(", "),
        tx.dialect().for_update()
    );
    // Emails of a run that is done may be queued still.
    for run in tx.rows::<Run>(&rest, &[user_id.into()])? {
        for step in 1..run.step {
            if withdraw(tx, &message_key(&run.id, step))? {
                let sql =
                    "UPDATE sequence_steps SET outcome = 'skipped', reason = $3 WHERE run = $1 AND step = $2";
                tx.execute(sql, &[(&run.id).into(), step.into(), reason.into()])?;
            }
        }
        if run.state == RunState::Running {
            let ended = Run {
                state: RunState::Stopped,
                reason: Some(reason),
                due_at: None,
                ended_at: Some(now),
                ..run
            };
            tx.update(&ended)?;
        }
    }
    Ok(())
}

/// Returns the key of a step's message. A second message with the key is dropped.
pub(crate) fn message_key(run: &str, step: i64) -> String {
    format!("sequence-{run}-{step}")
}
