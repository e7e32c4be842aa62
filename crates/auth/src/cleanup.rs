//! Removes what can open nothing any more: sessions nobody has used for long, secrets and challenges that have run out,
//! keys whose last token has expired.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use ateneu_tokens::keys;

use crate::{Auth, error::Error};

/// A session that was not refreshed for so long has no device left that remembers it.
const UNUSED_SESSION: Duration = Duration::from_secs(90 * 24 * 60 * 60);

/// Tables whose rows say themselves when they have run out.
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
    /// Sessions.
    pub sessions: u64,
    /// Links, codes, flow states, challenges, answers of companies.
    pub secrets: u64,
    /// Retired signing keys.
    pub keys: u64,
}

impl Auth {
    /// Removes what is over.
    pub async fn cleanup(&self) -> Result<Removed, Error> {
        let now = self.now();
        self.write(move |tx| cleanup(tx, now)).await
    }
}

fn cleanup(tx: &mut Tx<'_>, now: Timestamp) -> Result<Removed, Error> {
    // No announcement is needed: such a session was refused already.
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
