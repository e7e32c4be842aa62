//! Number of accounts that were made lately.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Accounts made since then, those of visitors without an address left out.
pub fn accounts_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) FROM users
               WHERE created_at >= $1 AND is_anonymous = FALSE AND deleted_at IS NULL";
    tx.query_one_as(sql, &[since.into()])
}
