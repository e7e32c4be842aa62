//! Enrolls a telephone as the second factor.

use std::sync::Arc;

use ateneu_auth::ErrorCode as AuthCode;

pub use ateneu_auth::SentCode;

use crate::{Error, People, refused::Refused};

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
            let refused = match error.code() {
                AuthCode::ValidationFailed => Refused::InvalidPhone,
                AuthCode::InsufficientAal => Refused::InsufficientAal,
                AuthCode::ReauthenticationNeeded => Refused::SecondFactorNeeded,
                AuthCode::MfaPhoneEnrollNotEnabled => Refused::MfaPhoneEnrollNotEnabled,
                AuthCode::TooManyEnrolledMfaFactors => Refused::TooManyEnrolledMfaFactors,
                AuthCode::OverSmsSendRateLimit => Refused::OverSmsSendRateLimit,
                AuthCode::OverRequestRateLimit => Refused::TooManyWrongCodes,
                _ => return error.into(),
            };
            refused.into()
        })
    }
}
