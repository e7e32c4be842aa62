//! Payments over a real database, against a mock of Stripe.

use std::{
    collections::HashMap,
    fmt::Debug,
    sync::{Arc, Mutex},
    time::Duration,
};

use ateneu_base::{Entitlement, Secret, Timestamp, ids};
use ateneu_db::{Db, Tx};
use ateneu_functions::Refusal;
use ateneu_membership::{
    Arrival, Config, Deps, Error, Line, Method, Origins, Payments, Period, Plan, ProviderConfig,
    StripeConfig, Terms, check_subscription, signature, work_events,
};
use ateneu_testkit::{
    Panel, TestApp, TestResponse,
    app::{OWNER, PUBLIC_URL, entitlements_of},
    mocks::{MockReply, MockServer, ReceivedRequest, Stripe},
};
use axum::body::Body;
use serde_json::{Value as Json, json};

pub use ateneu_testkit::mocks::stripe::{NOW, invoice, refusal, subscription};

pub const SECRET: &str = "whsec_segredo";

/// Time for which the provider's reply is waited for.
pub const TIMEOUT: Duration = Duration::from_millis(400);

/// Monthly prices of the plans.
pub const PRICES: [(Plan, i64); 3] =
    [(Plan::Update, 4_700), (Plan::Scale, 9_700), (Plan::Professional, 19_700)];

/// Yearly prices of the plans that are sold by the year.
pub const YEARLY: [(Plan, i64); 2] = [(Plan::Update, 47_000), (Plan::Scale, 97_000)];

pub const MONTH: Period = Period::Month;

pub const YEAR: Period = Period::Year;

pub fn terms() -> Vec<Terms> {
    let terms = |(plan, amount): (Plan, i64)| Terms {
        plan,
        name: plan.name().into(),
        amount,
        yearly: YEARLY.into_iter().find(|(yearly, _)| *yearly == plan).map(|(_, amount)| amount),
        lines: entitlements_of(plan.name()).iter().map(|entitlement| line(*entitlement)).collect(),
    };
    PRICES.map(terms).into()
}

/// A line in words that no other line has.
fn line(entitlement: Entitlement) -> Line {
    Line { entitlement, text: format!("Texto de {}", entitlement.name()) }
}

pub struct Harness {
    app: TestApp,
    pub stripe: Stripe,
    pub payments: Payments,
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl Harness {
    pub async fn open(db: Db) -> Self {
        let mut app = TestApp::at(db, Timestamp::from_seconds(NOW));
        let monthly = PRICES.map(|(plan, amount)| (plan.name().to_owned(), amount));
        let yearly = YEARLY.map(|(plan, amount)| (format!("{}_year", plan.name()), amount));
        app.sell_plans().await;
        let stripe = Stripe::start(monthly.into_iter().chain(yearly)).await;
        let payments = node(&app, &stripe, TIMEOUT);
        app.mount("", ateneu_membership::router(&payments));
        Self { app, stripe, payments }
    }

    /// A second server over the same database.
    pub fn node(&self) -> Payments {
        self.node_with(|_| {})
    }

    /// One that is configured in another way.
    pub fn node_with(&self, change: impl FnOnce(&mut Deps)) -> Payments {
        let mut deps = deps(&self.app, PUBLIC_URL, stripe(&self.stripe, TIMEOUT), SECRET);
        change(&mut deps);
        Payments::open(deps).unwrap()
    }

    /// One that waits for the provider's reply for as long as it takes.
    pub fn patient_node(&self) -> Payments {
        node(&self.app, &self.stripe, Duration::from_hours(1))
    }

    pub async fn person(&self, email: &str) -> String {
        person(&self.app, email).await
    }

    /// A confirmed account with a customer and a subscription in this state; unless it is `incomplete`, its first
    /// invoice was paid, with a coupon for all of it.
    pub async fn subscriber(&self, name: &str, status: &str) -> (String, String) {
        let user_id = self.person(&format!("{name}@exemplo.com.br")).await;
        let customer = format!("cus_{name}");
        {
            let mut stripe = self.stripe.data();
            stripe.customers.push(json!({ "id": customer, "metadata": { "user_id": user_id } }));
            let first = subscription(&format!("sub_{name}"), &customer, status);
            stripe.subscriptions.insert(customer.clone(), vec![first]);
            if status != "incomplete" {
                let (id, subscription) = (format!("in_first_{name}"), format!("sub_{name}"));
                let mut paid = invoice(&id, &customer, &subscription, "paid", NOW - 40 * 86_400);
                paid["total"] = json!(0);
                stripe.invoices.insert(customer.clone(), vec![paid]);
            }
        }
        let sql = "INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at) VALUES ($1, $2, $3, $3)";
        self.execute(sql, &[(&user_id).into(), (&customer).into(), self.clock.now().into()]).await;
        let created = event("customer.subscription.created", json!({ "id": "sub", "customer": customer }));
        self.process(&created).await;
        (user_id, customer)
    }

    /// A subscriber whose first invoice is open, with the subscription in that status at Stripe alone; the ids of the
    /// person and of the customer.
    pub async fn subscriber_with_open_invoice(&self, status: &str) -> (String, String) {
        let (user_id, customer) = self.subscriber(status, "incomplete").await;
        let (id, subscription) = (format!("in_{status}"), format!("sub_{status}"));
        self.charge(&customer, invoice(&id, &customer, &subscription, "open", NOW));
        self.set(&customer, "status", status);
        (user_id, customer)
    }

    pub async fn has_access(&self, user_id: &str) -> bool {
        check_subscription(&self.payments, user_id, None).await.unwrap().subscribed
    }

    /// Returns `true` if there is access, and the reason.
    pub async fn access(&self, user_id: &str) -> (bool, String) {
        access(&self.payments, user_id).await
    }

    /// Posts an event as the provider does.
    pub async fn post_event(&self, event: &Json) -> TestResponse {
        let body = event.to_string();
        let header = signature::sign(body.as_bytes(), &Secret::from(SECRET), self.clock.now());
        self.post_signed(&header, body).await
    }

    pub async fn post_signed(&self, signature: &str, body: impl Into<Body>) -> TestResponse {
        self.post("/webhooks/stripe").header("stripe-signature", signature).body(body).await
    }

    /// Posts an event and works through the queue.
    pub async fn process(&self, event: &Json) {
        self.post_event(event).await;
        work_events(&self.payments).await.unwrap();
    }

    /// The provider charges a customer.
    pub fn charge(&self, customer: &str, invoice: Json) {
        self.stripe.data().invoices.entry(customer.to_owned()).or_default().push(invoice);
    }

    /// Changes a field of a customer's subscription at the provider alone.
    pub fn set(&self, customer: &str, field: &str, value: impl Into<Json>) {
        self.stripe.data().subscriptions.get_mut(customer).unwrap()[0][field] = value.into();
    }

    /// A column of the provider's events that satisfy a condition, both in SQL.
    pub async fn events(&self, column: &str, condition: &str) -> Vec<String> {
        let sql =
            format!("SELECT {column} FROM tasks WHERE queue = 'payment_events' AND {condition} ORDER BY id");
        self.texts(&sql, &[]).await
    }

    /// The provider does its work, but its replies to these requests are lost.
    pub fn lose_replies_to(&self, is_lost: fn(&ReceivedRequest) -> bool) {
        self.stripe.intercept(move |stripe, request| {
            let reply = stripe.reply(request);
            if is_lost(request) { MockReply::Hang } else { reply }
        });
    }

    /// The provider cannot be asked.
    pub fn take_provider_down(&self) {
        self.stripe.reply_with(|_| MockReply::Body(503, String::new()));
    }

    /// The forms by which payment pages were made.
    pub fn pages_made(&self) -> Vec<HashMap<String, String>> {
        let posted = self.received("POST", "/v1/checkout/sessions").into_iter();
        posted.filter(|request| request.path().ends_with("/sessions")).map(|request| request.form()).collect()
    }

    /// The functions of administrators over the same payments.
    pub async fn panel(&self) -> Panel {
        let functions =
            ateneu_functions::router(ateneu_functions::bind(ateneu_membership::functions(), &self.payments));
        Panel::open(TestApp::at(self.db.clone(), self.clock.now()), functions).await
    }

    /// Number of emails the owner was sent.
    pub async fn alerts(&self) -> usize {
        self.emails(OWNER).await.len()
    }

    /// The provider's requests of this method whose path contains the text.
    pub fn received(&self, method: &str, path: &str) -> Vec<ReceivedRequest> {
        let all = self.stripe.received().into_iter();
        all.filter(|request| request.method == method && request.target.contains(path)).collect()
    }
}

/// The code of a refusal.
#[track_caller]
pub fn code<T: Debug>(outcome: Result<T, Error>) -> &'static str {
    Refusal::from(outcome.unwrap_err()).code
}

fn node(app: &TestApp, mock: &Stripe, timeout: Duration) -> Payments {
    Payments::open(deps(app, PUBLIC_URL, stripe(mock, timeout), SECRET)).unwrap()
}

pub fn stripe(mock: &MockServer, timeout: Duration) -> ProviderConfig {
    ProviderConfig::Stripe(StripeConfig {
        api_base: mock.url(),
        secret_key: "sk_test_chave".into(),
        timeout,
        first_pause: Duration::from_millis(1),
    })
}

pub fn deps(app: &TestApp, public_url: &str, provider: ProviderConfig, webhook_secret: &str) -> Deps {
    Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail: app.mail(),
        terms: Arc::new(terms),
        methods: Arc::new(|| vec![Method::Card, Method::Boleto]),
        withholds: Arc::new(|_| {}),
        origins: Arc::new(Paid::default()),
        config: Config {
            public_url: public_url.into(),
            provider,
            webhook_secrets: vec![webhook_secret.into()],
            asks_tax_id: false,
        },
    }
}

/// Origins by their referrers, and those of paid plans.
#[derive(Clone, Default)]
pub struct Paid(Arc<Mutex<Vec<String>>>);

impl Paid {
    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Origins for Paid {
    fn name(&self, arrival: &Arrival) -> Option<String> {
        (!arrival.referrer.is_empty()).then(|| arrival.referrer.clone())
    }

    fn count(&self, _: &mut Tx<'_>, origin: &str, _: Timestamp) -> Result<(), ateneu_db::Error> {
        self.0.lock().unwrap().push(origin.into());
        Ok(())
    }
}

pub async fn person(app: &TestApp, email: &str) -> String {
    let id = ids::random_id();
    let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)";
    app.execute(sql, &[(&id).into(), email.into(), app.clock.now().into()]).await;
    id
}

/// Returns `true` if there is access, and the reason.
pub async fn access(payments: &Payments, user_id: &str) -> (bool, String) {
    let check = check_subscription(payments, user_id, None).await.unwrap();
    (check.subscribed, check.subscription.and_then(|row| row.access_reason).unwrap_or_default())
}

/// A subscription of this customer has changed.
pub fn updated(customer: &str) -> Json {
    event("customer.subscription.updated", json!({ "id": "sub", "customer": customer }))
}

pub fn event(kind: &str, object: Json) -> Json {
    let id = format!("evt_{}", ids::random_id());
    let mut event = json!({ "id": id, "type": kind, "created": NOW, "livemode": false, "data": {} });
    event["data"]["object"] = object;
    event
}
