//! The words of stored columns.

use ateneu_schema::Words;

/// Right by which money is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum RefundKind {
    /// The law's right.
    Withdrawal,
    /// The owner's guarantee.
    Guarantee,
    /// An administrator's decision.
    Office,
}

/// State of a payment page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum PageState {
    /// The provider was asked for it, and no response is known yet.
    Opening,
    /// Waits to be paid.
    Open,
    /// Paid, or chosen to be paid later.
    Completed,
    /// Closed unpaid.
    Expired,
    /// The provider refused it.
    Failed,
}

/// Change of their own subscription that members request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum RequestedChange {
    /// Cancellation for the end of the period.
    Cancel,
    /// Withdrawal of the cancellation.
    Keep,
}
