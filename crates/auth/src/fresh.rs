//! A fresh proof of who asks, for what is too grave for a session that was left open: a sign-in within [`FRESH`], or the
//! code that `/reauthenticate` sends.

use std::{sync::Arc, time::Duration};

use crate::{
    Auth,
    client::Client,
    error::Error,
    sessions,
    user_update::{REAUTHENTICATION_NEEDED, spend_nonce},
    users,
};

/// How long a sign-in is proof enough.
pub const FRESH: Duration = Duration::from_secs(15 * 60);

impl Auth {
    /// Proves again that the person behind a session is who asks: by the age of the sign-in, else by `nonce`, which is
    /// spent. `address` counts wrong ones.
    ///
    /// # Errors
    /// `reauthentication_needed` when the sign-in is too old and there is no nonce, `reauthentication_not_valid` for a
    /// wrong one, `over_request_rate_limit` after too many.
    pub async fn prove_again(
        &self,
        user_id: &str,
        session_id: &str,
        nonce: Option<String>,
        address: Option<Arc<str>>,
    ) -> Result<(), Error> {
        let (user_id, session_id) = (user_id.to_owned(), session_id.to_owned());
        let (service, now, client) = (self.clone(), self.now(), Client::at(address));
        self.db()
            .write(move |tx| {
                let user = users::find_to_change(tx, &user_id)?.ok_or(Error::TokenUserNotFound)?;
                let session = sessions::find(tx, &session_id)?.filter(|session| session.user_id == user.id);
                let session = session.ok_or(Error::TokenSessionNotFound)?;
                if session.proved_at().is_some_and(|proved| proved + FRESH > now) {
                    return Ok(Ok(()));
                }
                match nonce.filter(|nonce| !nonce.trim().is_empty()) {
                    Some(nonce) => spend_nonce(&service, tx, &user, &nonce, &client),
                    None => Ok(Err(Error::Refused(&REAUTHENTICATION_NEEDED))),
                }
            })
            .await?
    }
}
