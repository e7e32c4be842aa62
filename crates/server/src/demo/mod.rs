//! Demo data: a full, believable site to walk through. The same rows on every machine.
//!
//! Everything goes through the services' own API with the service key, so demo rows pass the same checks, cleaning
//! and derivation as a person's.

mod audit_log;
mod community;
mod contents;
mod learning;
mod logs;
mod media;
mod people;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use ateneu_base::Timestamp;
use axum::{
    Router,
    body::Body,
    http::{Request, header, request::Builder},
};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use crate::app::App;

/// The password of the four demo accounts.
pub const PASSWORD: &str = "Ateneu-demo-2026";

/// The demo accounts and what each is for.
pub const ACCOUNTS: [(&str, &str); 4] = [
    ("admin@demo.test", "administra tudo em /admin"),
    ("moderadora@demo.test", "modera a comunidade"),
    ("membro@demo.test", "assinante do plano Scale"),
    ("visitante@demo.test", "conta sem assinatura"),
];

/// A fixed id for a name: the same on every machine.
fn id(kind: &str, name: &str) -> String {
    uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, format!("ateneu:demo:{kind}:{name}").as_bytes())
        .to_string()
}

/// The day "today" of the demo: its rows are the same whenever it is written.
const REFERENCE_DAY: &str = "2026-11-15T15:00:00Z";

/// So long before the demo's day.
fn days_ago(days: u64, minutes: usize) -> Result<Timestamp> {
    let reference = Timestamp::parse(REFERENCE_DAY)?;
    Ok(reference - Duration::from_secs(days * 86_400 + minutes as u64 * 60))
}

/// Speaks to the services in memory with the service key.
struct Seed {
    services: Router,
    service_key: String,
}

impl Seed {
    async fn post(&self, path: &str, body: &Value) -> Result<()> {
        let request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
        self.send(path, request, serde_json::to_vec(body)?).await
    }

    async fn send(&self, path: &str, request: Builder, body: impl Into<Body>) -> Result<()> {
        let request = request
            .header(header::AUTHORIZATION, format!("Bearer {}", self.service_key))
            .header("apikey", &self.service_key)
            .body(body.into())?;
        let answer = self.services.clone().oneshot(request).await?;
        let status = answer.status();
        if !status.is_success() {
            let body = answer.into_body().collect().await?.to_bytes();
            bail!("{path} answered {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok(())
    }

    async fn insert(&self, table: &str, rows: &[Value]) -> Result<()> {
        for rows in rows.chunks(100) {
            self.post(&format!("/rest/v1/{table}"), &Value::from(rows))
                .await
                .with_context(|| format!("demo {table}"))?;
        }
        Ok(())
    }
}

/// Fills an empty installation.
pub async fn fill(app: &App) -> Result<()> {
    let seed = Seed { services: app.services.clone(), service_key: app.auth.api_keys().service_role };
    people::fill(&seed).await?;
    if let Some(payments) = &app.payments
        && let Some(sandbox) = payments.sandbox()
    {
        let paid = people::paid()?;
        sandbox.seed(paid).await.context("demo subscriptions")?;
        payments.reconcile().await.context("demo receipts")?;
        people::refuse_some(&app.db).await?;
    }
    contents::fill(&seed).await?;
    community::fill(&seed).await?;
    learning::fill(&seed).await?;
    logs::fill(&seed).await?;
    people::age(&app.db).await?;
    audit_log::fill(&app.db).await
}
