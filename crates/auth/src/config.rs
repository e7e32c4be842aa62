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
    /// The address visitors use, without a trailing slash.
    pub public_url: String,
    /// A secret shared with tokens issued elsewhere (HS256); none by default.
    pub jwt_secret: Option<Secret>,
    /// Keys that encrypt the keys in the database: the first encrypts, each decrypts. If empty, they are stored as they
    /// are.
    pub encryption_keys: Vec<Secret>,
    /// Further addresses a mailed link may lead to; `*` stands for anything but `.` and `/`, `**` for anything.
    pub redirect_urls: Vec<String>,
    /// Country codes of telephone numbers that may be used, e.g. `55`; none: nobody signs in by telephone.
    pub phone_countries: Vec<String>,
    /// The range service that knows leaked passwords, e.g. `https://api.pwnedpasswords.com`; none: nobody is asked.
    pub leaked_passwords: Option<String>,
    /// Providers through which people may sign in.
    pub providers: Vec<ProviderConfig>,
    /// The companies whose people sign in at the company.
    pub companies: Vec<CompanyConfig>,
    /// Visitors may sign in without a name.
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
    /// Sends links and codes.
    pub mail: Mail,
    /// The time.
    pub clock: Clock,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// Configuration.
    pub config: Config,
}
