//! Subscriptions that have been there for a while.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use serde_json::{Value as Json, json};

use super::{objects, service::Sandbox, simulate};
use crate::{Error, Offer, PaidPlan, PlanPeriod, customers, words::ObjectKind};

/// Months of receipts a subscription that has been there for a while comes with.
const SEEDED_MONTHS: usize = 24;

/// The card that paid it, the test card of the payment page.
const SEEDED_CARD: &str = "4242424242424242";

/// A subscription that has been there for a while.
#[derive(Clone, Debug)]
pub struct Seed {
    /// Account of the subscriber.
    pub user_id: String,
    /// The person's address.
    pub email: String,
    /// Plan of the subscription.
    pub plan: PaidPlan,
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
    /// Makes subscriptions as though they had been paid for here, and links their people.
    pub async fn seed(&self, seeds: Vec<Seed>) -> Result<(), Error> {
        let (sandbox, now) = (self.clone(), self.now());
        let written = self.db.write(move |tx| {
            for seed in &seeds {
                // The same on every machine.
                let customer = format!("cus_{}", compact_id(seed));
                let made = json!({ "id": customer, "object": "customer", "email": seed.email, "customer": customer,
                    "metadata": { "user_id": seed.user_id } });
                objects::put(tx, ObjectKind::Customer, &made, now)?;
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
    Offer { plan: seed.plan, period: PlanPeriod::Month }
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
    objects::put(tx, ObjectKind::Subscription, bought, began)?;
    let id = objects::text(bought, "/id").trim_start_matches("sub_").to_owned();
    let months = periods(bought, began, end).into_iter().rev().take(SEEDED_MONTHS);
    for (month, (since, until)) in months.enumerate() {
        let mut charged = objects::invoice(bought, !(owes && month == 0), since);
        objects::set(&mut charged, "/id", format!("in_{id}_{month}"));
        objects::set(&mut charged, "/number", format!("SANDBOX-{}-{month:02}", id[..8].to_uppercase()));
        objects::set(&mut charged, "/payment_intent", format!("pi_{id}_{month}"));
        objects::set(&mut charged, "/lines/data/0/period/start", since.seconds());
        objects::set(&mut charged, "/lines/data/0/period/end", until.seconds());
        objects::put(tx, ObjectKind::Invoice, &charged, since)?;
    }
    Ok(())
}
