//! Kinds, queues and states of messages.

use ateneu_schema::Words;

/// Medium of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Kind {
    /// An e-mail.
    Email,
    /// A short message to a telephone.
    Sms,
}

/// Queue of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Queue {
    /// Messages that a person waits for: codes, confirmations, notices. Sent first.
    Transactional,
    /// One email to many. Suppressed addresses get none.
    Newsletter,
}

/// State of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum State {
    Queued,
    Sent,
    Failed,
    /// The address refused an earlier message.
    Suppressed,
}
