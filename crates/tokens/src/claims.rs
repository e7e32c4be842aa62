//! Claims of an access token, and the rules by which they are valid.

use ateneu_base::{Role, Timestamp, TokenProblem};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// Lifetime of an access token in seconds.
pub const LIFETIME: i64 = 3_600;

/// `aud` of every person's token.
pub const AUDIENCE: &str = "authenticated";

/// Claims that are read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Claims {
    /// Role of the token, in the protocol's words.
    pub role: Option<String>,
    /// Id of the person.
    pub sub: Option<String>,
    /// Session of the token.
    pub session_id: Option<String>,
    /// Expiry in seconds since the epoch.
    pub exp: Option<i64>,
    /// Audience of the token: one name, or several.
    pub aud: Option<Json>,
    /// Issuer of the token.
    pub iss: Option<String>,
    /// True if it was signed with the shared secret.
    #[serde(skip)]
    pub shared: bool,
    /// Id of the server's key that signed it.
    #[serde(skip)]
    pub kid: Option<String>,
}

impl Claims {
    /// Returns the claims of one of the installation's own API keys.
    pub(crate) fn of_key(role: Role) -> Self {
        Self { role: Some(role.name().to_owned()), ..Self::default() }
    }

    /// Returns the role, if it is known.
    pub fn role(&self) -> Option<Role> {
        match self.role.as_deref()? {
            "anon" => Some(Role::Anon),
            "authenticated" => Some(Role::Authenticated),
            "service_role" | "supabase_admin" => Some(Role::Service),
            _ => None,
        }
    }

    /// Returns `true` for a token of this server: a person's is for `authenticated`, and the server's own have it as
    /// issuer. Only a holder of the shared secret may have issued one elsewhere.
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
        // API keys are compared as a whole, so that a replaced one is refused even if its signature is valid.
        let issued_here = self.shared || (role == Role::Authenticated && self.iss.as_deref() == Some(issuer));
        audience && issued_here
    }

    /// Returns the claims if they are valid now for a person or program.
    pub(crate) fn usable(self, issuer: &str, now: Timestamp) -> Result<Self, TokenProblem> {
        let role = self.role().ok_or(TokenProblem::BadClaims)?;
        if role == Role::Authenticated && self.sub.is_none() {
            return Err(TokenProblem::BadClaims);
        }
        if !self.is_for_us(role, issuer) {
            return Err(TokenProblem::BadClaims);
        }
        // The server issues no token without an end, but a holder of the shared secret may.
        if self.exp.is_none() && !self.shared {
            return Err(TokenProblem::BadClaims);
        }
        self.in_time(now)?;
        Ok(self)
    }

    /// Refuses expired claims.
    pub(crate) fn in_time(&self, now: Timestamp) -> Result<(), TokenProblem> {
        match self.exp {
            Some(exp) if exp <= now.seconds() => Err(TokenProblem::Expired),
            _ => Ok(()),
        }
    }
}
