//! Accounts that a company looks after: what is shown of them, and what only the company may change (decision 0025).

use crate::{
    accounts::{User, profile::SSO},
    error::{Error, ErrorCode, Refusal, unprocessable},
};

static OF_COMPANY: Refusal = unprocessable(
    ErrorCode::UserSsoManaged,
    "The account is managed by the company its person signs in through",
);

impl User {
    /// The address others see: the own one or the one its company says.
    pub(crate) fn shown_email(&self) -> Option<&str> {
        self.email.as_deref().or(self.sso_email.as_deref())
    }

    /// True for an account that a company looks after.
    pub(crate) fn is_of_company(&self) -> bool {
        self.sso_email.is_some()
    }

    /// The id of the company that looks after the account.
    pub(crate) fn company(&self) -> Option<&str> {
        let provider = self.app_metadata.get("provider")?.as_str()?;
        provider.strip_prefix(SSO).filter(|_| self.is_of_company())
    }

    /// Refuses what only its company may change: the address, the number and the ways to sign in.
    pub(crate) fn require_own_ways(&self) -> Result<(), Error> {
        match self.is_of_company() {
            true => Err(Error::Refused(&OF_COMPANY)),
            false => Ok(()),
        }
    }
}
