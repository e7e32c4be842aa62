//! The sessions of one person: list and end.

use std::sync::Arc;

pub use ateneu_auth::{Ending, OwnSession};

use crate::{Error, People, refused::Refused};

impl People {
    /// The sessions of a person, the last used first.
    pub async fn sessions(&self, user_id: &str) -> Result<Vec<OwnSession>, Error> {
        Ok(self.auth().sessions_of(user_id).await?)
    }

    /// Ends sessions of a person at once; the number ended. `address` is that of the request, for the log.
    ///
    /// # Errors
    /// Fails with `session_not_found` when exactly one was named and it is not the person's.
    pub async fn end_sessions(
        &self,
        user_id: &str,
        ending: Ending,
        address: Option<Arc<str>>,
    ) -> Result<u64, Error> {
        let one = matches!(ending, Ending::One(_));
        match self.auth().end_sessions(user_id, ending, address).await? {
            0 if one => Err(Refused::SessionNotFound.into()),
            ended => Ok(ended),
        }
    }
}
