//! Message framing of the client library: JSON objects (`vsn` 1.0.0), JSON lists (2.0.0), and binary frames of kind 3
//! (broadcast from a client) and 4 (broadcast to clients), both 2.0.0 only. Source: `@supabase/realtime-js` 2.119,
//! `lib/serializer.ts`.

use std::sync::{Arc, OnceLock};

use bytes::{BufMut, Bytes, BytesMut};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Maximum length of topic and event in bytes: binary frames encode it in one byte.
const NAME_BYTES: usize = 255;

const KIND_CLIENT_BROADCAST: u8 = 3;
const KIND_SERVER_BROADCAST: u8 = 4;

/// Framing of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// JSON objects.
    V1,
    /// JSON lists and binary frames.
    V2,
}

impl Version {
    /// Reads the `vsn` parameter. The default of the protocol is 1.0.0.
    pub fn from_parameter(vsn: Option<&str>) -> Option<Self> {
        match vsn {
            Some("2.0.0") => Some(Self::V2),
            None | Some("1.0.0") => Some(Self::V1),
            Some(_) => None,
        }
    }
}

/// Payload of a broadcast.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// JSON.
    Json(Value),
    /// Bytes, which only sockets of version 2.0.0 receive.
    Bytes(Bytes),
}

impl Body {
    /// Returns the size in bytes. JSON counts as text.
    pub fn len(&self) -> usize {
        match self {
            Self::Json(value) => value.to_string().len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// Payload of a client's message.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// JSON.
    Json(Value),
    /// A broadcast from a binary frame: its own event and body.
    Broadcast {
        /// The application's event.
        event: String,
        /// The broadcast's payload.
        body: Body,
    },
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Incoming {
    /// Reference of the client's join of the topic.
    pub join_ref: Option<String>,
    /// Reference repeated in the reply.
    pub reference: Option<String>,
    /// Topic: `phoenix` or `realtime:<name>`.
    pub topic: String,
    /// The protocol's event, such as `phx_join`.
    pub event: String,
    /// The message's payload.
    pub payload: Payload,
}

/// A JSON message, as an object or a list of these fields in this order.
#[derive(Deserialize)]
struct Fields {
    join_ref: Option<String>,
    #[serde(rename = "ref")]
    reference: Option<String>,
    topic: String,
    event: String,
    #[serde(default)]
    payload: Value,
}

impl Incoming {
    /// Parses a text frame. Returns `None` if it is not a message of this version.
    pub fn from_text(version: Version, text: &str) -> Option<Self> {
        let is_list = text.trim_start().starts_with('[');
        if is_list != (version == Version::V2) {
            return None;
        }
        let fields: Fields = serde_json::from_str(text).ok()?;
        let is_named = |name: &str| !name.is_empty() && name.len() <= NAME_BYTES;
        (is_named(&fields.topic) && is_named(&fields.event)).then_some(Self {
            join_ref: fields.join_ref,
            reference: fields.reference,
            topic: fields.topic,
            event: fields.event,
            payload: Payload::Json(fields.payload),
        })
    }

    /// Parses a binary frame: `[3][lengths of join_ref, ref, topic, event, metadata][encoding]`, one byte each, then
    /// those texts and the payload. Encoding 0 is bytes, 1 JSON.
    pub fn from_binary(bytes: &Bytes) -> Option<Self> {
        let [kind, join_ref, reference, topic, event, metadata, encoding, ..] = **bytes else {
            return None;
        };
        if kind != KIND_CLIENT_BROADCAST {
            return None;
        }
        let mut rest = bytes.slice(7..);
        let mut text = |length: u8| -> Option<String> {
            let length = usize::from(length);
            (length <= rest.len())
                .then(|| rest.split_to(length))
                .and_then(|part| std::str::from_utf8(&part).ok().map(str::to_owned))
        };
        let join_ref = text(join_ref)?;
        let reference = text(reference)?;
        let topic = text(topic)?;
        let event = text(event)?;
        text(metadata)?;
        let body = match encoding {
            0 => Body::Bytes(rest),
            1 => Body::Json(serde_json::from_slice(&rest).ok()?),
            _ => return None,
        };
        if topic.is_empty() || event.is_empty() {
            return None;
        }
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        Some(Self {
            join_ref: some(join_ref),
            reference: some(reference),
            topic,
            event: "broadcast".into(),
            payload: Payload::Broadcast { event, body },
        })
    }
}

/// Encodes a reply to a client's message.
pub fn reply(version: Version, to: &Incoming, is_ok: bool, response: &Value) -> Message {
    let status = if is_ok { "ok" } else { "error" };
    let payload = json!({ "status": status, "response": response });
    encode(version, to.join_ref.as_deref(), to.reference.as_deref(), &to.topic, "phx_reply", &payload)
}

/// Encodes a message of the server.
pub fn encode(
    version: Version,
    join_ref: Option<&str>,
    reference: Option<&str>,
    topic: &str,
    event: &str,
    payload: &Value,
) -> Message {
    let text = match version {
        Version::V1 => json!({
            "join_ref": join_ref, "ref": reference, "topic": topic, "event": event, "payload": payload,
        }),
        Version::V2 => json!([join_ref, reference, topic, event, payload]),
    };
    Message::Text(Utf8Bytes::from(text.to_string()))
}

/// A message that the server initiates, encoded once for all sockets of a version.
#[derive(Debug)]
pub struct Push {
    topic: Arc<str>,
    content: Content,
    encoded: [OnceLock<Option<Message>>; 2],
}

#[derive(Debug)]
enum Content {
    Json { event: &'static str, payload: Value },
    Bytes { event: String, metadata: Option<Value>, bytes: Bytes },
}

impl Push {
    /// Creates a protocol message.
    pub fn new(topic: &Arc<str>, event: &'static str, payload: Value) -> Self {
        Self {
            topic: Arc::clone(topic),
            content: Content::Json { event, payload },
            encoded: Default::default(),
        }
    }

    /// Creates a broadcast. `metadata` describes its storage.
    pub fn broadcast(topic: &Arc<str>, event: &str, body: Body, metadata: Option<Value>) -> Self {
        let content = match body {
            Body::Json(payload) => {
                let mut whole = json!({ "type": "broadcast", "event": event, "payload": payload });
                if let Some(metadata) = metadata {
                    whole["meta"] = metadata;
                }
                Content::Json { event: "broadcast", payload: whole }
            }
            Body::Bytes(bytes) => Content::Bytes { event: event.to_owned(), metadata, bytes },
        };
        Self { topic: Arc::clone(topic), content, encoded: Default::default() }
    }

    /// Returns the frame for a socket. Returns `None` if its version cannot carry the message.
    pub fn frame(&self, version: Version) -> Option<Message> {
        self.encoded[version as usize].get_or_init(|| self.encode(version)).clone()
    }

    fn encode(&self, version: Version) -> Option<Message> {
        match (&self.content, version) {
            (Content::Json { event, payload }, _) => {
                Some(encode(version, None, None, &self.topic, event, payload))
            }
            (Content::Bytes { .. }, Version::V1) => None,
            (Content::Bytes { event, metadata, bytes }, Version::V2) => {
                let metadata = metadata.as_ref().map(Value::to_string).unwrap_or_default();
                let length = |text: &str| u8::try_from(text.len()).ok();
                let mut frame = BytesMut::with_capacity(
                    5 + self.topic.len() + event.len() + metadata.len() + bytes.len(),
                );
                frame.put_u8(KIND_SERVER_BROADCAST);
                for text in [&*self.topic, event, &metadata] {
                    frame.put_u8(length(text)?);
                }
                frame.put_u8(0);
                for text in [&*self.topic, event, &metadata] {
                    frame.put_slice(text.as_bytes());
                }
                frame.put_slice(bytes);
                Some(Message::Binary(frame.freeze()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(message: Option<Message>) -> String {
        match message {
            Some(Message::Text(text)) => text.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_version_reads_its_own_text_frames_only() {
        let object = r#"{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1","join_ref":null}"#;
        let list = r#"[null,"1","phoenix","heartbeat",{}]"#;
        let read = Incoming::from_text(Version::V1, object);
        assert_eq!(read, Incoming::from_text(Version::V2, list));
        let read = read.unwrap();
        assert_eq!(
            (read.reference.as_deref(), &*read.topic, &*read.event),
            (Some("1"), "phoenix", "heartbeat")
        );
        assert_eq!(Incoming::from_text(Version::V2, object), None);
        assert_eq!(Incoming::from_text(Version::V1, list), None);
    }

    #[test]
    fn frames_that_are_no_messages_are_dropped() {
        let long = format!(r#"[null,"1","{}","e",{{}}]"#, "t".repeat(256));
        for frame in
            ["", "[", "{}", "[]", "[null]", "[null,null,1,2,3]", r#"[null,null,"","",{}]"#, "null", &long]
        {
            assert_eq!(Incoming::from_text(Version::V2, frame), None, "{frame}");
        }
        for frame in [
            &[][..],
            &[3],
            &[3, 0, 0, 9, 1, 0, 1, b't'],
            &[4, 0, 0, 1, 1, 0, 1],
            &[3, 0, 0, 1, 1, 0, 7, b't', b'e'],
        ] {
            assert_eq!(Incoming::from_binary(&Bytes::copy_from_slice(frame)), None, "{frame:?}");
        }
    }

    #[test]
    fn a_binary_broadcast_is_read_and_written() {
        let frame =
            [&b"\x03\x01\x01\x0f\x03\x00\x01"[..], "67realtime:room:1say{\"é\":1}".as_bytes()].concat();
        let read = Incoming::from_binary(&Bytes::from(frame)).unwrap();
        assert_eq!((read.join_ref.as_deref(), read.reference.as_deref()), (Some("6"), Some("7")));
        assert_eq!((&*read.topic, &*read.event), ("realtime:room:1", "broadcast"));
        let body = Body::Json(json!({ "é": 1 }));
        assert_eq!(read.payload, Payload::Broadcast { event: "say".into(), body });

        let topic: Arc<str> = "realtime:a".into();
        let push = Push::broadcast(&topic, "say", Body::Bytes(Bytes::from_static(&[1, 2])), None);
        assert_eq!(push.frame(Version::V1), None);
        let expected = [&b"\x04\x0a\x03\x00\x00realtime:asay"[..], &[1, 2]].concat();
        assert_eq!(push.frame(Version::V2), Some(Message::Binary(Bytes::from(expected))));
    }

    #[test]
    fn a_json_broadcast_reaches_both_versions_as_text() {
        let topic: Arc<str> = "realtime:a".into();
        let meta = json!({ "id": "1", "replayed": true });
        let push = Push::broadcast(&topic, "say", Body::Json(json!({ "a": 1 })), Some(meta));
        let payload =
            r#"{"type":"broadcast","event":"say","payload":{"a":1},"meta":{"id":"1","replayed":true}}"#;
        assert_eq!(
            text(push.frame(Version::V2)),
            format!(r#"[null,null,"realtime:a","broadcast",{payload}]"#)
        );
        let object: Value = serde_json::from_str(&text(push.frame(Version::V1))).unwrap();
        assert_eq!(object["payload"]["meta"]["replayed"], true);
    }
}
