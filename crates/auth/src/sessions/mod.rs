//! Sessions: begun by people who have proved who they are, answered with tokens, refreshed, shown and ended; how
//! surely each knows its person (`aal`), and what a token is worth at this moment. A proved sign-in may also
//! wait for the client that began it (PKCE).
//!
//! Serves `POST /logout` and two grants of `POST /token`, `refresh_token` and `pkce`; and lets every service
//! ask who calls.

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
