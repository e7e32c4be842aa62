//! A payment provider for trying out: it answers the calls the house makes from tables of its own, shows payment pages
//! and a portal, and tells the house what happened there by signed events over HTTP, like the real one. It charges nobody
//! and does not open in production.

mod acts;
mod calls;
mod deliver;
mod objects;
mod pages;

use std::time::Duration;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::Db;
use reqwest::{Client, redirect::Policy};
use serde_json::json;

use crate::{Error, Plan, customers};

/// How the sandbox is set up.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// This installation is for the public: the sandbox refuses to open.
    pub production: bool,
    /// Where the house hears events, e.g. `http://127.0.0.1:8080/webhooks/stripe`.
    pub webhook_url: String,
    /// What the plans cost, in centavos.
    pub prices: Vec<(Plan, i64)>,
}

/// What the sandbox knows of the house.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) public_url: String,
    pub(crate) secret: Secret,
}

/// The sandbox. Cloning is cheap.
#[derive(Clone)]
pub struct Sandbox {
    db: Db,
    clock: Clock,
    site: Site,
    webhook_url: String,
    prices: Vec<(Plan, i64)>,
    client: Client,
}

/// A subscription that has been there for a while.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Whose.
    pub user_id: String,
    /// The person's address.
    pub email: String,
    /// To which plan.
    pub plan: Plan,
    /// When it began.
    pub started_at: Timestamp,
    /// The end of the running period.
    pub period_end: Timestamp,
}

impl Sandbox {
    pub(crate) fn open(db: Db, clock: Clock, site: Site, config: &SandboxConfig) -> Result<Self, Error> {
        if config.production {
            return Err(Error::SandboxInProduction);
        }
        let client = Client::builder()
            .timeout(Duration::from_secs(10))
            .redirect(Policy::none());
        let client = client
            .build()
            .map_err(|error| Error::Address(error.to_string()))?;
        Ok(Self {
            db,
            clock,
            site,
            webhook_url: config.webhook_url.clone(),
            prices: config.prices.clone(),
            client,
        })
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn price_of(&self, plan: Plan) -> Option<i64> {
        self.prices
            .iter()
            .find(|(priced, _)| *priced == plan)
            .map(|(_, price)| *price)
    }

    /// Makes subscriptions as though they had been paid for here, and links their people.
    ///
    /// # Errors
    /// When the database does not take them.
    pub async fn seed(&self, seeds: Vec<Seed>) -> Result<(), Error> {
        let (sandbox, now) = (self.clone(), self.now());
        let written = self.db.write(move |tx| {
            for seed in &seeds {
                // The same on every machine.
                let own = seed.user_id.replace('-', "");
                let customer = format!("cus_{own}");
                let amount = sandbox.price_of(seed.plan).unwrap_or_default();
                let made = json!({ "id": customer, "object": "customer", "email": seed.email, "customer": customer,
                    "metadata": { "user_id": seed.user_id } });
                let mut bought =
                    objects::subscription(&customer, &seed.user_id, seed.plan, amount, "active", seed.started_at);
                let end = seed.period_end;
                objects::set(&mut bought, "/id", format!("sub_{own}"));
                objects::set(&mut bought, "/items/data/0/current_period_start", (end - objects::MONTH).seconds());
                objects::set(&mut bought, "/items/data/0/current_period_end", end.seconds());
                let mut charged = objects::invoice(&bought, true, end - objects::MONTH);
                objects::set(&mut charged, "/id", format!("in_{own}"));
                objects::set(&mut charged, "/number", format!("SANDBOX-{}", own[..8].to_uppercase()));
                objects::put(tx, "customer", &made, now)?;
                objects::put(tx, "subscription", &bought, seed.started_at)?;
                objects::put(tx, "invoice", &charged, seed.started_at)?;
                customers::link(tx, &seed.user_id, &customer, now)?;
            }
            Ok::<_, ateneu_db::Error>(())
        });
        Ok(written.await?)
    }
}
