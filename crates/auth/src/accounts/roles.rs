//! Roles of accounts. A role counts once its account is verified ([`PROVED`]), because a stranger may hold an
//! unverified one.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};

use crate::{tables::PROVED, words::Role};

/// Returns `true` if the account has a role, even if it does not count yet.
pub(crate) fn holds_a_role(tx: &mut Tx<'_>, user_id: &str) -> Result<bool, Error> {
    let sql = "SELECT role FROM user_roles WHERE user_id = $1";
    Ok(tx.query_optional(sql, &[user_id.into()])?.is_some())
}

/// Gives an account a role. Returns `false` if it has it. The rules of the tables define its rights.
pub fn grant_role(tx: &mut Tx<'_>, user_id: &str, role: Role, now: Timestamp) -> Result<bool, Error> {
    let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (user_id, role) DO NOTHING";
    let values = [ids::row_id(now).into(), user_id.into(), role.into(), now.into()];
    Ok(tx.write_count(sql, &values)? > 0)
}

/// Takes a role from an account. Returns `false` if it lacks it. One administrator must remain: take the lock
/// `last_admin` and check [`an_admin_remains`].
pub fn revoke_role(tx: &mut Tx<'_>, user_id: &str, role: Role) -> Result<bool, Error> {
    let sql = "DELETE FROM user_roles WHERE user_id = $1 AND role = $2";
    Ok(tx.write_count(sql, &[user_id.into(), role.into()])? > 0)
}

/// Returns `true` if at least one verified account is an administrator's. Take the lock `last_admin` before a change of
/// roles and this check.
pub fn an_admin_remains(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = format!(
        "SELECT user_roles.id FROM user_roles JOIN users ON users.id = user_roles.user_id
         WHERE user_roles.role = 'admin' AND {PROVED} LIMIT 1"
    );
    Ok(tx.query_optional(&sql, &[])?.is_some())
}
