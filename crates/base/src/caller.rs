//! The verified caller that every service receives with a request.

use std::{collections::BTreeSet, sync::Arc};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{Entitlement, Value};

/// The database role of a token, with the protocol's own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// No token, or the public key.
    Anon,
    /// A signed-in person.
    Authenticated,
    /// The service key: row rules do not apply.
    Service,
}

impl Role {
    /// The name used in the `role` claim of a token.
    pub fn name(self) -> &'static str {
        match self {
            Role::Anon => "anon",
            Role::Authenticated => "authenticated",
            Role::Service => "service_role",
        }
    }
}

/// Authenticator assurance level of a session.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Aal {
    /// One factor, or none.
    #[default]
    Aal1,
    /// A second factor was verified in this session.
    Aal2,
}

impl Aal {
    /// Returns the word used in rows and in the `aal` claim of a token.
    pub fn word(self) -> &'static str {
        match self {
            Self::Aal1 => "aal1",
            Self::Aal2 => "aal2",
        }
    }
}

impl From<Aal> for Value {
    fn from(aal: Aal) -> Self {
        aal.word().into()
    }
}

/// Facts that the database holds about a person when the request begins. Rules read only these, never the token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// True for a caller whose subscription gives access.
    pub subscriber: bool,
    /// Plan of the subscription. `None` if it is none of the plans.
    pub plan: Option<Arc<str>>,
    /// Names of the entitlements ([`Entitlement`]) of the plan. Empty without a subscription.
    pub entitlements: Arc<BTreeSet<String>>,
    /// True for moderators.
    pub moderator: bool,
    /// True for editors.
    pub editor: bool,
    /// True for editors who also hold the role `publisher`, and may publish.
    pub publisher: bool,
    /// True for administrators.
    pub admin: bool,
    /// Ids of the community channels this person may enter.
    pub channels: Arc<BTreeSet<String>>,
    /// Ids of the people whom this person blocked, or who blocked this person.
    pub blocked: Arc<BTreeSet<String>>,
    /// True for a silenced member, who may read the community but not write in it.
    pub silenced: bool,
    /// True for a member who is banned from the community and its channels.
    pub banned: bool,
    /// True for a member whose presence is hidden.
    pub unseen: bool,
}

impl Facts {
    /// Returns the facts of a subscriber whose plan has these entitlements.
    pub fn subscriber_of(entitlements: &[Entitlement]) -> Self {
        let names = entitlements.iter().map(|entitlement| entitlement.name().to_owned());
        Self { subscriber: true, entitlements: Arc::new(names.collect()), ..Self::default() }
    }

    /// Returns `true` if the plan has the entitlement.
    pub fn holds(&self, entitlement: Entitlement) -> bool {
        self.entitlements.contains(entitlement.name())
    }

    /// Returns the names of the plan's entitlements as a JSON array: a parameter of SQL.
    pub fn entitlement_names(&self) -> Value {
        Value::Text(Json::from_iter(self.entitlements.iter().cloned()).to_string())
    }
}

/// A verified caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The role of the token.
    pub role: Role,
    /// The person's id (uuid text) when signed in.
    pub user_id: Option<String>,
    /// The session behind the access token.
    pub session_id: Option<String>,
    /// The confirmed e-mail address, lower case.
    pub email: Option<String>,
    /// Assurance level of the session.
    pub aal: Aal,
    /// Facts about the person that rules may read.
    pub facts: Facts,
    /// Client address of the request, as far as the server trusts it. `None` for calls from inside the server.
    pub address: Option<Arc<str>>,
}

impl Caller {
    /// Returns a visitor: the public key, or no token.
    pub fn anonymous() -> Self {
        Self {
            role: Role::Anon,
            user_id: None,
            session_id: None,
            email: None,
            aal: Aal::Aal1,
            facts: Facts::default(),
            address: None,
        }
    }

    /// Returns the server itself, which no rule limits. `why` documents the call: a search for `as_service` finds every
    /// use.
    pub fn as_service(_why: &'static str) -> Self {
        Self { role: Role::Service, ..Self::anonymous() }
    }

    /// Returns a signed-in person.
    pub fn person(user_id: impl Into<String>, facts: Facts) -> Self {
        Self { role: Role::Authenticated, user_id: Some(user_id.into()), facts, ..Self::anonymous() }
    }

    /// True for the service key, to which row rules do not apply.
    pub fn is_service(&self) -> bool {
        self.role == Role::Service
    }

    /// True for administrators, moderators and the service key.
    pub fn is_staff(&self) -> bool {
        self.is_service() || self.facts.admin || self.facts.moderator
    }

    /// True for moderators, editors, administrators and the service key. Use of such rights is recorded.
    pub fn holds_role(&self) -> bool {
        self.is_staff() || self.facts.editor
    }

    /// Returns the same person as a member with every entitlement, for acts that need no staff rights.
    #[must_use]
    pub fn without_staff_rights(&self) -> Self {
        let mut caller = self.clone();
        let Facts { subscriber, entitlements, .. } = Facts::subscriber_of(Entitlement::ALL);
        (caller.facts.subscriber, caller.facts.entitlements) = (subscriber, entitlements);
        caller.facts.moderator = false;
        caller.facts.editor = false;
        caller.facts.publisher = false;
        caller.facts.admin = false;
        caller
    }

    /// True if a person is signed in.
    pub fn is_signed_in(&self) -> bool {
        self.user_id.is_some()
    }
}

/// Reason why a token was not accepted. Each service phrases it in its own protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenProblem {
    /// The token does not have three base64url parts, or holds no JSON.
    #[error("malformed token")]
    Malformed,
    /// The signature does not belong to any of our keys.
    #[error("bad signature")]
    BadSignature,
    /// The token is past its `exp`.
    #[error("token expired")]
    Expired,
    /// The claims cannot be used (no role, unknown role, no subject).
    #[error("unusable claims")]
    BadClaims,
    /// The session behind the token has ended.
    #[error("session ended")]
    SessionEnded,
    /// The facts about the person could not be read just now.
    #[error("accounts unavailable")]
    Unavailable,
}

/// Caller and token of a request, verified once by the server and carried as a request extension.
#[derive(Clone, Debug)]
pub struct Presented {
    /// The verified caller, or the reason why the token was refused.
    pub caller: Result<Caller, TokenProblem>,
    /// The bearer token as sent, for the services that answer about the token itself.
    pub bearer: Option<Arc<str>>,
    /// Client address, as far as the server trusts it.
    pub address: Option<Arc<str>>,
}
