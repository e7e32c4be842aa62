//! Errors of payments.

use ateneu_base::Refusal;

use crate::refused::Refused;

/// Errors of payments.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The provider does not respond, or not with a readable body.
    #[error("the provider does not answer: {0}")]
    ProviderDown(String),
    /// The provider refuses; its text is for the log.
    #[error("the provider answered {status} ({code}): {message}")]
    ProviderRefused {
        /// HTTP's status.
        status: u16,
        /// The provider's code, such as `resource_missing`.
        code: String,
        /// The provider's text.
        message: String,
    },
    /// The sandbox is for trying out.
    #[error("the payment sandbox does not open in production")]
    SandboxInProduction,
    /// The address of the provider cannot be used.
    #[error("stripe.api_base: {0}")]
    Address(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// A defect of ours.
    #[error("a defect: {0}")]
    Defect(&'static str),
}

impl Error {
    /// True where the requested object does not exist.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "resource_missing")
    }

    /// The provider knows the idempotency key for another request.
    pub(crate) fn is_other_intent(&self) -> bool {
        matches!(self, Self::ProviderRefused { code, .. } if code == "idempotency_error")
    }
}

/// The answer of a function, or the message of a job.
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
