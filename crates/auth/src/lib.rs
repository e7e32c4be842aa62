//! `/auth/v1`: accounts, sessions and tokens, in the words auth-js 2.119 speaks. One file per endpoint.

mod accounts;
mod admin_user;
mod admin_users;
mod administer;
mod anonymous;
mod authorize;
mod ban;
mod callback;
mod config;
mod consents;
mod create_admin;
mod email_change;
mod erased;
mod error;
mod factors;
mod fresh;
mod generate_link;
mod id_token_grant;
mod identities;
mod invite;
mod letters;
mod notice;
mod one_time;
mod otp;
mod passkeys;
mod passwords;
mod phone_change;
mod post;
mod providers;
mod reauthenticate;
mod recover;
mod redeem;
mod requests;
mod resend;
mod saml;
mod service;
mod sessions;
mod settings;
mod signup;
mod sms;
mod sweep;
mod token;
mod token_password;
mod tokens;
mod user;
mod user_update;
mod verify;
mod verify_link;
mod webauthn;

pub use administer::Waiting;
use axum::{
    Router, middleware,
    routing::{delete, get, patch, post},
};
pub use config::{Config, Deps};
pub use erased::{REMOVED_MEMBER, an_admin_remains, ensure_removed_member, remove_account};
pub use error::{Error, Refusal, Weakness};
pub use factors::SentCode;
pub use fresh::FRESH;
pub use providers::ProviderConfig;
pub use requests::log::{Action, note};
pub use saml::CompanyConfig;
pub use service::Auth;
pub use sessions::own_sessions::{Ending, OwnSession};
pub use sweep::Swept;
pub use tokens::api_keys::ApiKeys;
pub use tokens::claims::Claims;
pub use tokens::keyring::Rotation;

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
            .route("/logout", post(sessions::logout::handle))
            .route("/user", get(user::handle).put(user_update::handle))
            .route("/authorize", get(authorize::sign_in))
            .route("/callback", get(callback::open).post(callback::by_form))
            .route("/user/identities/authorize", get(authorize::link))
            .route("/user/identities/{identity_id}", delete(identities::unlink))
            .route("/settings", get(settings::handle))
            .route("/health", get(requests::health::handle))
            .route("/.well-known/jwks.json", get(tokens::jwks::handle))
            .route(
                "/.well-known/openid-configuration",
                get(tokens::jwks::configuration),
            )
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
            .merge(requests::not_offered::router())
            .fallback(async || Error::NoSuchEndpoint)
            .method_not_allowed_fallback(async || Error::MethodNotAllowed)
            .layer(middleware::from_fn_with_state(
                self.clone(),
                requests::refusals::note,
            ))
            .layer(middleware::from_fn(requests::answer::finish))
            .with_state(self.clone())
    }
}
