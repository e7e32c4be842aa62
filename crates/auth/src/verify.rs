//! `POST /verify`: a secret that was sent to a person, given back for a session. Each works once.

use ateneu_base::{Timestamp, Verb, ids};
use ateneu_db::Tx;
use axum::{Json, extract::State};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    Auth,
    body::Body,
    client::Client,
    error::Error,
    log::{self, Action},
    sessions::{self, Session},
    users::{self, Object, User},
};

#[derive(Deserialize)]
pub(crate) struct Request {
    r#type: Option<String>,
    token: Option<String>,
    token_hash: Option<String>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    client: Client,
    Body(request): Body<Request>,
) -> Result<Json<Value>, Error> {
    let kind = request.r#type.filter(|kind| !kind.is_empty());
    let kind = kind.ok_or_else(|| Error::validation("Verify requires a verification type"))?;
    let secret = match (request.token_hash, request.token) {
        (Some(secret), _) => secret,
        // Typed codes are not sent yet, so none can be right.
        (None, Some(_)) => return Err(Error::OtpExpired),
        (None, None) => return Err(Error::validation("Verify requires a token or a token hash")),
    };
    let now = auth.now();
    let (user, account, session) = auth
        .db()
        .write(move |tx| redeem(tx, &kind, &secret, &client, now))
        .await?;
    Ok(Json(Value::Object(sessions::answer(
        &auth, &user, account, &session,
    )?)))
}

fn redeem(
    tx: &mut Tx<'_>,
    kind: &str,
    secret: &str,
    client: &Client,
    now: Timestamp,
) -> Result<(User, Object, Session), Error> {
    let row = tx.query_optional(
        "DELETE FROM one_time_tokens WHERE digest = $1 AND kind = $2 AND expires_at > $3 RETURNING user_id, email",
        &[ids::digest(secret).into(), kind.into(), now.into()],
    )?;
    let row = row.ok_or(Error::OtpExpired)?;
    let user = users::find_to_change(tx, row.text("user_id").unwrap_or_default())?;
    let mut user = user
        .filter(|user| user.deleted_at.is_none())
        .ok_or(Error::OtpExpired)?;
    if user.is_banned(now) {
        return Err(Error::UserBanned);
    }
    // Who could read the message owns the address it went to.
    if user.email.as_deref() == row.text("email") && user.email_confirmed_at.is_none() {
        user.email_confirmed_at = Some(now);
        users::announce(tx, &user.id, Verb::Update);
    }
    let session = sessions::begin(tx, &mut user, "otp", client, now)?;
    log::write(tx, now, Action::TokenVerified, Some(&user.id), client, None)?;
    let account = users::to_json(tx, &user)?;
    Ok((user, account, session))
}
