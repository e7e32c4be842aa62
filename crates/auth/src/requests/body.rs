//! The JSON body of a request. auth-js declares JSON even without a body: an empty one is `{}`.

use std::error::Error as _;

use axum::extract::{FromRequest, Request};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::Error;

const LIMIT: usize = 1_000_000;

/// Maximum size of `user_metadata` or `app_metadata` as JSON: each access token contains them.
const METADATA_LIMIT: usize = 16 * 1024;

pub(crate) type Object = Map<String, Value>;

/// A JSON body. Unknown keys are ignored.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let bytes = axum::body::to_bytes(request.into_body(), LIMIT).await.map_err(|problem| {
            match problem.source().is_some_and(|source| source.is::<LengthLimitError>()) {
                true => Error::BodyTooLarge,
                // The body is incomplete.
                false => Error::BadJson,
            }
        })?;
        let value = match bytes.is_empty() {
            true => Value::Object(Map::new()),
            false => serde_json::from_slice(&bytes).map_err(|_| Error::BadJson)?,
        };
        if holds_nul(&value) {
            return Err(Error::validation("Text must not hold the character U+0000"));
        }
        serde_json::from_value(value).map(Body).map_err(|_| Error::BadJson)
    }
}

/// Returns `true` for text with U+0000, which neither database stores.
fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(map) => map.iter().any(|(key, item)| key.contains('\0') || holds_nul(item)),
        _ => false,
    }
}

/// Adds `changes` to `metadata`. A null removes its key.
pub(crate) fn merge(metadata: &mut Map<String, Value>, changes: Map<String, Value>) -> Result<(), Error> {
    for (key, value) in changes {
        match value {
            Value::Null => {
                metadata.shift_remove(&key);
            }
            value => {
                metadata.insert(key, value);
            }
        }
    }
    let size = serde_json::to_string(metadata).map_or(usize::MAX, |text| text.len());
    if size > METADATA_LIMIT {
        return Err(Error::validation("Metadata is too large"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[tokio::test]
    async fn an_interrupted_body_is_not_reported_as_too_large() {
        let read = async |body: axum::body::Body| {
            let read = Body::<Value>::from_request(Request::new(body), &()).await;
            read.err().map(|refusal| refusal.code())
        };
        let pieces = [Ok("{"), Err(std::io::Error::from(std::io::ErrorKind::ConnectionReset))];
        let broken = axum::body::Body::from_stream(futures::stream::iter(pieces));
        assert_eq!(read(broken).await, Some(ErrorCode::BadJson));
        let large = axum::body::Body::from(vec![b' '; LIMIT + 1]);
        assert_eq!(read(large).await, Some(ErrorCode::RequestEntityTooLarge));
    }
}
