//! Passkeys: keys of a person's devices that sign in by themselves, without a name and without a password.
//! Decision 0022 says how strong such a sign-in is and who may change the list. `webauthn.rs` holds the parts that
//! security keys share with them.
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
