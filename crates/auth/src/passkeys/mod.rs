//! Passkeys: keys of a person's devices that sign in alone, without a name and a password. Decision 0022 defines the
//! strength of such a sign-in and the rights to change the list. `webauthn.rs` holds the parts shared with security
//! keys.
//!
//! Serves `/passkeys` and, for the holder of the service keys, `/admin/users/{id}/passkeys`.

mod administration;
mod challenge;
mod management;
mod passkey;
mod registration;
mod sign_in;
pub(crate) mod webauthn;

use axum::{
    Router,
    routing::{delete, get, patch, post},
};

pub(crate) use passkey::remove_all;

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/passkeys", get(management::list))
        .route("/passkeys/{id}", patch(management::rename).delete(management::delete))
        .route("/passkeys/registration/options", post(registration::options))
        .route("/passkeys/registration/verify", post(registration::verify))
        .route("/passkeys/authentication/options", post(sign_in::options))
        .route("/passkeys/authentication/verify", post(sign_in::verify))
        .route("/admin/users/{id}/passkeys", get(administration::list))
        .route("/admin/users/{id}/passkeys/{passkey_id}", delete(administration::delete))
}
