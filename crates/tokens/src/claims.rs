//! Claims of an access token, and the rules by which they are valid.

use ateneu_base::{Role, Timestamp, TokenProblem};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Seconds an access token lives.
pub const LIFETIME: i64 = 3_600;

/// The `aud` of every person's token.
pub const AUDIENCE: &str = "authenticated";

/// The claims that are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Claims {
    /// The role the token speaks for, in the protocol's words.
    pub role: Option<String>,
    /// The person.
    pub sub: Option<String>,
    /// The session behind it.
    pub session_id: Option<String>,
    /// Seconds since the epoch.
    pub exp: Option<i64>,
    /// Audience of the token: one name, or several.
    pub aud: Option<Json>,
    /// Issuer of the token.
    pub iss: Option<String>,
    /// Signed with the shared secret, not by us.
    #[serde(skip)]
    pub shared: bool,
    /// The key of ours that signed them.
    #[serde(skip)]
    pub kid: Option<String>,
}

impl Claims {
    /// Claims of one of the installation's own long-lived keys.
    pub(crate) fn of_key(role: Role) -> Self {
        Self { role: Some(role.name().to_owned()), ..Self::default() }
    }

    /// The role, if it is one we know.
    pub fn role(&self) -> Option<Role> {
        match self.role.as_deref()? {
            "anon" => Some(Role::Anon),
            "authenticated" => Some(Role::Authenticated),
            "service_role" | "supabase_admin" => Some(Role::Service),
            _ => None,
        }
    }

    /// A person's token is for `authenticated`; the keys of programs name nobody, and ours have this server as issuer.
    /// Only a holder of the shared secret may have issued one elsewhere.
    fn is_for_us(&self, role: Role, issuer: &str) -> bool {
        let names = |aud: &Json| match aud {
            Json::String(name) => name == AUDIENCE,
            Json::Array(names) => names.iter().any(|name| name == AUDIENCE),
            _ => false,
        };
        let audience = match (&self.aud, role) {
            (Some(aud), _) => names(aud),
            (None, Role::Authenticated) => self.shared,
            (None, _) => true,
        };
        // The keys of programs open by their whole text, so that a replaced one opens nothing, regardless of who signed it.
        let issued_here = self.shared || (role == Role::Authenticated && self.iss.as_deref() == Some(issuer));
        audience && issued_here
    }

    /// Itself, where a person or program may speak by it now.
    pub(crate) fn usable(self, issuer: &str, now: Timestamp) -> Result<Self, TokenProblem> {
        let role = self.role().ok_or(TokenProblem::BadClaims)?;
        if role == Role::Authenticated && self.sub.is_none() {
            return Err(TokenProblem::BadClaims);
        }
        if !self.is_for_us(role, issuer) {
            return Err(TokenProblem::BadClaims);
        }
        // We never issue a token without an end; only a holder of the shared secret may.
        if self.exp.is_none() && !self.shared {
            return Err(TokenProblem::BadClaims);
        }
        self.in_time(now)?;
        Ok(self)
    }

    /// Refuses what has run out.
    pub(crate) fn in_time(&self, now: Timestamp) -> Result<(), TokenProblem> {
        match self.exp {
            Some(exp) if exp <= now.seconds() => Err(TokenProblem::Expired),
            _ => Ok(()),
        }
    }
}
