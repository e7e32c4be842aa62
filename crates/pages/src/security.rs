//! Headers on everything this room answers. Nothing is allowed that is not named here.

use axum::http::{HeaderMap, HeaderValue, header};

/// Only what this server sends may run, style, or be spoken to; pictures may come from elsewhere over TLS. The three
/// framed hosts play recordings that live there, once a visitor asks (`web/src/ui/player/external-source.ts`).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; \
    font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; \
    frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com; frame-ancestors 'none'; \
    form-action 'self'; base-uri 'none'";

/// The headers for an installation at this public address.
pub fn headers(public_url: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "strict-origin-when-cross-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in [
        ("cross-origin-opener-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if public_url.starts_with("https://") {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers
}
