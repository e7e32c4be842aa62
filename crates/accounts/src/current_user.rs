//! Verification of the caller, for functions on the own account that need a recent sign-in.

use ateneu_auth::ErrorCode as AuthCode;
use ateneu_functions::InSession;

use crate::{Error, People, refused::Refused};

impl People {
    /// Requires a recent sign-in or the code sent by `/reauthenticate`.
    pub(crate) async fn prove_again(&self, user: &InSession, nonce: Option<String>) -> Result<(), Error> {
        let proved = self.auth().prove_again(&user.user_id, &user.session_id, nonce, user.address.clone());
        proved.await.map_err(|error| match error.code() {
            AuthCode::ReauthenticationNeeded => Refused::ReauthenticationNeeded.into(),
            AuthCode::ReauthenticationNotValid => Refused::ReauthenticationNotValid.into(),
            AuthCode::OverRequestRateLimit => Refused::TooManyAttempts.into(),
            AuthCode::SessionNotFound | AuthCode::UserNotFound => Refused::SessionExpired.into(),
            _ => Error::Accounts(error),
        })
    }
}
