//! The erasure of an account: requested, canceled within a grace period, or run.
//!
//! ```text
//! request ──> waits GRACE ──> erased
//!                └─ cancel ──> as before
//! ```

mod reassign;
mod request;
mod run;

use std::time::Duration;

use ateneu_db::Tx;

pub use self::run::Erased;
use crate::{Error, person::Person, refused::Refused};

/// Grace period of an erasure.
pub const GRACE: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// Returns the reason why the account cannot be erased now. Must be called under the lock `last_admin`.
fn obstacle(tx: &mut Tx<'_>, person: &Person) -> Result<Option<Refused>, Error> {
    let admins: Vec<String> = tx.query_as("SELECT user_id FROM user_roles WHERE role = 'admin'", &[])?;
    if admins == [person.id.as_str()] {
        return Ok(Some(Refused::OnlyAdmin));
    }
    // The subscription must be canceled first, or the provider would go on charging.
    let charged = tx.query_optional(
        "SELECT id FROM subscribers WHERE (user_id = $1 OR email = $2) AND NOT cancel_at_period_end
         AND status IN ('trialing', 'active', 'past_due', 'unpaid', 'paused')",
        &[(&person.id).into(), person.email.as_deref().into()],
    )?;
    Ok(charged.map(|_| Refused::SubscriptionActive))
}
