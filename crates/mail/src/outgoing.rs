//! One outgoing message, and its outcome.

use ateneu_base::{Record, Timestamp};
use ateneu_db::json_column;
use serde::Deserialize;

use crate::kind::{Kind, Queue};

/// A message to be sent now.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Outgoing {
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) recipient: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    #[serde(deserialize_with = "json_column")]
    pub(crate) headers: Record,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) queue: Queue,
}

/// Outcome of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Sent,
    /// The message is to be retried, for this reason.
    Later(String),
    Never {
        reason: String,
        /// True if the address refuses mail for good, so that it gets only requested messages.
        suppress: bool,
    },
}

impl Outcome {
    /// Returns a final refusal for another reason than the address.
    pub(crate) fn never(reason: String) -> Self {
        Outcome::Never { reason, suppress: false }
    }
}
