//! The server functions for the own account, and for the panel's pages of people and of the audit log. Each
//! administrative action is recorded in the audit log by its transaction.

mod audit_log;
mod change;
mod erasure;
mod export_account;
mod find;
mod request;
mod send_2fa_code;
mod sessions;

use ateneu_functions::{Function, Refusal};

use crate::{Error, People};

/// Returns the server functions of this module.
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

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(refusal) => refusal.into(),
            Error::Database(error) | Error::Accounts(ateneu_auth::Error::Db(error)) => error.into(),
            error => {
                tracing::error!(%error, "a server function failed");
                Self::internal()
            }
        }
    }
}
