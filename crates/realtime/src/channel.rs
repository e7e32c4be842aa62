//! One channel of a socket: a joined topic, and the client's messages on it.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use ateneu_base::Record;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{
    frame::{self, Body, Incoming, Payload},
    member::{Member, Next},
    presence::{self, PAYLOAD_BYTES},
    queue::Command,
    rate::Rate,
    service::Service,
};

/// Maximum payload of a broadcast in bytes: what fits into a receiver's queue ([`crate::queue`]).
pub const BROADCAST_BYTES: usize = 256 * 1_000;
/// Maximum bytes of presence that the channels of one socket track.
const SOCKET_PRESENCE: usize = 4 * PAYLOAD_BYTES;
/// Maximum number of presence events of a channel, and their window.
const PRESENCE_EVENTS: (u32, Duration) = (5, Duration::from_secs(30));

/// A joined topic.
pub struct Channel {
    /// The channel's member, which other tasks reach through the hub.
    pub member: Arc<Member>,
    /// True if broadcasts are acknowledged.
    pub acks: bool,
    /// Key of its presence, if the client chooses it.
    key: String,
    rate: Rate,
    /// Bytes of presence that the channel tracks.
    presence_bytes: usize,
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.member.socket.presence_bytes.fetch_sub(self.presence_bytes, Ordering::Relaxed);
    }
}

impl Channel {
    /// Creates a newly joined channel.
    pub fn new(member: Arc<Member>, acks: bool, key: String) -> Self {
        let (most, window) = PRESENCE_EVENTS;
        Self { member, acks, key, rate: Rate::new(most, window), presence_bytes: 0 }
    }

    /// Handles a broadcast of the client.
    pub async fn broadcast(&self, service: &Service, message: &Incoming) -> Next {
        let (event, body) = match &message.payload {
            Payload::Broadcast { event, body } => (event.clone(), body.clone()),
            Payload::Json(payload) => {
                let event = payload.get("event").and_then(Value::as_str).unwrap_or_default().to_owned();
                (event, Body::Json(payload.get("payload").cloned().unwrap_or_else(|| json!({}))))
            }
        };
        let refusal = if !self.member.rights().write {
            Some("Unauthorized: You do not have permissions to write to this Channel topic")
        } else if event.len() + body.len() > BROADCAST_BYTES {
            Some("Payload size exceeds limit")
        } else {
            None
        };
        match refusal {
            None => {
                let sender = Some(self.member.id);
                let caller = self.member.caller();
                let sender_id = caller.user_id.as_deref();
                let meta = service.signed(sender_id, self.member.name(), self.member.key.is_private, None);
                service.broadcast(&self.member.key, &event, body, meta, sender).await;
                if self.acks {
                    self.reply(message, true, &json!({}));
                }
            }
            Some(reason) if self.acks => self.reply(message, false, &json!({ "reason": reason })),
            Some(reason) => tracing::debug!(topic = self.member.name(), reason, "a broadcast was dropped"),
        }
        Next::Stay
    }

    /// Handles `track` and `untrack`.
    pub async fn presence(&mut self, service: &Service, message: &Incoming) -> Next {
        let Payload::Json(payload) = &message.payload else { return Next::Stay };
        if !self.rate.allows(Instant::now()) {
            return Next::Fail("Client presence rate limit exceeded".into());
        }
        let rights = self.member.rights();
        let event = payload.get("event").and_then(Value::as_str).unwrap_or_default().to_ascii_lowercase();
        match event.as_str() {
            "track" => {
                let entry = match payload.get("payload") {
                    None | Some(Value::Null) => Record::new(),
                    Some(Value::Object(entry)) => entry.clone(),
                    Some(_) => {
                        self.reply(message, false, &json!({ "reason": "Presence payload must be a map" }));
                        return Next::Stay;
                    }
                };
                let bytes = presence::size(&entry);
                if bytes > PAYLOAD_BYTES {
                    return Next::Fail("Track message size exceeded".into());
                }
                if !(rights.see && rights.track) {
                    let reason =
                        "Unauthorized: You do not have permissions to track presence on this Channel topic";
                    self.reply(message, false, &json!({ "reason": reason }));
                    return Next::Stay;
                }
                if !self.holds(bytes) {
                    self.reply(message, false, &json!({ "reason": "Too much presence on one connection" }));
                    return Next::Stay;
                }
                if !self.member.sees_presence.swap(true, Ordering::Relaxed) {
                    service.hub.send_presence(&self.member, None);
                }
                let person = self.member.caller().user_id.clone().filter(|_| self.member.of_people);
                service.track(&self.member, person.as_ref().unwrap_or(&self.key), entry).await;
                self.reply(message, true, &json!({}));
            }
            "untrack" => {
                service.untrack(&self.member).await;
                self.holds(0);
                self.reply(message, true, &json!({}));
            }
            _ => self.reply(message, false, &json!({ "reason": "Unknown presence event" })),
        }
        Next::Stay
    }

    /// Counts the bytes of presence that this channel will track. Returns `false` if the socket would track too many.
    fn holds(&mut self, bytes: usize) -> bool {
        let all = &self.member.socket.presence_bytes;
        let others = all.load(Ordering::Relaxed).saturating_sub(self.presence_bytes);
        let fits = others + bytes <= SOCKET_PRESENCE;
        if fits {
            all.store(others + bytes, Ordering::Relaxed);
            self.presence_bytes = bytes;
        }
        fits
    }

    /// Replies to a message of the client.
    pub fn reply(&self, message: &Incoming, is_ok: bool, response: &Value) {
        let socket = &self.member.socket;
        socket.send(frame::reply(socket.version, message, is_ok, response));
    }

    /// Sends a `system` message.
    pub fn system(&self, extension: &str, is_ok: bool, message: &str) {
        let payload = json!({
            "extension": extension,
            "status": if is_ok { "ok" } else { "error" },
            "message": message,
            "channel": self.member.name(),
        });
        self.push("system", &payload);
    }

    /// Sends a protocol message to this channel alone.
    pub fn push(&self, event: &'static str, payload: &Value) {
        if !self.member.say(event, payload) {
            // A client that misses the end of its channel must connect again.
            self.member.socket.queue.command(Command::Close(1013, "slow"));
        }
    }

    /// Returns `true` if a client's message belongs to this join of the topic, not to an earlier one.
    pub fn is_meant(&self, message: &Incoming) -> bool {
        message.join_ref.is_none() || message.join_ref == self.member.join_ref
    }
}
