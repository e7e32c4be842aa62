//! Removes expired rows: unused sessions, secrets and challenges, keys whose last token has expired.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_tokens::keys;

use crate::{Auth, error::Error};

/// Retention of sessions without a refresh, whose devices have forgotten them.
const UNUSED_SESSION: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Tables whose rows have their own expiry.
const RUN_OUT: [&str; 6] = [
    "one_time_tokens",
    "flow_states",
    "provider_flows",
    "factor_challenges",
    "passkey_challenges",
    "saml_assertions",
];

/// Number of rows removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    /// Number of sessions.
    pub sessions: u64,
    /// Number of links, codes, flow states, challenges and answers of companies.
    pub secrets: u64,
    /// Number of retired signing keys.
    pub keys: u64,
}

impl Auth {
    /// Removes expired rows.
    pub async fn cleanup(&self) -> Result<Removed, Error> {
        let now = self.now();
        self.write(move |tx| cleanup(tx, now)).await
    }
}

fn cleanup(tx: &mut Tx<'_>, now: Timestamp) -> Result<Removed, Error> {
    // Needs no announcement, because such sessions are refused already.
    let sessions = tx.execute(
        "DELETE FROM sessions WHERE not_after <= $1 OR coalesce(refreshed_at, created_at) < $2",
        &[now.into(), (now - UNUSED_SESSION).into()],
    )?;
    let mut secrets = 0;
    for table in RUN_OUT {
        secrets += tx.execute(&format!("DELETE FROM {table} WHERE expires_at <= $1"), &[now.into()])?;
    }
    tx.execute("DELETE FROM recent_sign_in_methods WHERE counts_from <= $1", &[now.into()])?;
    let keys = keys::remove_expired(tx, now)?;
    Ok(Removed { sessions, secrets, keys })
}
