//! The caller of functions on the own account that need a recent sign-in.

use ateneu_auth::ErrorCode;
use ateneu_functions::{InSession, Refusal};

use crate::{Error, People};

static PROVE_AGAIN: Refusal =
    Refusal::forbidden("reauthentication_needed", "Confirme que é você com o código enviado por e-mail.");
static WRONG_CODE: Refusal = Refusal::invalid("reauthentication_not_valid", "Código inválido ou expirado.");
static TOO_MANY_CODES: Refusal =
    Refusal::too_many("over_request_rate_limit", "Foram muitas tentativas. Tente novamente mais tarde.");
static SESSION_ENDED: Refusal =
    Refusal::forbidden("session_not_found", "Sessão expirada. Faça login novamente.");

impl People {
    /// Requires a recent sign-in or the code sent by `/reauthenticate`.
    pub(crate) async fn prove_again(&self, user: &InSession, nonce: Option<String>) -> Result<(), Error> {
        let proved = self.auth().prove_again(&user.user_id, &user.session_id, nonce, user.address.clone());
        proved.await.map_err(|error| match error.code() {
            ErrorCode::ReauthenticationNeeded => Error::Refused(&PROVE_AGAIN),
            ErrorCode::ReauthenticationNotValid => Error::Refused(&WRONG_CODE),
            ErrorCode::OverRequestRateLimit => Error::Refused(&TOO_MANY_CODES),
            ErrorCode::SessionNotFound | ErrorCode::UserNotFound => Error::Refused(&SESSION_ENDED),
            _ => Error::Accounts(error),
        })
    }
}
