//! Administration of others' accounts: by programs with the service key, by administrators in the panel, and the first
//! administrator from the command line.
//!
//! Serves `/admin/users`, `POST /admin/generate_link` and `POST /invite`; the rest is called by other crates.

pub(crate) mod accounts_since;
pub(crate) mod admin_actions;
mod admin_user;
mod admin_users;
mod ban;
mod create_admin;
pub(crate) mod deletion;
mod generate_link;
mod invite;

use axum::{
    Router,
    routing::{get, post},
};

use crate::Auth;

pub(crate) fn router() -> Router<Auth> {
    Router::new()
        .route("/admin/users", get(admin_users::list).post(admin_users::create))
        .route("/admin/users/{id}", get(admin_user::read).put(admin_user::update).delete(admin_user::remove))
        .route("/admin/generate_link", post(generate_link::handle))
        .route("/invite", post(invite::handle))
}
