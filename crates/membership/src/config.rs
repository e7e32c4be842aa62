//! Configuration and dependencies.

use std::sync::Arc;

use ateneu_base::{
    Clock, Secret, Timestamp,
    config::{Findings, Mode, Section, Site, deserialize_list},
};
use ateneu_db::{Db, Tx};
use ateneu_mail::Mail;
use ateneu_module::Milestones;
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
    /// URL of the site for visitors, without a slash at the end.
    pub public_url: String,
    /// Payment provider of this installation.
    pub provider: ProviderConfig,
    /// Keys that sign events. Two while the first is being replaced.
    pub webhook_secrets: Vec<Secret>,
    /// True if payment pages ask for CPF or CNPJ, once per customer.
    pub asks_tax_id: bool,
}

/// Returns the owner's present texts of the plans.
pub type TermsSource = Arc<dyn Fn() -> Vec<Terms> + Send + Sync>;

/// Returns the means of payment that the owner accepts now.
pub type MethodsSource = Arc<dyn Fn() -> Vec<Method> + Send + Sync>;

/// Receives the means of payment that the provider's account does not support.
pub type MethodsSink = Arc<dyn Fn(&[Method]) + Send + Sync>;

/// Origin of a visit, as the page reports it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// URL of the page with the link.
    #[serde(default)]
    pub referrer: String,
    /// Source that the link states.
    #[serde(default)]
    pub source: String,
    /// Medium that the link states.
    #[serde(default)]
    pub medium: String,
}

/// Names the origins of visits, and counts the plans paid after them.
pub trait Origins: Send + Sync {
    /// Returns a short name that is kept until the payment and identifies no visitor. Returns `None` if the visit began
    /// here.
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
    /// Mail service.
    pub mail: Mail,
    /// The owner's texts of the plans, read each time.
    pub terms: TermsSource,
    /// The means of payment the owner accepts, read each time.
    pub methods: MethodsSource,
    /// Withholds means of payment that the provider's account does not support.
    pub withholds: MethodsSink,
    /// Names and counts the origins of visits.
    pub origins: Arc<dyn Origins>,
    /// Followers of the milestones of members.
    pub milestones: Milestones,
    /// The configuration.
    pub config: Config,
}

/// Section `[stripe]` of the configuration. An empty text counts as unset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StripeSection {
    /// The provider's key.
    pub secret_key: Secret,
    /// Secrets that sign the provider's events.
    #[serde(deserialize_with = "deserialize_list")]
    webhook_secret: Vec<String>,
    /// URL of the provider's API.
    pub api_base: String,
    /// Payment pages ask for CPF or CNPJ: `on`, `off`, or empty for only in the demo.
    tax_id: String,
}

impl StripeSection {
    pub fn webhook_secrets(&self) -> Vec<Secret> {
        self.webhook_secret.iter().cloned().map(Secret::from).collect()
    }

    /// Returns `true` if payment pages ask for CPF or CNPJ.
    ///
    /// # Errors
    /// Fails if the value is none of the three.
    pub fn asks_tax_id(&self, mode: Mode) -> anyhow::Result<bool> {
        match self.tax_id.as_str() {
            "" => Ok(mode == Mode::Demo),
            "on" => Ok(true),
            "off" => Ok(false),
            _ => anyhow::bail!("stripe.tax_id must be \"on\", \"off\" or empty"),
        }
    }
}

impl Section for StripeSection {
    const NAME: &'static str = "stripe";
    const SAMPLE: &'static str = include_str!("../config.toml");

    fn check(&self, site: &Site, findings: &mut Findings) {
        if let Err(error) = self.asks_tax_id(site.mode) {
            findings.must(true, error.to_string());
        }
        let key = self.secret_key.reveal();
        let is_test = key.starts_with("sk_test_") || key.starts_with("rk_test_");
        findings.warn_if(key.is_empty(), "stripe.secret_key is not set: nobody can subscribe");
        findings.must(
            !key.is_empty() && self.webhook_secret.is_empty(),
            "stripe.webhook_secret is not set: no payment would ever be confirmed",
        );
        findings.must(is_test, "stripe.secret_key is a key for trying out: nobody would be charged");
        findings.must(
            !key.is_empty() && self.api_base.starts_with("http://"),
            "stripe.api_base sends the key unencrypted: use https://",
        );
    }
}
