//! The rows of `payment_refunds`: which subscription may be refunded and by what right. A refund is begun once,
//! processed under a lease and completed in the transaction that ends the access.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_queue::{Leased, Outcome, Queue, Task};
use ateneu_schema::{TableRow, Words};
use serde::Deserialize;

use crate::{
    Error,
    access::{self, Return},
    changes::actor::ChangeActor,
    customers,
    refused::Refused,
    state::projection,
    status::{Property, statuses_without},
    words::{RefundKind, RefundStep},
};

/// Unfinished refunds. They are retried without end.
pub(crate) const REFUNDS: Queue = Queue::new("refunds")
    .label("Reembolsos")
    .pauses(&[5, 30, 120, 600, 3_600, 21_600, 86_400])
    .endless()
    .concurrency(1);

/// Age in days up to which an administrator refunds a charge: that of the guarantee.
const OFFICE_DAYS: i64 = access::GUARANTEE_DAYS as i64;

/// State of a refund.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Words)]
pub enum RefundState {
    /// Refunded; subscription and access have ended.
    Done,
    /// Stored; the provider does not respond and the worker retries.
    Waiting,
    /// The provider refuses. The subscription has ended, and the owner was asked to refund by other means.
    ByHand,
}

impl From<RefundStep> for RefundState {
    fn from(step: RefundStep) -> Self {
        match step {
            RefundStep::Begun => Self::Waiting,
            RefundStep::Done => Self::Done,
            RefundStep::ByHand => Self::ByHand,
        }
    }
}

/// A stored refund.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_refunds")]
pub(crate) struct StoredRefund {
    #[key]
    pub(crate) id: String,
    pub(crate) user_id: String,
    pub(crate) subscription_id: String,
    pub(crate) kind: RefundKind,
    pub(crate) state: RefundStep,
    /// Amount in centavos.
    pub(crate) amount: i64,
    created_at: Timestamp,
    settled_at: Option<Timestamp>,
}

/// The refund of a subscription, if any.
pub(crate) fn of_subscription(
    tx: &mut Tx<'_>,
    subscription: &str,
) -> Result<Option<StoredRefund>, ateneu_db::Error> {
    tx.row("WHERE subscription_id = $1", &[subscription.into()])
}

/// An unfinished refund.
pub(crate) struct Begun {
    pub(crate) task: Leased,
    pub(crate) refund: StoredRefund,
    pub(crate) customer_id: String,
    pub(crate) paid: Vec<Paid>,
}

impl Begun {
    pub(crate) fn amount(&self) -> i64 {
        self.paid.iter().map(|paid| paid.amount).sum()
    }
}

/// A charge to refund.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Paid {
    pub(crate) invoice: String,
    /// Amount in centavos.
    pub(crate) amount: i64,
    pub(crate) at: Timestamp,
}

/// The subscription that could be refunded: the newest with a right to it, else the newest paid one.
pub(crate) struct Candidate {
    pub(crate) id: String,
    /// Newest first.
    pub(crate) paid: Vec<Paid>,
    pub(crate) right: Option<Return>,
    pub(crate) is_refunded: bool,
    pub(crate) is_disputed: bool,
}

/// The person's candidate and its right.
pub(crate) fn candidate(
    tx: &mut Tx<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Option<Candidate>, ateneu_db::Error> {
    let sql = format!(
        "SELECT id, refunded_at IS NOT NULL, disputed_at IS NOT NULL FROM payment_subscriptions
         WHERE user_id = $1 AND plan IS NOT NULL AND status NOT IN {}
         ORDER BY started_at, CASE WHEN refunded_at IS NULL THEN 1 ELSE 0 END, id",
        statuses_without(Property::Begun)
    );
    let all: Vec<(String, bool, bool)> = tx.query_as(&sql, &[user_id.into()])?;
    let mut newest = None;
    for (number, (id, is_refunded, is_disputed)) in all.into_iter().enumerate().rev() {
        let paid = paid(tx, &id)?;
        let Some(first) = paid.last().map(|paid| paid.at) else {
            continue;
        };
        let right = access::may_return(first, number == 0, now);
        let right = right.filter(|_| !is_refunded && !is_disputed);
        let found = Candidate { id, paid, right, is_refunded, is_disputed };
        if found.right.is_some() {
            return Ok(Some(found));
        }
        newest = newest.or(Some(found));
    }
    Ok(newest)
}

/// Paid charges of a subscription, newest first.
fn paid(tx: &mut Tx<'_>, subscription: &str) -> Result<Vec<Paid>, ateneu_db::Error> {
    let sql = "SELECT id AS invoice, amount, coalesce(paid_at, created_at) AS at FROM payment_invoices
               WHERE subscription_id = $1 AND status = 'paid' AND amount > 0 ORDER BY created_at DESC, id DESC";
    tx.query_as(sql, &[subscription.into()])
}

/// Returns the charges that an administrator refunds: recent charges, at least the last one.
fn recent(mut paid: Vec<Paid>, now: Timestamp) -> Vec<Paid> {
    let since = now.seconds() - OFFICE_DAYS * 86_400;
    let count = paid.iter().filter(|paid| paid.at.seconds() >= since).count();
    paid.truncate(count.max(1));
    paid
}

/// Returns the charges that an administrator's refund gives back now. The list is empty if the refund is refused.
pub(crate) fn office_charges(
    tx: &mut Tx<'_>,
    user_id: &str,
    now: Timestamp,
) -> Result<Vec<Paid>, ateneu_db::Error> {
    let candidate = candidate(tx, user_id, now)?;
    let open = candidate.filter(|candidate| !candidate.is_refunded && !candidate.is_disputed);
    Ok(open.map(|candidate| recent(candidate.paid, now)).unwrap_or_default())
}

/// Stores a refund, or finds it stored, and leases its task.
pub(crate) fn start_refund(
    tx: &mut Tx<'_>,
    user_id: &str,
    by: &ChangeActor,
    now: Timestamp,
) -> Result<Begun, Error> {
    // One at a time per person.
    customers::locked(tx, user_id)?.ok_or(Refused::NoSubscription)?;
    let values = [user_id.into(), RefundStep::Begun.into()];
    if let Some(waiting) = tx.row::<StoredRefund>("WHERE user_id = $1 AND state = $2", &values)?
        && let Some(begun) = take(tx, &waiting.id, now)?
    {
        return Ok(begun);
    }
    // A refund that another node completed meanwhile is refused below.
    let candidate = candidate(tx, user_id, now)?.ok_or(Refused::NoSubscription)?;
    if candidate.is_refunded {
        return Err(Refused::AlreadyRefunded.into());
    }
    if candidate.is_disputed {
        return Err(Refused::PaymentDisputed.into());
    }
    let (kind, paid) = match by {
        ChangeActor::Member => {
            let right = candidate.right.ok_or(Refused::RefundTooLate)?;
            (right.kind, candidate.paid)
        }
        ChangeActor::Office(_) => (RefundKind::Office, recent(candidate.paid, now)),
    };
    let id = ids::random_id();
    tx.insert(&StoredRefund {
        id: id.clone(),
        user_id: user_id.to_owned(),
        subscription_id: candidate.id,
        kind,
        state: RefundStep::Begun,
        amount: paid.iter().map(|paid| paid.amount).sum(),
        created_at: now,
        settled_at: None,
    })?;
    let task = Task {
        id: id.clone(),
        kind: kind.word().to_owned(),
        group_key: Some(user_id.to_owned()),
        happened_at: now,
        payload: String::new(),
    };
    REFUNDS.push(tx, &task, now)?;
    take(tx, &id, now)?.ok_or(Error::Defect("a refund was not written"))
}

fn take(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<Option<Begun>, ateneu_db::Error> {
    match REFUNDS.take_one(tx, id, now)? {
        Some(task) => read(tx, task),
        None => Ok(None),
    }
}

/// The refund of a task. Returns `None` if it is completed.
pub(crate) fn read(tx: &mut Tx<'_>, task: Leased) -> Result<Option<Begun>, ateneu_db::Error> {
    let values = [(&task.id).into(), RefundStep::Begun.into()];
    let Some(refund) = tx.row::<StoredRefund>("WHERE id = $1 AND state = $2", &values)? else {
        return Ok(None);
    };
    let customer = "SELECT customer_id FROM payment_subscriptions WHERE id = $1";
    let customer: Option<String> = tx.query_optional_as(customer, &[(&refund.subscription_id).into()])?;
    let all = paid(tx, &refund.subscription_id)?;
    let paid = match refund.kind {
        RefundKind::Office => recent(all, refund.created_at),
        RefundKind::Withdrawal | RefundKind::Guarantee => all,
    };
    Ok(Some(Begun { task, refund, customer_id: customer.unwrap_or_default(), paid }))
}

/// Completes the refund and ends the access.
pub(crate) fn complete_refund(
    tx: &mut Tx<'_>,
    begun: &Begun,
    state: RefundStep,
    now: Timestamp,
) -> Result<(), ateneu_db::Error> {
    let refund = &begun.refund;
    // Locked first by every writer of several rows of a person.
    customers::locked(tx, &refund.user_id)?;
    tx.update(&StoredRefund { state, amount: begun.amount(), settled_at: Some(now), ..refund.clone() })?;
    REFUNDS.complete(tx, std::slice::from_ref(&begun.task), &Outcome::Done, now)?;
    for paid in begun.paid.iter().filter(|_| state == RefundStep::Done) {
        returned(tx, &paid.invoice, now)?;
    }
    let sql = "UPDATE payment_subscriptions SET refunded_at = coalesce(refunded_at, $2), updated_at = $2 WHERE id = $1";
    tx.execute(sql, &[(&refund.subscription_id).into(), now.into()])?;
    projection::project(tx, &refund.user_id, now)
}

/// Number of times that a person used a right to a refund.
pub(crate) fn returns(tx: &mut Tx<'_>, user_id: &str) -> Result<i64, ateneu_db::Error> {
    let sql = "SELECT count(*) FROM payment_refunds WHERE user_id = $1 AND kind <> $2";
    tx.query_one_as(sql, &[user_id.into(), RefundKind::Office.into()])
}

/// Adds to what was given back of a receipt; one that was given back whole is refunded.
pub(crate) fn given_back(
    tx: &mut Tx<'_>,
    invoice: &str,
    amount: i64,
    at: Timestamp,
) -> Result<(), ateneu_db::Error> {
    let add =
        "UPDATE payment_invoices SET refunded_amount = refunded_amount + $2, updated_at = $3 WHERE id = $1";
    tx.write(add, &[invoice.into(), amount.into(), at.into()])?;
    let whole = "UPDATE payment_invoices SET refunded_at = $2
                 WHERE id = $1 AND refunded_amount >= amount AND refunded_at IS NULL";
    tx.write(whole, &[invoice.into(), at.into()]).map(drop)
}

/// Marks a receipt as refunded.
pub(crate) fn returned(tx: &mut Tx<'_>, invoice: &str, at: Timestamp) -> Result<(), ateneu_db::Error> {
    let sql =
        "UPDATE payment_invoices SET refunded_at = coalesce(refunded_at, $2), updated_at = $2 WHERE id = $1";
    tx.write(sql, &[invoice.into(), at.into()]).map(drop)
}
