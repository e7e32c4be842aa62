//! Grants and revokes roles. The rules of the tables define their rights.

use ateneu_auth::{PROVED, Role};
use ateneu_base::Timestamp;
use ateneu_db::Tx;
use serde_json::json;

use super::{By, account_id, another_remains, not_oneself, write_audit_entry};
use crate::{Error, People, refused::Refused};

impl People {
    /// Grants a role. Idempotent.
    ///
    /// # Errors
    /// Fails with `person_not_found`; with `email_not_confirmed` if the address is not verified; with `not_editor` if
    /// only an editor may have the role.
    pub async fn grant_role(&self, by: By, user_id: &str, role: Role) -> Result<(), Error> {
        let (id, now) = (account_id(user_id)?, self.now());
        self.db()
            .write(move |tx| {
                if !is_known(tx, &id)? {
                    return Err(Refused::EmailNotConfirmed.into());
                }
                if role == Role::Publisher && !holds(tx, &id, Role::Editor)? {
                    return Err(Refused::NotEditor.into());
                }
                grant(tx, &by, &id, role, now)
            })
            .await
    }

    /// Revokes a role. Idempotent. Also revokes `publisher` with `editor`.
    ///
    /// # Errors
    /// Fails with `not_yourself` and `last_admin`, for the role of administrator.
    pub async fn revoke_role(&self, by: By, user_id: &str, role: Role) -> Result<(), Error> {
        let (id, now) = (account_id(user_id)?, self.now());
        if role == Role::Admin {
            not_oneself(&by, &id)?;
        }
        self.db()
            .write(move |tx| {
                if role == Role::Admin {
                    another_remains(tx, &id, now)?;
                }
                if role == Role::Editor {
                    revoke(tx, &by, &id, Role::Publisher, now)?;
                }
                revoke(tx, &by, &id, role, now)
            })
            .await
    }
}

/// Grants the role inside the caller's transaction.
pub(super) fn grant(
    tx: &mut Tx<'_>,
    by: &By,
    user_id: &str,
    role: Role,
    now: Timestamp,
) -> Result<(), Error> {
    if !ateneu_auth::grant_role(tx, user_id, role, now)? {
        return Ok(());
    }
    let new = Some(json!({ "role": role }).to_string());
    write_audit_entry(tx, by, "grant-role", user_id, (None, new), now)
}

/// Revokes the role inside the caller's transaction.
fn revoke(tx: &mut Tx<'_>, by: &By, user_id: &str, role: Role, now: Timestamp) -> Result<(), Error> {
    if !ateneu_auth::revoke_role(tx, user_id, role)? {
        return Ok(());
    }
    let old = Some(json!({ "role": role }).to_string());
    write_audit_entry(tx, by, "revoke-role", user_id, (old, None), now)
}

fn holds(tx: &mut Tx<'_>, user_id: &str, role: Role) -> Result<bool, Error> {
    let sql = "SELECT id FROM user_roles WHERE user_id = $1 AND role = $2";
    Ok(tx.query_optional(sql, &[user_id.into(), role.into()])?.is_some())
}

/// Returns `true` if the person has verified an address or was invited to it. Otherwise anyone may have created the
/// account.
fn is_known(tx: &mut Tx<'_>, user_id: &str) -> Result<bool, Error> {
    let sql =
        format!("SELECT invited_at IS NOT NULL OR {PROVED} FROM users WHERE id = $1 AND deleted_at IS NULL");
    let known = tx.query_optional_as::<bool>(&sql, &[user_id.into()])?;
    Ok(known.ok_or(Refused::PersonNotFound)?)
}
