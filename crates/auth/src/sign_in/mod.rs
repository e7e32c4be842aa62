//! Getting in: signing up, and proving who one is by a password or by what was sent to an address. Whatever
//! it was, a session follows. Whether an address has an account is never revealed.
//!
//! Serves `/signup`, `/token` (the dispatcher of all grants, and `password`), `/otp`, `/magiclink`,
//! `/recover`, `/resend`, `/verify`, and `GET /settings`, which says what is offered.

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
