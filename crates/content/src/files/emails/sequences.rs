//! Emails of the automated sequences.

use super::fields::{Button, email_fields, email_fields_of};

email_fields! {
    /// An email of a sequence that leads to a page.
    SequenceEmail {
        /// First name of the person.
        name: Option<String> = "nome",
        /// Name of the plan, also of one that has ended.
        plan: Option<String> = "plano",
        /// The page.
        button: Button = "botão",
    }

    /// An email of a sequence that asks for a reply.
    SequenceQuestion {
        /// First name of the person.
        name: Option<String> = "nome",
        /// Name of the plan, also of one that has ended.
        plan: Option<String> = "plano",
    }
}

email_fields_of! {
    SequenceEmail:
    /// First email after a subscription to the newsletter.
    WelcomeStart,
    /// Second email after a subscription to the newsletter.
    WelcomeArchive,
    /// First reminder of a payment page that was left.
    CheckoutLeft,
    /// Last reminder of a payment page that was left.
    CheckoutLast,
    /// First email of a new member.
    FirstMonthStart,
    /// Second email of a new member.
    FirstMonthPeople,
    /// Email to a member who has not come for thirty days.
    MemberAway,
    /// Email thirty days after the end of a membership.
    WinBack,
}

email_fields_of! {
    SequenceQuestion:
    /// Third email after a subscription to the newsletter.
    WelcomeQuestion,
    /// Third email of a new member.
    FirstMonthReview,
    /// Question after a refund.
    RefundQuestion,
}
