//! Addresses of a person: an email address or a telephone number, each in its one written form.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::AsJson;

use crate::{
    Auth,
    accounts::{User, email, phone, users},
    error::Error,
};

/// An address a person gives, or has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// Lower case.
    Email(String),
    /// Digits only, country code first.
    Phone(String),
}

impl Auth {
    /// Returns `true` if people may sign in by telephone: short messages leave, and some country's numbers are
    /// accepted.
    pub(crate) fn takes_phones(&self) -> bool {
        !self.parts.phone_countries.is_empty() && self.mail().delivers(ateneu_mail::Kind::Sms)
    }
}

impl Address {
    /// The address a request names, as one to be written to; `None` when it names none. Where both are given the
    /// e-mail counts, as in the hosted service.
    pub(crate) fn from_email_or_phone(
        auth: &Auth,
        email: Option<&str>,
        phone: Option<&str>,
    ) -> Result<Option<Self>, Error> {
        let given =
            |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        match (given(email), given(phone)) {
            (Some(email), _) => Ok(Some(Address::Email(email::canonical(&email)?))),
            (None, Some(phone)) => Self::phone(auth, &phone).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// A telephone number short messages may go to.
    pub(crate) fn phone(auth: &Auth, number: &str) -> Result<Self, Error> {
        if !auth.takes_phones() {
            return Err(Error::PhoneDisabled);
        }
        phone::canonical(number, &auth.parts.phone_countries).map(Address::Phone)
    }

    /// Returns the address at which the person of an account proves again who they are.
    pub(crate) fn of(user: &User) -> Option<Self> {
        let email = user.email.clone().map(Address::Email);
        let phone = user.phone.clone().map(Address::Phone);
        match user.email_confirmed_at.is_none() && user.phone_confirmed_at.is_some() {
            true => phone.or(email),
            false => email.or(phone),
        }
    }

    /// Returns the address as it is stored.
    pub(crate) fn text(&self) -> &str {
        match self {
            Address::Email(text) | Address::Phone(text) => text,
        }
    }

    pub(crate) fn is_phone(&self) -> bool {
        matches!(self, Address::Phone(_))
    }

    /// The account of this address.
    pub(crate) fn find(&self, tx: &mut Tx<'_>) -> Result<Option<User>, Error> {
        match self {
            Address::Email(email) => users::find_by_email(tx, email),
            Address::Phone(phone) => users::find_by_phone(tx, phone),
        }
    }

    /// The account of this address, to be changed: others who would change it wait.
    pub(crate) fn find_to_change(&self, tx: &mut Tx<'_>) -> Result<Option<User>, Error> {
        match self {
            Address::Email(email) => users::find_by_email_to_change(tx, email),
            Address::Phone(phone) => users::find_by_phone_to_change(tx, phone),
        }
    }

    /// Returns the instant at which this address was confirmed.
    pub(crate) fn confirmed_at(&self, user: &User) -> Option<Timestamp> {
        match self {
            Address::Email(_) => user.email_confirmed_at,
            Address::Phone(_) => user.phone_confirmed_at,
        }
    }

    /// Notes that it is proved.
    pub(crate) fn confirm(&self, user: &mut User, now: Timestamp) {
        match self {
            Address::Email(_) => user.email_confirmed_at = Some(now),
            Address::Phone(_) => user.phone_confirmed_at = Some(now),
        }
    }
}

impl User {
    /// A new account of that address.
    pub(crate) fn reached_at(address: &Address, now: Timestamp) -> Self {
        match address {
            Address::Email(email) => Self::new(Some(email.clone()), now),
            Address::Phone(phone) => Self {
                phone: Some(phone.clone()),
                app_metadata: AsJson(users::provider_metadata("phone")),
                ..Self::new(None, now)
            },
        }
    }
}
