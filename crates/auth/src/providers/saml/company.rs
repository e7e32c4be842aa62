//! Companies as the owner configures them.

use axum::http::StatusCode;

use crate::error::{ErrorCode, Refusal, refused};

/// A company as the owner configured it.
#[derive(Clone, Debug, Default)]
pub struct CompanyConfig {
    /// Id in the protocol: lower case letters, digits, `-` and `_`.
    pub name: String,
    /// The domains of its people's addresses. It answers for no others.
    pub domains: Vec<String>,
    /// Metadata of the company: the XML of its `EntityDescriptor`, with the certificates it signs with.
    pub metadata: String,
    /// The certificate (PEM) that must have signed the description; none: it is trusted as it was given.
    pub certificate: Option<String>,
    /// The attribute that holds a person's address; none: the usual ones.
    pub email_attribute: Option<String>,
    /// The attribute that holds a person's name; none: the usual ones.
    pub name_attribute: Option<String>,
}

pub(super) static DISABLED: Refusal =
    refused(StatusCode::NOT_FOUND, ErrorCode::SamlProviderDisabled, "SAML 2.0 is disabled");
