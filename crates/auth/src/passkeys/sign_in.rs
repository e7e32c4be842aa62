//! `POST /passkeys/authentication/{options,verify}`: a device names and proves its owner. The session has two factors
//! at once (`aal2`): the device and its unlocking.
//!
//! An unknown key, a removed one and a wrong proof have the same response.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use serde_json::Value;
use webauthn_rs::prelude::{self as library, DiscoverableAuthentication, PublicKeyCredential};

use super::{
    challenge::{self, Answer},
    passkey::relying_party,
};
use crate::{
    Auth,
    accounts::{Account, User, users},
    error::{Error, ErrorCode, accepted},
    passkeys::webauthn,
    requests::{Action, Body, Client, limits, log},
    sessions::{self, Session, SessionResponse, SignInMethod, proof},
    words::Ceremony,
};

/// Body with `{gotrue_meta_security}`, which is ignored.
#[derive(Deserialize)]
pub(crate) struct Asked {}

/// `POST /passkeys/authentication/options`.
pub(crate) async fn options(
    State(auth): State<Auth>,
    client: Client,
    Body(Asked {}): Body<Asked>,
) -> Result<Json<Value>, Error> {
    let (challenge, state) = relying_party(&auth)?
        .start_discoverable_authentication()
        .map_err(|_| Error::Defect("an authentication could not begin"))?;
    let options = webauthn::public_key(&challenge)?;
    let now = auth.now();
    let answer = auth
        .write(move |tx| {
            let limits: Vec<_> = limits::passkey_challenges_from(&client).into_iter().collect();
            accepted!(limits::count_attempt(tx, &limits, Action::Login, &client, now)?);
            challenge::store(tx, (Ceremony::Authentication, None), &options, &state, now).map(Ok)
        })
        .await??;
    Ok(Json(answer))
}

/// `POST /passkeys/authentication/verify`.
pub(crate) async fn verify(
    State(auth): State<Auth>,
    client: Client,
    Body(answer): Body<Answer>,
) -> Result<Json<SessionResponse>, Error> {
    relying_party(&auth)?;
    let (challenge_id, credential) = answer.parts()?;
    let service = auth.clone();
    let (account, session) =
        auth.write(move |tx| sign_in(&service, tx, &challenge_id, credential, &client)).await??;
    SessionResponse::new(&auth, account, &session).map(Json)
}

/// Reason why the sign-in failed.
struct Refused {
    answer: Error,
    /// Code for the log, which may say more.
    noted: ErrorCode,
    /// Owner of the key, if it is known.
    user_id: Option<String>,
}

impl From<Error> for Refused {
    fn from(answer: Error) -> Self {
        Self { noted: answer.code(), answer, user_id: None }
    }
}

impl Refused {
    fn of(self, user: User) -> Self {
        Self { user_id: Some(user.id), ..self }
    }
}

/// Signs in by a proof. The inner refusal is for the caller, and its counts are kept.
fn sign_in(
    auth: &Auth,
    tx: &mut Tx<'_>,
    challenge_id: &str,
    credential: Value,
    client: &Client,
) -> Result<Result<(Account, Session), Error>, Error> {
    let now = auth.now();
    let limits: Vec<_> = limits::passkeys_from(&auth.rules(), client).into_iter().collect();
    // Counted before the check, so that concurrent proofs cannot exceed the limit, and given back if right.
    accepted!(limits::count_attempt(tx, &limits, Action::Login, client, now)?);
    let state = challenge::consume(tx, (Ceremony::Authentication, None), challenge_id, now)?;
    let proved = match state.and_then(|state| Ok((state, webauthn::answered(credential)?))) {
        Ok((state, answer)) => prove(auth, tx, state, &answer, now)?,
        Err(refusal) => Err(refusal.into()),
    };
    match proved {
        Ok((mut user, passkey_id)) => {
            limits.iter().try_for_each(|limit| limit.give_back(tx))?;
            let proved_at = proof::effective_at(tx, &user.id, SignInMethod::Passkey(&passkey_id), now)?;
            let session = sessions::create(tx, &mut user, ("passkey", proved_at), client, now)?;
            log::write(tx, now, Action::Login, Some(&user.id), client, None)?;
            Ok(Ok((Account::of(tx, user)?, session)))
        }
        Err(Refused { answer, noted, user_id }) => {
            log::write(tx, now, Action::Login, user_id.as_deref(), client, Some(noted))?;
            Ok(Err(answer))
        }
    }
}

/// Returns the person who has signed the challenge, and the id of their passkey. Only that person learns of other
/// obstacles.
fn prove(
    auth: &Auth,
    tx: &mut Tx<'_>,
    state: DiscoverableAuthentication,
    answer: &PublicKeyCredential,
    now: Timestamp,
) -> Result<Result<(User, String), Refused>, Error> {
    let relying_party = relying_party(auth)?;
    let unknown = || Ok(Err(Error::Refused(&webauthn::NOT_VERIFIED).into()));
    let Ok((user_id, credential_id)) = relying_party.identify_discoverable_authentication(answer) else {
        return unknown();
    };
    let Some(user) = users::find_to_change(tx, &user_id.to_string())? else {
        return unknown();
    };
    let Some((id, mut key)) = find(tx, &user, credential_id)? else {
        return unknown();
    };
    let result = match relying_party.finish_discoverable_authentication_v2(answer, state, &key) {
        Ok(result) => result,
        Err(error) => {
            let refused = Refused::from(Error::Refused(&webauthn::NOT_VERIFIED));
            return Ok(Err(Refused { noted: webauthn::noted(&error), ..refused.of(user) }));
        }
    };
    key.update_credential(&result);
    let stored = webauthn::stored(&key)?.to_string();
    tx.execute(
        "UPDATE passkeys SET credential = $2, last_used_at = $3 WHERE id = $1",
        &[(&id).into(), stored.into(), now.into()],
    )?;
    Ok(match obstacle(auth, &user) {
        Some(obstacle) => Err(Refused::from(obstacle).of(user)),
        None => Ok((user, id)),
    })
}

/// Returns a person's key of that name, and its row, locked until the transaction ends, like the account.
fn find(
    tx: &mut Tx<'_>,
    user: &User,
    credential_id: &[u8],
) -> Result<Option<(String, library::Passkey)>, Error> {
    let found = tx.query_optional_as::<(String, String)>(
        "SELECT id, credential FROM passkeys WHERE credential_id = $1 AND user_id = $2",
        &[BASE64_URL_SAFE_NO_PAD.encode(credential_id).into(), (&user.id).into()],
    )?;
    let Some((id, credential)) = found else { return Ok(None) };
    Ok(Some((id, webauthn::restored(credential.as_bytes())?)))
}

/// Returns the reason that refuses the right person: the account is deleted, banned or not confirmed.
fn obstacle(auth: &Auth, user: &User) -> Option<Error> {
    if user.deleted_at.is_some() {
        return Some(Error::Refused(&webauthn::NOT_VERIFIED));
    }
    if user.is_banned(auth.now()) {
        return Some(Error::UserBanned);
    }
    let unconfirmed = user.email.is_some() && user.email_confirmed_at.is_none();
    (auth.rules().email_confirmation_required && unconfirmed).then_some(Error::EmailNotConfirmed)
}
