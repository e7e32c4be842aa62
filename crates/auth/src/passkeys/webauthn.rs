//! WebAuthn (W3C Web Authentication, Level 3): the relying party, and challenges in auth-js's form.
//!
//! The relying party follows only from the public URL, never from the client's claims.

use std::time::Duration;

use ateneu_base::{Timestamp, given_names};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use url::Url;
use webauthn_rs::prelude::{Webauthn, WebauthnBuilder, WebauthnError};

use crate::{
    accounts::User,
    error::{Error, ErrorCode, Refusal, bad_request},
    requests::redirect::is_loopback,
};

/// Lifetime of a challenge.
pub(crate) const LIFETIME: Duration = Duration::from_secs(300);

/// Refusal of any invalid proof. More detail would only help a forger.
pub(crate) static NOT_VERIFIED: Refusal =
    bad_request(ErrorCode::WebauthnVerificationFailed, "Credential verification failed");

/// Code in the log for a device whose counter went back: there may be a copy of it.
pub(crate) const COUNTER_WENT_BACK: ErrorCode = ErrorCode::WebauthnCounterWentBack;

/// Returns the relying party at the public URL. Returns `None` at an IP address, to which no browser binds a key,
/// except that this machine's own stands for `localhost`.
pub(crate) fn relying_party(public_url: &str) -> Result<Option<Webauthn>, Error> {
    let invalid = || Error::Defect("the public address is no relying party");
    let mut origin = Url::parse(public_url).map_err(|_| invalid())?;
    if is_loopback(&origin) {
        origin.set_host(Some("localhost")).map_err(|_| invalid())?;
    }
    let Some(id) = origin.domain() else {
        return Ok(None);
    };
    WebauthnBuilder::new(id, &origin)
        .and_then(|builder| builder.timeout(LIFETIME).build())
        .map(Some)
        .map_err(|_| invalid())
}

/// Returns the id and the origin of a relying party.
pub(crate) fn id_and_origin(relying_party: &Webauthn) -> (String, String) {
    let origin = relying_party.get_allowed_origins().first();
    let id = origin.and_then(Url::domain).unwrap_or_default().to_owned();
    (id, origin.map(|origin| origin.origin().ascii_serialization()).unwrap_or_default())
}

/// Returns the names of a person's account on a device: the address for sign-in, and the display name.
pub(crate) fn names(user: &User) -> (&str, String) {
    let account = user.shown_email().or(user.phone.as_deref()).unwrap_or(&user.id);
    (account, given_names(&user.user_metadata).next().unwrap_or_else(|| account.to_owned()))
}

/// Returns the options of a ceremony in the form of `navigator.credentials`.
pub(crate) fn public_key(challenge: &impl Serialize) -> Result<Json, Error> {
    let mut whole = stored(challenge)?;
    Ok(whole["publicKey"].take())
}

/// Converts one of the library's values to JSON for the database.
pub(crate) fn stored(value: &impl Serialize) -> Result<Json, Error> {
    serde_json::to_value(value).map_err(|_| Error::Defect("a WebAuthn value is not JSON"))
}

/// Restores one of the library's values from the database.
pub(crate) fn restored<T: DeserializeOwned>(stored: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(stored).map_err(|_| Error::Defect("a stored WebAuthn value cannot be read"))
}

/// Parses the answer of a device in the form of `PublicKeyCredential.toJSON()`.
pub(crate) fn answered<T: DeserializeOwned>(credential: Json) -> Result<T, Error> {
    serde_json::from_value(credential).map_err(|_| Error::Refused(&NOT_VERIFIED))
}

/// Returns the code in the log for a refused proof.
pub(crate) fn noted(error: &WebauthnError) -> ErrorCode {
    match error {
        WebauthnError::CredentialPossibleCompromise => COUNTER_WENT_BACK,
        _ => NOT_VERIFIED.code,
    }
}

/// Returns the expiry of a challenge created now, in Unix seconds.
pub(crate) fn expires_at(now: Timestamp) -> i64 {
    (now + LIFETIME).seconds()
}
