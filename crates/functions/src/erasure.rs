//! `request-erasure {confirmation, nonce?}` and `cancel-erasure`: a person leaves for good, or stays after all.

use ateneu_accounts::People;
use ateneu_base::Presented;
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{
    Error,
    payload::Payload,
    person::{nonce, person},
};

const PURPOSE: &str = "excluir a sua conta";

/// What a person types to show that it is meant.
const CONFIRMATION: &str = "EXCLUIR";

pub(crate) fn routes(people: People) -> Router {
    let asked = people.clone();
    let request = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        request(&asked, &presented, payload).await
    };
    let cancel = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        cancel(&people, &presented, payload).await
    };
    Router::new().route("/request-erasure", post(request)).route("/cancel-erasure", post(cancel))
}

async fn request(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let asker = person(presented, PURPOSE)?;
    let members = payload.with(&["confirmation"], &["nonce"])?;
    if members["confirmation"].as_str().map(str::trim) != Some(CONFIRMATION) {
        return Err(Error::InvalidPayload(format!("Digite {CONFIRMATION} para confirmar.")));
    }
    let due = people.request_erasure(&asker, nonce(&members)?).await?;
    Ok(Json(json!({ "due_at": due })))
}

async fn cancel(people: &People, presented: &Presented, payload: Payload) -> Result<Json<Value>, Error> {
    let asker = person(presented, PURPOSE)?;
    payload.with_members(&[])?;
    people.cancel_erasure(&asker).await?;
    Ok(Json(json!({ "canceled": true })))
}
