//! The service of campaigns.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Error, Tx};
use ateneu_mail::Mail;
use ateneu_queue::{Queue, Task};

use super::rates::SendingRates;

/// Queue of the campaigns: one task for each, kept by the sender that works on it.
pub const QUEUE: Queue =
    Queue::new("campaigns").label("Cartas").lease_of(120).batch(1).concurrency(1).endless();

/// Configuration of campaigns.
#[derive(Clone, Debug)]
pub struct CampaignConfig {
    /// Rates of sending until the panel sets others.
    pub rates: SendingRates,
    /// First day of a growing limit.
    pub warm_up_from: Option<Timestamp>,
    /// Domain that receives reports of failed deliveries.
    pub bounce_domain: Option<String>,
}

/// Returns the owner's name of a plan.
pub type PlanName = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// The service of campaigns. Clones share it.
#[derive(Clone)]
pub struct Campaigns(pub(crate) Arc<Deps>);

/// Dependencies of [`Campaigns`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Mail.
    pub mail: Mail,
    /// Names of plans.
    pub plan_name: PlanName,
    /// Configuration.
    pub config: CampaignConfig,
}

impl Campaigns {
    /// Creates the service.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}

/// Makes the sender look at a campaign at this time.
pub(crate) fn wake(tx: &mut Tx<'_>, campaign: i64, at: Timestamp, now: Timestamp) -> Result<(), Error> {
    let id = task_id(campaign);
    if !QUEUE.push_due(tx, &Task::new(&id, "", now), at, now)? {
        QUEUE.reschedule(tx, &id, at)?;
    }
    Ok(())
}

/// Returns the id of a campaign's task. The ids are ordered like the numbers.
pub(crate) fn task_id(campaign: i64) -> String {
    format!("{campaign:09}")
}
