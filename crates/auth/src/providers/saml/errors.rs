//! Reasons why a company's answer is refused, with stable codes for the landing page and the log.

use axum::http::StatusCode;
use saml_rs::SamlError;

use crate::error::{ErrorCode, Refusal, bad_request, refused};

pub(super) static UNKNOWN_STATE: Refusal =
    bad_request(ErrorCode::SamlRelayStateNotFound, "SAML RelayState not found or expired");
pub(super) static NO_COMPANY: Refusal = refused(
    StatusCode::NOT_FOUND,
    ErrorCode::SsoProviderNotFound,
    "No SSO provider found for this id or domain",
);
pub(super) static NO_PERSON: Refusal =
    bad_request(ErrorCode::SamlAssertionNoUserId, "SAML Assertion does not name a lasting user id");
pub(super) static NO_ADDRESS: Refusal =
    bad_request(ErrorCode::SamlAssertionNoEmail, "SAML Assertion does not contain an email address");
pub(super) static FOREIGN_ADDRESS: Refusal = bad_request(
    ErrorCode::SamlEmailDomainMismatch,
    "SAML Assertion contains an email address of another domain",
);
static NO: Refusal =
    refused(StatusCode::FORBIDDEN, ErrorCode::SamlSignInRefused, "The identity provider refused the sign-in");
static UNSIGNED: Refusal =
    bad_request(ErrorCode::SamlSignatureInvalid, "SAML Assertion is not signed by its identity provider");
static MISDIRECTED: Refusal = bad_request(
    ErrorCode::SamlAssertionMisdirected,
    "SAML Assertion is meant for another service, request or place",
);
static EXPIRED: Refusal =
    bad_request(ErrorCode::SamlAssertionExpired, "SAML Assertion is not valid at this time");
static UNUSABLE: Refusal = bad_request(ErrorCode::SamlAssertionInvalid, "SAML Assertion is not valid");

/// Returns the refusal of an answer that the library rejects.
pub(super) fn of(error: &SamlError) -> &'static Refusal {
    use SamlError as E;
    use saml_rs::error::SubjectConfirmationReason as Reason;
    match error {
        E::StatusNotSuccess { .. } | E::FailedStatus { .. } => &NO,
        E::SignatureMissing
        | E::SignatureVerification { .. }
        | E::SignedReferenceMismatch
        | E::ReferenceResolution { .. }
        | E::AssertionSignatureRequired
        | E::AlgorithmUnsupported
        | E::CertificateMismatch
        | E::UnmatchCertificate
        | E::NoTrustedCertificate
        | E::FailedToVerifySignature
        | E::PotentialWrappingAttack
        | E::Crypto(_) => &UNSIGNED,
        E::IssuerMismatch { .. }
        | E::DestinationMismatch { .. }
        | E::InResponseToMismatch { .. }
        | E::AudienceMismatch { .. }
        | E::UnmatchIssuer
        | E::UnmatchAudience
        | E::UnmatchDestination
        | E::InvalidInResponseTo
        | E::SubjectConfirmationInvalid {
            reason: Reason::RecipientMismatch | Reason::InResponseToMismatch,
        } => &MISDIRECTED,
        E::TimeWindowInvalid { .. }
        | E::ExpiredSession
        | E::SubjectUnconfirmed
        | E::SubjectConfirmationInvalid { reason: Reason::TimeWindowInvalid } => &EXPIRED,
        _ => &UNUSABLE,
    }
}
