//! The email of a campaign to one recipient: its template, filled.

use std::collections::HashMap;

use ateneu_base::{Timestamp, fold::one_line};
use ateneu_db::{Error, Tx};
use ateneu_mail::{
    Sender,
    bulk::{BulkEmail, unsubscribe_headers},
};
use ateneu_schema::sanitize;
use lettre::message::Mailbox;
use serde::Deserialize;

use super::{
    fields::Person,
    ledger::Claimed,
    letter::{Email, LEAVE},
    rows::Campaign,
    service::PlanName,
    tokens::{self, Purpose, RecipientId},
    words::{Audience, CampaignList},
};

/// Parts of a campaign's emails that are the same for all recipients.
#[derive(Clone)]
pub(crate) struct Templates {
    campaign: i64,
    list: CampaignList,
    secret: String,
    subject: String,
    bodies: HashMap<Audience, Email>,
    from: Mailbox,
    reply_to: String,
    sender: Sender,
    bounce_domain: Option<String>,
    plan_name: PlanName,
    /// Purpose of the link that ends the subscription.
    link: Purpose,
}

#[derive(Deserialize)]
struct Body {
    audience: Audience,
    html: String,
    text: String,
}

impl Templates {
    /// Reads the frozen emails of a campaign.
    pub(crate) fn read(
        tx: &mut Tx<'_>,
        campaign: &Campaign,
        (from, sender): (Mailbox, Sender),
        (bounce_domain, plan_name): (Option<String>, PlanName),
    ) -> Result<Self, Error> {
        let sql = "SELECT audience, html, text FROM campaign_bodies WHERE campaign = $1";
        let bodies: Vec<Body> = tx.query_as(sql, &[campaign.number.into()])?;
        let bodies =
            bodies.into_iter().map(|body| (body.audience, Email { html: body.html, text: body.text }));
        Ok(Self::new(campaign, bodies, (from, sender), (bounce_domain, plan_name)))
    }

    pub(crate) fn new(
        campaign: &Campaign,
        bodies: impl IntoIterator<Item = (Audience, Email)>,
        (from, sender): (Mailbox, Sender),
        (bounce_domain, plan_name): (Option<String>, PlanName),
    ) -> Self {
        Self {
            campaign: campaign.number,
            list: campaign.list,
            secret: campaign.secret.clone(),
            subject: campaign.subject.clone(),
            bodies: bodies.into_iter().collect(),
            from,
            reply_to: campaign.reply_to.clone(),
            sender,
            bounce_domain,
            plan_name,
            link: Purpose::Unsubscribe,
        }
    }

    /// Makes the emails those of a test, whose links unsubscribe nobody.
    pub(crate) fn for_test(self) -> Self {
        Self { link: Purpose::Test, bounce_domain: None, ..self }
    }

    /// Returns the email to a recipient. Returns `None` if the campaign has no body for the audience.
    pub(crate) fn email(&self, claimed: &Claimed, now: Timestamp) -> Option<BulkEmail> {
        let id = RecipientId { campaign: self.campaign, number: claimed.number };
        let plan = (self.plan_name)(&claimed.plan).unwrap_or_default();
        let person = Person { name: claimed.name.clone(), email: claimed.email.clone(), plan };
        let token = tokens::sign(self.link, id, &self.secret);
        let link = self.sender.link(&format!("/newsletter/sair/{token}"));
        let Email { html, text } = self.bodies.get(&claimed.audience)?;
        // Before the personal fields, whose values are not read again.
        let with_link = |text: &str| text.replace(&format!("{{{LEAVE}}}"), &link);
        let host = self.sender.host();
        let bounce =
            |domain: &String| format!("bounce+{}@{domain}", tokens::sign(Purpose::Bounce, id, &self.secret));
        // Each test is an email of its own.
        let message_id = match self.link {
            Purpose::Test => format!("teste.{}.{}.{}@{host}", now.micros(), self.campaign, claimed.number),
            _ => tokens::message_id(id, &host),
        };
        Some(BulkEmail {
            message_id,
            from: self.from.clone(),
            envelope_from: self.bounce_domain.as_ref().map(bounce),
            recipient: claimed.email.clone(),
            reply_to: self.reply_to.clone(),
            subject: one_line(&person.fill(&self.subject, str::to_owned)),
            text: person.fill(&with_link(text), str::to_owned),
            html: person.fill(&with_link(html), sanitize::escape),
            headers: self.headers(&link, &host),
            date: now,
        })
    }

    fn headers(&self, link: &str, host: &str) -> Vec<(&'static str, String)> {
        let (name, label) = match self.list {
            CampaignList::Open => ("newsletter", "Newsletter"),
            CampaignList::Premium => ("premium", "Carta premium"),
        };
        let mut headers: Vec<_> = unsubscribe_headers(link, &self.sender).into();
        headers.push(("List-Id", format!("{label} <{name}.{host}>")));
        headers.push(("Feedback-ID", format!("{}:{name}:carta:{host}", self.campaign)));
        headers
    }
}
