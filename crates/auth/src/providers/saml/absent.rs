//! What stands in where the program was built without the feature `saml`.

use axum::{Router, routing::any};

use super::{CompanyConfig, DISABLED};
use crate::{Auth, error::Error};

/// No company.
pub(crate) struct Companies;

impl Companies {
    /// Refuses companies that could not be served.
    pub(crate) fn open(configs: Vec<CompanyConfig>, _: &str) -> Result<Self, Error> {
        match configs.into_iter().next() {
            None => Ok(Self),
            Some(config) => Err(Error::Company {
                name: config.name,
                problem: "this program was built without the feature `saml`".to_owned(),
            }),
        }
    }

    /// Always.
    pub(crate) fn is_empty(&self) -> bool {
        true
    }
}

/// The endpoints, each with its refusal.
pub(crate) fn router() -> Router<Auth> {
    let disabled = || any(async || Error::Refused(&DISABLED));
    Router::new()
        .route("/sso", disabled())
        .route("/sso/saml/{*rest}", disabled())
}
