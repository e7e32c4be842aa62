//! Operations: what the server needs to run for years. Retention of logs and the jobs that clean up.

mod functions;
mod jobs;
mod procedures;
mod retention;

use ateneu_module::Module;

pub use functions::{Operations, Tasks, functions};
pub use jobs::jobs;

/// The procedures of operations.
pub fn module() -> Module {
    Module::new("operations").procedures(procedures::procedures())
}
