//! The worker: woken by events that were stored and by people who signed in, and by the clock for what is to be tried
//! again. Events of one customer that wait together are one question to the provider.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Changes;
use ateneu_inbox::{Outcome, Taken};
use ateneu_tables::membership;
use futures::{StreamExt, stream};
use tokio::sync::{broadcast::error::RecvError, watch};

use crate::{
    EVENTS, Error, Payments, customers,
    hint::{self, Act, Hint},
    refund_rows,
    shape::Invoice,
    standing,
};

/// Events taken at a time, with all that is due about the same customers: few enough that a round is over in seconds, and
/// what comes meanwhile does not wait for long.
const BATCH: i64 = 100;

/// Customers worked on at a time.
const SIDE_BY_SIDE: usize = 8;

/// How long nothing is looked for when nothing is due.
const IDLE: Duration = Duration::from_secs(60);

/// How long to wait when the database did not answer.
const AFTER_TROUBLE: Duration = Duration::from_secs(15);

/// Within this time after its start a subscription whose payment was given back is over.
const GUARANTEE: Duration = Duration::from_secs(membership::GUARANTEE_DAYS * 24 * 60 * 60);

/// Works until told to stop or the database is gone.
pub(crate) async fn run(payments: Payments, mut stop: watch::Receiver<bool>) {
    let mut changes = payments.db().changes();
    let mut arrived = BTreeSet::<String>::new();
    while !*stop.borrow() {
        for user_id in std::mem::take(&mut arrived) {
            payments.refresh_arrived(&user_id).await;
        }
        let pause = match round(&payments).await {
            Ok(next) => next.map_or(IDLE, |at| until(payments.now(), at)).min(IDLE),
            Err(error) => {
                tracing::error!(error = error.told(), "events of the payment provider wait");
                AFTER_TROUBLE
            }
        };
        tokio::select! {
            _ = stop.changed() => {}
            going_on = heard(&mut changes, &mut arrived) => if !going_on { break },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn round(payments: &Payments) -> Result<Option<Timestamp>, Error> {
    payments.work().await?;
    payments.work_refunds().await?;
    let due = payments.db().read(|tx| {
        let (event, refund) = (EVENTS.next_due(tx)?, refund_rows::next_due(tx)?);
        Ok::<_, Error>(event.into_iter().chain(refund).min())
    });
    due.await
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(at.micros() - now.micros()).unwrap_or(0))
}

/// Waits for an event that was stored or a person who signed in; false when there will be none.
async fn heard(changes: &mut Changes, arrived: &mut BTreeSet<String>) -> bool {
    loop {
        let batch = match changes.recv().await {
            Ok(batch) => batch,
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        };
        let mut is_awaited = false;
        for change in batch.iter() {
            is_awaited |= change.table == EVENTS.table();
            if change.table == "sessions" && change.verb == Verb::Insert {
                let user_id = change.new.as_ref().and_then(|row| row.get("user_id")?.as_str());
                arrived.extend(user_id.map(str::to_owned));
                is_awaited = true;
            }
        }
        if is_awaited {
            return true;
        }
    }
}

impl Payments {
    /// Makes everything due that a killed server had begun. Only for whoever knows that nobody else works on this database.
    ///
    /// # Errors
    /// When the database does not take it.
    pub async fn free(&self) -> Result<(), Error> {
        let now = self.now();
        let freed = self
            .db()
            .write(move |tx| Ok::<_, Error>((EVENTS.free(tx, now)?, refund_rows::free(tx, now)?)));
        let (events, refunds) = freed.await?;
        if events + refunds > 0 {
            tracing::info!(events, refunds, "what a killed server had begun is gone on with");
        }
        Ok(())
    }

    /// Works off every event that is due.
    ///
    /// # Errors
    /// When the database does not answer. That the provider does not is written on its events.
    pub async fn work(&self) -> Result<(), Error> {
        while !self.is_stopping() {
            let now = self.now();
            let taken = self.db().write(move |tx| EVENTS.take(tx, BATCH, now)).await?;
            if taken.is_empty() {
                break;
            }
            let groups = stream::iter(grouped(taken)).map(|group| self.carry_out(group));
            let ended: Vec<Result<(), Error>> = groups.buffer_unordered(SIDE_BY_SIDE).collect().await;
            ended.into_iter().collect::<Result<(), _>>()?;
        }
        Ok(())
    }

    /// Works off events of one customer together.
    async fn carry_out(&self, group: Vec<(Taken, Option<Hint>)>) -> Result<(), Error> {
        let outcome = match self.follow(&group).await {
            Ok(outcome) => outcome,
            Err(Error::Database(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(
                    error = error.told(),
                    "an event of the payment provider is tried again later"
                );
                Outcome::Later(error.told())
            }
        };
        let (events, now): (Vec<Taken>, _) =
            (group.into_iter().map(|(event, _)| event).collect(), self.now());
        Ok(self
            .db()
            .write(move |tx| EVENTS.settle(tx, &events, &outcome, now))
            .await?)
    }

    async fn follow(&self, group: &[(Taken, Option<Hint>)]) -> Result<Outcome, Error> {
        let hints: Vec<&Hint> = group.iter().filter_map(|(_, hint)| hint.as_ref()).collect();
        if hints.is_empty() {
            return Ok(Outcome::Ignored("this kind asks for nothing".into()));
        }
        let mut customers: BTreeSet<String> = hints.iter().filter_map(|hint| hint.customer.clone()).collect();
        for hint in &hints {
            customers.extend(self.act(&hint.act).await?);
        }
        let claimed = hints.iter().find_map(|hint| hint.user_id.clone());
        let mut strangers = Vec::new();
        for customer in customers {
            match self.owner_of(&customer, claimed.as_deref()).await? {
                Some(user_id) => drop(self.refresh(&user_id).await?),
                None => strangers.push(customer),
            }
        }
        Ok(match strangers.as_slice() {
            [] => Outcome::Done,
            strangers => Outcome::Ignored(format!("nobody here is {}", strangers.join(", "))),
        })
    }

    /// Does what only the event tells; the customer it concerns, where that has to be found out.
    async fn act(&self, act: &Act) -> Result<Option<String>, Error> {
        match act {
            Act::None => Ok(None),
            Act::Checkout { session, state } => {
                let (session, state, now) = (session.clone(), *state, self.now());
                let sql = "UPDATE payment_checkouts SET state = $2, updated_at = $3
                           WHERE session_id = $1 AND state IN ('opening', 'open')";
                let values = [session.into(), state.into(), now.into()];
                self.db().write(move |tx| tx.execute(sql, &values)).await?;
                Ok(None)
            }
            Act::Refunded { payment, at } => {
                let Some(invoice) = self.paid_by(payment).await? else {
                    return Ok(None);
                };
                let (id, at) = (invoice.id, *at);
                self.db()
                    .write(move |tx| refund_rows::returned(tx, &id, at))
                    .await?;
                if let Some(subscription) = &invoice.subscription
                    && self.mark_refunded(subscription, at).await?
                {
                    // A refund ends no subscription by itself.
                    self.provider().cancel(subscription).await?;
                }
                Ok(invoice.customer)
            }
            Act::Disputed { payment } => self.settle_dispute(payment).await,
        }
    }

    /// The invoice that a payment paid; none where it paid something else.
    pub(crate) async fn paid_by(&self, payment: &str) -> Result<Option<Invoice>, Error> {
        let invoice = self.provider().invoice_of_payment(payment).await?;
        let customer = invoice.as_ref().and_then(|invoice| invoice.customer.clone());
        if let Some(customer) = customer
            && let Some(owner) = self.owner_of(&customer, None).await?
        {
            // Its rows must be there to be marked.
            self.refresh(&owner).await?;
        }
        Ok(invoice.filter(|invoice| invoice.subscription.is_some()))
    }

    /// Marks a subscription whose payment was given back in its first days. True when it is marked.
    async fn mark_refunded(&self, subscription: &str, at: Timestamp) -> Result<bool, Error> {
        let (id, now, letters) = (subscription.to_owned(), self.now(), self.letters());
        let marked = self.db().write(move |tx| {
            let sql = "UPDATE payment_subscriptions SET refunded_at = $2, updated_at = $3
                       WHERE id = $1 AND started_at >= $4 RETURNING user_id";
            let values = [id.into(), at.into(), now.into(), (at - GUARANTEE).into()];
            let row = tx.query_optional(sql, &values)?;
            if let Some(user_id) = row.as_ref().and_then(|row| row.text("user_id")) {
                standing::project(tx, user_id, now)?;
                letters.write(tx, user_id, now)?;
            }
            Ok::<_, ateneu_db::Error>(row.is_some())
        });
        Ok(marked.await?)
    }

    /// The person a customer is. One who is nobody yet becomes the account that says so, where that is free: the page
    /// was made for it, or its own subscription names it.
    async fn owner_of(&self, customer: &str, claimed: Option<&str>) -> Result<Option<String>, Error> {
        let id = customer.to_owned();
        let known = self.db().read(move |tx| customers::of_customer(tx, &id)).await?;
        if let Some(linked) = known {
            return Ok(Some(linked.user_id));
        }
        let claimed = match claimed {
            Some(user_id) => Some(user_id.to_owned()),
            None => match self.provider().subscriptions(customer).await {
                Ok(all) => all.into_iter().find_map(|subscription| subscription.user_id),
                Err(error) if error.is_missing() => None,
                Err(error) => return Err(error),
            },
        };
        let Some(user_id) = claimed else {
            return Ok(None);
        };
        let (id, now) = (customer.to_owned(), self.now());
        let linked = self
            .db()
            .write(move |tx| customers::link(tx, &user_id, &id, now))
            .await?;
        Ok(linked.map(|linked| linked.user_id))
    }
}

/// Events side by side with what they ask for, those of one customer together in the order in which they happened.
fn grouped(mut taken: Vec<Taken>) -> Vec<Vec<(Taken, Option<Hint>)>> {
    taken.sort_by(|one, other| (one.happened_at, &one.id).cmp(&(other.happened_at, &other.id)));
    let mut groups: BTreeMap<String, Vec<(Taken, Option<Hint>)>> = BTreeMap::new();
    for event in taken {
        let hint = hint::read(&event.kind, &event.event);
        groups.entry(event.about.clone()).or_default().push((event, hint));
    }
    groups.into_values().collect()
}
