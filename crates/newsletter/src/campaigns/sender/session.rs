//! Memory of the sender about a campaign: waiting recipients, open connections, rates and errors.

use std::{sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Error;
use ateneu_mail::bulk::{Bulk, BulkConnection, Delivery, Limits, Rates, domain_of};

use crate::campaigns::{
    emails::Templates,
    ledger::{Claimed, Settled},
    rates::SendingRates,
    rows::Campaign,
    service::Campaigns,
    waiting::Waiting,
    words::{CampaignList, RecipientState},
};

/// Number of deliveries to a recipient whose server refuses for now, before it counts as failed.
const MAX_TRIES: i64 = 8;

/// Pauses after each failure of the relay in a row, in seconds.
const RELAY_PAUSES: [u64; 5] = [5, 15, 60, 120, 300];

/// Memory of a campaign that goes out.
pub(super) struct Session {
    pub(super) campaign: i64,
    pub(super) list: CampaignList,
    pub(super) sender: String,
    pub(super) templates: Arc<Templates>,
    pub(super) bulk: Option<Bulk>,
    pub(super) waiting: Waiting,
    pub(super) rates: Rates,
    /// Rates of sending in force, read at each turn.
    pub(super) settings: SendingRates,
    pub(super) limits: Limits,
    /// Open connections that are not in use.
    pub(super) idle: Vec<BulkConnection>,
    /// Errors in a row.
    pub(super) errors: u32,
    pub(super) last_error: String,
    /// True if candidates were taken and not claimed, so that the order must be read again.
    pub(super) is_stale: bool,
    relay_failures: usize,
    pub(super) relay_rests_until: Option<Timestamp>,
}

impl Session {
    /// Reads the emails and the waiting recipients of a campaign.
    pub(super) async fn open(
        campaigns: &Campaigns,
        campaign: &Campaign,
        sender: &str,
    ) -> Result<Self, Error> {
        let (deps, number, now) = (&campaigns.0, campaign.number, campaigns.now());
        let invalid = |error: ateneu_mail::Error| Error::Other(error.to_string());
        let mailbox = deps.mail.bulk_mailbox(&campaign.sender_name).map_err(invalid)?;
        let bulk = deps.mail.bulk().map_err(invalid)?;
        let (owner, domain, read) = (deps.mail.sender(), deps.config.bounce_domain.clone(), campaign.clone());
        let more = (domain, deps.plan_name.clone());
        let (templates, rates) = deps
            .db
            .read(move |tx| {
                let mut rates = Rates::default();
                rates.load(tx, now)?;
                Ok::<_, Error>((Templates::read(tx, &read, (mailbox, owner), more)?, rates))
            })
            .await?;
        let (mut waiting, mut after) = (Waiting::default(), Some(0));
        while let Some(last) = after {
            let loaded = deps.db.read(move |tx| {
                let next = waiting.load(tx, number, last)?;
                Ok::<_, Error>((waiting, next))
            });
            (waiting, after) = loaded.await?;
        }
        Ok(Self {
            campaign: number,
            list: campaign.list,
            sender: sender.to_owned(),
            templates: Arc::new(templates),
            bulk,
            waiting,
            rates,
            settings: deps.config.rates,
            limits: Limits::default(),
            idle: Vec::new(),
            errors: 0,
            last_error: String::new(),
            is_stale: false,
            relay_failures: 0,
            relay_rests_until: None,
        })
    }

    pub(super) fn is_of(&self, campaign: i64) -> bool {
        self.campaign == campaign
    }

    /// Uses other rates from now on.
    pub(super) fn set_rates(&mut self, settings: SendingRates, limits: Limits) {
        if limits != self.limits {
            self.waiting.wake();
        }
        (self.settings, self.limits) = (settings, limits);
    }

    /// Returns the number of emails that may begin now beside those under way, and the time at which more may.
    pub(super) fn room(&mut self, under_way: usize, now: Timestamp) -> (usize, Option<Timestamp>) {
        if let Some(until) = self.relay_rests_until.filter(|until| *until > now) {
            return (0, Some(until));
        }
        // After a failure of the relay one connection tries, not all of them.
        let connections = if self.relay_failures > 0 { 1 } else { self.settings.connections as usize };
        let (allowed, until) = self.rates.room(&self.limits, now);
        let room = connections.saturating_sub(under_way).min(allowed as usize);
        (room, (allowed == 0).then_some(until))
    }

    /// Returns the stored result of a delivery, and counts errors in a row.
    pub(super) fn result_of(&mut self, claimed: &Claimed, delivery: Delivery, now: Timestamp) -> Settled {
        let domain = domain_of(&claimed.email);
        let (state, reason, suppress) = match delivery {
            Delivery::Accepted => {
                self.rates.accepted(domain);
                (self.errors, self.relay_failures, self.relay_rests_until) = (0, 0, None);
                (RecipientState::Delivered, None, None)
            }
            Delivery::Refused { reason, suppress } => {
                if !suppress {
                    self.fail(&reason);
                }
                let address = suppress.then(|| claimed.email.clone());
                (RecipientState::Failed, Some(reason), address)
            }
            Delivery::Deferred { reason } => {
                if self.rates.deferred(domain, now) {
                    self.fail(&reason);
                }
                match claimed.tries < MAX_TRIES {
                    true => (RecipientState::Waiting, Some(reason), None),
                    false => (RecipientState::Failed, Some(reason), None),
                }
            }
            Delivery::Lost { reason } => {
                self.rest_relay(&reason, now);
                (RecipientState::Waiting, Some(reason), None)
            }
            Delivery::Uncertain { reason } => {
                self.fail(&reason);
                (RecipientState::Uncertain, Some(reason), None)
            }
        };
        if state == RecipientState::Waiting {
            self.waiting.add(claimed.number, domain);
        }
        Settled { number: claimed.number, state, reason, suppress }
    }

    fn fail(&mut self, reason: &str) {
        self.errors = self.errors.saturating_add(1);
        reason.clone_into(&mut self.last_error);
    }

    /// Pauses the relay. Connections that failed together count once.
    fn rest_relay(&mut self, reason: &str, now: Timestamp) {
        if self.relay_rests_until.is_some_and(|until| until > now) {
            return;
        }
        self.fail(reason);
        let pause = RELAY_PAUSES[self.relay_failures.min(RELAY_PAUSES.len() - 1)];
        self.relay_failures += 1;
        self.relay_rests_until = Some(now + Duration::from_secs(pause));
    }

    /// Returns `true` if the errors in a row reach the number at which the campaign pauses.
    pub(super) fn gives_up(&self) -> bool {
        self.errors >= self.settings.errors_to_pause
    }
}
