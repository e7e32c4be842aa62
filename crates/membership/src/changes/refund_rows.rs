//! The rows of `payment_refunds`: which subscription may be refunded and by what right. A refund is begun once, processed
//! under a lease and completed in the transaction that ends the access.

use crate::access::{self, Return};
use ateneu_base::{Timestamp, Value, ids};
use ateneu_db::{Row, Tx};
use ateneu_queue::{Leased, Outcome, Queue, Task};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Error, changes::actor::ChangeActor, customers, state::projection};

/// Unfinished refunds. They are retried without end.
pub(crate) const REFUNDS: Queue = Queue::new("refunds")
    .label("Reembolsos")
    .pauses(&[5, 30, 120, 600, 3_600, 21_600, 86_400])
    .endless()
    .concurrency(1);

/// Charges of so many days an administrator refunds: those the guarantee covers.
const OFFICE_DAYS: i64 = access::GUARANTEE_DAYS as i64;

/// State of a refund.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundState {
    /// Refunded; subscription and access have ended.
    Done,
    /// Stored; the provider does not respond and the worker retries.
    Waiting,
    /// The provider refuses. The subscription has ended, and the owner was asked to refund by other means.
    ByHand,
}

/// An unfinished refund.
pub(crate) struct Begun {
    pub(crate) task: Leased,
    pub(crate) user_id: String,
    pub(crate) subscription_id: String,
    pub(crate) customer_id: String,
    pub(crate) paid: Vec<Paid>,
}

impl Begun {
    pub(crate) fn amount(&self) -> i64 {
        self.paid.iter().map(|paid| paid.amount).sum()
    }
}

/// A charge to refund.
#[derive(Clone, Debug)]
pub(crate) struct Paid {
    pub(crate) invoice: String,
    /// In centavos.
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
    let sql = "SELECT id, started_at, refunded_at, disputed_at FROM payment_subscriptions
               WHERE user_id = $1 AND status NOT IN ('incomplete', 'incomplete_expired')
               ORDER BY started_at, CASE WHEN refunded_at IS NULL THEN 1 ELSE 0 END, id";
    let all = tx.query(sql, &[user_id.into()])?;
    let mut newest = None;
    for (number, row) in all.iter().enumerate().rev() {
        let id = row.text("id").unwrap_or_default().to_owned();
        let paid = paid(tx, &id)?;
        let Some(first) = paid.last().map(|paid| paid.at) else {
            continue;
        };
        let is_refunded = row.text("refunded_at").is_some();
        let is_disputed = row.text("disputed_at").is_some();
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
    let sql = "SELECT id, amount, coalesce(paid_at, created_at) AS at FROM payment_invoices
               WHERE subscription_id = $1 AND status = 'paid' AND amount > 0 ORDER BY created_at DESC, id DESC";
    let read = |row: &Row| {
        Some(Paid { invoice: row.text("id")?.to_owned(), amount: row.int("amount")?, at: row.instant("at")? })
    };
    Ok(tx.query(sql, &[subscription.into()])?.iter().filter_map(read).collect())
}

/// What an administrator refunds: recent charges, at least the last one.
fn recent(mut paid: Vec<Paid>, now: Timestamp) -> Vec<Paid> {
    let since = now.seconds() - OFFICE_DAYS * 86_400;
    let count = paid.iter().filter(|paid| paid.at.seconds() >= since).count();
    paid.truncate(count.max(1));
    paid
}

/// The charges that an administrator's refund gives back now; none where it is refused.
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
pub(crate) fn begin(
    tx: &mut Tx<'_>,
    user_id: &str,
    by: &ChangeActor,
    now: Timestamp,
) -> Result<Begun, Error> {
    // One at a time per person.
    customers::locked(tx, user_id)?.ok_or(Error::NoSubscription)?;
    let waiting = "SELECT id FROM payment_refunds WHERE user_id = $1 AND state = 'begun'";
    if let Some(row) = tx.query_optional(waiting, &[user_id.into()])?
        && let Some(begun) = take(tx, row.text("id").unwrap_or_default(), now)?
    {
        return Ok(begun);
    }
    // A refund that another node completed meanwhile is refused below.
    let candidate = candidate(tx, user_id, now)?.ok_or(Error::NoSubscription)?;
    if candidate.is_refunded {
        return Err(Error::AlreadyRefunded);
    }
    if candidate.is_disputed {
        return Err(Error::Disputed);
    }
    let (kind, paid) = match by {
        ChangeActor::Member => {
            let right = candidate.right.ok_or(Error::RefundTooLate)?;
            (right.kind, candidate.paid)
        }
        ChangeActor::Office(_) => ("office", recent(candidate.paid, now)),
    };
    let id = ids::random_id();
    let amount: i64 = paid.iter().map(|paid| paid.amount).sum();
    let sql = "INSERT INTO payment_refunds (id, user_id, subscription_id, kind, state, amount, created_at)
               VALUES ($1, $2, $3, $4, 'begun', $5, $6)";
    let values: [Value; 6] =
        [(&id).into(), user_id.into(), (&candidate.id).into(), kind.into(), amount.into(), now.into()];
    tx.execute(sql, &values)?;
    let task = Task {
        id: id.clone(),
        kind: kind.to_owned(),
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

/// The refund of a task; none where it is completed.
pub(crate) fn read(tx: &mut Tx<'_>, task: Leased) -> Result<Option<Begun>, ateneu_db::Error> {
    let sql = "SELECT user_id, subscription_id, kind, created_at FROM payment_refunds
               WHERE id = $1 AND state = 'begun'";
    let Some(row) = tx.query_optional(sql, &[(&task.id).into()])? else {
        return Ok(None);
    };
    let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
    let subscription_id = text("subscription_id");
    let all = paid(tx, &subscription_id)?;
    let paid = match (text("kind").as_str(), row.instant("created_at")) {
        ("office", Some(asked_at)) => recent(all, asked_at),
        _ => all,
    };
    let customer = "SELECT customer_id FROM payment_subscriptions WHERE id = $1";
    let customer = tx.query_optional(customer, &[(&subscription_id).into()])?;
    Ok(Some(Begun {
        user_id: text("user_id"),
        customer_id: customer.and_then(|row| row.text("customer_id").map(str::to_owned)).unwrap_or_default(),
        subscription_id,
        task,
        paid,
    }))
}

/// Completes the refund and ends the access.
pub(crate) fn settle(
    tx: &mut Tx<'_>,
    begun: &Begun,
    state: RefundState,
    now: Timestamp,
) -> Result<(), ateneu_db::Error> {
    // Locked first by every writer of several rows of a person.
    customers::locked(tx, &begun.user_id)?;
    let word = match state {
        RefundState::ByHand => "by_hand",
        RefundState::Done | RefundState::Waiting => "done",
    };
    let sql = "UPDATE payment_refunds SET state = $2, amount = $3, settled_at = $4 WHERE id = $1";
    tx.execute(sql, &[(&begun.task.id).into(), word.into(), begun.amount().into(), now.into()])?;
    REFUNDS.complete(tx, std::slice::from_ref(&begun.task), &Outcome::Done, now)?;
    for paid in begun.paid.iter().filter(|_| state == RefundState::Done) {
        returned(tx, &paid.invoice, now)?;
    }
    let sql = "UPDATE payment_subscriptions SET refunded_at = coalesce(refunded_at, $2), updated_at = $2 WHERE id = $1";
    tx.execute(sql, &[(&begun.subscription_id).into(), now.into()])?;
    projection::project(tx, &begun.user_id, now)
}

/// How often a person used a right to a refund.
pub(crate) fn returns(tx: &mut Tx<'_>, user_id: &str) -> Result<i64, ateneu_db::Error> {
    let sql = "SELECT count(*) AS returns FROM payment_refunds WHERE user_id = $1 AND kind <> 'office'";
    Ok(tx.query_optional(sql, &[user_id.into()])?.and_then(|row| row.int("returns")).unwrap_or(0))
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
