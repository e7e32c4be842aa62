//! The newsletter: who asked for it and whether the address was confirmed.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `error_code`: the codes of refusals
//! - `emails`: the emails: the request to confirm, the welcome
//! - `procedures`: what the links of the emails call
//! - `functions`: the server functions
//! - `demo`: the addresses of the demo

mod demo;
mod emails;
mod error_code;
mod functions;
mod procedures;
mod tables;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_module::Module;
use strum::VariantNames;

pub use demo::fill_demo;
pub use functions::{Newsletter, functions};

/// Addresses that asked for the newsletter since then, confirmed or not.
pub fn subscriptions_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) FROM newsletter_subscriptions WHERE created_at >= $1";
    tx.query_one_as(sql, &[since.into()])
}

/// Labels of this crate's columns and recorded values in the audit log, in Portuguese.
const FIELD_LABELS: &[(&str, &str)] = &[("confirmed_at", "confirmado em"), ("unsubscribed_at", "saiu em")];

/// Everything of the newsletter. With `double_opt_in` an address is asked to confirm before it is welcomed.
pub fn module(double_opt_in: bool) -> Module {
    Module::new("newsletter")
        .error_codes(error_code::ErrorCode::VARIANTS)
        .tables(tables::tables())
        .field_labels(FIELD_LABELS)
        .procedures(procedures::procedures())
        .emails([emails::emails(double_opt_in)])
}
