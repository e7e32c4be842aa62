//! Removes records of these jobs that are too old to be kept.

use ateneu_data::retention::JOB_LOGS;

use super::{House, remove_old};
use crate::{Job, Schedule};

pub(super) fn job(house: &House) -> Job {
    let (db, clock) = (house.db.clone(), house.clock.clone());
    Job::new("cleanup_old_job_logs", Schedule::daily(3, 10), move || {
        remove_old(db.clone(), clock.clone(), JOB_LOGS)
    })
}
