//! `GET /metrics`: figures in Prometheus' text format, for programs on this machine only.

use std::{fmt::Write, net::SocketAddr};

use ateneu_module::{Figure, FigureKind, Measures};
use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// Returns the route of the figures.
pub fn router(measures: Measures) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(measures)
}

async fn metrics(State(measures): State<Measures>, request: Request) -> Response {
    if !is_local(&request) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let text: String = measures.read().await.0.iter().map(text_of).collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// Returns the lines of a figure.
fn text_of(Figure { name, kind, help, label, values }: &Figure) -> String {
    let kind = match kind {
        FigureKind::Counter => "counter",
        FigureKind::Gauge => "gauge",
    };
    let mut text = format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
    for (of, value) in values {
        // Writing to a string does not fail.
        let _ = match label {
            Some(label) => writeln!(text, "{name}{{{label}=\"{of}\"}} {value}"),
            None => writeln!(text, "{name} {value}"),
        };
    }
    text
}

/// Returns `true` if the request comes from this machine, and not through a proxy on it.
fn is_local(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let loopback = peer.is_some_and(|peer| peer.0.ip().is_loopback());
    loopback
        && !request.headers().contains_key("x-forwarded-for")
        && !request.headers().contains_key("forwarded")
}
