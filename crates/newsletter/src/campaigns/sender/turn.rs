//! Sends for some seconds, then completes the task or leaves it to the next turn.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_content::emails::CampaignPaused;
use ateneu_db::{Error, Tx};
use ateneu_mail::bulk::{Bulk, BulkConnection, Delivery};
use ateneu_queue::{Leased, Outcome};
use tokio::{task::JoinSet, time::timeout};

use super::session::Session;
use crate::campaigns::{
    ledger::{Batch, Claimed, Settled},
    notice::tell_owner,
    rates::SendingRates,
    rows::{Campaign, Counts},
    service::{Campaigns, QUEUE},
    words::{CampaignState, PauseReason},
};

/// Time after which no further email begins in a turn.
const TURN: Duration = Duration::from_secs(2);

/// Interval at which the lease is renewed while deliveries take long.
const RENEWAL: Duration = Duration::from_secs(20);

/// Longest pause during which connections stay open.
const MAX_IDLE: Duration = Duration::from_secs(5);

/// Pause while emails cannot be delivered at all.
const WITHOUT_RELAY: Duration = Duration::from_secs(60);

/// A delivery that ended: its connection, if it can be used again.
struct Ended {
    claimed: Claimed,
    delivery: Delivery,
    connection: Option<BulkConnection>,
}

/// Sends for some seconds. Returns `false` if the campaign no longer is this sender's, or does not go out.
pub(super) async fn run(campaigns: &Campaigns, session: &mut Session, task: &Leased) -> Result<bool, Error> {
    let Some(bulk) = session.bulk.clone() else {
        let at = campaigns.now() + WITHOUT_RELAY;
        return end(campaigns, session, task, Some(at)).await;
    };
    read_rates(campaigns, session).await?;
    let until = campaigns.now() + TURN;
    let mut under_way = JoinSet::new();
    let mut results: Vec<Settled> = Vec::new();
    let mut is_sending = true;
    loop {
        let now = campaigns.now();
        let begins = is_sending && now < until && !session.gives_up();
        let (room, more_at) = if begins { session.room(under_way.len(), now) } else { (0, None) };
        let candidates = session.waiting.choose(room, &mut session.rates, &session.limits, now);
        let (has_results, asked) = (!results.is_empty(), candidates.len());
        if has_results || asked > 0 {
            let batch = Batch {
                campaign: session.campaign,
                list: session.list,
                sender: session.sender.clone(),
                results: std::mem::take(&mut results),
                candidates,
                now,
            };
            let Some(progress) = campaigns.0.db.write(move |tx| batch.run(tx)).await? else {
                // Another sender goes on. The rest of this one's deliveries is its affair.
                return Ok(false);
            };
            is_sending = progress.state == CampaignState::Sending;
            session.is_stale |= !is_sending;
            for claimed in progress.claimed {
                under_way.spawn(deliver(
                    bulk.clone(),
                    session.idle.pop(),
                    session.templates.clone(),
                    claimed,
                    now,
                ));
            }
        }
        if under_way.is_empty() {
            if is_sending && asked > 0 {
                // All candidates were skipped.
                continue;
            }
            let next = more_at.or_else(|| session.waiting.next()).unwrap_or(now);
            return end(campaigns, session, task, Some(next)).await;
        }
        results.extend(collect(campaigns, session, &mut under_way, task).await?);
    }
}

/// Waits for a delivery to end, and takes those that ended with it.
async fn collect(
    campaigns: &Campaigns,
    session: &mut Session,
    under_way: &mut JoinSet<Ended>,
    task: &Leased,
) -> Result<Vec<Settled>, Error> {
    let mut ended = Vec::new();
    while ended.is_empty() && !under_way.is_empty() {
        match timeout(RENEWAL, under_way.join_next()).await {
            Err(_) => {
                let (task, now) = (task.clone(), campaigns.now());
                campaigns.0.db.write(move |tx| QUEUE.renew(tx, &task, now)).await?;
            }
            Ok(first) => ended.extend(first),
        }
    }
    while let Some(next) = under_way.try_join_next() {
        ended.push(next);
    }
    let now = campaigns.now();
    let mut results = Vec::new();
    for one in ended {
        let Ended { claimed, delivery, connection } =
            one.map_err(|error| Error::Other(format!("a delivery panicked: {error}")))?;
        session.idle.extend(connection);
        results.push(session.result_of(&claimed, delivery, now));
    }
    Ok(results)
}

async fn deliver(
    bulk: Bulk,
    idle: Option<BulkConnection>,
    templates: std::sync::Arc<crate::campaigns::emails::Templates>,
    claimed: Claimed,
    now: Timestamp,
) -> Ended {
    let Some(email) = templates.email(&claimed, now) else {
        let reason = "a carta não tem texto para este leitor".to_owned();
        return Ended { claimed, delivery: Delivery::Refused { reason, suppress: false }, connection: idle };
    };
    if let Some(mut connection) = idle {
        let delivery = connection.send(&email).await;
        // The relay may have closed a connection that was not in use.
        if !matches!(delivery, Delivery::Lost { .. }) {
            return Ended { claimed, delivery, connection: usable(connection) };
        }
    }
    match bulk.connect().await {
        Err(reason) => Ended { claimed, delivery: Delivery::Lost { reason }, connection: None },
        Ok(mut connection) => {
            let delivery = connection.send(&email).await;
            Ended { claimed, delivery, connection: usable(connection) }
        }
    }
}

fn usable(connection: BulkConnection) -> Option<BulkConnection> {
    Some(connection).filter(BulkConnection::is_usable)
}

async fn read_rates(campaigns: &Campaigns, session: &mut Session) -> Result<(), Error> {
    let config = &campaigns.0.config;
    let (configured, now) = (config.rates, campaigns.now());
    let settings = campaigns.0.db.read(move |tx| SendingRates::read(tx, configured)).await?;
    session.set_rates(settings, settings.limits(config.warm_up_from, now));
    let most = settings.connections as usize;
    for connection in session.idle.drain(session.idle.len().min(most)..) {
        tokio::spawn(connection.close());
    }
    Ok(())
}

/// Ends the turn: the campaign is done, goes on at `next`, or was stopped. Returns `false` if it does not go on.
async fn end(
    campaigns: &Campaigns,
    session: &mut Session,
    task: &Leased,
    next: Option<Timestamp>,
) -> Result<bool, Error> {
    let error = session.gives_up().then(|| session.last_error.clone());
    let (service, task, number, sender) =
        (campaigns.clone(), task.clone(), session.campaign, session.sender.clone());
    let ended = campaigns.0.db.write(move |tx| {
        let now = service.now();
        let outcome = next_outcome(&service, tx, (number, &sender), (next.unwrap_or(now), error), now)?;
        let goes_on = matches!(outcome, Outcome::Again { .. });
        QUEUE.complete(tx, &[task], &outcome, now)?;
        Ok::<_, Error>(goes_on)
    });
    let goes_on = ended.await?;
    let rests = next.is_some_and(|next| next > campaigns.now() + MAX_IDLE);
    if !goes_on || rests {
        for connection in session.idle.drain(..) {
            tokio::spawn(connection.close());
        }
    }
    Ok(goes_on && !session.is_stale)
}

fn next_outcome(
    service: &Campaigns,
    tx: &mut Tx<'_>,
    (number, sender): (i64, &str),
    (next, error): (Timestamp, Option<String>),
    now: Timestamp,
) -> Result<Outcome, Error> {
    let Some(mut campaign) = Campaign::lock(tx, number)? else { return Ok(Outcome::Done) };
    let Some(mut counts) = Counts::lock(tx, number)?.filter(|counts| counts.sender == sender) else {
        return Ok(Outcome::Done);
    };
    if campaign.state != CampaignState::Sending {
        return Ok(Outcome::Done);
    }
    if counts.waiting + counts.sending == 0 {
        campaign.enter(tx, CampaignState::Done, now)?;
        return Ok(Outcome::Done);
    }
    let why = match error {
        Some(response) => Some((PauseReason::Errors, Some(response))),
        None => counts.stops_for_complaints().then_some((PauseReason::Complaints, None)),
    };
    if let Some((pause, detail)) = why {
        counts.complaints_answered = counts.complaints;
        tx.update(&counts)?;
        (campaign.pause, campaign.pause_reason) = (Some(pause), detail);
        campaign.enter(tx, CampaignState::Paused, now)?;
        tell_owner(tx, &service.0.mail, &campaign, CampaignPaused)?;
        return Ok(Outcome::Done);
    }
    // A pause is no delay: the campaign is overdue only if its sender is late for this time.
    counts.progress_at = Some(next.max(now));
    tx.update(&counts)?;
    Ok(Outcome::Again { at: next, error: None })
}
