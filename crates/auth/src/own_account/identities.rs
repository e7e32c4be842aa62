//! `DELETE /user/identities/{id}`: taking away a way to sign in. The last one stays, and so do the account's own
//! addresses.

use ateneu_base::{Verb, ids};
use ateneu_content::emails::SecurityProviderUnlinked;
use ateneu_db::Tx;
use axum::{
    Json,
    extract::{Path, State},
};
use serde_json::{Value, json};

use crate::{
    Auth,
    accounts::{identity, store, users},
    error::{Error, ErrorCode, Refusal, unprocessable},
    messages::security_emails,
    requests::{Action, Client, log},
    sessions::Assured,
};

static NOT_FOUND: Refusal = unprocessable(ErrorCode::IdentityNotFound, "Identity doesn't exist");
static SINGLE: Refusal = unprocessable(
    ErrorCode::SingleIdentityNotDeletable,
    "User must have at least 1 identity after unlinking",
);
static OWN: Refusal = unprocessable(
    ErrorCode::EmailConflictIdentityNotDeletable,
    "The identities of the account's own addresses cannot be unlinked",
);

pub(crate) async fn unlink(
    State(auth): State<Auth>,
    client: Client,
    Assured(person): Assured,
    Path(id): Path<String>,
) -> Result<Json<Value>, Error> {
    let id = ids::parse_uuid(&id).ok_or(Error::NotAnId("identity_id"))?;
    let (service, user_id) = (auth.clone(), person.user.id);
    auth.write(move |tx| {
        let now = service.now();
        let taken = take(&service, tx, &user_id, &id)?;
        let code = taken.as_ref().err().map(Error::code);
        log::write(tx, now, Action::IdentityUnlinked, Some(&user_id), &client, code)?;
        Ok::<_, Error>(taken)
    })
    .await??;
    Ok(Json(json!({})))
}

/// The inner refusal is for the caller, and is logged.
fn take(auth: &Auth, tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<Result<(), Error>, Error> {
    // A concurrent removal waits: one must remain.
    let mut user = users::find_to_change(tx, user_id)?.ok_or(Error::TokenUserNotFound)?;
    let identities = identity::of(tx, user_id)?;
    let refusal = match identities.iter().find(|identity| identity.id == id) {
        None => &NOT_FOUND,
        Some(_) if identities.len() == 1 => &SINGLE,
        Some(identity) if identity.is_own() => &OWN,
        Some(identity) => {
            tx.execute("DELETE FROM identities WHERE id = $1", &[id.into()])?;
            identity::note_providers(tx, &mut user)?;
            user.updated_at = auth.now();
            store::save(tx, &user)?;
            users::announce(tx, user_id, Verb::Update);
            let (provider, name) = (auth.parts.providers.find(identity.provider()), identity.provider());
            let label = provider.map_or(name, |provider| &provider.config().label);
            security_emails::notify(
                auth,
                tx,
                &user,
                &SecurityProviderUnlinked { provider: label.to_owned() },
            )?;
            return Ok(Ok(()));
        }
    };
    Ok(Err(Error::Refused(refusal)))
}
