//! The sequences: what begins each, its steps with their delays, conditions and emails, and what ends it.

use std::time::Duration;

use super::words::{EmailPurpose, SequenceName};

/// A sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) name: SequenceName,
    /// Basis of its emails.
    pub(crate) ground: Ground,
    /// State of the person that ends a run.
    pub(crate) stop: Stop,
    /// Time after which a person may go through it again. `None` for once.
    pub(crate) again_after: Option<Duration>,
    pub(crate) steps: &'static [Step],
}

/// A step of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Delay since the beginning of the run.
    pub(crate) after: Duration,
    pub(crate) email: StepEmail,
    pub(crate) condition: Condition,
}

/// Basis of the emails of a sequence, and with it the kind of its people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    /// A confirmed subscription to the newsletter. The person is an address.
    Subscription,
    /// A purpose. The person is an account.
    Purpose(EmailPurpose),
}

/// State of the person that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// No other state than those that end every run.
    None,
    /// A payment since the beginning, or a membership.
    Bought,
    /// The end of the membership.
    MembershipOver,
    /// The end of the membership, or a visit since the beginning.
    CameBack,
}

/// Condition of a step, read when its email is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    Always,
    /// The person has begun no course.
    NoCourse,
    /// The person has written no post.
    NoPost,
}

/// Email of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepEmail {
    WelcomeStart,
    WelcomeArchive,
    WelcomeQuestion,
    CheckoutLeft,
    CheckoutLast,
    FirstMonthStart,
    FirstMonthPeople,
    FirstMonthReview,
    MemberAway,
    WinBack,
    RefundQuestion,
}

const DAY: Duration = Duration::from_hours(24);

/// Time without a visit after which a member counts as away.
pub(crate) const AWAY_AFTER: Duration = Duration::from_hours(30 * 24);

const fn step(after: Duration, email: StepEmail) -> Step {
    Step { after, email, condition: Condition::Always }
}

/// All sequences.
pub(crate) const ALL: &[Definition] = &[
    Definition {
        name: SequenceName::Welcome,
        ground: Ground::Subscription,
        stop: Stop::None,
        again_after: None,
        steps: &[
            step(DAY, StepEmail::WelcomeStart),
            step(Duration::from_hours(4 * 24), StepEmail::WelcomeArchive),
            step(Duration::from_hours(8 * 24), StepEmail::WelcomeQuestion),
        ],
    },
    Definition {
        name: SequenceName::AbandonedCheckout,
        ground: Ground::Purpose(EmailPurpose::Checkout),
        stop: Stop::Bought,
        again_after: Some(Duration::from_hours(30 * 24)),
        steps: &[step(Duration::from_hours(1), StepEmail::CheckoutLeft), step(DAY, StepEmail::CheckoutLast)],
    },
    Definition {
        name: SequenceName::FirstMonth,
        ground: Ground::Purpose(EmailPurpose::Membership),
        stop: Stop::MembershipOver,
        again_after: None,
        steps: &[
            Step { after: DAY, email: StepEmail::FirstMonthStart, condition: Condition::NoCourse },
            Step {
                after: Duration::from_hours(8 * 24),
                email: StepEmail::FirstMonthPeople,
                condition: Condition::NoPost,
            },
            step(Duration::from_hours(25 * 24), StepEmail::FirstMonthReview),
        ],
    },
    Definition {
        name: SequenceName::Away,
        ground: Ground::Purpose(EmailPurpose::Membership),
        stop: Stop::CameBack,
        again_after: None,
        steps: &[step(Duration::ZERO, StepEmail::MemberAway)],
    },
    Definition {
        name: SequenceName::WinBack,
        ground: Ground::Purpose(EmailPurpose::Return),
        stop: Stop::Bought,
        again_after: None,
        steps: &[step(Duration::from_hours(30 * 24), StepEmail::WinBack)],
    },
    Definition {
        name: SequenceName::AfterRefund,
        ground: Ground::Purpose(EmailPurpose::Return),
        stop: Stop::Bought,
        again_after: None,
        steps: &[step(Duration::from_hours(3 * 24), StepEmail::RefundQuestion)],
    },
];

impl Definition {
    /// Returns the sequence of a name.
    pub(crate) fn of(name: SequenceName) -> &'static Self {
        let found = ALL.iter().find(|definition| definition.name == name);
        found.unwrap_or(&ALL[0])
    }

    /// Returns a step by its number, from 1.
    pub(crate) fn step(&self, number: i64) -> Option<&'static Step> {
        self.steps.get(usize::try_from(number - 1).ok()?)
    }

    /// Returns the purpose, if the people are accounts.
    pub(crate) fn purpose(&self) -> Option<EmailPurpose> {
        match self.ground {
            Ground::Purpose(purpose) => Some(purpose),
            Ground::Subscription => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use ateneu_schema::Words;

    use super::*;

    #[test]
    fn each_name_has_one_definition_with_ordered_steps() {
        assert_eq!(ALL.len(), SequenceName::ALL.len());
        for name in SequenceName::ALL {
            let definition = Definition::of(*name);
            assert_eq!(definition.name, *name);
            assert!(!definition.steps.is_empty());
            assert!(definition.steps.is_sorted_by_key(|step| step.after), "{name:?}");
        }
    }
}
