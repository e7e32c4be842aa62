//! Slow and excessive clients over real TCP, while others are served.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::{net::SocketAddr, time::Duration};

use ateneu_app::listener::{Limits, serve};
use axum::{Router, body::Bytes, routing::post};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
};

/// Returns limits that no honest request in these tests reaches, except by intent.
fn generous() -> Limits {
    Limits {
        header_time: Duration::from_secs(120),
        body_time: Duration::from_secs(120),
        body_bytes: 1024,
        write_time: Duration::from_secs(120),
        connections: 1000,
        per_network: None,
    }
}

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn start(limits: Limits) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router =
        Router::new().route("/", post(async |body: Bytes| body.len().to_string()).get(async || "page"));
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(serve(listener, router, limits, async {
        stopped.await.unwrap();
    }));
    Server { address, stop, task }
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address).await.unwrap()
}

/// Reads until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    if let Err(error) = stream.read_to_end(&mut answer).await {
        assert_eq!(error.kind(), std::io::ErrorKind::ConnectionReset, "{error}");
    }
    String::from_utf8(answer).unwrap()
}

async fn get(server: &Server) -> String {
    let mut stream = connect(server).await;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    rest(&mut stream).await
}

#[tokio::test]
async fn headers_that_never_end_are_cut_off() {
    let server = start(Limits { header_time: Duration::from_millis(200), ..generous() }).await;
    let mut slow = connect(&server).await;
    slow.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nx-a: ").await.unwrap();
    let mut silent = connect(&server).await;
    assert!(!rest(&mut slow).await.contains("200 OK"));
    assert_eq!(rest(&mut silent).await, "");
    assert!(get(&server).await.ends_with("page"));
}

#[tokio::test]
async fn a_request_names_one_host() {
    let server = start(generous()).await;
    for (head, status) in [
        ("GET / HTTP/1.1\r\nhost: a", "200"),
        ("GET / HTTP/1.1\r\nhost: a:8080", "200"),
        ("GET / HTTP/1.1\r\nhost: [::1]:8080", "200"),
        ("GET http://a/ HTTP/1.1\r\nhost: A", "200"),
        ("GET / HTTP/1.0", "200"),
        ("GET / HTTP/1.1", "400"),
        ("GET / HTTP/1.1\r\nhost: ", "400"),
        ("GET / HTTP/1.1\r\nhost: a\r\nhost: b", "400"),
        ("GET / HTTP/1.1\r\nhost: a\r\nHost: a", "400"),
        ("GET / HTTP/1.1\r\nhost: a, b", "400"),
        ("GET / HTTP/1.1\r\nhost: a/b", "400"),
        ("GET / HTTP/1.1\r\nhost: a@b", "400"),
        ("GET http://b/ HTTP/1.1\r\nhost: a", "400"),
        ("GET / HTTP/1.0\r\nhost: a\r\nhost: b", "400"),
    ] {
        let mut stream = connect(&server).await;
        stream.write_all(format!("{head}\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
        let answer = rest(&mut stream).await;
        assert_eq!(answer.get(9..12), Some(status), "{head:?}: {answer}");
    }
}

#[tokio::test]
async fn a_body_that_stalls_is_answered_with_408() {
    let server = start(Limits { body_time: Duration::from_millis(200), ..generous() }).await;
    let mut slow = connect(&server).await;
    slow.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\nabc").await.unwrap();
    let answer = rest(&mut slow).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains(r#""code":"request_timeout""#), "{answer}");
}

#[tokio::test]
async fn a_body_of_one_byte_at_a_time_is_cut_off() {
    let limits = Limits { body_time: Duration::from_millis(500), body_bytes: 1 << 20, ..generous() };
    let server = start(limits).await;
    let mut slow = connect(&server).await;
    slow.write_all(b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n").await.unwrap();
    let (mut read, mut write) = slow.split();
    let drip = async {
        let mut pause = tokio::time::interval(Duration::from_millis(20));
        loop {
            pause.tick().await;
            if write.write_all(b"a").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    let mut head = [0; 12];
    tokio::select! {
        () = drip => unreachable!("it never ends"),
        answered = read.read_exact(&mut head) => { answered.unwrap(); }
    }
    assert_eq!(&head, b"HTTP/1.1 408");
}

#[tokio::test]
async fn a_steady_body_arrives_whole() {
    let server = start(generous()).await;
    let mut stream = connect(&server).await;
    stream
        .write_all(b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 300000\r\n\r\n")
        .await
        .unwrap();
    for _ in 0..30 {
        stream.write_all(&[b'a'; 10_000]).await.unwrap();
    }
    assert!(rest(&mut stream).await.ends_with("300000"));
}

#[tokio::test]
async fn one_address_cannot_take_every_connection() {
    let server = start(Limits { per_network: Some(2), ..generous() }).await;
    let first = connect(&server).await;
    let _second = connect(&server).await;
    let mut third = connect(&server).await;
    let refusal = rest(&mut third).await;
    assert!(refusal.is_empty() || refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    drop(first);
    // The server notices the closed connection after a moment, and refuses others until then.
    while !get(&server).await.ends_with("page") {}
}

#[tokio::test]
async fn connections_are_bounded_in_all() {
    let server = start(Limits { connections: 1, ..generous() }).await;
    let first = connect(&server).await;
    let mut second = connect(&server).await;
    let refusal = rest(&mut second).await;
    assert!(refusal.is_empty() || refusal.starts_with("HTTP/1.1 503"), "{refusal}");
    drop(first);
    while !get(&server).await.ends_with("page") {}
}

#[tokio::test]
async fn a_shutdown_finishes_running_requests() {
    let server = start(generous()).await;
    let mut under_way = connect(&server).await;
    under_way
        .write_all(b"POST / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\n")
        .await
        .unwrap();
    let mut proceed = [0; 25];
    under_way.read_exact(&mut proceed).await.unwrap();
    assert!(proceed.starts_with(b"HTTP/1.1 100"));
    server.stop.send(()).unwrap();
    under_way.write_all(b"abcd").await.unwrap();
    assert!(rest(&mut under_way).await.ends_with('4'));
    server.task.await.unwrap();
}
