//! The service of sequences and its queue.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_queue::Queue;

use super::letters::Letters;
use crate::campaigns::PlanName;

/// Queue with the one recurring task that advances the sequences.
pub const SEQUENCES: Queue = Queue::new("sequences").label("Sequências").endless().batch(1).concurrency(1);

/// Dependencies of [`Sequences`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Mail.
    pub mail: Mail,
    /// Names of plans.
    pub plan_name: PlanName,
}

/// The service of sequences. Clones share it.
#[derive(Clone)]
pub struct Sequences(pub(crate) Arc<Deps>);

impl Sequences {
    /// Creates the service.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Returns the emails, with links of this key.
    pub(crate) fn letters(&self, secret: String) -> Letters {
        Letters { sender: self.0.mail.sender(), plan_name: self.0.plan_name.clone(), secret }
    }
}
