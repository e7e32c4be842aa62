//! Campaigns with their counts, their recipients, and the suppressed addresses.

use std::num::NonZeroU32;

use ateneu_base::{Timestamp, Value, fold::fold};
use ateneu_db::Tx;
use ateneu_functions::{Administrator, Function, ListPage, Refusal};
use ateneu_mail::suppressions::{SuppressionKind, SuppressionSource};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{decisions::CampaignNumber, refusals::PURPOSE, view::CampaignView};
use crate::{
    campaigns::{
        rows::Campaign,
        service::Campaigns,
        words::{Audience, RecipientState},
    },
    refused::Refused,
};

pub(super) fn functions() -> Vec<Function<Campaigns>> {
    vec![
        Function::new("list-campaigns", PURPOSE, list),
        Function::new("read-campaign", PURPOSE, read),
        Function::new("list-campaign-recipients", PURPOSE, recipients),
        Function::new("list-suppressions", PURPOSE, suppressions),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListCampaigns {
    page: Option<NonZeroU32>,
}

/// Campaigns, the newest first.
#[derive(Serialize, JsonSchema)]
struct CampaignsPage {
    campaigns: Vec<CampaignView>,
    total: i64,
    per_page: i64,
}

async fn list(campaigns: Campaigns, _: Administrator, of: ListCampaigns) -> Result<CampaignsPage, Refusal> {
    let page = ListPage::of(of.page);
    let found = campaigns.0.db.read(move |tx| {
        let total = tx.query_one_as("SELECT count(*) FROM campaigns", &[])?;
        let rows: Vec<Campaign> = tx.rows(&format!("ORDER BY number DESC {page}"), &[])?;
        let campaigns = rows.into_iter().map(|campaign| view(tx, campaign));
        let campaigns = campaigns.collect::<Result<Vec<_>, _>>()?;
        Ok::<_, ateneu_db::Error>(CampaignsPage { campaigns, total, per_page: page.per_page })
    });
    Ok(found.await?)
}

fn view(tx: &mut Tx<'_>, campaign: Campaign) -> Result<CampaignView, ateneu_db::Error> {
    let counts = tx.row("WHERE campaign = $1", &[campaign.number.into()])?;
    Ok(CampaignView::new(campaign, counts))
}

async fn read(campaigns: Campaigns, _: Administrator, of: CampaignNumber) -> Result<CampaignView, Refusal> {
    let found = campaigns.0.db.read(move |tx| {
        let campaign: Option<Campaign> = tx.row("WHERE number = $1", &[of.number.into()])?;
        campaign.map(|campaign| view(tx, campaign)).transpose()
    });
    found.await?.ok_or_else(|| Refused::CampaignUnknown.into())
}

/// Filter of a campaign's recipients.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListRecipients {
    number: i64,
    /// Beginning of an address or of a name. `null` for all.
    search: Option<String>,
    /// `null` for all.
    state: Option<RecipientState>,
    page: Option<NonZeroU32>,
}

/// A recipient of a campaign.
#[derive(Deserialize, Serialize, JsonSchema)]
struct CampaignRecipient {
    number: i64,
    /// `null` after the person's erasure.
    email: Option<String>,
    audience: Audience,
    state: RecipientState,
    /// Reason of a refusal or of a skip.
    reason: Option<String>,
    tries: i64,
    started_at: Option<Timestamp>,
}

#[derive(Serialize, JsonSchema)]
struct RecipientsPage {
    recipients: Vec<CampaignRecipient>,
    total: i64,
    per_page: i64,
}

/// The last character, which ends a range of texts with the same beginning.
const LAST: char = '\u{10FFFF}';

impl ListRecipients {
    /// Returns the filter as SQL, with the parameters of the statement. A search reads ranges of the indexes of
    /// addresses and of accounts' names.
    fn filter(&self) -> (String, Vec<Value>) {
        let mut parameters: Vec<Value> = vec![self.number.into()];
        let mut place = |value: Value| {
            parameters.push(value);
            format!("${}", parameters.len())
        };
        let mut sql = String::new();
        if let Some(state) = self.state {
            sql.push_str(&format!(" AND state = {}", place(state.word().into())));
        }
        let search: String =
            self.search.as_deref().unwrap_or_default().trim().chars().take(MAX_SEARCH).collect();
        if !search.is_empty() {
            let mut begins = |column: &str, with: String| {
                let end = place(format!("{with}{LAST}").into());
                format!("{column} >= {} AND {column} < {end}", place(with.into()))
            };
            let (address, name) =
                (begins("email", search.to_lowercase()), begins("u.search_text", fold(&search)));
            sql.push_str(&format!(
                " AND ({address} OR user_id IN (SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND {name}))"
            ));
        }
        (sql, parameters)
    }
}

async fn recipients(
    campaigns: Campaigns,
    _: Administrator,
    of: ListRecipients,
) -> Result<RecipientsPage, Refusal> {
    let page = ListPage::of(of.page);
    let (filter, parameters) = of.filter();
    let found = campaigns.0.db.read(move |tx| {
        let from = format!("FROM campaign_recipients WHERE campaign = $1{filter}");
        let total = tx.query_one_as(&format!("SELECT count(*) {from}"), &parameters)?;
        let sql = format!(
            "SELECT number, email, audience, state, reason, tries, started_at {from} ORDER BY number {page}"
        );
        let recipients = tx.query_as(&sql, &parameters)?;
        Ok::<_, ateneu_db::Error>(RecipientsPage { recipients, total, per_page: page.per_page })
    });
    Ok(found.await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListSuppressions {
    /// Part of an address.
    search: Option<String>,
    page: Option<NonZeroU32>,
}

/// An address that gets no newsletter.
#[derive(Deserialize, Serialize, JsonSchema)]
struct SuppressedAddress {
    recipient: String,
    kind: SuppressionKind,
    source: SuppressionSource,
    reason: String,
    created_at: Timestamp,
}

#[derive(Serialize, JsonSchema)]
struct SuppressionsPage {
    suppressions: Vec<SuppressedAddress>,
    total: i64,
    per_page: i64,
}

/// Maximum length of a search in characters. The rest is ignored.
const MAX_SEARCH: usize = 254;

async fn suppressions(
    campaigns: Campaigns,
    _: Administrator,
    of: ListSuppressions,
) -> Result<SuppressionsPage, Refusal> {
    let page = ListPage::of(of.page);
    let search: String =
        of.search.unwrap_or_default().trim().to_lowercase().chars().take(MAX_SEARCH).collect();
    let found = campaigns.0.db.read(move |tx| {
        // Telephone numbers have suppressions too.
        let has_part = tx.dialect().holds("recipient", "$1");
        let is_email = tx.dialect().holds("recipient", "'@'");
        let from = format!("FROM mail_suppressions WHERE {is_email} AND {has_part}");
        let parameters = [search.into()];
        let total = tx.query_one_as(&format!("SELECT count(*) {from}"), &parameters)?;
        let sql = format!(
            "SELECT recipient, kind, source, reason, created_at {from} ORDER BY created_at DESC, recipient {page}"
        );
        let suppressions = tx.query_as(&sql, &parameters)?;
        Ok::<_, ateneu_db::Error>(SuppressionsPage { suppressions, total, per_page: page.per_page })
    });
    Ok(found.await?)
}
