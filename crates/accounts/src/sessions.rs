//! The sessions of one person.

use std::sync::Arc;

pub use ateneu_auth::{Ending, OwnSession};

use crate::{Error, People, refused::Refused};

impl People {
    /// Returns the sessions of a person, last used first.
    pub async fn sessions(&self, user_id: &str) -> Result<Vec<OwnSession>, Error> {
        Ok(self.auth().sessions_of(user_id).await?)
    }

    /// Ends sessions of a person at once. Returns their number. `address` is that of the request, for the log.
    ///
    /// # Errors
    /// Fails with `session_not_found` if the named one is not the person's.
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
