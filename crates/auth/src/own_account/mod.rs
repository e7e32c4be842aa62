//! What a signed-in person does with the own account: reads it, changes it, moves it to another address or
//! number, proves again who they are, takes a way to sign in away.
//!
//! Serves `/user`, `/reauthenticate` and `DELETE /user/identities/{identity_id}`.

pub(crate) mod email_change;
pub(crate) mod fresh;
mod identities;
pub(crate) mod phone_change;
mod reauthenticate;
mod user;
mod user_update;
mod wish;

use axum::{
    Router,
    routing::{delete, get},
};

use crate::Auth;

/// The endpoints.
pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/user", get(user::handle).put(user_update::handle))
        .route("/reauthenticate", get(reauthenticate::handle).post(reauthenticate::confirm))
        .route("/user/identities/{identity_id}", delete(identities::unlink))
}
