//! Recognises page views: successful navigations of a browser.

use ateneu_module::Arrival;
use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};

use crate::{Visits, counters::Seen, source::Source, tables::VISIT};

/// Maximum length of a page's path.
const MAX_PATH_LENGTH: usize = 200;

/// Words in user agents of programs that do not count as visitors.
const ROBOTS: &[&str] = &[
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "externalhit",
    "whatsapp",
    "embed",
    "fetch",
    "scan",
    "monitor",
    "uptime",
    "lighthouse",
    "headless",
    "phantom",
    "curl",
    "wget",
    "python",
    "java/",
    "okhttp",
    "go-http",
    "axios",
    "node",
    "ruby",
    "perl",
    "libwww",
    "http-client",
    "httpclient",
    "feed",
    "rss",
];

/// Counts first views after their responses.
pub async fn count(State(analytics): State<Visits>, request: Request, next: Next) -> Response {
    let arrived = request.method() == Method::GET && is_visit(request.headers());
    let path = arrived.then(|| page_path(request.uri().path())).flatten();
    let source = path.as_ref().and_then(|_| source_of(&request));
    let response = next.run(request).await;
    if let Some(path) = path.filter(|path| is_page(&response) && analytics.is_public(path)) {
        analytics.count(Seen::View(path));
        if let Some(source) = source {
            analytics.count(Seen::From { source, what: VISIT });
        }
    }
    response
}

/// Returns the source of a visit. Returns `None` for a reload or a page opened from this site.
fn source_of(request: &Request) -> Option<Source> {
    let headers = request.headers();
    let reloads = ["max-age=0", "no-cache"].contains(&text(headers, header::CACHE_CONTROL.as_str()));
    if reloads || text(headers, "sec-fetch-site") == "same-origin" {
        return None;
    }
    let query = request.uri().query().unwrap_or_default();
    let words: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).collect();
    let word = |name: &str| words.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_ref());
    Source::of_arrival(&Arrival {
        referrer: text(headers, header::REFERER.as_str()),
        source: word("utm_source"),
        medium: word("utm_medium"),
        own_host: text(headers, header::HOST.as_str()),
    })
}

/// Returns `true` if the response is a page, or 304. The bare shell is not cacheable: made-up addresses get it too
/// while pages cannot be rendered, and would each be counted.
fn is_page(response: &Response) -> bool {
    let shown = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    shown && text(response.headers(), header::CACHE_CONTROL.as_str()) != "no-store"
}

/// Returns the canonical path of a page, so that capitals and slashes make no second page. Returns `None` for paths
/// that no page has (escapes, dots between slashes, overlong ones).
pub fn page_path(path: &str) -> Option<String> {
    let trimmed = path.trim_end_matches('/').to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"/-_".contains(&byte);
    if trimmed.is_empty() {
        return (path == "/").then(|| path.to_owned());
    }
    let usable = trimmed.starts_with('/')
        && !trimmed.contains("//")
        && trimmed.len() <= MAX_PATH_LENGTH
        && trimmed.bytes().all(plain);
    usable.then_some(trimmed)
}

/// Returns `true` if the visitor opts out of counting (Do Not Track, Global Privacy Control).
pub fn wants_privacy(headers: &HeaderMap) -> bool {
    ["dnt", "sec-gpc"].iter().any(|name| text(headers, name) == "1")
}

/// Returns `true` for a program that identifies itself, or sends no user agent.
pub fn is_robot(headers: &HeaderMap) -> bool {
    let agent = text(headers, header::USER_AGENT.as_str()).to_ascii_lowercase();
    // A brand of telephones, not a robot.
    let agent = agent.replace("cubot", "");
    agent.is_empty() || ROBOTS.iter().any(|word| agent.contains(word))
}

fn is_visit(headers: &HeaderMap) -> bool {
    let navigates = match text(headers, "sec-fetch-mode") {
        // Older browsers send no fetch metadata.
        "" => text(headers, header::ACCEPT.as_str()).contains("text/html"),
        mode => mode == "navigate",
    };
    let ahead =
        ["sec-purpose", "purpose", "x-moz"].iter().any(|name| text(headers, name).contains("prefetch"));
    navigates && !ahead && !wants_privacy(headers) && !is_robot(headers)
}

pub fn text<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    const BROWSER: &str =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let all = [&[("user-agent", BROWSER), ("accept", "text/html,*/*")], pairs].concat();
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_navigation_is_a_visit_with_and_without_fetch_metadata() {
        assert!(is_visit(&headers(&[])));
        assert!(is_visit(&headers(&[("sec-fetch-mode", "navigate"), ("dnt", "0")])));
    }

    #[test]
    fn scripts_prefetches_robots_and_privacy_signals_are_no_visits() {
        for pair in [
            ("sec-fetch-mode", "cors"),
            ("accept", "application/json"),
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("dnt", "1"),
            ("sec-gpc", "1"),
            ("user-agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"),
            ("user-agent", "WhatsApp/2.23.20.0"),
            ("user-agent", "curl/8.5.0"),
            ("user-agent", ""),
        ] {
            assert!(!is_visit(&headers(&[pair])), "{pair:?}");
        }
    }

    #[test]
    fn page_paths_are_normalized_and_invalid_ones_refused() {
        for (given, expected) in [
            ("/", Some("/")),
            ("/Sobre/", Some("/sobre")),
            ("/blog/0190-aB_c", Some("/blog/0190-ab_c")),
            ("/blog/%61", None),
            ("/blog//a", None),
            ("//", None),
            ("", None),
            ("sobre", None),
            ("/a.b", None),
            ("/sobre?x=1", None),
        ] {
            assert_eq!(page_path(given).as_deref(), expected, "{given}");
        }
        assert_eq!(page_path(&format!("/{}", "a".repeat(300))), None);
    }
}
