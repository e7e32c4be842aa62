//! The room over a real database, against a stand-in for the platform that remembers what it is asked.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Clock, Timestamp, Value};
use ateneu_courses::{Config, Courses, Deps, HotmartConfig};
use ateneu_db::{Db, Row};
use ateneu_testkit::http::{Asked, Reply, StandIn};
use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use serde_json::{Value as Json, json};
use tower::ServiceExt;

pub const NOW: i64 = 1_795_220_000;
pub const ANA: &str = "ana@exemplo.com.br";
pub const TOKEN: &str = "hottok-da-conta";
pub const COURSES: &str = "https://cursos.exemplo.com.br/";
pub const USER: &str = "0190a6b2-0000-7000-8000-000000000001";
const PRODUCT: &str = "4242";

/// What the stand-in knows.
pub struct World {
    pub club: Vec<Json>,
    pub subscriptions: Vec<Json>,
    pub sales: Vec<Json>,
    /// Entries of one page of a list.
    pub page: usize,
    /// Tokens given so far; the newest is the only good one.
    pub tokens: usize,
    pub expires_in: u64,
    /// Instead of everything but a token.
    pub fault: Option<Reply>,
}

impl World {
    fn answer(&mut self, asked: &Asked) -> Reply {
        let (path, query) = asked.target.split_once('?').unwrap_or((&asked.target, ""));
        let query: Vec<(String, String)> =
            url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let asked_for =
            |name: &str| query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        if (asked.method.as_str(), path) == ("POST", "/security/oauth/token") {
            let good = asked.header("authorization") == "Basic aWQ6c2VncmVkbw=="
                && asked_for("grant_type") == Some("client_credentials")
                && asked_for("client_id") == Some("id")
                && asked_for("client_secret") == Some("segredo");
            if !good {
                return refusal(401, "invalid_client");
            }
            self.tokens += 1;
            let token = format!("token-{}", self.tokens);
            return say(
                &json!({ "access_token": token, "token_type": "bearer", "expires_in": self.expires_in }),
            );
        }
        if let Some(fault) = &self.fault {
            return fault.clone();
        }
        if asked.header("authorization") != format!("Bearer token-{}", self.tokens) {
            return refusal(401, "invalid_token");
        }
        let list = match path {
            "/club/api/v1/users" if asked_for("subdomain") == Some("ateneu") => &self.club,
            // A subdomain nobody has is answered with a way to the handbook.
            "/club/api/v1/users" => {
                return Reply::SayWith(302, vec![("location", "/docs/".into())], String::new());
            }
            "/payments/api/v1/subscriptions" if asked_for("accession_date") == Some("0") => {
                &self.subscriptions
            }
            "/payments/api/v1/sales/history" if asked_for("start_date") == Some("0") => &self.sales,
            "/payments/api/v1/subscriptions" | "/payments/api/v1/sales/history" => return page(&[], None),
            _ => return refusal(404, "not_found"),
        };
        let from: usize = asked_for("page_token").and_then(|token| token.parse().ok()).unwrap_or(0);
        let to = (from + self.page).min(list.len());
        page(&list[from..to], (to < list.len()).then_some(to))
    }
}

fn say(body: &Json) -> Reply {
    Reply::Say(200, body.to_string())
}

pub fn refusal(status: u16, error: &str) -> Reply {
    Reply::Say(status, json!({ "error": error, "error_description": format!("why: {error}") }).to_string())
}

fn page(items: &[Json], next: Option<usize>) -> Reply {
    let mut info = json!({ "results_per_page": items.len(), "total_results": items.len() });
    if let Some(next) = next {
        info["next_page_token"] = json!(next.to_string());
    }
    say(&json!({ "items": items, "page_info": info }))
}

pub struct House {
    pub courses: Courses,
    pub db: Db,
    pub clock: Clock,
    pub platform: StandIn,
    pub world: Arc<Mutex<World>>,
}

impl House {
    pub async fn open(db: Db) -> Self {
        Self::open_with(db, |_| {}).await
    }

    pub async fn open_with(db: Db, change: impl FnOnce(&mut HotmartConfig)) -> Self {
        let world = Arc::new(Mutex::new(World {
            club: Vec::new(),
            subscriptions: Vec::new(),
            sales: Vec::new(),
            page: 50,
            tokens: 0,
            expires_in: 24 * 60 * 60,
            fault: None,
        }));
        let asked = Arc::clone(&world);
        let platform = StandIn::start(move |request| asked.lock().answer(request)).await;
        let mut hotmart = HotmartConfig {
            auth_base: platform.url(),
            api_base: platform.url(),
            client_id: "id".into(),
            client_secret: "segredo".into(),
            basic: "".into(),
            subdomain: "ateneu".into(),
            product_id: PRODUCT.into(),
            timeout: Duration::from_secs(10),
        };
        change(&mut hotmart);
        let clock = Clock::held_at(Timestamp::from_seconds(NOW));
        let courses = open(&db, &clock, Some(hotmart));
        Self { courses, db, clock, platform, world }
    }

    /// The same house after a crash: what is in memory is gone.
    pub fn reopened(&self) -> Courses {
        let hotmart = HotmartConfig {
            auth_base: self.platform.url(),
            api_base: self.platform.url(),
            client_id: "id".into(),
            client_secret: "segredo".into(),
            basic: "Basic aWQ6c2VncmVkbw==".into(),
            subdomain: "ateneu".into(),
            product_id: PRODUCT.into(),
            timeout: Duration::from_secs(10),
        };
        open(&self.db, &self.clock, Some(hotmart))
    }

    /// Calls of the platform so far, without those for tokens.
    pub fn calls(&self) -> usize {
        let asked = self.platform.asked();
        asked.iter().filter(|one| one.method == "GET").count()
    }

    pub fn down(&self, fault: Option<Reply>) {
        self.world.lock().fault = fault;
    }

    pub fn student(&self, email: &str) {
        self.world
            .lock()
            .club
            .push(json!({ "email": email, "status": "ACTIVE", "type": "BUYER", "role": "STUDENT" }));
    }

    pub fn subscription(&self, status: &str, next_charge: i64) {
        let one = json!({ "subscriber_code": "SUB1", "status": status, "date_next_charge": next_charge,
            "subscriber": { "email": ANA }, "product": { "id": 4242 } });
        self.world.lock().subscriptions = vec![one];
    }

    pub async fn has_access(&self) -> bool {
        self.courses.validate(Some(USER), ANA).await.unwrap().has_access
    }

    /// Tells an event; status and answer.
    pub async fn tell(&self, event: &Json) -> (StatusCode, Json) {
        self.tell_with(event.to_string(), Some(TOKEN)).await
    }

    pub async fn tell_with(&self, body: String, token: Option<&str>) -> (StatusCode, Json) {
        let request = Request::post("/webhooks/hotmart").header("content-type", "application/json");
        let request = match token {
            Some(token) => request.header("x-hotmart-hottok", token),
            None => request,
        };
        let answer = self.courses.router().oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    /// Tells an event and works it off.
    pub async fn happen(&self, event: &Json) {
        assert_eq!(self.tell(event).await.0, StatusCode::OK);
        self.courses.work().await.unwrap();
    }

    pub async fn row(&self, email: &str) -> Option<Row> {
        let email = email.to_owned();
        let sql = "SELECT * FROM hotmart_access WHERE email = $1";
        self.db.read(move |tx| tx.query_optional(sql, &[email.into()])).await.unwrap()
    }

    /// Active, and the end in seconds.
    pub async fn state(&self, email: &str) -> Option<(bool, Option<i64>)> {
        let row = self.row(email).await?;
        let end = row.text("expires_at").map(|text| Timestamp::parse(text).unwrap().seconds());
        Some((row.truth("active"), end))
    }

    /// State and words of every event.
    pub async fn settled(&self) -> Vec<(String, String)> {
        let sql = "SELECT state, error FROM hotmart_events ORDER BY id";
        let rows = self.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
        let text = |row: &Row, column| row.text(column).unwrap_or_default().to_owned();
        rows.iter().map(|row| (text(row, "state"), text(row, "error"))).collect()
    }

    /// Writes a row as an administrator does over the data service.
    pub async fn by_hand(&self, active: bool, expires_at: Option<i64>) {
        let end = expires_at.map(Timestamp::from_seconds);
        self.clock.advance(Duration::from_secs(1));
        let now = self.clock.now();
        let sql = "INSERT INTO hotmart_access (id, email, active, expires_at, source, created_at, updated_at)
                   VALUES ('0190a6b2-0000-7000-8000-0000000000aa', $1, $2, $3, 'manual', $4, $4)
                   ON CONFLICT (email) DO UPDATE SET active = excluded.active, expires_at = excluded.expires_at,
                       source = excluded.source, updated_at = excluded.updated_at";
        let values: [Value; 4] = [ANA.into(), active.into(), end.into(), now.into()];
        self.db.write(move |tx| tx.execute(sql, &values)).await.unwrap();
    }
}

pub fn open(db: &Db, clock: &Clock, hotmart: Option<HotmartConfig>) -> Courses {
    let config = Config { hotmart, webhook_token: TOKEN.into(), course_url: COURSES.into() };
    Courses::open(Deps { db: db.clone(), clock: clock.clone(), config }).unwrap()
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
