//! The server functions: run a job, show and retry tasks, change settings.

mod change_settings;
mod run_job;
mod tasks;

use ateneu_functions::Function;
use ateneu_jobs::Jobs;
use ateneu_settings::Settings;

pub use tasks::Tasks;

/// State that the functions act on.
#[derive(Clone)]
pub struct Operations {
    /// The scheduled jobs.
    pub jobs: Jobs,
    /// The tasks of every queue.
    pub tasks: Tasks,
    /// The adjustable settings.
    pub settings: Settings,
}

/// Every server function of this module.
pub fn functions() -> Vec<Function<Operations>> {
    fn adapt_functions<S: Send + 'static>(
        functions: Vec<Function<S>>,
        part: fn(&Operations) -> S,
    ) -> impl Iterator<Item = Function<Operations>> {
        functions
            .into_iter()
            .map(move |function| function.bind_service(move |operations| Ok(part(operations))))
    }
    adapt_functions(run_job::functions(), |operations| operations.jobs.clone())
        .chain(adapt_functions(tasks::functions(), |operations| operations.tasks.clone()))
        .chain(adapt_functions(change_settings::functions(), |operations| operations.settings.clone()))
        .collect()
}
