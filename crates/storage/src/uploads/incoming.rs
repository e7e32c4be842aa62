//! The body of an upload: a form with the file, or the bytes alone. It is streamed to the store while its size, type
//! and digest are determined.

use axum::{
    body::Bytes,
    extract::{FromRequest, Multipart, Request, multipart::Field},
    http::{HeaderMap, header},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::BytesMut;
use futures::{Stream, StreamExt, TryStreamExt};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use crate::{
    Error, Storage,
    objects::{
        bucket::Bucket,
        cache_control::CacheControl,
        key::Key,
        mime::{self, Mime},
    },
    requests::extractors::header_text,
    store::staged::Staged,
};

/// Maximum length of a form's text field in bytes.
const MAX_FIELD_BYTES: usize = 64 * 1024;

/// Maximum number of fields of a form.
const MAX_FIELDS: usize = 32;

/// Number of received bytes between two checks of the free disk space.
const BETWEEN_CHECKS: u64 = 4 * 1024 * 1024;

/// A completely received file, with staged bytes.
pub(crate) struct Received {
    pub(crate) file: File,
    pub(crate) sent: SentMetadata,
}

/// Bytes with their size, digest and type.
pub(crate) struct File {
    pub(crate) staged: Staged,
    pub(crate) size: u64,
    pub(crate) etag: String,
    pub(crate) mimetype: Mime,
}

pub(crate) struct SentMetadata {
    pub(crate) cache_control: CacheControl,
    pub(crate) user_metadata: Json,
}

/// Stages the file of a request.
pub(crate) async fn receive(
    storage: &Storage,
    bucket: &Bucket,
    key: &Key,
    request: Request,
) -> Result<Received, Error> {
    let intake = Intake { storage, bucket, key };
    let is_form =
        declared_type(request.headers())?.is_some_and(|mime| mime.starts_with("multipart/form-data"));
    if is_form { intake.form(request).await } else { intake.bare(request).await }
}

/// Returns the type in the headers. Refuses several ones, and text that is not plain.
fn declared_type(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => match value.to_str() {
            Ok(mime) => Ok(Some(mime.to_owned())),
            Err(_) => Err(mime::malformed_type()),
        },
        _ => Err(mime::malformed_type()),
    }
}

pub(crate) fn malformed_body() -> Error {
    Error::InvalidRequest("the body ended before its time or is not a readable form".into())
}

/// Receiver of the bytes of a file with this key.
pub(crate) struct Intake<'a> {
    pub(crate) storage: &'a Storage,
    pub(crate) bucket: &'a Bucket,
    pub(crate) key: &'a Key,
}

impl Intake<'_> {
    /// Receives any body that is not a Blob or a form from storage-js 2.119, with metadata in headers.
    async fn bare(&self, request: Request) -> Result<Received, Error> {
        let sent = metadata_of_headers(request.headers())?;
        let declared = declared_type(request.headers())?;
        let length = header_text(request.headers(), header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.parse::<u64>().ok()).unwrap_or(0);
        if length > self.bucket.limit {
            return Err(Error::EntityTooLarge);
        }
        self.storage.check_space(length)?;
        let mut stream = request.into_body().into_data_stream().map_err(|_| malformed_body());
        let file = self.take(declared.as_deref(), &mut stream).await?;
        Ok(Received { file, sent })
    }

    /// Receives a Blob or File from storage-js 2.119. The file is the first part with a file name or with an empty
    /// name, and text fields come before it.
    async fn form(&self, request: Request) -> Result<Received, Error> {
        let mut form = Multipart::from_request(request, &()).await.map_err(|_| malformed_body())?;
        let mut sent = SentMetadata { cache_control: CacheControl::of(""), user_metadata: json!({}) };
        let mut file = None;
        for _ in 0..MAX_FIELDS {
            let Some(mut field) = form.next_field().await.map_err(|_| malformed_body())? else {
                let missing = || Error::InvalidRequest("the form has no file".into());
                return file.map(|file| Received { file, sent }).ok_or_else(missing);
            };
            let name = field.name().unwrap_or_default().to_owned();
            match name.as_str() {
                _ if file.is_none() && (field.file_name().is_some() || name.is_empty()) => {
                    let declared = declared_type(field.headers())?;
                    let mut bytes = (&mut field).map_err(|_| malformed_body());
                    file = Some(self.take(declared.as_deref(), &mut bytes).await?);
                }
                "cacheControl" => sent.cache_control = CacheControl::of(&text_of(field).await?),
                "metadata" => sent.user_metadata = user_metadata(&text_of(field).await?)?,
                "contentEncoding" => refuse_encoding(&text_of(field).await?)?,
                // The next field's read skips this one.
                _ => {}
            }
        }
        Err(Error::InvalidRequest("the form has too many fields".into()))
    }

    /// Stages the bytes of a stream.
    pub(crate) async fn take(
        &self,
        declared: Option<&str>,
        stream: &mut (impl Stream<Item = Result<Bytes, Error>> + Unpin),
    ) -> Result<File, Error> {
        let mut staged = Staged::new(self.storage);
        match self.pass(&mut staged, declared, stream).await {
            Ok((size, etag, mimetype)) => Ok(File { staged, size, etag, mimetype }),
            Err(refusal) => {
                staged.discard().await;
                Err(refusal)
            }
        }
    }

    async fn pass(
        &self,
        staged: &mut Staged,
        declared: Option<&str>,
        stream: &mut (impl Stream<Item = Result<Bytes, Error>> + Unpin),
    ) -> Result<(u64, String, Mime), Error> {
        let head = head_of(stream).await?;
        let mimetype = mime::detect_type(&self.bucket.types, declared, self.key.as_str(), &head)?;
        self.bucket.check_type(self.key, &mimetype)?;
        let limit = self.bucket.limit_of(&mimetype);
        self.storage.check_space(head.len() as u64)?;
        let (mut size, mut digest, mut checked) = (0, Sha256::new(), 0);
        let mut next = Some(head);
        while let Some(bytes) = next {
            size += bytes.len() as u64;
            if size > limit {
                return Err(Error::EntityTooLarge);
            }
            if size - checked > BETWEEN_CHECKS {
                self.storage.check_space(0)?;
                checked = size;
            }
            digest.update(&bytes);
            staged.push(&bytes).await?;
            next = stream.next().await.transpose()?;
        }
        let etag = etag_of(digest);
        Ok((size, etag, mimetype))
    }
}

/// Returns the entity tag of bytes with this digest.
pub(crate) fn etag_of(digest: Sha256) -> String {
    hex::encode(&digest.finalize()[..16])
}

/// Returns the first bytes, enough to detect the type.
async fn head_of(stream: &mut (impl Stream<Item = Result<Bytes, Error>> + Unpin)) -> Result<Bytes, Error> {
    let mut head = BytesMut::new();
    while head.len() < mime::HEAD
        && let Some(bytes) = stream.next().await
    {
        head.extend_from_slice(&bytes?);
    }
    Ok(head.freeze())
}

async fn text_of(mut field: Field<'_>) -> Result<String, Error> {
    let mut text = Vec::new();
    while let Some(bytes) = field.chunk().await.map_err(|_| malformed_body())? {
        text.extend_from_slice(&bytes);
        if text.len() > MAX_FIELD_BYTES {
            return Err(Error::InvalidRequest("a field of the form is too long".into()));
        }
    }
    String::from_utf8(text).map_err(|_| Error::InvalidRequest("a field of the form is not text".into()))
}

fn metadata_of_headers(headers: &HeaderMap) -> Result<SentMetadata, Error> {
    refuse_encoding(header_text(headers, header::CONTENT_ENCODING).unwrap_or_default())?;
    let cache_control = CacheControl::of(header_text(headers, header::CACHE_CONTROL).unwrap_or_default());
    Ok(SentMetadata { cache_control, user_metadata: metadata_of(headers)? })
}

/// Returns the user's metadata from the header `x-metadata`: JSON in base64.
pub(crate) fn metadata_of(headers: &HeaderMap) -> Result<Json, Error> {
    let Some(encoded) = header_text(headers, "x-metadata") else {
        return Ok(json!({}));
    };
    let decoded = BASE64_STANDARD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    user_metadata(&decoded.ok_or_else(|| Error::InvalidRequest("x-metadata is not base64 text".into()))?)
}

pub(crate) fn user_metadata(text: &str) -> Result<Json, Error> {
    match serde_json::from_str(text) {
        Ok(object @ Json::Object(_)) => keepable(object),
        _ => Err(Error::InvalidRequest("metadata is not a JSON object".into())),
    }
}

/// Refuses U+0000, which neither database stores.
fn keepable(metadata: Json) -> Result<Json, Error> {
    fn holds_nul(value: &Json) -> bool {
        match value {
            Json::String(text) => text.contains('\0'),
            Json::Array(items) => items.iter().any(holds_nul),
            Json::Object(members) => {
                members.iter().any(|(key, value)| key.contains('\0') || holds_nul(value))
            }
            _ => false,
        }
    }
    match holds_nul(&metadata) {
        true => Err(Error::InvalidRequest("metadata must not hold the character U+0000".into())),
        false => Ok(metadata),
    }
}

/// Refuses encoded bytes, because they would be served without the encoding.
pub(crate) fn refuse_encoding(encoding: &str) -> Result<(), Error> {
    match encoding.trim() {
        "" | "identity" => Ok(()),
        _ => Err(Error::InvalidRequest("content-encoding is not supported".into())),
    }
}
