//! A payment provider for trying out: it answers the server's calls from tables of its own, shows payment pages
//! and a portal, and reports what happened there by signed events over HTTP, like the real one. It charges nobody
//! and does not open in production.

mod calls;
mod change;
mod checkout;
pub(crate) mod deliver;
mod disputes;
mod invoice;
mod objects;
mod pages;
mod portal;
mod simulate;

use std::time::Duration;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::{Db, Tx};
use axum::{Router, routing::get};
use reqwest::{Client, redirect::Policy};
use serde_json::{Value as Json, json};

use crate::{Error, Offer, Payments, Period, Plan, TermsSource, customers};

/// Months of receipts a subscription that has been there for a while comes with.
const SEEDED_MONTHS: usize = 24;

/// The card that paid it, the test card of the payment page.
const SEEDED_CARD: &str = "4242424242424242";

/// Configuration of the sandbox.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// This installation is for the public: the sandbox refuses to open.
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

/// The sandbox. Cloning is cheap.
#[derive(Clone)]
pub struct Sandbox {
    db: Db,
    clock: Clock,
    site: Site,
    webhook_url: String,
    client: Client,
}

/// A subscription that has been there for a while.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Account of the subscriber.
    pub user_id: String,
    /// The person's address.
    pub email: String,
    /// Plan of the subscription.
    pub plan: Plan,
    /// Time at which it began.
    pub started_at: Timestamp,
    /// The end of the running period. Every month up to it was charged and paid.
    pub period_end: Timestamp,
    /// An earlier subscription to the same plan: when it began and when it ended.
    pub former: Option<(Timestamp, Timestamp)>,
    /// The charge of the running period was refused and is owed.
    pub owes: bool,
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

    /// Returns the router of the sandbox's pages.
    pub(crate) fn router(&self, payments: Payments) -> Router {
        Router::new()
            .route("/sandbox/checkout/{id}", get(checkout::show).post(checkout::pay))
            .route("/sandbox/portal/{id}", get(portal::show).post(portal::manage))
            .route("/sandbox/invoice/{id}", get(invoice::show).post(invoice::pay))
            .route("/sandbox/sandbox.css", get(pages::style))
            .with_state((self.clone(), payments))
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The price of an offer in centavos, as the pages show it now.
    fn price_of(&self, offer: Offer) -> Option<i64> {
        (self.site.terms)().iter().find(|terms| terms.plan == offer.plan)?.price(offer.period)
    }

    /// Makes subscriptions as though they had been paid for here, and links their people.
    pub async fn seed(&self, seeds: Vec<Seed>) -> Result<(), Error> {
        let (sandbox, now) = (self.clone(), self.now());
        let written = self.db.write(move |tx| {
            for seed in &seeds {
                // The same on every machine.
                let customer = format!("cus_{}", compact_id(seed));
                let made = json!({ "id": customer, "object": "customer", "email": seed.email, "customer": customer,
                    "metadata": { "user_id": seed.user_id } });
                objects::put(tx, "customer", &made, now)?;
                let amount = sandbox.price_of(offer(seed)).unwrap_or_default();
                if let Some((began, ended)) = seed.former {
                    let mut former = bought(seed, &customer, "former", amount, began, ended);
                    simulate::end(&mut former, "cancellation_requested", ended);
                    objects::set(&mut former, "/canceled_at", ended.seconds());
                    put_charged(tx, &former, (began, ended), false)?;
                }
                let mut running = bought(seed, &customer, "", amount, seed.started_at, seed.period_end);
                if seed.owes {
                    objects::set(&mut running, "/status", "past_due");
                }
                put_charged(tx, &running, (seed.started_at, seed.period_end), seed.owes)?;
                customers::link(tx, &seed.user_id, &customer, now)?;
            }
            Ok::<_, ateneu_db::Error>(())
        });
        Ok(written.await?)
    }
}

fn compact_id(seed: &Seed) -> String {
    seed.user_id.replace('-', "")
}

fn offer(seed: &Seed) -> Offer {
    Offer { plan: seed.plan, period: Period::Month }
}

fn bought(seed: &Seed, customer: &str, which: &str, amount: i64, began: Timestamp, end: Timestamp) -> Json {
    let mut bought = objects::subscription(customer, &seed.user_id, offer(seed), amount, "active", began);
    let item = "/items/data/0";
    objects::set(&mut bought, "/id", format!("sub_{}{which}", compact_id(seed)));
    objects::set(&mut bought, objects::CARD, objects::card(SEEDED_CARD));
    let start = periods(&bought, began, end).last().map_or(began, |(start, _)| *start);
    objects::set(&mut bought, &format!("{item}/current_period_start"), start.seconds());
    objects::set(&mut bought, &format!("{item}/current_period_end"), end.seconds());
    bought
}

/// The months of a subscription, the oldest first; the last one may be shorter.
fn periods(bought: &Json, began: Timestamp, end: Timestamp) -> Vec<(Timestamp, Timestamp)> {
    let mut periods = Vec::new();
    let mut since = began;
    // The provider counts in seconds.
    while since.seconds() < end.seconds() {
        let until = objects::period_end(bought, since).min(end);
        periods.push((since, until));
        since = until;
    }
    periods
}

/// Writes a subscription and an invoice for each of its last months: paid, but for the last one where it is owed.
fn put_charged(
    tx: &mut Tx<'_>,
    bought: &Json,
    (began, end): (Timestamp, Timestamp),
    owes: bool,
) -> Result<(), ateneu_db::Error> {
    objects::put(tx, "subscription", bought, began)?;
    let id = objects::text(bought, "/id").trim_start_matches("sub_").to_owned();
    let months = periods(bought, began, end).into_iter().rev().take(SEEDED_MONTHS);
    for (month, (since, until)) in months.enumerate() {
        let mut charged = objects::invoice(bought, !(owes && month == 0), since);
        objects::set(&mut charged, "/id", format!("in_{id}_{month}"));
        objects::set(&mut charged, "/number", format!("SANDBOX-{}-{month:02}", id[..8].to_uppercase()));
        objects::set(&mut charged, "/payment_intent", format!("pi_{id}_{month}"));
        objects::set(&mut charged, "/lines/data/0/period/start", since.seconds());
        objects::set(&mut charged, "/lines/data/0/period/end", until.seconds());
        objects::put(tx, "invoice", &charged, since)?;
    }
    Ok(())
}
