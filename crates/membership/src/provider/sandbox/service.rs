//! The sandbox and its dependencies.

use std::time::Duration;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::Db;
use reqwest::{Client, redirect::Policy};

use crate::{Error, Offer, TermsSource};

/// Configuration of the sandbox.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// True in production, where the sandbox refuses to open.
    pub production: bool,
    /// URL that receives the events, e.g. `http://127.0.0.1:8080/webhooks/stripe`.
    pub webhook_url: String,
}

/// Facts about the server that the sandbox needs.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) public_url: String,
    pub(crate) secret: Secret,
    /// Terms of the plans, with their prices.
    pub(crate) terms: TermsSource,
}

/// The sandbox. Clones share it.
#[derive(Clone)]
pub struct Sandbox {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) site: Site,
    pub(super) webhook_url: String,
    pub(super) client: Client,
}

impl Sandbox {
    pub(crate) fn open(db: Db, clock: Clock, site: Site, config: &SandboxConfig) -> Result<Self, Error> {
        if config.production {
            return Err(Error::SandboxInProduction);
        }
        let client = Client::builder().timeout(Duration::from_secs(10)).redirect(Policy::none());
        let client = client.build().map_err(|error| Error::Address(error.to_string()))?;
        Ok(Self { db, clock, site, webhook_url: config.webhook_url.clone(), client })
    }

    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the present price of an offer in centavos.
    pub(super) fn price_of(&self, offer: Offer) -> Option<i64> {
        (self.site.terms)().iter().find(|terms| terms.plan == offer.plan)?.price(offer.period)
    }
}
