//! What the stand-in for the provider knows and how it answers.

use std::collections::HashMap;

use ateneu_testkit::http::{Asked, Reply};
use serde_json::{Value as Json, json};

use crate::house::NOW;

/// What the stand-in knows, and what it was asked to make.
#[derive(Default)]
pub struct World {
    pub subscriptions: HashMap<String, Vec<Json>>,
    pub invoices: HashMap<String, Vec<Json>>,
    pub customers: Vec<Json>,
    pub pages: HashMap<String, Json>,
    pub prices: HashMap<String, i64>,
    pub refunds: Vec<String>,
    /// How the disputes of a payment stand.
    pub disputes: HashMap<String, Vec<&'static str>>,
    answers: HashMap<String, (String, String)>,
    made: usize,
}

impl World {
    /// The form of a request as the provider reads it.
    fn form(asked: &Asked) -> HashMap<String, String> {
        url::form_urlencoded::parse(asked.body.as_bytes()).into_owned().collect()
    }

    pub fn answer_of(&mut self, asked: &Asked) -> Reply {
        let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
        let query: HashMap<String, String> =
            url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let key = asked.header("idempotency-key").to_owned();
        if let Some((body, answer)) = self.answers.get(&key).filter(|_| !key.is_empty()) {
            return if *body == asked.body {
                Reply::Say(200, answer.clone())
            } else {
                refusal(400, "idempotency_error", "")
            };
        }
        let reply = self.route(asked, path, &query);
        if let (Reply::Say(200, answer), false) = (&reply, key.is_empty()) {
            self.answers.insert(key, (asked.body.clone(), answer.clone()));
        }
        reply
    }

    fn route(&mut self, asked: &Asked, path: &str, query: &HashMap<String, String>) -> Reply {
        let asked_for = |name: &str| query.get(name).cloned().unwrap_or_default();
        let form = Self::form(asked);
        self.made += 1;
        let number = self.made;
        match (asked.method.as_str(), path.trim_start_matches("/v1/")) {
            ("GET", "prices") => {
                let plan = asked_for("lookup_keys[0]");
                let price = self.prices.get(&plan).map(|amount| {
                    json!({ "id": format!("price_{plan}"), "unit_amount": amount, "currency": "brl",
                        "recurring": { "interval": "month" } })
                });
                list(price.into_iter().collect())
            }
            ("GET", "customers") => {
                let email = asked_for("email");
                list(self.customers.iter().filter(|one| one["email"] == email.as_str()).cloned().collect())
            }
            ("POST", "customers") => {
                let customer = json!({ "id": format!("cus_{number}"), "email": form["email"],
                    "metadata": { "user_id": form["metadata[user_id]"] } });
                self.customers.push(customer.clone());
                say(&customer)
            }
            ("POST", "checkout/sessions") => {
                let id = format!("cs_{number}");
                let page = json!({ "id": id, "url": format!("https://pay.test/{id}"), "status": "open",
                    "customer": form["customer"], "client_reference_id": form["client_reference_id"] });
                self.pages.insert(id, page.clone());
                say(&page)
            }
            ("POST", "billing_portal/sessions") => say(&json!({ "url": "https://pay.test/portal" })),
            ("GET", "subscriptions" | "invoices") => {
                let customer = asked_for("customer");
                if !self.customers.iter().any(|one| one["id"] == customer.as_str()) {
                    return refusal(404, "invalid_request_error", "resource_missing");
                }
                let rows = if path.ends_with("invoices") { &self.invoices } else { &self.subscriptions };
                list(rows.get(&customer).cloned().unwrap_or_default())
            }
            ("GET", "invoice_payments") => self.invoice_payment(query),
            ("GET", "disputes") => {
                let all = self.disputes.get(&asked_for("payment_intent")).into_iter().flatten();
                list(all.map(|status| json!({ "id": "du_1", "created": NOW, "status": status })).collect())
            }
            ("POST", "refunds") => {
                self.refunds.push(form["payment_intent"].clone());
                say(&json!({ "id": "re_1", "status": "succeeded" }))
            }
            ("DELETE", path) => self.cancel(path),
            ("POST", path) if path.ends_with("/expire") => self.expire(path),
            ("POST", path) if path.starts_with("subscriptions/") => self.change(path, &form),
            ("GET", path) => self.one(path),
            _ => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn invoice_payment(&self, query: &HashMap<String, String>) -> Reply {
        let found = self.invoices.values().flatten().find(|invoice| {
            query.get("payment[payment_intent]").is_some_and(|payment| invoice["pi"] == payment.as_str())
                || query.get("invoice").is_some_and(|id| invoice["id"] == id.as_str())
        });
        let shown = found.map(|invoice| {
            json!({ "invoice": invoice["id"], "payment": { "type": "payment_intent", "payment_intent": invoice["pi"] } })
        });
        list(shown.into_iter().collect())
    }

    fn cancel(&mut self, path: &str) -> Reply {
        let id = path.trim_start_matches("subscriptions/");
        let found = self.subscriptions.values_mut().flatten().find(|one| one["id"] == id);
        match found {
            Some(subscription) => {
                subscription["status"] = json!("canceled");
                say(subscription)
            }
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn change(&mut self, path: &str, form: &HashMap<String, String>) -> Reply {
        let id = path.trim_start_matches("subscriptions/");
        let mut all = self.subscriptions.values_mut().flatten();
        match all.find(|one| one["id"] == id && one["status"] != "canceled") {
            Some(subscription) => {
                subscription["cancel_at_period_end"] = json!(form["cancel_at_period_end"] == "true");
                say(subscription)
            }
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn expire(&mut self, path: &str) -> Reply {
        let id = path.trim_start_matches("checkout/sessions/").trim_end_matches("/expire");
        match self.pages.get_mut(id).filter(|page| page["status"] == "open") {
            Some(page) => {
                page["status"] = json!("expired");
                say(page)
            }
            None => refusal(400, "invalid_request_error", ""),
        }
    }

    fn one(&self, path: &str) -> Reply {
        let id = path.rsplit('/').next().unwrap_or_default();
        let invoice = self.invoices.values().flatten().find(|one| one["id"] == id);
        match invoice.or_else(|| self.pages.get(id)) {
            Some(found) => say(found),
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }
}

fn say(json: &Json) -> Reply {
    Reply::Say(200, json.to_string())
}

fn list(data: Vec<Json>) -> Reply {
    let mut page = json!({ "object": "list", "has_more": false });
    page["data"] = Json::Array(data);
    say(&page)
}

pub fn refusal(status: u16, kind: &str, code: &str) -> Reply {
    let error = json!({ "error": { "type": kind, "code": code, "message": "não" } });
    Reply::Say(status, error.to_string())
}
