//! Enrolling a telephone as the second factor.

use std::sync::Arc;

use ateneu_functions::Refusal;

pub use ateneu_auth::SentCode;

use crate::{Error, People, error_code::ErrorCode};

/// The refusals of the accounts service by code, in Portuguese.
static REFUSALS: [Refusal; 7] = [
    Refusal::invalid(
        ErrorCode::ValidationFailed.into_str(),
        "Digite um número de telefone válido com DDI (ex: +5511999999999).",
    ),
    Refusal::forbidden(ErrorCode::InsufficientAal.into_str(), "Confirme primeiro a segunda etapa."),
    Refusal::forbidden(
        ErrorCode::ReauthenticationNeeded.into_str(),
        "Confirme de novo a segunda etapa para mudar a proteção da conta.",
    ),
    Refusal::conflict(
        ErrorCode::MfaPhoneEnrollNotEnabled.into_str(),
        "Esta instalação ainda não envia mensagens de texto.",
    ),
    Refusal::conflict(
        ErrorCode::TooManyEnrolledMfaFactors.into_str(),
        "Esta conta já tem o máximo de verificações. Remova uma antes.",
    ),
    Refusal::too_many(
        ErrorCode::OverSmsSendRateLimit.into_str(),
        "Aguarde um minuto antes de pedir outro código.",
    ),
    Refusal::too_many(
        ErrorCode::OverRequestRateLimit.into_str(),
        "Muitos códigos errados. Aguarde quinze minutos e tente de novo.",
    ),
];

impl People {
    /// Sends a code to a telephone, which becomes the second factor of the person in that session once the code is
    /// verified. `address` is that of the request.
    ///
    /// # Errors
    /// Fails for an invalid number, at a limit, and until the second factor is verified.
    pub async fn send_factor_code(
        &self,
        (user_id, session_id): (&str, &str),
        phone: &str,
        address: Option<Arc<str>>,
    ) -> Result<SentCode, Error> {
        let whose = (user_id, session_id);
        let sent = self.auth().send_factor_code(whose, phone, address).await;
        sent.map_err(|error| {
            let known = REFUSALS.iter().find(|refusal| refusal.code == error.code().into_str());
            known.map_or_else(|| error.into(), Error::Refused)
        })
    }
}
