//! Payments over a real database, against a stand-in for the provider that remembers what it is asked.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::{Clock, Secret, Timestamp, Value, ids};
use ateneu_db::{Db, Row};
use ateneu_mail::{Mail, Sender};
use ateneu_payments::{Config, Deps, Door, Payments, Plan, StripeConfig, Terms, signature};
use ateneu_testkit::http::{Asked, Reply, StandIn};
use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use tower::ServiceExt;

pub const SECRET: &str = "whsec_segredo";
pub const NOW: i64 = 1_795_220_000;

pub fn mail(db: &Db, clock: &Clock) -> Mail {
    let sender = || Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: "dona@casa.test".into(),
        office_hours: "De segunda a sexta.".into(),
        public_url: "https://casa.test".into(),
    };
    let deps = ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(sender),
        config: ateneu_mail::Config::default(),
    };
    Mail::open(deps).unwrap()
}

pub fn terms() -> Vec<Terms> {
    let priced = [
        (Plan::Update, 4_700),
        (Plan::Scale, 9_700),
        (Plan::Professional, 19_700),
    ];
    priced
        .map(|(plan, amount)| Terms {
            plan,
            name: plan.name().into(),
            amount,
            rights: vec![format!("{}_right", plan.name())],
        })
        .into()
}

/// What the stand-in knows, and what it was asked to make.
#[derive(Default)]
pub struct World {
    pub subscriptions: HashMap<String, Vec<Json>>,
    pub invoices: HashMap<String, Vec<Json>>,
    pub customers: Vec<Json>,
    pub pages: HashMap<String, Json>,
    pub prices: HashMap<String, i64>,
    pub refunds: Vec<String>,
    answers: HashMap<String, (String, String)>,
    made: usize,
}

impl World {
    /// The form of a request as the provider reads it.
    fn form(asked: &Asked) -> HashMap<String, String> {
        url::form_urlencoded::parse(asked.body.as_bytes())
            .into_owned()
            .collect()
    }

    pub fn answer_of(&mut self, asked: &Asked) -> Reply {
        let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
        let query: HashMap<String, String> = url::form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
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
                list(
                    self.customers
                        .iter()
                        .filter(|one| one["email"] == email.as_str())
                        .cloned()
                        .collect(),
                )
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
                let rows = if path.ends_with("invoices") {
                    &self.invoices
                } else {
                    &self.subscriptions
                };
                list(rows.get(&customer).cloned().unwrap_or_default())
            }
            ("GET", "invoice_payments") => self.invoice_payment(query),
            ("POST", "refunds") => {
                self.refunds.push(form["payment_intent"].clone());
                say(&json!({ "id": "re_1", "status": "succeeded" }))
            }
            ("DELETE", path) => self.cancel(path),
            ("POST", path) if path.ends_with("/expire") => self.expire(path),
            ("GET", path) => self.one(path),
            _ => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn invoice_payment(&self, query: &HashMap<String, String>) -> Reply {
        let found = self.invoices.values().flatten().find(|invoice| {
            query
                .get("payment[payment_intent]")
                .is_some_and(|payment| invoice["pi"] == payment.as_str())
                || query
                    .get("invoice")
                    .is_some_and(|id| invoice["id"] == id.as_str())
        });
        let shown = found.map(|invoice| {
            json!({ "invoice": invoice["id"], "payment": { "type": "payment_intent", "payment_intent": invoice["pi"] } })
        });
        list(shown.into_iter().collect())
    }

    fn cancel(&mut self, path: &str) -> Reply {
        let id = path.trim_start_matches("subscriptions/");
        let found = self
            .subscriptions
            .values_mut()
            .flatten()
            .find(|one| one["id"] == id);
        match found {
            Some(subscription) => {
                subscription["status"] = json!("canceled");
                say(subscription)
            }
            None => refusal(404, "invalid_request_error", "resource_missing"),
        }
    }

    fn expire(&mut self, path: &str) -> Reply {
        let id = path
            .trim_start_matches("checkout/sessions/")
            .trim_end_matches("/expire");
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

pub struct House {
    pub db: Db,
    pub clock: Clock,
    pub world: Arc<Mutex<World>>,
    pub stripe: StandIn,
    pub payments: Payments,
}

impl House {
    pub async fn open(db: Db) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(NOW));
        let world = Arc::new(Mutex::new(World::default()));
        for terms in terms() {
            world.lock().prices.insert(terms.plan.name().into(), terms.amount);
        }
        let stripe = StandIn::start(|_| Reply::Hang).await;
        let payments = node(&db, &clock, &stripe.url());
        let house = Self {
            db,
            clock,
            world,
            stripe,
            payments,
        };
        house.mend();
        house
    }

    /// A second server over the same database.
    pub fn node(&self) -> Payments {
        node(&self.db, &self.clock, &self.stripe.url())
    }

    /// The provider answers as it should.
    pub fn mend(&self) {
        let world = Arc::clone(&self.world);
        self.stripe.answer(move |asked| world.lock().answer_of(asked));
    }

    pub async fn run(&self, sql: &'static str, values: Vec<Value>) {
        self.db.write(move |tx| tx.execute(sql, &values)).await.unwrap();
    }

    pub async fn rows(&self, sql: &'static str) -> Vec<Row> {
        self.db.read(move |tx| tx.query(sql, &[])).await.unwrap()
    }

    /// The texts of one column.
    pub async fn texts(&self, sql: &'static str) -> Vec<String> {
        let rows = self.rows(sql).await;
        let texts = rows
            .iter()
            .map(|row| row.values()[0].as_text().unwrap_or_default().to_owned());
        texts.collect()
    }

    /// A confirmed account.
    pub async fn person(&self, email: &str) -> String {
        let id = ids::random_id();
        let values = vec![(&id).into(), email.into(), self.clock.now().into()];
        let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)";
        self.run(sql, values).await;
        id
    }

    /// A confirmed account with a customer and a subscription in this state, written down here.
    pub async fn subscriber(&self, name: &str, status: &str) -> (String, String) {
        let user_id = self.person(&format!("{name}@exemplo.com.br")).await;
        let customer = format!("cus_{name}");
        {
            let mut world = self.world.lock();
            world
                .customers
                .push(json!({ "id": customer, "metadata": { "user_id": user_id } }));
            let first = subscription(&format!("sub_{name}"), &customer, status);
            world.subscriptions.insert(customer.clone(), vec![first]);
        }
        let sql = "INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at) VALUES ($1, $2, $3, $3)";
        self.run(
            sql,
            vec![(&user_id).into(), (&customer).into(), self.clock.now().into()],
        )
        .await;
        self.hear(&event(
            "customer.subscription.created",
            json!({ "id": "sub", "customer": customer }),
        ))
        .await;
        self.payments.work().await.unwrap();
        (user_id, customer)
    }

    /// Has access now, as requests ask it.
    pub async fn has_access(&self, user_id: &str) -> bool {
        self.payments.check(user_id, None).await.unwrap().subscribed
    }

    pub async fn reason(&self, user_id: &str) -> String {
        let standing = self.payments.check(user_id, None).await.unwrap();
        standing
            .subscription
            .and_then(|row| row.access_reason)
            .unwrap_or_default()
    }

    /// Posts an event as the provider does.
    pub async fn hear(&self, event: &Json) -> (StatusCode, Json) {
        let body = event.to_string();
        let header = signature::sign(body.as_bytes(), &Secret::from(SECRET), self.clock.now());
        self.post(&header, body).await
    }

    pub async fn post(&self, signature: &str, body: impl Into<Body>) -> (StatusCode, Json) {
        let request = Request::post("/webhooks/stripe").header("stripe-signature", signature);
        let answer = self
            .payments
            .router()
            .oneshot(request.body(body.into()).unwrap())
            .await
            .unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    pub fn days(&self, days: u64) {
        self.clock.advance(Duration::from_secs(days * 86_400));
    }

    /// Requests of this method whose path contains the text.
    pub fn asked(&self, method: &str, path: &str) -> Vec<Asked> {
        let all = self.stripe.asked().into_iter();
        all.filter(|asked| asked.method == method && asked.target.contains(path))
            .collect()
    }
}

fn node(db: &Db, clock: &Clock, url: &str) -> Payments {
    let deps = Deps {
        db: db.clone(),
        clock: clock.clone(),
        mail: mail(db, clock),
        terms: Box::new(terms),
        config: Config {
            public_url: "https://casa.test".into(),
            door: Door::Stripe(StripeConfig {
                api_base: url.to_owned(),
                secret_key: "sk_test_chave".into(),
                timeout: Duration::from_millis(400),
            }),
            webhook_secrets: vec![SECRET.into()],
        },
    };
    Payments::open(deps).unwrap()
}

pub fn event(kind: &str, object: Json) -> Json {
    let id = format!("evt_{}", ids::random_id());
    let mut event = json!({ "id": id, "type": kind, "created": NOW, "livemode": false });
    event["data"] = json!({});
    event["data"]["object"] = object;
    event
}

pub fn subscription(id: &str, customer: &str, status: &str) -> Json {
    json!({ "id": id, "customer": customer, "status": status, "created": NOW, "cancel_at_period_end": false,
        "items": { "data": [{ "current_period_end": NOW + 30 * 86_400, "price": { "lookup_key": "scale" } }] } })
}

pub fn invoice(id: &str, customer: &str, subscription: &str, status: &str, created: i64) -> Json {
    json!({ "id": id, "customer": customer, "status": status, "total": 9_700, "currency": "brl", "created": created,
        "pi": format!("pi_{id}"), "parent": { "subscription_details": { "subscription": subscription } } })
}
