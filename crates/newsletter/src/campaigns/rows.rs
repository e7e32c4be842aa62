//! Rows of campaigns.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_schema::{AsJson, TableRow};

use super::{
    segment::Segment,
    words::{CampaignList, CampaignState, PauseReason},
};

/// A campaign.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("campaigns")]
pub struct Campaign {
    /// Number, from 1.
    #[key]
    pub number: i64,
    /// Id of the letter. Empty after the letter was deleted.
    pub content_id: Option<String>,
    /// List of its readers.
    pub list: CampaignList,
    /// Questions that its recipients satisfy.
    pub segment: AsJson<Segment>,
    /// Subject, with personal fields.
    pub subject: String,
    /// Preview text, with personal fields.
    pub preheader: String,
    /// Name in `From`, empty for the owner's.
    pub sender_name: String,
    /// Address for replies, empty for that of `From`.
    pub reply_to: String,
    /// State.
    pub state: CampaignState,
    /// Time at which it is to start.
    pub scheduled_at: Option<Timestamp>,
    /// Time at which its recipients were frozen.
    pub started_at: Option<Timestamp>,
    /// Time at which it was done or cancelled.
    pub finished_at: Option<Timestamp>,
    /// Reason why the server stopped it, or did not start it.
    pub pause: Option<PauseReason>,
    /// Words of the mail server, or name of the personal field, that belong to the reason.
    pub pause_reason: Option<String>,
    /// Place of the database at the owner's last decision. Elsewhere the campaign asks.
    pub place: Option<String>,
    /// Key of its signed links.
    pub secret: String,
    /// Version of the draft, which grows with each save.
    pub version: i64,
    /// Time at which it was created.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

impl Campaign {
    /// Reads a campaign, which stays locked until the transaction ends.
    pub(crate) fn lock(tx: &mut Tx<'_>, number: i64) -> Result<Option<Self>, Error> {
        let rest = format!("WHERE number = $1{}", tx.dialect().for_update());
        tx.row(&rest, &[number.into()])
    }

    /// Stores another state.
    pub(crate) fn enter(
        &mut self,
        tx: &mut Tx<'_>,
        state: CampaignState,
        now: Timestamp,
    ) -> Result<(), Error> {
        self.state = state;
        self.updated_at = now;
        if matches!(state, CampaignState::Done | CampaignState::Cancelled) {
            self.finished_at = Some(now);
        }
        if state == CampaignState::Sending {
            (self.pause, self.pause_reason) = (None, None);
        }
        tx.update(self).map(drop)
    }
}

/// Number of complaints below which a campaign goes on.
const MIN_COMPLAINTS: i64 = 3;

/// Number of a campaign's recipients in each state.
#[derive(Clone, Debug, Default, PartialEq, Eq, TableRow)]
#[table("campaign_counts")]
pub struct Counts {
    /// Number of the campaign.
    #[key]
    pub campaign: i64,
    /// All recipients.
    pub recipients: i64,
    /// Recipients whose email is not sent yet.
    pub waiting: i64,
    /// Under way.
    pub sending: i64,
    /// Accepted by the relay.
    pub delivered: i64,
    /// Refused for good.
    pub failed: i64,
    /// Perhaps accepted.
    pub uncertain: i64,
    /// Recipients who get no email.
    pub skipped: i64,
    /// Unsubscribed by a link of the campaign.
    pub unsubscribed: i64,
    /// Reported as undeliverable after the relay had accepted them.
    pub bounced: i64,
    /// Reported as spam.
    pub complaints: i64,
    /// Value of `complaints` when the campaign last stopped because of them.
    pub complaints_answered: i64,
    /// Sender that works on it.
    pub sender: String,
    /// Time of the last change by a sender.
    pub progress_at: Option<Timestamp>,
}

impl Counts {
    /// Reads the counts of a campaign, which stay locked until the transaction ends.
    pub(crate) fn lock(tx: &mut Tx<'_>, campaign: i64) -> Result<Option<Self>, Error> {
        let rest = format!("WHERE campaign = $1{}", tx.dialect().for_update());
        tx.row(&rest, &[campaign.into()])
    }

    /// Returns `true` if new complaints stop the campaign: at 0.3 % large providers refuse a sender. Few complaints are no
    /// share.
    pub(crate) fn stops_for_complaints(&self) -> bool {
        self.complaints >= MIN_COMPLAINTS
            && self.complaints > self.complaints_answered
            && self.complaints * 1_000 >= self.delivered * 3
    }

    /// Returns the sum of the recipients in all states.
    pub fn sum(&self) -> i64 {
        self.waiting + self.sending + self.delivered + self.failed + self.uncertain + self.skipped
    }
}
