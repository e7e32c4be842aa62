//! Refusals and failures, and their form on the wire.
//!
//! storage-js 2.119 reads the HTTP status, `statusCode`, `code` and `message`. Nearly all have HTTP status 400, with
//! the true status as text in the body.

use ateneu_base::TokenProblem;
use ateneu_db::ViolationKind;
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::json;

/// A refusal or a failure.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The bucket does not exist, or is not public and was requested as public.
    #[error("Bucket not found")]
    NoSuchBucket,
    /// The file does not exist, or the caller may not see it.
    #[error("Object not found")]
    NoSuchKey,
    /// A file with that key exists.
    #[error("The resource already exists")]
    KeyAlreadyExists,
    /// A bucket with that name exists.
    #[error("The resource already exists")]
    BucketAlreadyExists,
    /// The rules of the bucket do not admit the caller.
    #[error("new row violates row-level security policy")]
    AccessDenied,
    /// Declared buckets cannot be changed.
    #[error("the bucket is declared by the application and cannot be changed")]
    DeclaredBucket,
    /// The bearer token was refused.
    #[error("{0}")]
    Token(&'static str),
    /// A protected route without a token.
    #[error("headers must have required property 'authorization'")]
    MissingAuthorization,
    /// The token of a signed link is not from this server.
    #[error("the signed link is not valid")]
    InvalidJwt,
    /// The token of a signed link is for another file or another purpose.
    #[error("the signed link is for another file or another purpose")]
    InvalidSignature,
    /// The signed link has expired.
    #[error("the signed link has expired")]
    ExpiredToken,
    /// The file is larger than the bucket accepts.
    #[error("The object exceeded the maximum allowed size")]
    EntityTooLarge,
    /// The bucket does not accept the type, or the bytes are not of the declared type.
    #[error("mime type {0} is not supported")]
    InvalidMimeType(String),
    /// A key with forbidden characters.
    #[error("Invalid key: {0}")]
    InvalidKey(String),
    /// A bucket name with forbidden characters.
    #[error("Bucket name invalid")]
    InvalidBucketName,
    /// A bucket with files cannot be deleted.
    #[error("The bucket you tried to delete is not empty")]
    BucketNotEmpty,
    /// The range lies outside the file of this number of bytes.
    #[error("The requested range cannot be satisfied")]
    InvalidRange(u64),
    /// A required query parameter is missing.
    #[error("Missing required parameter {0}")]
    MissingParameter(&'static str),
    /// The resumable upload does not exist or is not the caller's.
    #[error("Upload not found")]
    NoSuchUpload,
    /// The resumable upload has expired.
    #[error("The upload has expired")]
    ExpiredUpload,
    /// The bytes begin at another offset than the upload's.
    #[error("Upload-Offset does not match where the upload stands")]
    WrongOffset,
    /// A resumable upload exceeds its announced size.
    #[error("The upload exceeded the announced size")]
    SizeExceeded,
    /// The account's storage quota in the bucket is used.
    #[error(
        "the account stores as much in this bucket as it may: remove a file or an unfinished upload first"
    )]
    QuotaExceeded,
    /// The account has too many unfinished uploads.
    #[error("too many uploads are under way, finish or cancel some")]
    TooManyUploads,
    /// Another version of the resumable protocol, or none.
    #[error("Tus-Resumable must be 1.0.0")]
    TusVersion,
    /// Bytes of a resumable upload with another content type than the protocol's.
    #[error("Content-Type must be application/offset+octet-stream")]
    NotUploadBytes,
    /// The request is malformed.
    #[error("{0}")]
    InvalidRequest(String),
    /// No such endpoint.
    #[error("Route not found")]
    NoRoute,
    /// The database or the store cannot be used just now.
    #[error("the storage is busy or unavailable, try again")]
    Unavailable,
    /// The store is full.
    #[error("there is no room left to store the file")]
    Full,
    /// A defect. The text is only logged.
    #[error("internal error")]
    Internal(String),
}

/// HTTP status, `statusCode`, `code`, `error`.
type Parts = (u16, &'static str, &'static str, &'static str);

impl Error {
    fn parts(&self) -> Parts {
        match self {
            Error::NoSuchBucket => (400, "404", "NoSuchBucket", "Bucket not found"),
            Error::NoSuchKey => (400, "404", "NoSuchKey", "not_found"),
            Error::KeyAlreadyExists => (400, "409", "KeyAlreadyExists", "Duplicate"),
            Error::BucketAlreadyExists => (400, "409", "BucketAlreadyExists", "Duplicate"),
            Error::AccessDenied | Error::DeclaredBucket | Error::Token(_) => {
                (400, "403", "AccessDenied", "Unauthorized")
            }
            Error::MissingAuthorization => (400, "400", "InvalidRequest", "Error"),
            Error::InvalidJwt => (400, "400", "InvalidJWT", "InvalidJWT"),
            Error::InvalidSignature => (400, "400", "InvalidSignature", "InvalidSignature"),
            Error::ExpiredToken => (400, "400", "ExpiredToken", "ExpiredToken"),
            Error::EntityTooLarge | Error::SizeExceeded => {
                (400, "413", "EntityTooLarge", "Payload too large")
            }
            Error::InvalidMimeType(_) => (400, "415", "InvalidMimeType", "invalid_mime_type"),
            Error::InvalidKey(_) => (400, "400", "InvalidKey", "InvalidKey"),
            Error::InvalidBucketName => (400, "400", "InvalidBucketName", "Invalid Input"),
            Error::BucketNotEmpty => (400, "409", "ResourceNotEmpty", "ResourceNotEmpty"),
            Error::InvalidRange(_) => (416, "416", "InvalidRange", "InvalidRange"),
            Error::MissingParameter(_) => (400, "400", "MissingParameter", "MissingParameter"),
            Error::InvalidRequest(_) => (400, "400", "InvalidRequest", "InvalidRequest"),
            Error::NoSuchUpload => (400, "404", "NoSuchUpload", "not_found"),
            Error::ExpiredUpload => (400, "410", "ExpiredUpload", "ExpiredUpload"),
            Error::WrongOffset => (400, "409", "WrongOffset", "WrongOffset"),
            Error::QuotaExceeded => (400, "413", "QuotaExceeded", "Payload too large"),
            Error::TooManyUploads => (429, "429", "TooManyUploads", "TooManyUploads"),
            Error::TusVersion => (400, "412", "UnsupportedVersion", "UnsupportedVersion"),
            Error::NotUploadBytes => (400, "415", "InvalidContentType", "InvalidContentType"),
            Error::NoRoute => (404, "404", "NoRoute", "Not Found"),
            Error::Unavailable => (503, "503", "SlowDown", "SlowDown"),
            Error::Full => (507, "507", "InsufficientStorage", "InsufficientStorage"),
            Error::Internal(_) => (500, "500", "InternalError", "InternalError"),
        }
    }

    pub(crate) fn code(&self) -> &'static str {
        self.parts().2
    }

    /// Returns the status that most responses have only in their body.
    pub(crate) fn true_status(&self) -> StatusCode {
        StatusCode::from_bytes(self.parts().1.as_bytes()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Returns `true` if a retry would fail the same way.
    pub(crate) fn is_final(&self) -> bool {
        !matches!(
            self,
            Error::WrongOffset
                | Error::TooManyUploads
                | Error::Unavailable
                | Error::Full
                | Error::Internal(_)
        )
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Error::Internal(detail) = &self {
            tracing::error!(detail, "storage failed");
        }
        let (status, status_code, code, error) = self.parts();
        let body = json!({
            "statusCode": status_code, "code": code, "error": error, "message": self.to_string(),
        });
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(body)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Error::InvalidRange(size) = self
            && let Ok(value) = HeaderValue::from_str(&format!("bytes */{size}"))
        {
            response.headers_mut().insert(header::CONTENT_RANGE, value);
        }
        response
    }
}

impl From<TokenProblem> for Error {
    fn from(problem: TokenProblem) -> Self {
        Error::Token(match problem {
            TokenProblem::Malformed => "jwt malformed",
            TokenProblem::BadSignature => "jwt signature is not valid",
            TokenProblem::Expired => "jwt expired",
            TokenProblem::BadClaims => "jwt claims are not usable",
            TokenProblem::SessionEnded => "jwt session has ended",
            TokenProblem::Unavailable => return Error::Unavailable,
        })
    }
}

impl From<ateneu_pictures::Error> for Error {
    fn from(problem: ateneu_pictures::Error) -> Self {
        match problem {
            ateneu_pictures::Error::Invalid(message) => Error::InvalidRequest(message),
            ateneu_pictures::Error::TooLarge => Error::EntityTooLarge,
            ateneu_pictures::Error::Busy => Error::Unavailable,
            ateneu_pictures::Error::Defect(message) => Error::Internal(message),
        }
    }
}

impl From<ateneu_db::Error> for Error {
    fn from(problem: ateneu_db::Error) -> Self {
        match problem {
            ateneu_db::Error::Unavailable(_) | ateneu_db::Error::Conflict(_) => {
                tracing::warn!(%problem, "storage could not use the database");
                Error::Unavailable
            }
            ateneu_db::Error::Full(_) => {
                tracing::error!(%problem, "storage could not write to the database");
                Error::Full
            }
            // A concurrent request took the key or the bucket.
            ateneu_db::Error::Violation(violation) if violation.kind == ViolationKind::Unique => {
                Error::KeyAlreadyExists
            }
            ateneu_db::Error::Violation(violation) if violation.kind == ViolationKind::ForeignKey => {
                Error::NoSuchBucket
            }
            ateneu_db::Error::Value(_) => Error::InvalidRequest("a value cannot be kept".into()),
            other => Error::Internal(other.to_string()),
        }
    }
}

impl From<object_store::Error> for Error {
    fn from(problem: object_store::Error) -> Self {
        if is_full(&problem) {
            tracing::error!(%problem, "no room in the object store");
            return Error::Full;
        }
        match problem {
            object_store::Error::NotFound { .. } => Error::NoSuchKey,
            other => Error::Internal(other.to_string()),
        }
    }
}

/// Returns `true` if a full disk or quota is among the causes.
fn is_full(problem: &object_store::Error) -> bool {
    use std::io::ErrorKind::{QuotaExceeded, StorageFull};
    let first: &(dyn std::error::Error + 'static) = problem;
    std::iter::successors(Some(first), |error| error.source())
        .filter_map(|error| error.downcast_ref::<std::io::Error>())
        .any(|error| matches!(error.kind(), StorageFull | QuotaExceeded))
}
