//! The server functions: run a job, change settings.

mod change_settings;
mod run_job;

pub use change_settings::settings_functions;
pub use run_job::functions;
