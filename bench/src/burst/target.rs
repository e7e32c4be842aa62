//! The server under the burst: the release binary, and a connection of its own to the same database.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_db::{Db, Row, Target};
use ateneu_schema::MIGRATIONS;

use super::{
    deliver::SECRET,
    state::{self, Customer, invoice_id, subscription_id},
};
use crate::server::{Server, scratch};

/// Time between two looks at the queue.
const LOOKS: Duration = Duration::from_millis(100);

/// Longest time until the queue is empty.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(600);

/// The server, its folder and its database.
pub struct TargetServer {
    server: Option<Server>,
    settings: Vec<(&'static str, String)>,
    target: Target,
    folder: tempfile::TempDir,
}

impl TargetServer {
    /// Starts on a database with an account for each of the provider's customers.
    pub async fn open(postgres: Option<Target>, provider: &str, customers: usize) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("ateneu-bench-").tempdir_in(scratch())?;
        let mut settings = vec![
            ("ATENEU_STRIPE_SECRET_KEY", "sk_test_da_rajada".to_owned()),
            ("ATENEU_STRIPE_WEBHOOK_SECRET", SECRET.to_owned()),
            ("ATENEU_STRIPE_API_BASE", provider.to_owned()),
        ];
        if let Some(Target::Postgres(address)) = &postgres {
            settings.push(("ATENEU_DATABASE_URL", address.clone()));
        }
        let target = postgres.unwrap_or_else(|| Target::Sqlite(folder.path().join("ateneu.db")));
        let db = Db::open(&target, MIGRATIONS).await?;
        fill(&db, customers).await?;
        db.close().await;
        let mut server = Self { server: None, settings, target, folder };
        server.start()?;
        Ok(server)
    }

    pub fn start(&mut self) -> Result<()> {
        let settings: Vec<_> = self.settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.server = Some(Server::open(self.folder.path(), &[], &settings)?);
        Ok(())
    }

    pub fn url(&self) -> Result<String> {
        Ok(self.server.as_ref().context("the server is not running")?.url.clone())
    }

    /// SIGKILL.
    pub fn kill(&mut self) -> Result<()> {
        self.server.take().context("the server is not running")?.kill()
    }

    /// Fails unless every acknowledged event is stored. Returns the ids of the events that the killed process was
    /// processing; there must be one.
    pub async fn check_after_kill(&self, taken: &[String]) -> Result<HashSet<String>> {
        let rows = self.rows("SELECT id, state, tries FROM tasks WHERE queue = 'payment_events'").await?;
        let stored: HashSet<&str> = rows.iter().filter_map(|row| row.text("id")).collect();
        let lost = taken.iter().filter(|id| !stored.contains(id.as_str())).count();
        ensure!(lost == 0, "{lost} acknowledged events are lost");
        let pending = rows.iter().filter(|row| row.text("state") == Some("running"));
        let held: HashSet<String> = pending.filter_map(|row| row.text("id").map(str::to_owned)).collect();
        ensure!(!held.is_empty(), "no event was being processed");
        Ok(held)
    }

    /// Time from now until no event waits except those in `but`.
    pub async fn queue_emptied(&self, but: &HashSet<String>) -> Result<Duration> {
        let begun = Instant::now();
        let db = Db::open(&self.target, MIGRATIONS).await?;
        loop {
            let waiting = "SELECT id FROM tasks WHERE queue = 'payment_events' AND due_at IS NOT NULL";
            let rows = db.read(|tx| tx.query(waiting, &[])).await?;
            if rows.iter().all(|row| row.text("id").is_some_and(|id| but.contains(id))) {
                break;
            }
            ensure!(begun.elapsed() < QUEUE_TIMEOUT, "{} events still wait", rows.len());
            tokio::time::sleep(LOOKS).await;
        }
        db.close().await;
        Ok(begun.elapsed())
    }

    /// Fails unless every event was stored and processed once, and every customer has the provider's state.
    pub async fn check_final_state(&self, customers: &[Customer], events: usize) -> Result<()> {
        let done =
            self.rows("SELECT id FROM tasks WHERE queue = 'payment_events' AND state = 'done'").await?;
        ensure!(done.len() == events, "{} events of {events} were worked off", done.len());
        let subscriptions = self
            .rows(
                "SELECT p.id, p.status, p.cancel_at_period_end, p.current_period_end, p.refunded_at, p.disputed_at,
                     s.status AS standing, s.closed_because
                 FROM payment_subscriptions p JOIN subscribers s ON s.user_id = p.user_id",
            )
            .await?;
        let invoices = self.rows("SELECT id, status, refunded_at FROM payment_invoices").await?;
        let (subscriptions, invoices) = (by_id(&subscriptions), by_id(&invoices));
        ensure!(subscriptions.len() == customers.len(), "a customer is missing");
        let has = |claim: fn(&Customer) -> bool| customers.iter().any(claim);
        ensure!(
            has(Customer::is_refunded) && has(Customer::is_disputed),
            "too few events: nothing was given back, or no dispute stands"
        );
        let expected: usize = customers.iter().map(|customer| customer.invoices.len()).sum();
        ensure!(invoices.len() == expected, "{} invoices of {expected}", invoices.len());
        for (number, customer) in customers.iter().enumerate() {
            let id = subscription_id(number);
            let row = subscriptions.get(id.as_str()).with_context(|| format!("{id} is missing"))?;
            let end = Value::from(Timestamp::from_seconds(customer.period_end));
            let is_same = row.text("status") == Some(customer.status)
                && row.text("standing") == Some(customer.status)
                && row.boolean("cancel_at_period_end") == customer.ends
                && *row.get("current_period_end") == end
                && row.text("refunded_at").is_some() == customer.is_refunded()
                && row.text("disputed_at").is_some() == customer.is_disputed()
                && row.text("closed_because") == closed_because(customer);
            ensure!(is_same, "{id} differs from the provider: {row:?}");
            for (which, invoice) in customer.invoices.iter().enumerate() {
                let row = invoices.get(invoice_id(number, which).as_str());
                let is_same = row.is_some_and(|row| {
                    row.text("status") == Some(invoice.status)
                        && row.text("refunded_at").is_some() == invoice.refunded
                });
                ensure!(is_same, "an invoice of {id} is {row:?}");
            }
        }
        Ok(())
    }

    async fn rows(&self, sql: &'static str) -> Result<Vec<Row>> {
        let db = Db::open(&self.target, MIGRATIONS).await?;
        let rows = db.read(|tx| tx.query(sql, &[])).await?;
        db.close().await;
        Ok(rows)
    }
}

/// Returns the reason why returned money closes access, in any status of the subscription.
fn closed_because(customer: &Customer) -> Option<&'static str> {
    match (customer.is_refunded(), customer.is_disputed()) {
        (true, _) => Some("refunded"),
        (false, true) => Some("disputed"),
        (false, false) => None,
    }
}

fn by_id(rows: &[Row]) -> HashMap<&str, &Row> {
    rows.iter().filter_map(|row| Some((row.text("id")?, row))).collect()
}

async fn fill(db: &Db, customers: usize) -> Result<()> {
    let now = Clock::system().now();
    db.write(move |tx| {
        for number in 0..customers {
            let (id, email) = (ateneu_base::ids::random_id(), format!("m{number}@exemplo.com.br"));
            let user = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
                        VALUES ($1, $2, $3, $3, $3)";
            tx.execute(user, &[(&id).into(), email.into(), now.into()])?;
            let customer = "INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at)
                            VALUES ($1, $2, $3, $3)";
            let customer_id = state::customer_id(number);
            tx.execute(customer, &[id.into(), customer_id.into(), now.into()])?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await?;
    Ok(())
}
