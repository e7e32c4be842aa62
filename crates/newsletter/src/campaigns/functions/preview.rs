//! An email as a reader gets it, and a test to oneself. Neither counts anywhere.

use ateneu_db::Error;
use ateneu_functions::{Administrator, Function, Refusal};
use ateneu_mail::bulk::Delivery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::refusals::PURPOSE;
use crate::{
    campaigns::{
        control::Denied,
        emails::Templates,
        freeze::{Obstacle, bodies},
        ledger::Claimed,
        rows::Campaign,
        service::Campaigns,
        words::Audience,
    },
    refused::Refused,
};

pub(super) fn functions() -> Vec<Function<Campaigns>> {
    vec![
        Function::new("preview-campaign", PURPOSE, preview),
        Function::new("send-test-campaign", PURPOSE, send_test),
    ]
}

/// A preview of a campaign.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PreviewCampaign {
    number: i64,
    audience: Audience,
    /// Name of the reader, empty for a reader without one.
    name: String,
    /// Identifier of the reader's plan, `null` for a reader without one.
    plan: Option<String>,
}

/// An email as a reader gets it.
#[derive(Serialize, JsonSchema)]
struct CampaignPreview {
    subject: String,
    html: String,
    text: String,
    /// Size of the HTML in bytes.
    size: usize,
}

/// Maximum length of a name in characters. The rest is ignored.
const MAX_NAME: usize = 100;

async fn preview(
    campaigns: Campaigns,
    _: Administrator,
    of: PreviewCampaign,
) -> Result<CampaignPreview, Refusal> {
    let templates = templates(&campaigns, of.number).await?;
    let name = of.name.chars().take(MAX_NAME).collect();
    let reader = reader((campaigns.0.mail.sender().email, name), of.plan.unwrap_or_default(), of.audience);
    let email = templates.email(&reader, campaigns.now()).ok_or(Refused::CampaignUnknown)?;
    let size = email.html.len();
    Ok(CampaignPreview { subject: email.subject, html: email.html, text: email.text, size })
}

/// Returns a reader that is no recipient.
fn reader((email, name): (String, String), plan: String, audience: Audience) -> Claimed {
    Claimed { number: 0, email, name, plan, audience, tries: 1 }
}

/// Returns the templates of the letter as it is now, as those of a test.
pub(super) async fn templates(campaigns: &Campaigns, number: i64) -> Result<Templates, Refusal> {
    let service = campaigns.clone();
    let read = campaigns.0.db.read(move |tx| {
        let campaign: Option<Campaign> = tx.row("WHERE number = $1", &[number.into()])?;
        let campaign = campaign.ok_or(Denied::Unknown)?;
        let sender = service.0.mail.sender();
        let bodies = bodies(tx, &campaign, &sender)?.map_err(Denied::Obstacle)?;
        let mailbox = service.0.mail.bulk_mailbox(&campaign.sender_name);
        let mailbox = mailbox.map_err(|error| Denied::Db(Error::Other(error.to_string())))?;
        Ok::<_, Denied>(
            Templates::new(&campaign, bodies, (mailbox, sender), (None, service.0.plan_name.clone()))
                .for_test(),
        )
    });
    Ok(read.await?)
}

/// A test of a campaign.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TestCampaign {
    number: i64,
    audience: Audience,
}

/// The address to which a test went.
#[derive(Serialize, JsonSchema)]
struct TestSent {
    email: String,
}

/// Sends the email to the caller's own address, over a connection of its own.
async fn send_test(campaigns: Campaigns, by: Administrator, of: TestCampaign) -> Result<TestSent, Refusal> {
    let templates = templates(&campaigns, of.number).await?;
    let (email, name) = address_of(&campaigns, by).await?;
    let reader = reader((email.clone(), name), String::new(), of.audience);
    let message = templates.email(&reader, campaigns.now()).ok_or(Refused::CampaignUnknown)?;
    let bulk = campaigns.0.mail.bulk().map_err(|error| not_sent(&error.to_string()))?;
    let bulk = bulk.ok_or_else(|| not_sent("nenhum servidor de e-mail está configurado"))?;
    let mut connection = bulk.connect().await.map_err(|reason| not_sent(&reason))?;
    let delivery = connection.send(&message).await;
    connection.close().await;
    match delivery {
        Delivery::Accepted => Ok(TestSent { email }),
        Delivery::Refused { reason, .. }
        | Delivery::Deferred { reason }
        | Delivery::Lost { reason }
        | Delivery::Uncertain { reason } => Err(not_sent(&reason)),
    }
}

fn not_sent(reason: &str) -> Refusal {
    Refused::TestNotSent.saying(format!("O teste não saiu: {reason}.")).into()
}

/// Returns address and name of the caller's account, those of the owner for the service key.
async fn address_of(campaigns: &Campaigns, by: Administrator) -> Result<(String, String), Refusal> {
    let owner = campaigns.0.mail.sender();
    let Some(actor) = by.0 else { return Ok((owner.email, owner.name)) };
    let sql = "SELECT coalesce(sso_email, email) AS email, user_metadata FROM users WHERE id = $1";
    let row = campaigns.0.db.read(move |tx| tx.query_optional(sql, &[actor.user_id.into()])).await?;
    let email = row.as_ref().and_then(|row| row.text("email")).map(str::to_owned);
    let name = crate::campaigns::ledger::name_of(row.as_ref().and_then(|row| row.text("user_metadata")));
    let missing = || Denied::Obstacle(Obstacle::NoRecipients);
    Ok((email.ok_or_else(missing)?, name))
}
