//! Demo data: a subscription of each member, and its payments where the sandbox is the provider.

use std::time::Duration;

use anyhow::{Context, Result};
use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_module::demo::{Demo, MEMBERS, days_ago, joined, member_email, person};
use serde_json::{Value, json};

use crate::{Payments, Plan, Seed};

const PLANS: [&str; 5] = ["update", "scale", "scale", "scale", "professional"];

pub async fn fill(demo: Demo) -> Result<()> {
    let subscriptions = (0..MEMBERS).map(subscription).collect::<Result<Vec<_>>>()?;
    demo.insert("subscribers", &subscriptions).await
}

impl Payments {
    /// Adds the payments of the demo's subscriptions to the sandbox, and their receipts. Does nothing with another provider.
    ///
    /// # Errors
    /// The database's, or where the sandbox refuses.
    pub async fn fill_demo(&self) -> Result<()> {
        if let Some(sandbox) = self.sandbox() {
            sandbox.seed(paid()?).await.context("demo subscriptions")?;
            self.reconcile().await.context("demo receipts")?;
            refuse_some(self.db()).await?;
        }
        Ok(())
    }
}

fn plan(number: usize) -> &'static str {
    match number {
        0 => "scale",
        number => PLANS[number % PLANS.len()],
    }
}

/// Days after the demo's day on which a member's running month ends: months of thirty days since the subscription began.
fn days_left(number: usize) -> u64 {
    30 - subscribed(number) % 30
}

fn period_end(number: usize) -> Result<Timestamp> {
    Ok(days_ago(0, 0)? + Duration::from_secs(days_left(number) * 86_400))
}

/// Days before the demo's day on which a member's subscription began. Some had left for a season and came back.
fn subscribed(number: usize) -> u64 {
    if has_left(number) { joined(number) / 3 } else { joined(number) }
}

/// Left after a while, and came back later.
fn has_left(number: usize) -> bool {
    number % 9 == 4 && joined(number) > 240
}

fn subscription(number: usize) -> Result<Value> {
    let email = member_email(number);
    Ok(json!({ "user_id": person(&email), "email": email, "subscribed": true, "plan": plan(number),
        "status": "active", "current_period_end": period_end(number)? }))
}

/// The same subscriptions, as the payment provider of the demo remembers them.
fn paid() -> Result<Vec<Seed>> {
    (0..MEMBERS)
        .map(|number| {
            let email = member_email(number);
            Ok(Seed {
                user_id: person(&email),
                email,
                plan: Plan::named(plan(number)).context("a plan of the demo")?,
                started_at: days_ago(subscribed(number), 0)?,
                period_end: period_end(number)?,
                former: match has_left(number) {
                    true => Some((
                        days_ago(joined(number), 0)?,
                        days_ago(subscribed(number) + 30 + number as u64 % 60, 0)?,
                    )),
                    false => None,
                },
            })
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
