//! Actions of a signed-in person on the own account: reading and changing it, moving it to another address or number, a
//! new proof of identity, removing a sign-in method.
//!
//! Serves `/user`, `/reauthenticate` and `DELETE /user/identities/{identity_id}`.

mod contact_change;
pub(crate) mod email_change;
pub(crate) mod endings;
mod identities;
pub(crate) mod phone_change;
mod reauthenticate;
pub(crate) mod recent_sign_in;
mod user;
mod user_update;

use axum::{
    Router,
    routing::{delete, get},
};

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/user", get(user::handle).put(user_update::handle))
        .route("/reauthenticate", get(reauthenticate::handle).post(reauthenticate::confirm))
        .route("/user/identities/{identity_id}", delete(identities::unlink))
}
