//! Access to the courses over a real database, against a mock of Hotmart.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_course_access::{Config, Courses, Deps, HotmartConfig};
use ateneu_db::{Db, Row};
use ateneu_testkit::{
    TestApp, TestResponse,
    mocks::{
        Hotmart, MockReply,
        hotmart::{BASIC, CLIENT_ID, CLIENT_SECRET, SUBDOMAIN},
    },
};
use serde_json::{Value as Json, json};

pub use ateneu_testkit::{app::NOW, mocks::hotmart::refusal};

pub const ANA: &str = "ana@exemplo.com.br";
pub const TOKEN: &str = "hottok-da-conta";
pub const COURSES: &str = "https://cursos.exemplo.com.br/";
pub const USER: &str = "0190a6b2-0000-7000-8000-000000000001";
const PRODUCT: &str = "4242";

pub struct Harness {
    app: TestApp,
    pub courses: Courses,
    pub hotmart: Hotmart,
}

ateneu_testkit::deref!(Harness, app: TestApp);

ateneu_testkit::opened_by!(Harness::open);

impl Harness {
    pub async fn open(db: Db) -> Self {
        Self::open_with(db, |_| {}).await
    }

    pub async fn open_with(db: Db, change: impl FnOnce(&mut HotmartConfig)) -> Self {
        let (mut app, hotmart) = (TestApp::new(db), Hotmart::start().await);
        let mut config = config(&hotmart);
        change(&mut config);
        let courses = open(&app, Some(config));
        app.mount("", courses.router());
        Self { app, courses, hotmart }
    }

    /// Opens the module again, as after a crash: what was in memory is gone.
    pub fn reopen(&mut self) {
        self.reopen_with(Some(HotmartConfig { basic: BASIC.into(), ..config(&self.hotmart) }));
    }

    pub fn reopen_with(&mut self, hotmart: Option<HotmartConfig>) {
        self.courses = open(&self.app, hotmart);
        self.app.unmount();
        self.app.mount("", self.courses.router());
    }

    /// Requests to Hotmart so far, without those for tokens.
    pub fn calls(&self) -> usize {
        self.hotmart.received().iter().filter(|request| request.method == "GET").count()
    }

    /// Hotmart replies this to everything but requests for tokens.
    pub fn set_fault(&self, fault: Option<MockReply>) {
        self.hotmart.data().fault = fault;
    }

    pub fn add_student(&self, email: &str) {
        let student = json!({ "email": email, "status": "ACTIVE", "type": "BUYER", "role": "STUDENT" });
        self.hotmart.data().club.push(student);
    }

    pub fn set_subscription(&self, status: &str, next_charge: i64) {
        let subscription = json!({ "subscriber_code": "SUB1", "status": status, "date_next_charge": next_charge,
            "subscriber": { "email": ANA }, "product": { "id": 4242 } });
        self.hotmart.data().subscriptions = vec![subscription];
    }

    pub async fn has_access(&self) -> bool {
        self.courses.validate(Some(USER), ANA).await.unwrap().has_access
    }

    /// Posts an event as Hotmart does.
    pub async fn post_event(&self, event: &Json) -> TestResponse {
        self.post_body(event.to_string(), Some(TOKEN)).await
    }

    pub async fn post_body(&self, body: String, token: Option<&str>) -> TestResponse {
        let request = self.post("/webhooks/hotmart").header("content-type", "application/json").body(body);
        match token {
            Some(token) => request.header("x-hotmart-hottok", token).await,
            None => request.await,
        }
    }

    /// Posts an event and works through the queue.
    pub async fn process(&self, event: &Json) {
        assert_eq!(self.post_event(event).await.status, 200);
        self.courses.work().await.unwrap();
    }

    /// The stored record of an address.
    pub async fn record(&self, email: &str) -> Option<Row> {
        self.row("SELECT * FROM hotmart_access WHERE email = $1", &[email.into()]).await
    }

    /// Active, and the end in seconds.
    pub async fn state(&self, email: &str) -> Option<(bool, Option<i64>)> {
        let sql = "SELECT active, expires_at FROM hotmart_access WHERE email = $1";
        let (active, end): (bool, Option<Timestamp>) = self.row(sql, &[email.into()]).await?.read().unwrap();
        Some((active, end.map(Timestamp::seconds)))
    }

    /// State and error of every event.
    pub async fn events(&self) -> Vec<(String, String)> {
        let sql = "SELECT state, coalesce(error, '') FROM tasks WHERE queue = 'course_events' ORDER BY id";
        self.rows(sql, &[]).await.iter().map(|row| row.read().unwrap()).collect()
    }

    /// Writes a record as an administrator does over the data service.
    pub async fn write_by_hand(&self, active: bool, expires_at: Option<i64>) {
        let end = expires_at.map(Timestamp::from_seconds);
        self.advance_secs(1);
        let sql = "INSERT INTO hotmart_access (id, email, active, expires_at, source, created_at, updated_at)
                   VALUES ('0190a6b2-0000-7000-8000-0000000000aa', $1, $2, $3, 'manual', $4, $4)
                   ON CONFLICT (email) DO UPDATE SET active = excluded.active, expires_at = excluded.expires_at,
                       source = excluded.source, updated_at = excluded.updated_at";
        self.execute(sql, &[ANA.into(), active.into(), end.into(), self.clock.now().into()]).await;
    }
}

fn config(hotmart: &Hotmart) -> HotmartConfig {
    HotmartConfig {
        auth_base: hotmart.url(),
        api_base: hotmart.url(),
        client_id: CLIENT_ID.into(),
        client_secret: CLIENT_SECRET.into(),
        basic: "".into(),
        subdomain: SUBDOMAIN.into(),
        product_id: PRODUCT.into(),
        timeout: Duration::from_secs(10),
    }
}

pub fn open(app: &TestApp, hotmart: Option<HotmartConfig>) -> Courses {
    let config = Config { hotmart, webhook_token: TOKEN.into(), course_url: COURSES.into() };
    Courses::open(Deps { db: app.db.clone(), clock: app.clock.clone(), config }).unwrap()
}

/// An event about Ana's purchase.
pub fn purchase(id: &str, kind: &str) -> Json {
    purchase_of(id, kind, ANA)
}

pub fn purchase_of(id: &str, kind: &str, email: &str) -> Json {
    json!({ "id": id, "creation_date": NOW * 1_000, "event": kind, "version": "2.0.0", "hottok": TOKEN, "data": {
        "product": { "id": 4242, "ucode": "u", "name": "Cursos" },
        "buyer": { "email": email, "name": "Ana", "document": "12345678909" },
        "purchase": { "transaction": "HP1", "status": "APPROVED", "approved_date": NOW * 1_000 },
        "subscription": { "status": "ACTIVE", "plan": { "id": 1, "name": "Mensal" }, "subscriber": { "code": "SUB1" } } } })
}

/// An event about the end of Ana's subscription.
pub fn cancellation(id: &str, next_charge: Option<i64>) -> Json {
    json!({ "id": id, "creation_date": NOW * 1_000, "event": "SUBSCRIPTION_CANCELLATION", "version": "2.0.0", "data": {
        "cancellation_date": NOW * 1_000, "date_next_charge": next_charge, "product": { "id": 4242, "name": "Cursos" },
        "subscriber": { "code": "SUB1", "email": ANA, "name": "Ana" }, "subscription": { "id": 7 } } })
}
