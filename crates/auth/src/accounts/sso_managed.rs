//! Accounts managed by a company: their visible address, and restrictions on changes (decision 0025).

use crate::{
    accounts::{User, profile::SSO},
    error::{Error, ErrorCode, Refusal, unprocessable},
};

static OF_COMPANY: Refusal = unprocessable(
    ErrorCode::UserSsoManaged,
    "The account is managed by the company its person signs in through",
);

impl User {
    /// Returns the address shown to others: the own one, or the company's.
    pub(crate) fn shown_email(&self) -> Option<&str> {
        self.email.as_deref().or(self.sso_email.as_deref())
    }

    /// True for an account managed by a company.
    pub(crate) fn is_of_company(&self) -> bool {
        self.sso_email.is_some()
    }

    /// Returns the id of the company that manages the account.
    pub(crate) fn company(&self) -> Option<&str> {
        let provider = self.app_metadata.get("provider")?.as_str()?;
        provider.strip_prefix(SSO).filter(|_| self.is_of_company())
    }

    /// Refuses changes reserved to the company: of the address, the number and the sign-in methods.
    pub(crate) fn require_own_ways(&self) -> Result<(), Error> {
        match self.is_of_company() {
            true => Err(Error::Refused(&OF_COMPANY)),
            false => Ok(()),
        }
    }
}
