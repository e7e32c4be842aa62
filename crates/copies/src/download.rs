//! The download of a copy by a signed link of a few minutes, streamed from the target.

use std::time::Duration;

use ateneu_backup::{CopyBytes, Error as BackupError, time_of_copy};
use ateneu_base::Timestamp;
use aws_lc_rs::hmac;
use axum::{
    Router,
    body::Body,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;

use crate::{Copies, Error, refused::Refused};

/// Lifetime of a link.
const LINK_LIFETIME: Duration = Duration::from_mins(5);

/// Signs and serves the links.
#[derive(Clone)]
pub(crate) struct Downloads {
    copies: Copies,
    key: hmac::Key,
}

#[derive(Deserialize)]
struct Signed {
    until: i64,
    signature: String,
}

impl Downloads {
    pub(crate) fn new(copies: Copies, key: hmac::Key) -> Self {
        Self { copies, key }
    }

    /// Returns the link to a copy, by path and query.
    pub(crate) fn link(&self, name: &str) -> String {
        let until = (self.copies.now() + LINK_LIFETIME).seconds();
        let signature = hex::encode(hmac::sign(&self.key, &signed(name, until)));
        format!("/copies/{name}?until={until}&signature={signature}")
    }

    /// Returns `true` if the link is ours and valid now.
    fn admits(&self, name: &str, Signed { until, signature }: &Signed, now: Timestamp) -> bool {
        let Ok(signature) = hex::decode(signature) else { return false };
        now.seconds() <= *until && hmac::verify(&self.key, &signed(name, *until), &signature).is_ok()
    }

    /// Returns the endpoint of the links.
    pub(crate) fn router(self) -> Router {
        Router::new().route("/copies/{name}", get(download)).with_state(self)
    }
}

fn signed(name: &str, until: i64) -> Vec<u8> {
    format!("{name}\n{until}").into_bytes()
}

async fn download(
    State(downloads): State<Downloads>,
    Path(name): Path<String>,
    link: Result<Query<Signed>, QueryRejection>,
) -> Result<Response, ateneu_functions::Refusal> {
    let is_admitted = link.is_ok_and(|Query(link)| downloads.admits(&name, &link, downloads.copies.now()));
    if !is_admitted || time_of_copy(&name).is_none() {
        return Err(Refused::LinkExpired.into());
    }
    let copy = async { Ok::<_, Error>(downloads.copies.target()?.read(&name).await?) };
    let CopyBytes { size, blocks } = copy.await.map_err(refusal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_LENGTH, size.to_string()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, Body::from_stream(blocks)).into_response())
}

/// Returns the refusal after an error of the target.
pub(crate) fn refusal(error: Error) -> ateneu_functions::Refusal {
    match error {
        Error::NoTarget => Refused::NoTarget.into(),
        Error::Backup(BackupError::NoSuchCopy(_)) => Refused::NoSuchCopy.into(),
        Error::Database(error) => error.into(),
        error => {
            tracing::error!(%error, "the target of the copies failed");
            Refused::TargetFailed.into()
        }
    }
}
