//! `/passkeys` and `/passkeys/{id}`: a person lists, renames and removes the own passkeys.

use ateneu_base::{fold, ids};
use ateneu_content::emails::SecurityPasskeyRemoved;
use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde::Deserialize;
use serde_json::Value;

use super::passkey::{MAX_NAME_LENGTH, NOT_FOUND, Passkey, may_change, of, relying_party, remove};
use crate::{
    Auth,
    accounts::users,
    error::{Error, ErrorCode, Refusal, unprocessable},
    messages::security_emails,
    requests::{Action, Body, Client, log},
    sessions::{Assured, SignedIn},
};

/// The protocol's only code for a taken name.
static NAME_TAKEN: Refusal =
    unprocessable(ErrorCode::MfaFactorNameConflict, "A passkey with this name already exists");

/// `GET /passkeys`.
pub(crate) async fn list(
    State(auth): State<Auth>,
    Assured(person): Assured,
) -> Result<Json<Vec<Value>>, Error> {
    relying_party(&auth)?;
    let passkeys = auth.read(move |tx| of(tx, &person.user.id)).await?;
    Ok(Json(passkeys.iter().map(Passkey::to_json).collect()))
}

#[derive(Deserialize)]
pub(crate) struct Renaming {
    friendly_name: Option<String>,
}

/// `PATCH /passkeys/{id}`.
pub(crate) async fn rename(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Path(id): Path<String>,
    Body(renaming): Body<Renaming>,
) -> Result<Json<Value>, Error> {
    relying_party(&auth)?;
    let id = parse(&id)?;
    let name = accepted_name(renaming.friendly_name)?;
    let now = auth.now();
    let renamed = auth
        .write(move |tx| {
            // Locked, so that two passkeys cannot take one name.
            let user = users::find_to_change(tx, &person.user.id)?.ok_or(Error::TokenUserNotFound)?;
            let renamed = give_name(tx, &user.id, &id, name)?;
            let failure = renamed.as_ref().err().map(Error::code);
            log::write(tx, now, Action::PasskeyUpdated, Some(&user.id), &client, failure)?;
            Ok::<_, Error>(renamed)
        })
        .await??;
    Ok(Json(renamed.to_json()))
}

/// Sets the name of a passkey. The inner refusal is for the caller.
fn give_name(
    tx: &mut Tx<'_>,
    user_id: &str,
    id: &str,
    name: String,
) -> Result<Result<Passkey, Error>, Error> {
    let mut present = of(tx, user_id)?;
    let Some(index) = present.iter().position(|passkey| passkey.id == id) else {
        return Ok(Err(Error::Refused(&NOT_FOUND)));
    };
    let mut passkey = present.swap_remove(index);
    if present.iter().any(|other| other.name == name) {
        return Ok(Err(Error::Refused(&NAME_TAKEN)));
    }
    passkey.name = name;
    let sql = "UPDATE passkeys SET friendly_name = $2 WHERE id = $1";
    tx.execute(sql, &[(&passkey.id).into(), (&passkey.name).into()])?;
    Ok(Ok(passkey))
}

fn accepted_name(name: Option<String>) -> Result<String, Error> {
    let name = fold::one_line(&name.unwrap_or_default());
    if name.is_empty() {
        return Err(Error::validation("friendly_name is required"));
    }
    if name.chars().count() > MAX_NAME_LENGTH {
        return Err(Error::validation("friendly_name must be 120 characters or less"));
    }
    Ok(name)
}

/// `DELETE /passkeys/{id}`.
pub(crate) async fn delete(
    State(auth): State<Auth>,
    client: Client,
    person: SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    relying_party(&auth)?;
    let (id, now) = (parse(&id)?, auth.now());
    may_change(&person, now)?;
    let service = auth.clone();
    auth.write(move |tx| {
        remove(tx, &person.user.id, &id)?;
        security_emails::notify(&service, tx, &person.user, &SecurityPasskeyRemoved {})?;
        log::write(tx, now, Action::PasskeyDeleted, Some(&person.user.id), &client, None)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Parses an id. An invalid one counts as unknown.
pub(super) fn parse(id: &str) -> Result<String, Error> {
    ids::parse_uuid(id).ok_or(Error::Refused(&NOT_FOUND))
}
