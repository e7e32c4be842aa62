//! The caller of functions on the own account that need a recent sign-in.

use ateneu_functions::InSession;

use crate::{Error, Kind, People, Refusal};

static PROVE_AGAIN: Refusal = Refusal {
    kind: Kind::Forbidden,
    code: "reauthentication_needed",
    message: "Confirme que é você com o código enviado por e-mail.",
};
static WRONG_CODE: Refusal = Refusal {
    kind: Kind::Invalid,
    code: "reauthentication_not_valid",
    message: "Código inválido ou expirado.",
};
static TOO_MANY_CODES: Refusal = Refusal {
    kind: Kind::TooMany,
    code: "over_request_rate_limit",
    message: "Foram muitas tentativas. Tente novamente mais tarde.",
};
static SESSION_ENDED: Refusal = Refusal {
    kind: Kind::Forbidden,
    code: "session_not_found",
    message: "Sessão expirada. Faça login novamente.",
};

impl People {
    /// Requires a recent sign-in or the code sent by `/reauthenticate`.
    pub(crate) async fn prove_again(&self, user: &InSession, nonce: Option<String>) -> Result<(), Error> {
        let proved = self.auth().prove_again(&user.user_id, &user.session_id, nonce, user.address.clone());
        proved.await.map_err(|error| match error.code() {
            "reauthentication_needed" => Error::Refused(&PROVE_AGAIN),
            "reauthentication_not_valid" => Error::Refused(&WRONG_CODE),
            "over_request_rate_limit" => Error::Refused(&TOO_MANY_CODES),
            "session_not_found" | "user_not_found" => Error::Refused(&SESSION_ENDED),
            _ => Error::Accounts(error),
        })
    }
}
