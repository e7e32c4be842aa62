//! `export-account`: all data about the caller, as a ZIP file that is written while it is sent.

use ateneu_functions::{Function, InSession, Refusal};
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::People;

pub(super) fn functions() -> Vec<Function<People>> {
    vec![Function::download("export-account", "baixar os seus dados", export)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExportAccount {
    /// Code sent by `/reauthenticate`.
    #[serde(default)]
    #[schemars(extend("expected" = "o código recebido"))]
    nonce: Option<String>,
}

async fn export(people: People, by: InSession, request: ExportAccount) -> Result<Response, Refusal> {
    let export = people.export(&by, request.nonce).await?;
    let name = format!("attachment; filename=\"meus-dados-{}.zip\"", export.day());
    // functions-js returns this type as a Blob, but would read `application/zip` as text.
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(export.into_stream())).into_response())
}
