//! Payments over a real database, against a stand-in for the provider that remembers what it is asked.

use std::{sync::Arc, time::Duration};

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

use crate::world::World;

pub const SECRET: &str = "whsec_segredo";
pub const NOW: i64 = 1_795_220_000;

/// How long the provider's answer is waited for.
const PATIENCE: Duration = Duration::from_millis(400);

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
    let priced = [(Plan::Update, 4_700), (Plan::Scale, 9_700), (Plan::Professional, 19_700)];
    priced
        .map(|(plan, amount)| Terms {
            plan,
            name: plan.name().into(),
            amount,
            rights: vec![format!("{}_right", plan.name())],
        })
        .into()
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
        let payments = node(&db, &clock, &stripe.url(), PATIENCE);
        let house = Self { db, clock, world, stripe, payments };
        house.mend();
        house
    }

    /// A second server over the same database.
    pub fn node(&self) -> Payments {
        node(&self.db, &self.clock, &self.stripe.url(), PATIENCE)
    }

    /// One that waits for the provider's answer for as long as it takes.
    pub fn patient_node(&self) -> Payments {
        node(&self.db, &self.clock, &self.stripe.url(), Duration::from_secs(3_600))
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
        let texts = rows.iter().map(|row| row.values()[0].as_text().unwrap_or_default().to_owned());
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
            world.customers.push(json!({ "id": customer, "metadata": { "user_id": user_id } }));
            let first = subscription(&format!("sub_{name}"), &customer, status);
            world.subscriptions.insert(customer.clone(), vec![first]);
        }
        let sql = "INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at) VALUES ($1, $2, $3, $3)";
        self.run(sql, vec![(&user_id).into(), (&customer).into(), self.clock.now().into()]).await;
        self.hear(&event("customer.subscription.created", json!({ "id": "sub", "customer": customer })))
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
        standing.subscription.and_then(|row| row.access_reason).unwrap_or_default()
    }

    /// Posts an event as the provider does.
    pub async fn hear(&self, event: &Json) -> (StatusCode, Json) {
        let body = event.to_string();
        let header = signature::sign(body.as_bytes(), &Secret::from(SECRET), self.clock.now());
        self.post(&header, body).await
    }

    pub async fn post(&self, signature: &str, body: impl Into<Body>) -> (StatusCode, Json) {
        let request = Request::post("/webhooks/stripe").header("stripe-signature", signature);
        let answer = self.payments.router().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap_or_default())
    }

    /// The provider charges a customer.
    pub fn charge(&self, customer: &str, charged: Json) {
        let mut world = self.world.lock();
        world.invoices.entry(customer.to_owned()).or_default().push(charged);
    }

    /// Letters to the owner.
    pub async fn alerts(&self) -> usize {
        let letters = self.texts("SELECT id FROM mail_messages WHERE recipient = 'dona@casa.test'");
        letters.await.len()
    }

    pub fn days(&self, days: u64) {
        self.clock.advance(Duration::from_secs(days * 86_400));
    }

    /// Requests of this method whose path contains the text.
    pub fn asked(&self, method: &str, path: &str) -> Vec<Asked> {
        let all = self.stripe.asked().into_iter();
        all.filter(|asked| asked.method == method && asked.target.contains(path)).collect()
    }
}

fn node(db: &Db, clock: &Clock, url: &str, timeout: Duration) -> Payments {
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
                timeout,
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
