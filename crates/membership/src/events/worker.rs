//! The worker: woken by events that were stored and by people who signed in, and by the clock for what is to be tried
//! again. Events of one customer that wait together are one question to the provider.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ateneu_base::{Timestamp, Verb};
use ateneu_db::Changes;
use ateneu_queue::{Outcome, Taken};
use futures::{StreamExt, stream};
use tokio::sync::{broadcast::error::RecvError, watch};

use super::{
    EVENTS,
    hint::{self, Hint},
};
use crate::{Error, Payments, changes::refund_rows};

/// Events taken at a time, with all that is due about the same customers: few enough that a round is over in seconds, and
/// what comes meanwhile does not wait for long.
const BATCH: i64 = 100;

/// Customers worked on at a time.
const SIDE_BY_SIDE: usize = 8;

/// How long nothing is looked for when nothing is due.
const IDLE: Duration = Duration::from_secs(60);

/// How long to wait when the database did not answer.
const AFTER_TROUBLE: Duration = Duration::from_secs(15);

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
        let freed =
            self.db().write(move |tx| Ok::<_, Error>((EVENTS.free(tx, now)?, refund_rows::free(tx, now)?)));
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
                tracing::warn!(error = error.told(), "an event of the payment provider is tried again later");
                Outcome::Later(error.told())
            }
        };
        let (events, now): (Vec<Taken>, _) =
            (group.into_iter().map(|(event, _)| event).collect(), self.now());
        Ok(self.db().write(move |tx| EVENTS.settle(tx, &events, &outcome, now)).await?)
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
