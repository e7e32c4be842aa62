//! Reauthentication before sensitive actions: a sign-in within [`FRESH`], or the code sent by `/reauthenticate`.

use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::Tx;

use crate::{
    Auth,
    accounts::{Address, User, users},
    error::{Error, ErrorCode, Refusal, accepted, bad_request, unprocessable},
    messages::{Kind, one_time},
    requests::{Action, Client, limits, log},
    sessions::{self, FRESH, SignInMethod, proof},
};

pub(crate) static REAUTHENTICATION_NEEDED: Refusal =
    bad_request(ErrorCode::ReauthenticationNeeded, "Password update requires reauthentication");
static WRONG_NONCE: Refusal =
    unprocessable(ErrorCode::ReauthenticationNotValid, "Nonce has expired or is invalid");

impl Auth {
    /// Requires a recent sign-in of the session, or else `nonce`, which is used up. `address` counts wrong ones.
    ///
    /// # Errors
    /// Fails with `reauthentication_needed` if the sign-in is too old and there is no nonce,
    /// `reauthentication_not_valid` for a wrong one, `over_request_rate_limit` after too many.
    pub async fn prove_again(
        &self,
        user_id: &str,
        session_id: &str,
        nonce: Option<String>,
        address: Option<Arc<str>>,
    ) -> Result<(), Error> {
        let (user_id, session_id) = (user_id.to_owned(), session_id.to_owned());
        let (service, now, client) = (self.clone(), self.now(), Client::at(address));
        self.write(move |tx| {
            let user = users::find_to_change(tx, &user_id)?.ok_or(Error::TokenUserNotFound)?;
            let session = sessions::find(tx, &session_id)?.filter(|session| session.user_id == user.id);
            let session = session.ok_or(Error::TokenSessionNotFound)?;
            if proof::is_within(session.proved_at, FRESH, now) {
                return Ok::<_, Error>(Ok(()));
            }
            let proved = match nonce.filter(|nonce| !nonce.trim().is_empty()) {
                Some(nonce) => accepted!(spend_nonce(&service, tx, &user, &nonce, &client)?),
                None => None,
            };
            match proof::is_within(proved, FRESH, now) {
                true => Ok(Ok(())),
                false => Ok(Err(Error::Refused(&REAUTHENTICATION_NEEDED))),
            }
        })
        .await?
    }
}

/// Returns the address for the code of `/reauthenticate`: preferably one that was not added recently.
pub(crate) fn destination(tx: &mut Tx<'_>, user: &User, now: Timestamp) -> Result<Option<Address>, Error> {
    let email = user.email.clone().filter(|_| user.email_confirmed_at.is_some()).map(Address::Email);
    let phone = user.phone.clone().filter(|_| user.phone_confirmed_at.is_some()).map(Address::Phone);
    for address in [email, phone].into_iter().flatten() {
        if proof::effective_at(tx, &user.id, sign_in_method(&address), now)? == Some(now) {
            return Ok(Some(address));
        }
    }
    Ok(Address::of(user))
}

fn sign_in_method(address: &Address) -> SignInMethod<'static> {
    if address.is_phone() { SignInMethod::Phone } else { SignInMethod::Email }
}

/// Uses the code of `/reauthenticate`. Returns the time of the proof. The inner refusal is for the caller, and its
/// counts are kept.
pub(crate) fn spend_nonce(
    auth: &Auth,
    tx: &mut Tx<'_>,
    user: &User,
    nonce: &str,
    client: &Client,
) -> Result<Result<Option<Timestamp>, Error>, Error> {
    let now = auth.now();
    let address = destination(tx, user, now)?;
    let to = address.as_ref().map(Address::text).unwrap_or_default();
    let limits = limits::verification(&auth.rules(), Some(to), client);
    accepted!(limits::count_attempt(tx, &limits, Action::TokenVerified, client, now)?);
    let kinds = [Kind::Reauthentication];
    let spent = one_time::spend_code(tx, &auth.parts.code_key, (to, nonce.trim()), &kinds, now)?;
    if spent.is_some_and(|spent| spent.user_id == user.id) {
        limits.iter().try_for_each(|limit| limit.give_back(tx))?;
        let method = address.as_ref().map_or(SignInMethod::Email, sign_in_method);
        return proof::effective_at(tx, &user.id, method, now).map(Ok);
    }
    let refusal = Error::Refused(&WRONG_NONCE);
    log::write(tx, now, Action::UserUpdated, Some(&user.id), client, Some(refusal.code()))?;
    Ok(Err(refusal))
}
