//! Passkeys as rows, and who may change the list.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_schema::TableRow;
use axum::http::StatusCode;
use serde_json::{Map, Value as Json};
use webauthn_rs::prelude::Webauthn;

use crate::{
    Auth,
    accounts::Factor,
    error::{Error, ErrorCode, Refusal, refused, unprocessable},
    sessions::{SignedIn, assurance, proof},
};

/// Passkeys one person may have.
pub(super) const MAX_PASSKEYS: usize = 10;

/// Longest name, in characters.
pub(super) const MAX_NAME_LENGTH: usize = 120;

static DISABLED: Refusal = unprocessable(ErrorCode::PasskeyDisabled, "Passkeys are disabled");
pub(super) static TOO_MANY: Refusal =
    unprocessable(ErrorCode::TooManyPasskeys, "Maximum number of passkeys reached");
pub(super) static NOT_FOUND: Refusal =
    refused(StatusCode::NOT_FOUND, ErrorCode::ValidationFailed, "Passkey not found");
static LOW: Refusal = refused(
    StatusCode::FORBIDDEN,
    ErrorCode::InsufficientAal,
    "AAL2 session is required to manage passkeys when MFA is enabled",
);

/// Returns the relying party for which passkeys are made. Fails if the public address admits none.
pub(super) fn relying_party(auth: &Auth) -> Result<&Webauthn, Error> {
    auth.parts.relying_party.as_ref().ok_or(Error::Refused(&DISABLED))
}

/// Refused unless the person has just shown to be one who may open or close ways into the account: by the second factor
/// where there is one, as for the factors themselves.
pub(super) fn may_change(person: &SignedIn, now: Timestamp) -> Result<(), Error> {
    let has_factor = person.factors.iter().any(Factor::is_verified);
    if let Some(session) = person.session.as_ref().filter(|_| has_factor) {
        return assurance::require_fresh(session, &LOW, now);
    }
    proof::require_recent(&person.user, person.session.as_ref(), now)
}

/// One passkey, without what it proves.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("passkeys")]
pub(super) struct Passkey {
    pub(super) id: String,
    #[column("friendly_name")]
    pub(super) name: String,
    /// Id of the credential on the device, base64url.
    pub(super) credential_id: String,
    pub(super) created_at: Timestamp,
    pub(super) last_used_at: Option<Timestamp>,
}

impl Passkey {
    /// `PasskeyListItem` of auth-js.
    pub(super) fn to_json(&self) -> Json {
        let mut item = Map::new();
        item.insert("id".into(), self.id.clone().into());
        item.insert("friendly_name".into(), self.name.clone().into());
        item.insert("created_at".into(), self.created_at.to_zulu().into());
        if let Some(at) = self.last_used_at {
            item.insert("last_used_at".into(), at.to_zulu().into());
        }
        Json::Object(item)
    }
}

/// A person's passkeys, oldest first.
pub(super) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Passkey>, Error> {
    Ok(tx.rows("WHERE user_id = $1 ORDER BY created_at, id", &[user_id.into()])?)
}

/// Removes a passkey; the one that was removed.
pub(super) fn remove(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<Passkey, Error> {
    let removed = tx.take("WHERE id = $1 AND user_id = $2", &[id.into(), user_id.into()])?.pop();
    removed.ok_or(Error::Refused(&NOT_FOUND))
}

/// Removes every passkey of a person.
pub(crate) fn remove_all(tx: &mut Tx<'_>, user_id: &str) -> Result<(), Error> {
    for table in ["passkeys", "passkey_challenges"] {
        let sql = format!("DELETE FROM {table} WHERE user_id = $1");
        tx.execute(&sql, &[user_id.into()])?;
    }
    Ok(())
}
