//! Enrolling a telephone as the second factor.

use std::sync::Arc;

pub use ateneu_auth::SentCode;

use crate::{Error, Kind, People, Refusal};

/// The refusals of the accounts service by code, in Portuguese.
static REFUSALS: [Refusal; 7] = [
    Refusal {
        kind: Kind::Invalid,
        code: "validation_failed",
        message: "Digite um número de telefone válido com DDI (ex: +5511999999999).",
    },
    Refusal {
        kind: Kind::Forbidden,
        code: "insufficient_aal",
        message: "Confirme primeiro a segunda etapa.",
    },
    Refusal {
        kind: Kind::Forbidden,
        code: "reauthentication_needed",
        message: "Confirme de novo a segunda etapa para mudar a proteção da conta.",
    },
    Refusal {
        kind: Kind::Conflict,
        code: "mfa_phone_enroll_not_enabled",
        message: "Esta instalação ainda não envia mensagens de texto.",
    },
    Refusal {
        kind: Kind::Conflict,
        code: "too_many_enrolled_mfa_factors",
        message: "Esta conta já tem o máximo de verificações. Remova uma antes.",
    },
    Refusal {
        kind: Kind::TooMany,
        code: "over_sms_send_rate_limit",
        message: "Aguarde um minuto antes de pedir outro código.",
    },
    Refusal {
        kind: Kind::TooMany,
        code: "over_request_rate_limit",
        message: "Muitos códigos errados. Aguarde quinze minutos e tente de novo.",
    },
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
            let known = REFUSALS.iter().find(|refusal| refusal.code == error.code());
            known.map_or_else(|| error.into(), Error::Refused)
        })
    }
}
