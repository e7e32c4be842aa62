//! The whole API called in memory, as the anonymous visitor: how a page being rendered and a feed read their data.

use std::sync::Arc;

use ateneu_base::{Caller, Presented};
use axum::{
    Router,
    body::Body,
    http::{Method, Request},
};
use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use tokio::runtime::Handle;
use tower::ServiceExt;

use crate::error::Error;

/// No page needs more than this in one answer.
const MAX_ANSWER: usize = 8 * 1024 * 1024;

/// The API behind one function. Cloning is cheap.
#[derive(Clone)]
pub struct Api {
    router: Router,
    runtime: Handle,
}

/// What the API answered.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Bytes,
}

impl Api {
    /// Requests run on `runtime`, whoever asks: the services keep their connections there.
    pub fn new(router: Router, runtime: Handle) -> Self {
        Self { router, runtime }
    }

    /// Reads. Rendering never writes: any method but GET and HEAD is refused.
    pub async fn call(
        &self,
        method: &str,
        path_and_query: &str,
        headers: &[[String; 2]],
    ) -> Result<Answer, Error> {
        let refused = |what: &str| Error::Api(format!("{method} {path_and_query}: {what}"));
        let method = match method {
            "GET" => Method::GET,
            "HEAD" => Method::HEAD,
            _ => return Err(refused("rendering only reads")),
        };
        if !path_and_query.starts_with('/') || path_and_query.starts_with("//") {
            return Err(refused("rendering only asks this server"));
        }
        let mut request = Request::builder().method(method).uri(path_and_query);
        for [name, value] in headers {
            request = request.header(name, value);
        }
        let visitor = Presented {
            caller: Ok(Caller::anonymous()),
            bearer: None::<Arc<str>>,
            address: None,
        };
        let request = request
            .extension(visitor)
            .body(Body::empty())
            .map_err(|error| refused(&error.to_string()))?;
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
        let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        Ok(Answer {
            status: parts.status.as_u16(),
            headers: parts
                .headers
                .iter()
                .map(|(name, value)| (name.to_string(), text(value)))
                .collect(),
            body,
        })
    }

    /// Reads rows; anything but a success is an error.
    pub async fn rows<T: serde::de::DeserializeOwned>(&self, path_and_query: &str) -> Result<Vec<T>, Error> {
        let answer = self.call("GET", path_and_query, &[]).await?;
        if answer.status != 200 {
            return Err(Error::Api(format!("{path_and_query} answered {}", answer.status)));
        }
        serde_json::from_slice(&answer.body).map_err(|error| Error::Api(format!("{path_and_query}: {error}")))
    }
}
