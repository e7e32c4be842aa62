//! Sign-up, and sign-in by a password or by a sent secret, each of which begins a session. The responses never reveal
//! whether an address has an account.
//!
//! Serves `/signup`, `/token` (the dispatcher of all grants, and `password`), `/otp`, `/magiclink`, `/recover`,
//! `/resend`, `/verify`, and `GET /settings`, which lists the available methods.

mod anonymous;
mod consents;
mod otp;
mod recover;
mod redeem;
mod resend;
mod settings;
mod signup;
mod token;
mod token_password;
pub(crate) mod verify;
mod verify_link;

use axum::{
    Router,
    routing::{get, post},
};

pub(crate) use self::redeem::forget_ways_in;
use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/settings", get(settings::handle))
        .route("/signup", post(signup::handle))
        .route("/token", post(token::handle))
        .route("/otp", post(otp::handle))
        .route("/magiclink", post(otp::handle))
        .route("/recover", post(recover::handle))
        .route("/resend", post(resend::handle))
        .route("/verify", get(verify_link::open).head(verify_link::answer_head).post(verify_link::press))
}
