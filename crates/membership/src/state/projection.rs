//! The one row of `subscribers` of each person, computed from the present subscription and the courtesies.

use ateneu_base::{Timestamp, Value, ids};
use ateneu_db::{Db, Error, Row, Tx};

use crate::{
    access::{self, Access, SubscriptionFacts},
    customers,
    state::courtesies::{self, Given},
};

/// Columns of `subscribers` that follow from elsewhere.
const PROJECTED: [&str; 15] = [
    "email",
    "subscribed",
    "plan",
    "period",
    "status",
    "current_period_end",
    "cancel_at_period_end",
    "customer_id",
    "subscription_id",
    "past_due_since",
    "closed_because",
    "courtesy_until",
    "access_until",
    "member_since",
    "current_period_start",
];

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
    let sql = "SELECT * FROM payment_subscriptions WHERE user_id = $1";
    let (all, others): (Vec<Row>, Vec<Row>) =
        tx.query(sql, &[user_id.into()])?.into_iter().partition(|row| row.text("plan").is_some());
    let bought = all.iter().max_by_key(|row| {
        let is_open = closed(row).is_none() && access::is_live(status(row));
        let until = access::access(&known(row, closed(row))).until;
        (until, is_open, row.text("started_at").map(str::to_owned))
    });
    let given = courtesies::running(tx, user_id, last_closing(&all), now)?;
    let address: Value = customers::address(tx, user_id)?.into();
    let found = existing(tx, user_id, &address)?;
    let is_of_another =
        |row: &Row| others.iter().any(|other| other.text("id") == row.text("subscription_id"));
    // A row without a purchase changes only by the grant.
    let Some(counted) = bought
        .map(Counted::subscription)
        .or_else(|| found.as_ref().filter(|row| !is_of_another(row)).map(Counted::row))
        .or_else(|| given.is_some().then(Counted::default))
    else {
        return match found.filter(is_of_another) {
            Some(row) => remove(tx, &row),
            None => Ok(()),
        };
    };
    let since = first_start(&all).map_or_else(
        || found.as_ref().map_or(Value::Null, |found| found.get("member_since").clone()),
        Value::from,
    );
    let (wanted, reason) = access_of(counted, given, (address, since), found.as_ref(), now);
    if is_current(found.as_ref(), &wanted, reason) {
        return Ok(());
    }
    write(tx, user_id, found.as_ref(), wanted, reason, now)
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
struct Counted {
    access: SubscriptionFacts<'static>,
    period_start: Value,
    plan: Value,
    period: Value,
    customer: Value,
    subscription: Value,
}

impl Default for Counted {
    fn default() -> Self {
        Self {
            access: SubscriptionFacts { status: access::COURTESY, ..SubscriptionFacts::default() },
            period_start: Value::Null,
            plan: Value::Null,
            period: Value::Null,
            customer: Value::Null,
            subscription: Value::Null,
        }
    }
}

impl Counted {
    fn subscription(row: &Row) -> Self {
        Self {
            access: known(row, closed(row)),
            period_start: row.get("current_period_start").clone(),
            plan: row.get("plan").clone(),
            period: row.get("period").clone(),
            customer: row.get("customer_id").clone(),
            subscription: row.get("id").clone(),
        }
    }

    /// A row of `subscribers` without a subscription.
    fn row(row: &Row) -> Self {
        let closed = access::CLOSINGS.iter();
        let closed = closed.copied().find(|word| row.text("closed_because") == Some(*word));
        let access = known(row, closed);
        // The plan of a grant ends with the grant.
        let is_given = access.status == access::COURTESY;
        Self {
            access,
            period_start: if is_given { Value::Null } else { row.get("current_period_start").clone() },
            plan: if is_given { Value::Null } else { row.get("plan").clone() },
            period: if is_given { Value::Null } else { row.get("period").clone() },
            customer: row.get("customer_id").clone(),
            subscription: row.get("subscription_id").clone(),
        }
    }
}

fn status(row: &Row) -> &str {
    row.text("status").unwrap_or_default()
}

/// The person's row, or one created for the email before the account.
fn existing(tx: &mut Tx<'_>, user_id: &str, address: &Value) -> Result<Option<Row>, Error> {
    let own = "SELECT * FROM subscribers WHERE user_id = $1";
    if let Some(found) = tx.query_optional(own, &[user_id.into()])? {
        return Ok(Some(found));
    }
    let by_address = "SELECT * FROM subscribers WHERE email = $1 AND user_id IS NULL";
    tx.query_optional(by_address, std::slice::from_ref(address))
}

fn closed(row: &Row) -> Option<&'static str> {
    let failed = matches!(row.text("cancellation_reason"), Some("payment_failed" | "payment_disputed"));
    match row.text("status") {
        _ if row.text("refunded_at").is_some() => Some("refunded"),
        _ if row.text("disputed_at").is_some() => Some("disputed"),
        Some("canceled") if failed => Some("unpaid"),
        _ => None,
    }
}

/// Returns the start of the person's first subscription, of those that were not given up before they were paid.
fn first_start(all: &[Row]) -> Option<Timestamp> {
    let begun = all.iter().filter(|row| !matches!(status(row), "incomplete" | "incomplete_expired"));
    begun.filter_map(|row| row.instant("started_at")).min()
}

/// Time at which a subscription of the person was last refunded or disputed: earlier grants are void.
fn last_closing(all: &[Row]) -> Option<Timestamp> {
    let closings =
        all.iter().flat_map(|row| ["refunded_at", "disputed_at"].map(|column| row.instant(column)));
    closings.flatten().max()
}

fn known(row: &Row, closed: Option<&'static str>) -> SubscriptionFacts<'static> {
    SubscriptionFacts {
        status: access::state(status(row)),
        period_end: row.instant("current_period_end"),
        ends: row.boolean("cancel_at_period_end"),
        past_due_since: row.instant("past_due_since"),
        closed,
        courtesy_until: None,
    }
}

/// The values of [`PROJECTED`], and the reason of the access.
fn access_of(
    counted: Counted,
    given: Option<Given>,
    (address, since): (Value, Value),
    found: Option<&Row>,
    now: Timestamp,
) -> ([Value; 15], &'static str) {
    let bought = access::access(&counted.access);
    let Access { until, reason } = access::access(&SubscriptionFacts {
        courtesy_until: given.as_ref().map(|given| given.until),
        ..counted.access
    });
    let email = match address {
        Value::Null => found.map_or(Value::Null, |found| found.get("email").clone()),
        address => address,
    };
    let is_paid = bought.until.is_some_and(|until| now < until);
    let (plan, period, began) = match &given {
        Some(given) if !is_paid => (given.plan.as_str().into(), Value::Null, given.given_at.into()),
        _ => (counted.plan, counted.period, counted.period_start),
    };
    let values = [
        email,
        until.is_some_and(|until| now < until).into(),
        plan,
        period,
        counted.access.status.into(),
        counted.access.period_end.into(),
        counted.access.ends.into(),
        counted.customer,
        counted.subscription,
        counted.access.past_due_since.into(),
        counted.access.closed.into(),
        given.map(|given| given.until).into(),
        until.into(),
        since,
        began,
    ];
    (values, reason)
}

/// Removes a row that stood for something else than a membership.
fn remove(tx: &mut Tx<'_>, row: &Row) -> Result<(), Error> {
    tx.write("DELETE FROM subscribers WHERE id = $1", &[row.get("id").clone()]).map(drop)
}

fn is_current(found: Option<&Row>, wanted: &[Value; 15], reason: &str) -> bool {
    found.is_some_and(|found| {
        let same = |(column, value): (&&str, &Value)| match value {
            Value::Bool(truth) => found.boolean(column) == *truth,
            value => found.get(column) == value,
        };
        PROJECTED.iter().zip(wanted).all(same) && found.text("access_reason") == Some(reason)
    })
}

fn write(
    tx: &mut Tx<'_>,
    user_id: &str,
    found: Option<&Row>,
    values: [Value; 15],
    reason: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let id = found.and_then(|row| row.text("id")).map_or_else(|| ids::row_id(now), str::to_owned);
    let sql = match found {
        Some(_) => {
            "UPDATE subscribers SET user_id = $2, email = $3, subscribed = $4, plan = $5, period = $6, status = $7,
                 current_period_end = $8, cancel_at_period_end = $9, customer_id = $10, subscription_id = $11,
                 past_due_since = $12, closed_because = $13, courtesy_until = $14, access_until = $15,
                 member_since = $16, current_period_start = $17, access_reason = $18, updated_at = $19
             WHERE id = $1"
        }
        None => {
            "INSERT INTO subscribers (id, user_id, email, subscribed, plan, period, status, current_period_end,
                 cancel_at_period_end, customer_id, subscription_id, past_due_since, closed_because, courtesy_until,
                 access_until, member_since, current_period_start, access_reason, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19)"
        }
    };
    let mut parameters: Vec<Value> = vec![(&id).into(), user_id.into()];
    parameters.extend(values);
    parameters.extend([reason.into(), now.into()]);
    tx.write(sql, &parameters).map(drop)
}
