//! One WebSocket: reads the client's messages, holds its channels, sends what waits for it.

use std::{
    collections::{HashMap, VecDeque},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures::{SinkExt, StreamExt};
use parking_lot::{Mutex, RwLock};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use crate::{
    Service,
    changes::{class, subscription},
    channel::{Channel, Next},
    frame::{self, Incoming, Payload},
    hub::{Access, Member, PREFIX, Socket, TopicKey},
    join::Join,
    queue::Command,
    rate::Rate,
    service,
};

/// Most channels of one socket.
const CHANNELS: usize = 100;
/// Joins of one socket in a second.
const JOINS: u32 = 100;
/// Messages of one socket in a second, heartbeats among them.
const MESSAGES: u32 = 200;
/// A socket that sends nothing for so long is closed; clients send a heartbeat every 25 seconds.
const IDLE: Duration = Duration::from_secs(60);
/// How long a client may take to read what is sent.
const WRITE: Duration = Duration::from_secs(10);
/// How often tokens are verified again without a reason.
const RECHECK: Duration = Duration::from_secs(60);
/// The topic of the socket itself.
const OWN_TOPIC: &str = "phoenix";

struct Connection {
    service: Service,
    socket: Arc<Socket>,
    /// The key of the connection.
    key: Arc<str>,
    channels: HashMap<Arc<str>, Channel>,
    joins: Rate,
    messages: Rate,
}

/// Serves a socket until it ends.
pub async fn serve(mut stream: WebSocket, service: Service, version: frame::Version, key: Arc<str>) {
    let socket = service.hub.open(version);
    let second = Duration::from_secs(1);
    let mut connection = Connection {
        socket: Arc::clone(&socket),
        key,
        channels: HashMap::new(),
        joins: Rate::new(JOINS, second),
        messages: Rate::new(MESSAGES, second),
        service,
    };
    connection.run(&mut stream).await;
    connection.end().await;
}

impl Connection {
    async fn run(&mut self, stream: &mut WebSocket) {
        let (mut received, mut checked) = (Instant::now(), Instant::now());
        // Set when it elapses, not at each message: timers cost more than what is sent.
        let mut wake = pin!(sleep(IDLE.min(RECHECK)));
        loop {
            tokio::select! {
                incoming = stream.next() => {
                    received = Instant::now();
                    match incoming {
                        Some(Ok(Message::Text(text))) => {
                            self.receive(Incoming::from_text(self.socket.version, &text)).await;
                        }
                        Some(Ok(Message::Binary(bytes))) if self.socket.version == frame::Version::V2 => {
                            self.receive(Incoming::from_binary(&bytes)).await;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        Some(Ok(_)) => {}
                    }
                }
                waiting = self.socket.queue.take() => {
                    match send(stream, &self.socket, waiting.frames).await {
                        // Where it is closing, the reason is taken with the next commands.
                        Sent::Whole | Sent::Closing => {}
                        Sent::Stalled => return close(stream, 1013, "slow").await,
                    }
                    for command in waiting.commands {
                        match command {
                            Command::Close(code, reason) => return close(stream, code, reason).await,
                            Command::Rejoin(topic) => self.rejoin(&topic).await,
                            Command::Fail(topic, text) => {
                                if let Some(channel) = self.channels.remove(&topic) {
                                    self.fail(channel, &text).await;
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

    async fn receive(&mut self, message: Option<Incoming>) {
        let Some(message) = message else {
            tracing::debug!("a frame that is no message was dropped");
            return;
        };
        if !self.messages.allows(Instant::now()) {
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
                Some(channel) => self.on_channel(channel, event.to_owned(), message).await,
                None if event == "phx_leave" => self.reply(&message, true, &json!({})),
                None => self.reply(&message, false, &json!({ "reason": "unmatched topic" })),
            },
        }
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

    /// Keeps a channel that goes on, and ends one that does not.
    async fn go_on(&mut self, channel: Channel, next: Next) {
        match next {
            Next::Stay => {
                self.channels.insert(Arc::clone(&channel.member.key.topic), channel);
            }
            Next::Fail(text) => self.fail(channel, &text).await,
        }
    }

    /// Ends a channel after telling its client why.
    async fn fail(&self, channel: Channel, text: &str) {
        channel.system("system", false, text);
        self.leave(channel, Some("phx_close")).await;
    }

    async fn leave(&self, channel: Channel, event: Option<&'static str>) {
        self.service.leave(&channel.member).await;
        if let Some(event) = event {
            channel.push(event, json!({}));
        }
    }

    /// Joins a topic.
    ///
    /// # Errors
    /// The reason of the refusal.
    async fn join(&mut self, message: &Incoming) -> Result<(), String> {
        let Payload::Json(payload) = &message.payload else {
            return Err("InvalidJoinPayload: no JSON".into());
        };
        if self.service.hub.is_draining() {
            return Err("Realtime is restarting, please standby".into());
        }
        let Some(name) = message.topic.strip_prefix(PREFIX) else { return Err("unmatched topic".into()) };
        if name.is_empty() {
            return Err("TopicNameRequired: You must provide a topic name".into());
        }
        if let Some(former) = self.channels.remove(message.topic.as_str()) {
            self.leave(former, Some("phx_close")).await;
        }
        if self.channels.len() >= CHANNELS {
            return Err("ChannelRateLimitReached: Too many channels".into());
        }
        if !self.joins.allows(Instant::now()) {
            return Err("ClientJoinRateLimitReached: Too many joins per second".into());
        }
        let join = Join::read(payload)?;
        let replay = join.replay()?;
        let token = join
            .access_token
            .as_deref()
            .filter(|token| is_token(token))
            .map_or(Arc::clone(&self.key), Arc::from);
        let caller = Arc::new(
            self.service.verify(&token).await.map_err(|problem| service::refusal(problem).to_owned())?,
        );
        let is_private = join.config.private == Some(true);
        let rights = self.service.rights(name, is_private, &caller);
        if !rights.may_join() {
            return Err(format!(
                "Unauthorized: You do not have permissions to read from this Channel topic: {name}"
            ));
        }
        let entries = join.config.postgres_changes.as_deref().unwrap_or_default();
        if entries.len() > subscription::MOST {
            return Err(format!("InvalidJoinPayload: more than {} postgres_changes", subscription::MOST));
        }
        let asked: Vec<_> =
            entries.iter().map(|entry| subscription::Asked::read(&self.service.schema, entry)).collect();
        let echo: Vec<Value> = asked.iter().map(|asked| asked.echo.clone()).collect();
        let subscriptions: Result<Vec<_>, String> =
            asked.into_iter().map(|asked| asked.subscription).collect();
        let problem = subscriptions.as_ref().err().cloned();
        let broadcast = join.config.broadcast.unwrap_or_default();
        let presence = join.config.presence.unwrap_or_default();
        let topic: Arc<str> = Arc::from(message.topic.as_str());
        let member = Arc::new(Member {
            id: self.service.hub.number(),
            socket: Arc::clone(&self.socket),
            key: TopicKey { topic: Arc::clone(&topic), is_private },
            of_people: self.service.are_of_people(name, is_private),
            wants_own: broadcast.own == Some(true),
            sees_presence: (presence.enabled == Some(true)).into(),
            subscriptions: subscriptions.unwrap_or_default(),
            replayed: replay.map(|_| Mutex::default()),
            access: RwLock::new(Access { token, class: class::facts_class(&caller), caller, rights }),
        });
        let key =
            presence.key.filter(|key| !key.is_empty()).unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
        let channel = Channel::new(Arc::clone(&member), broadcast.ack == Some(true), key);
        // The reply waits before any event does; both are sent once this has returned.
        channel.reply(message, true, &json!({ "postgres_changes": echo }));
        self.service.hub.join(&member);
        if presence.enabled == Some(true) && rights.see {
            self.service.hub.send_presence(&member);
        }
        if let Some(replay) = replay.filter(|_| rights.read) {
            self.service.replay(&member, replay).await;
        }
        match problem {
            Some(problem) => channel.system("postgres_changes", false, &problem),
            None if !entries.is_empty() => {
                channel.system("postgres_changes", true, "Subscribed to PostgreSQL")
            }
            None => {}
        }
        self.channels.insert(topic, channel);
        Ok(())
    }

    /// Takes in another token of the client.
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

    /// Ends a channel so that its client joins it again.
    async fn rejoin(&mut self, topic: &str) {
        if let Some(channel) = self.channels.remove(topic) {
            self.leave(channel, Some("phx_error")).await;
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

/// Keys that begin so are no tokens of a person.
fn is_token(token: &str) -> bool {
    !token.is_empty() && !token.starts_with("sb_")
}

/// What became of frames.
enum Sent {
    Whole,
    /// The socket is to be closed meanwhile.
    Closing,
    /// The client did not take them in time.
    Stalled,
}

/// Sends frames in as few packets as they fit.
async fn send(stream: &mut WebSocket, socket: &Socket, frames: VecDeque<Message>) -> Sent {
    for frame in frames {
        match taken(socket, stream.feed(frame)).await {
            Sent::Whole => {}
            ended => return ended,
        }
    }
    taken(socket, stream.flush()).await
}

async fn taken(socket: &Socket, written: impl Future<Output = Result<(), axum::Error>>) -> Sent {
    tokio::select! {
        written = timeout(WRITE, written) => match written {
            Ok(Ok(())) => Sent::Whole,
            _ => Sent::Stalled,
        },
        () = socket.queue.closed() => Sent::Closing,
    }
}

async fn close(stream: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
    if timeout(Duration::from_secs(1), stream.send(frame)).await.is_err() {
        tracing::debug!(code, reason, "a client did not take its close frame");
    }
    // A connection that is dropped with unread bytes is reset, and its client would not see the frame.
    let rest = async { while let Some(Ok(_)) = stream.next().await {} };
    if timeout(Duration::from_secs(1), rest).await.is_err() {
        tracing::debug!(code, reason, "a client did not close its side");
    }
}
