//! `POST /eventos`: reports of a page, `{"view": "/sobre"}` or `{"click": {"category": "hero", "label": "solucoes"}}`
//! or `{"goal": {"name": "newsletter", "referrer": "https://…", "source": "carta", "medium": "email"}}`.
//!
//! Responds with 204 whether or not it counts, 400 to an invalid report, 403 to another site's, 429 above the limit.

use crate::tables::{CLICKS, GOALS};
use ateneu_base::Presented;
use ateneu_limits::network;
use ateneu_module::Arrival;
use axum::{
    Extension,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use crate::{
    Visits,
    arrival::{is_robot, page_path, text, wants_privacy},
    counters::Seen,
    report_limit::WINDOW,
    source::Source,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Report {
    /// Path of the page that the visitor navigated to.
    View(String),
    Click {
        category: String,
        label: String,
    },
    /// A goal was reached. The other fields give the source of the visit.
    Goal {
        name: String,
        #[serde(default)]
        referrer: String,
        #[serde(default)]
        source: String,
        #[serde(default)]
        medium: String,
    },
}

pub async fn answer(
    State(analytics): State<Visits>,
    presented: Option<Extension<Presented>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_own(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if wants_privacy(&headers) || is_robot(&headers) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let address = presented.and_then(|Extension(presented)| presented.address);
    let now = analytics.0.clock.now();
    if let Some(address) = address
        && !analytics.0.report_limit.lock().admits(network(&address), now)
    {
        let seconds = WINDOW.as_secs().to_string();
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds)]).into_response();
    }
    match serde_json::from_slice(&body) {
        Ok(report) => {
            if let Some(seen) = known(&analytics, report, &headers).await {
                analytics.count(seen);
            }
            StatusCode::NO_CONTENT.into_response()
        }
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

/// Returns the event that a report counts as. Only pages that answer, and declared clicks and goals, are counted.
async fn known(analytics: &Visits, report: Report, headers: &HeaderMap) -> Option<Seen> {
    match report {
        Report::View(path) => {
            let path = page_path(&path).filter(|path| analytics.is_public(path))?;
            let exists = analytics.0.pages.exists(path.clone()).await;
            exists.then_some(Seen::View(path))
        }
        Report::Click { category, label } => {
            let (category, labels) = CLICKS.iter().find(|(name, _)| *name == category)?;
            let label = labels.iter().find(|name| **name == label)?;
            Some(Seen::Click { category, label })
        }
        Report::Goal { name, referrer, source, medium } => {
            let what = GOALS.iter().find(|goal| **goal == name)?;
            let source = Source::of_arrival(&Arrival {
                referrer: &referrer,
                source: &source,
                medium: &medium,
                own_host: text(headers, header::HOST.as_str()),
            })?;
            Some(Seen::From { source, what })
        }
    }
}

/// Returns `true` if a page of this site sent the request. Another site cannot change what browsers say.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin";
    }
    let origin = text(header::ORIGIN).and_then(|origin| origin.split_once("://"));
    origin.is_some_and(|(_, authority)| text(header::HOST) == Some(authority))
}
