//! The roles of accounts. A role counts once its account is proved ([`PROVED`]): until then anybody may sit in it.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};

use crate::tables::PROVED;

/// True where the account was given a role, whether it counts yet or not.
pub(crate) fn holds_a_role(tx: &mut Tx<'_>, user_id: &str) -> Result<bool, Error> {
    let sql = "SELECT role FROM user_roles WHERE user_id = $1";
    Ok(tx.query_optional(sql, &[user_id.into()])?.is_some())
}

/// Gives an account a role. Returns `false` if it has it. What a role allows stands in the tables' rules.
pub fn grant_role(tx: &mut Tx<'_>, user_id: &str, role: &str, now: Timestamp) -> Result<bool, Error> {
    let sql = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (user_id, role) DO NOTHING";
    let values = [ids::row_id(now).into(), user_id.into(), role.into(), now.into()];
    Ok(tx.write_count(sql, &values)? > 0)
}

/// Takes a role from an account. Returns `false` if it has it not. Of administrators one must remain: take the lock
/// `last_admin` and look with [`an_admin_remains`].
pub fn revoke_role(tx: &mut Tx<'_>, user_id: &str, role: &str) -> Result<bool, Error> {
    let sql = "DELETE FROM user_roles WHERE user_id = $1 AND role = $2";
    Ok(tx.write_count(sql, &[user_id.into(), role.into()])? > 0)
}

/// True while at least one account that counts is an administrator's. Take the lock `last_admin` before you change
/// roles and look.
pub fn an_admin_remains(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = format!(
        "SELECT user_roles.id FROM user_roles JOIN users ON users.id = user_roles.user_id
         WHERE user_roles.role = 'admin' AND {PROVED} LIMIT 1"
    );
    Ok(tx.query_optional(&sql, &[])?.is_some())
}
