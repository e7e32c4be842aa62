//! The checkpoint: states of recipients and counts, changed together. A recipient is claimed in a durable write before
//! its email is sent, and its result is written after.

use std::collections::BTreeMap;

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};
use ateneu_mail::{bulk::Rates, suppressions};
use serde::Deserialize;

use super::{
    rows::Counts,
    words::{Audience, CampaignList, CampaignState, RecipientState, SkipReason},
};

/// Result of one delivery.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    pub(crate) number: i64,
    /// `Waiting` if the email is to be sent again.
    pub(crate) state: RecipientState,
    pub(crate) reason: Option<String>,
    /// Address that refuses emails for good.
    pub(crate) suppress: Option<String>,
}

/// A claimed recipient.
#[derive(Clone, Debug)]
pub(crate) struct Claimed {
    pub(crate) number: i64,
    pub(crate) email: String,
    pub(crate) name: String,
    /// Identifier of the person's plan, empty without one.
    pub(crate) plan: String,
    pub(crate) audience: Audience,
    /// Number of begun deliveries, including this one.
    pub(crate) tries: i64,
}

/// Results to be stored and recipients to be claimed, in one transaction.
#[derive(Debug)]
pub(crate) struct Batch {
    pub(crate) campaign: i64,
    pub(crate) list: CampaignList,
    pub(crate) sender: String,
    pub(crate) results: Vec<Settled>,
    pub(crate) candidates: Vec<i64>,
    pub(crate) now: Timestamp,
}

/// Outcome of a batch.
#[derive(Debug)]
pub(crate) struct Progress {
    /// State of the campaign. Only while it is `Sending`, recipients are claimed.
    pub(crate) state: CampaignState,
    pub(crate) claimed: Vec<Claimed>,
}

/// A candidate with the reason not to send to it.
#[derive(Deserialize)]
struct Candidate {
    number: i64,
    email: Option<String>,
    audience: Audience,
    tries: i64,
    profile: Option<String>,
    plan: Option<String>,
    obstacle: Option<SkipReason>,
}

impl Batch {
    /// Stores the results and claims the candidates. Returns `None` if another sender has taken over: its word counts.
    pub(crate) fn run(mut self, tx: &mut Tx<'_>) -> Result<Option<Progress>, Error> {
        let Some(mut counts) = Counts::lock(tx, self.campaign)? else { return Ok(None) };
        if counts.sender != self.sender {
            return Ok(None);
        }
        let sql = "SELECT state FROM campaigns WHERE number = $1";
        let state: CampaignState = tx.query_one_as(sql, &[self.campaign.into()])?;
        self.store_results(tx, &mut counts)?;
        let claimed = match state {
            CampaignState::Sending => self.claim(tx, &mut counts)?,
            _ => Vec::new(),
        };
        counts.progress_at = Some(self.now);
        tx.update(&counts)?;
        Ok(Some(Progress { state, claimed }))
    }

    fn store_results(&mut self, tx: &mut Tx<'_>, counts: &mut Counts) -> Result<(), Error> {
        let mut by_outcome: BTreeMap<(RecipientState, Option<String>), Vec<i64>> = BTreeMap::new();
        for result in std::mem::take(&mut self.results) {
            if let Some(address) = result.suppress {
                let reason = result.reason.as_deref().unwrap_or_default();
                suppressions::suppress_refused(tx, &address, reason, self.now)?;
            }
            by_outcome.entry((result.state, result.reason)).or_default().push(result.number);
        }
        for ((state, reason), numbers) in by_outcome {
            let moved = self.move_all(tx, &numbers, (RecipientState::Sending, state), reason.as_deref())?;
            counts.sending -= moved;
            *counts.of(state) += moved;
        }
        Ok(())
    }

    fn claim(&self, tx: &mut Tx<'_>, counts: &mut Counts) -> Result<Vec<Claimed>, Error> {
        if self.candidates.is_empty() {
            return Ok(Vec::new());
        }
        let mut parameters: Vec<Value> = vec![self.campaign.into(), self.now.into()];
        let numbers = places(&self.candidates, &mut parameters);
        let obstacle = obstacle(self.list);
        let sql = format!(
            "SELECT r.number, r.email, r.audience, r.tries, u.user_metadata AS profile, m.plan, {obstacle} AS obstacle
             FROM campaign_recipients r LEFT JOIN users u ON u.id = r.user_id AND u.deleted_at IS NULL
             LEFT JOIN subscribers m ON m.user_id = u.id AND m.access_until > $2
             WHERE r.campaign = $1 AND r.state = 'waiting' AND r.number IN ({numbers})"
        );
        let candidates: Vec<Candidate> = tx.query_as(&sql, &parameters)?;
        let (mut claimed, mut skipped) = (Vec::new(), BTreeMap::<&str, Vec<i64>>::new());
        for candidate in candidates {
            let Candidate { number, email, audience, tries, profile, plan, obstacle } = candidate;
            match (email, obstacle) {
                (_, Some(reason)) => skipped.entry(word(reason)).or_default().push(number),
                (None, None) => skipped.entry(word(SkipReason::Erased)).or_default().push(number),
                (Some(email), None) => {
                    let name = name_of(profile.as_deref());
                    let plan = plan.unwrap_or_default();
                    claimed.push(Claimed { number, email, name, plan, audience, tries: tries + 1 });
                }
            }
        }
        for (reason, numbers) in skipped {
            let states = (RecipientState::Waiting, RecipientState::Skipped);
            let moved = self.move_all(tx, &numbers, states, Some(reason))?;
            counts.waiting -= moved;
            counts.skipped += moved;
        }
        if !claimed.is_empty() {
            let numbers: Vec<i64> = claimed.iter().map(|one| one.number).collect();
            let moved =
                self.move_all(tx, &numbers, (RecipientState::Waiting, RecipientState::Sending), None)?;
            counts.waiting -= moved;
            counts.sending += moved;
            Rates::store(tx, claimed.len(), self.now)?;
        }
        Ok(claimed)
    }

    /// Moves recipients from one state to another. Returns the number of those that were in the first.
    fn move_all(
        &self,
        tx: &mut Tx<'_>,
        numbers: &[i64],
        (from, to): (RecipientState, RecipientState),
        reason: Option<&str>,
    ) -> Result<i64, Error> {
        let mut parameters: Vec<Value> = vec![self.campaign.into(), from.into(), to.into(), reason.into()];
        let begins = if to == RecipientState::Sending {
            parameters.push(self.now.into());
            ", tries = tries + 1, started_at = $5"
        } else {
            ""
        };
        let numbers = places(numbers, &mut parameters);
        let sql = format!(
            "UPDATE campaign_recipients SET state = $3, reason = $4{begins}
             WHERE campaign = $1 AND state = $2 AND number IN ({numbers})"
        );
        Ok(i64::try_from(tx.execute(&sql, &parameters)?).unwrap_or(0))
    }
}

impl Counts {
    fn of(&mut self, state: RecipientState) -> &mut i64 {
        match state {
            RecipientState::Waiting => &mut self.waiting,
            RecipientState::Sending => &mut self.sending,
            RecipientState::Delivered => &mut self.delivered,
            RecipientState::Failed => &mut self.failed,
            RecipientState::Uncertain => &mut self.uncertain,
            RecipientState::Skipped => &mut self.skipped,
        }
    }

    /// Moves all recipients from one state to another, in the transaction that stores the counts.
    pub(crate) fn move_everyone(
        &mut self,
        tx: &mut Tx<'_>,
        (from, to): (RecipientState, RecipientState),
        reason: Option<&str>,
    ) -> Result<i64, Error> {
        let sql = "UPDATE campaign_recipients SET state = $3, reason = $4 WHERE campaign = $1 AND state = $2";
        let values = [self.campaign.into(), from.into(), to.into(), reason.into()];
        let moved = i64::try_from(tx.execute(sql, &values)?).unwrap_or(0);
        *self.of(from) -= moved;
        *self.of(to) += moved;
        Ok(moved)
    }

    /// Makes `sender` the only one whose batches count. Recipients that another sender left unfinished wait again and
    /// get the same Message-ID.
    pub(crate) fn take_over(&mut self, tx: &mut Tx<'_>, sender: &str) -> Result<(), Error> {
        self.move_everyone(tx, (RecipientState::Sending, RecipientState::Waiting), None)?;
        sender.clone_into(&mut self.sender);
        tx.update(self).map(drop)
    }
}

/// Returns places for numbers, whose count is a power of two, so that few statements are prepared. The last number
/// repeats.
fn places(numbers: &[i64], parameters: &mut Vec<Value>) -> String {
    let Some(last) = numbers.last() else { return "NULL".to_owned() };
    let count = numbers.len().next_power_of_two();
    let first = parameters.len() + 1;
    parameters.extend(numbers.iter().map(|number| Value::from(*number)));
    parameters.resize(first + count - 1, (*last).into());
    (first..first + count).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ")
}

/// Returns SQL of the reason not to send to the recipient `r` at the instant `$2`: consent is asked for again just before
/// sending.
fn obstacle(list: CampaignList) -> String {
    let consent = match list {
        CampaignList::Open => {
            "WHEN NOT EXISTS (SELECT 1 FROM newsletter_subscriptions s WHERE s.email = r.email AND s.is_active
                 AND s.confirmed_at <= $2) THEN 'unsubscribed'"
        }
        CampaignList::Premium => {
            "WHEN u.id IS NULL THEN 'erased'
             WHEN EXISTS (SELECT 1 FROM newsletter_departures d WHERE d.email = r.email AND d.list = 'premium')
                 THEN 'unsubscribed'
             WHEN NOT EXISTS (SELECT 1 FROM member_entitlements h WHERE h.user_id = r.user_id
                 AND h.entitlement = 'premium_newsletter' AND h.until > $2) THEN 'not_entitled'"
        }
    };
    format!(
        "CASE WHEN r.email IS NULL THEN 'erased'
              WHEN EXISTS (SELECT 1 FROM mail_suppressions x WHERE x.recipient = r.email) THEN 'suppressed'
              {consent} END"
    )
}

fn word(reason: SkipReason) -> &'static str {
    use ateneu_schema::Words;
    reason.word()
}

/// Returns the full name in an account's metadata, empty if there is none.
pub(crate) fn name_of(profile: Option<&str>) -> String {
    let profile = profile.and_then(|profile| serde_json::from_str::<serde_json::Value>(profile).ok());
    let name = profile.as_ref().and_then(|profile| profile.get("full_name")?.as_str());
    name.unwrap_or_default().to_owned()
}
