//! Payments: who pays for what. The payment provider knows; this room asks it, writes down what it says and opens and
//! manages what is paid there. How an event becomes access: `docs/decisions/0031-an-event-is-a-hint.md`.
//!
//! | file | knows |
//! | --- | --- |
//! | `webhook`, `signature` | what the provider tells is believed, stored once and answered |
//! | `worker`, `disputes` | works off what was told; the queue of it is [`ateneu_inbox`] |
//! | `hint` | whose state an event may have changed |
//! | `refresh`, `rows` | asks for a person's state and writes it, never an older one over a newer |
//! | `standing`, `courtesy`, `courtesy_rows` | the one row that says how a person stands; months given without a charge |
//! | `checkout`, `account` | payment pages, the portal, how a person stands |
//! | `refund`, `refund_rows`, `ending`, `asked_by` | giving a subscription back for its money, and ending one |
//! | `own_acts` | what members did with their own membership, for their history |
//! | `letters`, `alert` | what members and the owner are told |
//! | `members` | the members as administrators see them, and what they bring in |
//! | `provider`, `stripe`, `sandbox`, `shape` | the calls, who answers them, what is read of the answers |
//!
//! Who has access is decided elsewhere, once: [`ateneu_tables::membership`].

mod account;
mod alert;
mod asked_by;
mod checkout;
mod courtesy;
mod courtesy_rows;
mod customers;
mod disputes;
mod ending;
mod error;
mod hint;
mod letters;
pub mod members;
mod own_acts;
mod plan;
mod provider;
mod reconcile;
mod refresh;
mod refund;
mod refund_rows;
mod rows;
mod sandbox;
mod shape;
pub mod signature;
mod standing;
mod stripe;
mod webhook;
mod words;
mod worker;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::Db;
use ateneu_inbox::Inbox;
use ateneu_mail::Mail;
use axum::Router;
use parking_lot::Mutex;
use tokio::{sync::watch, task::JoinHandle};

pub use account::{Refund, Standing, Subscription};
pub use asked_by::{AskedBy, Trace};
pub use courtesy::Gift;
pub use courtesy_rows::Courtesy;
pub use error::Error;
pub use own_acts::OwnAct;
pub use plan::{Plan, Terms};
pub use reconcile::Reconciled;
pub use refund_rows::RefundState;
pub use sandbox::{SandboxConfig, Seed};
pub use stripe::StripeConfig;

use crate::{provider::Provider, sandbox::Sandbox, stripe::Stripe};

/// What the provider told.
const EVENTS: Inbox = Inbox::new("payment_events");

/// Who is paid through.
#[derive(Clone, Debug)]
pub enum Door {
    /// For real.
    Stripe(StripeConfig),
    /// For trying out.
    Sandbox(SandboxConfig),
}

/// How this installation is paid.
#[derive(Clone, Debug)]
pub struct Config {
    /// The visitors' address, no slash at the end.
    pub public_url: String,
    /// Who is paid through.
    pub door: Door,
    /// What events are signed with; a second one while the first is being replaced.
    pub webhook_secrets: Vec<Secret>,
}

/// What payments need.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Who carries letters.
    pub mail: Mail,
    /// The plans as the owner words them; asked anew each time.
    pub terms: Box<dyn Fn() -> Vec<Terms> + Send + Sync>,
    /// How.
    pub config: Config,
}

/// Payments. Cloning is cheap and shares the room.
#[derive(Clone)]
pub struct Payments(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    mail: Mail,
    terms: Box<dyn Fn() -> Vec<Terms> + Send + Sync>,
    public_url: String,
    webhook_secrets: Vec<Secret>,
    provider: Provider,
    prices: Mutex<checkout::Prices>,
    /// One checkout at a time for each person; a few people share a lock.
    counters: Vec<tokio::sync::Mutex<()>>,
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

/// Locks for people at the counter.
const COUNTERS: usize = 256;

impl Payments {
    /// Opens the room; nothing is worked off before [`Payments::start`].
    ///
    /// # Errors
    /// When the provider's address cannot be used, or the sandbox would open in production.
    pub fn open(deps: Deps) -> Result<Self, Error> {
        let Config {
            public_url,
            door,
            webhook_secrets,
        } = deps.config;
        let provider = match door {
            Door::Stripe(config) => Provider::Stripe(Stripe::open(&config)?),
            Door::Sandbox(config) => {
                let secret = webhook_secrets.first().cloned().unwrap_or_default();
                let site = sandbox::Site {
                    public_url: public_url.clone(),
                    secret,
                };
                Provider::Sandbox(Sandbox::open(deps.db.clone(), deps.clock.clone(), site, &config)?)
            }
        };
        Ok(Self(Arc::new(Inner {
            db: deps.db,
            clock: deps.clock,
            mail: deps.mail,
            terms: deps.terms,
            public_url,
            webhook_secrets,
            provider,
            prices: Mutex::default(),
            counters: std::iter::repeat_with(Default::default).take(COUNTERS).collect(),
            stop: watch::Sender::new(false),
            tasks: Mutex::default(),
        })))
    }

    /// `/webhooks/stripe`, and the pages of the sandbox where there is one.
    pub fn router(&self) -> Router {
        let router = webhook::router(self.clone());
        match &self.0.provider {
            Provider::Stripe(_) => router,
            Provider::Sandbox(sandbox) => router.merge(sandbox.router(self.clone())),
        }
    }

    /// Works off what was told from now on, until [`Payments::close`].
    pub fn start(&self) {
        let mut tasks = self.0.tasks.lock();
        tasks.push(tokio::spawn(worker::run(self.clone(), self.0.stop.subscribe())));
        if let Provider::Sandbox(sandbox) = &self.0.provider {
            tasks.push(tokio::spawn(sandbox.clone().run(self.0.stop.subscribe())));
        }
    }

    /// Stops; what is at hand is finished, the rest waits in the database.
    pub async fn close(&self) {
        self.0.stop.send_replace(true);
        let tasks: Vec<_> = self.0.tasks.lock().drain(..).collect();
        for task in tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "a worker of the payments ended badly");
            }
        }
    }

    /// The sandbox's memory, where there is one: the demo's subscriptions are made there.
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
    /// The present instant, as this room counts it.
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
    pub(crate) fn provider(&self) -> &Provider {
        &self.0.provider
    }
    pub(crate) fn terms(&self) -> Vec<Terms> {
        (self.0.terms)()
    }
    pub(crate) fn is_stopping(&self) -> bool {
        *self.0.stop.borrow()
    }
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.0.public_url)
    }

    /// The person's place at the counter.
    pub(crate) async fn counter(&self, user_id: &str) -> tokio::sync::MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        user_id.hash(&mut hasher);
        let index = hasher.finish() as usize % COUNTERS;
        self.0.counters[index].lock().await
    }
}
