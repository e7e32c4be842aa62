//! Reports in the providers' own forms. Each form has its own proof that the provider sent it, and all become the one
//! [`Report`].
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `event`: parts of all forms
//! - `sns`: messages of Amazon's notification service
//! - `ses`: Amazon SES
//! - `postmark`: Postmark
//! - `sendgrid`: SendGrid
//! - `mailgun`: Mailgun

mod event;
mod mailgun;
mod postmark;
mod sendgrid;
mod ses;
mod sns;

use std::time::Duration;

use ateneu_base::{Secret, Timestamp};
use axum::http::HeaderMap;
use moka::future::Cache;

use super::read::Report;

pub use sns::Fetch;
use sns::Sites;

pub(super) use event::{Received, Rejected};

/// Time for which a used signature is remembered: longer than it is valid.
const USED: Duration = Duration::from_hours(30);

/// Maximum number of remembered signatures.
const MAX_USED: u64 = 100_000;

/// Proofs of the providers. An empty one accepts nothing.
#[derive(Clone, Debug, Default)]
pub struct ProviderKeys {
    /// ARN of the topic to which Amazon SES reports.
    pub ses_topic: String,
    /// Password of the address that Postmark calls.
    pub postmark_password: Secret,
    /// Public key of SendGrid's signed event webhook, in Base64.
    pub sendgrid_key: String,
    /// Signing key of Mailgun's webhooks.
    pub mailgun_key: Secret,
}

/// A provider of email.
#[derive(Clone, Copy, Debug)]
pub(super) enum Provider {
    Ses,
    Postmark,
    SendGrid,
    Mailgun,
}

impl Provider {
    /// Returns the provider of a path.
    pub(super) fn from_path(name: &str) -> Option<Self> {
        Some(match name {
            "ses" => Self::Ses,
            "postmark" => Self::Postmark,
            "sendgrid" => Self::SendGrid,
            "mailgun" => Self::Mailgun,
            _ => return None,
        })
    }
}

/// The providers with their proofs. Clones share what they remember.
#[derive(Clone)]
pub struct Providers {
    keys: ProviderKeys,
    sites: Sites,
    /// Signatures that counted and may not count again.
    used: Cache<String, ()>,
}

impl Providers {
    /// Creates the providers. `fetch` reads Amazon's certificates and confirms a subscription.
    pub fn new(keys: ProviderKeys, fetch: Fetch) -> Self {
        let used = Cache::builder().max_capacity(MAX_USED).time_to_live(USED).build();
        Self { keys, sites: Sites::new(fetch), used }
    }

    /// Verifies and reads a request.
    pub(super) async fn read(
        &self,
        provider: Provider,
        (headers, body): (&HeaderMap, &[u8]),
        now: Timestamp,
    ) -> Result<Received, Rejected> {
        let keys = &self.keys;
        let received = match provider {
            Provider::Ses => ses::read(&keys.ses_topic, &self.sites, body, now).await,
            Provider::Postmark => postmark::read(&keys.postmark_password, headers, body),
            Provider::SendGrid => sendgrid::read(&keys.sendgrid_key, headers, body, now),
            Provider::Mailgun => mailgun::read(&keys.mailgun_key, body, now),
        }?;
        match &received.once {
            Some(mark) if self.used.contains_key(mark) => Ok(Received::default()),
            _ => Ok(received),
        }
    }

    /// Remembers that a request counted.
    pub(super) async fn remember(&self, once: Option<String>) {
        if let Some(mark) = once {
            self.used.insert(mark, ()).await;
        }
    }
}
