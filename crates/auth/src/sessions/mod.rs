//! Sessions: beginning, tokens, refresh, list and end; their assurance level (`aal`), and the present rights of a
//! token. A completed sign-in may also wait for the client that began it (PKCE).
//!
//! Serves `POST /logout` and two grants of `POST /token`, `refresh_token` and `pkce`, and identifies callers for every
//! service.

mod access_token;
mod amr;
pub(crate) mod assurance;
mod authenticate;
pub(crate) mod caller_cache;
mod logout;
pub(crate) mod own_sessions;
pub(crate) mod pkce;
pub(crate) mod proof;
mod response;
mod session;
pub(crate) mod signed_in;
pub(crate) mod token_refresh;

use axum::{Router, routing::post};

pub(crate) use proof::{FRESH, SignInMethod};
pub(crate) use response::{ProviderTokens, SessionResponse, WeakPassword};
pub(crate) use session::{Session, Which, announce, create, end, find, find_to_change, of};
pub(crate) use signed_in::{Assured, Service, SignedIn};

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new().route("/logout", post(logout::handle))
}
