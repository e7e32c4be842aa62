//! A running accounts service and the requests tests make of it.

use std::{sync::Arc, time::Duration};

use ateneu_auth::{Auth, Config, Deps, PasswordCost};
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_db::Db;
use ateneu_mail::{Mail, Sender};
use ateneu_settings::Settings;
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Value as Json, json};
use tower::ServiceExt;

pub const PASSWORD: &str = "Ateneu-teste-2026";

/// Half of the time of these tests would be hashing at the cost that people get.
const CHEAP: PasswordCost = PasswordCost { memory_kib: 8, passes: 1 };

/// The service, its clock and its database.
pub struct House {
    pub auth: Auth,
    pub clock: Clock,
    pub db: Db,
    pub settings: Settings,
    router: Router,
}

/// Letters stay in the queue, where tests read them.
fn mail(db: &Db, clock: &Clock, config: ateneu_mail::Config) -> Mail {
    let sender = || Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: "dona@casa.test".into(),
        office_hours: "De segunda a sexta.".into(),
        public_url: "https://casa.test".into(),
    };
    let deps = ateneu_mail::Deps { db: db.clone(), clock: clock.clone(), sender: Box::new(sender), config };
    Mail::open(deps).unwrap()
}

/// What the service is told where nothing else is asked for.
fn told(jwt_secret: Option<&str>) -> Config {
    Config {
        public_url: "https://casa.test".into(),
        jwt_secret: jwt_secret.map(Into::into),
        phone_countries: vec!["55".into()],
        ..Config::default()
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Json,
    /// The body where it is a page.
    pub page: String,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    /// Status and code, the way refusals are asserted.
    pub fn refusal(&self) -> (u16, &str) {
        (self.status.as_u16(), self.code())
    }

    pub fn text(&self, key: &str) -> String {
        self.body[key].as_str().unwrap_or_else(|| panic!("no {key} in {}", self.body)).to_owned()
    }

    pub fn ok(self) -> Self {
        assert!(self.status.is_success(), "{} {}", self.status, self.body);
        self
    }
}

/// One request.
pub struct Call<'a> {
    pub method: &'a str,
    pub path: &'a str,
    pub token: Option<&'a str>,
    pub body: Vec<u8>,
    pub version: bool,
    pub address: &'a str,
}

impl House {
    pub async fn open(db: Db) -> Self {
        Self::open_with(db, None).await
    }

    pub async fn open_with(db: Db, jwt_secret: Option<&str>) -> Self {
        Self::open_at(db, jwt_secret, Clock::held_at(Timestamp::from_seconds(1_800_000_000))).await
    }

    /// A service that is told otherwise.
    pub async fn open_as(db: Db, config: Config) -> Self {
        Self::open_told(db, config, Clock::held_at(Timestamp::from_seconds(1_800_000_000))).await
    }

    /// A service that may refuse what it is told.
    pub async fn try_open_as(db: Db, config: Config) -> Result<Self, ateneu_auth::Error> {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        Self::try_build(db, config, clock, ateneu_mail::Config::default()).await
    }

    pub async fn open_at(db: Db, jwt_secret: Option<&str>, clock: Clock) -> Self {
        Self::open_told(db, told(jwt_secret), clock).await
    }

    /// Where short messages leave, so that people may sign in by telephone.
    pub async fn by_phone(db: Db) -> Self {
        Self::by_phone_as(db, told(None)).await
    }

    /// The same, told otherwise.
    pub async fn by_phone_as(db: Db, config: Config) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        let outbox = ateneu_mail::Config { outbox: true, ..ateneu_mail::Config::default() };
        Self::build(db, config, clock, outbox).await
    }

    async fn open_told(db: Db, config: Config, clock: Clock) -> Self {
        Self::build(db, config, clock, ateneu_mail::Config::default()).await
    }

    async fn build(db: Db, config: Config, clock: Clock, letters: ateneu_mail::Config) -> Self {
        Self::try_build(db, config, clock, letters).await.unwrap()
    }

    async fn try_build(
        db: Db,
        config: Config,
        clock: Clock,
        letters: ateneu_mail::Config,
    ) -> Result<Self, ateneu_auth::Error> {
        let settings = Settings::open(db.clone(), clock.clone()).await.unwrap();
        let config = Config { password_cost: CHEAP, ..config };
        let auth = Auth::open(Deps {
            db: db.clone(),
            settings: settings.clone(),
            mail: mail(&db, &clock, letters),
            clock: clock.clone(),
            config,
        })
        .await?;
        let router = auth.router();
        Ok(Self { auth, clock, db, settings, router })
    }

    pub fn pass(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub async fn send(&self, call: Call<'_>) -> Answer {
        self.send_with(call, &[]).await
    }

    /// With further headers, as a browser adds them.
    pub async fn send_with(&self, call: Call<'_>, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder()
            .method(call.method)
            .uri(call.path)
            .header("content-type", "application/json;charset=UTF-8");
        if let Some(token) = call.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if call.version {
            request = request.header("x-supabase-api-version", "2024-01-01");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request.body(Body::from(call.body)).unwrap();
        // As the server's own middleware does.
        let mut presented = self.auth.present(request.headers()).await;
        presented.address = Some(Arc::from(call.address));
        request.extensions_mut().insert(presented);
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let is_page =
            parts.headers.get("content-type").is_some_and(|kind| !kind.to_str().unwrap().contains("json"));
        let body = match bytes.is_empty() || is_page {
            true => Json::Null,
            false => serde_json::from_slice(&bytes).unwrap(),
        };
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
            page: if is_page { String::from_utf8(bytes.to_vec()).unwrap() } else { String::new() },
        }
    }

    pub async fn ask(&self, method: &str, path: &str, token: Option<&str>, body: &Json) -> Answer {
        self.ask_from("192.0.2.1", method, path, token, body).await
    }

    pub async fn ask_from(
        &self,
        address: &str,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &Json,
    ) -> Answer {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        self.send(Call { method, path, token, body, version: true, address }).await
    }

    pub async fn post(&self, path: &str, body: Json) -> Answer {
        self.ask("POST", path, None, &body).await
    }

    pub async fn get(&self, path: &str, token: &str) -> Answer {
        self.ask("GET", path, Some(token), &Json::Null).await
    }

    /// A request with the service key.
    pub async fn service(&self, method: &str, path: &str, body: Json) -> Answer {
        let key = self.auth.api_keys().service_role;
        self.ask(method, path, Some(&key), &body).await
    }

    /// A confirmed account; its id.
    pub async fn account(&self, email: &str) -> String {
        let body = json!({ "email": email, "password": PASSWORD, "email_confirm": true });
        self.service("POST", "/admin/users", body).await.ok().text("id")
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Answer {
        let body = json!({ "email": email, "password": password });
        self.post("/token?grant_type=password", body).await
    }

    pub async fn refresh(&self, token: &str) -> Answer {
        self.post("/token?grant_type=refresh_token", json!({ "refresh_token": token })).await
    }

    /// Writes straight into the database.
    pub async fn execute(&self, sql: &'static str, parameters: Vec<Value>) {
        self.db.write(move |tx| tx.execute(sql, &parameters).map(drop)).await.unwrap();
    }

    /// One text straight from the database.
    pub async fn one(&self, sql: &'static str, parameters: Vec<Value>) -> Option<String> {
        let row = self.db.read(move |tx| tx.query_optional(sql, &parameters)).await.unwrap();
        row.and_then(|row| row.values().first().and_then(|value| value.as_text().map(str::to_owned)))
    }

    /// One number straight from the database.
    pub async fn count(&self, sql: &'static str, parameters: Vec<Value>) -> i64 {
        let row = self.db.read(move |tx| tx.query_optional(sql, &parameters)).await.unwrap();
        row.and_then(|row| row.values().first().and_then(Value::as_int)).unwrap_or(0)
    }

    /// Events of that kind in the log.
    pub async fn events(&self, action: &'static str, success: bool) -> i64 {
        let sql = "SELECT count(*) AS n FROM auth_logs WHERE action = $1 AND success = $2";
        self.count(sql, vec![action.into(), success.into()]).await
    }
}
