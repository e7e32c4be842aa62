//! Giving and taking roles. What a role allows stands in the tables' rules.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{By, account_id, another_remains, not_oneself, note};
use crate::{Error, Kind, People, Refusal};

/// A role beyond that of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the house.
    Admin,
    /// Looks after the community.
    Moderator,
}

static UNPROVED: Refusal = Refusal {
    kind: Kind::Conflict,
    code: "email_not_confirmed",
    message: "O e-mail dessa conta ainda não foi confirmado. Convide a pessoa, ou dê o papel depois.",
};

impl Role {
    /// As the table names it.
    pub fn name(self) -> &'static str {
        match self {
            Role::Admin => "admin",
            Role::Moderator => "moderator",
        }
    }

    /// The role of that name.
    pub fn of(name: &str) -> Option<Self> {
        [Role::Admin, Role::Moderator].into_iter().find(|role| role.name() == name)
    }
}

impl People {
    /// Gives a person a role; giving it twice changes nothing.
    ///
    /// # Errors
    /// `person_not_found`; `email_not_confirmed` where a stranger may have made the account.
    pub async fn grant_role(&self, by: By, user_id: &str, role: Role) -> Result<(), Error> {
        let (id, now) = (account_id(user_id)?, self.now());
        self.db()
            .write(move |tx| {
                if !is_known(tx, &id)? {
                    return Err(Error::Refused(&UNPROVED));
                }
                grant(tx, &by, &id, role, now)
            })
            .await
    }

    /// Takes a role from a person; taking it twice changes nothing.
    ///
    /// # Errors
    /// `not_yourself` and `last_admin`, for the role of administrator.
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
                if !ateneu_auth::revoke_role(tx, &id, role.name())? {
                    return Ok(());
                }
                let old = Some(json!({ "role": role.name() }).to_string());
                note(tx, &by, "revoke-role", &id, (old, None), now)
            })
            .await
    }
}

/// Gives the role inside the caller's transaction.
pub(super) fn grant(
    tx: &mut Tx<'_>,
    by: &By,
    user_id: &str,
    role: Role,
    now: Timestamp,
) -> Result<(), Error> {
    if !ateneu_auth::grant_role(tx, user_id, role.name(), now)? {
        return Ok(());
    }
    let new = Some(json!({ "role": role.name() }).to_string());
    note(tx, by, "grant-role", user_id, (None, new), now)
}

/// Has the person proved an address, or been invited to it? Otherwise anybody may have made the account.
fn is_known(tx: &mut Tx<'_>, user_id: &str) -> Result<bool, Error> {
    let sql = "SELECT email_confirmed_at, phone_confirmed_at, invited_at FROM users
         WHERE id = $1 AND deleted_at IS NULL";
    let row = tx.query_optional(sql, &[user_id.into()])?.ok_or(Error::Refused(&super::NO_SUCH_PERSON))?;
    Ok(["email_confirmed_at", "phone_confirmed_at", "invited_at"]
        .iter()
        .any(|column| row.text(column).is_some()))
}
