//! A fresh proof of who asks, for what is too grave for a session that was left open: a sign-in within [`FRESH`], or the
//! code that `/reauthenticate` sends.

use std::{sync::Arc, time::Duration};

use ateneu_db::Tx;
use axum::http::StatusCode;

use crate::{
    Auth,
    accounts::{
        address::Address,
        users::{self, User},
    },
    error::{Error, Refusal, refused},
    messages::one_time::{self, Kind},
    requests::{
        client::Client,
        limits,
        log::{self, Action},
    },
    sessions,
};

/// How long a sign-in is proof enough.
pub const FRESH: Duration = Duration::from_secs(15 * 60);

pub(crate) static REAUTHENTICATION_NEEDED: Refusal =
    refused(StatusCode::BAD_REQUEST, "reauthentication_needed", "Password update requires reauthentication");
static WRONG_NONCE: Refusal = refused(
    StatusCode::UNPROCESSABLE_ENTITY,
    "reauthentication_not_valid",
    "Nonce has expired or is invalid",
);

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

/// Spends the code of `/reauthenticate`. The inner refusal is for the caller, and what was counted for it is kept.
pub(crate) fn spend_nonce(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    nonce: &str,
    client: &Client,
) -> Result<Result<(), Error>, Error> {
    let (now, to) = (auth.now(), Address::of(user));
    let to = to.as_ref().map(Address::text).unwrap_or_default();
    let limits = limits::verification(&auth.rules(), Some(to), client);
    if let Err(refusal) = limits::admit(tx, &limits, Action::TokenVerified, client, now)? {
        return Ok(Err(refusal));
    }
    let kinds = [Kind::Reauthentication];
    let spent = one_time::spend_code(tx, auth.code_key(), (to, nonce.trim()), &kinds, now)?;
    if spent.is_some_and(|spent| spent.user_id == user.id) {
        limits.iter().try_for_each(|limit| limit.give_back(tx))?;
        return Ok(Ok(()));
    }
    let refusal = Error::Refused(&WRONG_NONCE);
    log::write(tx, now, Action::UserUpdated, Some(&user.id), client, Some(refusal.code()))?;
    Ok(Err(refusal))
}
