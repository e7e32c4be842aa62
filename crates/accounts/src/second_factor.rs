//! Enrolling a telephone as the second factor.

use std::sync::Arc;

use ateneu_functions::Refusal;

pub use ateneu_auth::SentCode;

use crate::{Error, People};

/// The refusals of the accounts service by code, in Portuguese.
static REFUSALS: [Refusal; 7] = [
    Refusal::invalid(
        "validation_failed",
        "Digite um número de telefone válido com DDI (ex: +5511999999999).",
    ),
    Refusal::forbidden("insufficient_aal", "Confirme primeiro a segunda etapa."),
    Refusal::forbidden(
        "reauthentication_needed",
        "Confirme de novo a segunda etapa para mudar a proteção da conta.",
    ),
    Refusal::conflict("mfa_phone_enroll_not_enabled", "Esta instalação ainda não envia mensagens de texto."),
    Refusal::conflict(
        "too_many_enrolled_mfa_factors",
        "Esta conta já tem o máximo de verificações. Remova uma antes.",
    ),
    Refusal::too_many("over_sms_send_rate_limit", "Aguarde um minuto antes de pedir outro código."),
    Refusal::too_many(
        "over_request_rate_limit",
        "Muitos códigos errados. Aguarde quinze minutos e tente de novo.",
    ),
];

impl People {
    /// Sends a code to a telephone, which becomes the second factor of the person in that session once the code is
    /// verified. `address` is that of the request.
    ///
    /// # Errors
    /// An invalid number, limits, and a second factor that has to be verified first.
    pub async fn send_factor_code(
        &self,
        (user_id, session_id): (&str, &str),
        phone: &str,
        address: Option<Arc<str>>,
    ) -> Result<SentCode, Error> {
        let whose = (user_id, session_id);
        let sent = self.auth().send_factor_code(whose, phone, address).await;
        sent.map_err(|error| {
            let known = REFUSALS.iter().find(|refusal| refusal.code == error.code().name());
            known.map_or_else(|| error.into(), Error::Refused)
        })
    }
}
