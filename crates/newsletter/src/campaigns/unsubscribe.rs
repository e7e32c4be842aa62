//! Unsubscribing by the signed link of a campaign's email.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde::Deserialize;

use super::{
    rows::Counts,
    tokens::{self, Purpose, RecipientId},
    words::CampaignList,
};

/// Recipient of a campaign, with the campaign's list.
#[derive(Deserialize)]
pub(crate) struct Addressee {
    /// Empty after the person's erasure.
    pub(crate) email: Option<String>,
    pub(crate) list: CampaignList,
}

impl Addressee {
    /// Reads a recipient.
    pub(crate) fn read(tx: &mut Tx<'_>, id: RecipientId) -> Result<Option<Self>, Error> {
        let sql =
            "SELECT r.email, c.list FROM campaign_recipients r JOIN campaigns c ON c.number = r.campaign
                   WHERE r.campaign = $1 AND r.number = $2";
        tx.query_optional_as(sql, &[id.campaign.into(), id.number.into()])
    }

    /// Takes the address from the list. Returns `true` if it was on it.
    pub(crate) fn leave(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<bool, Error> {
        let Some(email) = &self.email else { return Ok(false) };
        match self.list {
            CampaignList::Open => leave_open(tx, email, now),
            CampaignList::Premium => leave_premium(tx, email, now),
        }
    }
}

/// Ends the subscription of an address to the open newsletter. Returns `true` if it had one.
pub(crate) fn leave_open(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<bool, Error> {
    let sql = "UPDATE newsletter_subscriptions SET is_active = FALSE, unsubscribed_at = $2, updated_at = $2
               WHERE email = $1 AND is_active";
    Ok(!tx.write(sql, &[email.into(), now.into()])?.is_empty())
}

/// Takes an address from the list of the premium letter. Returns `true` if it had not left.
pub(crate) fn leave_premium(tx: &mut Tx<'_>, email: &str, now: Timestamp) -> Result<bool, Error> {
    let sql = "INSERT INTO newsletter_departures (email, list, created_at) VALUES ($1, 'premium', $2)
               ON CONFLICT (email, list) DO NOTHING";
    Ok(tx.execute(sql, &[email.into(), now.into()])? > 0)
}

/// Address that a link names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Addressed {
    /// Address of a recipient or a subscription.
    Email(String),
    /// The link is that of a test.
    Test,
    /// The link is invalid, or the person was erased.
    Nobody,
}

/// Returns the address to which an email with the link went. Returns `None` if the token is no signed one.
pub(crate) fn addressed(tx: &mut Tx<'_>, token: &str) -> Result<Option<Addressed>, Error> {
    let Some((purpose, id)) = tokens::verify(tx, token)? else { return Ok(None) };
    Ok(Some(match purpose {
        Purpose::Test => Addressed::Test,
        Purpose::Bounce => Addressed::Nobody,
        Purpose::Unsubscribe => {
            let email = Addressee::read(tx, id)?.and_then(|addressee| addressee.email);
            email.map_or(Addressed::Nobody, Addressed::Email)
        }
    }))
}

/// Returns the list of the campaign whose email had the link. Returns `None` if the token is not that of a recipient.
pub(crate) fn list_of(tx: &mut Tx<'_>, token: &str) -> Result<Option<CampaignList>, Error> {
    match tokens::verify(tx, token)? {
        Some((Purpose::Unsubscribe, id)) => Ok(Addressee::read(tx, id)?.map(|addressee| addressee.list)),
        _ => Ok(None),
    }
}

/// Ends the subscription of a recipient. Returns `None` if the token is no signed one. The token of a test is valid and
/// unsubscribes nobody.
pub(crate) fn unsubscribe(tx: &mut Tx<'_>, token: &str, now: Timestamp) -> Result<Option<bool>, Error> {
    let Some((purpose, id)) = tokens::verify(tx, token)? else { return Ok(None) };
    match purpose {
        Purpose::Test => Ok(Some(true)),
        Purpose::Bounce => Ok(Some(false)),
        Purpose::Unsubscribe => {
            let Some(addressee) = Addressee::read(tx, id)? else { return Ok(Some(false)) };
            // The counts are locked first, as reports lock them.
            let counts = Counts::lock(tx, id.campaign)?;
            if addressee.leave(tx, now)?
                && let Some(mut counts) = counts
            {
                counts.unsubscribed += 1;
                tx.update(&counts)?;
            }
            Ok(Some(true))
        }
    }
}
