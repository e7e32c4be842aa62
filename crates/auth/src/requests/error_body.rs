//! Completes responses: error bodies in the request's protocol version, and headers for auth-js.
//!
//! auth-js 2.119 reads `code` only if `X-Supabase-Api-Version` is echoed, otherwise `error_code`.

use ateneu_base::ids;
use axum::{
    Json,
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value, json};

use crate::error::{ErrorCode, Problem, whole_seconds};

const VERSION_HEADER: &str = "x-supabase-api-version";
const VERSION: &str = "2024-01-01";

/// Middleware around every endpoint.
pub(crate) async fn finish(request: Request, next: Next) -> Response {
    let modern =
        request.headers().get(VERSION_HEADER).and_then(|value| value.to_str().ok()).is_some_and(is_modern);
    let mut response = next.run(request).await;
    if let Some(problem) = problem_of(&mut response) {
        response = body(&problem, modern);
    }
    let headers = response.headers_mut();
    if modern {
        headers.insert(VERSION_HEADER, HeaderValue::from_static(VERSION));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn is_modern(version: &str) -> bool {
    let dated = version.len() == 10 && version.split('-').count() == 3;
    dated && version >= VERSION
}

/// Returns the service's problem, or one from the framework before the handler.
fn problem_of(response: &mut Response) -> Option<Problem> {
    let status = response.status();
    let ours = response.extensions_mut().remove::<Problem>();
    ours.or_else(|| {
        (status.is_client_error() || status.is_server_error()).then(|| Problem {
            status,
            code: ErrorCode::ValidationFailed,
            message: "The request could not be read".into(),
            weaknesses: Vec::new(),
            retry_after: None,
        })
    })
}

fn body(problem: &Problem, modern: bool) -> Response {
    let mut body = Map::new();
    if modern {
        body.insert("code".into(), problem.code.into_str().into());
        body.insert("message".into(), problem.message.clone().into());
    } else {
        body.insert("code".into(), problem.status.as_u16().into());
        body.insert("error_code".into(), problem.code.into_str().into());
        body.insert("msg".into(), problem.message.clone().into());
        if problem.status.is_server_error() {
            body.insert("error_id".into(), ids::random_id().into());
        }
    }
    if !problem.weaknesses.is_empty() {
        let reasons: Vec<&str> = problem.weaknesses.iter().map(|reason| reason.name()).collect();
        body.insert("weak_password".into(), json!({ "reasons": reasons }));
    }
    let mut response = (problem.status, Json(Value::Object(body))).into_response();
    let headers = response.headers_mut();
    headers.insert("x-sb-error-code", HeaderValue::from_static(problem.code.into_str()));
    if let Some(wait) = problem.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(whole_seconds(wait).max(1)));
    }
    response
}
