//! The trait of subjects.

use anyhow::Result;
use futures::future::BoxFuture;

use crate::{Context, Module, Running};

/// A subject of the application. One line in the list of the server adds it.
pub trait Subject: Send + Sync + 'static {
    /// Declares its tables, rules and names.
    fn declare(&self) -> Module;

    /// Opens its services. The application starts the workers and jobs.
    ///
    /// # Errors
    /// Fails if the configuration is invalid, or the database cannot be reached.
    fn open<'a>(&'a self, _context: &'a Context) -> BoxFuture<'a, Result<Running>> {
        Box::pin(async { Ok(Running::default()) })
    }
}
