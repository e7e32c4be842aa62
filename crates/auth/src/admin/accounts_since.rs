//! Number of recent accounts.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};

/// Returns the number of accounts created since then, without anonymous ones.
pub fn accounts_since(tx: &mut Tx<'_>, since: Timestamp) -> Result<i64, Error> {
    let sql = "SELECT count(*) FROM users
               WHERE created_at >= $1 AND is_anonymous = FALSE AND deleted_at IS NULL";
    tx.query_one_as(sql, &[since.into()])
}
