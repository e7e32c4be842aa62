//! `POST /logout?scope=global|local|others`: 204 without a body. Access tokens of ended sessions are refused at once.

use axum::{
    extract::{Query, State},
    http::StatusCode,
};
use serde::Deserialize;

use crate::{
    Auth,
    error::Error,
    requests::{Action, Client, log},
    sessions::{self, SignedIn, Which, assurance},
};

#[derive(Deserialize)]
pub(crate) struct Scope {
    scope: Option<String>,
}

pub(crate) async fn handle(
    State(auth): State<Auth>,
    Query(scope): Query<Scope>,
    client: Client,
    person: SignedIn,
) -> Result<StatusCode, Error> {
    let now = auth.now();
    auth.write(move |tx| {
        let is_owed = assurance::is_owed(&person.factors, person.session.as_ref());
        let session = person.session.as_ref().map(|session| session.id.as_str());
        let which = match (scope.scope.as_deref(), session) {
            // A session with only the password verified can end only itself.
            (None | Some("" | "global"), Some(id)) if is_owed => Which::Only(id),
            (Some("others"), _) | (_, None) if is_owed => return Err(Error::Refused(&assurance::OWED)),
            (None | Some("" | "global"), _) => Which::All,
            (Some("local"), Some(id)) => Which::Only(id),
            (Some("others"), Some(id)) => Which::AllBut(id),
            (Some("local" | "others"), None) => return Err(Error::TokenSessionNotFound),
            (Some(_), _) => return Err(Error::validation("scope must be global, local or others")),
        };
        sessions::end(tx, &person.user.id, which)?;
        log::write(tx, now, Action::Logout, Some(&person.user.id), &client, None)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
