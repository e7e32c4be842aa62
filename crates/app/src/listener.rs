//! Serves HTTP over TCP within limits on the time of headers, bodies and responses, and on open connections.

use std::{
    collections::HashMap,
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request},
    http::{HeaderValue, StatusCode, Version, header, uri::Authority},
    response::{IntoResponse, Response},
};
use futures::future::BoxFuture;
use hyper::{body::Frame, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use parking_lot::Mutex;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Instant, Sleep},
};
use tokio_io_timeout::TimeoutStream;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

/// Number of file descriptors reserved for databases, files and outgoing requests.
const OTHER_DESCRIPTORS: u64 = 256;
/// Maximum size of the request line and all headers: twice the longest query string of the data service.
const HEADER_BYTES: usize = 128 * 1024;
/// Time that running requests may take after a stop.
const SHUTDOWN: Duration = Duration::from_secs(30);

/// Limits of one connection and of all together.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum time from the end of a request (or the connection's start) to the end of the next headers.
    pub header_time: Duration,
    /// Time within which a request body must grow by [`Limits::body_bytes`] or end.
    pub body_time: Duration,
    /// Bytes by which a body must grow in [`Limits::body_time`].
    pub body_bytes: usize,
    /// Maximum time for which a client may leave sent bytes unread.
    pub write_time: Duration,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Maximum number of open connections of an IPv4 address or an IPv6 /64 network. `None` behind a proxy, whose
    /// connections carry all clients' requests.
    pub per_network: Option<usize>,
}

impl Limits {
    /// Returns the limits of a server that may open `descriptors` files. A proxy keeps idle connections open for longer
    /// than a browser, and waits for slow headers itself.
    pub fn new(descriptors: u64, behind_proxy: bool) -> Self {
        let connections = descriptors.saturating_sub(OTHER_DESCRIPTORS).clamp(64, 16_384);
        Self {
            header_time: Duration::from_secs(if behind_proxy { 180 } else { 20 }),
            body_time: Duration::from_secs(60),
            body_bytes: 16 * 1024,
            write_time: Duration::from_secs(60),
            connections: usize::try_from(connections).unwrap_or(64),
            per_network: (!behind_proxy).then_some(256),
        }
    }
}

/// Raises the maximum number of open files as far as the system allows. Returns the new maximum.
pub fn raise_descriptor_limit() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!(%error, "the limit of open files could not be raised");
        return current.unwrap_or(u64::MAX);
    }
    maximum.unwrap_or(u64::MAX)
}

/// Serves `router` until `stop` resolves, then lets running requests finish.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    let open = Arc::new(OpenConnections::default());
    let stopping = CancellationToken::new();
    let connections = TaskTracker::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.header_time).max_header_size(HEADER_BYTES);
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::error!(%error, "a connection could not be accepted");
                    // Most likely out of file descriptors, some of which are free after a moment.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let Some(place) = OpenConnections::enter(&open, peer.ip(), limits) else {
            refuse(&stream);
            continue;
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection ended before it began");
            continue;
        }
        let stream = CountedStream { stream, _place: place };
        connections.spawn(handle_connection(stream, peer, router.clone(), limits, &http, stopping.clone()));
    }
    drop(listener);
    stopping.cancel();
    connections.close();
    if tokio::time::timeout(SHUTDOWN, connections.wait()).await.is_err() {
        tracing::warn!("aborted requests that were still running");
    }
}

/// Serves the requests of one connection. Boxed here, so that HTTP is compiled in this crate, at the level that the
/// release profile names for it.
fn handle_connection(
    stream: CountedStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    http: &http1::Builder,
    stopping: CancellationToken,
) -> BoxFuture<'static, ()> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.write_time));
    let service = tower::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        answer(router.clone(), request.map(Body::new), peer, limits)
    });
    let connection = http
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(service))
        .with_upgrades();
    Box::pin(async move {
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = &mut connection => ended,
            () = stopping.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended early");
        }
    })
}

/// Responds to a request. If its body stalls, handlers get an error for the rest, and the client status 408.
async fn answer(
    router: Router,
    request: Request,
    peer: SocketAddr,
    limits: Limits,
) -> Result<Response, std::convert::Infallible> {
    if !names_one_host(&request) {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    }
    let stalled = Arc::new(AtomicBool::new(false));
    let mut request = request.map(|body| {
        if body.is_end_stream() {
            body
        } else {
            Body::new(SteadyBody::new(body, limits, Arc::clone(&stalled)))
        }
    });
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = router.oneshot(request).await?;
    Ok(if stalled.load(Ordering::Relaxed) { request_timeout() } else { response })
}

/// Returns `true` if the request names one host (RFC 9112, 3.2): components that read different names would disagree
/// about it. HTTP/1.0 may name none.
fn names_one_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let Some(host) = hosts.next() else { return request.version() < Version::HTTP_11 };
    let named = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
    hosts.next().is_none()
        && named.is_some_and(|named| {
            !named.as_str().contains('@') && request.uri().authority().is_none_or(|target| *target == named)
        })
}

fn request_timeout() -> Response {
    let body = serde_json::json!({
        "code": "request_timeout",
        "error_code": "request_timeout",
        "message": "the request body did not arrive in time",
    });
    let mut response = (StatusCode::REQUEST_TIMEOUT, axum::Json(body)).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Responds with 503 to a refused connection, if that does not block.
fn refuse(stream: &TcpStream) {
    const ANSWER: &[u8] =
        b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    if let Err(error) = stream.try_write(ANSWER) {
        tracing::trace!(%error, "a refused client does not listen");
    }
}

#[derive(Default)]
struct OpenConnections(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    all: usize,
    networks: HashMap<String, usize>,
}

/// A counted connection. Dropping it admits another.
struct Place {
    open: Arc<OpenConnections>,
    network: String,
}

/// A connection that stays counted after a WebSocket upgrade.
struct CountedStream {
    stream: TcpStream,
    _place: Place,
}

impl AsyncRead for CountedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CountedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl OpenConnections {
    fn enter(open: &Arc<Self>, address: IpAddr, limits: Limits) -> Option<Place> {
        let network = ateneu_limits::network(&address.to_string());
        let mut counts = open.0.lock();
        let of_network = counts.networks.get(&network).copied().unwrap_or(0);
        if counts.all >= limits.connections || limits.per_network.is_some_and(|most| of_network >= most) {
            return None;
        }
        counts.all += 1;
        counts.networks.insert(network.clone(), of_network + 1);
        Some(Place { open: Arc::clone(open), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.open.0.lock();
        counts.all -= 1;
        if let Some(count) = counts.networks.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.networks.remove(&self.network);
            }
        }
    }
}

/// A request body that fails if it arrives too slowly.
struct SteadyBody {
    body: Body,
    limits: Limits,
    /// Number of bytes that must arrive before `deadline`.
    due: usize,
    deadline: Pin<Box<Sleep>>,
    stalled: Arc<AtomicBool>,
}

/// Error for the missing rest of a stalled body.
#[derive(Debug, thiserror::Error)]
#[error("the request body did not arrive in time")]
struct Stalled;

impl SteadyBody {
    fn new(body: Body, limits: Limits, stalled: Arc<AtomicBool>) -> Self {
        let deadline = Box::pin(tokio::time::sleep(limits.body_time));
        Self { body, limits, due: limits.body_bytes, deadline, stalled }
    }
}

impl HttpBody for SteadyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = self.get_mut();
        let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(context) else {
            ready!(this.deadline.as_mut().poll(context));
            this.stalled.store(true, Ordering::Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(Stalled))));
        };
        let arrived = frame.as_ref().and_then(|frame| frame.as_ref().ok()).and_then(Frame::data_ref);
        this.due = this.due.saturating_sub(arrived.map_or(0, Bytes::len));
        if this.due == 0 {
            this.due = this.limits.body_bytes;
            this.deadline.as_mut().reset(Instant::now() + this.limits.body_time);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
