//! A mock of Stripe: replies from its data, creates requested objects, and repeats its reply to a known idempotency
//! key.

use std::{collections::HashMap, sync::Arc};

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value as Json, json};

use crate::mocks::http::{MockReply, MockServer, ReceivedRequest};

/// Default creation time in seconds: 21 November 2026, 0:53 UTC.
pub const NOW: i64 = 1_795_220_000;

/// The running service.
pub struct Stripe {
    server: MockServer,
    data: Arc<Mutex<StripeData>>,
}

/// Data of the service.
#[derive(Default)]
pub struct StripeData {
    /// Subscriptions by customer.
    pub subscriptions: HashMap<String, Vec<Json>>,
    /// Invoices by customer.
    pub invoices: HashMap<String, Vec<Json>>,
    /// The customers.
    pub customers: Vec<Json>,
    /// Checkout sessions by id.
    pub pages: HashMap<String, Json>,
    /// Amounts in cents by lookup key.
    pub prices: HashMap<String, i64>,
    /// Tax ids by customer.
    pub tax_ids: HashMap<String, Vec<Json>>,
    /// Refunded payments.
    pub refunds: Vec<String>,
    /// States of the disputes by payment.
    pub disputes: HashMap<String, Vec<&'static str>>,
    /// Body and reply by idempotency key.
    replies: HashMap<String, (String, String)>,
    created: usize,
}

impl Stripe {
    /// Starts with these prices as its only data.
    pub async fn start(prices: impl IntoIterator<Item = (String, i64)>) -> Self {
        let data = StripeData { prices: prices.into_iter().collect(), ..StripeData::default() };
        let stripe =
            Self { server: MockServer::start(|_| MockReply::Hang).await, data: Arc::new(Mutex::new(data)) };
        stripe.recover();
        stripe
    }

    /// Returns the data of the service.
    pub fn data(&self) -> MutexGuard<'_, StripeData> {
        self.data.lock()
    }

    /// Restores the default replies.
    pub fn recover(&self) {
        self.intercept(StripeData::reply);
    }

    /// Sets a handler of requests.
    pub fn intercept(
        &self,
        handler: impl Fn(&mut StripeData, &ReceivedRequest) -> MockReply + Send + Sync + 'static,
    ) {
        let data = Arc::clone(&self.data);
        self.server.reply_with(move |request| handler(&mut data.lock(), request));
    }
}

crate::deref!(Stripe, server: MockServer);

impl StripeData {
    /// Returns the default reply to a request.
    pub fn reply(&mut self, request: &ReceivedRequest) -> MockReply {
        let key = request.header("idempotency-key").to_owned();
        if let Some((body, reply)) = self.replies.get(&key).filter(|_| !key.is_empty()) {
            return if *body == request.body {
                MockReply::Body(200, reply.clone())
            } else {
                refusal(400, "idempotency_error", "")
            };
        }
        let reply = self.route(request, request.path(), &request.query());
        if let (MockReply::Body(200, body), false) = (&reply, key.is_empty()) {
            self.replies.insert(key, (request.body.clone(), body.clone()));
        }
        reply
    }

    fn route(&mut self, request: &ReceivedRequest, path: &str, query: &HashMap<String, String>) -> MockReply {
        let param = |name: &str| query.get(name).cloned().unwrap_or_default();
        let form = request.form();
        self.created += 1;
        let number = self.created;
        match (request.method.as_str(), path.trim_start_matches("/v1/")) {
            ("GET", "prices") => {
                let plan = param("lookup_keys[0]");
                let interval = if plan.ends_with("_year") { "year" } else { "month" };
                let price = self.prices.get(&plan).map(|amount| {
                    json!({ "id": format!("price_{plan}"), "unit_amount": amount, "currency": "brl",
                        "recurring": { "interval": interval, "interval_count": 1 } })
                });
                list(price.into_iter().collect())
            }
            ("GET", "customers") => {
                let email = param("email");
                list(self.customers.iter().filter(|one| one["email"] == email.as_str()).cloned().collect())
            }
            ("POST", "customers") => {
                let customer = json!({ "id": format!("cus_{number}"), "email": form["email"],
                    "metadata": { "user_id": form["metadata[user_id]"] } });
                self.customers.push(customer.clone());
                MockReply::json(&customer)
            }
            ("POST", "checkout/sessions") => {
                let id = format!("cs_{number}");
                let page = json!({ "id": id, "url": format!("https://pay.test/{id}"), "status": "open",
                    "customer": form["customer"], "client_reference_id": form["client_reference_id"] });
                self.pages.insert(id, page.clone());
                MockReply::json(&page)
            }
            ("POST", "billing_portal/sessions") => {
                MockReply::json(&json!({ "url": "https://pay.test/portal" }))
            }
            ("POST", "invoices/create_preview") => {
                MockReply::json(&json!({ "object": "invoice", "amount_due": 2_500 }))
            }
            ("GET", "subscriptions" | "invoices") => {
                let customer = param("customer");
                if !self.customers.iter().any(|one| one["id"] == customer.as_str()) {
                    return refusal(404, "invalid_request_error", "resource_missing");
                }
                let rows = if path.ends_with("invoices") { &self.invoices } else { &self.subscriptions };
                list(rows.get(&customer).cloned().unwrap_or_default())
            }
            ("GET", "invoice_payments") => self.invoice_payment(query),
            ("GET", "disputes") => {
                let all = self.disputes.get(&param("payment_intent")).into_iter().flatten();
                list(all.map(|status| json!({ "id": "du_1", "created": NOW, "status": status })).collect())
            }
            ("POST", "refunds") => {
                self.refunds.push(form["payment_intent"].clone());
                MockReply::json(&json!({ "id": "re_1", "status": "succeeded" }))
            }
            ("DELETE", path) => self.cancel(path),
            ("POST", path) if path.ends_with("/expire") => self.expire(path),
            ("POST", path) if path.ends_with("/void") => self.void_invoice(path),
            ("POST", path) if path.starts_with("subscriptions/") => self.change(path, &form),
            ("GET", path) if path.ends_with("/tax_ids") => {
                let customer = path.trim_start_matches("customers/").trim_end_matches("/tax_ids");
                list(self.tax_ids.get(customer).cloned().unwrap_or_default())
            }
            ("GET", path) => self.find_record(path),
            _ => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn invoice_payment(&self, query: &HashMap<String, String>) -> MockReply {
        let found = self.invoices.values().flatten().find(|invoice| {
            query.get("payment[payment_intent]").is_some_and(|payment| invoice["pi"] == payment.as_str())
                || query.get("invoice").is_some_and(|id| invoice["id"] == id.as_str())
        });
        let shown = found.map(|invoice| {
            json!({ "invoice": invoice["id"], "payment": { "type": "payment_intent", "payment_intent": invoice["pi"] } })
        });
        list(shown.into_iter().collect())
    }

    fn cancel(&mut self, path: &str) -> MockReply {
        let id = path.trim_start_matches("subscriptions/");
        let found = self.subscriptions.values_mut().flatten().find(|one| one["id"] == id);
        match found {
            Some(subscription) => {
                let is_begun = subscription["status"] != "incomplete";
                subscription["status"] = json!(if is_begun { "canceled" } else { "incomplete_expired" });
                MockReply::json(subscription)
            }
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn void_invoice(&mut self, path: &str) -> MockReply {
        let id = path.trim_start_matches("invoices/").trim_end_matches("/void");
        let mut all = self.invoices.values_mut().flatten();
        match all.find(|one| one["id"] == id && one["status"] == "open") {
            Some(invoice) => {
                invoice["status"] = json!("void");
                MockReply::json(invoice)
            }
            None => refusal(400, "invalid_request_error", ""),
        }
    }

    fn change(&mut self, path: &str, form: &HashMap<String, String>) -> MockReply {
        let id = path.trim_start_matches("subscriptions/");
        let mut all = self.subscriptions.values_mut().flatten();
        match all.find(|one| one["id"] == id && one["status"] != "canceled") {
            Some(subscription) => {
                subscription["cancel_at_period_end"] = json!(form["cancel_at_period_end"] == "true");
                MockReply::json(subscription)
            }
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn expire(&mut self, path: &str) -> MockReply {
        let id = path.trim_start_matches("checkout/sessions/").trim_end_matches("/expire");
        match self.pages.get_mut(id).filter(|page| page["status"] == "open") {
            Some(page) => {
                page["status"] = json!("expired");
                MockReply::json(page)
            }
            None => refusal(400, "invalid_request_error", ""),
        }
    }

    fn find_record(&self, path: &str) -> MockReply {
        let id = path.rsplit('/').next().unwrap_or_default();
        let invoice = self.invoices.values().flatten().find(|one| one["id"] == id);
        match invoice.or_else(|| self.pages.get(id)) {
            Some(found) => MockReply::json(found),
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }
}

fn list(data: Vec<Json>) -> MockReply {
    let mut page = json!({ "object": "list", "has_more": false });
    page["data"] = Json::Array(data);
    MockReply::json(&page)
}

/// Returns a refusal in the service's form.
pub fn refusal(status: u16, kind: &str, code: &str) -> MockReply {
    let error = json!({ "error": { "type": kind, "code": code, "message": "não" } });
    MockReply::Body(status, error.to_string())
}

/// Returns a monthly subscription in this state.
pub fn subscription(id: &str, customer: &str, status: &str) -> Json {
    json!({ "id": id, "customer": customer, "status": status, "created": NOW, "cancel_at_period_end": false,
        "items": { "data": [{ "current_period_end": NOW + 30 * 86_400, "price": { "lookup_key": "scale" } }] } })
}

/// Returns an invoice of a subscription, with a payment named after it.
pub fn invoice(id: &str, customer: &str, subscription: &str, status: &str, created: i64) -> Json {
    json!({ "id": id, "customer": customer, "status": status, "total": 9_700, "currency": "brl", "created": created,
        "pi": format!("pi_{id}"), "parent": { "subscription_details": { "subscription": subscription } } })
}
