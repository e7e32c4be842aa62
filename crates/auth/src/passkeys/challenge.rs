//! Stored challenges, so that any node may receive the answer. Each is answered once.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

use crate::{
    error::{Error, ErrorCode, Refusal, bad_request},
    passkeys::webauthn,
    words::Ceremony,
};

static NOT_FOUND: Refusal =
    bad_request(ErrorCode::WebauthnChallengeNotFound, "Challenge not found or already used");
static EXPIRED: Refusal = bad_request(ErrorCode::WebauthnChallengeExpired, "Challenge has expired");

/// Time for which an expired challenge is still distinguished from an unknown one.
const EXPIRED_RETENTION: std::time::Duration = std::time::Duration::from_secs(3_600);

/// Stores a challenge, of a registration with its user. Returns it in auth-js's form, with the options for the browser.
pub(super) fn store(
    tx: &mut Tx<'_>,
    (ceremony, user_id): (Ceremony, Option<&str>),
    options: &Json,
    state: &impl Serialize,
    now: Timestamp,
) -> Result<Json, Error> {
    let forgotten = Timestamp::from_seconds(now.seconds() - EXPIRED_RETENTION.as_secs().cast_signed());
    let sql = "DELETE FROM passkey_challenges WHERE expires_at <= $1";
    tx.execute(sql, &[forgotten.into()])?;
    let id = ids::random_id();
    tx.execute(
        "INSERT INTO passkey_challenges (id, ceremony, user_id, state, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        &[
            (&id).into(),
            ceremony.into(),
            user_id.into(),
            webauthn::stored(state)?.to_string().into(),
            now.into(),
            (now + webauthn::LIFETIME).into(),
        ],
    )?;
    Ok(json!({ "challenge_id": id, "options": options, "expires_at": webauthn::expires_at(now) }))
}

/// Removes a challenge and returns it, so that it is answered once. The inner refusal is for the caller.
pub(super) fn consume<T: DeserializeOwned>(
    tx: &mut Tx<'_>,
    (ceremony, user_id): (Ceremony, Option<&str>),
    id: &str,
    now: Timestamp,
) -> Result<Result<T, Error>, Error> {
    let found = tx.query_optional_as::<(String, Timestamp)>(
        "DELETE FROM passkey_challenges WHERE id = $1 AND ceremony = $2 AND coalesce(user_id, '') = $3
         RETURNING state, expires_at",
        &[id.into(), ceremony.into(), user_id.unwrap_or_default().into()],
    )?;
    let Some((state, expires_at)) = found else {
        return Ok(Err(Error::Refused(&NOT_FOUND)));
    };
    if expires_at <= now {
        return Ok(Err(Error::Refused(&EXPIRED)));
    }
    webauthn::restored(state.as_bytes()).map(Ok)
}

/// Answer of a device to a challenge.
#[derive(Deserialize)]
pub(crate) struct Answer {
    challenge_id: Option<String>,
    credential: Option<Json>,
}

impl Answer {
    /// Returns the challenge's id and the credential, if both are present.
    pub(super) fn parts(self) -> Result<(String, Json), Error> {
        let id = self.challenge_id.ok_or_else(|| Error::validation("challenge_id is required"))?;
        let id =
            ids::parse_uuid(&id).ok_or_else(|| Error::validation("challenge_id must be a valid UUID"))?;
        let credential = self.credential.ok_or_else(|| Error::validation("credential is required"))?;
        Ok((id, credential))
    }
}
