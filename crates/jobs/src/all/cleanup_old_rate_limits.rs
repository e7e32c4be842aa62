//! Removes counted attempts whose window is long over.

use ateneu_data::retention::RATE_LIMITS;

use super::{House, remove_old};
use crate::{Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let (db, clock) = (house.db.clone(), house.clock.clone());
    Job::new("cleanup_old_rate_limits", Schedule::daily(3, 0), move || {
        remove_old(db.clone(), clock.clone(), RATE_LIMITS)
    })
}
