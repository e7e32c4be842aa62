//! Statuses of subscriptions, and what follows from each. A new status is added here; the compiler then names the
//! places that have to decide about it.

use ateneu_schema::Words;

/// Status of a subscription: the payment provider's words, and two of this server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Words)]
pub enum SubscriberStatus {
    /// The first payment is awaited.
    Incomplete,
    /// The first payment never came.
    IncompleteExpired,
    /// Runs before the first payment.
    Trialing,
    /// Paid.
    Active,
    /// A payment failed and is tried again.
    PastDue,
    /// Ended.
    Canceled,
    /// A payment failed and is not tried again.
    Unpaid,
    /// Paused at the provider.
    Paused,
    /// The person has courtesies and never bought anything.
    Courtesy,
    /// The provider's word is unknown here.
    #[default]
    Unknown,
}

/// Property of a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// The first payment is awaited.
    Pending,
    /// The subscription has begun: it is not given up before it was paid.
    Begun,
    /// The subscription counts as income.
    Earning,
    /// The subscription is paid, or a failed payment is tried again.
    Running,
    /// Every charge so far is paid.
    PaidUp,
    /// A payment is owed.
    Owed,
    /// Charges may follow. The person gets no second checkout.
    Live,
    /// The provider has ended it.
    Over,
    /// The provider has ended it after it had begun.
    Ended,
}

use Property::{Begun, Earning, Ended, Live, Over, Owed, PaidUp, Pending, Running};

impl SubscriberStatus {
    /// Returns the status of a provider's word.
    pub fn read(word: &str) -> Self {
        Self::of(word).unwrap_or_default()
    }

    const fn properties(self) -> &'static [Property] {
        match self {
            Self::Incomplete => &[Pending],
            Self::IncompleteExpired => &[Over],
            Self::Trialing | Self::Active => &[Begun, Earning, Running, PaidUp, Live],
            Self::PastDue => &[Begun, Earning, Running, Owed, Live],
            Self::Canceled => &[Begun, Earning, Over, Ended],
            Self::Unpaid => &[Begun, Owed, Live],
            Self::Paused => &[Begun, Live],
            Self::Courtesy | Self::Unknown => &[Begun, Earning],
        }
    }

    pub(crate) fn is(self, property: Property) -> bool {
        self.properties().contains(&property)
    }

    /// Returns the status to store of a subscription of which nothing was ever paid.
    pub(crate) fn never_paid(self) -> Self {
        match self {
            Self::Active | Self::PastDue => Self::Incomplete,
            Self::Canceled => Self::IncompleteExpired,
            Self::Incomplete
            | Self::IncompleteExpired
            | Self::Trialing
            | Self::Unpaid
            | Self::Paused
            | Self::Courtesy
            | Self::Unknown => self,
        }
    }
}

/// SQL: the list of the statuses with a property.
pub(crate) fn statuses_with(property: Property) -> String {
    word_list(|status: SubscriberStatus| status.is(property))
}

/// SQL: the list of the statuses without a property. Unknown words of the provider are in neither list.
pub(crate) fn statuses_without(property: Property) -> String {
    word_list(|status: SubscriberStatus| !status.is(property))
}

/// SQL: the list of the words that satisfy a condition.
pub(crate) fn word_list<E: Words>(condition: impl Fn(E) -> bool) -> String {
    let words = E::ALL.iter().filter(|word| condition(**word));
    format!("({})", words.map(|word| format!("'{}'", word.word())).collect::<Vec<_>>().join(", "))
}

/// SQL: the word that follows from the word of a column; `other` where it has none of these words.
pub(crate) fn word_cases<E: Words, V: Words>(column: &str, of: impl Fn(E) -> V, other: V) -> String {
    let case = |word: &E| format!(" WHEN '{}' THEN '{}'", word.word(), of(*word).word());
    format!("CASE {column}{} ELSE '{}' END", E::ALL.iter().map(case).collect::<String>(), other.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_statuses_are_those_of_the_properties() {
        assert_eq!(statuses_with(Live), "('trialing', 'active', 'past_due', 'unpaid', 'paused')");
        assert_eq!(statuses_with(Running), "('trialing', 'active', 'past_due')");
        assert_eq!(statuses_with(PaidUp), "('trialing', 'active')");
        assert_eq!(
            [SubscriberStatus::read("a_new_word"), SubscriberStatus::read("")],
            [SubscriberStatus::Unknown; 2]
        );
        assert_eq!(statuses_without(Begun), "('incomplete', 'incomplete_expired')");
        assert_eq!(statuses_without(Earning), "('incomplete', 'incomplete_expired', 'unpaid', 'paused')");
    }
}
