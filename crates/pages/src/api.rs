//! Calls the whole API in memory, as the anonymous visitor: for the data of rendered pages and feeds, and for the rows
//! of posted forms.

use std::{net::SocketAddr, sync::Arc};

use ateneu_base::{Caller, Presented, Reads};
use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderName, HeaderValue, Method, Request, request::Parts},
};
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use tokio::runtime::Handle;
use tower::ServiceExt;

use crate::{dependencies::Dependencies, error::Error};

/// Maximum size of a response in bytes.
const MAX_ANSWER: usize = 8 * 1024 * 1024;

/// The API behind one function. Clones share it.
#[derive(Clone)]
pub struct Api {
    router: Router,
    runtime: Handle,
}

/// Rights of a caller of the API.
#[derive(Clone, Debug, Default)]
pub enum Access {
    /// Read only, for rendering.
    #[default]
    Read,
    /// Handle a posted form: also write to the tables that the form declares.
    Form(Arc<FormAccess>),
}

/// Tables that one posted form may write to, and the visitor who posted it.
#[derive(Debug)]
pub struct FormAccess {
    /// Names under `/rest/v1/`.
    pub writes: Vec<String>,
    pub visitor: Visitor,
}

/// Origin of a visitor's request. Writes of a form carry it, so that the API sees the same address as for a direct call
/// from the browser.
#[derive(Clone, Debug, Default)]
pub struct Visitor {
    peer: Option<ConnectInfo<SocketAddr>>,
    forwarded: Vec<HeaderValue>,
}

const FORWARDED: HeaderName = HeaderName::from_static("x-forwarded-for");

impl Visitor {
    pub fn of(request: &Parts) -> Self {
        Self {
            peer: request.extensions.get().copied(),
            forwarded: request.headers.get_all(FORWARDED).iter().cloned().collect(),
        }
    }

    fn lead(&self, request: &mut Request<Body>) {
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        for line in &self.forwarded {
            request.headers_mut().append(FORWARDED, line.clone());
        }
    }
}

impl Access {
    /// Returns the method, if this call may use it.
    fn permits(&self, method: &str, path: &str) -> Result<Method, &'static str> {
        match (self, method) {
            (_, "GET") => Ok(Method::GET),
            (_, "HEAD") => Ok(Method::HEAD),
            (Access::Read, _) => Err("rendering only reads"),
            (Access::Form(form), "POST") => {
                let wanted = path.strip_prefix("/rest/v1/").unwrap_or_default();
                let declared = form.writes.iter().any(|name| name == wanted);
                declared.then_some(Method::POST).ok_or("the form does not write there")
            }
            (Access::Form(_), _) => Err("a form only adds"),
        }
    }
}

/// Response of the API.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
    /// Rows and tables behind the response, if the service names them.
    pub reads: Option<Reads>,
}

impl Api {
    /// Creates the API. All requests run on `runtime`, which holds the services' connections.
    pub fn new(router: Router, runtime: Handle) -> Self {
        Self { router, runtime }
    }

    pub async fn call(
        &self,
        method: &str,
        path_and_query: &str,
        headers: &[[String; 2]],
    ) -> Result<Answer, Error> {
        let body = String::new();
        self.call_with(&Access::Read, method, path_and_query, headers, body).await
    }

    /// Sends a request that `access` permits. Refuses any other.
    pub async fn call_with(
        &self,
        access: &Access,
        method: &str,
        path_and_query: &str,
        headers: &[[String; 2]],
        body: String,
    ) -> Result<Answer, Error> {
        let refused = |what: &str| Error::Api(format!("{method} {path_and_query}: {what}"));
        let path = path_and_query.split_once('?').map_or(path_and_query, |(path, _)| path);
        let method = access.permits(method, path).map_err(refused)?;
        if !path_and_query.starts_with('/') || path_and_query.starts_with("//") {
            return Err(refused("rendering only asks this server"));
        }
        let mut request = Request::builder().method(method).uri(path_and_query);
        for [name, value] in headers {
            request = request.header(name, value);
        }
        let visitor = Presented { caller: Ok(Caller::anonymous()), bearer: None::<Arc<str>>, address: None };
        let mut request =
            request.extension(visitor).body(Body::from(body)).map_err(|error| refused(&error.to_string()))?;
        if let Access::Form(form) = access {
            form.visitor.lead(&mut request);
        }
        let router = self.router.clone();
        let answer = self.runtime.spawn(async move {
            let Ok(response) = router.oneshot(request).await;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, MAX_ANSWER).collect().await?.to_bytes();
            Ok::<_, axum::BoxError>((parts, body))
        });
        let (parts, body) = match answer.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return Err(refused(&error.to_string())),
            Err(panicked) => return Err(refused(&panicked.to_string())),
        };
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        Ok(Answer {
            status: parts.status.as_u16(),
            headers: parts.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
            reads: parts.extensions.get().cloned(),
            body,
        })
    }

    /// Reads rows. Fails unless the response is a success.
    pub async fn rows<T: serde::de::DeserializeOwned>(
        &self,
        dependencies: &mut Dependencies,
        path_and_query: &str,
    ) -> Result<Vec<T>, Error> {
        let answer = self.call("GET", path_and_query, &[]).await?;
        dependencies.add_reads(answer.reads.as_ref());
        if answer.status != 200 {
            return Err(Error::Api(format!("{path_and_query} answered {}", answer.status)));
        }
        serde_json::from_slice(&answer.body).map_err(|error| Error::Api(format!("{path_and_query}: {error}")))
    }
}
