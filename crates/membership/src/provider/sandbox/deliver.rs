//! Delivers the sandbox's events: signed calls to `/webhooks/stripe`, repeated until they are accepted.

use ateneu_db::Error as DbError;
use ateneu_queue::{Handler, Leased, Outcome, Queue};

use super::service::Sandbox;
use crate::provider::signature;

/// Queue of the deliveries.
pub(crate) const DELIVERIES: Queue = Queue::new("sandbox_deliveries")
    .label("Entregas do ambiente de testes")
    .pauses(&[5, 10, 20, 40, 60])
    .endless();

impl Handler for Sandbox {
    fn queue(&self) -> Queue {
        DELIVERIES
    }

    async fn handle(&self, events: &[Leased]) -> Result<Option<Outcome>, DbError> {
        for event in events {
            if let Err(why) = self.call(event).await {
                return Ok(Some(Outcome::Later(why)));
            }
        }
        Ok(Some(Outcome::Done))
    }
}

impl Sandbox {
    async fn call(&self, event: &Leased) -> Result<(), String> {
        let header = signature::sign(event.payload.as_bytes(), &self.site.secret, self.now());
        let request = self.client.post(&self.webhook_url).header("Stripe-Signature", header);
        let request = request.header("Content-Type", "application/json").body(event.payload.clone());
        let response = request.send().await.map_err(|error| error.to_string())?;
        response.error_for_status().map(drop).map_err(|error| error.to_string())
    }
}
