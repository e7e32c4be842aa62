//! The payment provider: a history of changes, an event for each, and questions answered by how things stand just then.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::Result;
use axum::{
    Router,
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use parking_lot::Mutex;
use rand::{RngExt, rngs::StdRng};
use serde_json::{Value as Json, json};
use tokio::{net::TcpListener, sync::watch};

/// How long an answer takes, as over the net.
const ANSWERS_AFTER: Duration = Duration::from_millis(100);

/// Seconds of a month.
const MONTH: i64 = 30 * 86_400;

/// A charge.
#[derive(Clone)]
pub struct Invoice {
    /// `paid` or `open`.
    pub status: &'static str,
    created: i64,
}

/// A customer with one subscription.
#[derive(Clone)]
pub struct Customer {
    /// The provider's word for the subscription.
    pub status: &'static str,
    /// Does it end with the period?
    pub ends: bool,
    /// Unix seconds.
    pub period_end: i64,
    /// Oldest first.
    pub invoices: Vec<Invoice>,
}

impl Customer {
    fn subscription(&self, number: usize) -> Json {
        json!({ "id": subscription_id(number), "object": "subscription", "customer": customer_id(number),
            "status": self.status, "created": self.invoices[0].created, "cancel_at_period_end": self.ends,
            "items": { "data": [{ "current_period_end": self.period_end, "price": { "lookup_key": "scale" } }] } })
    }

    fn invoice(&self, number: usize, which: usize) -> Json {
        let invoice = &self.invoices[which];
        json!({ "id": invoice_id(number, which), "object": "invoice", "customer": customer_id(number),
            "status": invoice.status, "total": 9_700, "currency": "brl", "created": invoice.created,
            "status_transitions": { "finalized_at": invoice.created },
            "parent": { "subscription_details": { "subscription": subscription_id(number) } } })
    }

    /// The next thing that happens; the event that tells of it.
    fn change(&mut self, number: usize, kind: usize, now: i64) -> (&'static str, Json) {
        let charged = |status| Invoice { status, created: now };
        match kind {
            0 => {
                (self.status, self.period_end) = ("active", self.period_end + MONTH);
                self.invoices.push(charged("paid"));
                ("invoice.paid", self.invoice(number, self.invoices.len() - 1))
            }
            1 => {
                self.status = "past_due";
                self.invoices.push(charged("open"));
                (
                    "invoice.payment_failed",
                    self.invoice(number, self.invoices.len() - 1),
                )
            }
            2 => {
                self.ends = !self.ends;
                ("customer.subscription.updated", self.subscription(number))
            }
            3 => {
                self.status = "canceled";
                ("customer.subscription.deleted", self.subscription(number))
            }
            _ => {
                self.status = ["unpaid", "paused", "trialing", "active"][kind % 4];
                ("customer.subscription.updated", self.subscription(number))
            }
        }
    }
}

pub fn customer_id(number: usize) -> String {
    format!("cus_{number}")
}

pub fn subscription_id(number: usize) -> String {
    format!("sub_{number}")
}

pub fn invoice_id(number: usize, which: usize) -> String {
    format!("in_{number}_{which}")
}

/// What stands, and what is still to happen: whose turn it is and what kind of change.
#[derive(Clone)]
pub struct World {
    pub customers: Vec<Customer>,
    ahead: Vec<(usize, usize)>,
    happened: usize,
    began: i64,
}

impl World {
    /// As many customers, each with one paid month, and as many changes ahead of them.
    pub fn new(customers: usize, changes: usize, began: i64, chance: &mut StdRng) -> Self {
        let paid = Invoice {
            status: "paid",
            created: began - 86_400,
        };
        let customer = Customer {
            status: "active",
            ends: false,
            period_end: began + MONTH,
            invoices: vec![paid],
        };
        let ahead = (0..changes).map(|number| (number % customers, chance.random_range(0..8)));
        Self {
            ahead: ahead.collect(),
            customers: vec![customer; customers],
            happened: 0,
            began,
        }
    }

    /// Lets the next change happen; the event that tells of it, as it is sent.
    pub fn advance(&mut self) -> Option<(String, String)> {
        let (number, kind) = *self.ahead.get(self.happened)?;
        let now = self.began + i64::try_from(self.happened).unwrap_or_default() / 100;
        let (kind, object) = self.customers.get_mut(number)?.change(number, kind, now);
        let id = format!("evt_{}", self.happened);
        self.happened += 1;
        let event = json!({ "id": id, "object": "event", "type": kind, "created": now, "livemode": false,
            "data": { "object": object } });
        Some((id, event.to_string()))
    }

    /// Lets everything happen up to that change.
    pub fn reach(&mut self, change: usize) {
        while self.happened < change && self.advance().is_some() {}
    }
}

/// The running provider.
#[derive(Clone)]
pub struct Provider {
    pub world: Arc<Mutex<World>>,
    /// Questions so far.
    pub asked: Arc<AtomicUsize>,
    /// Set: the next question is never answered, and the number it had is told here.
    pub trap: Arc<watch::Sender<Trap>>,
    pub url: String,
}

/// Catches the house in the middle of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// Questions are answered.
    Off,
    /// The next one is not.
    Set,
    /// Somebody waits for an answer that will not come.
    Sprung,
}

impl Provider {
    pub async fn start(world: World) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let provider = Self {
            world: Arc::new(Mutex::new(world)),
            asked: Arc::default(),
            trap: Arc::new(watch::Sender::new(Trap::Off)),
            url: format!("http://{}", listener.local_addr()?),
        };
        let router = Router::new()
            .route("/v1/subscriptions", get(subscriptions))
            .route("/v1/invoices", get(invoices))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(provider)
    }

    /// A list of what a customer has now, after a while.
    async fn list(&self, query: &HashMap<String, String>, of: fn(&Customer, usize) -> Vec<Json>) -> Response {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let is_caught = self.trap.send_if_modified(|trap| {
            let was_set = *trap == Trap::Set;
            if was_set {
                *trap = Trap::Sprung;
            }
            was_set
        });
        if is_caught {
            std::future::pending::<()>().await;
        }
        let number = query
            .get("customer")
            .and_then(|id| id.strip_prefix("cus_")?.parse::<usize>().ok());
        let data = number.and_then(|number| Some(of(self.world.lock().customers.get(number)?, number)));
        tokio::time::sleep(ANSWERS_AFTER).await;
        match data {
            Some(data) => {
                axum::Json(json!({ "object": "list", "has_more": false, "data": data })).into_response()
            }
            None => (StatusCode::BAD_REQUEST, "{}").into_response(),
        }
    }
}

async fn subscriptions(
    State(provider): State<Provider>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    provider
        .list(&query, |customer, number| vec![customer.subscription(number)])
        .await
}

async fn invoices(
    State(provider): State<Provider>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let all = |customer: &Customer, number| {
        (0..customer.invoices.len())
            .rev()
            .map(|which| customer.invoice(number, which))
            .collect()
    };
    provider.list(&query, all).await
}
