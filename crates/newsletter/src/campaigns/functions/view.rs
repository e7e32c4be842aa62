//! A campaign as the panel reads it.

use ateneu_base::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::campaigns::{
    letter::visit_source,
    rows::{Campaign, Counts},
    segment::Segment,
    words::{CampaignList, CampaignState, PauseReason},
};

/// A campaign with its counts.
#[derive(Serialize, JsonSchema)]
pub(super) struct CampaignView {
    number: i64,
    content_id: Option<String>,
    list: CampaignList,
    segment: Segment,
    subject: String,
    preheader: String,
    sender_name: String,
    reply_to: String,
    state: CampaignState,
    scheduled_at: Option<Timestamp>,
    started_at: Option<Timestamp>,
    finished_at: Option<Timestamp>,
    /// Reason why the server stopped it, or did not start it.
    pause: Option<PauseReason>,
    /// Words of the mail server, or name of the personal field, that belong to the reason.
    pause_reason: Option<String>,
    /// Version of the draft.
    version: i64,
    updated_at: Timestamp,
    /// Source under which visits by its links are counted.
    visit_source: String,
    /// Counts since the start. Their sum is `recipients`.
    counts: CampaignCounts,
}

/// Number of recipients in each state.
#[derive(Default, Serialize, JsonSchema)]
struct CampaignCounts {
    recipients: i64,
    waiting: i64,
    sending: i64,
    delivered: i64,
    failed: i64,
    uncertain: i64,
    skipped: i64,
    /// Recipients who left the list by a link of the campaign.
    unsubscribed: i64,
    /// Recipients whose delivery failed after the relay had accepted it.
    bounced: i64,
    /// Recipients who reported it as spam.
    complaints: i64,
}

impl CampaignView {
    pub(super) fn new(campaign: Campaign, counts: Option<Counts>) -> Self {
        let counts = counts.unwrap_or_default();
        Self {
            number: campaign.number,
            content_id: campaign.content_id,
            list: campaign.list,
            segment: campaign.segment.0,
            subject: campaign.subject,
            preheader: campaign.preheader,
            sender_name: campaign.sender_name,
            reply_to: campaign.reply_to,
            state: campaign.state,
            scheduled_at: campaign.scheduled_at,
            started_at: campaign.started_at,
            finished_at: campaign.finished_at,
            pause: campaign.pause,
            pause_reason: campaign.pause_reason,
            version: campaign.version,
            updated_at: campaign.updated_at,
            visit_source: visit_source(campaign.number),
            counts: CampaignCounts {
                recipients: counts.recipients,
                waiting: counts.waiting,
                sending: counts.sending,
                delivered: counts.delivered,
                failed: counts.failed,
                uncertain: counts.uncertain,
                skipped: counts.skipped,
                unsubscribed: counts.unsubscribed,
                bounced: counts.bounced,
                complaints: counts.complaints,
            },
        }
    }
}
