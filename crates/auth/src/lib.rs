//! `/auth/v1`: accounts, sessions and tokens, in the words auth-js 2.119 speaks. One file per endpoint.

mod access_token;
mod address;
mod admin_user;
mod admin_users;
mod administer;
mod amr;
mod anonymous;
mod answer;
mod api_keys;
mod assurance;
mod authorize;
mod ban;
mod body;
mod callback;
mod claims;
mod client;
mod config;
mod consents;
mod create_admin;
mod email;
mod email_change;
mod erased;
mod error;
mod factor;
mod factors;
mod fresh;
mod generate_link;
mod hash_gate;
mod health;
mod id_token_grant;
mod identities;
mod identity;
mod invite;
mod jwks;
mod keyring;
mod keys;
mod landing;
mod leaked_passwords;
mod letters;
mod limits;
mod log;
mod logout;
mod managed;
mod not_offered;
mod notice;
mod one_time;
mod otp;
mod own_sessions;
mod passkeys;
mod password;
mod password_policy;
mod phone;
mod phone_change;
mod pkce;
mod post;
mod present;
mod program;
mod providers;
mod reauthenticate;
mod recover;
mod redeem;
mod redirect;
mod refresh_token;
mod refusals;
mod resend;
mod saml;
mod seal;
mod service;
mod sessions;
mod settings;
mod signed_in;
mod signup;
mod sms;
mod standing;
mod sweep;
mod token;
mod token_password;
mod token_refresh;
mod user;
mod user_update;
mod users;
mod verified;
mod verify;
mod verify_link;
mod webauthn;

pub use administer::Waiting;
pub use api_keys::ApiKeys;
use axum::{
    Router, middleware,
    routing::{delete, get, patch, post},
};
pub use claims::Claims;
pub use config::{Config, Deps};
pub use erased::{REMOVED_MEMBER, an_admin_remains, ensure_removed_member, remove_account};
pub use error::{Error, Refusal, Weakness};
pub use factors::SentCode;
pub use fresh::FRESH;
pub use keyring::Rotation;
pub use log::{Action, note};
pub use own_sessions::{Ending, OwnSession};
pub use providers::ProviderConfig;
pub use saml::CompanyConfig;
pub use service::Auth;
pub use sweep::Swept;

impl Auth {
    /// The endpoints, relative to `/auth/v1`.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/signup", post(signup::handle))
            .route("/token", post(token::handle))
            .route(
                "/verify",
                get(verify_link::open)
                    .head(verify_link::look)
                    .post(verify_link::press),
            )
            .route("/otp", post(otp::handle))
            .route("/magiclink", post(otp::handle))
            .route("/recover", post(recover::handle))
            .route("/resend", post(resend::handle))
            .route("/reauthenticate", get(reauthenticate::handle))
            .route("/invite", post(invite::handle))
            .route("/admin/generate_link", post(generate_link::handle))
            .route("/logout", post(logout::handle))
            .route("/user", get(user::handle).put(user_update::handle))
            .route("/authorize", get(authorize::sign_in))
            .route("/callback", get(callback::open).post(callback::by_form))
            .route("/user/identities/authorize", get(authorize::link))
            .route("/user/identities/{identity_id}", delete(identities::unlink))
            .route("/settings", get(settings::handle))
            .route("/health", get(health::handle))
            .route("/.well-known/jwks.json", get(jwks::handle))
            .route("/.well-known/openid-configuration", get(jwks::configuration))
            .route("/admin/users", get(admin_users::list).post(admin_users::create))
            .route(
                "/admin/users/{id}",
                get(admin_user::read)
                    .put(admin_user::update)
                    .delete(admin_user::remove),
            )
            .route("/passkeys", get(passkeys::management::list))
            .route(
                "/passkeys/{id}",
                patch(passkeys::management::rename).delete(passkeys::management::delete),
            )
            .route(
                "/passkeys/registration/options",
                post(passkeys::registration::options),
            )
            .route(
                "/passkeys/registration/verify",
                post(passkeys::registration::verify),
            )
            .route(
                "/passkeys/authentication/options",
                post(passkeys::sign_in::options),
            )
            .route("/passkeys/authentication/verify", post(passkeys::sign_in::verify))
            .route("/admin/users/{id}/passkeys", get(passkeys::administration::list))
            .route(
                "/admin/users/{id}/passkeys/{passkey_id}",
                delete(passkeys::administration::delete),
            )
            .merge(factors::router())
            .merge(saml::router())
            .merge(not_offered::router())
            .fallback(async || Error::NoSuchEndpoint)
            .method_not_allowed_fallback(async || Error::MethodNotAllowed)
            .layer(middleware::from_fn_with_state(self.clone(), refusals::note))
            .layer(middleware::from_fn(answer::finish))
            .with_state(self.clone())
    }
}
