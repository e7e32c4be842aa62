//! The payload of `phx_join`. Numbers and booleans may be texts, as in the original server.

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::Value;

/// Maximum number of replayed messages.
const REPLAYED: i64 = 25;

/// Payload of a client's join.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Join {
    /// The configuration.
    pub config: Config,
    /// The person's token. The default is the key of the connection.
    pub access_token: Option<String>,
}

/// Configuration of a [`Join`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Options of broadcasts.
    pub broadcast: Option<Broadcast>,
    /// Options of presence.
    pub presence: Option<PresenceConfig>,
    /// Requested changes of rows.
    #[serde(deserialize_with = "present")]
    pub postgres_changes: Vec<Value>,
    /// True for a private topic.
    #[serde(deserialize_with = "deserialize_bool")]
    pub private: bool,
}

/// Options of broadcasts in a [`Config`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Broadcast {
    /// True if broadcasts of this channel are acknowledged.
    #[serde(deserialize_with = "deserialize_bool")]
    pub ack: bool,
    /// True if the channel receives its own broadcasts.
    #[serde(rename = "self", deserialize_with = "deserialize_bool")]
    pub own: bool,
    /// Request for stored messages after the join.
    pub replay: Option<Value>,
}

/// Options of presence in a [`Config`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PresenceConfig {
    /// Key of its entries. A new one is made if it is missing or empty.
    #[serde(deserialize_with = "key")]
    pub key: String,
    /// True if the channel receives the people present.
    #[serde(deserialize_with = "deserialize_bool")]
    pub enabled: bool,
}

/// Maximum length of a presence key in bytes.
const KEY_BYTES: usize = 255;

/// Deserializes a boolean. A missing one is `false`.
fn deserialize_bool<'d, D: Deserializer<'d>>(from: D) -> Result<bool, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(false),
        Value::Bool(truth) => Ok(truth),
        Value::String(text) if matches!(text.as_str(), "true" | "1") => Ok(true),
        Value::String(text) if matches!(text.as_str(), "false" | "0") => Ok(false),
        other => Err(D::Error::custom(format!("{other} is neither true nor false"))),
    }
}

/// Deserializes a key of presence. A missing one is empty.
fn key<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    let key = match Value::deserialize(from)? {
        Value::Null => String::new(),
        Value::String(key) => key,
        key @ (Value::Number(_) | Value::Bool(_)) => key.to_string(),
        other => return Err(D::Error::custom(format!("{other} is no key of presence"))),
    };
    match key.len() {
        0..=KEY_BYTES => Ok(key),
        _ => Err(D::Error::custom(format!("a key of presence has at most {KEY_BYTES} bytes"))),
    }
}

/// Deserializes a list without its nulls.
fn present<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Value>, D::Error> {
    let values = Option::<Vec<Value>>::deserialize(from)?.unwrap_or_default();
    Ok(values.into_iter().filter(|value| !value.is_null()).collect())
}

/// Returns a whole number, also from a text.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Stored messages that a join requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Earliest time of storage, in milliseconds since the Unix epoch.
    pub since: i64,
    /// Maximum number of messages.
    pub limit: i64,
}

impl Join {
    /// Parses the payload.
    ///
    /// # Errors
    /// Returns the reason of the refusal.
    pub fn read(payload: &Value) -> Result<Self, String> {
        match payload {
            Value::Null => Ok(Self::default()),
            payload => Self::deserialize(payload).map_err(|error| format!("InvalidJoinPayload: {error}")),
        }
    }

    /// Returns the stored messages that the join requests.
    ///
    /// # Errors
    /// Returns the reason of the refusal.
    pub fn replay(&self) -> Result<Option<Replay>, String> {
        let refused = |why: &str| Err(format!("UnableToReplayMessages: {why}"));
        let asked = self.config.broadcast.as_ref().and_then(|broadcast| broadcast.replay.as_ref());
        let Some(replay) = asked.filter(|replay| !replay.is_null()) else { return Ok(None) };
        if !self.config.private {
            return refused("Replay is only allowed for private channels");
        }
        let number = |name: &str| replay.get(name).and_then(whole);
        let limit = match replay.get("limit") {
            None | Some(Value::Null) => REPLAYED,
            Some(_) => number("limit").unwrap_or(0),
        };
        match number("since") {
            Some(since) if since >= 0 && (1..=REPLAYED).contains(&limit) => Ok(Some(Replay { since, limit })),
            _ => refused("Replay params are not valid"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn missing_and_empty_parts_have_their_defaults() {
        for payload in [
            Value::Null,
            json!({}),
            json!({ "config": {} }),
            json!({ "config": { "broadcast": null, "presence": null } }),
        ] {
            let join = Join::read(&payload).unwrap();
            assert_eq!((join.config.private, join.replay()), (false, Ok(None)), "{payload}");
        }
        for payload in [
            json!(1),
            json!({ "config": 1 }),
            json!({ "config": { "private": "sim" } }),
            json!({ "config": { "presence": { "key": ["a"] } } }),
            json!({ "config": { "presence": { "key": "a".repeat(256) } } }),
        ] {
            assert!(Join::read(&payload).unwrap_err().starts_with("InvalidJoinPayload: "), "{payload}");
        }
    }

    #[test]
    fn booleans_and_keys_may_have_other_types() {
        let config = json!({
            "private": "true",
            "broadcast": { "self": "true", "ack": "1", "replay": { "since": "5", "limit": "2" } },
            "presence": { "key": 42, "enabled": "true" },
            "postgres_changes": [null, { "event": "*" }],
        });
        let join = Join::read(&json!({ "config": config })).unwrap();
        assert_eq!(join.replay(), Ok(Some(Replay { since: 5, limit: 2 })));
        let (broadcast, presence) = (join.config.broadcast.unwrap(), join.config.presence.unwrap());
        assert!(join.config.private && broadcast.own && broadcast.ack && presence.enabled);
        assert_eq!((presence.key.as_str(), join.config.postgres_changes.len()), ("42", 1));
        let off = json!({ "config": { "private": "false", "broadcast": { "self": "0" } } });
        let join = Join::read(&off).unwrap();
        assert!(!join.config.private && !join.config.broadcast.unwrap().own);
    }

    #[test]
    fn replays_are_for_private_channels_and_bounded() {
        let of = |private: bool, replay: Value| {
            let config = json!({ "private": private, "broadcast": { "replay": replay } });
            Join::read(&json!({ "config": config })).unwrap().replay()
        };
        assert_eq!(of(true, json!({ "since": 5 })), Ok(Some(Replay { since: 5, limit: 25 })));
        assert_eq!(of(true, json!({ "since": 5, "limit": 1 })), Ok(Some(Replay { since: 5, limit: 1 })));
        for replay in [
            json!({}),
            json!({ "since": "x" }),
            json!({ "since": 1, "limit": 0 }),
            json!({ "since": 1, "limit": 26 }),
        ] {
            assert_eq!(of(true, replay), Err("UnableToReplayMessages: Replay params are not valid".into()));
        }
        assert!(of(false, json!({ "since": 5 })).is_err());
    }
}
