//! Rules for changes of address and number: the new one must be confirmed by the secret sent to it, and so must the
//! present one if it is verified. Until then the present one stays.

use crate::{accounts::User, error::Error, words::Side};

/// A requested change of address or number.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactChange<'u> {
    current: Option<&'u str>,
    is_proved: bool,
    wanted: &'u str,
    /// The confirmed side.
    agreed: Option<Side>,
}

impl<'u> ContactChange<'u> {
    /// Returns the requested change of address, if any.
    pub(super) fn of_email(user: &'u User) -> Option<Self> {
        Some(Self {
            current: user.email.as_deref(),
            is_proved: user.email_confirmed_at.is_some(),
            wanted: user.new_email.as_deref()?,
            agreed: user.email_change_proved,
        })
    }

    /// Returns the requested change of number, if any.
    pub(super) fn of_phone(user: &'u User) -> Option<Self> {
        Some(Self {
            current: user.phone.as_deref(),
            is_proved: user.phone_confirmed_at.is_some(),
            wanted: user.new_phone.as_deref()?,
            agreed: user.phone_change_proved,
        })
    }

    pub(super) fn wanted(self) -> String {
        self.wanted.to_owned()
    }

    /// Returns the unconfirmed addresses: the present one, the new one.
    pub(super) fn unanswered(self) -> [Option<&'u str>; 2] {
        let current = self.current.filter(|_| self.is_proved && !self.has_agreed(Side::Current));
        let new = Some(self.wanted).filter(|_| !self.has_agreed(Side::New));
        [current, new]
    }

    /// Records one side's confirmation. Returns `true` if the change is complete.
    ///
    /// # Errors
    /// Returns [`Error::OtpExpired`] if it was sent to an address that is no longer present or requested.
    pub(super) fn decides(self, side: Side, sent_to: &str) -> Result<bool, Error> {
        let expected = match side {
            Side::Current => self.current,
            Side::New => Some(self.wanted),
        };
        if expected != Some(sent_to) {
            return Err(Error::OtpExpired);
        }
        let needs_both = self.is_proved && self.current.is_some();
        Ok(!needs_both || self.agreed.is_some_and(|agreed| agreed != side))
    }

    fn has_agreed(self, side: Side) -> bool {
        self.agreed == Some(side)
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
            let half = ContactChange { agreed: Some(first), ..CHANGE };
            let own = if first == Side::New { "new" } else { "old" };
            assert!(!CHANGE.decides(first, own).unwrap());
            // A second confirmation of the same side does not count.
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
