//! Cross-origin rules of the services: any site may call, with any header of the client.

use std::time::Duration;

use axum::http::{HeaderName, Method};
use tower_http::cors::{AllowHeaders, Any, CorsLayer};

/// Headers that a browser may read (those used by `supabase-js` 2.119 and upload clients).
const EXPOSED: [&str; 18] = [
    "content-range",
    "content-location",
    "content-profile",
    "location",
    "preference-applied",
    "range-unit",
    "x-total-count",
    "link",
    "x-supabase-api-version",
    "x-sb-error-code",
    "x-relay-error",
    "etag",
    "content-disposition",
    "accept-ranges",
    "tus-resumable",
    "upload-offset",
    "upload-length",
    "upload-expires",
];

/// Returns the layer around the services. Request headers are reflected, because a fixed list would break with every
/// client that sends a new one.
pub fn layer() -> CorsLayer {
    let methods = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
    ];
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods(methods)
        .allow_headers(AllowHeaders::mirror_request())
        .expose_headers(EXPOSED.map(HeaderName::from_static))
        .max_age(Duration::from_secs(86_400))
}
