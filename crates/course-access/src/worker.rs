//! Handles the platform's events. Those about one address are handled together, with at most one query.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::Error as DbError;
use ateneu_queue::{Handler, Leased, Outcome, Queue};

use crate::{
    Courses, EVENTS, Error,
    event::{Effect, Event},
    records,
    sync::Asking,
};

/// Interval at which events are looked at while no platform is configured.
const UNCONFIGURED: Duration = Duration::from_hours(1);

/// Handler of the platform's events.
pub(crate) struct Events(pub(crate) Courses);

impl Handler for Events {
    fn queue(&self) -> Queue {
        EVENTS
    }

    async fn handle(&self, events: &[Leased]) -> Result<Option<Outcome>, DbError> {
        let (mut effects, mut email) = (Vec::new(), None);
        for event in events {
            match self.0.asked_for(event) {
                Ok((act, about)) => {
                    effects.push(act);
                    email = Some(about);
                }
                Err(why) => self.ignore(event, why).await?,
            }
        }
        let Some(email) = email else { return Ok(None) };
        match self.0.handle_all(&email, &effects).await {
            Ok(()) => Ok(Some(Outcome::Done)),
            Err(Error::Database(error)) => Err(error),
            Err(error) => Ok(Some(Outcome::Later(error.to_string()))),
        }
    }

    /// Returns the end of a pause of the platform, or the next look while none is configured.
    fn rests_until(&self) -> Option<Timestamp> {
        match self.0.hotmart() {
            Ok(hotmart) => hotmart.rests_until(),
            Err(_) => Some(self.0.now() + UNCONFIGURED),
        }
    }
}

impl Events {
    async fn ignore(&self, event: &Leased, why: &str) -> Result<(), DbError> {
        let (event, outcome, now) = (event.clone(), Outcome::Ignored(why.to_owned()), self.0.now());
        self.0.db().write(move |tx| EVENTS.complete(tx, &[event], &outcome, now).map(drop)).await
    }
}

impl Courses {
    /// Handles all due events.
    ///
    /// # Errors
    /// Fails if the database does. A failure of the platform is recorded on its events.
    pub async fn work(&self) -> Result<(), Error> {
        Ok(ateneu_queue::work(self.db(), &self.0.clock, &Events(self.clone())).await?)
    }

    /// Returns the effect of an event, with its address. Returns the reason as an error if it has no effect.
    fn asked_for(&self, task: &Leased) -> Result<(Effect, String), &'static str> {
        let event: Event =
            serde_json::from_str(&task.payload).map_err(|_| "o evento guardado não pode ser lido")?;
        let is_ours = self.hotmart().is_ok_and(|hotmart| hotmart.sells(event.product.as_deref()));
        match (event.effect(&task.kind), event.email) {
            (Effect::Nothing(why), _) => Err(why),
            _ if !is_ours => Err("o evento é de outro produto"),
            (_, None) => Err("o evento não traz e-mail"),
            (act, Some(email)) => Ok((act, email)),
        }
    }

    /// Applies the effects of events about one address. Of several queries only the last one runs.
    async fn handle_all(&self, email: &str, effects: &[Effect]) -> Result<(), Error> {
        let last_question = effects.iter().rposition(|effect| matches!(effect, Effect::Sync { .. }));
        let renewed = effects.contains(&Effect::Sync { renewed: true });
        for (index, act) in effects.iter().enumerate() {
            let (address, now) = (email.to_owned(), self.now());
            match *act {
                Effect::Revoke => self.db().write(move |tx| records::revoke(tx, &address, now)).await?,
                Effect::Limit(end) => {
                    self.db().write(move |tx| records::limit(tx, &address, end, now)).await?;
                }
                Effect::Sync { .. } if Some(index) == last_question => {
                    let asking = if renewed { Asking::Renewed } else { Asking::Routine };
                    self.sync(email, &asking).await?;
                }
                Effect::Sync { .. } | Effect::Nothing(_) => {}
            }
        }
        Ok(())
    }
}
