//! TODO

pub(crate) mod access_token;
pub(crate) mod amr;
pub(crate) mod assurance;
pub(crate) mod logout;
pub(crate) mod own_sessions;
pub(crate) mod pkce;
pub(crate) mod present;
mod session;
pub(crate) mod signed_in;
pub(crate) mod standing;
pub(crate) mod token_refresh;

pub(crate) use session::{Session, Which, announce, answer, begin, end, find, find_to_change, of};
