//! `/auth/v1`: accounts, sessions and tokens, in the protocol of auth-js 2.119.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this
//! list and checks it. All modules use [`Auth`] (`service.rs`), its configuration and the error.
//!
//! - `words`: the words that rows hold
//! - `tables`: the declared tables
//! - `requests`: steps of every request: caller, limits, log, response
//! - `tokens`: the keys in force
//! - `accounts`: accounts: row, addresses, identities, second factors
//! - `passwords`: password policy, and limits on tries
//! - `sessions`: sessions: beginning, refresh, end, assurance level, caller
//! - `messages`: one-time links and codes, emails, short messages
//! - `passkeys`: `/passkeys`
//! - `factors`: `/factors`
//! - `own_account`: `/user`, `/reauthenticate`
//! - `providers`: `/authorize`, `/callback`, `/sso`
//! - `sign_in`: `/signup`, `/token`, `/otp`, `/recover`, `/verify`, `/settings`
//! - `section`: the section `[auth]` of the configuration
//! - `admin`: `/admin`, `/invite`
//! - `cleanup`: removes expired rows

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
mod words;

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
pub use words::{ConsentMethod, FactorType, LegalText, Role};

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
    /// Returns the endpoints, relative to `/auth/v1`. Each module lists its own in its `mod.rs`.
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
