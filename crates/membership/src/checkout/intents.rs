//! The rows of `payment_checkouts`: checkouts, each stored before the provider is called.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_module::{Milestone, MilestoneKind, Milestones};
use ateneu_schema::TableRow;

use crate::{Offer, PaidPlan, PlanPeriod, words::PageState};

/// Time for which a payment page stays open.
const OPEN_FOR: Duration = Duration::from_secs(60 * 60);

/// A boleto may be paid some days after its page has closed.
const UNPAID: Duration = Duration::from_secs(10 * 24 * 60 * 60);

/// A checkout.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_checkouts")]
pub(super) struct Intent {
    pub(super) id: String,
    user_id: String,
    plan: PaidPlan,
    period: PlanPeriod,
    pub(super) state: PageState,
    pub(super) session_id: Option<String>,
    pub(super) url: Option<String>,
    pub(super) created_at: Timestamp,
    updated_at: Timestamp,
    pub(super) expires_at: Timestamp,
}

impl Intent {
    pub(super) fn offer(&self) -> Offer {
        Offer { plan: self.plan, period: self.period }
    }
}

/// Stores a checkout, or returns the unfinished one.
pub(super) fn start_checkout(
    tx: &mut Tx<'_>,
    user_id: &str,
    offer: Offer,
    now: Timestamp,
) -> Result<Option<Intent>, Error> {
    tx.insert_new(&Intent {
        id: ids::random_id(),
        user_id: user_id.to_owned(),
        plan: offer.plan,
        period: offer.period,
        state: PageState::Opening,
        session_id: None,
        url: None,
        created_at: now,
        updated_at: now,
        expires_at: now + OPEN_FOR,
    })?;
    waiting(tx, user_id)
}

/// A person's unfinished checkout.
pub(super) fn waiting(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Intent>, Error> {
    tx.row("WHERE user_id = $1 AND state IN ('opening', 'open')", &[user_id.into()])
}

/// Stores the id and the address of the page that the provider opened.
pub(super) fn opened(
    tx: &mut Tx<'_>,
    id: &str,
    session: &str,
    url: &str,
    milestones: &Milestones,
    now: Timestamp,
) -> Result<(), Error> {
    let sql = "UPDATE payment_checkouts SET state = 'open', session_id = $2, url = $3, updated_at = $4
               WHERE id = $1 AND state = 'opening' RETURNING user_id, id";
    let values = [id.into(), session.into(), url.into(), now.into()];
    let opened = tx.query_optional_as(sql, &values)?;
    announce(tx, milestones, MilestoneKind::CheckoutOpened, opened, now)
}

/// Announces a milestone of a changed checkout, given as the ids of account and row.
fn announce(
    tx: &mut Tx<'_>,
    milestones: &Milestones,
    kind: MilestoneKind,
    changed: Option<(String, String)>,
    now: Timestamp,
) -> Result<(), Error> {
    let Some((user_id, occasion)) = changed else { return Ok(()) };
    milestones.announce(tx, &Milestone { kind, user_id: &user_id, occasion: &occasion, at: now }, now)
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
    milestones: &Milestones,
    now: Timestamp,
) -> Result<(), Error> {
    let sql =
        "UPDATE payment_checkouts SET state = $2, updated_at = $3, origin = CASE WHEN $4 THEN origin END
               WHERE session_id = $1 AND state IN ('opening', 'open') RETURNING user_id, id";
    let is_completed = state == PageState::Completed;
    let values = [session.into(), state.into(), now.into(), is_completed.into()];
    let closed = tx.query_optional_as(sql, &values)?.filter(|_| is_completed);
    announce(tx, milestones, MilestoneKind::CheckoutCompleted, closed, now)
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
