//! Blocks between members, which work both ways.

use ateneu_data::Call;
use ateneu_db::Tx;

/// Returns `true` if one of two people blocked the other.
pub fn is_blocked(tx: &mut Tx<'_>, one: &str, other: &str) -> Result<bool, ateneu_db::Error> {
    let found = tx.query_optional(
        "SELECT user_id FROM member_blocks
         WHERE (user_id = $1 AND blocked_id = $2) OR (user_id = $2 AND blocked_id = $1) LIMIT 1",
        &[one.into(), other.into()],
    )?;
    Ok(found.is_some())
}

/// Returns SQL: neither of the two people blocked the other.
pub fn not_blocked(one: &str, other: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM member_blocks
                     WHERE (member_blocks.user_id = {one} AND member_blocks.blocked_id = {other})
                        OR (member_blocks.user_id = {other} AND member_blocks.blocked_id = {one}))"
    )
}

/// Returns SQL: the author is not blocked. Returns an empty text if the caller has no blocks.
pub fn by_unblocked(call: &Call, author: &str, caller: &str) -> String {
    if call.caller.facts.blocked.is_empty() {
        return String::new();
    }
    format!("AND {}", not_blocked(author, caller))
}
