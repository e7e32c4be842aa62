//! The rows of `payment_checkouts`: checkouts, each stored before the provider is called.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, ids};
use ateneu_db::{Error, Tx};
use serde::Deserialize;

use crate::{Offer, words::PageState};

/// Time for which a payment page stays open.
const OPEN_FOR: Duration = Duration::from_secs(60 * 60);

/// A boleto may be paid some days after its page has closed.
const UNPAID: Duration = Duration::from_secs(10 * 24 * 60 * 60);

/// A checkout.
#[derive(Deserialize)]
pub(super) struct Intent {
    pub(super) id: String,
    #[serde(flatten)]
    pub(super) offer: Offer,
    pub(super) state: PageState,
    pub(super) session_id: Option<String>,
    pub(super) url: Option<String>,
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

/// Stores a checkout, or returns the unfinished one.
pub(super) fn start_checkout(
    tx: &mut Tx<'_>,
    user_id: &str,
    offer: Offer,
    now: Timestamp,
) -> Result<Option<Intent>, Error> {
    let sql =
        "INSERT INTO payment_checkouts (id, user_id, plan, period, state, expires_at, created_at, updated_at)
               VALUES ($1, $2, $3, $4, 'opening', $5, $6, $6) ON CONFLICT DO NOTHING";
    let values: [Value; 6] = [
        ids::random_id().into(),
        user_id.into(),
        offer.plan.name().into(),
        offer.period.name().into(),
        (now + OPEN_FOR).into(),
        now.into(),
    ];
    tx.execute(sql, &values)?;
    waiting(tx, user_id)
}

/// A person's unfinished checkout.
pub(super) fn waiting(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Intent>, Error> {
    let sql = "SELECT id, plan, period, state, session_id, url, created_at, expires_at FROM payment_checkouts
               WHERE user_id = $1 AND state IN ('opening', 'open')";
    tx.query_optional_as(sql, &[user_id.into()])
}

/// Stores the id and the address of the page that the provider opened.
pub(super) fn opened(
    tx: &mut Tx<'_>,
    id: &str,
    session: &str,
    url: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let sql = "UPDATE payment_checkouts SET state = 'open', session_id = $2, url = $3, updated_at = $4
               WHERE id = $1 AND state = 'opening'";
    let values = [id.into(), session.into(), url.into(), now.into()];
    tx.execute(sql, &values).map(drop)
}

/// Closes an unfinished checkout as `expired` or `failed`.
pub(super) fn close(tx: &mut Tx<'_>, id: &str, state: PageState, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE payment_checkouts SET state = $2, updated_at = $3, origin = NULL
               WHERE id = $1 AND state IN ('opening', 'open')";
    tx.execute(sql, &[id.into(), state.into(), now.into()]).map(drop)
}

/// The provider has finished a page: `completed` or `expired`.
pub(crate) fn close_page(
    tx: &mut Tx<'_>,
    session: &str,
    state: PageState,
    now: Timestamp,
) -> Result<(), Error> {
    let sql =
        "UPDATE payment_checkouts SET state = $2, updated_at = $3, origin = CASE WHEN $4 THEN origin END
               WHERE session_id = $1 AND state IN ('opening', 'open')";
    let keeps_origin = state == PageState::Completed;
    tx.execute(sql, &[session.into(), state.into(), now.into(), keeps_origin.into()]).map(drop)
}

/// The account that a payment page was opened for. Returns `None` if it is none of ours.
pub(crate) fn owner_of_page(tx: &mut Tx<'_>, session: &str) -> Result<Option<String>, Error> {
    let sql = "SELECT user_id FROM payment_checkouts WHERE session_id = $1";
    tx.query_optional_as(sql, &[session.into()])
}

/// The state of a person's payment page. Returns `None` if it is not theirs.
pub(super) fn state_of_page(
    tx: &mut Tx<'_>,
    session: &str,
    user_id: &str,
) -> Result<Option<PageState>, Error> {
    let sql = "SELECT state FROM payment_checkouts WHERE session_id = $1 AND user_id = $2";
    tx.query_optional_as(sql, &[session.into(), user_id.into()])
}

/// Closes expired checkouts, and forgets the sources of those whose payment never came.
pub(crate) fn expire(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
    let sql = "UPDATE payment_checkouts SET state = 'expired', updated_at = $1, origin = NULL
               WHERE state IN ('opening', 'open') AND expires_at < $1";
    tx.execute(sql, &[now.into()])?;
    let sql = "UPDATE payment_checkouts SET origin = NULL WHERE origin IS NOT NULL AND created_at < $1";
    tx.execute(sql, &[(now - UNPAID).into()]).map(drop)
}

/// Keeps the source of the visit with a person's unfinished checkout.
pub(super) fn came_from(tx: &mut Tx<'_>, user_id: &str, origin: &str) -> Result<(), Error> {
    let sql = "UPDATE payment_checkouts SET origin = $2 WHERE user_id = $1 AND state IN ('opening', 'open')";
    tx.execute(sql, &[user_id.into(), origin.into()]).map(drop)
}
