//! Rules that a change of address and a change of number share: who has to agree. The new one must, by the secret sent
//! to it, and so must the present one where it was ever proved. Until then the present one stays.

use crate::{accounts::User, error::Error};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Current,
    New,
}

impl Side {
    /// Returns the side as the row of the account stores it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::New => "new",
        }
    }
}

/// A change for another address or number, as it stands on the account.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactChange<'u> {
    current: Option<&'u str>,
    is_proved: bool,
    wanted: &'u str,
    /// The side that has agreed.
    agreed: Option<&'u str>,
}

impl<'u> ContactChange<'u> {
    /// Returns the change to another address. Returns `None` if none is wanted.
    pub(super) fn of_email(user: &'u User) -> Option<Self> {
        Some(Self {
            current: user.email.as_deref(),
            is_proved: user.email_confirmed_at.is_some(),
            wanted: user.new_email.as_deref()?,
            agreed: user.email_change_proved.as_deref(),
        })
    }

    /// Returns the change to another number. Returns `None` if none is wanted.
    pub(super) fn of_phone(user: &'u User) -> Option<Self> {
        Some(Self {
            current: user.phone.as_deref(),
            is_proved: user.phone_confirmed_at.is_some(),
            wanted: user.new_phone.as_deref()?,
            agreed: user.phone_change_proved.as_deref(),
        })
    }

    pub(super) fn wanted(self) -> String {
        self.wanted.to_owned()
    }

    /// The addresses that have not agreed yet: the present one, the new one.
    pub(super) fn unanswered(self) -> [Option<&'u str>; 2] {
        let current = self.current.filter(|_| self.is_proved && !self.has_agreed(Side::Current));
        let new = Some(self.wanted).filter(|_| !self.has_agreed(Side::New));
        [current, new]
    }

    /// One side agrees by what was sent there. Returns `true` if that was the last word.
    ///
    /// # Errors
    /// Returns [`Error::OtpExpired`] if it was sent to what is no longer present or wanted.
    pub(super) fn decides(self, side: Side, sent_to: &str) -> Result<bool, Error> {
        let expected = match side {
            Side::Current => self.current,
            Side::New => Some(self.wanted),
        };
        if expected != Some(sent_to) {
            return Err(Error::OtpExpired);
        }
        let needs_both = self.is_proved && self.current.is_some();
        Ok(!needs_both || self.agreed.is_some_and(|agreed| agreed != side.word()))
    }

    fn has_agreed(self, side: Side) -> bool {
        self.agreed == Some(side.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGE: ContactChange<'static> =
        ContactChange { current: Some("old"), is_proved: true, wanted: "new", agreed: None };

    #[test]
    fn a_verified_address_requires_both_confirmations() {
        assert_eq!(CHANGE.unanswered(), [Some("old"), Some("new")]);
        for (first, then, sent_to) in [(Side::Current, Side::New, "new"), (Side::New, Side::Current, "old")] {
            let half = ContactChange { agreed: Some(first.word()), ..CHANGE };
            let own = if first == Side::New { "new" } else { "old" };
            assert!(!CHANGE.decides(first, own).unwrap());
            // The same side twice is no second word.
            assert!(!half.decides(first, own).unwrap());
            assert!(half.decides(then, sent_to).unwrap());
            assert_eq!(half.unanswered().into_iter().flatten().collect::<Vec<_>>(), [sent_to]);
        }
    }

    #[test]
    fn an_unverified_address_requires_only_the_new_confirmation() {
        for change in
            [ContactChange { current: None, ..CHANGE }, ContactChange { is_proved: false, ..CHANGE }]
        {
            assert_eq!(change.unanswered(), [None, Some("new")]);
            assert!(change.decides(Side::New, "new").unwrap());
        }
    }

    #[test]
    fn a_secret_sent_to_another_address_confirms_no_change() {
        for (side, sent_to) in [(Side::New, "old"), (Side::Current, "new"), (Side::New, "third")] {
            assert!(matches!(CHANGE.decides(side, sent_to), Err(Error::OtpExpired)));
        }
        let nameless = ContactChange { current: None, ..CHANGE };
        assert!(nameless.decides(Side::Current, "old").is_err());
    }
}
