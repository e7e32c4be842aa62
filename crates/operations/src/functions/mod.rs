//! The server functions: run a job, change settings.

mod change_settings;
mod run_job;

use ateneu_functions::Function;
use ateneu_jobs::Jobs;
use ateneu_settings::Settings;

/// What the functions act on.
#[derive(Clone)]
pub struct Operations {
    /// The scheduled jobs.
    pub jobs: Jobs,
    /// The adjustable settings.
    pub settings: Settings,
}

/// Every server function of this module.
pub fn functions() -> Vec<Function<Operations>> {
    let jobs = run_job::functions().into_iter();
    let jobs = jobs.map(|function| function.over(|operations: &Operations| Ok(operations.jobs.clone())));
    let settings = change_settings::functions().into_iter();
    jobs.chain(
        settings.map(|function| function.over(|operations: &Operations| Ok(operations.settings.clone()))),
    )
    .collect()
}
