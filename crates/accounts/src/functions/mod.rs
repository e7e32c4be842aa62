//! The server functions: what people do with their own account, and what the panel's pages of people and of the audit log
//! do. Each admin action is written into the audit log by the transaction that does it.

mod audit_log;
mod change;
mod erasure;
mod export_account;
mod find;
mod send_2fa_code;
mod sessions;

use ateneu_functions::{Function, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Error, People};

/// Completes "Você precisa estar logado para …".
const PURPOSE: &str = "administrar pessoas";

/// Every server function of this module.
pub fn functions() -> Vec<Function<People>> {
    let groups = [
        sessions::functions(),
        export_account::functions(),
        erasure::functions(),
        send_2fa_code::functions(),
        find::functions(),
        change::functions(),
        audit_log::functions(),
    ];
    groups.into_iter().flatten().collect()
}

/// The account an action is about.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfPerson {
    user_id: String,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => refusal.clone(),
            Error::Database(error) | Error::Accounts(ateneu_auth::Error::Db(error)) => error.into(),
            error => {
                tracing::error!(%error, "a server function failed");
                Self::internal()
            }
        }
    }
}
