//! Handles the provider's events. Those of one customer share one fetch of the state. Also fetches the state of people
//! who sign in.

use std::collections::BTreeSet;

use ateneu_base::{Change, Verb};
use ateneu_db::Error as DbError;
use ateneu_queue::{Handler, Leased, Outcome, Queue};
use parking_lot::Mutex;

use super::{
    EVENTS,
    event::{self, Event},
};
use crate::{
    Error, Payments,
    events::handle::handle_events,
    state::{projection, sync::refresh_arrived},
};

/// Handler of the provider's events.
pub(crate) struct Events {
    payments: Payments,
    /// People who signed in since the last run.
    arrived: Mutex<BTreeSet<String>>,
}

impl Events {
    pub(crate) fn new(payments: &Payments) -> Self {
        Self { payments: payments.clone(), arrived: Mutex::default() }
    }
}

impl Handler for Events {
    fn queue(&self) -> Queue {
        EVENTS
    }

    /// Corrects rows that an earlier version computed from foreign products.
    async fn queue_recurring(&self) -> Result<(), DbError> {
        projection::correct(self.payments.db(), self.payments.now()).await
    }

    async fn handle(&self, events: &[Leased]) -> Result<Option<Outcome>, DbError> {
        let events: Vec<Event> =
            events.iter().filter_map(|event| event::read(&event.kind, &event.json())).collect();
        match handle_events(&self.payments, &events).await {
            Ok(outcome) => Ok(Some(outcome)),
            Err(Error::Database(error)) => Err(error),
            Err(error) => Ok(Some(Outcome::Later(error.to_string()))),
        }
    }

    fn tables(&self) -> Vec<&'static str> {
        vec!["sessions"]
    }

    fn wakes(&self, change: &Change) -> bool {
        let is_sign_in = change.table == "sessions" && change.verb == Verb::Insert;
        let user_id = change.new.as_ref().filter(|_| is_sign_in).and_then(|row| row.get("user_id")?.as_str());
        user_id.is_some_and(|user_id| self.arrived.lock().insert(user_id.to_owned()))
    }

    async fn before(&self) -> Result<(), DbError> {
        let arrived = std::mem::take(&mut *self.arrived.lock());
        for user_id in arrived {
            refresh_arrived(&self.payments, &user_id).await;
        }
        Ok(())
    }
}

/// Handles all due events.
///
/// # Errors
/// Fails if the database does. Failures of the provider are stored with the events.
pub async fn work_events(payments: &Payments) -> Result<(), Error> {
    Ok(ateneu_queue::work(payments.db(), &payments.0.clock, &Events::new(payments)).await?)
}
