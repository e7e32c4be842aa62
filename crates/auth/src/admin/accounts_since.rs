//! How many accounts were made lately.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Accounts made since then, those of visitors without an address left out.
///
/// # Errors
/// The database's.
pub fn accounts_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) AS accounts FROM users
               WHERE created_at >= $1 AND is_anonymous = FALSE AND deleted_at IS NULL";
    let row = tx.query_optional(sql, &[since.into()])?;
    Ok(row.and_then(|row| row.int("accounts")).unwrap_or(0))
}
