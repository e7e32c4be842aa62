//! `/auth/v1`: accounts, sessions and tokens, in the words auth-js 2.119 speaks.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy`
//! reads this list and holds it. [`Auth`] (`service.rs`), its configuration and the one error are
//! everybody's.
//!
//! - `tables`: the declared tables
//! - `requests`: what surrounds every request: who calls, limits, the log, the answer
//! - `tokens`: the keys in force
//! - `accounts`: what an account is: its row, addresses, identities, second factors
//! - `passwords`: which are accepted, how many tries an account is given
//! - `sessions`: begun, refreshed, ended; how surely each knows its person; who calls
//! - `messages`: links and codes that work once, emails, short messages
//! - `passkeys`: `/passkeys`
//! - `factors`: `/factors`
//! - `own_account`: `/user`, `/reauthenticate`
//! - `providers`: `/authorize`, `/callback`, `/sso`
//! - `sign_in`: `/signup`, `/token`, `/otp`, `/recover`, `/verify`, `/settings`
//! - `section`: the section `[auth]` of the configuration
//! - `admin`: `/admin`, `/invite`
//! - `cleanup`: removes what can open nothing any more

mod accounts;
mod admin;
mod cleanup;
mod config;
mod error;
mod error_code;
mod factors;
mod messages;
mod own_account;
mod passkeys;
mod passwords;
mod providers;
mod requests;
mod section;
mod service;
mod sessions;
mod sign_in;
mod tables;
mod tokens;
mod typescript;

pub use accounts::roles::{an_admin_remains, grant_role, revoke_role};
pub use admin::{
    accounts_since::accounts_since,
    admin_actions::Waiting,
    deletion::{REMOVED_MEMBER, ensure_removed_member, forget_mentions, remove_account},
};
use axum::{Router, middleware};
pub use cleanup::Removed;
pub use config::{Config, Deps};
pub use error::{Error, Refusal, Weakness};
pub use error_code::ErrorCode;
pub use factors::SentCode;
pub use providers::{ProviderConfig, saml::CompanyConfig};
pub use requests::log::{Action, log_event};
use requests::{error_body, failed_request_log};
pub use section::{AuthSection, ConfigError};
pub use service::Auth;
pub use sessions::{
    caller_cache::facts_of,
    own_sessions::{Ending, OwnSession},
    proof::FRESH,
};
pub use tables::{PROVED, tables};
pub use tokens::keyring::Rotation;
pub use typescript::typescript;

/// Labels of this crate's actions in the audit log, in Portuguese.
pub const AUDIT_LABELS: &[(&str, &str)] = &[
    ("create-user", "Conta criada"),
    ("update-user", "Conta alterada"),
    ("delete-user", "Conta excluída"),
    ("create-admin", "Conta de administração criada"),
    ("generate-link", "Link de acesso gerado"),
    ("delete-factor", "Verificação em duas etapas removida"),
    ("delete-passkey", "Passkey removida"),
];

impl Auth {
    /// The endpoints, relative to `/auth/v1`; each module lists its own in its `mod.rs`.
    pub fn router(&self) -> Router {
        Router::new()
            .merge(requests::router())
            .merge(tokens::router())
            .merge(sessions::router())
            .merge(passkeys::router())
            .merge(factors::router())
            .merge(own_account::router())
            .merge(providers::router())
            .merge(sign_in::router())
            .merge(admin::router())
            .fallback(async || Error::NoSuchEndpoint)
            .method_not_allowed_fallback(async || Error::MethodNotAllowed)
            .layer((
                middleware::from_fn(error_body::finish),
                middleware::from_fn_with_state(self.clone(), failed_request_log::log_refusal),
            ))
            .with_state(self.clone())
    }
}
