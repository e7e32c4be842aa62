//! The server functions: run a job, show and retry tasks, change settings.

mod change_settings;
mod run_job;
mod tasks;

use ateneu_functions::Function;
use ateneu_jobs::Jobs;
use ateneu_settings::Settings;

pub use tasks::Tasks;

/// State of the functions.
#[derive(Clone)]
pub struct Maintenance {
    /// The scheduled jobs.
    pub jobs: Jobs,
    /// The tasks of every queue.
    pub tasks: Tasks,
    /// The adjustable settings.
    pub settings: Settings,
}

/// Returns the server functions of this module.
pub fn functions() -> Vec<Function<Maintenance>> {
    fn adapt_functions<S: Send + 'static>(
        functions: Vec<Function<S>>,
        part: fn(&Maintenance) -> S,
    ) -> impl Iterator<Item = Function<Maintenance>> {
        functions.into_iter().map(move |function| function.adapt(move |maintenance| Ok(part(maintenance))))
    }
    adapt_functions(run_job::functions(), |maintenance| maintenance.jobs.clone())
        .chain(adapt_functions(tasks::functions(), |maintenance| maintenance.tasks.clone()))
        .chain(adapt_functions(change_settings::functions(), |maintenance| maintenance.settings.clone()))
        .collect()
}
