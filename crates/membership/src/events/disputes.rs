//! Disputed payments. Their state is fetched from the provider, not taken from events, which may arrive in any order.
//! An older state never overwrites a newer one.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use futures::{StreamExt, TryStreamExt, stream};

use super::owner::paid_by;
use crate::{
    Error, Payments,
    customers::{self, Linked},
    emails::{alert, member::MemberEmails},
    provider::models::Dispute,
    state::{projection, sync::ROUNDS},
};

/// Number of a subscription's payments fetched at a time.
const SIDE_BY_SIDE: usize = 8;

/// Stores the dispute of a subscription's payment. Returns the customer, if the payment was for a subscription. An open
/// dispute alerts the owner.
pub(crate) async fn settle_dispute(payments: &Payments, payment: &str) -> Result<Option<String>, Error> {
    if standing_dispute(payments, payment).await?.is_some() {
        alert::send(payments, &alert::disputed(payment)).await?;
    }
    let invoice = paid_by(payments, payment).await?;
    let concerned = invoice.and_then(|invoice| invoice.subscription.zip(invoice.customer));
    let Some((subscription, customer)) = concerned else {
        return Ok(None);
    };
    for _ in 0..ROUNDS {
        let id = customer.clone();
        let linked = payments.db().read(move |tx| customers::of_customer(tx, &id)).await?;
        let Some(linked) = linked else {
            return Ok(Some(customer));
        };
        let since = disputed_since(payments, &subscription, &customer, payment).await?;
        if write_dispute(payments, linked, &subscription, since).await? {
            return Ok(Some(customer));
        }
    }
    Err(Error::Defect("a customer's state changed at every look"))
}

/// Returns the beginning of a subscription's dispute, by the payment of an event or of another month.
async fn disputed_since(
    payments: &Payments,
    subscription: &str,
    customer: &str,
    named: &str,
) -> Result<Option<Timestamp>, Error> {
    if let Some(since) = standing_dispute(payments, named).await? {
        return Ok(Some(since));
    }
    let paid =
        payments.provider().invoices(customer).await?.into_iter().filter(|invoice| {
            invoice.status == "paid" && invoice.subscription.as_deref() == Some(subscription)
        });
    let asked = paid.map(|invoice| dispute_of(payments, invoice.id));
    let all: Vec<_> = stream::iter(asked).buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
    Ok(all.into_iter().flatten().max())
}

async fn dispute_of(payments: &Payments, invoice: String) -> Result<Option<Timestamp>, Error> {
    match payments.provider().payment_of_invoice(&invoice).await? {
        Some(payment) => standing_dispute(payments, &payment).await,
        None => Ok(None),
    }
}

async fn standing_dispute(payments: &Payments, payment: &str) -> Result<Option<Timestamp>, Error> {
    let all = payments.provider().disputes(payment).await?;
    let open = all.into_iter().filter(Dispute::stands);
    Ok(open.map(|dispute| dispute.created).max())
}

/// Stores a state. Returns `false`, and stores nothing, if a newer one was stored since the request.
async fn write_dispute(
    payments: &Payments,
    asked: Linked,
    subscription: &str,
    since: Option<Timestamp>,
) -> Result<bool, Error> {
    let (id, now, emails) = (subscription.to_owned(), payments.now(), MemberEmails::of(payments));
    let written = payments.db().write(move |tx| {
        let is_written = mark(tx, &asked, &id, since, now)?;
        if is_written {
            emails.write(tx, &asked.user_id, now)?;
        }
        Ok::<_, ateneu_db::Error>(is_written)
    });
    Ok(written.await?)
}

fn mark(
    tx: &mut Tx<'_>,
    asked: &Linked,
    subscription: &str,
    since: Option<Timestamp>,
    now: Timestamp,
) -> Result<bool, ateneu_db::Error> {
    if !customers::is_current(tx, asked)? {
        return Ok(false);
    }
    let sql = "UPDATE payment_subscriptions SET disputed_at = $2, updated_at = $3 WHERE id = $1";
    tx.execute(sql, &[subscription.into(), since.into(), now.into()])?;
    customers::revise(tx, asked)?;
    projection::project(tx, &asked.user_id, now)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use ateneu_db::Db;
    use ateneu_testkit::db_test;

    use super::*;

    #[db_test]
    async fn an_older_dispute_state_is_not_written_over_a_newer(db: Db) {
        let now = Timestamp::from_seconds(1_795_220_000);
        let asked = db.write(move |tx| {
            let user = "INSERT INTO users (id, email, created_at, updated_at) VALUES ('u', 'a@b.co', $1, $1)";
            tx.execute(user, &[now.into()])?;
            let subscription = "INSERT INTO payment_subscriptions
                (id, user_id, customer_id, plan, status, started_at, created_at, updated_at)
                VALUES ('sub_1', 'u', 'cus_1', 'scale', 'active', $1, $1, $1)";
            tx.execute(subscription, &[now.into()])?;
            customers::link(tx, "u", "cus_1", now)
        });
        let asked = asked.await.unwrap().unwrap();
        let (slow, quick) = (asked.clone(), asked);
        assert!(db.write(move |tx| mark(tx, &quick, "sub_1", None, now)).await.unwrap());
        assert!(!db.write(move |tx| mark(tx, &slow, "sub_1", Some(now), now)).await.unwrap());
        let sql =
            "SELECT disputed_at, (SELECT count(*) FROM subscribers) AS people FROM payment_subscriptions";
        let row: (Option<Timestamp>, i64) = db.read(move |tx| tx.query_one_as(sql, &[])).await.unwrap();
        assert_eq!(row, (None, 1));
    }
}
