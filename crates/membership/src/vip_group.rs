//! The VIP group, outside this server: its URL for members whose plan includes it, with a log of each opening, and the
//! people who must be removed because their plan no longer does.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error as DbError, Row, Tx};
use ateneu_settings::declared::VIP_GROUP_ADDRESS;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, Payments, customers, refused::Refused};

/// Maximum number of stored openings per person.
const OPENINGS: i64 = 50;

/// Maximum number of listed people of each kind.
const LISTED: i64 = 200;

/// SQL that is true for a person `v` without the entitlement at the instant `$1`.
const NOT_ENTITLED: &str = "NOT EXISTS (SELECT 1 FROM member_entitlements h
    WHERE h.user_id = v.user_id AND h.entitlement = 'vip_chat' AND h.until > $1)";

/// SQL that is true for a person `v` who may be in the group: not removed since the last opening.
const MAY_BE_IN: &str = "(v.removed_at IS NULL OR v.removed_at < v.last_opened_at)";

/// A person who opened the group's URL.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct VipGroupMember {
    /// Id of the account.
    pub id: String,
    /// Name of the person, if known.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The last opening.
    pub last_opened_at: Option<Timestamp>,
    /// Time at which an administrator removed the person from the group.
    pub removed_at: Option<Timestamp>,
    /// Name or email of the administrator who removed the person.
    pub removed_by: Option<String>,
}

/// The removals from the group.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct VipGroupRemovals {
    /// True if the URL of the group is set.
    pub is_set: bool,
    /// People to be removed, by latest opening.
    pub due: Vec<VipGroupMember>,
    /// Number of people to be removed.
    pub total: i64,
    /// Removed people, latest first.
    pub removed: Vec<VipGroupMember>,
}

/// Returns the URL of the group for a person with the entitlement, and logs the opening.
///
/// # Errors
/// Returns `Refused::PlanRequired` if the plan does not include it, `Refused::VipGroupUnset` if there is no URL.
pub async fn open_vip_group(payments: &Payments, user_id: &str) -> Result<String, Error> {
    let (user_id, now) = (user_id.to_owned(), payments.now());
    let opened = payments.db().write(move |tx| {
        let entitled = "SELECT 1 AS found FROM member_entitlements
                        WHERE user_id = $1 AND entitlement = 'vip_chat' AND until > $2 LIMIT 1";
        if tx.query_optional(entitled, &[(&user_id).into(), now.into()])?.is_none() {
            return Err(Refused::PlanRequired.into());
        }
        let address = ateneu_settings::text(tx, &VIP_GROUP_ADDRESS)?;
        if address.is_empty() {
            return Err(Refused::VipGroupUnset.into());
        }
        log_opening(tx, &user_id, now)?;
        Ok(address)
    });
    opened.await
}

/// Returns the people to be removed from the group, and those removed.
pub async fn vip_group_removals(payments: &Payments) -> Result<VipGroupRemovals, Error> {
    let now = payments.now();
    let read = payments.db().read(move |tx| {
        let due = format!("{NOT_ENTITLED} AND {MAY_BE_IN} AND u.deleted_at IS NULL");
        let count = format!(
            "SELECT count(*) FROM vip_group_members v JOIN users u ON u.id = v.user_id WHERE {due}"
        );
        Ok::<_, Error>(VipGroupRemovals {
            is_set: !ateneu_settings::text(tx, &VIP_GROUP_ADDRESS)?.is_empty(),
            total: tx.query_one_as(&count, &[now.into()])?,
            due: people(tx, &due, "v.last_opened_at DESC", now)?,
            removed: people(
                tx,
                &format!(
                    "v.removed_at IS NOT NULL AND NOT {MAY_BE_IN} AND CAST($1 AS text) IS NOT NULL AND u.deleted_at IS NULL"
                ),
                "v.removed_at DESC",
                now,
            )?,
        })
    });
    read.await
}

/// Marks a person as removed from the group, or removes the mark. `trace` writes the audit entry.
///
/// # Errors
/// Returns `Refused::NotToRemove` for a person with the entitlement, or who never opened the group.
pub async fn mark_vip_removal(
    payments: &Payments,
    user_id: &str,
    by: Option<String>,
    is_removed: bool,
    trace: impl FnOnce(&mut Tx<'_>) -> Result<(), DbError> + Send + 'static,
) -> Result<(), Error> {
    let (user_id, now) = (user_id.to_owned(), payments.now());
    let marked = payments.db().write(move |tx| {
        let removed_at = is_removed.then_some(now);
        let sql = format!(
            "UPDATE vip_group_members AS v SET removed_at = $3, removed_by = $4
             WHERE user_id = $2 AND {NOT_ENTITLED} AND {}",
            if is_removed { MAY_BE_IN } else { "removed_at IS NOT NULL" }
        );
        let by = by.filter(|_| is_removed);
        let values = [now.into(), (&user_id).into(), removed_at.into(), by.into()];
        if tx.execute(&sql, &values)? == 0 {
            return Err(Refused::NotToRemove.into());
        }
        Ok::<_, Error>(trace(tx)?)
    });
    marked.await
}

fn log_opening(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), DbError> {
    let member =
        "INSERT INTO vip_group_members (user_id, first_opened_at, last_opened_at) VALUES ($1, $2, $2)
                  ON CONFLICT (user_id) DO UPDATE SET last_opened_at = excluded.last_opened_at";
    tx.execute(member, &[user_id.into(), now.into()])?;
    let opening = "INSERT INTO vip_group_openings (id, user_id, opened_at) VALUES ($1, $2, $3)";
    tx.execute(opening, &[ids::row_id(now).into(), user_id.into(), now.into()])?;
    let older = format!(
        "DELETE FROM vip_group_openings WHERE user_id = $1 AND id NOT IN (
             SELECT id FROM vip_group_openings WHERE user_id = $1 ORDER BY opened_at DESC, id DESC LIMIT {OPENINGS})"
    );
    tx.execute(&older, &[user_id.into()]).map(drop)
}

fn people(
    tx: &mut Tx<'_>,
    condition: &str,
    order: &str,
    now: Timestamp,
) -> Result<Vec<VipGroupMember>, DbError> {
    let sql = format!(
        "SELECT v.user_id, v.last_opened_at, v.removed_at, u.user_metadata, p.display_name,
                coalesce(u.email, u.sso_email) AS email,
                coalesce(nullif(bp.display_name, ''), b.email, b.sso_email) AS removed_by
         FROM vip_group_members v JOIN users u ON u.id = v.user_id
         LEFT JOIN member_profiles p ON p.user_id = v.user_id
         LEFT JOIN users b ON b.id = v.removed_by LEFT JOIN member_profiles bp ON bp.user_id = v.removed_by
         WHERE {condition} ORDER BY {order}, v.user_id LIMIT {LISTED}"
    );
    Ok(tx.query(&sql, &[now.into()])?.iter().map(person).collect())
}

fn person(row: &Row) -> VipGroupMember {
    VipGroupMember {
        id: row.text("user_id").unwrap_or_default().to_owned(),
        name: customers::name(row),
        email: row.text("email").map(str::to_owned),
        last_opened_at: row.instant("last_opened_at"),
        removed_at: row.instant("removed_at"),
        removed_by: row.text("removed_by").map(str::to_owned),
    }
}
