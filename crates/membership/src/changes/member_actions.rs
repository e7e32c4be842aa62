//! Actions of members on their own membership, for their history. Stored before the provider is called and completed
//! afterwards, so that failed attempts are visible too.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_schema::TableRow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::words::RequestedChange;

/// Actions shown with a member.
const SHOWN: usize = 36;

/// One action.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct MemberAction {
    /// `cancel`, `keep` (the cancellation withdrawn) or `refund`.
    #[schemars(extend("enum" = ["cancel", "keep", "refund"]))]
    pub act: String,
    /// Time at which it was requested.
    pub asked_at: Option<Timestamp>,
    /// Time at which the provider had done it; none until then.
    pub done_at: Option<Timestamp>,
    /// The right to the refund: `withdrawal` or `guarantee`.
    #[schemars(extend("enum" = ["withdrawal", "guarantee", null]))]
    #[serde(rename(deserialize = "kind"))]
    pub right: Option<String>,
    /// Refunded amount in centavos.
    pub amount: Option<i64>,
    /// True where the provider refused and the owner refunds by other means.
    pub by_hand: bool,
}

/// A stored cancellation or its withdrawal.
#[derive(Clone, PartialEq, TableRow)]
#[table("membership_acts")]
struct StoredAction {
    id: String,
    user_id: String,
    act: RequestedChange,
    created_at: Timestamp,
}

/// Stores a cancellation or its withdrawal; returns the row's id.
pub(crate) fn asked(tx: &mut Tx<'_>, user_id: &str, ends: bool, now: Timestamp) -> Result<String, Error> {
    let id = ids::row_id(now);
    let act = if ends { RequestedChange::Cancel } else { RequestedChange::Keep };
    tx.insert(&StoredAction { id: id.clone(), user_id: user_id.to_owned(), act, created_at: now })?;
    Ok(id)
}

/// Marks it as done.
pub(crate) fn done(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE membership_acts SET done_at = $2 WHERE id = $1";
    tx.execute(sql, &[id.into(), now.into()]).map(drop)
}

/// A person's actions, newest first, without refunds by administrators.
pub(crate) fn of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<MemberAction>, Error> {
    let sql = format!(
        "SELECT act, created_at AS asked_at, done_at, NULL AS kind, NULL AS amount, false AS by_hand
         FROM membership_acts WHERE user_id = $1
         UNION ALL
         SELECT 'refund', created_at, settled_at, kind, amount, state = 'by_hand'
         FROM payment_refunds WHERE user_id = $1 AND kind <> 'office'
         ORDER BY asked_at DESC LIMIT {SHOWN}"
    );
    tx.query_as(&sql, &[user_id.into()])
}
