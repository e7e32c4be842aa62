//! Configuration and dependencies.

use ateneu_base::{Clock, Secret};
use ateneu_db::Db;
use ateneu_mail::Mail;

use crate::{
    plan::Terms,
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
}

/// What payments need.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Sends the emails.
    pub mail: Mail,
    /// The owner's texts of the plans, read each time.
    pub terms: Box<dyn Fn() -> Vec<Terms> + Send + Sync>,
    /// The configuration.
    pub config: Config,
}
