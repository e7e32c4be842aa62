//! A letter as an email: HTML and plain text from the stored text of a content.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `pieces`: stored HTML as tags and texts
//! - `html`: the text in the tags and inline styles of email programs
//! - `plain`: the text without HTML

mod html;
mod pieces;
mod plain;

use ateneu_db::{Error, Tx};
use ateneu_mail::{Sender, Sheet};
use maud::PreEscaped;
use serde::Deserialize;

pub(crate) use self::pieces::{link_addresses, unmarked};
use super::{
    rows::Campaign,
    words::{Audience, CampaignList},
};

/// Field of the link that ends the subscription. The server fills it for each recipient.
pub(crate) const LEAVE: &str = "sair";

/// Maximum length of an email's HTML in bytes. Gmail cuts longer ones at 102 KB, and personal fields may add some.
pub(crate) const MAX_BYTES: usize = 98_000;

/// Returns the source under which visits by links of a campaign are counted, the same for all recipients: `carta-12`.
pub(crate) fn visit_source(campaign: i64) -> String {
    format!("carta-{campaign}")
}

/// The letter of a campaign.
#[derive(Deserialize)]
pub(crate) struct Letter {
    /// Title, the headline of the email.
    pub(crate) title: String,
    /// The text as sanitized HTML.
    pub(crate) body: String,
    /// True if it is a letter, and no other kind of content.
    pub(crate) is_letter: bool,
    /// True if only members may read it.
    pub(crate) is_member_only: bool,
    /// Last part of its address, empty if it is not published.
    address: String,
}

/// An email as templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Email {
    pub(crate) html: String,
    pub(crate) text: String,
}

impl Letter {
    /// Reads the content of a campaign. Returns `None` if it was deleted or is in the trash.
    pub(crate) fn read(tx: &mut Tx<'_>, campaign: &Campaign) -> Result<Option<Self>, Error> {
        let sql = "SELECT title, coalesce(body, '') AS body, is_member_only,
                          content_type = 'letter' AS is_letter,
                          CASE WHEN is_published THEN coalesce(slug, '') ELSE '' END AS address
                   FROM contents WHERE id = $1 AND trashed_at IS NULL";
        tx.query_optional_as(sql, &[campaign.content_id.clone().into()])
    }

    /// Returns the email to an audience.
    pub(crate) fn email(&self, audience: Audience, campaign: &Campaign, sender: &Sender) -> Email {
        let pieces = match audience {
            Audience::Full => pieces::read(&self.body),
            Audience::Teaser => pieces::read_open(&self.body),
        };
        let (url, mark) = (&sender.public_url, visit_source(campaign.number));
        let page = (!self.address.is_empty()).then(|| sender.link(&format!("/cartas/{}", self.address)));
        let online = page.map(|page| pieces::marked(page, url, &mark));
        let words = &sender.content.emails.letter;
        let leave = format!("{{{LEAVE}}}");
        let sheet = Sheet {
            subject: &campaign.subject,
            preheader: &campaign.preheader,
            heading: &self.title,
            online: online.as_deref(),
            reason: match campaign.list {
                CampaignList::Open => &words.reason,
                CampaignList::Premium => &words.premium_reason,
            },
            unsubscribe: Some(&leave),
            sender,
        };
        let site = html::Site { url, mark: &mark, plans: &words.plans };
        Email {
            html: sheet.html(&PreEscaped(html::render(&pieces, &site))).into_string(),
            text: sheet.text(&plain::render(&pieces, url, &words.plans)),
        }
    }
}
