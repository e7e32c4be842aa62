//! Words of the sequences' columns.

use ateneu_schema::Words;

/// A sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Words)]
pub enum SequenceName {
    /// Follows a subscription to the newsletter.
    Welcome,
    /// Follows a payment page that was left unpaid.
    AbandonedCheckout,
    /// Follows the first payment of a membership.
    FirstMonth,
    /// Follows thirty days without a visit of a member.
    Away,
    /// Follows the end of a membership.
    WinBack,
    /// Follows a refund.
    AfterRefund,
}

/// State of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum RunState {
    /// A step is still to come.
    Running,
    /// Each step was sent or skipped.
    Done,
    /// The run ended before its last step.
    Stopped,
}

/// Outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum StepOutcome {
    /// The email is queued.
    Sent,
    /// The email is not sent, for the stored reason.
    Skipped,
}

/// Reason why a step is skipped, a run ends or none begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Reason {
    /// The person has paid, or has a membership again.
    Bought,
    /// The membership has ended.
    MembershipOver,
    /// The person has come back.
    CameBack,
    /// The person has left the list or withdrawn the purpose.
    Unsubscribed,
    /// The address refuses emails.
    Suppressed,
    /// The account is gone or about to be erased.
    Erased,
    /// The account is banned, or has no confirmed address.
    Unreachable,
    /// The step was more than a day late.
    Overdue,
    /// The person has already done what the step is about.
    NotNeeded,
    /// The person has been in the sequence.
    AlreadySeen,
}

/// Purpose for which emails are sent to a person with an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Words)]
pub enum EmailPurpose {
    /// Reminders of a purchase that the person has begun.
    Checkout,
    /// Help with a running membership.
    Membership,
    /// Emails after a membership.
    Return,
}

/// Basis on which emails of a purpose are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum PurposeBasis {
    /// The person's own contract, or the purchase that the person has begun.
    Contract,
    /// The person's consent.
    Consent,
}
