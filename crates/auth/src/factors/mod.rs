//! Second factors: enrollment, challenges, verification and removal (`/factors`), with a file for each kind.
//!
//! A kind is implemented at three places, each a `match` over `FactorType`: enrollment (`enroll.rs`), challenges
//! (`challenge.rs`), and verification (`verify.rs`). Rights, limits, locks, assurance, emails and logs are the same for
//! all. A factor's row is part of the account (`accounts/factor.rs`).
//!
//! Serves `/factors` and, for holders of the service key, `/admin/users/{id}/factors`.

mod admin;
mod challenge;
mod enroll;
mod factor_context;
mod open_challenge;
mod phone;
mod recovery_codes;
mod remove;
mod send_code;
mod totp;
mod verify;
mod webauthn;

use axum::{
    Router,
    routing::{delete, get, post},
};

pub use send_code::SentCode;

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/factors", post(enroll::handle))
        .route(
            "/factors/recovery-codes",
            get(recovery_codes::status).post(recovery_codes::generate).delete(recovery_codes::remove),
        )
        .route("/factors/recovery-codes/regenerate", post(recovery_codes::regenerate))
        .route("/factors/recovery-codes/verify", post(recovery_codes::verify))
        .route("/factors/{id}", delete(remove::handle))
        .route("/factors/{id}/challenge", post(challenge::handle))
        .route("/factors/{id}/verify", post(verify::handle))
        .route("/admin/users/{id}/factors", get(admin::list))
        .route("/admin/users/{id}/factors/{factor}", delete(admin::remove))
}
