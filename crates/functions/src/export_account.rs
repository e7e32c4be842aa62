//! `export-account {nonce?}`: everything about the person who calls, as a ZIP file that is written while it is sent.

use ateneu_accounts::People;
use ateneu_base::Presented;
use axum::{
    Extension, Router,
    body::Body,
    http::header,
    response::{IntoResponse, Response},
    routing::post,
};

use crate::{
    Error,
    payload::Payload,
    person::{nonce, person},
};

const PURPOSE: &str = "baixar os seus dados";

pub(crate) fn routes(people: People) -> Router {
    let export = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        export(&people, &presented, payload).await
    };
    Router::new().route("/export-account", post(export))
}

async fn export(people: &People, presented: &Presented, payload: Payload) -> Result<Response, Error> {
    let asker = person(presented, PURPOSE)?;
    let members = payload.with(&[], &["nonce"])?;
    let export = people.export(&asker, nonce(&members)?).await?;
    let name = format!("attachment; filename=\"meus-dados-{}.zip\"", export.day());
    // functions-js hands this type over as a Blob; `application/zip` it would read as text.
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(export.into_stream())).into_response())
}
