//! Extractors of caller, path, query and body. Rejections have the protocol's form.

use ateneu_base::{Caller, Presented};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Path, Request},
    http::{
        HeaderMap,
        header::{self, AsHeaderName},
        request::Parts,
    },
};
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use crate::{Error, objects::key::Key};

/// Caller of a protected route, with a valid `Authorization` header.
pub(crate) struct Bearer(pub(crate) Caller);

impl<S: Send + Sync> FromRequestParts<S> for Bearer {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Err(Error::MissingAuthorization);
        }
        match parts.extensions.get::<Presented>() {
            Some(presented) => Ok(Self(presented.caller.clone()?)),
            None => Ok(Self(Caller::anonymous())),
        }
    }
}

/// Guard that admits only the service key.
pub(crate) struct ServiceKey;

impl<S: Send + Sync> FromRequestParts<S> for ServiceKey {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Bearer(caller) = Bearer::from_request_parts(parts, state).await?;
        if caller.is_service() { Ok(Self) } else { Err(Error::AccessDenied) }
    }
}

/// Parts of the path `{bucket}/{*key}`.
pub(crate) struct ObjectPath {
    pub(crate) bucket: String,
    pub(crate) key: Key,
}

impl<S: Send + Sync> FromRequestParts<S> for ObjectPath {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Path((bucket, key)) = Path::<(String, String)>::from_request_parts(parts, state)
            .await
            .map_err(|_| Error::InvalidKey(String::new()))?;
        Ok(Self { bucket, key: Key::parse(&key)? })
    }
}

pub(crate) fn header_text(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns `true` if the request allows replacing.
pub(crate) fn wants_upsert(headers: &HeaderMap) -> bool {
    headers.get("x-upsert").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"true"))
}

/// Part `{bucket}` or `{id}` of the path.
pub(crate) struct BucketPath(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for BucketPath {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Path(bucket) =
            Path::<String>::from_request_parts(parts, state).await.map_err(|_| Error::InvalidBucketName)?;
        Ok(Self(bucket))
    }
}

/// Query parameters. The first of a name counts.
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query = parts.uri.query().unwrap_or_default();
        Ok(Self(form_urlencoded::parse(query.as_bytes()).into_owned().collect()))
    }
}

/// A JSON body of any declared type. An empty body is `{}`.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;
    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|_| Error::InvalidRequest("the body cannot be read or is too large".into()))?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text)
            .map(Self)
            .map_err(|problem| Error::InvalidRequest(format!("body: {problem}")))
    }
}
