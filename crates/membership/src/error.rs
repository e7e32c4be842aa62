//! Errors of payments.

use ateneu_base::Refusal;

use crate::refused::Refused;

/// Error of payments.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses the request.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The provider does not respond, or its response is malformed.
    #[error("the provider does not answer: {0}")]
    ProviderDown(String),
    /// The provider refuses the request. Its text is only logged.
    #[error("the provider answered {status} ({code}): {message}")]
    ProviderRefused {
        /// HTTP status.
        status: u16,
        /// Code of the provider, such as `resource_missing`.
        code: String,
        /// Text of the provider.
        message: String,
    },
    /// The sandbox must not run in production.
    #[error("the payment sandbox does not open in production")]
    SandboxInProduction,
    /// The URL of the provider is invalid.
    #[error("stripe.api_base: {0}")]
    Address(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// A defect of the server.
    #[error("a defect: {0}")]
    Defect(&'static str),
}

impl Error {
    /// True if the requested object does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "resource_missing")
    }

    /// True if the provider knows the idempotency key from another request.
    pub(crate) fn is_other_intent(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "idempotency_error")
    }
}

/// Converts into the response of a function, or the message of a job.
impl From<Error> for ateneu_functions::Refusal {
    fn from(error: Error) -> Self {
        let refusal: Self = match &error {
            Error::Database(error) => return error.clone().into(),
            Error::Refused(refusal) => refusal.clone().into(),
            Error::ProviderDown(_) => Refused::ProviderUnavailable.into(),
            Error::ProviderRefused { .. } => Refused::RejectedByProvider.into(),
            Error::SandboxInProduction | Error::Address(_) | Error::Defect(_) => Self::internal(),
        };
        tracing::warn!(code = refusal.code, ?error, "payments refuse a request");
        refusal
    }
}
