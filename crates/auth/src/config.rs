//! The configuration and dependencies of the accounts service.

use std::sync::Arc;

use ateneu_base::{Clock, Secret};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_passwords::PasswordCost;
use ateneu_schema::Schema;
use ateneu_settings::Settings;

use crate::providers::{ProviderConfig, saml::CompanyConfig};

/// Configuration.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// URL of the site for visitors, without a trailing slash.
    pub public_url: String,
    /// Secret shared with issuers of tokens elsewhere (HS256). Optional.
    pub jwt_secret: Option<Secret>,
    /// Keys that encrypt the keys in the database: the first encrypts, each decrypts. Without any, the keys are stored
    /// in plain form.
    pub encryption_keys: Vec<Secret>,
    /// Further URLs that a mailed link may lead to. `*` matches anything but `.` and `/`, `**` anything.
    pub redirect_urls: Vec<String>,
    /// Country codes of accepted telephone numbers, e.g. `55`. Without any, sign-in by telephone is off.
    pub phone_countries: Vec<String>,
    /// Range service for leaked passwords, e.g. `https://api.pwnedpasswords.com`. `None` to skip the check.
    pub leaked_passwords: Option<String>,
    /// Sign-in providers.
    pub providers: Vec<ProviderConfig>,
    /// Companies whose people sign in there.
    pub companies: Vec<CompanyConfig>,
    /// True if visitors may sign in anonymously.
    pub anonymous_sign_ins: bool,
    /// Cost of hashing a password. Only tests lower it.
    pub password_cost: PasswordCost,
}

/// Dependencies of the service.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The adjustable settings.
    pub settings: Settings,
    /// Mail service for links and codes.
    pub mail: Mail,
    /// The time.
    pub clock: Clock,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// Configuration.
    pub config: Config,
}
