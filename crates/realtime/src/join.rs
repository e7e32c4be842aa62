//! The payload of `phx_join`.

use serde::Deserialize;
use serde_json::Value;

/// Most replayed messages.
const REPLAYED: i64 = 25;

/// What a client wants of a channel.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Join {
    /// The configuration.
    pub config: Config,
    /// The person's token; without one the key of the connection counts.
    pub access_token: Option<String>,
}

/// See [`Join`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    /// Broadcasts.
    pub broadcast: Option<Broadcast>,
    /// Presence.
    pub presence: Option<PresenceConfig>,
    /// Changes of rows, each as asked.
    pub postgres_changes: Option<Vec<Value>>,
    /// A private topic.
    pub private: Option<bool>,
}

/// See [`Config`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Broadcast {
    /// Broadcasts of this channel are acknowledged.
    pub ack: Option<bool>,
    /// Broadcasts of this channel come back to it.
    #[serde(rename = "self")]
    pub own: Option<bool>,
    /// Stored messages are sent after the join.
    pub replay: Option<Value>,
}

/// See [`Config`].
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PresenceConfig {
    /// The key of its entries; a new one where it is missing or empty.
    pub key: Option<String>,
    /// Whether it receives who is present.
    pub enabled: Option<bool>,
}

/// Which stored messages a join wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// Stored since, in milliseconds of the Unix epoch.
    pub since: i64,
    /// At most so many.
    pub limit: i64,
}

impl Join {
    /// Reads the payload.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn read(payload: &Value) -> Result<Self, String> {
        match payload {
            Value::Null => Ok(Self::default()),
            payload => Self::deserialize(payload).map_err(|error| format!("InvalidJoinPayload: {error}")),
        }
    }

    /// Which stored messages are wanted.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub fn replay(&self) -> Result<Option<Replay>, String> {
        let refused = |why: &str| Err(format!("UnableToReplayMessages: {why}"));
        let asked = self.config.broadcast.as_ref().and_then(|broadcast| broadcast.replay.as_ref());
        let Some(replay) = asked.filter(|replay| !replay.is_null()) else { return Ok(None) };
        if self.config.private != Some(true) {
            return refused("Replay is only allowed for private channels");
        }
        let number = |name: &str| replay.get(name).and_then(Value::as_i64);
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
            assert_eq!((join.config.private, join.replay()), (None, Ok(None)), "{payload}");
        }
        for payload in [json!(1), json!({ "config": 1 }), json!({ "config": { "private": "sim" } })] {
            assert!(Join::read(&payload).unwrap_err().starts_with("InvalidJoinPayload: "), "{payload}");
        }
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
