//! Save, start, schedule, pause, resume, cancel.

use ateneu_base::{Timestamp, email, fold::one_line};
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{refusals::PURPOSE, view::CampaignView};
use crate::{
    campaigns::{
        control::{By, CampaignText, Denied},
        segment::Segment,
        service::Campaigns,
        words::CampaignList,
    },
    refused::Refused,
};

pub(super) fn functions() -> Vec<Function<Campaigns>> {
    vec![
        Function::new("save-campaign", PURPOSE, save),
        Function::new("start-campaign", PURPOSE, start),
        Function::new("schedule-campaign", PURPOSE, schedule),
        Function::new("pause-campaign", PURPOSE, pause),
        Function::new("resume-campaign", PURPOSE, resume),
        Function::new("cancel-campaign", PURPOSE, cancel),
        Function::new("resend-uncertain", PURPOSE, resend),
    ]
}

/// Maximum lengths in characters.
const MAX_SUBJECT: usize = 200;
const MAX_NAME: usize = 100;

/// A campaign as the owner writes it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SaveCampaign {
    /// Number of the draft, `null` for a new campaign.
    number: Option<i64>,
    /// Version of the draft that was edited. 0 for a new campaign.
    version: i64,
    /// Id of the letter.
    content_id: String,
    list: CampaignList,
    segment: Segment,
    /// Subject, with personal fields.
    subject: String,
    /// Preview text, with personal fields. May be empty.
    preheader: String,
    /// Name in `From`. Empty for the owner's.
    sender_name: String,
    /// Address for replies. Empty for that of the sender.
    reply_to: String,
}

/// A campaign by its number.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CampaignNumber {
    pub(super) number: i64,
}

/// A start that the owner has confirmed by typing the number of recipients.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StartCampaign {
    number: i64,
    /// Expected number of recipients.
    recipients: i64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ScheduleCampaign {
    number: i64,
    at: Timestamp,
    /// Expected number of recipients.
    recipients: i64,
}

/// Number of recipients that a decision concerns.
#[derive(Serialize, JsonSchema)]
struct CampaignRecipients {
    recipients: i64,
}

/// Result of a save.
#[derive(Serialize, JsonSchema)]
struct CampaignSaved {
    number: i64,
    /// Present version of the draft.
    version: i64,
    /// The stored draft, if somebody else has saved meanwhile and nothing was written.
    clash: Option<CampaignView>,
}

async fn save(
    campaigns: Campaigns,
    by: Administrator,
    draft: SaveCampaign,
) -> Result<CampaignSaved, Refusal> {
    let text = CampaignText {
        content_id: draft.content_id,
        list: draft.list,
        segment: draft.segment,
        subject: one_line(&draft.subject),
        preheader: one_line(&draft.preheader),
        sender_name: one_line(&draft.sender_name),
        reply_to: email::written(&draft.reply_to),
    };
    let is_long = |text: &str, most: usize| text.chars().count() > most;
    if text.subject.is_empty()
        || is_long(&text.subject, MAX_SUBJECT)
        || is_long(&text.preheader, MAX_SUBJECT)
        || is_long(&text.sender_name, MAX_NAME)
        || !(text.reply_to.is_empty() || email::is_canonical(&text.reply_to))
    {
        return Err(Refused::CampaignTextInvalid.into());
    }
    if !text.segment.is_valid() {
        return Err(Refused::SegmentInvalid.into());
    }
    let edited = draft.number.map(|number| (number, draft.version));
    let (stored, is_clash) = match campaigns.save(By::admin(&by, "save-campaign"), edited, text).await {
        Ok(saved) => (saved, false),
        Err(Denied::Clash(stored)) => (*stored, true),
        Err(denied) => return Err(denied.into()),
    };
    let (number, version) = (stored.number, stored.version);
    Ok(CampaignSaved { number, version, clash: is_clash.then(|| CampaignView::new(stored, None)) })
}

async fn start(
    campaigns: Campaigns,
    by: Administrator,
    start: StartCampaign,
) -> Result<CampaignRecipients, Refusal> {
    let by = By::admin(&by, "start-campaign");
    let recipients = campaigns.start(by, start.number, start.recipients).await?;
    Ok(CampaignRecipients { recipients })
}

async fn schedule(
    campaigns: Campaigns,
    by: Administrator,
    schedule: ScheduleCampaign,
) -> Result<CampaignNumber, Refusal> {
    let ScheduleCampaign { number, at, recipients } = schedule;
    campaigns.schedule(By::admin(&by, "schedule-campaign"), number, at, recipients).await?;
    Ok(CampaignNumber { number })
}

async fn pause(
    campaigns: Campaigns,
    by: Administrator,
    of: CampaignNumber,
) -> Result<CampaignNumber, Refusal> {
    campaigns.pause(By::admin(&by, "pause-campaign"), of.number).await?;
    Ok(of)
}

async fn resume(
    campaigns: Campaigns,
    by: Administrator,
    of: CampaignNumber,
) -> Result<CampaignNumber, Refusal> {
    campaigns.resume(By::admin(&by, "resume-campaign"), of.number).await?;
    Ok(of)
}

async fn cancel(
    campaigns: Campaigns,
    by: Administrator,
    of: CampaignNumber,
) -> Result<CampaignNumber, Refusal> {
    campaigns.cancel(By::admin(&by, "cancel-campaign"), of.number).await?;
    Ok(of)
}

async fn resend(
    campaigns: Campaigns,
    by: Administrator,
    of: CampaignNumber,
) -> Result<CampaignRecipients, Refusal> {
    let resent: Result<i64, Denied> =
        campaigns.resend_uncertain(By::admin(&by, "resend-uncertain"), of.number).await;
    Ok(CampaignRecipients { recipients: resent? })
}
