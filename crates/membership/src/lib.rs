//! Payments: who pays for what. The payment provider knows; this crate asks it, writes down what it says and opens and
//! manages what is paid there. How an event becomes access: `docs/decisions/0031-payment-events.md`. Who has access is
//! decided elsewhere, once: [`crate::access`].
//!
//! The rooms, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy`
//! reads this list and holds it. [`Payments`] (`service.rs`), its configuration, the plans and the one error are
//! everybody's.
//!
//! - `access`: when a subscription grants access, until when and why
//! - `tables`: the declared tables
//! - `money`: amounts as people read them
//! - `customers`: who a person is to the provider, and who a customer is here
//! - `provider`: the calls, who answers them (Stripe or the sandbox), what is read of the answers, how events are signed
//! - `letters`: what members and the owner are told
//! - `standing`: how a person stands: asked of the provider, written, worked out with what was given
//! - `changes`: what people and administrators do to a membership: end it, give it back for its money, give months
//! - `checkout`: payment pages from their opening to the coming back, and the portal
//! - `events`: what the provider tells, worked off; what makes up for events that never came
//! - `jobs`: the scheduled job
//! - `members`: the members as administrators see them, and what they bring in
//! - `functions`: the server functions
//!
//! ```text
//!    members    events
//!       │          │
//!       │       checkout
//!       └────┬─────┘
//!         changes
//!            │
//!         standing
//!         ┌──┴───┐
//!      letters  provider
//!         └──┬───┘
//!     money, customers
//! ```

pub mod access;
mod changes;
mod checkout;
mod config;
mod customers;
mod emails;
mod error;
mod events;
mod functions;
mod jobs;
pub mod members;
mod money;
mod plan;
mod provider;
mod service;
mod state;
mod tables;

use ateneu_jobs::Job;
use ateneu_module::Module;
use axum::Router;
pub use changes::{
    actor::{ChangeActor, Trace},
    courtesy::Grant,
    member_actions::MemberAction,
    refund_rows::RefundState,
};
pub use checkout::check::{Refund, Standing, Subscription};
pub use config::{Config, Deps, ProviderConfig};
pub use error::Error;
pub use events::reconcile::Reconciled;
pub use functions::{functions, payments_unavailable};
pub use plan::{Plan, Terms};
use provider::Provider;
pub use provider::{
    sandbox::{SandboxConfig, Seed},
    signature,
    stripe::StripeConfig,
};
pub use service::Payments;
pub use state::courtesies::Courtesy;

/// The tables of this subject.
pub fn module() -> Module {
    Module::new("membership").tables(tables::tables()).queues([
        events::EVENTS,
        changes::refund_rows::REFUNDS,
        provider::sandbox::deliver::DELIVERIES,
    ])
}

impl Payments {
    /// The scheduled jobs.
    pub fn jobs(&self) -> Vec<Job> {
        jobs::jobs(self)
    }

    /// `/webhooks/stripe`, and the pages of the sandbox where there is one.
    pub fn router(&self) -> Router {
        let router = events::webhook::router(self.clone());
        match self.provider() {
            Provider::Stripe(_) => router,
            Provider::Sandbox(sandbox) => router.merge(sandbox.router(self.clone())),
        }
    }
}
