//! A mock of the payment provider that answers from its present state.

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
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{delete, get},
};
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use tokio::{net::TcpListener, sync::watch};

use super::state::{ProviderState, invoice_id, payment_id};

/// Delay of a response, as over the internet.
const ANSWERS_AFTER: Duration = Duration::from_millis(100);

/// The running provider.
#[derive(Clone)]
pub struct Provider {
    pub state: Arc<Mutex<ProviderState>>,
    /// Requests so far.
    pub asked: Arc<AtomicUsize>,
    /// Trap that, once set, leaves the next request without a response.
    pub trap: Arc<watch::Sender<Trap>>,
    pub url: String,
}

/// Leaves one request of the server without a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trap {
    /// Requests are answered.
    Off,
    /// The next request is not answered.
    Set,
    /// A request waits without end.
    Sprung,
}

type Asked = State<Provider>;
type Parameters = Query<HashMap<String, String>>;

impl Provider {
    pub async fn start(state: ProviderState) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let provider = Self {
            state: Arc::new(Mutex::new(state)),
            asked: Arc::default(),
            trap: Arc::new(watch::Sender::new(Trap::Off)),
            url: format!("http://{}", listener.local_addr()?),
        };
        let router = Router::new()
            .route("/v1/subscriptions", get(subscriptions))
            .route("/v1/subscriptions/{id}", delete(cancel))
            .route("/v1/invoices", get(invoices))
            .route("/v1/invoices/{id}", get(invoice))
            .route("/v1/invoice_payments", get(payments))
            .route("/v1/disputes", get(disputes))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(provider)
    }

    /// The present state, after the delay.
    async fn answer(&self, of: impl FnOnce(&mut ProviderState) -> Option<Json>) -> Response {
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
        let body = of(&mut self.state.lock());
        tokio::time::sleep(ANSWERS_AFTER).await;
        match body {
            Some(body) => axum::Json(body).into_response(),
            None => (StatusCode::BAD_REQUEST, "{}").into_response(),
        }
    }
}

fn list(data: Vec<Json>) -> Json {
    let mut list = json!({ "object": "list", "has_more": false });
    list["data"] = Json::Array(data);
    list
}

async fn subscriptions(State(provider): Asked, Query(query): Parameters) -> Response {
    let customers = |state: &mut ProviderState| {
        let (number, _, customer) = state.find(query.get("customer")?)?;
        Some(list(vec![customer.subscription(number)]))
    };
    provider.answer(customers).await
}

async fn cancel(State(provider): Asked, Path(id): Path<String>) -> Response {
    provider.answer(|state| state.cancel(&id)).await
}

async fn invoices(State(provider): Asked, Query(query): Parameters) -> Response {
    let customers = |state: &mut ProviderState| {
        let (number, _, customer) = state.find(query.get("customer")?)?;
        let all = (0..customer.invoices.len()).rev();
        Some(list(all.map(|which| customer.invoice(number, which)).collect()))
    };
    provider.answer(customers).await
}

async fn invoice(State(provider): Asked, Path(id): Path<String>) -> Response {
    let one = |state: &mut ProviderState| {
        let (number, which, customer) = state.find(&id)?;
        Some(customer.invoice(number, which))
    };
    provider.answer(one).await
}

/// The payment of an invoice, or the invoice of a payment.
async fn payments(State(provider): Asked, Query(query): Parameters) -> Response {
    let either = |state: &mut ProviderState| {
        let named = query.get("invoice").or_else(|| query.get("payment[payment_intent]"));
        let (number, which, customer) = state.find(named?)?;
        let paid = json!({ "invoice": invoice_id(number, which),
            "payment": { "type": "payment_intent", "payment_intent": payment_id(number, which) } });
        let is_paid = customer.invoices[which].status == "paid";
        Some(list(is_paid.then_some(paid).into_iter().collect()))
    };
    provider.answer(either).await
}

async fn disputes(State(provider): Asked, Query(query): Parameters) -> Response {
    let payments = |state: &mut ProviderState| {
        let (_, which, customer) = state.find(query.get("payment_intent")?)?;
        let invoice = &customer.invoices[which];
        let dispute = |status| json!({ "object": "dispute", "status": status, "created": invoice.created });
        Some(list(invoice.dispute.map(dispute).into_iter().collect()))
    };
    provider.answer(payments).await
}
