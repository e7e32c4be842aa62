//! Requests to a router, sent without a network.
//!
//! ```text
//! let response = client.request("POST", "/rest/v1/contents").token(&key).json(&row).await;
//! assert_eq!(response.refusal(), (403, "42501"));
//! ```

#![expect(clippy::expect_used, reason = "a test that cannot send its request must stop")]

use std::{
    fmt::{self, Debug},
    pin::Pin,
    sync::{Arc, OnceLock},
};

use ateneu_base::{Caller, Presented, TokenProblem};
use axum::{
    Router,
    body::{Body, Bytes},
    http::{
        Extensions, HeaderMap, HeaderValue, Request, StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE},
        request::Builder,
    },
};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Identify = Arc<dyn Fn(HeaderMap) -> BoxFuture<Presented> + Send + Sync>;

/// Sends requests to a router, with the function that identifies callers.
#[derive(Clone, Default)]
pub struct TestClient {
    router: Router,
    identify: Option<Identify>,
}

impl TestClient {
    /// Creates a client of this router. Requests have no [`Presented`] unless they set a caller or an address.
    pub fn new(router: Router) -> Self {
        Self { router, identify: None }
    }

    /// Adds a router: merged with the others if `path` is empty, otherwise nested under it.
    pub fn mount(&mut self, path: &str, router: Router) {
        let mounted = std::mem::take(&mut self.router);
        self.router = if path.is_empty() { mounted.merge(router) } else { mounted.nest(path, router) };
    }

    /// Removes all routers, before the modules are opened again.
    pub fn unmount(&mut self) {
        self.router = Router::new();
    }

    /// Sets the function that identifies the caller from the headers, as the server's middleware does.
    pub fn identify<F>(&mut self, identify: impl Fn(HeaderMap) -> F + Send + Sync + 'static)
    where
        F: Future<Output = Presented> + Send + 'static,
    {
        self.identify = Some(Arc::new(move |headers| Box::pin(identify(headers))));
    }

    /// Creates a request, sent by `.await`.
    pub fn request(&self, method: &str, path: &str) -> TestRequest {
        self.prepared(Request::builder().method(method).uri(path))
    }

    /// Creates a request from one begun without a client.
    pub fn prepared(&self, request: Builder) -> TestRequest {
        let request = request.body(Body::empty()).expect("a method, a path and header fields");
        TestRequest { client: self.clone(), request, caller: None, bearer: None, address: None }
    }

    /// Creates a `GET` request.
    pub fn get(&self, path: &str) -> TestRequest {
        self.request("GET", path)
    }

    /// Creates a `POST` request.
    pub fn post(&self, path: &str) -> TestRequest {
        self.request("POST", path)
    }
}

/// A request that is sent by `.await`.
#[must_use = "a request is sent by `.await`"]
pub struct TestRequest {
    client: TestClient,
    request: Request<Body>,
    caller: Option<Result<Caller, TokenProblem>>,
    bearer: Option<Arc<str>>,
    address: Option<Arc<str>>,
}

impl TestRequest {
    /// Sets the bearer token.
    pub fn token(mut self, token: &str) -> Self {
        self.bearer = Some(token.into());
        self.header(AUTHORIZATION.as_str(), format!("Bearer {token}"))
    }

    /// Sets the caller, as the server does after it has checked the token.
    pub fn caller(mut self, caller: Result<Caller, TokenProblem>) -> Self {
        self.caller = Some(caller);
        self
    }

    /// Sets the client's address.
    pub fn address(mut self, address: &str) -> Self {
        self.address = Some(address.into());
        self
    }

    /// Sets a header field, replacing an earlier value.
    pub fn header(mut self, name: &'static str, value: impl TryInto<HeaderValue, Error: Debug>) -> Self {
        self.request.headers_mut().insert(name, value.try_into().expect("a header field"));
        self
    }

    /// Adds header fields, keeping earlier values.
    pub fn headers(mut self, fields: &[(&str, &str)]) -> Self {
        for (name, value) in fields {
            let name: axum::http::HeaderName = name.parse().expect("a header field's name");
            self.request.headers_mut().append(name, value.parse().expect("a header field"));
        }
        self
    }

    /// Adds a value for handlers, such as the connection's address.
    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        let extensions: &mut Extensions = self.request.extensions_mut();
        extensions.insert(value);
        self
    }

    /// Sets a JSON body.
    pub fn json(mut self, body: &Value) -> Self {
        let kind = HeaderValue::from_static("application/json");
        self.request.headers_mut().entry(CONTENT_TYPE).or_insert(kind);
        self.body(body.to_string())
    }

    /// Sets the body.
    pub fn body(mut self, body: impl Into<Body>) -> Self {
        *self.request.body_mut() = body.into();
        self
    }

    async fn send(mut self) -> TestResponse {
        if let Some(mut presented) = self.presented().await {
            if self.address.is_some() {
                presented.address = self.address;
            }
            self.request.extensions_mut().insert(presented);
        }
        let Ok(response) = self.client.router.oneshot(self.request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("the body ends well").to_bytes();
        TestResponse {
            status: parts.status,
            headers: parts.headers,
            extensions: parts.extensions,
            body,
            json: OnceLock::new(),
        }
    }

    async fn presented(&mut self) -> Option<Presented> {
        let bearer = self.bearer.take();
        match (self.caller.take(), &self.client.identify) {
            (Some(caller), _) => Some(Presented { caller, bearer, address: None }),
            (None, Some(identify)) => Some(identify(self.request.headers().clone()).await),
            (None, None) if self.address.is_some() => {
                Some(Presented { caller: Ok(Caller::anonymous()), bearer, address: None })
            }
            (None, None) => None,
        }
    }
}

impl IntoFuture for TestRequest {
    type Output = TestResponse;
    type IntoFuture = BoxFuture<TestResponse>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

/// A response, read completely.
#[derive(Clone)]
pub struct TestResponse {
    /// The status.
    pub status: StatusCode,
    /// The header fields.
    pub headers: HeaderMap,
    /// Extensions that the handler set for outer layers.
    pub extensions: Extensions,
    /// The body.
    pub body: Bytes,
    json: OnceLock<Value>,
}

impl TestResponse {
    /// Returns the body as JSON, `null` if it is empty.
    #[track_caller]
    pub fn json(&self) -> &Value {
        if let Some(json) = self.json.get() {
            return json;
        }
        let json = match self.body.is_empty() {
            true => Ok(Value::Null),
            false => serde_json::from_slice(&self.body),
        };
        let json = json.unwrap_or_else(|_| panic!("not JSON: {self:?}"));
        self.json.get_or_init(|| json)
    }

    /// Returns the body as JSON, by value.
    #[track_caller]
    pub fn into_json(self) -> Value {
        self.json().clone()
    }

    /// Returns the body as text.
    #[track_caller]
    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap_or_else(|_| panic!("not text: {self:?}"))
    }

    /// Returns a header field's value, empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a header field of text"))
    }

    /// Returns a string in the JSON object of the body.
    #[track_caller]
    pub fn string(&self, key: &str) -> String {
        let text = self.json()[key].as_str();
        text.unwrap_or_else(|| panic!("no {key}: {self:?}")).to_owned()
    }

    /// Returns the stable code of a refusal, `no code` without one, and an empty text for success.
    #[track_caller]
    pub fn code(&self) -> &str {
        let is_refusal = self.status.is_client_error() || self.status.is_server_error();
        if is_refusal { self.json()["code"].as_str().unwrap_or("no code") } else { "" }
    }

    /// Returns status and code, for comparison with an expected refusal.
    #[track_caller]
    pub fn refusal(&self) -> (u16, &str) {
        (self.status.as_u16(), self.code())
    }

    /// Asserts success.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(self.status.is_success(), "{self:?}");
        self
    }

    /// Asserts a refusal with this code.
    #[track_caller]
    pub fn refused(self, code: &str) -> Self {
        assert!(!self.status.is_success() && self.code() == code, "expected {code}: {self:?}");
        self
    }

    /// Asserts a refusal with this status and code.
    #[track_caller]
    pub fn refused_with(self, status: u16, code: &str) -> Self {
        assert_eq!(self.refusal(), (status, code), "{self:?}");
        self
    }
}

impl Debug for TestResponse {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let body = String::from_utf8_lossy(&self.body);
        write!(to, "{} {:?} {body}", self.status, self.headers)
    }
}
