//! Security keys, and devices that act as one: a second factor by WebAuthn. The first challenge creates the key, later
//! ones ask for its signature. Beside the password possession suffices: a key that can verify its person must continue
//! to do so, but others are accepted. It cannot sign in alone, as passkeys do.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uuid::Uuid;
use webauthn_rs::prelude::{
    PublicKeyCredential, RegisterPublicKeyCredential, SecurityKey, SecurityKeyAuthentication,
    SecurityKeyRegistration, Webauthn, WebauthnError,
};

use crate::{
    accounts::Factor,
    error::{Error, ErrorCode, Refusal, unprocessable},
    factors::{factor_context::FactorContext, open_challenge::Challenge},
    passkeys::webauthn,
    requests::Object,
    words::FactorType,
};

static NO_ENROLLING: Refusal =
    unprocessable(ErrorCode::MfaWebauthnEnrollNotEnabled, "MFA enroll is disabled for WebAuthn");
static NO_VERIFYING: Refusal =
    unprocessable(ErrorCode::MfaWebauthnVerifyNotEnabled, "MFA verification is disabled for WebAuthn");

/// Relying party that the client assumes. The server refuses a client that assumes another.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct RelyingParty {
    #[serde(rename = "rpId")]
    id: Option<String>,
    #[serde(rename = "rpOrigins")]
    origins: Option<Vec<String>>,
}

impl RelyingParty {
    fn is(&self, ours: &Webauthn) -> bool {
        let (id, origin) = webauthn::id_and_origin(ours);
        self.id.as_ref().is_none_or(|theirs| *theirs == id)
            && self.origins.as_ref().is_none_or(|theirs| theirs.contains(&origin))
    }
}

/// Answer of the browser.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Proof {
    #[serde(flatten)]
    relying_party: RelyingParty,
    #[serde(default)]
    credential_response: Json,
}

/// State against which the answer to a challenge is checked.
#[derive(Serialize, Deserialize)]
enum State {
    Create(Box<SecurityKeyRegistration>),
    Request(Box<SecurityKeyAuthentication>),
}

/// Enrolls a key. The response is empty, because the browser creates the key for the first challenge.
pub(super) fn enroll(context: &FactorContext) -> Result<Object, Error> {
    match context.auth.parts.relying_party {
        Some(_) => Ok(Object::new()),
        None => Err(Error::Refused(&NO_ENROLLING)),
    }
}

/// Returns the options that the browser passes to the device. Stores the state of the challenge in `asked`.
pub(super) fn ask(
    context: &FactorContext,
    factor: &Factor,
    asked: &mut Challenge,
    theirs: Option<&RelyingParty>,
) -> Result<Object, Error> {
    let ours = relying_party(context)?;
    if !theirs.is_none_or(|theirs| theirs.is(ours)) {
        return Err(Error::validation("rpId and rpOrigins are not those of this site"));
    }
    let (kind, public_key, state) = match factor.is_verified() {
        false => create(context, ours, factor)?,
        true => request(context, ours, factor)?,
    };
    let state = webauthn::stored(&state)?.to_string();
    asked.secret = Some(context.auth.parts.cipher.close(state.as_bytes(), &asked.id)?);
    let shown = json!({ "type": kind, "credential_options": { "publicKey": public_key } });
    Ok(Object::from_iter([("webauthn".to_owned(), shown)]))
}

fn relying_party(context: &FactorContext) -> Result<&Webauthn, Error> {
    context.auth.parts.relying_party.as_ref().ok_or(Error::Refused(&NO_VERIFYING))
}

/// Returns options for a new key of the factor. A key for the account would replace the person's passkey on the device.
fn create(
    context: &FactorContext,
    ours: &Webauthn,
    factor: &Factor,
) -> Result<(&'static str, Json, State), Error> {
    let handle = Uuid::try_parse(&factor.id).map_err(|_| Error::Defect("a factor's id is not a uuid"))?;
    let mut present = Vec::new();
    for other in context.factors.iter().filter(|other| other.kind == FactorType::Webauthn) {
        present.extend(key_of(context, other)?.map(|key| key.cred_id().clone()));
    }
    let (name, display_name) = webauthn::names(&context.user);
    let (challenge, state) = ours
        .start_securitykey_registration(handle, name, &display_name, Some(present), None, None)
        .map_err(|_| Error::Defect("a registration could not begin"))?;
    let state = State::Create(Box::new(state));
    let mut options = webauthn::public_key(&challenge)?;
    if let Some(extensions) = options.get_mut("extensions").and_then(Json::as_object_mut) {
        // With verification only preferred, browsers refuse keys that always require it.
        extensions.remove("credentialProtectionPolicy");
        extensions.remove("enforceCredentialProtectionPolicy");
    }
    Ok(("create", options, state))
}

fn request(
    context: &FactorContext,
    ours: &Webauthn,
    factor: &Factor,
) -> Result<(&'static str, Json, State), Error> {
    let key = key_of(context, factor)?.ok_or(Error::Defect("a proved factor has no key"))?;
    let (challenge, state) = ours
        .start_securitykey_authentication(&[key])
        .map_err(|_| Error::Defect("an authentication could not begin"))?;
    let state = State::Request(Box::new(state));
    Ok(("request", webauthn::public_key(&challenge)?, state))
}

/// Returns the key of a factor, once it exists.
fn key_of(context: &FactorContext, factor: &Factor) -> Result<Option<SecurityKey>, Error> {
    let Some(encrypted) = &factor.secret else {
        return Ok(None);
    };
    let stored = context.auth.parts.cipher.open(encrypted, &factor.id)?;
    webauthn::restored(&stored).map(Some)
}

/// Returns `true` if the device has answered the challenge. Records its key and counter in the factor.
pub(super) fn proves(
    context: &mut FactorContext,
    factor: &mut Factor,
    asked: &Challenge,
    proof: Option<&Proof>,
) -> Result<bool, Error> {
    let ours = relying_party(context)?;
    let Some(proof) = proof.filter(|proof| proof.relying_party.is(ours)) else {
        return Ok(false);
    };
    let encrypted = asked.secret.as_deref().unwrap_or_default();
    let state = context.auth.parts.cipher.open(encrypted, &asked.id)?;
    let state: State = webauthn::restored(&state)?;
    let answer = proof.credential_response.clone();
    let key = match (state, key_of(context, factor)?) {
        (State::Create(state), None) => created(ours, &state, answer),
        (State::Request(state), Some(key)) => signed(ours, &state, key, answer),
        // Another challenge of the factor was answered meanwhile.
        _ => None,
    };
    match key {
        Some(Ok(key)) => {
            let stored = webauthn::stored(&key)?.to_string();
            factor.secret = Some(context.auth.parts.cipher.close(stored.as_bytes(), &factor.id)?);
            Ok(true)
        }
        Some(Err(WebauthnError::CredentialPossibleCompromise)) => {
            context.suspicion = Some(webauthn::COUNTER_WENT_BACK);
            Ok(false)
        }
        _ => Ok(false),
    }
}

type Checked = Option<Result<SecurityKey, WebauthnError>>;

fn created(ours: &Webauthn, state: &SecurityKeyRegistration, answer: Json) -> Checked {
    let answer = webauthn::answered::<RegisterPublicKeyCredential>(answer).ok()?;
    Some(ours.finish_securitykey_registration(&answer, state))
}

fn signed(ours: &Webauthn, state: &SecurityKeyAuthentication, mut key: SecurityKey, answer: Json) -> Checked {
    let answer = webauthn::answered::<PublicKeyCredential>(answer).ok()?;
    let checked = ours.finish_securitykey_authentication(&answer, state);
    Some(checked.map(|result| {
        key.update_credential(&result);
        key
    }))
}
