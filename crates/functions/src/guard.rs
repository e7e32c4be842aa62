//! Guards of functions: extractors that check the caller.

use std::sync::Arc;

use ateneu_audit::Actor;
use ateneu_base::{Caller, Facts, Presented, TokenProblem};
use ateneu_schema::{
    Rule,
    rule::{admin, writer},
};

use crate::{Refusal, refused::Refused};

/// Rule for the callers of a function, checked before the payload is read.
pub trait Guard: Sized + Send + 'static {
    /// Description of the admitted callers, for the list of functions.
    const SERVES: &'static str;

    /// Admits the caller, or returns the reason of the refusal. `purpose` completes "Você precisa estar logado para …".
    ///
    /// # Errors
    /// Fails with `not_signed_in`, `not_admin`, `not_editor`, `accounts_unavailable`.
    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal>;
}

/// A person with an account. Excludes API keys.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// Id of the account.
    pub user_id: String,
    /// Facts about the person for rules.
    pub facts: Facts,
}

/// A person in a session.
#[derive(Clone, Debug)]
pub struct InSession {
    /// Id of the account.
    pub user_id: String,
    /// Session of the request.
    pub session_id: String,
    /// The confirmed email, lower case.
    pub email: Option<String>,
    /// Client address of the request, as far as the server trusts it.
    pub address: Option<Arc<str>>,
}

/// A person with an account, or the service key.
#[derive(Clone, Debug)]
pub struct Account(pub Caller);

/// An administrator, for the audit log. `None` is the service key.
#[derive(Clone, Debug)]
pub struct Administrator(pub Option<Actor>);

/// An administrator in a session, for what needs a recent sign-in. Excludes the service key.
#[derive(Clone, Debug)]
pub struct AdministratorInSession {
    /// The administrator, for the audit log.
    pub by: Administrator,
    /// The session.
    pub session: InSession,
}

/// An editor or an administrator, or the service key.
#[derive(Clone, Debug)]
pub struct Writer(pub Caller);

impl Guard for SignedIn {
    const SERVES: &'static str = "signed-in people, each for themselves";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        let caller = caller(presented, purpose)?;
        let user_id = caller.user_id.clone().ok_or_else(|| not_signed_in(purpose))?;
        Ok(Self { user_id, facts: caller.facts.clone() })
    }
}

impl Guard for InSession {
    const SERVES: &'static str = "signed-in people, each for themselves, in a session";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        let caller = caller(presented, purpose)?;
        match (&caller.user_id, &caller.session_id) {
            (Some(user_id), Some(session_id)) => Ok(Self {
                user_id: user_id.clone(),
                session_id: session_id.clone(),
                email: caller.email.clone(),
                address: presented.address.clone(),
            }),
            _ => Err(not_signed_in(purpose)),
        }
    }
}

impl Guard for Account {
    const SERVES: &'static str = "signed-in people about themselves, administrators about anybody";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        let mut caller = caller(presented, purpose)?.clone();
        caller.address.clone_from(&presented.address);
        Ok(Self(caller))
    }
}

impl Account {
    /// Returns the caller as an administrator.
    ///
    /// # Errors
    /// Fails with `not_admin`.
    pub fn administrator(&self) -> Result<Administrator, Refusal> {
        if admin().for_caller(&self.0) == Rule::Anyone {
            return Ok(Administrator(Actor::of(&self.0)));
        }
        Err(Refused::NotAdmin.into())
    }
}

impl Guard for Administrator {
    const SERVES: &'static str = "administrators";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        Account::check_caller(presented, purpose)?.administrator()
    }
}

impl Guard for AdministratorInSession {
    const SERVES: &'static str = "administrators, in a session";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        let by = Administrator::check_caller(presented, purpose)?;
        Ok(Self { by, session: InSession::check_caller(presented, purpose)? })
    }
}

impl Guard for Writer {
    const SERVES: &'static str = "editors and administrators";

    fn check_caller(presented: &Presented, purpose: &'static str) -> Result<Self, Refusal> {
        let Account(caller) = Account::check_caller(presented, purpose)?;
        if writer().for_caller(&caller) == Rule::Anyone {
            return Ok(Self(caller));
        }
        Err(Refused::NotEditor.into())
    }
}

fn caller<'a>(presented: &'a Presented, purpose: &'static str) -> Result<&'a Caller, Refusal> {
    match &presented.caller {
        Ok(caller) if caller.is_signed_in() || caller.is_service() => Ok(caller),
        Err(TokenProblem::Unavailable) => Err(Refused::AccountsUnavailable.into()),
        Ok(_) | Err(_) => Err(not_signed_in(purpose)),
    }
}

fn not_signed_in(purpose: &'static str) -> Refusal {
    Refused::NotSignedIn.saying(format!("Você precisa estar logado para {purpose}.")).into()
}
