//! Client of a request: the device that calls, and the token it brings.

use std::{convert::Infallible, sync::Arc};

use ateneu_base::Presented;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

/// The device that calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    address: Option<Arc<str>>,
    pub(crate) user_agent: Option<String>,
}

impl Client {
    /// A device of which only the address is known.
    pub(crate) fn at(address: Option<Arc<str>>) -> Self {
        Self { address, user_agent: None }
    }

    /// The address, as far as the server trusts it.
    pub(crate) fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let presented = parts.extensions.get::<Presented>();
        let user_agent = parts
            .headers
            .get(header::USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .map(|text| text.chars().take(512).collect());
        Ok(Self { address: presented.and_then(|presented| presented.address.clone()), user_agent })
    }
}

/// The token of `Authorization: Bearer <token>`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}
