//! The work of a transaction, without its types, and its result.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::{Error, Tx};

/// A transaction's work. Stores its result for [`Answer`] and returns whether it is `Ok`.
pub(crate) type Work = Box<dyn FnOnce(&mut Tx<'_>) -> bool + Send>;

/// Access mode of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Read,
    Write,
}

/// Receiver of the result of a piece of work.
pub(crate) struct Answer<T, E>(Arc<Mutex<Option<Result<T, E>>>>);

/// Returns the work without its types, and the receiver of its result.
pub(crate) fn erase<T: Send + 'static, E: Send + 'static>(
    work: impl FnOnce(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
) -> (Work, Answer<T, E>) {
    let place = Arc::new(Mutex::new(None));
    let answer = Answer(Arc::clone(&place));
    let work = Box::new(move |tx: &mut Tx<'_>| {
        let answer = work(tx);
        let is_ok = answer.is_ok();
        *place.lock() = Some(answer);
        is_ok
    });
    (work, answer)
}

impl<T, E: From<Error>> Answer<T, E> {
    /// Returns the result of the work. An error of the transaction replaces a success, not the work's own error.
    pub(crate) fn after(self, ended: Result<(), Error>) -> Result<T, E> {
        let answer = self.0.lock().take();
        match (answer, ended) {
            (Some(Err(own)), _) => Err(own),
            (_, Err(error)) => Err(error.into()),
            (Some(Ok(answer)), Ok(())) => Ok(answer),
            (None, Ok(())) => Err(Error::Other("the work was not carried out".into()).into()),
        }
    }
}
