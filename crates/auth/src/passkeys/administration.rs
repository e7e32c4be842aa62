//! `/admin/users/{id}/passkeys`: holders of the service key list and remove a person's passkeys.

use ateneu_base::ids;
use ateneu_content::emails::SecurityPasskeyRemoved;
use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use serde_json::Value;

use super::{
    management::parse,
    passkey::{Passkey, of, remove},
};
use crate::{
    Auth,
    accounts::{User, users},
    error::Error,
    messages::security_emails,
    requests::{Action, Client, service_audit},
    sessions::Service,
};

fn existing(tx: &mut Tx<'_>, id: &str) -> Result<User, Error> {
    users::find(tx, id)?.ok_or(Error::UserNotFound)
}

/// `GET /admin/users/{id}/passkeys`.
pub(crate) async fn list(
    State(auth): State<Auth>,
    _: Service,
    Path(user_id): Path<String>,
) -> Result<Json<Vec<Value>>, Error> {
    let user_id = ids::parse_uuid(&user_id).ok_or(Error::NotAnId("user_id"))?;
    let passkeys = auth
        .read(move |tx| {
            let user = existing(tx, &user_id)?;
            of(tx, &user.id)
        })
        .await?;
    Ok(Json(passkeys.iter().map(Passkey::to_json).collect()))
}

/// `DELETE /admin/users/{id}/passkeys/{passkey_id}`.
pub(crate) async fn delete(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Path((user_id, passkey_id)): Path<(String, String)>,
) -> Result<StatusCode, Error> {
    let user_id = ids::parse_uuid(&user_id).ok_or(Error::NotAnId("user_id"))?;
    let (passkey_id, now) = (parse(&passkey_id)?, auth.now());
    let service = auth.clone();
    auth.write(move |tx| {
        let user = existing(tx, &user_id)?;
        remove(tx, &user.id, &passkey_id)?;
        security_emails::notify(&service, tx, &user, &SecurityPasskeyRemoved {})?;
        service_audit::record_action(tx, now, ("delete-passkey", Action::PasskeyDeleted), &user.id, &client)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
