//! Result of a sign-in outside the page: a code or an error in the URL at which the browser lands.
//! [`crate::sessions::SessionResponse::in_fragment`] writes a session.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use url::{Url, form_urlencoded};

use crate::error::Error;

/// Adds an error to the fragment and, for programs that read it, to the query.
pub(crate) fn with_error(url: Url, error: &Error, in_query: bool) -> Url {
    let (status, code) = error.status_and_code();
    if status.is_server_error() {
        tracing::error!(?error, "failed to complete a sign-in by redirect");
    }
    let name = match status.as_u16() {
        401 => "unauthorized_client",
        403 => "access_denied",
        503 => "temporarily_unavailable",
        500..=599 => "server_error",
        _ => "invalid_request",
    };
    let description = match error {
        Error::OtpExpired => "Email link is invalid or has expired".to_owned(),
        other => other.to_string(),
    };
    with_words(url, [name, code.into_str(), &description], in_query)
}

/// Adds an error's name, code and description to the fragment and, if wanted, to the query.
pub(crate) fn with_words(url: Url, [name, code, description]: [&str; 3], in_query: bool) -> Url {
    let pairs = [("error", name), ("error_code", code), ("error_description", description)];
    let url = if in_query { with_query(url, &pairs) } else { url };
    with_fragment(url, &[pairs[0], pairs[1], pairs[2], ("sb", "")])
}

/// Adds pairs to the query, keeping existing ones.
pub(crate) fn with_query(mut url: Url, pairs: &[(&str, &str)]) -> Url {
    url.query_pairs_mut().extend_pairs(pairs);
    url
}

/// Puts pairs into the fragment.
pub(crate) fn with_fragment(mut url: Url, pairs: &[(&str, &str)]) -> Url {
    let fragment = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    url.set_fragment(Some(&fragment));
    url
}

/// Redirects the browser.
pub(crate) fn redirect(status: StatusCode, url: &Url) -> Response {
    match HeaderValue::from_str(url.as_str()) {
        Ok(location) => (status, [(header::LOCATION, location)]).into_response(),
        Err(_) => Error::Defect("an address is not a header").into_response(),
    }
}

/// Redirects the browser by GET, also from a POST.
pub(crate) fn see_other(url: &Url) -> Response {
    redirect(StatusCode::SEE_OTHER, url)
}
