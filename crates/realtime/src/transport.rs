//! The connection below a WebSocket: the handshake, and a limit on incomplete messages.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderMap, Request, Response, StatusCode, header},
};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        handshake::derive_accept_key,
        protocol::{Role, WebSocketConfig},
    },
};

use crate::channel::BROADCAST_BYTES;

/// Maximum message of a socket without a signed-in person, in bytes.
pub const VISITOR_BYTES: usize = 64 << 10;
/// Maximum message of other sockets: a broadcast with its envelope.
pub const MEMBER_BYTES: usize = BROADCAST_BYTES + VISITOR_BYTES;
/// Maximum time from the beginning to the end of a message.
const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// Bytes of the buffers of one socket. They are small, because most of ten thousand sockets are idle.
const BUFFER_BYTES: usize = 2 << 10;
/// Bytes of frames after which they are flushed.
const WRITE_BYTES: usize = 8 << 10;

/// A WebSocket with limits on incoming messages.
pub type Stream = WebSocketStream<Bounded<TokioIo<Upgraded>>>;

/// Returns the response that accepts a handshake. Returns `None` for another request.
pub fn accepted(headers: &HeaderMap) -> Option<Response<Body>> {
    let names = |name: header::HeaderName, wanted: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(wanted))
    };
    let key = headers.get(header::SEC_WEBSOCKET_KEY)?;
    let is_handshake = names(header::CONNECTION, "upgrade")
        && names(header::UPGRADE, "websocket")
        && names(header::SEC_WEBSOCKET_VERSION, "13");
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(header::CONNECTION, "upgrade")
        .header(header::UPGRADE, "websocket")
        .header(header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes()));
    is_handshake.then(|| response.body(Body::empty()).ok()).flatten()
}

/// Serves the connection of an accepted handshake in its own task.
pub fn serve<F>(request: &mut Request<Body>, serve: impl FnOnce(Stream) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send,
{
    let upgrade = hyper::upgrade::on(request);
    let config = WebSocketConfig::default()
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_write_buffer_size(4 << 20)
        .max_message_size(Some(MEMBER_BYTES))
        .max_frame_size(Some(MEMBER_BYTES));
    tokio::spawn(async move {
        match upgrade.await {
            Ok(upgraded) => {
                let io = Bounded::new(TokioIo::new(upgraded));
                serve(WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await).await;
            }
            Err(error) => tracing::debug!(%error, "a connection was not upgraded"),
        }
    });
}

/// A connection that fails if a message has too many bytes, or takes too long to arrive.
pub struct Bounded<S> {
    inner: S,
    most: usize,
    /// Bytes since the last complete message.
    bytes: usize,
    /// Maximum time of a message.
    time: Duration,
    /// Timer, set while a message is incomplete.
    late: Option<Pin<Box<Sleep>>>,
}

impl<S> Bounded<S> {
    fn new(inner: S) -> Self {
        Self { inner, most: VISITOR_BYTES, bytes: 0, time: MESSAGE_TIME, late: None }
    }

    /// Begins another message, which may have `most` bytes.
    pub fn expect(&mut self, most: usize) {
        (self.most, self.bytes, self.late) = (most, 0, None);
    }
}

/// Returns `true` if a read failed because of [`Bounded`].
pub fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::FileTooLarge | io::ErrorKind::TimedOut)
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        match Pin::new(&mut this.inner).poll_read(context, buffer) {
            Poll::Ready(read) => {
                read?;
                this.bytes += buffer.filled().len() - before;
                if this.bytes > this.most {
                    return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
                }
                Poll::Ready(Ok(()))
            }
            Poll::Pending if this.bytes == 0 => Poll::Pending,
            Poll::Pending => {
                let time = this.time;
                let late = this.late.get_or_insert_with(|| Box::pin(sleep(time)));
                ready!(late.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn an_incomplete_message_is_bounded_in_bytes_and_time() {
        let (mut client, server) = duplex(1 << 20);
        let mut bounded = Bounded { time: Duration::ZERO, ..Bounded::new(server) };
        let mut buffer = vec![0; VISITOR_BYTES + 1];
        client.write_all(&buffer).await.unwrap();
        assert!(is_refusal(&bounded.read_exact(&mut buffer).await.unwrap_err()), "too many bytes");

        bounded.expect(MEMBER_BYTES);
        client.write_all(&buffer).await.unwrap();
        bounded.read_exact(&mut buffer).await.unwrap();
        assert!(is_refusal(&bounded.read_u8().await.unwrap_err()), "the rest does not come");

        bounded.expect(VISITOR_BYTES);
        client.write_u8(1).await.unwrap();
        assert_eq!(bounded.read_u8().await.unwrap(), 1);
    }
}
