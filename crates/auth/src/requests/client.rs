//! Client of a request: the calling device, and its token.

use std::{convert::Infallible, sync::Arc};

use ateneu_base::Presented;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};

/// The calling device.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    address: Option<Arc<str>>,
    pub(crate) user_agent: Option<String>,
}

impl Client {
    /// Returns a device with only an address.
    pub(crate) fn at(address: Option<Arc<str>>) -> Self {
        Self { address, user_agent: None }
    }

    /// Returns the address, as far as the server trusts it.
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

/// Returns the token of `Authorization: Bearer <token>`.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = value.split_at_checked("bearer ".len())?;
    // Not `HeaderValue::to_str`, which looks at each letter of a long token.
    let token = std::str::from_utf8(token).ok().filter(|token| token.is_ascii())?.trim();
    (scheme.eq_ignore_ascii_case(b"bearer ") && !token.is_empty()).then_some(token)
}
