//! Work that goes on when whoever asked for it is gone.

use std::future::Future;

use crate::Error;

/// Runs work that must not stop half-way when the client goes away.
pub(crate) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.unwrap_or_else(|problem| Err(Error::Internal(problem.to_string())))
}
