//! Words of the columns of notices.

use ateneu_schema::Words;

/// Kind of change that a notice announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContractNoticeKind {
    /// The price of a plan.
    Price,
    /// The terms of use.
    Terms,
    /// The privacy policy.
    Privacy,
}

/// Recipients of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContractAudience {
    /// Members of some plans, or of all.
    Members,
    /// People with an account.
    Accounts,
    /// People with an account or a subscription to the newsletter.
    Everyone,
}

/// State of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContractNoticeState {
    /// Emails are on their way.
    Sending,
    /// Each recipient has a final state.
    Done,
    /// The database is a copy, or was moved: the owner decides.
    Stopped,
}

/// State of a recipient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum ContractRecipientState {
    /// The email is not written yet.
    Waiting,
    /// The email is in the mail queue.
    Queued,
    /// The relay has accepted it.
    Sent,
    /// The email could not be sent.
    Failed,
}
