//! Takes a campaign, or finds that nothing is to be sent.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_content::emails::{CampaignLate, CampaignNotStarted};
use ateneu_db::{Error, Tx};
use ateneu_queue::{Leased, Outcome};

use crate::campaigns::{
    freeze::{Obstacle, freeze},
    notice::tell_owner,
    rows::{Campaign, Counts},
    service::{Campaigns, QUEUE},
    words::{CampaignState, PauseReason, RecipientState},
};

/// Delay after which a campaign asks the owner before it goes on: the server was down or restored.
const OVERDUE: Duration = Duration::from_hours(1);

/// Pause while another campaign goes out.
const BEHIND_ANOTHER: Duration = Duration::from_secs(5);

/// Result of taking a campaign.
pub(super) enum Begun {
    /// The task is completed, because no email is to be sent.
    Completed,
    /// The campaign goes out.
    Sending {
        campaign: Box<Campaign>,
        /// True if another sender worked on it before, or none.
        is_new: bool,
    },
}

/// Takes a campaign for this sender, which has a session of it or not.
pub(super) async fn take_campaign(
    campaigns: &Campaigns,
    task: &Leased,
    number: i64,
    (sender, has_session): (&str, bool),
) -> Result<Begun, Error> {
    let (service, task, sender) = (campaigns.clone(), task.clone(), sender.to_owned());
    let begun = campaigns.0.db.write(move |tx| {
        let now = service.now();
        let step = next_step(&service, tx, &task, (number, &sender, has_session), now)?;
        match step {
            Step::Send(campaign, is_new) => Ok(Begun::Sending { campaign, is_new }),
            Step::End(outcome) => {
                QUEUE.complete(tx, &[task], &outcome, now)?;
                Ok::<_, Error>(Begun::Completed)
            }
        }
    });
    begun.await
}

enum Step {
    Send(Box<Campaign>, bool),
    End(Outcome),
}

fn next_step(
    service: &Campaigns,
    tx: &mut Tx<'_>,
    task: &Leased,
    (number, sender, has_session): (i64, &str, bool),
    now: Timestamp,
) -> Result<Step, Error> {
    let Some(mut campaign) = Campaign::lock(tx, number)? else {
        return Ok(Step::End(Outcome::Ignored("a carta foi removida".into())));
    };
    if campaign.state == CampaignState::Scheduled {
        let at = campaign.scheduled_at.unwrap_or(now);
        if at > now {
            return Ok(Step::End(Outcome::Again { at, error: None }));
        }
        if is_elsewhere(tx, &mut campaign)? {
            return ask(service, tx, &mut campaign, PauseReason::Copied, now);
        }
        if at + OVERDUE < now {
            return ask(service, tx, &mut campaign, PauseReason::Overdue, now);
        }
        if !start(service, tx, &mut campaign, now)? {
            return Ok(Step::End(Outcome::Done));
        }
    }
    let Some(mut counts) = Counts::lock(tx, number)? else { return Ok(Step::End(Outcome::Done)) };
    let is_new = counts.sender != sender;
    match campaign.state {
        CampaignState::Sending => {}
        CampaignState::Cancelled if is_new => {
            // Their sender is gone, and nobody knows what became of them.
            let states = (RecipientState::Sending, RecipientState::Uncertain);
            counts.move_everyone(tx, states, Some("o envio foi interrompido"))?;
            tx.update(&counts)?;
            return Ok(Step::End(Outcome::Done));
        }
        _ => return Ok(Step::End(Outcome::Done)),
    }
    if is_new && is_elsewhere(tx, &mut campaign)? {
        return ask(service, tx, &mut campaign, PauseReason::Copied, now);
    }
    if is_new && counts.progress_at.is_some_and(|at| at + OVERDUE < now) {
        return ask(service, tx, &mut campaign, PauseReason::Overdue, now);
    }
    // Campaigns share the rates of the relay, so one goes out at a time.
    if QUEUE.is_leased_before(tx, &task.id, now)? {
        return Ok(Step::End(Outcome::Again { at: now + BEHIND_ANOTHER, error: None }));
    }
    if is_new || !has_session {
        counts.take_over(tx, sender)?;
    }
    Ok(Step::Send(Box::new(campaign), is_new))
}

/// Starts a scheduled campaign. Returns `false` if it cannot start: it is a draft again, and the owner gets an email.
fn start(
    service: &Campaigns,
    tx: &mut Tx<'_>,
    campaign: &mut Campaign,
    now: Timestamp,
) -> Result<bool, Error> {
    let sender = service.0.mail.sender();
    let mut frozen = campaign.clone();
    let attempt = tx.savepoint(|tx| match freeze(tx, &mut frozen, &sender, None, now) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(obstacle)) => Err(Failed::Obstacle(obstacle)),
        Err(error) => Err(Failed::Db(error)),
    });
    match attempt {
        Ok(()) => {
            *campaign = frozen;
            Ok(true)
        }
        Err(Failed::Db(error)) => Err(error),
        Err(Failed::Obstacle(obstacle)) => {
            let (pause, detail) = obstacle.pause();
            (campaign.pause, campaign.pause_reason) = (Some(pause), detail);
            campaign.enter(tx, CampaignState::Draft, now)?;
            tell_owner(tx, &service.0.mail, campaign, CampaignNotStarted)?;
            Ok(false)
        }
    }
}

/// Failure of the start.
enum Failed {
    Obstacle(Obstacle),
    Db(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Db(error)
    }
}

/// Returns `true` if the owner's last decision about a campaign was stored elsewhere: this database is a copy of that
/// one, was restored, or was moved. The copy must not send what the original sends.
fn is_elsewhere(tx: &mut Tx<'_>, campaign: &mut Campaign) -> Result<bool, Error> {
    let here = tx.place()?;
    match &campaign.place {
        Some(place) => Ok(*place != here),
        // The decision is older than the column.
        None => {
            campaign.place = Some(here);
            tx.update(&*campaign)?;
            Ok(false)
        }
    }
}

/// Leaves the decision about a campaign to the owner.
fn ask(
    service: &Campaigns,
    tx: &mut Tx<'_>,
    campaign: &mut Campaign,
    reason: PauseReason,
    now: Timestamp,
) -> Result<Step, Error> {
    (campaign.pause, campaign.pause_reason) = (Some(reason), None);
    campaign.enter(tx, CampaignState::Asking, now)?;
    tell_owner(tx, &service.0.mail, campaign, CampaignLate)?;
    Ok(Step::End(Outcome::Done))
}
