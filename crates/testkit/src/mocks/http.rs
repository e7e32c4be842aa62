//! A mock of an HTTP service.

#![expect(clippy::expect_used, reason = "a test that cannot have its service must stop")]

use std::{collections::HashMap, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use serde_json::Value;
use tokio::{net::TcpListener, sync::watch};
use url::form_urlencoded;

/// A received request.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    /// Method, such as `GET`.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl ReceivedRequest {
    /// Returns a header field's value, empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// Returns the target without its query.
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns the parameters of the query.
    pub fn query(&self) -> HashMap<String, String> {
        let (_, query) = self.target.split_once('?').unwrap_or_default();
        form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    /// Returns the fields of a form in the body.
    pub fn form(&self) -> HashMap<String, String> {
        form_urlencoded::parse(self.body.as_bytes()).into_owned().collect()
    }
}

/// Reply to a request.
#[derive(Clone, Debug)]
pub enum MockReply {
    /// Status and body.
    Body(u16, String),
    /// Status, header fields and body.
    Full(u16, Vec<(&'static str, String)>, String),
    /// No reply, ever.
    Hang,
}

impl MockReply {
    /// Returns status 200 with this JSON.
    pub fn json(body: &Value) -> Self {
        Self::Body(200, body.to_string())
    }
}

type Handler = Arc<dyn Fn(&ReceivedRequest) -> MockReply + Send + Sync>;

struct Shared {
    received: watch::Sender<Vec<ReceivedRequest>>,
    handler: Mutex<Handler>,
}

/// The running service.
#[derive(Clone)]
pub struct MockServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl MockServer {
    /// Listens on a free port of this machine, and replies by this handler.
    pub async fn start(handler: impl Fn(&ReceivedRequest) -> MockReply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let handler: Handler = Arc::new(handler);
        let received = watch::Sender::new(Vec::new());
        let shared = Arc::new(Shared { received, handler: Mutex::new(handler) });
        let router = Router::new().fallback(reply).with_state(Arc::clone(&shared));
        // The task ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, shared }
    }

    /// Returns the server's address, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Replaces the handler.
    pub fn reply_with(&self, handler: impl Fn(&ReceivedRequest) -> MockReply + Send + Sync + 'static) {
        *self.shared.handler.lock() = Arc::new(handler);
    }

    /// Returns all requests so far.
    pub fn received(&self) -> Vec<ReceivedRequest> {
        self.shared.received.borrow().clone()
    }

    /// Waits until this number of requests has arrived.
    pub async fn wait_for(&self, requests: usize) -> Vec<ReceivedRequest> {
        let mut received = self.shared.received.subscribe();
        let all = received.wait_for(|all| all.len() >= requests).await;
        all.expect("the service listens").clone()
    }
}

async fn reply(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let request = ReceivedRequest {
        method: parts.method.to_string(),
        target: parts.uri.to_string(),
        headers: parts.headers,
        body: String::from_utf8_lossy(&body).into_owned(),
    };
    let handler = Arc::clone(&shared.handler.lock());
    let reply = handler(&request);
    shared.received.send_modify(|all| all.push(request));
    match reply {
        MockReply::Body(status, body) => response(status, &[], body),
        MockReply::Full(status, fields, body) => response(status, &fields, body),
        MockReply::Hang => std::future::pending().await,
    }
}

fn response(status: u16, fields: &[(&'static str, String)], body: String) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    let mut response = (status, body).into_response();
    for (name, value) in fields {
        let value = value.parse().expect("a header field");
        response.headers_mut().insert(*name, value);
    }
    response
}
