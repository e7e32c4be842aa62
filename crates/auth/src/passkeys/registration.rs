//! `POST /passkeys/registration/{options,verify}`: a signed-in person makes a passkey.

use ateneu_base::{Timestamp, ids};
use ateneu_content::emails::SecurityPasskeyAdded;
use ateneu_db::Tx;
use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::Value;
use uuid::Uuid;
use webauthn_rs::prelude::{CredentialID, PasskeyRegistration, RegisterPublicKeyCredential, Webauthn};

use super::{
    challenge::{self, Answer},
    passkey::{MAX_PASSKEYS, Passkey, TOO_MANY, may_change, of, relying_party},
};
use crate::{
    Auth,
    accounts::{User, users},
    error::{Error, ErrorCode, Refusal, accepted, unprocessable},
    messages::security_emails,
    passkeys::webauthn,
    requests::{Action, Body, Client, log},
    sessions::{SignInMethod, SignedIn, proof},
    words::Ceremony,
};

static EXISTS: Refusal =
    unprocessable(ErrorCode::WebauthnCredentialExists, "This credential is already registered");

/// `POST /passkeys/registration/options`.
pub(crate) async fn options(State(auth): State<Auth>, person: SignedIn) -> Result<Json<Value>, Error> {
    relying_party(&auth)?;
    let now = auth.now();
    // Its person must not keep a way in that the company cannot close.
    person.user.require_own_ways()?;
    may_change(&person, now)?;
    let service = auth.clone();
    let answer = auth
        .write(move |tx| {
            let present = of(tx, &person.user.id)?;
            if present.len() >= MAX_PASSKEYS {
                return Err(Error::Refused(&TOO_MANY));
            }
            let (options, state) = start_registration(relying_party(&service)?, &person.user, &present)?;
            let ceremony = (Ceremony::Registration, Some(person.user.id.as_str()));
            challenge::store(tx, ceremony, &options, &state, now)
        })
        .await?;
    Ok(Json(answer))
}

fn start_registration(
    relying_party: &Webauthn,
    user: &User,
    present: &[Passkey],
) -> Result<(Value, PasskeyRegistration), Error> {
    let id = Uuid::try_parse(&user.id).map_err(|_| Error::Defect("an account's id is not a uuid"))?;
    let (name, display_name) = webauthn::names(user);
    let exclude: Vec<CredentialID> = present
        .iter()
        .filter_map(|passkey| BASE64_URL_SAFE_NO_PAD.decode(&passkey.credential_id).ok())
        .collect();
    let (challenge, state) = relying_party
        .start_passkey_registration(id, name, &display_name, Some(exclude))
        .map_err(|_| Error::Defect("a registration could not begin"))?;
    let mut options = webauthn::public_key(&challenge)?;
    // The device must find it without knowing whose it is.
    options["authenticatorSelection"]["residentKey"] = "required".into();
    options["authenticatorSelection"]["requireResidentKey"] = true.into();
    Ok((options, state))
}

/// `POST /passkeys/registration/verify`.
pub(crate) async fn verify(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Body(answer): Body<Answer>,
) -> Result<Json<Value>, Error> {
    relying_party(&auth)?;
    let now = auth.now();
    may_change(&person, now)?;
    let (challenge_id, credential) = answer.parts()?;
    let service = auth.clone();
    let made = auth
        .write(move |tx| {
            let user = users::find_to_change(tx, &person.user.id)?.ok_or(Error::TokenUserNotFound)?;
            let made = finish(&service, tx, &user, &challenge_id, credential, now)?;
            let failure = made.as_ref().err().map(Error::code);
            log::write(tx, now, Action::PasskeyCreated, Some(&user.id), &client, failure)?;
            if let Ok(passkey) = &made {
                let proved_at = person.session.as_ref().and_then(|session| session.proved_at);
                proof::note_added(tx, &user, SignInMethod::Passkey(&passkey.id), proved_at, now)?;
                security_emails::notify(&service, tx, &user, &SecurityPasskeyAdded {})?;
            }
            Ok::<_, Error>(made)
        })
        .await??;
    Ok(Json(made.to_json()))
}

/// The inner refusal is for the caller; the challenge is spent either way.
fn finish(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    challenge_id: &str,
    credential: Value,
    now: Timestamp,
) -> Result<Result<Passkey, Error>, Error> {
    let ceremony = (Ceremony::Registration, Some(user.id.as_str()));
    let state = challenge::consume::<PasskeyRegistration>(tx, ceremony, challenge_id, now)?;
    let proof = state.and_then(|state| {
        let answer = webauthn::answered::<RegisterPublicKeyCredential>(credential)?;
        relying_party(auth)?
            .finish_passkey_registration(&answer, &state)
            .map_err(|_| Error::Refused(&webauthn::NOT_VERIFIED))
    });
    let key = accepted!(proof);
    let present = of(tx, &user.id)?;
    if present.len() >= MAX_PASSKEYS {
        return Ok(Err(Error::Refused(&TOO_MANY)));
    }
    let passkey = Passkey {
        id: ids::row_id(now),
        name: free_name(&present),
        credential_id: BASE64_URL_SAFE_NO_PAD.encode(key.cred_id()),
        created_at: now,
        last_used_at: None,
    };
    let stored = webauthn::stored(&key)?.to_string();
    let more = [("user_id", (&user.id).into()), ("credential", stored.into())];
    match tx.savepoint(|tx| tx.insert_with(&passkey, &more).map_err(Error::from)) {
        Ok(()) => Ok(Ok(passkey)),
        // The account is held, so it is not the name: somebody has this very key.
        Err(error) if error.is_duplicate() => Ok(Err(Error::Refused(&EXISTS))),
        Err(error) => Err(error),
    }
}

/// `Passkey`, `Passkey 2`, …: the first that none of the present ones bears.
fn free_name(present: &[Passkey]) -> String {
    let numbered = |number: usize| match number {
        1 => "Passkey".to_owned(),
        number => format!("Passkey {number}"),
    };
    let is_free = |name: &String| present.iter().all(|passkey| passkey.name != *name);
    (1..=present.len()).map(numbered).find(is_free).unwrap_or_else(|| numbered(present.len() + 1))
}
