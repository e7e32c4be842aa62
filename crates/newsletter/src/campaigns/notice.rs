//! Emails to the owner about a campaign that stopped by itself.

use ateneu_content::emails::{Button, CampaignNotice, CampaignPause, EmailFields};
use ateneu_db::{Error, Tx};
use ateneu_mail::Mail;

use super::{rows::Campaign, words::PauseReason};

/// Queues an email to the owner: the server paused the campaign, or waits for a decision.
pub(crate) fn tell_owner<F: EmailFields>(
    tx: &mut Tx<'_>,
    mail: &Mail,
    campaign: &Campaign,
    email: fn(CampaignNotice) -> F,
) -> Result<(), Error> {
    let sender = mail.sender();
    let fields = CampaignNotice {
        campaign: campaign.subject.clone(),
        reason: reason_of(campaign),
        button: Button(sender.link(&format!("/admin/cartas/{}", campaign.number))),
    };
    mail.queue(tx, &sender.email(&email(fields)).to(&sender.email, &sender)).map(drop)
}

/// Returns the reason of a campaign's pause as the words of emails.
fn reason_of(campaign: &Campaign) -> CampaignPause {
    let detail = campaign.pause_reason.clone().unwrap_or_default();
    match campaign.pause.unwrap_or(PauseReason::Overdue) {
        PauseReason::Errors => CampaignPause::Errors { response: detail },
        PauseReason::Complaints => CampaignPause::Complaints,
        PauseReason::Overdue => CampaignPause::Overdue,
        PauseReason::Copied => CampaignPause::Copied,
        PauseReason::NoLetter => CampaignPause::NoLetter,
        PauseReason::ForMembers => CampaignPause::ForMembers,
        PauseReason::UnknownField => CampaignPause::UnknownField { field: detail },
        PauseReason::FieldWithoutDefault => CampaignPause::FieldWithoutDefault { field: detail },
        PauseReason::TooLong => CampaignPause::TooLong,
        PauseReason::NoRecipients => CampaignPause::NoRecipients,
    }
}
