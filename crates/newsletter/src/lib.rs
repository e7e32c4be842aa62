//! The newsletter: who asked for it and whether the address was confirmed.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `refused`: the refusals
//! - `emails`: the emails: the request to confirm, the welcome
//! - `procedures`: what the links of the emails call
//! - `functions`: the server functions
//! - `demo`: the addresses of the demo

mod demo;
mod emails;
mod functions;
mod procedures;
mod refused;
mod tables;

use anyhow::Result;
use ateneu_base::{Timestamp, config::Section};
use ateneu_db::{Error, Tx};
use ateneu_module::{Context, Module, Running, Subject};
use futures::future::BoxFuture;
use serde::Deserialize;

pub use emails::emails;
pub use functions::{Subscriptions, functions};

/// Addresses that asked for the newsletter since then, confirmed or not.
pub fn subscriptions_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) FROM newsletter_subscriptions WHERE created_at >= $1";
    tx.query_one_as(sql, &[since.into()])
}

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[("confirmed_at", "confirmado em"), ("unsubscribed_at", "saiu em")];

/// The subject.
pub struct Newsletter;

impl Subject for Newsletter {
    fn declare(&self) -> Module {
        Module::new("newsletter")
            .config::<NewsletterSection>()
            .refusals(refused::Refused::ALL)
            .tables(tables::tables())
            .field_labels(FIELD_LABELS)
            .procedures(procedures::procedures())
            .functions(&functions())
    }

    fn open<'a>(&'a self, context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async {
            let NewsletterSection { double_opt_in } = context.config()?;
            let subscriptions = Subscriptions { db: context.db.clone(), clock: context.clock.clone() };
            let running =
                Running::default().functions(functions(), &subscriptions).emails([emails(double_opt_in)]);
            Ok(running.demo(demo::fill))
        })
    }
}

/// The section `[newsletter]` of the configuration.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewsletterSection {
    /// True if an address is asked to confirm before it is welcomed.
    double_opt_in: bool,
}

impl Section for NewsletterSection {
    const NAME: &'static str = "newsletter";
    const SAMPLE: &'static str = include_str!("../config.toml");
}
