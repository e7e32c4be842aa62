//! Reads a refused request to its end, up to a limit: if the connection closes while the client is sending, the client
//! gets no response.

use std::sync::Arc;

use axum::{
    body::{Body, BodyDataStream, HttpBody},
    extract::Request,
    middleware::Next,
    response::Response,
};
use futures::{StreamExt, stream};
use parking_lot::Mutex;

/// Maximum number of bytes that are read from a refused body.
const MAX_DRAINED_BYTES: usize = 8 * 1024 * 1024;

/// Passes the body on. After a refusal reads the rest of it.
pub(crate) async fn drain_body(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body.into_data_stream()));
    // Two readers use it, one after the other.
    let reader = |body: Arc<Mutex<BodyDataStream>>| {
        stream::poll_fn(move |context| body.lock().poll_next_unpin(context))
    };
    let sent = Body::from_stream(reader(Arc::clone(&body)));
    let response = next.run(Request::from_parts(parts, sent)).await;
    let mut rest = reader(body);
    if response.status().is_client_error() {
        let mut read = 0;
        while read < MAX_DRAINED_BYTES
            && let Some(Ok(bytes)) = rest.next().await
        {
            read += bytes.len();
        }
    }
    response
}
