//! The worker: woken by events that were stored, and by the clock for what is to be tried again. Events about one address
//! that wait together are one question to the platform.

use std::{collections::BTreeMap, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Changes;
use ateneu_queue::{Outcome, Taken};
use futures::{StreamExt, stream};
use tokio::sync::{broadcast::error::RecvError, watch};

use crate::{
    Courses, EVENTS, Error,
    hint::{Act, Hint},
    records,
    refresh::Asking,
};

/// Events taken at a time, with all that is due about the same addresses.
const BATCH: i64 = 100;

/// Addresses worked on at a time: the platform allows 500 calls a minute for everything.
const SIDE_BY_SIDE: usize = 4;

/// How long nothing is looked for when nothing is due.
const IDLE: Duration = Duration::from_secs(60);

/// How long to wait when the database did not answer.
const AFTER_TROUBLE: Duration = Duration::from_secs(15);

/// Works until told to stop or the database is gone.
pub(crate) async fn run(courses: Courses, mut stop: watch::Receiver<bool>) {
    let mut changes = courses.db().changes();
    while !*stop.borrow() {
        let pause = match courses.round().await {
            Ok(next) => next.map_or(IDLE, |at| until(courses.now(), at)).min(IDLE),
            Err(error) => {
                tracing::error!(error = error.told(), "events of the course platform wait");
                AFTER_TROUBLE
            }
        };
        tokio::select! {
            _ = stop.changed() => {}
            going_on = heard(&mut changes) => if !going_on { break },
            () = tokio::time::sleep(pause) => {}
        }
    }
}

fn until(now: Timestamp, at: Timestamp) -> Duration {
    Duration::from_micros(u64::try_from(at.micros() - now.micros()).unwrap_or(0))
}

/// Waits for an event that was stored; false when there will be none.
async fn heard(changes: &mut Changes) -> bool {
    loop {
        match changes.recv().await {
            Ok(batch) if batch.iter().any(|change| change.table == EVENTS.table()) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}

impl Courses {
    /// Makes every event due that a killed server held. Only for whoever knows that nobody else works on this database.
    ///
    /// # Errors
    /// When the database does not take it.
    pub async fn free(&self) -> Result<(), Error> {
        let now = self.now();
        Ok(self.db().write(move |tx| EVENTS.free(tx, now).map(drop)).await?)
    }

    /// Works off what is due, and says when there is more to do.
    async fn round(&self) -> Result<Option<Timestamp>, Error> {
        self.work().await?;
        let due = self.db().read(|tx| EVENTS.next_due(tx)).await?;
        // While the platform rests nothing is done, however much is due.
        Ok(due
            .map(|at| self.hotmart().ok().and_then(|one| one.rests_until()).map_or(at, |rest| at.max(rest))))
    }

    /// Works off every event that is due.
    ///
    /// # Errors
    /// When the database does not answer. That the platform does not is written on its events.
    pub async fn work(&self) -> Result<(), Error> {
        while !self.is_stopping() && self.hotmart()?.rests_until().is_none() {
            let now = self.now();
            let taken = self.db().write(move |tx| EVENTS.take(tx, BATCH, now)).await?;
            if taken.is_empty() {
                break;
            }
            let groups = stream::iter(self.grouped(taken)).map(|group| self.carry_out(group));
            let ended: Vec<Result<(), Error>> = groups.buffer_unordered(SIDE_BY_SIDE).collect().await;
            ended.into_iter().collect::<Result<(), _>>()?;
        }
        Ok(())
    }

    /// Events side by side with what they ask for, those about one address together in the order in which they happened.
    fn grouped(&self, mut taken: Vec<Taken>) -> Vec<Group> {
        taken.sort_by(|one, other| (one.happened_at, &one.id).cmp(&(other.happened_at, &other.id)));
        let mut groups = BTreeMap::<String, Group>::new();
        for event in taken {
            let hint: Hint = serde_json::from_value(event.event.clone()).unwrap_or_default();
            let (act, email) = self.asked_for(&event.kind, hint);
            let key = email.clone().unwrap_or_else(|| event.id.clone());
            let group =
                groups.entry(key).or_insert_with(|| Group { email, acts: Vec::new(), events: Vec::new() });
            group.acts.push(act);
            group.events.push(event);
        }
        groups.into_values().collect()
    }

    /// What an event asks for, and about whom; nobody where it asks for nothing.
    fn asked_for(&self, kind: &str, hint: Hint) -> (Act, Option<String>) {
        let is_ours = self.hotmart().is_ok_and(|hotmart| hotmart.sells(hint.product.as_deref()));
        match (hint.act(kind), hint.email) {
            (Act::Nothing(why), _) => (Act::Nothing(why), None),
            _ if !is_ours => (Act::Nothing("another product"), None),
            (_, None) => (Act::Nothing("it names no address"), None),
            (act, email) => (act, email),
        }
    }

    async fn carry_out(&self, group: Group) -> Result<(), Error> {
        let outcome = match self.follow(&group).await {
            Ok(outcome) => outcome,
            Err(Error::Database(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(error = error.told(), "an event of the course platform is tried again later");
                Outcome::Later(error.told())
            }
        };
        let now = self.now();
        Ok(self.db().write(move |tx| EVENTS.settle(tx, &group.events, &outcome, now)).await?)
    }

    /// Does what events about one address ask for. Of several questions only the last is asked.
    async fn follow(&self, group: &Group) -> Result<Outcome, Error> {
        let Some(email) = group.email.as_deref() else {
            let why = group.acts.iter().find_map(|act| match act {
                Act::Nothing(why) => Some((*why).to_owned()),
                _ => None,
            });
            return Ok(Outcome::Ignored(why.unwrap_or_default()));
        };
        let last_question = group.acts.iter().rposition(|act| matches!(act, Act::Ask { .. }));
        let renewed = group.acts.contains(&Act::Ask { renewed: true });
        for (index, act) in group.acts.iter().enumerate() {
            let (email, now) = (email.to_owned(), self.now());
            match *act {
                Act::Revoke => self.db().write(move |tx| records::revoke(tx, &email, now)).await?,
                Act::Limit(end) => {
                    self.db().write(move |tx| records::limit(tx, &email, end, now)).await?;
                }
                Act::Ask { .. } if Some(index) == last_question => {
                    let asking = if renewed { Asking::Renewed } else { Asking::Routine };
                    self.refresh(&email, &asking).await?;
                }
                Act::Ask { .. } | Act::Nothing(_) => {}
            }
        }
        Ok(Outcome::Done)
    }
}

/// Events that are worked off together.
struct Group {
    email: Option<String>,
    acts: Vec<Act>,
    events: Vec<Taken>,
}
