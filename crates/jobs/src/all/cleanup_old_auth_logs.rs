//! Removes events of the accounts that are too old to be kept.

use ateneu_data::retention::AUTH_LOGS;

use super::{House, remove_old};
use crate::{Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let (db, clock) = (house.db.clone(), house.clock.clone());
    Job::new("cleanup_old_auth_logs", Schedule::daily(3, 5), move || {
        remove_old(db.clone(), clock.clone(), AUTH_LOGS)
    })
}
