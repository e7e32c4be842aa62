//! Configuration and dependencies.

use std::sync::Arc;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::{Db, Tx};
use ateneu_mail::Mail;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    plan::{Method, Terms},
    provider::{sandbox::SandboxConfig, stripe::StripeConfig},
};

/// Payment provider of this installation.
#[derive(Clone, Debug)]
pub enum ProviderConfig {
    /// Stripe, for real payments.
    Stripe(StripeConfig),
    /// The sandbox, for trials.
    Sandbox(SandboxConfig),
}

/// Configuration of payments.
#[derive(Clone, Debug)]
pub struct Config {
    /// The visitors' address, no slash at the end.
    pub public_url: String,
    /// Payment provider of this installation.
    pub provider: ProviderConfig,
    /// Keys that sign events; two while the first is being replaced.
    pub webhook_secrets: Vec<Secret>,
    /// Payment pages ask for CPF or CNPJ, once for each customer.
    pub asks_tax_id: bool,
}

/// Reads the owner's texts of the plans as they are now.
pub type TermsSource = Arc<dyn Fn() -> Vec<Terms> + Send + Sync>;

/// Reads the means of payment the owner accepts now.
pub type MethodsSource = Arc<dyn Fn() -> Vec<Method> + Send + Sync>;

/// Hears of the means of payment that the provider's account cannot take.
pub type MethodsSink = Arc<dyn Fn(&[Method]) + Send + Sync>;

/// Origin of a visit, as the page knows it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// The address of the page with the link.
    #[serde(default)]
    pub referrer: String,
    /// Source that the link states.
    #[serde(default)]
    pub source: String,
    /// Medium that the link states.
    #[serde(default)]
    pub medium: String,
}

/// Counts paid plans by where their visits came from.
pub trait Origins: Send + Sync {
    /// The few words that are kept until the payment: nothing of the visitor. Returns `None` if the visit began here.
    fn name(&self, arrival: &Arrival) -> Option<String>;

    /// Counts one plan, in the transaction that stores its payment.
    fn count(&self, tx: &mut Tx<'_>, origin: &str, now: Timestamp) -> Result<(), ateneu_db::Error>;
}

/// Dependencies of payments.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Sends the emails.
    pub mail: Mail,
    /// The owner's texts of the plans, read each time.
    pub terms: TermsSource,
    /// The means of payment the owner accepts, read each time.
    pub methods: MethodsSource,
    /// Withholds what the provider's account cannot take.
    pub withholds: MethodsSink,
    /// Names and counts the origins of visits.
    pub origins: Arc<dyn Origins>,
    /// The configuration.
    pub config: Config,
}
