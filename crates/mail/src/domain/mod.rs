//! The records by which other servers recognise the sender's domain: SPF, DKIM and DMARC, looked up in the domain name
//! system.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `dns`: text records of a name

mod dns;

use std::{net::SocketAddr, time::Duration};

use ateneu_base::Timestamp;
use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::Serialize;

use dns::Resolver;

/// Time for which found records are remembered.
const RECORD_RETENTION: Duration = Duration::from_mins(10);

/// Maximum number of parent domains in which a DMARC record is looked for.
const MAX_PARENTS: usize = 4;

/// State of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordState {
    /// The record exists.
    Found,
    /// The record is missing.
    Missing,
    /// The domain has several, of which others use none.
    Several,
    /// The name servers did not answer.
    Unknown,
    /// The configuration does not name the record.
    Unset,
}

/// The records of a sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DomainRecords {
    /// Domain in `From`.
    pub domain: String,
    /// Domain of the envelope, which SPF is about.
    pub envelope_domain: String,
    /// Permission for the relay.
    pub spf: RecordState,
    /// Key of the signatures.
    pub dkim: RecordState,
    /// Policy for emails that fail.
    pub dmarc: RecordState,
}

/// Looks up records of domains.
pub(crate) struct Domains {
    selector: String,
    resolver: Resolver,
    last: Mutex<Option<(Timestamp, DomainRecords)>>,
}

impl Domains {
    /// Uses these name servers, or those of the machine.
    pub(crate) fn new(selector: &str, servers: Vec<SocketAddr>) -> Self {
        Self { selector: selector.to_owned(), resolver: Resolver::new(servers), last: Mutex::new(None) }
    }

    /// Returns the records of a sender. Answers are remembered for some minutes.
    pub(crate) async fn records(&self, domain: &str, envelope_domain: &str, now: Timestamp) -> DomainRecords {
        if let Some((at, records)) = self.last.lock().as_ref()
            && now < *at + RECORD_RETENTION
            && (records.domain.as_str(), records.envelope_domain.as_str()) == (domain, envelope_domain)
        {
            return records.clone();
        }
        let (spf, dkim, dmarc) = tokio::join!(
            self.state_of(envelope_domain.to_owned(), |text| is_version(text, "v=spf1")),
            self.dkim(domain),
            self.dmarc(domain)
        );
        let (domain, envelope_domain) = (domain.to_owned(), envelope_domain.to_owned());
        let records = DomainRecords { domain, envelope_domain, spf, dkim, dmarc };
        let is_known = [spf, dkim, dmarc].iter().all(|state| *state != RecordState::Unknown);
        *self.last.lock() = is_known.then(|| (now, records.clone()));
        records
    }

    async fn state_of(&self, name: String, is_wanted: fn(&str) -> bool) -> RecordState {
        match self.resolver.texts(&name).await {
            None => RecordState::Unknown,
            Some(texts) => match texts.iter().filter(|text| is_wanted(text)).count() {
                0 => RecordState::Missing,
                1 => RecordState::Found,
                _ => RecordState::Several,
            },
        }
    }

    async fn dkim(&self, domain: &str) -> RecordState {
        if self.selector.is_empty() {
            return RecordState::Unset;
        }
        // A record with an empty key is a withdrawn one.
        let is_key = |text: &str| {
            let key = text.split(';').find_map(|part| part.trim().strip_prefix("p="));
            key.is_some_and(|key| !key.trim().is_empty())
        };
        self.state_of(format!("{}._domainkey.{domain}", self.selector), is_key).await
    }

    /// Looks for the policy of the domain, then for that of its parents.
    async fn dmarc(&self, domain: &str) -> RecordState {
        let mut name = domain;
        for _ in 0..=MAX_PARENTS {
            let state = self.state_of(format!("_dmarc.{name}"), |text| is_version(text, "v=DMARC1")).await;
            let Some((_, parent)) = name.split_once('.').filter(|(_, parent)| parent.contains('.')) else {
                return state;
            };
            if state != RecordState::Missing {
                return state;
            }
            name = parent;
        }
        RecordState::Missing
    }
}

/// Returns `true` if a record begins with this version.
fn is_version(text: &str, version: &str) -> bool {
    let first = text.split([' ', ';']).next().unwrap_or_default();
    first.trim().eq_ignore_ascii_case(version)
}
