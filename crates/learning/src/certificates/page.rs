//! `GET /credentials/{code}`: data of the public page. All wrong codes have the same response, and too many of them
//! from one address are refused for an hour, also by the page.

use std::time::Duration;

use ateneu_base::{Presented, Timestamp};
use ateneu_functions::Refusal;
use ateneu_limits::{Limit, network};
use axum::{
    Extension, Json, Router,
    extract::{Path, Request, State},
    http::{HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use serde::Serialize;
use tower::ServiceExt as _;

use super::{
    certificate::Certificate,
    code, files,
    issuer::{self, Addresses},
    service::Certificates,
    status,
};
use crate::{refused::Refused, words::CertificateKind};

/// Maximum number of wrong codes from an address in an hour.
const MAX_MISSES: i64 = 30;

/// A certificate with the data of the public page.
#[derive(Serialize)]
struct Shown {
    code: String,
    is_revoked: bool,
    revoked_at: Option<Timestamp>,
    kind: CertificateKind,
    title: String,
    holder_name: Option<String>,
    minutes: i64,
    first_at: Timestamp,
    last_at: Timestamp,
    issued_at: Timestamp,
    reissued_at: Option<Timestamp>,
    expires_at: Option<Timestamp>,
    is_expired: bool,
    lesson_titles: Option<Vec<String>>,
}

/// Responds with a file of the certificate, if the holder shows the name in it.
async fn file(
    State(certificates): State<Certificates>,
    Path((typed, name)): Path<(String, String)>,
    Extension(presented): Extension<Presented>,
) -> Result<Response, Refusal> {
    let form = files::form(&name).ok_or(Refused::CertificateNotFound)?;
    let mut found = certificates.find(&typed, presented.address.as_deref()).await?;
    if !found.shows_name {
        return Err(Refused::CertificateNotFound.into());
    }
    if !found.shows_lessons {
        found.lesson_titles.clear();
    }
    certificates.file(found, form).await
}

/// Responds with the issuer of the credentials.
async fn issuer(State(certificates): State<Certificates>) -> Response {
    let addresses = Addresses { public_url: &certificates.public_url };
    cached(Json(issuer::issuer(&addresses, &certificates.content.current().site.name)).into_response())
}

/// Responds with the public keys of the issuer.
async fn keys(State(certificates): State<Certificates>) -> Result<Response, Refusal> {
    let keys = certificates.keys.current(certificates.clock.now()).await.map_err(files::defect)?;
    Ok(cached(Json(keys.public()).into_response()))
}

/// Responds with a signed status list.
async fn list(
    State(certificates): State<Certificates>,
    Path(number): Path<String>,
) -> Result<Response, Refusal> {
    let number: i64 = number.parse().map_err(|_| Refused::ListNotFound)?;
    let revoked = status::revoked(&certificates.db, number).await?.ok_or(Refused::ListNotFound)?;
    let addresses = Addresses { public_url: &certificates.public_url };
    let name = &certificates.content.current().site.name;
    let claims = status::claims(number, &revoked, &addresses, name, certificates.clock.now());
    let signed = certificates.sign(&claims.map_err(files::defect)?).await.map_err(files::defect)?;
    Ok(cached(([(header::CONTENT_TYPE, "application/vc+jwt")], signed).into_response()))
}

fn cached(mut response: Response) -> Response {
    let fresh = format!("public, max-age={}", status::FRESH.as_secs());
    if let Ok(fresh) = HeaderValue::try_from(fresh) {
        response.headers_mut().insert(header::CACHE_CONTROL, fresh);
    }
    response
}

async fn show(
    State(certificates): State<Certificates>,
    Path(typed): Path<String>,
    Extension(presented): Extension<Presented>,
) -> Result<Response, Refusal> {
    let found = certificates.find(&typed, presented.address.as_deref()).await?;
    let mut answer = Json(shown_certificate(found, certificates.clock.now())).into_response();
    // The holder may change the shown data at any time.
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

fn shown_certificate(found: Certificate, now: Timestamp) -> Shown {
    let is_expired = found.is_expired(now);
    let is_revoked = found.revoked_at.is_some();
    Shown {
        kind: found.kind,
        holder_name: found.shows_name.then_some(found.holder_name),
        lesson_titles: (found.shows_lessons && !is_revoked).then_some(found.lesson_titles),
        is_revoked,
        code: found.code,
        revoked_at: found.revoked_at,
        title: found.title,
        minutes: found.minutes,
        first_at: found.first_at,
        last_at: found.last_at,
        issued_at: found.issued_at,
        reissued_at: found.reissued_at,
        expires_at: found.expires_at,
        is_expired,
    }
}

impl Certificates {
    /// Returns the public routes of certificates, `/credentials`. Must be wrapped in the layer that identifies the
    /// caller.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/credentials/{code}", get(show))
            .route("/credentials/{code}/{file}", get(file))
            .route("/credentials/issuer", get(issuer))
            .route("/credentials/keys.json", get(keys))
            .route("/credentials/status/{list}", get(list))
            .with_state(self.clone())
    }

    /// Limits wrong codes on the public page of certificates, which `pages` renders by a call without the visitor's
    /// address. Must be wrapped in the layer that identifies the caller.
    pub fn page(&self, pages: Router) -> Router {
        let render = move |request: Request| {
            let pages = pages.clone();
            async move { pages.oneshot(request).await }
        };
        let count = middleware::from_fn_with_state(self.clone(), count);
        Router::new().route("/certificados/{code}", any(render)).layer(count)
    }

    /// Finds the certificate of a typed code. Wrong codes are counted by address.
    ///
    /// # Errors
    /// Fails with `certificate_not_found`, or `too_many_codes` after too many wrong codes.
    pub(super) async fn find(&self, typed: &str, address: Option<&str>) -> Result<Certificate, Refusal> {
        let (now, code, limit) = (self.clock.now(), code::read(typed), limit(address));
        let found = self.db.read(move |tx| {
            if let Some(limit) = &limit {
                limit.check(tx, now).map_err(too_many)?;
            }
            let Some(code) = code else { return Ok(None) };
            Ok::<_, Refusal>(Certificate::find(tx, "code = $1", &[code.into()])?)
        });
        if let Some(found) = found.await? {
            return Ok(found);
        }
        self.count_miss(address).await?;
        Err(Refused::CertificateNotFound.into())
    }

    async fn check(&self, address: Option<&str>) -> Result<(), Refusal> {
        let Some(limit) = limit(address) else { return Ok(()) };
        let now = self.clock.now();
        self.db.read(move |tx| limit.check(tx, now).map_err(too_many)).await
    }

    async fn count_miss(&self, address: Option<&str>) -> Result<(), Refusal> {
        let Some(limit) = limit(address) else { return Ok(()) };
        let now = self.clock.now();
        self.db.write(move |tx| limit.count(tx, 1, now).map_err(too_many)).await
    }
}

async fn count(State(certificates): State<Certificates>, request: Request, next: Next) -> Response {
    let address = request.extensions().get::<Presented>().and_then(|presented| presented.address.clone());
    if let Err(refusal) = certificates.check(address.as_deref()).await {
        return (refusal.status, refusal.message).into_response();
    }
    let response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND
        && let Err(refusal) = certificates.count_miss(address.as_deref()).await
    {
        return (refusal.status, refusal.message).into_response();
    }
    response
}

fn limit(address: Option<&str>) -> Option<Limit> {
    address.map(|address| Limit {
        bucket: format!("certificate:{}", network(address)),
        most: MAX_MISSES,
        window: Duration::from_hours(1),
    })
}

fn too_many(error: ateneu_limits::Error) -> Refusal {
    match error {
        ateneu_limits::Error::Full(_) => Refused::TooManyCodes.into(),
        ateneu_limits::Error::Database(error) => error.into(),
    }
}
