//! Membership: who pays for what, and what that opens. The payment provider decides; this crate reads from it, stores what
//! it answers, and opens and manages what is paid there. How an event becomes access:
//! `docs/decisions/0031-access.md`.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and holds it. [`Payments`] (`service.rs`), its configuration, the plans and the one error are used by all.
//!
//! - `refused`: the refusals
//! - `words`: the words of stored columns
//! - `status`: statuses of subscriptions, and what follows from each
//! - `access`: when a subscription grants access, until when and why
//! - `tables`: the declared tables
//! - `money`: amounts as people read them
//! - `customers`: which account a customer of the provider belongs to
//! - `entitlements`: what each plan entitles to, as the database knows it
//! - `provider`: the provider's calls, by Stripe or the sandbox; the models of its answers; signatures of its events
//! - `emails`: the emails to members and to the owner
//! - `state`: the state of a membership: read from the provider, stored, projected with what was granted
//! - `changes`: cancelation, refund and grants, by the member or by an administrator
//! - `checkout`: payment pages from opening to return, and the customer portal
//! - `events`: the provider's events, and the reconciliation that makes up for lost ones
//! - `jobs`: the scheduled jobs
//! - `retention`: how long charges are kept
//! - `members`: the members as administrators see them, and the income
//! - `vip_group`: the VIP group's address for holders, and who has to be removed from it
//! - `functions`: the server functions
//! - `owner_plans`: the plans as the owner's content words them
//! - `open`: opens the service as this installation is configured
//!
//! ```text
//!    members    events
//!       │          │
//!       │       checkout
//!       └────┬─────┘
//!         changes
//!            │
//!          state
//!         ┌──┴───┐
//!      emails  provider
//!         └──┬───┘
//!     money, customers
//! ```

pub mod access;
mod changes;
mod checkout;
mod config;
mod customers;
mod demo;
mod emails;
pub mod entitlements;
mod error;
mod events;
mod functions;
mod jobs;
pub mod members;
mod money;
mod open;
mod owner_plans;
mod plan;
mod provider;
mod refused;
mod retention;
mod service;
mod state;
mod status;
mod tables;
mod vip_group;
mod words;

use anyhow::Result;
use ateneu_module::{Context, Module, Running, Subject};
pub use changes::{
    actor::{ChangeActor, Trace},
    cancel::{end_at_period, end_now},
    charge_refunds::{ChargeRefund, refund_charge},
    courtesy::{Grant, end_courtesy, grant_courtesy},
    member_actions::MemberAction,
    refund::refund_subscription,
    refund_rows::RefundState,
};
pub use checkout::{
    benefits::{Benefit, Benefits, Deliveries, list_benefits},
    check::{Refund, Subscription, SubscriptionStatus, check_subscription},
    methods::check_methods,
    open::{open_checkout, replace_checkout, store_origin},
    plan_change::{PlanChange, portal_to_confirm, preview_plan_change},
    portal::{open_portal, open_portal_for_change},
};
use config::StripeSection;
pub use config::{Arrival, Config, Deps, MethodsSink, MethodsSource, Origins, ProviderConfig, TermsSource};
pub use customers::link_imported;
pub use emails::withdrawn::tell_withdrawals;
pub use error::Error;
pub use events::{
    reconcile::{Reconciled, reconcile_customers},
    worker::work_events,
};
pub use functions::functions;
use functions::functions_where_sold;
use futures::future::BoxFuture;
pub use members::{RecentChanges, recent_changes, started_since};
pub use open::router;
pub use owner_plans::refused_edits;
pub use plan::{Line, Method, Offer, PaidPlan, PlanPeriod, Terms};
pub use provider::{
    sandbox::{SandboxConfig, Seed},
    signature,
    stripe::StripeConfig,
};
pub use service::Payments;
pub use state::{courtesies::Courtesy, sync::sync_member};
pub use status::SubscriberStatus;
pub use vip_group::{mark_vip_removal, open_vip_group, vip_group_removals};
pub use words::{PageState, RefundKind};

/// Labels of this crate's actions in the audit log, in Portuguese.
const AUDIT_LABELS: &[(&str, &str)] = &[
    ("grant-courtesy", "Cortesia concedida"),
    ("end-courtesy", "Cortesia encerrada"),
    ("end-membership", "Assinatura cancelada"),
    ("keep-membership", "Cancelamento desfeito"),
    ("refund-membership", "Pagamento devolvido"),
    ("refund-charge", "Parte de uma cobrança devolvida"),
    ("export-members", "Planilha de membros baixada"),
    ("export-charges", "Planilha de cobranças baixada"),
    ("failed-membership-act", "Pedido ao serviço de pagamento sem êxito"),
    ("reconcile-member", "Assinatura conferida"),
    ("resend-receipt", "Recibo reenviado"),
    ("send-membership-link", "Link da assinatura enviado"),
    ("mark-vip-removal", "Removido do grupo VIP"),
];

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[
    ("plan", "plano"),
    ("months", "meses"),
    ("access_reason", "acesso por"),
    ("cancel_at_period_end", "termina no fim do período"),
    ("receipt", "recibo"),
    ("amount", "valor, em centavos"),
    ("when", "quando"),
    ("act", "pedido"),
    ("code", "resposta"),
];

/// Names of the queues whose failed tasks lose a payment or a refund.
pub const PAYMENT_QUEUES: [&str; 2] = [events::EVENTS.name, changes::refund_rows::REFUNDS.name];

/// The subject.
pub struct Membership;

impl Subject for Membership {
    fn declare(&self) -> Module {
        Module::new("membership")
            .config::<StripeSection>()
            .refusals(refused::Refused::ALL)
            .audit_labels(AUDIT_LABELS)
            .task_labels(jobs::LABELS)
            .retentions(&retention::RETENTIONS)
            .tables(tables::tables())
            .procedures([entitlements::held::procedure()])
            .deliveries(entitlements::deliveries::record)
            .field_labels(FIELD_LABELS)
            .functions(&functions_where_sold())
            .queues([events::EVENTS, changes::refund_rows::REFUNDS, provider::sandbox::deliver::DELIVERIES])
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(open::open(context))
    }
}
