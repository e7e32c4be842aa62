//! Takes reports from the provider's server, or from a program that reads the mailbox of the bounce domain: each is one
//! email as it came, with a signature over its time and its bytes.

use std::time::Duration;

use ateneu_base::{Secret, Timestamp};
use ateneu_mail::suppressions::SuppressionSource;
use aws_lc_rs::hmac;
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode},
    routing::post,
};

use super::{
    providers::{Provider, Providers},
    read::{Report, read},
    record::record,
};
use crate::campaigns::service::Campaigns;

/// Header with the signature: `t=1800000000,v1=<hex>`.
const HEADER: &str = "x-ateneu-signature";

/// Maximum size of a report in bytes. Reports contain the email that they are about.
const MAX_BYTES: usize = 1024 * 1024;

/// Maximum age of a signature.
const TOLERANCE: Duration = Duration::from_secs(300);

/// The webhook of reports.
#[derive(Clone)]
pub struct Webhook {
    campaigns: Campaigns,
    secret: Secret,
    providers: Option<Providers>,
}

impl Webhook {
    /// Creates the webhook. Without a secret it accepts nothing.
    pub fn new(campaigns: &Campaigns, secret: Secret) -> Self {
        Self { campaigns: campaigns.clone(), secret, providers: None }
    }

    /// Takes the providers' own forms too.
    #[must_use]
    pub fn with_providers(self, providers: Providers) -> Self {
        Self { providers: Some(providers), ..self }
    }

    /// Returns its routes, `/webhooks/newsletter` and one for each provider.
    pub fn router(self) -> Router {
        Router::new()
            .route("/webhooks/newsletter", post(take))
            .route("/webhooks/newsletter/{provider}", post(take_from_provider))
            .layer(DefaultBodyLimit::max(MAX_BYTES))
            .with_state(self)
    }

    fn admits(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let signature = headers.get(HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let value = |name: &str| signature.split(',').find_map(|part| part.trim().strip_prefix(name));
        let (Some(time), Some(digest)) = (value("t="), value("v1=")) else { return false };
        let Ok(seconds) = time.parse::<i64>() else { return false };
        let (at, now) = (Timestamp::from_seconds(seconds), self.campaigns.now());
        let Ok(digest) = hex::decode(digest) else { return false };
        let is_recent = at <= now + TOLERANCE && now <= at + TOLERANCE;
        !self.secret.is_empty()
            && is_recent
            && hmac::verify(&key(&self.secret), &signed(seconds, body), &digest).is_ok()
    }
}

fn key(secret: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.reveal().as_bytes())
}

fn signed(seconds: i64, body: &[u8]) -> Vec<u8> {
    [format!("{seconds}.").as_bytes(), body].concat()
}

/// Returns the header value that signs a report.
pub fn sign(secret: &Secret, at: Timestamp, body: &[u8]) -> String {
    let digest = hmac::sign(&key(secret), &signed(at.seconds(), body));
    format!("t={},v1={}", at.seconds(), hex::encode(digest.as_ref()))
}

/// Records a report. Answers 204 to other emails too, so that the sender does not repeat them.
async fn take(State(webhook): State<Webhook>, headers: HeaderMap, body: Bytes) -> StatusCode {
    if !webhook.admits(&headers, &body) {
        return StatusCode::UNAUTHORIZED;
    }
    store(&webhook, read(&body).into_iter().collect()).await
}

/// Records reports in a provider's own form.
async fn take_from_provider(
    State(webhook): State<Webhook>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let (Some(provider), Some(providers)) = (Provider::from_path(&name), &webhook.providers) else {
        return StatusCode::NOT_FOUND;
    };
    match providers.read(provider, (&headers, &body), webhook.campaigns.now()).await {
        Err(rejected) => rejected.status(),
        Ok(received) => {
            let status = store(&webhook, received.reports).await;
            if status.is_success() {
                providers.remember(received.once).await;
            }
            status
        }
    }
}

/// Records reports in one transaction.
async fn store(webhook: &Webhook, reports: Vec<Report>) -> StatusCode {
    if reports.is_empty() {
        return StatusCode::NO_CONTENT;
    }
    let now = webhook.campaigns.now();
    let recorded = webhook.campaigns.0.db.write(move |tx| {
        let mut ignored = 0_usize;
        for report in &reports {
            ignored += usize::from(!record(tx, report, SuppressionSource::Webhook, now)?);
        }
        Ok::<_, ateneu_db::Error>(ignored)
    });
    match recorded.await {
        Ok(0) => StatusCode::NO_CONTENT,
        Ok(ignored) => {
            tracing::info!(ignored, "reports that name no recipient were ignored");
            StatusCode::NO_CONTENT
        }
        Err(error) => {
            tracing::error!(%error, "failed to store a report, its sender repeats it");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}
