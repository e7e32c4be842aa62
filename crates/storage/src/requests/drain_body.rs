//! Reads a refused request to its end, up to a bound: if the connection closes while the client is sending, the client
//! gets no response.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Error,
    body::{Body, BodyDataStream, Bytes, HttpBody},
    extract::Request,
    middleware::Next,
    response::Response,
};
use futures::{Stream, StreamExt};
use parking_lot::Mutex;

/// How much of a refused body is read, in bytes.
const MOST: usize = 8 * 1024 * 1024;

/// Passes the body on and, when the response is a refusal, reads what is left of it.
pub(crate) async fn drain_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let mut rest = Shared(Arc::new(Mutex::new(body.into_data_stream())));
    let response = next.run(Request::from_parts(parts, Body::from_stream(rest.clone()))).await;
    if response.status().is_client_error() {
        let mut read = 0;
        while read < MOST
            && let Some(Ok(bytes)) = rest.next().await
        {
            read += bytes.len();
        }
    }
    response
}

/// A body with several readers, one after the other.
#[derive(Clone)]
struct Shared(Arc<Mutex<BodyDataStream>>);

impl Stream for Shared {
    type Item = Result<Bytes, Error>;
    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.lock().poll_next_unpin(context)
    }
}
