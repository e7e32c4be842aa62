//! Companies in the owner's configuration.

use axum::http::StatusCode;

use crate::error::{ErrorCode, Refusal, refused};

/// A company in the owner's configuration.
#[derive(Clone, Debug, Default)]
pub struct CompanyConfig {
    /// Id in the protocol: lower case letters, digits, `-` and `_`.
    pub name: String,
    /// Domains of its people's addresses. It cannot identify others.
    pub domains: Vec<String>,
    /// Metadata of the company: the XML of its `EntityDescriptor`, with the certificates it signs with.
    pub metadata: String,
    /// Certificate (PEM) that must have signed the metadata. Without it the metadata are trusted.
    pub certificate: Option<String>,
    /// Attribute with a person's address. `None` for the usual ones.
    pub email_attribute: Option<String>,
    /// Attribute with a person's name. `None` for the usual ones.
    pub name_attribute: Option<String>,
}

pub(super) static DISABLED: Refusal =
    refused(StatusCode::NOT_FOUND, ErrorCode::SamlProviderDisabled, "SAML 2.0 is disabled");
