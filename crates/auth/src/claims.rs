//! What an access token says, and reading it: signature, time and role, with the verified ones remembered.

use std::{collections::HashMap, sync::Arc};

use ateneu_base::{Role, Timestamp, TokenProblem};
use aws_lc_rs::digest;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::{
    error::Error,
    keys::Keys,
    sessions::Session,
    users::{Object, User},
};

/// Seconds an access token lives.
pub(crate) const LIFETIME: i64 = 3_600;

/// The `aud` of every person's token.
const AUDIENCE: &str = "authenticated";

/// Verified tokens remembered at most.
const REMEMBERED: usize = 10_000;

/// The claims this house reads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    /// The role the token speaks for, in the protocol's words.
    pub role: Option<String>,
    /// The person.
    pub sub: Option<String>,
    /// The session behind it.
    pub session_id: Option<String>,
    /// Seconds since the epoch.
    pub exp: Option<i64>,
    /// Whom the token is for: one name, or several.
    pub aud: Option<Json>,
    /// Who issued it.
    pub iss: Option<String>,
    /// Signed with the shared secret, not by us.
    #[serde(skip)]
    pub shared: bool,
    /// The key of ours that signed them.
    #[serde(skip)]
    pub(crate) kid: Option<String>,
}

impl Claims {
    /// Those of one of the installation's own long-lived keys.
    pub(crate) fn of_key(role: Role) -> Self {
        Self {
            role: Some(role.name().to_owned()),
            iss: None,
            aud: None,
            sub: None,
            session_id: None,
            exp: None,
            shared: false,
            kid: None,
        }
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

    /// A person's token is for `authenticated`; the keys of programs name nobody, and ours are issued by this house.
    /// Only whoever holds the shared secret may have issued one elsewhere.
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
        let issued_here = self.shared || role != Role::Authenticated || self.iss.as_deref() == Some(issuer);
        audience && issued_here
    }

    fn usable(self, issuer: &str, now: Timestamp) -> Result<Self, TokenProblem> {
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

    fn in_time(&self, now: Timestamp) -> Result<(), TokenProblem> {
        match self.exp {
            Some(exp) if exp <= now.seconds() => Err(TokenProblem::Expired),
            _ => Ok(()),
        }
    }
}

/// Verified tokens, by digest: a token is checked once, then found.
#[derive(Default)]
pub(crate) struct Verified(Mutex<HashMap<[u8; 32], Arc<Claims>>>);

impl Verified {
    /// Verifies a token, or finds that it was.
    pub(crate) fn verify(
        &self,
        keys: &Keys,
        issuer: &str,
        token: &str,
        now: Timestamp,
    ) -> Result<Arc<Claims>, TokenProblem> {
        let mut digest = [0u8; 32];
        digest.copy_from_slice(digest::digest(&digest::SHA256, token.as_bytes()).as_ref());
        let found = self.0.lock().get(&digest).cloned();
        if let Some(claims) = found {
            claims.in_time(now)?;
            return match keys.stand_behind(&claims, now) {
                true => Ok(claims),
                false => Err(TokenProblem::BadSignature),
            };
        }
        let claims = Arc::new(keys.claims(token, now)?.usable(issuer, now)?);
        let mut held = self.0.lock();
        if held.len() >= REMEMBERED {
            held.retain(|_, claims| claims.in_time(now).is_ok());
            if held.len() >= REMEMBERED {
                held.clear();
            }
        }
        held.insert(digest, Arc::clone(&claims));
        Ok(claims)
    }
}

/// What an access token of ours says.
#[derive(Serialize)]
struct Issued<'a> {
    iss: &'a str,
    sub: &'a str,
    aud: &'static str,
    exp: i64,
    iat: i64,
    email: &'a str,
    phone: &'a str,
    app_metadata: &'a Object,
    user_metadata: &'a Object,
    role: &'static str,
    aal: &'a str,
    amr: &'a Json,
    session_id: &'a str,
    is_anonymous: bool,
}

/// Signs the access token of a session.
pub(crate) fn issue(
    keys: &Keys,
    issuer: &str,
    user: &User,
    session: &Session,
    now: Timestamp,
) -> Result<String, Error> {
    let claims = Issued {
        iss: issuer,
        sub: &user.id,
        aud: AUDIENCE,
        exp: now.seconds() + LIFETIME,
        iat: now.seconds(),
        email: user.shown_email().unwrap_or_default(),
        phone: user.phone.as_deref().unwrap_or_default(),
        app_metadata: &user.app_metadata,
        user_metadata: &user.user_metadata,
        role: Role::Authenticated.name(),
        aal: &session.aal,
        amr: &session.amr,
        session_id: &session.id,
        is_anonymous: user.is_anonymous,
    };
    keys.sign(&claims, now)
}

/// Signs the long-lived key of a program.
pub(crate) fn issue_key(keys: &Keys, issuer: &str, role: Role, now: Timestamp) -> Result<String, Error> {
    const TEN_YEARS: i64 = 10 * 365 * 24 * 60 * 60;
    let mut claims = Map::new();
    claims.insert("iss".into(), issuer.into());
    claims.insert("role".into(), role.name().into());
    claims.insert("iat".into(), now.seconds().into());
    claims.insert("exp".into(), (now.seconds() + TEN_YEARS).into());
    keys.sign(&Json::Object(claims), now)
}
