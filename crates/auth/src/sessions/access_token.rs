//! The access token of a session: the person and the assurance level.

use ateneu_base::{Aal, Role, Timestamp};
use ateneu_tokens::{
    Keys,
    claims::{AUDIENCE, LIFETIME},
};
use serde::Serialize;
use serde_json::Value as Json;

use crate::{accounts::User, error::Error, requests::Object, sessions::Session};

/// Claims of an access token of this server.
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
    aal: Aal,
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
        aal: session.aal,
        amr: &session.amr,
        session_id: &session.id,
        is_anonymous: user.is_anonymous,
    };
    Ok(keys.sign(&claims, now)?)
}
