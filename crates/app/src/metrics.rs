//! `GET /metrics`: figures in Prometheus' text format, for programs on this machine only.

use std::net::SocketAddr;

use ateneu_content::Content;
use ateneu_pages::Pages;
use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

pub fn router(pages: &Pages, content: &Content) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state((pages.clone(), content.clone()))
}

async fn metrics(State((pages, content)): State<(Pages, Content)>, request: Request) -> Response {
    if !is_local(&request) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let counts = pages.counts();
    let figures = [
        ("ateneu_pages_kept_total", "Pages answered from the cache.", counts.kept),
        ("ateneu_pages_made_total", "Pages rendered.", counts.made),
        ("ateneu_pages_failed_total", "Renders that fell back to the browser.", counts.failed),
        (
            "ateneu_content_refused_total",
            "Edits of the owner's words that were broken and not taken.",
            content.refused(),
        ),
    ];
    let lines: String = figures
        .into_iter()
        .map(|(name, help, value)| format!("# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}\n"))
        .collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], lines).into_response()
}

/// Returns `true` if the request comes from this machine, and not through a proxy on it.
fn is_local(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let loopback = peer.is_some_and(|peer| peer.0.ip().is_loopback());
    loopback
        && !request.headers().contains_key("x-forwarded-for")
        && !request.headers().contains_key("forwarded")
}
