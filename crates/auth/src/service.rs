//! The service itself: what it holds from its start on, and what its modules use.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp, TokenProblem};
use ateneu_db::{Db, Tx};
use ateneu_mail::Mail;
use ateneu_schema::Schema;
use ateneu_settings::{Settings, Values};
use aws_lc_rs::hmac;
use webauthn_rs::Webauthn;

use crate::{
    config::Deps,
    error::Error,
    passkeys::webauthn,
    passwords::{hash_pool::HashGate, leaked::LeakedPasswords, password},
    providers::{Providers, saml::Companies},
    requests::redirect::Redirects,
    sessions::caller_cache::CallerCache,
    tokens::{
        AtRest, Claims, Keys, api_keys::ApiKeys, encryption::Cipher, keyring::Keyring, token_cache::Verified,
    },
};

/// The accounts service. Cloning is cheap and shares it.
#[derive(Clone)]
pub struct Auth(Arc<Inner>);

struct Inner {
    db: Db,
    schema: Arc<Schema>,
    settings: Settings,
    mail: Mail,
    clock: Clock,
    redirects: Redirects,
    code_key: hmac::Key,
    phone_countries: Vec<String>,
    leaked_passwords: Option<LeakedPasswords>,
    cipher: Cipher,
    flow_key: hmac::Key,
    token_cipher: Cipher,
    providers: Providers,
    companies: Companies,
    anonymous_sign_ins: bool,
    public_url: String,
    issuer: String,
    /// Relying party for which devices make keys. `None` if the public address is one that no device binds to.
    relying_party: Option<Webauthn>,
    keyring: Keyring,
    refresh_key: hmac::Key,
    verified: Verified,
    caller_cache: CallerCache,
    gate: HashGate,
    /// A hash of nobody's password, checked when there is no account, so that both cases take the same time.
    decoy: String,
}

impl Auth {
    /// Reads the keys (making them at first start) and starts the hashing threads.
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
        let keys = keyring.current();
        let gate = HashGate::open(config.password_cost)?;
        let decoy = password::hash(&gate, ateneu_base::ids::secret(24)).await?;
        Ok(Self(Arc::new(Inner {
            caller_cache: CallerCache::new(db.clone(), schema.clone()),
            refresh_key: keys.derived("refresh tokens"),
            code_key: keys.derived("one-time codes"),
            cipher: Cipher::new(&keys.derived_bytes("second factors"))?,
            flow_key: keys.derived("provider flows"),
            token_cipher: Cipher::new(&keys.derived_bytes("provider tokens"))?,
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
        })))
    }

    /// Verifies a token's signature, time and role; remembered, so that the next time costs next to nothing. Whether
    /// its session still stands is asked by [`Auth::caller`].
    pub fn verify(&self, token: &str) -> Result<Arc<Claims>, TokenProblem> {
        if let Some(claims) = self.0.keyring.api_keys().claims(token) {
            return Ok(claims);
        }
        self.0.verified.verify(&self.keys(), &self.0.issuer, token, self.now())
    }

    /// Password hashes and estimates begun since the start: the costliest things the service does, and so what an
    /// attacker would make it do, or tell an account by.
    pub fn costly_work(&self) -> u64 {
        self.0.gate.begun()
    }

    /// The installation's long-lived keys.
    pub fn api_keys(&self) -> ApiKeys {
        ApiKeys::clone(&self.0.keyring.api_keys())
    }

    /// A secret of this installation for one purpose of another service; the same after every start.
    pub fn derived_secret(&self, purpose: &str) -> String {
        self.keys().derived_text(purpose)
    }

    /// Encrypts keys that another service keeps in the database, as this one's are.
    pub fn at_rest(&self) -> AtRest {
        self.0.keyring.at_rest()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
    pub(crate) fn schema(&self) -> Arc<Schema> {
        self.0.schema.clone()
    }
    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }

    /// [`Db::read`] of its database.
    pub(crate) fn read<T: Send + 'static, E: From<ateneu_db::Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> {
        self.0.db.read(work)
    }

    /// [`Db::write`] of its database.
    pub(crate) fn write<T: Send + 'static, E: From<ateneu_db::Error> + Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = Result<T, E>> {
        self.0.db.write(work)
    }

    pub(crate) fn rules(&self) -> Arc<Values> {
        self.0.settings.current()
    }
    pub(crate) fn keys(&self) -> Arc<Keys> {
        self.0.keyring.current()
    }
    pub(crate) fn keyring(&self) -> &Keyring {
        &self.0.keyring
    }
    pub(crate) fn refresh_key(&self) -> &hmac::Key {
        &self.0.refresh_key
    }
    pub(crate) fn mail(&self) -> &Mail {
        &self.0.mail
    }
    pub(crate) fn redirects(&self) -> &Redirects {
        &self.0.redirects
    }
    pub(crate) fn code_key(&self) -> &hmac::Key {
        &self.0.code_key
    }
    /// Returns `true` if people may sign in by telephone: short messages leave, and some country's numbers are
    /// accepted.
    pub(crate) fn takes_phones(&self) -> bool {
        !self.0.phone_countries.is_empty() && self.mail().delivers(ateneu_mail::Kind::Sms)
    }
    pub(crate) fn leaked_passwords(&self) -> Option<&LeakedPasswords> {
        self.0.leaked_passwords.as_ref()
    }
    pub(crate) fn phone_countries(&self) -> &[String] {
        &self.0.phone_countries
    }
    /// Encrypts what second factors are checked against.
    pub(crate) fn cipher(&self) -> &Cipher {
        &self.0.cipher
    }
    pub(crate) fn flow_key(&self) -> &hmac::Key {
        &self.0.flow_key
    }
    pub(crate) fn token_cipher(&self) -> &Cipher {
        &self.0.token_cipher
    }
    pub(crate) fn providers(&self) -> &Providers {
        &self.0.providers
    }
    pub(crate) fn companies(&self) -> &Companies {
        &self.0.companies
    }
    pub(crate) fn allows_anonymous(&self) -> bool {
        self.0.anonymous_sign_ins
    }
    /// URL to which providers send browsers back.
    pub(crate) fn callback_url(&self) -> String {
        format!("{}/callback", self.0.issuer)
    }
    /// True when cookies must not travel in the clear.
    pub(crate) fn is_https(&self) -> bool {
        self.0.public_url.starts_with("https://")
    }
    pub(crate) fn issuer(&self) -> &str {
        &self.0.issuer
    }
    pub(crate) fn relying_party(&self) -> Option<&Webauthn> {
        self.0.relying_party.as_ref()
    }
    pub(crate) fn public_url(&self) -> &str {
        &self.0.public_url
    }
    pub(crate) fn gate(&self) -> &HashGate {
        &self.0.gate
    }
    pub(crate) fn decoy(&self) -> &str {
        &self.0.decoy
    }
    pub(crate) fn caller_cache(&self) -> &CallerCache {
        &self.0.caller_cache
    }
}
