//! The one row of `subscribers` of each person, computed from the present subscription and the courtesies.

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Db, Error, Tx};
use ateneu_schema::{TableRow, Words};

use crate::{
    PaidPlan, PlanPeriod,
    access::{self, Access, Closing, SubscriptionFacts},
    customers,
    state::courtesies,
    status::{Property, SubscriberStatus},
};

/// The row of a person.
#[derive(Clone, PartialEq, TableRow)]
#[table("subscribers")]
struct Subscriber {
    #[key]
    id: String,
    user_id: Option<String>,
    email: String,
    subscribed: bool,
    plan: Option<PaidPlan>,
    period: Option<PlanPeriod>,
    status: SubscriberStatus,
    current_period_start: Option<Timestamp>,
    current_period_end: Option<Timestamp>,
    cancel_at_period_end: bool,
    customer_id: Option<String>,
    subscription_id: Option<String>,
    past_due_since: Option<Timestamp>,
    closed_because: Option<Closing>,
    courtesy_until: Option<Timestamp>,
    access_until: Option<Timestamp>,
    access_reason: Option<String>,
    member_since: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A subscription as it was last reported, and what closed it here.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_subscriptions")]
struct Reported {
    id: String,
    customer_id: String,
    plan: Option<String>,
    period: Option<PlanPeriod>,
    status: String,
    started_at: Timestamp,
    current_period_start: Option<Timestamp>,
    current_period_end: Option<Timestamp>,
    cancel_at_period_end: bool,
    cancellation_reason: Option<String>,
    past_due_since: Option<Timestamp>,
    refunded_at: Option<Timestamp>,
    disputed_at: Option<Timestamp>,
}

impl Reported {
    fn closed(&self) -> Option<Closing> {
        let failed =
            matches!(self.cancellation_reason.as_deref(), Some("payment_failed" | "payment_disputed"));
        match SubscriberStatus::read(&self.status) {
            _ if self.refunded_at.is_some() => Some(Closing::Refunded),
            _ if self.disputed_at.is_some() => Some(Closing::Disputed),
            status if failed && status.is(Property::Ended) => Some(Closing::Unpaid),
            _ => None,
        }
    }

    fn facts(&self) -> SubscriptionFacts {
        SubscriptionFacts {
            status: SubscriberStatus::read(&self.status),
            period_end: self.current_period_end,
            ends: self.cancel_at_period_end,
            past_due_since: self.past_due_since,
            closed: self.closed(),
            courtesy_until: None,
        }
    }
}

/// Locks a person's state until the transaction ends: a grant and a response of the provider may arrive together, and
/// each computes the row from both.
pub(crate) fn lock(tx: &mut Tx<'_>, user_id: &str) -> Result<(), Error> {
    tx.lock(&format!("subscriber {user_id}"))
}

/// Writes the present subscription to `subscribers`: the one that grants access longest, else one that can still be
/// repaired, else the newest; and the courtesies beside it. Subscriptions to anything but our plans do not count.
/// Writes nothing where the row is current.
pub(crate) fn project(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<(), Error> {
    lock(tx, user_id)?;
    let reported: Vec<Reported> = tx.rows("WHERE user_id = $1", &[user_id.into()])?;
    let (all, others): (Vec<_>, Vec<_>) = reported.into_iter().partition(|one| one.plan.is_some());
    let bought = all.iter().max_by_key(|one| {
        let facts = one.facts();
        let is_open = facts.closed.is_none() && facts.status.is(Property::Live);
        (access::access(&facts).until, is_open, one.started_at)
    });
    let given = courtesies::running(tx, user_id, last_closing(&all), now)?;
    let address = customers::address(tx, user_id)?;
    let found = existing(tx, user_id, address.as_deref())?;
    let is_of_another =
        |row: &Subscriber| others.iter().any(|other| Some(&other.id) == row.subscription_id.as_ref());
    // A row without a purchase changes only by the grant.
    let Some(counted) = bought
        .map(Counted::subscription)
        .or_else(|| found.as_ref().filter(|row| !is_of_another(row)).map(Counted::row))
        .or_else(|| given.is_some().then(Counted::courtesy))
    else {
        return match found.filter(is_of_another) {
            Some(row) => tx.write("DELETE FROM subscribers WHERE id = $1", &[row.id.into()]).map(drop),
            None => Ok(()),
        };
    };
    let since = first_start(&all).or_else(|| found.as_ref()?.member_since);
    let email = address.or_else(|| found.as_ref().map(|found| found.email.clone()));
    let email = email.ok_or_else(|| Error::Other("a subscriber has no address".to_owned()))?;
    let bought = access::access(&counted.facts);
    let Access { until, reason } = access::access(&SubscriptionFacts {
        courtesy_until: given.as_ref().map(|given| given.ends_at),
        ..counted.facts
    });
    let is_paid = bought.until.is_some_and(|until| now < until);
    let (plan, period, began) = match &given {
        Some(given) if !is_paid => (Some(given.plan), None, Some(given.created_at)),
        _ => (counted.plan, counted.period, counted.period_start),
    };
    let wanted = Subscriber {
        id: found.as_ref().map_or_else(|| ids::row_id(now), |found| found.id.clone()),
        user_id: Some(user_id.to_owned()),
        email,
        subscribed: until.is_some_and(|until| now < until),
        plan,
        period,
        status: counted.facts.status,
        current_period_start: began,
        current_period_end: counted.facts.period_end,
        cancel_at_period_end: counted.facts.ends,
        customer_id: counted.customer,
        subscription_id: counted.subscription,
        past_due_since: counted.facts.past_due_since,
        closed_because: counted.facts.closed,
        courtesy_until: given.map(|given| given.ends_at),
        access_until: until,
        access_reason: Some(reason.word().to_owned()),
        member_since: since,
        created_at: found.as_ref().map_or(now, |found| found.created_at),
        updated_at: now,
    };
    match found {
        None => tx.insert(&wanted),
        Some(found) => {
            let (user_id, updated_at) = (found.user_id.clone(), found.updated_at);
            let is_current = found == Subscriber { user_id, updated_at, ..wanted.clone() };
            if is_current { Ok(()) } else { tx.update(&wanted).map(drop) }
        }
    }
}

/// Computes anew the rows that stand for a subscription to something else than our plans.
pub(crate) async fn correct(db: &Db, now: Timestamp) -> Result<(), Error> {
    let sql = "SELECT subscribers.user_id FROM subscribers
               JOIN payment_subscriptions ON payment_subscriptions.id = subscribers.subscription_id
               WHERE payment_subscriptions.plan IS NULL AND subscribers.user_id IS NOT NULL";
    let people: Vec<String> = db.read(move |tx| tx.query_as(sql, &[])).await?;
    for user_id in people {
        db.write(move |tx| project(tx, &user_id, now)).await?;
    }
    Ok(())
}

/// The present subscription.
#[derive(Default)]
struct Counted {
    facts: SubscriptionFacts,
    period_start: Option<Timestamp>,
    plan: Option<PaidPlan>,
    period: Option<PlanPeriod>,
    customer: Option<String>,
    subscription: Option<String>,
}

impl Counted {
    fn subscription(one: &Reported) -> Self {
        Self {
            facts: one.facts(),
            period_start: one.current_period_start,
            plan: one.plan.as_deref().and_then(PaidPlan::of),
            period: one.period,
            customer: Some(one.customer_id.clone()),
            subscription: Some(one.id.clone()),
        }
    }

    /// A courtesy without a purchase.
    fn courtesy() -> Self {
        let facts = SubscriptionFacts { status: SubscriberStatus::Courtesy, ..SubscriptionFacts::default() };
        Self { facts, ..Self::default() }
    }

    /// A row of `subscribers` without a subscription.
    fn row(row: &Subscriber) -> Self {
        // The plan of a grant ends with the grant.
        let bought = Some(row).filter(|row| row.status != SubscriberStatus::Courtesy);
        Self {
            facts: SubscriptionFacts {
                status: row.status,
                period_end: row.current_period_end,
                ends: row.cancel_at_period_end,
                past_due_since: row.past_due_since,
                closed: row.closed_because,
                courtesy_until: None,
            },
            period_start: bought.and_then(|row| row.current_period_start),
            plan: bought.and_then(|row| row.plan),
            period: bought.and_then(|row| row.period),
            customer: row.customer_id.clone(),
            subscription: row.subscription_id.clone(),
        }
    }
}

/// The person's row, or one created for the email before the account.
fn existing(tx: &mut Tx<'_>, user_id: &str, address: Option<&str>) -> Result<Option<Subscriber>, Error> {
    if let Some(found) = tx.row("WHERE user_id = $1", &[user_id.into()])? {
        return Ok(Some(found));
    }
    tx.row("WHERE email = $1 AND user_id IS NULL", &[address.into()])
}

/// Returns the start of the person's first subscription, of those that were not given up before they were paid.
fn first_start(all: &[Reported]) -> Option<Timestamp> {
    let begun = all.iter().filter(|one| SubscriberStatus::read(&one.status).is(Property::Begun));
    begun.map(|one| one.started_at).min()
}

/// Time at which a subscription of the person was last refunded or disputed: earlier grants are void.
fn last_closing(all: &[Reported]) -> Option<Timestamp> {
    all.iter().flat_map(|one| [one.refunded_at, one.disputed_at]).flatten().max()
}
