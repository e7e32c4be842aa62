//! The bytes: where they are stored (a folder, or a bucket of an S3-compatible service), how they arrive before a row
//! names them, and how they are served. No endpoint.

pub mod backend;
pub(crate) mod blocks;
pub(crate) mod staged;
pub(crate) mod version;

use crate::Error;

/// Runs work that must not stop half-way when the client disconnects.
pub(crate) async fn run_to_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.unwrap_or_else(|problem| Err(Error::Internal(problem.to_string())))
}
