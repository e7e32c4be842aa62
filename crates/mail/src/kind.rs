//! Kinds and queues of messages.

use serde::Deserialize;

/// Medium of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An e-mail.
    Email,
    /// A short message to a telephone.
    Sms,
}

impl Kind {
    /// Returns the name in the table and in the outbox.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Email => "email",
            Kind::Sms => "sms",
        }
    }
}

/// Queue of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Queue {
    /// Messages that a person expects: codes, confirmations, notices. Sent first.
    Transactional,
    /// One email to many. Addresses that refused an email for good get none.
    Newsletter,
}

impl Queue {
    /// Returns the name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Queue::Transactional => "transactional",
            Queue::Newsletter => "newsletter",
        }
    }
}
