//! Refusals and failures of the accounts service, and their form on the wire.

use std::{borrow::Cow, time::Duration};

use ateneu_base::TokenProblem;
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

pub use crate::error_code::ErrorCode;

/// Reason why a password is weak, in auth-js's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    /// Shorter than this number of characters.
    Length(usize),
    /// The password is known from leaks.
    Pwned,
}

impl Weakness {
    /// Returns the word for `weak_password.reasons`.
    pub fn name(self) -> &'static str {
        match self {
            Weakness::Length(_) => "length",
            Weakness::Pwned => "pwned",
        }
    }
}

/// A refusal with fixed texts, such as that of an unsupported part of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: StatusCode,
    /// The protocol's code.
    pub code: ErrorCode,
    /// Message for the developer.
    pub message: &'static str,
}

pub(crate) const fn refused(status: StatusCode, code: ErrorCode, message: &'static str) -> Refusal {
    Refusal { status, code, message }
}

pub(crate) const fn unprocessable(code: ErrorCode, message: &'static str) -> Refusal {
    refused(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

pub(crate) const fn bad_request(code: ErrorCode, message: &'static str) -> Refusal {
    refused(StatusCode::BAD_REQUEST, code, message)
}

/// Unwraps the result of a step in a transaction. A refusal is returned as `Ok(Err(…))`, which keeps its counts and log
/// entries; `?` would roll them back.
macro_rules! accepted {
    ($outcome:expr) => {
        match $outcome {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}
pub(crate) use accepted;

/// Error of the service.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages are the documentation")]
pub enum Error {
    #[error("Could not parse request body as JSON")]
    BadJson,
    #[error("Request body too large")]
    BodyTooLarge,
    #[error("{0}")]
    Validation(Cow<'static, str>),
    #[error("{0} must be a UUID")]
    NotAnId(&'static str),
    #[error("This endpoint requires a valid Bearer token")]
    NoAuthorization,
    #[error("invalid JWT: unable to parse or verify signature: {0}")]
    BadJwt(TokenProblem),
    #[error("invalid claim: missing sub claim")]
    NoSubject,
    #[error("User from sub claim in JWT does not exist")]
    TokenUserNotFound,
    #[error("Session from session_id claim in JWT does not exist")]
    TokenSessionNotFound,
    #[error("User is banned")]
    TokenUserBanned,
    #[error("User not allowed")]
    NotAdmin,
    #[error("Invalid login credentials")]
    InvalidCredentials,
    #[error("unsupported_grant_type")]
    UnsupportedGrant,
    #[error("Email not confirmed")]
    EmailNotConfirmed,
    #[error("Phone not confirmed")]
    PhoneNotConfirmed,
    #[error("User is banned")]
    UserBanned,
    #[error("Invalid Refresh Token: Refresh Token Not Found")]
    RefreshTokenNotFound,
    #[error("Invalid Refresh Token: Already Used")]
    RefreshTokenAlreadyUsed,
    #[error("Invalid Refresh Token: Session Not Found")]
    SessionNotFound,
    #[error("Invalid Refresh Token: Session Expired")]
    SessionExpired,
    #[error("Signups not allowed for this instance")]
    SignupDisabled,
    #[error("Anonymous sign-ins are disabled")]
    AnonymousDisabled,
    #[error("Phone sign-ins are disabled")]
    PhoneDisabled,
    #[error("User already registered")]
    UserAlreadyExists,
    #[error("A user with this email address has already been registered")]
    EmailExists,
    #[error("A user with this phone number has already been registered")]
    PhoneExists,
    #[error("A user with this id already exists")]
    IdExists,
    #[error("{}", weak_password(.0))]
    WeakPassword(Vec<Weakness>),
    #[error("New password should be different from the old password.")]
    SamePassword,
    #[error("Current password is not correct")]
    CurrentPasswordInvalid,
    #[error("Token has expired or is invalid")]
    OtpExpired,
    #[error("User not found")]
    UserNotFound,
    #[error("The last administrator cannot be removed")]
    LastAdmin,
    #[error(
        "For security purposes, you can only request this after {} seconds.",
        whole_seconds(*.0).max(1)
    )]
    MailRateLimited(Duration),
    #[error(
        "For security purposes, you can only request this after {} seconds.",
        whole_seconds(*.0).max(1)
    )]
    SmsRateLimited(Duration),
    #[error("Request rate limit reached")]
    RateLimited(Duration),
    #[error("Too many wrong recovery codes, try again later or use another factor")]
    RecoveryCodesLocked(Duration),
    #[error("Too many sign-ins at this moment, try again shortly")]
    Busy,
    #[error("{}", .0.message)]
    Refused(&'static Refusal),
    #[error("The sign-in provider did not answer")]
    ProviderSilent,
    #[error("The sign-in provider's answer cannot be used: {0}")]
    ProviderAnswer(&'static str),
    #[error("Bad ID token: {0}")]
    IdToken(&'static str),
    #[error("Unacceptable audience in id_token")]
    UnexpectedAudience,
    #[error("Nonces mismatch")]
    NonceMismatch,
    #[error("There is nothing at this address")]
    NoSuchEndpoint,
    #[error("This address does not answer that method")]
    MethodNotAllowed,
    #[error("the company `{name}` cannot be used: {problem}")]
    Company { name: String, problem: String },
    #[error("Database error")]
    Db(#[from] ateneu_db::Error),
    #[error("{0}")]
    Defect(&'static str),
}

/// Returns the message of a weak password, in the words of upstream.
fn weak_password(weaknesses: &[Weakness]) -> String {
    let sentence = |weakness: &Weakness| match weakness {
        Weakness::Length(least) => format!("Password should be at least {least} characters."),
        Weakness::Pwned => {
            "Password is known to be weak and easy to guess, please choose a different one.".to_owned()
        }
    };
    weaknesses.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

/// Returns the wait in whole seconds, rounded up.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

impl Error {
    /// Returns the refusal of a value, with the caller's message.
    pub(crate) fn validation(message: impl Into<Cow<'static, str>>) -> Self {
        Error::Validation(message.into())
    }

    /// Returns status and stable code.
    pub fn status_and_code(&self) -> (StatusCode, ErrorCode) {
        use Error as E;
        use ErrorCode as Code;
        match self {
            E::BadJson => (StatusCode::BAD_REQUEST, Code::BadJson),
            E::BodyTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, Code::RequestEntityTooLarge),
            E::Validation(_) => (StatusCode::BAD_REQUEST, Code::ValidationFailed),
            E::NotAnId(_) => (StatusCode::NOT_FOUND, Code::ValidationFailed),
            E::NoAuthorization => (StatusCode::UNAUTHORIZED, Code::NoAuthorization),
            E::BadJwt(_) | E::NoSubject => (StatusCode::FORBIDDEN, Code::BadJwt),
            E::TokenUserNotFound => (StatusCode::FORBIDDEN, Code::UserNotFound),
            E::TokenSessionNotFound => (StatusCode::FORBIDDEN, Code::SessionNotFound),
            E::TokenUserBanned => (StatusCode::FORBIDDEN, Code::UserBanned),
            E::NotAdmin => (StatusCode::FORBIDDEN, Code::NotAdmin),
            E::InvalidCredentials | E::UnsupportedGrant => {
                (StatusCode::BAD_REQUEST, Code::InvalidCredentials)
            }
            E::EmailNotConfirmed => (StatusCode::BAD_REQUEST, Code::EmailNotConfirmed),
            E::PhoneNotConfirmed => (StatusCode::BAD_REQUEST, Code::PhoneNotConfirmed),
            E::UserBanned => (StatusCode::BAD_REQUEST, Code::UserBanned),
            E::RefreshTokenNotFound => (StatusCode::BAD_REQUEST, Code::RefreshTokenNotFound),
            E::RefreshTokenAlreadyUsed => (StatusCode::BAD_REQUEST, Code::RefreshTokenAlreadyUsed),
            E::SessionNotFound => (StatusCode::BAD_REQUEST, Code::SessionNotFound),
            E::SessionExpired => (StatusCode::BAD_REQUEST, Code::SessionExpired),
            E::SignupDisabled => (StatusCode::UNPROCESSABLE_ENTITY, Code::SignupDisabled),
            E::AnonymousDisabled => (StatusCode::UNPROCESSABLE_ENTITY, Code::AnonymousProviderDisabled),
            E::PhoneDisabled => (StatusCode::BAD_REQUEST, Code::PhoneProviderDisabled),
            E::UserAlreadyExists => (StatusCode::UNPROCESSABLE_ENTITY, Code::UserAlreadyExists),
            E::EmailExists => (StatusCode::UNPROCESSABLE_ENTITY, Code::EmailExists),
            E::PhoneExists => (StatusCode::UNPROCESSABLE_ENTITY, Code::PhoneExists),
            E::IdExists => (StatusCode::UNPROCESSABLE_ENTITY, Code::Conflict),
            E::WeakPassword(_) => (StatusCode::UNPROCESSABLE_ENTITY, Code::WeakPassword),
            E::SamePassword => (StatusCode::UNPROCESSABLE_ENTITY, Code::SamePassword),
            E::CurrentPasswordInvalid => (StatusCode::BAD_REQUEST, Code::CurrentPasswordInvalid),
            E::OtpExpired => (StatusCode::FORBIDDEN, Code::OtpExpired),
            E::UserNotFound => (StatusCode::NOT_FOUND, Code::UserNotFound),
            E::LastAdmin => (StatusCode::UNPROCESSABLE_ENTITY, Code::LastAdmin),
            E::MailRateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, Code::OverEmailSendRateLimit),
            E::SmsRateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, Code::OverSmsSendRateLimit),
            E::RecoveryCodesLocked(_) => (StatusCode::TOO_MANY_REQUESTS, Code::MfaRecoveryCodesLocked),
            E::RateLimited(_) | E::Busy => (StatusCode::TOO_MANY_REQUESTS, Code::OverRequestRateLimit),
            E::ProviderSilent => (StatusCode::SERVICE_UNAVAILABLE, Code::ProviderUnavailable),
            E::ProviderAnswer(_) => (StatusCode::BAD_REQUEST, Code::BadOauthCallback),
            E::IdToken(_) | E::NonceMismatch => (StatusCode::BAD_REQUEST, Code::BadIdToken),
            E::UnexpectedAudience => (StatusCode::BAD_REQUEST, Code::UnexpectedAudience),
            E::Refused(refusal) => (refusal.status, refusal.code),
            E::NoSuchEndpoint => (StatusCode::NOT_FOUND, Code::NotFound),
            E::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed),
            E::Db(ateneu_db::Error::Conflict(_)) => (StatusCode::CONFLICT, Code::Conflict),
            E::Db(
                ateneu_db::Error::Unavailable(_) | ateneu_db::Error::Full(_) | ateneu_db::Error::Timeout(_),
            ) => (StatusCode::SERVICE_UNAVAILABLE, Code::UnexpectedFailure),
            E::Db(_) | E::Defect(_) | E::Company { .. } => {
                (StatusCode::INTERNAL_SERVER_ERROR, Code::UnexpectedFailure)
            }
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> ErrorCode {
        self.status_and_code().1
    }

    /// True if a retry of the whole work may succeed.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Error::Db(ateneu_db::Error::Conflict(_)))
    }

    /// True for refusals that only time ends.
    pub(crate) fn is_limit(&self) -> bool {
        self.status_and_code().0 == StatusCode::TOO_MANY_REQUESTS
    }

    /// True if a unique key refused the write.
    pub(crate) fn is_duplicate(&self) -> bool {
        matches!(
            self,
            Error::Db(ateneu_db::Error::Violation(violation)) if violation.kind == ateneu_db::ViolationKind::Unique
        )
    }

    /// Returns `other` if a unique key refused the write.
    pub(crate) fn duplicate_is(self, other: Self) -> Self {
        if self.is_duplicate() { other } else { self }
    }

    fn retry_after(&self) -> Option<Duration> {
        match self {
            Error::RateLimited(wait)
            | Error::MailRateLimited(wait)
            | Error::SmsRateLimited(wait)
            | Error::RecoveryCodesLocked(wait) => Some(*wait),
            Error::Busy => Some(Duration::from_secs(1)),
            _ => None,
        }
    }
}

/// An error in a response: [`crate::requests::error_body::finish`] writes its body for the request's protocol version.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    pub(crate) weaknesses: Vec<Weakness>,
    pub(crate) retry_after: Option<Duration>,
}

impl From<ateneu_limits::Error> for Error {
    fn from(error: ateneu_limits::Error) -> Self {
        match error {
            ateneu_limits::Error::Full(wait) => Error::RateLimited(wait),
            ateneu_limits::Error::Database(error) => error.into(),
        }
    }
}

impl From<ateneu_passwords::Error> for Error {
    fn from(error: ateneu_passwords::Error) -> Self {
        match error {
            ateneu_passwords::Error::Busy => Error::Busy,
            ateneu_passwords::Error::InvalidAddress => Error::Defect("auth.pwned_url must be http(s)://host"),
            ateneu_passwords::Error::Defect(defect) => Error::Defect(defect),
        }
    }
}

impl From<ateneu_tokens::Error> for Error {
    fn from(error: ateneu_tokens::Error) -> Self {
        match error {
            ateneu_tokens::Error::MalformedToken => Error::validation("Refresh token is not valid"),
            ateneu_tokens::Error::UnknownToken => Error::RefreshTokenNotFound,
            ateneu_tokens::Error::Database(error) => error.into(),
            ateneu_tokens::Error::Defect(defect) => Error::Defect(defect),
        }
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        let (status, code) = error.status_and_code();
        Self {
            status,
            code,
            message: error.to_string(),
            weaknesses: match error {
                Error::WeakPassword(weaknesses) => weaknesses.clone(),
                _ => Vec::new(),
            },
            retry_after: error.retry_after(),
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let problem = Problem::from(&self);
        if problem.status.is_server_error() {
            // The cause is only logged, because it may contain SQL.
            tracing::error!(error = ?self, "the accounts service failed");
        }
        let mut response = problem.status.into_response();
        response.extensions_mut().insert(problem);
        response
    }
}
