//! An outside service for tests: listens on a port of its own, keeps every request, and answers as it is told.

#![expect(clippy::expect_used, reason = "a test that cannot have its service must stop")]

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use tokio::{net::TcpListener, sync::watch};

/// A request as it arrived.
#[derive(Clone, Debug)]
pub struct Asked {
    /// `GET`, `POST`, …
    pub method: String,
    /// Path and query.
    pub target: String,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Asked {
    /// A header field's value; empty when it is missing.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }
}

/// What a request is answered.
#[derive(Clone, Debug)]
pub enum Reply {
    /// With this status and body.
    Say(u16, String),
    /// With this status, these header fields and this body.
    SayWith(u16, Vec<(&'static str, String)>, String),
    /// Never.
    Hang,
}

type Judge = Arc<dyn Fn(&Asked) -> Reply + Send + Sync>;

struct Shared {
    asked: watch::Sender<Vec<Asked>>,
    judge: Mutex<Judge>,
}

/// The running service.
#[derive(Clone)]
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl StandIn {
    /// Listens on a free port of this machine and answers so.
    pub async fn start(judge: impl Fn(&Asked) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let judge: Judge = Arc::new(judge);
        let shared = Arc::new(Shared { asked: watch::Sender::new(Vec::new()), judge: Mutex::new(judge) });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        // Ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    /// Its address, no slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on answers so.
    pub fn answer(&self, judge: impl Fn(&Asked) -> Reply + Send + Sync + 'static) {
        *self.shared.judge.lock() = Arc::new(judge);
    }

    /// Every request so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.shared.asked.borrow().clone()
    }

    /// Waits until so many requests have come.
    pub async fn arrived(&self, requests: usize) -> Vec<Asked> {
        let mut asked = self.shared.asked.subscribe();
        let all = asked.wait_for(|all| all.len() >= requests).await;
        all.expect("the service listens").clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let asked = Asked {
        method: parts.method.to_string(),
        target: parts.uri.to_string(),
        headers: parts.headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let judge = Arc::clone(&shared.judge.lock());
    let reply = judge(&asked);
    shared.asked.send_modify(|all| all.push(asked));
    match reply {
        Reply::Say(status, body) => say(status, &[], body),
        Reply::SayWith(status, fields, body) => say(status, &fields, body),
        Reply::Hang => std::future::pending().await,
    }
}

fn say(status: u16, fields: &[(&'static str, String)], body: String) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    let mut response = (status, body).into_response();
    for (name, value) in fields {
        let value = value.parse().expect("a header field");
        response.headers_mut().insert(*name, value);
    }
    response
}
