//! Realtime: sockets that wait, one message to all of them, changes of rows to many listeners under rules.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use futures::{SinkExt, StreamExt};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
    runtime::Runtime,
    sync::Notify,
    task::JoinSet,
    time::sleep,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

use crate::{server::Server, table::Table};

/// Sockets that mostly wait, with two channels each.
pub const SOCKETS: usize = 10_000;
/// Messages to all sockets, one after the other, then as many at once.
const MESSAGES: u64 = 10;
/// Read at once: a call for each message would take the processor that the server is measured on.
const READ_BYTES: usize = 16 << 10;
const HEARTBEAT: Duration = Duration::from_secs(25);
/// Sockets that connect side by side.
const CONNECTING: usize = 64;

/// Messages that the sockets have received.
#[derive(Default)]
pub struct Received {
    /// Microseconds from the instant that the message names until it arrived.
    delays: Mutex<Vec<u64>>,
    count: AtomicUsize,
    changed: Notify,
}

impl Received {
    /// Takes note of a message with `sent-<microseconds since begun>-` in it.
    fn record_message(&self, begun: Instant, message: &[u8]) {
        const MARK: &[u8] = b"sent-";
        let Some(start) = message.windows(MARK.len()).position(|part| part == MARK) else { return };
        let digits = message[start + MARK.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let sent = digits.fold(0, |sent: u64, digit| sent * 10 + u64::from(digit - b'0'));
        self.delays.lock().push(micros(begun).saturating_sub(sent));
        if self.count.fetch_add(1, Ordering::Relaxed) % 100 == 99 {
            self.changed.notify_one();
        }
    }

    /// Waits until `messages` have arrived since the last call. Returns their delays in milliseconds, sorted.
    pub async fn wait(&self, messages: usize) -> Result<Vec<f64>> {
        let all = async {
            while self.count.load(Ordering::Relaxed) < messages {
                self.changed.notified().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), all).await.with_context(|| {
            format!("only {} of {messages} messages arrived", self.count.load(Ordering::Relaxed))
        })?;
        self.count.store(0, Ordering::Relaxed);
        let mut delays: Vec<f64> =
            std::mem::take(&mut *self.delays.lock()).into_iter().map(|delay| delay as f64 / 1000.0).collect();
        delays.sort_by(f64::total_cmp);
        Ok(delays)
    }
}

pub fn micros(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX)
}

pub fn share(sorted: &[f64], percent: usize) -> f64 {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// The sockets of one measurement.
pub struct Sockets {
    open: JoinSet<Result<()>>,
    pub received: Arc<Received>,
    pub begun: Instant,
}

/// Joins of the sockets: topics, and a table that they follow, each socket with the next of its filters.
pub struct Joins {
    pub topics: &'static [&'static str],
    pub follows: Option<(&'static str, Vec<String>)>,
}

impl Sockets {
    /// Opens them side by side and returns when every channel is joined.
    pub async fn open(port: u16, anon: &str, token: &str, count: usize, joins: Joins) -> Result<Self> {
        let joins = Arc::new(joins);
        let (received, begun) = (Arc::<Received>::default(), Instant::now());
        let mut open = JoinSet::new();
        let joined = Arc::new(AtomicU64::new(0));
        let places = Arc::new(tokio::sync::Semaphore::new(CONNECTING));
        for number in 0..count {
            let (received, joined, places) =
                (Arc::clone(&received), Arc::clone(&joined), Arc::clone(&places));
            let (anon, token, joins) = (anon.to_owned(), token.to_owned(), Arc::clone(&joins));
            open.spawn(async move {
                let follows = joins.follows.as_ref();
                let follows =
                    follows.map(|(table, filters)| (*table, filters[number % filters.len()].as_str()));
                let place = places.acquire_owned().await?;
                let mut socket = connect(port, &anon, number).await?;
                for topic in joins.topics {
                    join(&mut socket, topic, follows, &token).await?;
                }
                drop(place);
                joined.fetch_add(1, Ordering::Relaxed);
                read(socket, &received, begun).await
            });
        }
        while joined.load(Ordering::Relaxed) < count as u64 {
            if let Some(ended) = open.try_join_next() {
                ended??;
                anyhow::bail!("a socket was closed");
            }
            sleep(Duration::from_millis(10)).await;
        }
        Ok(Self { open, received, begun })
    }

    pub fn ended(&mut self) -> usize {
        std::iter::from_fn(|| self.open.try_join_next()).count()
    }
}

pub async fn connect(port: u16, anon: &str, number: usize) -> Result<WebSocketStream<tokio::net::TcpStream>> {
    let number = u32::try_from(number)?;
    let socket = TcpSocket::new_v4()?;
    // From 20 addresses of 20 networks each: one address may not hold so many.
    let from = Ipv4Addr::from_bits(0x7f01_0001 + (number % 20) * 0x1_0000 + (number / 20 % 20) * 0x100);
    socket.bind(SocketAddr::from((from, 0)))?;
    let stream = socket.connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
    let url = format!("ws://127.0.0.1:{port}/realtime/v1/websocket?apikey={anon}&vsn=2.0.0");
    let config = WebSocketConfig::default().read_buffer_size(2 << 10).write_buffer_size(0);
    Ok(client_async_with_config(url, stream, Some(config)).await?.0)
}

/// Joins a topic and waits for the reply, and for the message that the table is followed.
pub async fn join(
    socket: &mut WebSocketStream<tokio::net::TcpStream>,
    topic: &str,
    follows: Option<(&str, &str)>,
    token: &str,
) -> Result<()> {
    let follows: Vec<Value> = follows
        .iter()
        .map(|(table, filter)| json!({ "event": "*", "schema": "public", "table": table, "filter": filter }))
        .collect();
    let waits = if follows.is_empty() { "\"phx_reply\"" } else { "Subscribed to PostgreSQL" };
    let config = json!({ "config": { "broadcast": {}, "presence": { "key": "" }, "postgres_changes": follows },
        "access_token": token });
    let frame = json!(["1", "1", format!("realtime:{topic}"), "phx_join", config]);
    socket.send(Message::text(frame.to_string())).await?;
    while let Some(message) = socket.next().await {
        let Message::Text(text) = message? else { continue };
        ensure!(!text.contains("\"status\":\"error\""), "a join was refused: {text}");
        if text.contains(waits) {
            return Ok(());
        }
    }
    anyhow::bail!("a socket was closed while it joined")
}

/// Reads until the socket is closed, with heartbeats. It reads frames itself: a library that decodes two hundred thousand
/// messages a second would take the processor that the server is measured on.
async fn read(
    socket: WebSocketStream<tokio::net::TcpStream>,
    received: &Received,
    begun: Instant,
) -> Result<()> {
    let mut stream = socket.into_inner();
    let mut heartbeat = tokio::time::interval_at(tokio::time::Instant::now() + HEARTBEAT, HEARTBEAT);
    let mut unread = Vec::with_capacity(READ_BYTES);
    loop {
        tokio::select! {
            bytes = stream.read_buf(&mut unread) => {
                if bytes? == 0 {
                    return Ok(());
                }
                let mut rest = unread.as_slice();
                while let Some((payload, after)) = frame(rest) {
                    received.record_message(begun, payload);
                    rest = after;
                }
                let left = rest.len();
                unread.drain(..unread.len() - left);
            }
            _ = heartbeat.tick() => {
                let text = br#"[null,"9","phoenix","heartbeat",{}]"#;
                // A text frame of a client is masked, here with zeros.
                let mut frame = vec![0x81, 0x80 | u8::try_from(text.len())?, 0, 0, 0, 0];
                frame.extend_from_slice(text);
                stream.write_all(&frame).await?;
            }
        }
    }
}

/// The payload of the first frame (RFC 6455, section 5.2), and what follows it; none while it is not whole.
fn frame(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (start, length) = match bytes.get(1)? & 0x7f {
        126 => (4, u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
        127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)),
        short => (2, u64::from(short)),
    };
    let end = start + usize::try_from(length).ok()?;
    Some((bytes.get(start..end)?, bytes.get(end..)?))
}

/// The access token of the demo member.
pub fn token_of_member(server: &Server, anon: &str) -> Result<String> {
    token_of(server, anon, "membro@demo.test")
}

/// The access token of an account of the demo.
pub fn token_of(server: &Server, anon: &str, email: &str) -> Result<String> {
    let credentials = json!({ "email": email, "password": "Ateneu-demo-2026" }).to_string();
    let headers = [("apikey", anon), ("content-type", "application/json")];
    let (_, answer) = server.request("POST", "/auth/v1/token?grant_type=password", &headers, &credentials)?;
    let session: Value = serde_json::from_slice(&answer)?;
    Ok(session["access_token"].as_str().context("no session")?.to_owned())
}

/// Memory and processor time of 10,000 waiting sockets, and what one message to all of them takes.
pub fn sockets(table: &mut Table) -> Result<()> {
    let server = Server::start(&["--demo"])?;
    let (anon, service) = server.keys()?;
    let token = token_of_member(&server, &anon)?;
    let before = server.idle_memory()?;
    Runtime::new()?.block_on(async {
        let joins = Joins { topics: &["sala-a", "sala-b"], follows: None };
        let mut sockets = Sockets::open(server.port, &anon, &token, SOCKETS, joins).await?;
        let joined = 2.0 * SOCKETS as f64 / sockets.begun.elapsed().as_secs_f64();
        table.at_least("authorised joins a second", joined, 1_000.0);
        sleep(Duration::from_secs(5)).await;
        table.under(
            "10,000 sockets of two channels, more memory",
            server.proportional()? - before,
            250.0,
            "MB",
        );
        let ticks = server.ticks()?;
        sleep(HEARTBEAT).await;
        let cores = (server.ticks()? - ticks) as f64 / 100.0 / HEARTBEAT.as_secs_f64();
        table.under("10,000 waiting sockets, processor time", cores * 1000.0, 50.0, "thousandths of a core");
        let client = reqwest::Client::new();
        let mut delays = Vec::new();
        for _ in 0..MESSAGES {
            broadcast(&client, &server, &service, sockets.begun).await?;
            delays.extend(sockets.received.wait(SOCKETS).await?);
            sleep(Duration::from_millis(200)).await;
        }
        delays.sort_by(f64::total_cmp);
        table.under("one message to 10,000 sockets, p99", share(&delays, 99), 250.0, "ms");
        let begun = Instant::now();
        for _ in 0..MESSAGES {
            broadcast(&client, &server, &service, sockets.begun).await?;
        }
        let messages = SOCKETS * usize::try_from(MESSAGES)?;
        sockets.received.wait(messages).await?;
        table.at_least("deliveries a second", messages as f64 / begun.elapsed().as_secs_f64(), 100_000.0);
        ensure!(sockets.ended() == 0, "sockets were closed");
        Ok(())
    })
}

async fn broadcast(client: &reqwest::Client, server: &Server, service: &str, begun: Instant) -> Result<()> {
    let text = format!("sent-{}-", micros(begun));
    let message =
        json!({ "messages": [{ "topic": "sala-a", "event": "texto", "payload": { "text": text } }] });
    let url = format!("{}/realtime/v1/api/broadcast", server.url);
    let response =
        client.post(url).header("apikey", service).bearer_auth(service).json(&message).send().await?;
    ensure!(response.status() == 202, "the message was refused: {}", response.status());
    Ok(())
}
