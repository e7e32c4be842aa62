//! One WebSocket: reads the client's messages, holds its channels, sends its queue.

use std::{
    collections::{HashMap, VecDeque},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{Error, Message, protocol::CloseFrame};

use crate::{
    channel::Channel,
    frame::{self, Incoming, Payload},
    member::Next,
    open_socket::Socket,
    queue::Command,
    rate::Rate,
    service::Service,
    transport::{self, MEMBER_BYTES, Stream, VISITOR_BYTES},
};

/// Maximum number of joins of one socket in a second.
const JOINS: u32 = 100;
/// Maximum number of messages of one socket in a second, heartbeats included.
const MESSAGES: u32 = 200;
/// Maximum number of bytes of messages of one socket in a second.
const BYTES: u32 = 2 << 20;
/// Time without a message after which a socket is closed. Clients send a heartbeat every 25 seconds.
const IDLE: Duration = Duration::from_secs(60);
/// Maximum time that a client may take to receive frames.
const WRITE: Duration = Duration::from_secs(10);
/// Interval at which all tokens are verified again.
const RECHECK: Duration = Duration::from_secs(60);
/// Topic of the socket itself.
const OWN_TOPIC: &str = "phoenix";

/// A socket, as its own task uses it.
pub struct Connection {
    pub(crate) service: Service,
    pub(crate) socket: Arc<Socket>,
    /// Key of the connection.
    pub(crate) key: Arc<str>,
    pub(crate) channels: HashMap<Arc<str>, Channel>,
    pub(crate) joins: Rate,
    messages: Rate,
    bytes: Rate,
}

/// Serves a socket until it ends.
pub async fn serve(mut stream: Stream, service: Service, version: frame::Version, key: Arc<str>) {
    let socket = service.hub.open(version);
    let second = Duration::from_secs(1);
    let mut connection = Connection {
        socket: Arc::clone(&socket),
        key,
        channels: HashMap::new(),
        joins: Rate::new(JOINS, second),
        messages: Rate::new(MESSAGES, second),
        bytes: Rate::new(BYTES, second),
        service,
    };
    connection.run(&mut stream).await;
    connection.end().await;
}

impl Connection {
    async fn run(&mut self, stream: &mut Stream) {
        let (mut received, mut checked) = (Instant::now(), Instant::now());
        // Reset when it elapses, not at each message, because timers cost more than sends.
        let mut wake = pin!(sleep(IDLE.min(RECHECK)));
        loop {
            tokio::select! {
                incoming = stream.next() => {
                    received = Instant::now();
                    match incoming {
                        Some(Ok(Message::Text(text))) => {
                            let message = Incoming::from_text(self.socket.version, &text);
                            self.receive(message, text.len()).await;
                        }
                        Some(Ok(Message::Binary(bytes))) if self.socket.version == frame::Version::V2 => {
                            self.receive(Incoming::from_binary(&bytes), bytes.len()).await;
                        }
                        Some(Err(Error::Capacity(_))) => return close(stream, 1009, "too large").await,
                        Some(Err(Error::Io(error))) if transport::is_refusal(&error) => {
                            return close(stream, 1009, "too large").await;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        Some(Ok(_)) => {}
                    }
                    stream.get_mut().expect(self.message_bytes());
                }
                waiting = self.socket.queue.take() => {
                    match send(stream, &self.socket, waiting.frames).await {
                        // A close command carries its reason, read with the next commands.
                        Sent::Whole | Sent::Closing => {}
                        Sent::Stalled => return close(stream, 1013, "slow").await,
                    }
                    for command in waiting.commands {
                        match command {
                            Command::Close(code, reason) => return close(stream, code, reason).await,
                            Command::Rejoin(topic, member) => {
                                if let Some(channel) = self.take(&topic, member) {
                                    self.leave(channel, Some("phx_error")).await;
                                }
                            }
                            Command::Fail(topic, member, text) => {
                                if let Some(channel) = self.take(&topic, member) {
                                    self.fail(channel, &text).await;
                                }
                            }
                            Command::Presence(topic, member, after) => {
                                let channel = self.channels.get(&topic);
                                if let Some(channel) = channel.filter(|channel| channel.member.id == member) {
                                    self.service.hub.send_presence(&channel.member, after.as_ref());
                                }
                            }
                        }
                    }
                }
                () = &mut wake => {
                    let now = Instant::now();
                    if now >= received + IDLE {
                        return close(stream, 1000, "idle").await;
                    }
                    if now >= checked + RECHECK {
                        checked = now;
                        self.recheck().await;
                    }
                    wake.as_mut().reset((received + IDLE).min(checked + RECHECK));
                }
            }
        }
    }

    async fn receive(&mut self, message: Option<Incoming>, bytes: usize) {
        let Some(message) = message else {
            tracing::debug!("a frame that is no message was dropped");
            return;
        };
        let now = Instant::now();
        if !self.messages.allows(now) || !self.bytes.allows_some(now, bytes) {
            self.socket.queue.command(Command::Close(1008, "Too many messages per second"));
            return;
        }
        match (message.topic.as_str(), message.event.as_str()) {
            (OWN_TOPIC, "heartbeat") => self.reply(&message, true, &json!({})),
            (_, "phx_join") => {
                if let Err(reason) = self.join(&message).await {
                    self.reply(&message, false, &json!({ "reason": reason }));
                }
            }
            (topic, event) => match self.channels.remove(topic) {
                Some(channel) if channel.is_meant(&message) => {
                    self.on_channel(channel, event.to_owned(), message).await;
                }
                stale if event == "phx_leave" => {
                    self.store_channel(stale);
                    self.reply(&message, true, &json!({}));
                }
                // The message belongs to an earlier join of the topic.
                Some(channel) => self.store_channel(Some(channel)),
                None => self.reply(&message, false, &json!({ "reason": "unmatched topic" })),
            },
        }
    }

    /// Returns the maximum size of the client's next message.
    fn message_bytes(&self) -> usize {
        let is_known = |channel: &Channel| {
            let access = channel.member.access.read();
            access.caller.is_signed_in() || access.caller.is_service()
        };
        if self.channels.values().any(is_known) { MEMBER_BYTES } else { VISITOR_BYTES }
    }

    /// Removes the channel of a topic, if it still has that member.
    fn take(&mut self, topic: &str, member: u64) -> Option<Channel> {
        let is_same = self.channels.get(topic).is_some_and(|channel| channel.member.id == member);
        is_same.then(|| self.channels.remove(topic)).flatten()
    }

    async fn on_channel(&mut self, mut channel: Channel, event: String, message: Incoming) {
        let next = match event.as_str() {
            "broadcast" => channel.broadcast(&self.service, &message).await,
            "presence" => channel.presence(&self.service, &message).await,
            "access_token" => match &message.payload {
                Payload::Json(payload) => self.new_token(&channel, payload).await,
                Payload::Broadcast { .. } => Next::Stay,
            },
            "phx_leave" => {
                channel.reply(&message, true, &json!({}));
                self.leave(channel, Some("phx_close")).await;
                return;
            }
            _ => Next::Stay,
        };
        self.go_on(channel, next).await;
    }

    fn store_channel(&mut self, channel: Option<Channel>) {
        if let Some(channel) = channel {
            self.channels.insert(Arc::clone(&channel.member.key.topic), channel);
        }
    }

    /// Stores a channel that continues, and ends one that does not.
    async fn go_on(&mut self, channel: Channel, next: Next) {
        match next {
            Next::Stay => self.store_channel(Some(channel)),
            Next::Fail(text) => self.fail(channel, &text).await,
        }
    }

    /// Ends a channel after a message with the reason.
    async fn fail(&self, channel: Channel, text: &str) {
        channel.system("system", false, text);
        self.leave(channel, Some("phx_close")).await;
    }

    pub(crate) async fn leave(&self, channel: Channel, event: Option<&'static str>) {
        self.service.leave(&channel.member).await;
        if let Some(event) = event {
            channel.push(event, &json!({}));
        }
    }

    /// Handles a new token of the client.
    async fn new_token(&self, channel: &Channel, payload: &Value) -> Next {
        let Some(token) = payload.get("access_token").and_then(Value::as_str) else { return Next::Stay };
        if !is_token(token) || *token == *channel.member.access.read().token {
            return Next::Stay;
        }
        let verified = self.service.verify(token).await;
        self.service.admit_again(&channel.member, &Arc::from(token), verified).await
    }

    /// Verifies the token of every channel again.
    async fn recheck(&mut self) {
        let topics: Vec<Arc<str>> = self.channels.keys().cloned().collect();
        for topic in topics {
            let Some(channel) = self.channels.remove(&topic) else { continue };
            let token = Arc::clone(&channel.member.access.read().token);
            let verified = self.service.verify(&token).await;
            let next = self.service.admit_again(&channel.member, &token, verified).await;
            self.go_on(channel, next).await;
        }
    }

    fn reply(&self, message: &Incoming, is_ok: bool, response: &Value) {
        self.socket.send(frame::reply(self.socket.version, message, is_ok, response));
    }

    async fn end(mut self) {
        for (_, channel) in std::mem::take(&mut self.channels) {
            self.leave(channel, None).await;
        }
        self.service.hub.close(&self.socket);
    }
}

/// Returns `true` if the key is a person's token, not empty or an API key (`sb_…`).
pub fn is_token(token: &str) -> bool {
    !token.is_empty() && !token.starts_with("sb_")
}

/// Outcome of sending frames.
enum Sent {
    Whole,
    /// The socket is to be closed.
    Closing,
    /// The client did not receive them in time.
    Stalled,
}

/// Sends frames in as few packets as possible.
async fn send(stream: &mut Stream, socket: &Socket, frames: VecDeque<Message>) -> Sent {
    for frame in frames {
        match taken(socket, stream.feed(frame)).await {
            Sent::Whole => {}
            ended => return ended,
        }
    }
    taken(socket, stream.flush()).await
}

async fn taken(socket: &Socket, written: impl Future<Output = Result<(), Error>>) -> Sent {
    tokio::select! {
        written = timeout(WRITE, written) => match written {
            Ok(Ok(())) => Sent::Whole,
            _ => Sent::Stalled,
        },
        () = socket.queue.closed() => Sent::Closing,
    }
}

async fn close(stream: &mut Stream, code: u16, reason: &'static str) {
    let frame = Message::Close(Some(CloseFrame { code: code.into(), reason: reason.into() }));
    if timeout(Duration::from_secs(1), stream.send(frame)).await.is_err() {
        tracing::debug!(code, reason, "a client did not take its close frame");
    }
    // Dropping a connection with unread bytes resets it, and its client would miss the frame.
    let rest = async { while let Some(Ok(_)) = stream.next().await {} };
    if timeout(Duration::from_secs(1), rest).await.is_err() {
        tracing::debug!(code, reason, "a client did not close its side");
    }
}
