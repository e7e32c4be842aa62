//! The service: its state, with helpers for its modules.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Tx};
use ateneu_mail::Mail;
use ateneu_passwords::{HashGate, LeakedPasswords};
use ateneu_schema::Schema;
use ateneu_settings::{Settings, Values};
use ateneu_tokens::{AtRest, Cipher, Keys, Verified};
use aws_lc_rs::hmac;
use webauthn_rs::Webauthn;

use crate::{
    config::Deps,
    error::Error,
    passkeys::webauthn,
    providers::{Providers, saml::Companies},
    requests::redirect::Redirects,
    sessions::caller_cache::CallerCache,
    tokens::keyring::Keyring,
};

/// The accounts service. Clones share it.
#[derive(Clone)]
pub struct Auth {
    pub(crate) parts: Arc<Parts>,
}

/// Purpose of the cipher for the secrets of second factors.
const FACTORS: &str = "second factors";

/// Parts of the service, each created once.
pub(crate) struct Parts {
    pub(crate) db: Db,
    pub(crate) schema: Arc<Schema>,
    pub(crate) settings: Settings,
    pub(crate) mail: Mail,
    pub(crate) clock: Clock,
    pub(crate) redirects: Redirects,
    /// Key for one-time codes.
    pub(crate) code_key: hmac::Key,
    /// Country codes of accepted telephone numbers.
    pub(crate) phone_countries: Vec<String>,
    pub(crate) leaked_passwords: Option<LeakedPasswords>,
    /// Cipher for the secrets of second factors.
    pub(crate) cipher: Cipher,
    /// Key for flows at providers.
    pub(crate) flow_key: hmac::Key,
    /// Cipher for tokens of providers.
    pub(crate) token_cipher: Cipher,
    pub(crate) providers: Providers,
    pub(crate) companies: Companies,
    pub(crate) anonymous_sign_ins: bool,
    pub(crate) public_url: String,
    /// URL of the endpoints, and issuer of the tokens.
    pub(crate) issuer: String,
    /// Relying party of passkeys. `None` if no device binds to the public URL.
    pub(crate) relying_party: Option<Webauthn>,
    pub(crate) keyring: Keyring,
    /// Key for refresh tokens.
    pub(crate) refresh_key: hmac::Key,
    /// Cache of verified access tokens.
    pub(crate) verified: Verified,
    pub(crate) caller_cache: CallerCache,
    pub(crate) gate: HashGate,
    /// Hash of an unused password, checked if there is no account, so that both cases take the same time.
    pub(crate) decoy: String,
}

impl Auth {
    /// Reads the keys (creating them at the first start) and starts the hashing threads.
    pub async fn open(deps: Deps) -> Result<Self, Error> {
        let Deps { db, settings, mail, clock, schema, config } = deps;
        let public_url = config.public_url.trim_end_matches('/').to_owned();
        let redirects = Redirects::open(&public_url, &config.redirect_urls)?;
        let relying_party = webauthn::relying_party(&public_url)?;
        let providers = Providers::open(config.providers)?;
        let issuer = format!("{public_url}/auth/v1");
        let companies = Companies::open(config.companies, &issuer)?;
        let at_rest = AtRest::new(&config.encryption_keys)?;
        let keyring = Keyring::open(&db, &issuer, clock.now(), config.jwt_secret, at_rest).await?;
        let secrets = keyring.secrets();
        let gate = HashGate::open(config.password_cost)?;
        let decoy = ateneu_passwords::hash(&gate, ateneu_base::ids::secret(24)).await?;
        let parts = Parts {
            caller_cache: CallerCache::new(db.clone(), schema.clone()),
            refresh_key: secrets.key("refresh tokens"),
            code_key: secrets.key("one-time codes"),
            cipher: secrets.cipher(FACTORS)?,
            flow_key: secrets.key("provider flows"),
            token_cipher: secrets.cipher("provider tokens")?,
            providers,
            companies,
            anonymous_sign_ins: config.anonymous_sign_ins,
            verified: Verified::default(),
            db,
            schema,
            settings,
            mail,
            redirects,
            phone_countries: config.phone_countries,
            leaked_passwords: config.leaked_passwords.as_deref().map(LeakedPasswords::open).transpose()?,
            clock,
            public_url,
            issuer,
            relying_party,
            keyring,
            gate,
            decoy,
        };
        Ok(Self { parts: Arc::new(parts) })
    }

    /// Returns a cipher for the secrets of second factors, for those that come from another server.
    ///
    /// # Errors
    /// Fails if the key is invalid.
    pub fn factor_cipher(&self) -> Result<Cipher, Error> {
        Ok(self.parts.keyring.secrets().cipher(FACTORS)?)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.parts.clock.now()
    }

    /// Runs [`Db::read`] of its database.
    pub(crate) fn read<T: Send + 'static, E: From<ateneu_db::Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> {
        self.parts.db.read(work)
    }

    /// Runs [`Db::write`] of its database.
    pub(crate) fn write<T: Send + 'static, E: From<ateneu_db::Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> {
        self.parts.db.write(work)
    }

    pub(crate) fn rules(&self) -> Arc<Values> {
        self.parts.settings.current()
    }

    pub(crate) fn keys(&self) -> Arc<Keys> {
        self.parts.keyring.current()
    }

    pub(crate) fn mail(&self) -> &Mail {
        &self.parts.mail
    }
}
