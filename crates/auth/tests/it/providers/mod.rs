//! Signing in at a provider or a company.

mod id_tokens;
mod linking;
mod saml;
mod saml_attacks;
mod there_and_back;
