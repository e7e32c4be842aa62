//! Demo data: a full, believable site, the same rows on every machine except for its days, which end today. Each
//! subject fills its own tables, through the protocols' own API with the service key, so that demo rows pass the same
//! checks as a person's.

mod media;

use std::{sync::Arc, time::Duration};

use anyhow::{Context, Result, bail};
use ateneu_base::{Timestamp, calendar};
use ateneu_db::Db;
use axum::{
    Router,
    body::Body,
    http::{Request, header, request::Builder},
};
use futures::future::BoxFuture;
use http_body_util::BodyExt;
use pulldown_cmark::{Options, Parser};
use serde_json::Value;
use tower::ServiceExt;

pub use media::DURATIONS;

/// Fills the tables of a subject. The functions run in the order of the subjects.
pub type Fill = Arc<dyn Fn(Demo) -> BoxFuture<'static, Result<()>> + Send + Sync>;

/// The password of the demo accounts.
pub const PASSWORD: &str = "Ateneu-demo-2026";

/// Demo accounts, with their purpose.
pub const ACCOUNTS: [(&str, &str); 6] = [
    ("admin@demo.test", "administra tudo em /admin"),
    ("moderadora@demo.test", "modera a comunidade"),
    ("membro.update@demo.test", "assinante do plano Update"),
    ("membro@demo.test", "assinante do plano Scale"),
    ("membro.professional@demo.test", "assinante do plano Professional"),
    ("visitante@demo.test", "conta sem assinatura"),
];

/// Number of members, the demo member included.
pub const MEMBERS: usize = 190;

/// Days from the opening of the site to the demo's day.
pub const OPENED: u64 = 709;

/// Renders Markdown as HTML.
pub fn html(markdown: &str) -> String {
    let mut html = String::new();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_SMART_PUNCTUATION;
    pulldown_cmark::html::push_html(&mut html, Parser::new_ext(markdown, options));
    html
}

/// Returns a fixed id for a name, the same on every machine.
pub fn id(kind: &str, name: &str) -> String {
    uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, format!("ateneu:demo:{kind}:{name}").as_bytes())
        .to_string()
}

/// Returns the id of the account with that email.
pub fn person(email: &str) -> String {
    id("person", email)
}

/// Returns the email of the member with that number, below [`MEMBERS`]. Number 0 is the demo member. Two others have
/// accounts to sign in with, for the other plans.
pub fn member_email(number: usize) -> String {
    match number {
        0 => "membro@demo.test".into(),
        5 => "membro.update@demo.test".into(),
        9 => "membro.professional@demo.test".into(),
        number => format!("membro{number:03}@demo.test"),
    }
}

/// Returns the days from a member's arrival to the demo's day: spread over two years, none in the last fortnight.
pub fn joined(number: usize) -> u64 {
    16 + (number as u64 * 389 + 317) % (OPENED - 16)
}

/// Returns the instant that lies `days` and `minutes` before the demo's day: noon of the present day, or of the day
/// before if noon is still ahead.
pub fn days_before(now: Timestamp, days: u64, minutes: usize) -> Timestamp {
    const NOON: Duration = Duration::from_hours(12);
    let noon = calendar::start_of_day(now) + NOON;
    let latest = if noon > now { calendar::start_of_day(now - NOON) + NOON } else { noon };
    latest - Duration::from_secs(days * 86_400 + minutes as u64 * 60)
}

/// The installation to fill. Clones share it.
#[derive(Clone)]
pub struct Demo {
    services: Router,
    service_key: String,
    /// Database for rows that no endpoint writes, such as past sign-ins.
    pub db: Db,
    now: Timestamp,
}

impl Demo {
    /// Creates a demo that calls `services`, the routes of the protocols, with the service key.
    pub fn new(services: Router, service_key: String, db: Db, now: Timestamp) -> Self {
        Self { services, service_key, db, now }
    }

    /// Returns the time at which the demo is filled.
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// Returns an instant before the demo's day, see [`days_before`].
    pub fn days_ago(&self, days: u64, minutes: usize) -> Timestamp {
        days_before(self.now, days, minutes)
    }

    /// Posts JSON.
    ///
    /// # Errors
    /// Fails if the response has no 2xx status.
    pub async fn post(&self, path: &str, body: &Value) -> Result<()> {
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        self.send(path, request, serde_json::to_vec(body)?).await
    }

    /// Changes the rows of a table's query string.
    ///
    /// # Errors
    /// Fails as [`Demo::post`] does.
    pub async fn change(&self, rows: &str, values: &Value) -> Result<()> {
        let path = format!("/rest/v1/{rows}");
        let request = Request::patch(&path).header(header::CONTENT_TYPE, "application/json");
        self.send(&path, request, serde_json::to_vec(values)?).await
    }

    /// Sends a request with the service key.
    ///
    /// # Errors
    /// Fails as [`Demo::post`] does.
    pub async fn send(&self, path: &str, request: Builder, body: impl Into<Body>) -> Result<()> {
        let request = request
            .header(header::AUTHORIZATION, format!("Bearer {}", self.service_key))
            .header("apikey", &self.service_key)
            .body(body.into())?;
        let response = self.services.clone().oneshot(request).await?;
        let status = response.status();
        if !status.is_success() {
            let body = response.into_body().collect().await?.to_bytes();
            bail!("{path} answered {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(())
    }

    /// Inserts rows with the same columns.
    ///
    /// # Errors
    /// Fails as [`Demo::post`] does.
    pub async fn insert(&self, table: &str, rows: &[Value]) -> Result<()> {
        for rows in rows.chunks(100) {
            self.post(&format!("/rest/v1/{table}"), &Value::from(rows))
                .await
                .with_context(|| format!("demo {table}"))?;
        }
        Ok(())
    }
}
