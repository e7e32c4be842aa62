//! Signing in at a provider or a company.

mod id_tokens;
mod linking;
#[cfg(feature = "saml")]
mod saml;
#[cfg(feature = "saml")]
mod saml_attacks;
mod there_and_back;
