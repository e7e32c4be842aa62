//! Configuration and dependencies.

use std::sync::Arc;

use ateneu_base::{Clock, Secret};
use ateneu_db::Db;
use ateneu_mail::Mail;

use crate::{
    plan::{Method, Terms},
    provider::{sandbox::SandboxConfig, stripe::StripeConfig},
};

/// Who is paid through.
#[derive(Clone, Debug)]
pub enum ProviderConfig {
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

/// What payments need.
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
    /// The configuration.
    pub config: Config,
}
