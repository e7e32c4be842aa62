//! Telling the house: each event as a signed call to `/webhooks/stripe`, again until it is taken.

use std::time::Duration;

use ateneu_base::{Timestamp, Value};
use ateneu_db::Changes;
use tokio::sync::{broadcast::error::RecvError, watch};

use super::{Sandbox, objects};
use crate::{Error, provider::signature};

/// The pause after a call that was not taken; it grows with the tries.
const PAUSE: Duration = Duration::from_secs(5);

/// Tries after which an event is forgotten.
const MOST_TRIES: i64 = 100;

/// How long nothing is looked for when nothing is due.
const IDLE: Duration = Duration::from_secs(60);

struct Waiting {
    id: String,
    payload: String,
    tries: i64,
}

impl Sandbox {
    /// Delivers until told to stop or the database is gone.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut changes = self.db.changes();
        while !*stop.borrow() {
            let pause = match self.deliver().await {
                Ok(next) => next.map_or(IDLE, |at| {
                    let micros = u64::try_from(at.micros() - self.now().micros()).unwrap_or(0);
                    Duration::from_micros(micros).clamp(Duration::from_millis(100), IDLE)
                }),
                Err(error) => {
                    tracing::error!(error = error.told(), "events of the sandbox wait");
                    PAUSE
                }
            };
            tokio::select! {
                _ = stop.changed() => {}
                going_on = heard(&mut changes) => if !going_on { break },
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Delivers what is due; when there will be more.
    pub(crate) async fn deliver(&self) -> Result<Option<Timestamp>, Error> {
        let now = self.now();
        let sql = "SELECT id, payload, tries FROM sandbox_events WHERE next_at <= $1 ORDER BY next_at, id LIMIT 100";
        let rows = self.db.read(move |tx| tx.query(sql, &[now.into()])).await?;
        let due = rows.iter().filter_map(|row| {
            Some(Waiting {
                id: row.text("id")?.to_owned(),
                payload: row.text("payload")?.to_owned(),
                tries: row.int("tries")?,
            })
        });
        for event in due {
            let is_taken = self.call(&event).await;
            self.settle(event, is_taken).await?;
        }
        let row = self.db.read(|tx| tx.query_optional("SELECT min(next_at) AS at FROM sandbox_events", &[]));
        Ok(row.await?.as_ref().and_then(|row| row.instant("at")))
    }

    async fn call(&self, event: &Waiting) -> bool {
        let header = signature::sign(event.payload.as_bytes(), &self.site.secret, self.now());
        let request = self.client.post(&self.webhook_url).header("Stripe-Signature", header);
        let request = request.header("Content-Type", "application/json").body(event.payload.clone());
        match request.send().await {
            Ok(response) if response.status().is_success() => true,
            Ok(response) => {
                tracing::warn!(
                    event = event.id,
                    status = response.status().as_u16(),
                    "an event was not taken"
                );
                false
            }
            Err(error) => {
                tracing::debug!(event = event.id, %error, "an event could not be delivered");
                false
            }
        }
    }

    async fn settle(&self, event: Waiting, is_taken: bool) -> Result<(), Error> {
        let tries = event.tries + 1;
        let (sql, values): (_, Vec<Value>) = if is_taken || tries >= MOST_TRIES {
            ("DELETE FROM sandbox_events WHERE id = $1", vec![event.id.into()])
        } else {
            let pause = PAUSE * u32::try_from(tries).unwrap_or(1).min(12);
            (
                "UPDATE sandbox_events SET tries = $2, next_at = $3 WHERE id = $1",
                vec![event.id.into(), tries.into(), (self.now() + pause).into()],
            )
        };
        Ok(self.db.write(move |tx| tx.execute(sql, &values).map(drop)).await?)
    }
}

/// Waits for an event to be told; false when there will be none.
async fn heard(changes: &mut Changes) -> bool {
    loop {
        match changes.recv().await {
            Ok(batch) if batch.iter().any(|change| change.table == objects::EVENTS) => return true,
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => return true,
            Err(RecvError::Closed) => return false,
        }
    }
}
