//! The service: its state, with helpers for its modules.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_module::Milestones;
use ateneu_queue::Workers;
use parking_lot::Mutex;

use crate::{
    changes::refund::Refunds,
    checkout::open::Prices,
    config::{Config, Deps, MethodsSink, MethodsSource, Origins, ProviderConfig, TermsSource},
    error::Error,
    events::worker,
    plan::Terms,
    provider::{
        Provider,
        sandbox::{Sandbox, Site},
        stripe::Stripe,
    },
};

/// Payments. Clones share the service.
#[derive(Clone)]
pub struct Payments(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    db: Db,
    pub(crate) clock: Clock,
    mail: Mail,
    terms: TermsSource,
    pub(crate) methods: MethodsSource,
    pub(crate) withholds: MethodsSink,
    pub(crate) origins: Arc<dyn Origins>,
    pub(crate) milestones: Milestones,
    pub(crate) public_url: String,
    pub(crate) webhook_secrets: Vec<Secret>,
    pub(crate) asks_tax_id: bool,
    provider: Provider,
    pub(crate) prices: Mutex<Prices>,
    /// Locks that allow one checkout at a time per person. A few people share a lock.
    counters: Vec<tokio::sync::Mutex<()>>,
}

/// Number of locks for checkouts.
const COUNTERS: usize = 256;

impl Payments {
    /// Opens the service. Its [`Payments::workers`] handle events.
    ///
    /// # Errors
    /// Fails if the provider's URL is invalid, or the sandbox would open in production.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Config { public_url, provider, webhook_secrets, asks_tax_id } = deps.config;
        let provider = match provider {
            ProviderConfig::Stripe(config) => Provider::Stripe(Stripe::open(&config)?),
            ProviderConfig::Sandbox(config) => {
                let secret = webhook_secrets.first().cloned().unwrap_or_default();
                let site = Site { public_url: public_url.clone(), secret, terms: deps.terms.clone() };
                Provider::Sandbox(Sandbox::open(deps.db.clone(), deps.clock.clone(), site, &config)?)
            }
        };
        Ok(Self(Arc::new(Inner {
            db: deps.db,
            clock: deps.clock,
            mail: deps.mail,
            terms: deps.terms,
            methods: deps.methods,
            withholds: deps.withholds,
            origins: deps.origins,
            milestones: deps.milestones,
            public_url,
            webhook_secrets,
            asks_tax_id,
            provider,
            prices: Mutex::default(),
            counters: std::iter::repeat_with(Default::default).take(COUNTERS).collect(),
        })))
    }

    /// Returns the handlers of the queues.
    pub fn workers(&self) -> Workers {
        let workers = Workers::default().with(worker::Events::new(self)).with(Refunds(self.clone()));
        match &self.0.provider {
            Provider::Stripe(_) => workers,
            Provider::Sandbox(sandbox) => workers.with(sandbox.clone()),
        }
    }

    /// Handles all due events, and waits for those in progress.
    pub(crate) async fn work_and_wait(&self) -> Result<(), ateneu_db::Error> {
        ateneu_queue::work_and_wait(&self.0.db, &self.0.clock, &worker::Events::new(self)).await
    }

    /// Returns the sandbox, if it is the provider.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        match &self.0.provider {
            Provider::Stripe(_) => None,
            Provider::Sandbox(sandbox) => Some(sandbox),
        }
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.db
    }
    pub(crate) fn mail(&self) -> &Mail {
        &self.0.mail
    }
    /// Returns the present instant of the service's clock.
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
    pub(crate) fn provider(&self) -> &Provider {
        &self.0.provider
    }
    pub(crate) fn terms(&self) -> Vec<Terms> {
        (self.0.terms)()
    }
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0.public_url)
    }

    /// Locks a person's checkout.
    pub(crate) async fn counter(&self, user_id: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        user_id.hash(&mut hasher);
        let index = hasher.finish() as usize % COUNTERS;
        self.0.counters[index].lock().await
    }
}
