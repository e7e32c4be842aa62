//! A running accounts service and the requests tests send to it.

use ateneu_auth::{Auth, Config, Deps};
use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
use ateneu_passwords::PasswordCost;
use ateneu_settings::Settings;
use ateneu_testkit::{
    TestApp, TestRequest, TestResponse,
    app::{NOW, PUBLIC_URL},
    databases::{FromPlace, Place},
};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value as Json, json};

pub const PASSWORD: &str = "Ateneu-teste-2026";
pub const ADDRESS: &str = "192.0.2.1";
pub const ANA: &str = "ana@exemplo.com";
pub const BIA: &str = "bia@exemplo.com";

pub struct Harness {
    app: TestApp,
    pub auth: Auth,
    pub settings: Settings,
}

ateneu_testkit::deref!(Harness, app: TestApp);

/// Service at which people may sign in by telephone.
pub struct ByPhone(pub Harness);

impl FromPlace for ByPhone {
    async fn from_place(place: Place) -> Self {
        Self(Harness::by_phone(place.db).await)
    }
}

/// Returns the default configuration.
pub fn config() -> Config {
    Config { public_url: PUBLIC_URL.into(), phone_countries: vec!["55".into()], ..Config::default() }
}

fn clock_at(seconds: i64) -> Clock {
    Clock::held_at(Timestamp::from_seconds(seconds))
}

/// Returns a token signed with a secret that is shared with other services.
pub fn shared_token(secret: &str, claims: &Json) -> String {
    let key = EncodingKey::from_secret(secret.as_bytes());
    jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &key).unwrap()
}

impl Harness {
    pub async fn open(db: Db) -> Self {
        Self::open_as(db, config()).await
    }

    /// Opens a service that also accepts tokens of that secret.
    pub async fn sharing(db: Db, secret: &str) -> Self {
        Self::open_as(db, Config { jwt_secret: Some(secret.into()), ..config() }).await
    }

    pub async fn open_as(db: Db, config: Config) -> Self {
        Self::try_open_as(db, config).await.unwrap()
    }

    /// Opens a service with a configuration that may be refused.
    pub async fn try_open_as(db: Db, config: Config) -> Result<Self, ateneu_auth::Error> {
        Self::build(db, config, clock_at(NOW), ateneu_mail::Config::default()).await
    }

    /// Opens a service at another instant, in seconds.
    pub async fn open_at(db: Db, seconds: i64) -> Self {
        Self::build(db, config(), clock_at(seconds), ateneu_mail::Config::default()).await.unwrap()
    }

    /// Opens a second node, or this one after a restart: the same database and clock.
    pub async fn another(&self) -> Self {
        let (db, clock) = (self.db.clone(), self.clock.clone());
        Self::build(db, config(), clock, ateneu_mail::Config::default()).await.unwrap()
    }

    /// Opens a service that sends short messages, so that people may sign in by telephone.
    pub async fn by_phone(db: Db) -> Self {
        Self::by_phone_as(db, config()).await
    }

    /// Opens the same service with another configuration.
    pub async fn by_phone_as(db: Db, config: Config) -> Self {
        let outbox = ateneu_mail::Config { outbox: true, ..ateneu_mail::Config::default() };
        Self::build(db, config, clock_at(NOW), outbox).await.unwrap()
    }

    async fn build(
        db: Db,
        config: Config,
        clock: Clock,
        mail: ateneu_mail::Config,
    ) -> Result<Self, ateneu_auth::Error> {
        let mut app = TestApp::under(db, clock);
        let settings = app.settings().await;
        let auth = Auth::open(Deps {
            schema: ateneu_server::subjects::declared().schema,
            db: app.db.clone(),
            settings: settings.clone(),
            mail: app.mail_with(mail),
            clock: app.clock.clone(),
            config: Config { password_cost: PasswordCost::MIN, ..config },
        })
        .await?;
        app.mount("", auth.router());
        let verifier = auth.clone();
        app.identify(move |headers| {
            let auth = verifier.clone();
            async move { auth.present(&headers, "").await }
        });
        Ok(Self { app, auth, settings })
    }

    /// Returns a request without the protocol's version.
    pub fn unversioned(&self, method: &str, path: &str) -> TestRequest {
        let request = self.request(method, path).address(ADDRESS);
        request.header("content-type", "application/json;charset=UTF-8")
    }

    /// Returns a request as from the client library.
    pub fn call(&self, method: &str, path: &str, token: Option<&str>) -> TestRequest {
        let request = self.unversioned(method, path).header("x-supabase-api-version", "2024-01-01");
        token.into_iter().fold(request, TestRequest::token)
    }

    pub async fn send(&self, method: &str, path: &str, token: Option<&str>, body: &Json) -> TestResponse {
        self.send_from(ADDRESS, method, path, token, body).await
    }

    pub async fn send_from(
        &self,
        address: &str,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: &Json,
    ) -> TestResponse {
        let request = self.call(method, path, token).address(address);
        if body.is_null() { request.await } else { request.json(body).await }
    }

    pub async fn post(&self, path: &str, body: Json) -> TestResponse {
        self.send("POST", path, None, &body).await
    }

    pub async fn get(&self, path: &str, token: &str) -> TestResponse {
        self.call("GET", path, Some(token)).await
    }

    /// Sends a request with the service key.
    pub async fn service(&self, method: &str, path: &str, body: Json) -> TestResponse {
        let key = self.auth.api_keys().service_role;
        self.send(method, path, Some(&key), &body).await
    }

    /// A confirmed account. Returns its id.
    pub async fn account(&self, email: &str) -> String {
        let body = json!({ "email": email, "password": PASSWORD, "email_confirm": true });
        self.service("POST", "/admin/users", body).await.ok().string("id")
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> TestResponse {
        let body = json!({ "email": email, "password": password });
        self.post("/token?grant_type=password", body).await
    }

    pub async fn sign_in_by_phone(&self, phone: &str, password: &str) -> TestResponse {
        let body = json!({ "phone": phone, "password": password });
        self.post("/token?grant_type=password", body).await
    }

    /// Signs in. Returns the access token.
    pub async fn token(&self, email: &str) -> String {
        self.sign_in(email, PASSWORD).await.ok().string("access_token")
    }

    /// Creates a confirmed account. Returns its access token.
    pub async fn signed_in(&self, email: &str) -> String {
        self.account(email).await;
        self.token(email).await
    }

    /// Changes the account behind a token.
    pub async fn update_user(&self, token: &str, change: Json) -> TestResponse {
        self.send("PUT", "/user", Some(token), &change).await
    }

    pub async fn make_admin(&self, id: &str) {
        let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', '2026')";
        self.execute(sql, &[id.into()]).await;
    }

    pub async fn refresh(&self, token: &str) -> TestResponse {
        self.post("/token?grant_type=refresh_token", json!({ "refresh_token": token })).await
    }

    /// Returns the number of events of that kind in the log.
    pub async fn events(&self, action: &str, success: bool) -> i64 {
        let sql = "SELECT count(*) AS n FROM auth_logs WHERE action = $1 AND success = $2";
        self.count(sql, &[action.into(), success.into()]).await
    }
}

/// Returns the sorted statuses of concurrent responses.
pub fn statuses<const COUNT: usize>(responses: [TestResponse; COUNT]) -> [u16; COUNT] {
    let mut statuses = responses.map(|response| response.status.as_u16());
    statuses.sort_unstable();
    statuses
}
