//! The caller of functions on the own account that need a recent sign-in.

use ateneu_auth::ErrorCode as AuthCode;
use ateneu_functions::{InSession, Refusal};

use crate::{Error, People, error_code::ErrorCode};

static PROVE_AGAIN: Refusal = Refusal::forbidden(
    ErrorCode::ReauthenticationNeeded.into_str(),
    "Confirme que é você com o código enviado por e-mail.",
);
static WRONG_CODE: Refusal =
    Refusal::invalid(ErrorCode::ReauthenticationNotValid.into_str(), "Código inválido ou expirado.");
static TOO_MANY_CODES: Refusal = Refusal::too_many(
    ErrorCode::OverRequestRateLimit.into_str(),
    "Foram muitas tentativas. Tente novamente mais tarde.",
);
static SESSION_ENDED: Refusal =
    Refusal::forbidden(ErrorCode::SessionNotFound.into_str(), "Sessão expirada. Faça login novamente.");

impl People {
    /// Requires a recent sign-in or the code sent by `/reauthenticate`.
    pub(crate) async fn prove_again(&self, user: &InSession, nonce: Option<String>) -> Result<(), Error> {
        let proved = self.auth().prove_again(&user.user_id, &user.session_id, nonce, user.address.clone());
        proved.await.map_err(|error| match error.code() {
            AuthCode::ReauthenticationNeeded => Error::Refused(&PROVE_AGAIN),
            AuthCode::ReauthenticationNotValid => Error::Refused(&WRONG_CODE),
            AuthCode::OverRequestRateLimit => Error::Refused(&TOO_MANY_CODES),
            AuthCode::SessionNotFound | AuthCode::UserNotFound => Error::Refused(&SESSION_ENDED),
            _ => Error::Accounts(error),
        })
    }
}
