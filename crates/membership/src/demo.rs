//! Demo data: a subscription of each member, and its payments where the sandbox is the provider.

use std::time::Duration;

use anyhow::{Context, Result};
use ateneu_base::{
    Timestamp,
    calendar::{months_earlier, next_monthly},
};
use ateneu_db::Db;
use ateneu_module::demo::{Demo, MEMBERS, days_before, joined, member_email, person};
use serde_json::{Value, json};

use crate::{PaidPlan, Payments, Seed, events::reconcile::reconcile_customers};

const PLANS: [PaidPlan; 5] =
    [PaidPlan::Update, PaidPlan::Scale, PaidPlan::Scale, PaidPlan::Scale, PaidPlan::Professional];

/// Adds the subscriptions, and their payments and receipts where the sandbox is the provider.
///
/// # Errors
/// Fails if the database does, and if the sandbox refuses.
pub async fn fill(demo: Demo, payments: Option<&Payments>) -> Result<()> {
    let subscriptions: Vec<Value> = (0..MEMBERS).map(|number| subscription(number, demo.now())).collect();
    demo.insert("subscribers", &subscriptions).await?;
    if let Some((payments, sandbox)) = payments.and_then(|payments| Some((payments, payments.sandbox()?))) {
        sandbox.seed(paid(payments.now())).await.context("demo subscriptions")?;
        reconcile_customers(payments).await.context("demo receipts")?;
        refuse_some(payments.db()).await?;
    }
    Ok(())
}

fn plan(number: usize) -> PaidPlan {
    match number {
        0 => PaidPlan::Scale,
        number => PLANS[number % PLANS.len()],
    }
}

/// The end of a member's running month: months of the calendar since the subscription began.
fn period_end(number: usize, now: Timestamp) -> Timestamp {
    next_monthly(days_before(now, subscribed(number), 0), now)
}

/// The member whose last charge was refused, two days before the demo is filled.
const OWING: usize = 20;

const REFUSED: Duration = Duration::from_hours(48);

/// Days before the demo's day on which a member's subscription began. Some had left for a season and came back.
fn subscribed(number: usize) -> u64 {
    if has_left(number) { joined(number) / 3 } else { joined(number) }
}

/// Left after a while, and came back later.
fn has_left(number: usize) -> bool {
    number % 9 == 4 && joined(number) > 240
}

fn subscription(number: usize, now: Timestamp) -> Value {
    let email = member_email(number);
    json!({ "user_id": person(&email), "email": email, "subscribed": true, "plan": plan(number),
        "status": "active", "current_period_end": period_end(number, now) })
}

/// The same subscriptions, as the payment provider of the demo remembers them.
fn paid(now: Timestamp) -> Vec<Seed> {
    (0..MEMBERS)
        .map(|number| {
            let email = member_email(number);
            let owes = number == OWING;
            let (started_at, period_end) = if owes {
                let began = months_earlier(now - REFUSED, 7);
                (began, next_monthly(began, now))
            } else {
                (days_before(now, subscribed(number), 0), period_end(number, now))
            };
            Seed {
                user_id: person(&email),
                email,
                plan: plan(number),
                started_at,
                period_end,
                owes,
                former: match has_left(number) {
                    true => {
                        let began = days_before(now, joined(number), 0);
                        let wanted = days_before(now, subscribed(number) + 35 + number as u64 % 60, 0);
                        Some((began, next_monthly(began, wanted)))
                    }
                    false => None,
                },
            }
        })
        .collect()
}

/// A few charges were refused at first and paid some days later: what the sandbox's objects do not remember.
async fn refuse_some(db: &Db) -> Result<()> {
    db.write(|tx| {
        let sql = "UPDATE payment_invoices SET failed_at = created_at
                   WHERE (id LIKE 'in_0%' AND id LIKE '%\\_0' ESCAPE '\\')
                      OR (id LIKE 'in_7%' AND id LIKE '%\\_1' ESCAPE '\\')
                      OR (id LIKE 'in_c%' AND id LIKE '%\\_4' ESCAPE '\\')";
        tx.write(sql, &[]).map(drop)
    })
    .await
    .context("the demo's failed charges")
}
