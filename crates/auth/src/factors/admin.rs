//! `/admin/users/{id}/factors`: holders of the service key list a person's second factors and remove them, for a person
//! who has lost them all.

use ateneu_base::ids;
use axum::{
    Json,
    extract::{Path, State},
};

use crate::{
    Auth,
    accounts::{Factor, factor, users},
    error::Error,
    factors::{factor_context::NOT_FOUND, remove},
    requests::{Action, Client, service_audit},
    sessions::Service,
};

fn user_id(id: &str) -> Result<String, Error> {
    ids::parse_uuid(id).ok_or(Error::NotAnId("user_id"))
}

/// `GET /admin/users/{id}/factors`.
pub(crate) async fn list(
    State(auth): State<Auth>,
    _: Service,
    Path(id): Path<String>,
) -> Result<Json<Vec<Factor>>, Error> {
    let id = user_id(&id)?;
    auth.read(move |tx| {
        users::find(tx, &id)?.ok_or(Error::UserNotFound)?;
        factor::of(tx, &id)
    })
    .await
    .map(Json)
}

/// `DELETE /admin/users/{id}/factors/{factor}`: removes the factor and returns it.
pub(crate) async fn remove(
    State(auth): State<Auth>,
    _: Service,
    client: Client,
    Path((id, factor_id)): Path<(String, String)>,
) -> Result<Json<Factor>, Error> {
    let id = user_id(&id)?;
    let service = auth.clone();
    let removed = auth
        .write(move |tx| {
            let user = users::find_to_change(tx, &id)?.ok_or(Error::UserNotFound)?;
            let found = factor::of(tx, &id)?.into_iter().find(|factor| factor.id == factor_id);
            let factor = found.ok_or(Error::Refused(&NOT_FOUND))?;
            remove::remove(tx, &service, &user, &factor, None)?;
            let act = ("delete-factor", Action::FactorRemoved);
            service_audit::record_action(tx, service.now(), act, &id, &client)?;
            Ok::<_, Error>(factor)
        })
        .await?;
    Ok(Json(removed))
}
