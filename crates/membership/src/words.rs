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

/// Stored state of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum RefundStep {
    /// Stored, and not confirmed by the provider yet.
    Begun,
    /// Refunded.
    Done,
    /// The provider refuses, and the owner refunds by other means.
    ByHand,
}

/// Kind of an object of the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub(crate) enum ObjectKind {
    /// A customer.
    Customer,
    /// A payment page.
    Checkout,
    /// A portal page.
    Portal,
    /// A subscription.
    Subscription,
    /// An invoice.
    Invoice,
    /// The response to an idempotency key.
    Answer,
}
