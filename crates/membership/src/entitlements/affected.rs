//! Members who lose an entitlement by an announced withdrawal.

use ateneu_base::{Entitlement, Timestamp};
use ateneu_db::{Error, Row, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{PaidPlan, access::AccessReason, customers, status::word_list};

/// Members named for one withdrawal.
const NAMED: i64 = 100;

/// Withdrawals listed: no more rows exist than plans have entitlements.
const LISTED: i64 = 60;

/// The members `s` whom a withdrawal `e` affects, at the instant `$1`: they have the entitlement now, and their access
/// goes on from then.
fn affected() -> String {
    let ending = word_list(AccessReason::has_end);
    format!(
        "s.plan = e.plan AND s.access_until > $1
         AND coalesce(s.member_since, s.created_at) < e.announced_at
         AND NOT coalesce(s.current_period_start >= e.ends_at, FALSE)
         AND NOT (s.access_reason IN {ending} AND s.access_until <= e.ends_at)"
    )
}

/// A withdrawal that still concerns somebody.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AnnouncedWithdrawal {
    /// The plan.
    pub plan: PaidPlan,
    /// Entitlement that is lost.
    pub entitlement: Entitlement,
    /// The first instant from which the plan no longer has it.
    pub ends_at: Timestamp,
    /// True where the server writes to the members.
    pub tells: bool,
    /// Time at which all of them were written to.
    pub notified_at: Option<Timestamp>,
    /// The number of members affected.
    pub count: i64,
    /// The first of them, by name.
    pub members: Vec<AffectedMember>,
}

/// A member who loses an entitlement.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct AffectedMember {
    /// The account.
    pub id: String,
    /// Name of the person, where it is known.
    pub name: Option<String>,
    /// The address.
    pub email: Option<String>,
    /// The end of the running period.
    pub period_end: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Announced {
    plan: PaidPlan,
    entitlement: Entitlement,
    ends_at: Timestamp,
    tells_members: bool,
    notified_at: Option<Timestamp>,
    count: i64,
}

/// Reads the announced withdrawals that affect somebody now, the next first.
pub fn withdrawals(tx: &mut Tx<'_>, now: Timestamp) -> Result<Vec<AnnouncedWithdrawal>, Error> {
    let affected = affected();
    let sql = format!(
        "SELECT e.*, (SELECT count(*) FROM subscribers s JOIN users u ON u.id = s.user_id
                      WHERE u.deleted_at IS NULL AND {affected}) AS count
         FROM plan_entitlements e WHERE e.ends_at IS NOT NULL
         ORDER BY e.ends_at, e.plan, e.entitlement LIMIT {LISTED}"
    );
    let mut all: Vec<Announced> = tx.query_as(&sql, &[now.into()])?;
    all.retain(|announced| announced.count > 0);
    all.into_iter()
        .map(|Announced { plan, entitlement, ends_at, tells_members, notified_at, count }| {
            let members = members(tx, plan, entitlement, now)?;
            Ok(AnnouncedWithdrawal {
                plan,
                entitlement,
                ends_at,
                tells: tells_members,
                notified_at,
                count,
                members,
            })
        })
        .collect()
}

fn members(
    tx: &mut Tx<'_>,
    plan: PaidPlan,
    entitlement: Entitlement,
    now: Timestamp,
) -> Result<Vec<AffectedMember>, Error> {
    let affected = affected();
    let sql = format!(
        "SELECT s.user_id, s.current_period_end, coalesce(u.email, u.sso_email) AS email, u.user_metadata,
                p.display_name
         FROM plan_entitlements e JOIN subscribers s ON s.plan = e.plan JOIN users u ON u.id = s.user_id
         LEFT JOIN member_profiles p ON p.user_id = s.user_id
         WHERE e.plan = $2 AND e.entitlement = $3 AND u.deleted_at IS NULL AND {affected}
         ORDER BY coalesce(nullif(p.search_text, ''), u.search_text, ''), s.user_id LIMIT {NAMED}"
    );
    let rows = tx.query(&sql, &[now.into(), plan.into(), entitlement.name().into()])?;
    Ok(rows.iter().map(affected_member).collect())
}

fn affected_member(row: &Row) -> AffectedMember {
    AffectedMember {
        id: row.text("user_id").unwrap_or_default().to_owned(),
        name: customers::name(row),
        email: row.text("email").map(str::to_owned),
        period_end: row.instant("current_period_end"),
    }
}

/// The notice of everything a plan loses from one instant on.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Notice {
    pub(crate) plan: PaidPlan,
    pub(crate) ends_at: Timestamp,
}

/// Recipient of a notice.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Recipient {
    pub(crate) user_id: String,
    pub(crate) email: String,
}

/// Reads the notices that were not sent to everybody yet.
pub(crate) fn due_notices(tx: &mut Tx<'_>) -> Result<Vec<Notice>, Error> {
    let sql = format!(
        "SELECT DISTINCT plan, ends_at FROM plan_entitlements
         WHERE ends_at IS NOT NULL AND tells_members AND notified_at IS NULL ORDER BY ends_at, plan LIMIT {LISTED}"
    );
    tx.query_as(&sql, &[])
}

/// Reads what a notice is about.
pub(crate) fn of_notice(tx: &mut Tx<'_>, notice: &Notice) -> Result<Vec<Entitlement>, Error> {
    let sql = "SELECT entitlement FROM plan_entitlements
               WHERE plan = $1 AND ends_at = $2 AND tells_members AND notified_at IS NULL ORDER BY entitlement";
    tx.query_as(sql, &[notice.plan.into(), notice.ends_at.into()])
}

/// Reads the next recipients of a notice, at most `part`, after the account `after`.
pub(crate) fn recipients(
    tx: &mut Tx<'_>,
    notice: &Notice,
    after: &str,
    part: usize,
    now: Timestamp,
) -> Result<Vec<Recipient>, Error> {
    let affected = affected();
    let sql = format!(
        "SELECT DISTINCT s.user_id, coalesce(u.email, u.sso_email, s.email) AS email
         FROM plan_entitlements e JOIN subscribers s ON s.plan = e.plan JOIN users u ON u.id = s.user_id
         WHERE e.plan = $2 AND e.ends_at = $3 AND e.tells_members AND e.notified_at IS NULL AND s.user_id > $4
           AND u.deleted_at IS NULL AND {affected}
         ORDER BY s.user_id LIMIT {part}"
    );
    let values = [now.into(), notice.plan.into(), notice.ends_at.into(), after.into()];
    tx.query_as(&sql, &values)
}

/// Marks a notice about these entitlements as sent to everybody.
pub(crate) fn mark_notified(
    tx: &mut Tx<'_>,
    notice: &Notice,
    entitlements: &[Entitlement],
    now: Timestamp,
) -> Result<(), Error> {
    for entitlement in entitlements {
        let sql = "UPDATE plan_entitlements SET notified_at = $4 WHERE plan = $1 AND entitlement = $2 AND ends_at = $3";
        let values = [notice.plan.into(), entitlement.name().into(), notice.ends_at.into(), now.into()];
        tx.write(sql, &values)?;
    }
    Ok(())
}
