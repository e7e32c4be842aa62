//! Checks of a campaign outside this server: the records of the sender's domain, and the links of the letter. Both only
//! warn: others decide about them.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ateneu_functions::{Administrator, Function, Refusal};
use ateneu_mail::domain::DomainRecords;
use ateneu_outbound::{Error, Limits, Outbound};
use axum::http::StatusCode;
use futures::{StreamExt, future::BoxFuture, stream};
use moka::future::Cache;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::{Instant, timeout_at};
use url::Url;

use super::{decisions::CampaignNumber, preview::templates, refusals::PURPOSE};
use crate::{
    campaigns::{
        ledger::Claimed,
        letter::{link_addresses, unmarked, visit_source},
        service::Campaigns,
        words::Audience,
    },
    refused::Refused,
};

/// Maximum number of links that are asked.
const MAX_LINKS: usize = 50;

/// Number of links that are asked at a time.
const PARALLEL: usize = 5;

/// Limits of one link. The beginning of an answer suffices.
const LIMITS: Limits = Limits { time: Duration::from_secs(5), bytes: 1024, beginning: true, redirects: 5 };

/// Maximum time of all links. The others stay unknown.
const ALL: Duration = Duration::from_secs(15);

/// Time for which an answer is remembered, and maximum number of answers.
const ANSWER_RETENTION: Duration = Duration::from_mins(10);
const MAX_REMEMBERED: u64 = 1_000;

/// Returns `true` if this server has a page at a path.
pub type OwnPage = Arc<dyn Fn(String) -> BoxFuture<'static, bool> + Send + Sync>;

/// The checks outside this server. Clones share the remembered answers.
#[derive(Clone)]
pub struct Checks {
    campaigns: Campaigns,
    outbound: Outbound,
    own_page: OwnPage,
    answers: Cache<Url, LinkState>,
}

impl Checks {
    /// Creates the checks. Links to the own site are answered by `own_page`, the others asked through `outbound`.
    pub fn new(campaigns: &Campaigns, outbound: Outbound, own_page: OwnPage) -> Self {
        let answers = Cache::builder().max_capacity(MAX_REMEMBERED).time_to_live(ANSWER_RETENTION).build();
        Self { campaigns: campaigns.clone(), outbound, own_page, answers }
    }
}

/// Returns the server functions of the checks.
pub fn check_functions() -> Vec<Function<Checks>> {
    vec![Function::new("check-campaign", PURPOSE, check)]
}

/// State of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum LinkState {
    /// The page answers.
    Works,
    /// There is no such page, or no such site.
    Broken,
    /// The site refuses programs, or did not answer in time.
    Unclear,
}

/// A link of a letter.
#[derive(Serialize, JsonSchema)]
struct CheckedLink {
    url: String,
    state: LinkState,
}

/// Checks of a campaign outside this server.
#[derive(Serialize, JsonSchema)]
struct CampaignCheck {
    records: DomainRecords,
    /// Distinct links of the letter, at most fifty.
    links: Vec<CheckedLink>,
}

async fn check(checks: Checks, _: Administrator, of: CampaignNumber) -> Result<CampaignCheck, Refusal> {
    let deps = &checks.campaigns.0;
    let templates = templates(&checks.campaigns, of.number).await?;
    let reader = Claimed {
        number: 0,
        email: deps.mail.sender().email,
        name: String::new(),
        plan: String::new(),
        audience: Audience::Full,
        tries: 1,
    };
    let email = templates.email(&reader, checks.campaigns.now()).ok_or(Refused::CampaignUnknown)?;
    let deadline = Instant::now() + ALL;
    let links = stream::iter(links_of(&email.html, &visit_source(of.number)))
        .map(|url| one_link(&checks, url, deadline));
    let links = links.buffered(PARALLEL).collect::<Vec<_>>();
    let (records, links) =
        tokio::join!(deps.mail.domain_records(deps.config.bounce_domain.as_deref()), links);
    let records = records.map_err(|error| ateneu_db::Error::Other(error.to_string()))?;
    Ok(CampaignCheck { records, links })
}

/// Returns the distinct web addresses in the links of an HTML text, in its order, without the mark of the campaign.
fn links_of(html: &str, mark: &str) -> Vec<Url> {
    let mut known = BTreeSet::new();
    let addresses = link_addresses(html).into_iter();
    let urls = addresses.filter_map(|address| Url::parse(&unmarked(&address, mark)).ok());
    let urls = urls.filter(|url| matches!(url.scheme(), "http" | "https")).map(|mut url| {
        url.set_fragment(None);
        url
    });
    urls.filter(|url| known.insert(url.to_string())).take(MAX_LINKS).collect()
}

async fn one_link(checks: &Checks, url: Url, deadline: Instant) -> CheckedLink {
    let site = Url::parse(&checks.campaigns.0.mail.sender().link("/")).ok();
    let state = match site.filter(|site| site.origin() == url.origin()) {
        Some(_) => own_link(checks, &url).await,
        None => {
            let asked = checks.answers.get_with(url.clone(), ask(&checks.outbound, url.clone()));
            timeout_at(deadline, asked).await.unwrap_or(LinkState::Unclear)
        }
    };
    CheckedLink { url: url.into(), state }
}

/// Answers for a link to the own site without a request.
async fn own_link(checks: &Checks, url: &Url) -> LinkState {
    let path = url.path();
    let part = path.split('/').nth(1).unwrap_or_default();
    // Files, the panel, and pages for one person: the link to leave a list is another one in each email.
    if ["storage", "admin", "newsletter"].contains(&part) {
        return LinkState::Works;
    }
    if (checks.own_page)(path.to_owned()).await { LinkState::Works } else { LinkState::Broken }
}

async fn ask(outbound: &Outbound, url: Url) -> LinkState {
    match outbound.get(&url, "*/*", LIMITS).await {
        Ok(answer) if answer.status.is_success() => LinkState::Works,
        Ok(answer) => match answer.status {
            StatusCode::NOT_FOUND | StatusCode::GONE => LinkState::Broken,
            // Many sites refuse programs.
            _ => LinkState::Unclear,
        },
        Err(Error::Refused | Error::Redirects | Error::Failed(_)) => LinkState::Broken,
        Err(Error::TooSlow | Error::TooLarge) => LinkState::Unclear,
    }
}
