//! The owner's decisions about a campaign: start, schedule, pause, resume, cancel. Each takes effect at the sender's next
//! batch, and each is written to the audit log by its function.

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_functions::Administrator;
use ateneu_schema::{AsJson, Words};

use super::{
    freeze::{Obstacle, bodies, freeze},
    rows::{Campaign, Counts},
    segment::{Readers, Segment},
    service::{Campaigns, wake},
    words::{CampaignList, CampaignState, RecipientState, SkipReason},
};

/// Number of random bytes of a campaign's key.
const SECRET_BYTES: usize = 24;

/// Contents of a campaign that the owner writes.
#[derive(Clone, Debug)]
pub struct CampaignText {
    /// Id of the letter.
    pub content_id: String,
    /// List of its readers.
    pub list: CampaignList,
    /// Questions that its recipients satisfy.
    pub segment: Segment,
    /// The subject.
    pub subject: String,
    /// The preview text.
    pub preheader: String,
    /// Name in `From`.
    pub sender_name: String,
    /// Address for replies.
    pub reply_to: String,
}

/// Person who decides, for the audit log.
#[derive(Clone, Debug)]
pub struct By {
    actor: Option<Actor>,
    action: &'static str,
}

impl By {
    /// The owner's own program.
    pub const PROGRAM: Self = Self { actor: None, action: "save-campaign" };

    /// An administrator, with the name of the action.
    pub(crate) fn admin(by: &Administrator, action: &'static str) -> Self {
        Self { actor: by.0.clone(), action }
    }

    fn record(&self, tx: &mut Tx<'_>, campaign: &Campaign, old: Option<CampaignState>) -> Result<(), Error> {
        let subject = campaign.number.to_string();
        let new = campaign.state.word();
        let entry =
            Entry { action: self.action, subject: &subject, old: old.map(Words::word), new: Some(new) };
        ateneu_audit::write(tx, self.actor.as_ref(), entry, campaign.updated_at)
    }
}

/// Reason why a decision has no effect.
#[derive(Clone, Debug)]
pub enum Denied {
    /// There is no campaign of this number.
    Unknown,
    /// The state does not admit the decision.
    State(CampaignState),
    /// The campaign cannot start.
    Obstacle(Obstacle),
    /// The time has passed.
    Past,
    /// Another version of the draft was saved meanwhile.
    Clash(Box<Campaign>),
    /// The database.
    Db(Error),
}

impl From<Error> for Denied {
    fn from(error: Error) -> Self {
        Self::Db(error)
    }
}

impl Campaigns {
    /// Stores a new campaign as a draft, or other texts of a draft in the version that the writer began with. Returns the
    /// campaign.
    pub async fn save(
        &self,
        by: By,
        draft: Option<(i64, i64)>,
        text: CampaignText,
    ) -> Result<Campaign, Denied> {
        let service = self.clone();
        self.0.db.write(move |tx| service.save_in(tx, &by, draft, text)).await
    }

    fn save_in(
        &self,
        tx: &mut Tx<'_>,
        by: &By,
        draft: Option<(i64, i64)>,
        text: CampaignText,
    ) -> Result<Campaign, Denied> {
        let now = self.now();
        let CampaignText { content_id, list, segment, subject, preheader, sender_name, reply_to } = text;
        let known = match draft {
            Some((number, version)) => {
                let known = locked(tx, number, &[CampaignState::Draft])?;
                if known.version != version {
                    return Err(Denied::Clash(known.into()));
                }
                Some(known)
            }
            None => None,
        };
        let campaign = Campaign {
            number: match &known {
                Some(known) => known.number,
                None => next_number(tx)?,
            },
            content_id: Some(content_id),
            list,
            segment: AsJson(segment),
            subject,
            preheader,
            sender_name,
            reply_to,
            state: CampaignState::Draft,
            scheduled_at: None,
            started_at: None,
            finished_at: None,
            pause: None,
            pause_reason: None,
            place: None,
            secret: known.as_ref().map_or_else(|| ids::secret(SECRET_BYTES), |known| known.secret.clone()),
            version: known.as_ref().map_or(1, |known| known.version + 1),
            created_at: known.as_ref().map_or(now, |known| known.created_at),
            updated_at: now,
        };
        bodies(tx, &campaign, &self.0.mail.sender())?.map_err(Denied::Obstacle)?;
        match &known {
            Some(_) => tx.update(&campaign).map(drop)?,
            None => tx.insert(&campaign)?,
        }
        by.record(tx, &campaign, known.map(|known| known.state))?;
        Ok(campaign)
    }

    /// Freezes the recipients and begins to send. `expected` is the number of recipients that the owner has confirmed.
    pub async fn start(&self, by: By, number: i64, expected: i64) -> Result<i64, Denied> {
        let service = self.clone();
        let started = self.0.db.write(move |tx| {
            let now = service.now();
            let admitted = [CampaignState::Draft, CampaignState::Scheduled, CampaignState::Asking];
            let mut campaign = locked(tx, number, &admitted)?;
            let old = campaign.state;
            if campaign.started_at.is_some() {
                return Err(Denied::State(campaign.state));
            }
            campaign.place = Some(tx.place()?);
            let sender = service.0.mail.sender();
            let frozen = freeze(tx, &mut campaign, &sender, Some(expected), now)?;
            let recipients = frozen.map_err(Denied::Obstacle)?;
            wake(tx, number, now, now)?;
            by.record(tx, &campaign, Some(old))?;
            Ok(recipients)
        });
        started.await
    }

    /// Sets the time at which a draft starts. `expected` is the number of recipients that the owner has confirmed.
    pub async fn schedule(&self, by: By, number: i64, at: Timestamp, expected: i64) -> Result<(), Denied> {
        let service = self.clone();
        let scheduled = self.0.db.write(move |tx| {
            let now = service.now();
            let mut campaign = locked(tx, number, &[CampaignState::Draft, CampaignState::Scheduled])?;
            let old = campaign.state;
            if at <= now {
                return Err(Denied::Past);
            }
            bodies(tx, &campaign, &service.0.mail.sender())?.map_err(Denied::Obstacle)?;
            let readers = Readers::new(tx.dialect(), (campaign.list, &campaign.segment.0), now, Vec::new());
            match readers.count(tx)? {
                0 => return Err(Denied::Obstacle(Obstacle::NoRecipients)),
                count if count != expected => return Err(Denied::Obstacle(Obstacle::OtherNumber(count))),
                _ => {}
            }
            (campaign.scheduled_at, campaign.pause, campaign.pause_reason) = (Some(at), None, None);
            campaign.place = Some(tx.place()?);
            campaign.enter(tx, CampaignState::Scheduled, now)?;
            wake(tx, number, at, now)?;
            by.record(tx, &campaign, Some(old))?;
            Ok(())
        });
        scheduled.await
    }

    /// Stops a campaign that goes out; it can go on later. A scheduled one becomes a draft again.
    pub async fn pause(&self, by: By, number: i64) -> Result<(), Denied> {
        let service = self.clone();
        let paused = self.0.db.write(move |tx| {
            let now = service.now();
            let mut campaign = locked(tx, number, &[CampaignState::Sending, CampaignState::Scheduled])?;
            let old = campaign.state;
            let state = match old {
                CampaignState::Scheduled => CampaignState::Draft,
                _ => CampaignState::Paused,
            };
            campaign.scheduled_at = campaign.scheduled_at.filter(|_| state == CampaignState::Paused);
            campaign.enter(tx, state, now)?;
            by.record(tx, &campaign, Some(old))?;
            Ok(())
        });
        paused.await
    }

    /// Lets a paused campaign, or one that asks, go on.
    pub async fn resume(&self, by: By, number: i64) -> Result<(), Denied> {
        let service = self.clone();
        let resumed = self.0.db.write(move |tx| {
            let now = service.now();
            let campaign = locked(tx, number, &[CampaignState::Paused, CampaignState::Asking])?;
            go_on(tx, &by, campaign, now)
        });
        resumed.await
    }

    /// Ends a campaign. Recipients that wait are skipped; those under way get it.
    pub async fn cancel(&self, by: By, number: i64) -> Result<(), Denied> {
        let service = self.clone();
        let cancelled = self.0.db.write(move |tx| {
            use CampaignState::{Asking, Draft, Paused, Scheduled, Sending};
            let now = service.now();
            let mut campaign = locked(tx, number, &[Draft, Scheduled, Asking, Sending, Paused])?;
            let old = campaign.state;
            campaign.enter(tx, CampaignState::Cancelled, now)?;
            by.record(tx, &campaign, Some(old))?;
            if let Some(mut counts) = Counts::lock(tx, number)? {
                let states = (RecipientState::Waiting, RecipientState::Skipped);
                counts.move_everyone(tx, states, Some(SkipReason::Cancelled.word()))?;
                tx.update(&counts)?;
                wake(tx, number, now, now)?;
            }
            Ok(())
        });
        cancelled.await
    }

    /// Sends the campaign again to recipients of whom nobody knows whether they have it.
    pub async fn resend_uncertain(&self, by: By, number: i64) -> Result<i64, Denied> {
        let service = self.clone();
        let resent = self.0.db.write(move |tx| {
            let now = service.now();
            let mut campaign = locked(tx, number, &[CampaignState::Paused, CampaignState::Done])?;
            let Some(mut counts) = Counts::lock(tx, number)? else { return Err(Denied::Unknown) };
            let moved =
                counts.move_everyone(tx, (RecipientState::Uncertain, RecipientState::Waiting), None)?;
            tx.update(&counts)?;
            if moved > 0 {
                campaign.finished_at = None;
                go_on(tx, &by, campaign, now)?;
            }
            Ok(moved)
        });
        resent.await
    }
}

/// Returns a campaign in one of these states, locked.
fn locked(tx: &mut Tx<'_>, number: i64, admitted: &[CampaignState]) -> Result<Campaign, Denied> {
    let campaign = Campaign::lock(tx, number)?.ok_or(Denied::Unknown)?;
    if admitted.contains(&campaign.state) { Ok(campaign) } else { Err(Denied::State(campaign.state)) }
}

fn go_on(tx: &mut Tx<'_>, by: &By, mut campaign: Campaign, now: Timestamp) -> Result<(), Denied> {
    // A campaign without recipients never started: it starts with their number.
    let Some(mut counts) = Counts::lock(tx, campaign.number)? else {
        return Err(Denied::State(campaign.state));
    };
    counts.progress_at = Some(now);
    tx.update(&counts)?;
    let old = campaign.state;
    campaign.place = Some(tx.place()?);
    campaign.enter(tx, CampaignState::Sending, now)?;
    wake(tx, campaign.number, now, now)?;
    by.record(tx, &campaign, Some(old))?;
    Ok(())
}

fn next_number(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.lock("campaigns")?;
    tx.query_one_as("SELECT coalesce(max(number), 0) + 1 FROM campaigns", &[])
}
