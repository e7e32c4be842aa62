//! What members did with their own membership, for the member's history: written before the provider is called, and again
//! when the provider has done it, so that what was asked for and came to nothing is seen as well.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Row, Tx};
use schemars::JsonSchema;
use serde::Serialize;

/// Acts shown with a member.
const SHOWN: usize = 36;

/// Something a member did.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize)]
pub struct MemberAction {
    /// `cancel`: no further months. `keep`: further months after all. `refund`: the money back.
    #[schemars(extend("enum" = ["cancel", "keep", "refund"]))]
    pub act: String,
    /// When it was asked for.
    pub asked_at: Option<Timestamp>,
    /// When it was done; none where the provider has not done it.
    pub done_at: Option<Timestamp>,
    /// The right a refund was asked for by: `withdrawal` or `guarantee`.
    #[schemars(extend("enum" = ["withdrawal", "guarantee", null]))]
    pub right: Option<String>,
    /// What a refund gives back, in centavos.
    pub amount: Option<i64>,
    /// The provider refuses the refund, and the owner gives it back in another way.
    pub by_hand: bool,
}

/// Writes down that a member asks for no further months, or for further months after all. The row's id.
pub(crate) fn asked(tx: &mut Tx<'_>, user_id: &str, ends: bool, now: Timestamp) -> Result<String, Error> {
    let id = ids::row_id(now);
    let sql = "INSERT INTO membership_acts (id, user_id, act, created_at) VALUES ($1, $2, $3, $4)";
    let act = if ends { "cancel" } else { "keep" };
    tx.execute(sql, &[(&id).into(), user_id.into(), act.into(), now.into()])?;
    Ok(id)
}

/// Writes down that it is done.
pub(crate) fn done(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE membership_acts SET done_at = $2 WHERE id = $1";
    tx.execute(sql, &[id.into(), now.into()]).map(drop)
}

/// What a person did, the last first. What was given back on an administrator's word is none of it.
pub(crate) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<MemberAction>, Error> {
    let sql = format!(
        "SELECT act, created_at, done_at, NULL AS kind, NULL AS state, NULL AS amount
         FROM membership_acts WHERE user_id = $1
         UNION ALL
         SELECT 'refund', created_at, settled_at, kind, state, amount
         FROM payment_refunds WHERE user_id = $1 AND kind <> 'office'
         ORDER BY created_at DESC LIMIT {SHOWN}"
    );
    Ok(tx.query(&sql, &[user_id.into()])?.iter().map(read).collect())
}

fn read(row: &Row) -> MemberAction {
    MemberAction {
        act: row.text("act").unwrap_or_default().to_owned(),
        asked_at: row.instant("created_at"),
        done_at: row.instant("done_at"),
        right: row.text("kind").map(str::to_owned),
        amount: row.int("amount"),
        by_hand: row.text("state") == Some("by_hand"),
    }
}
