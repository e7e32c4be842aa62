//! Everything the accounts service refuses or cannot do, and how each is said on the wire.

use std::{borrow::Cow, time::Duration};

use ateneu_base::TokenProblem;
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

/// Why a password is weak, in auth-js's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weakness {
    /// Shorter than so many characters.
    Length(usize),
    /// Known from leaks.
    Pwned,
}

impl Weakness {
    /// The word in `weak_password.reasons`.
    pub fn name(self) -> &'static str {
        match self {
            Weakness::Length(_) => "length",
            Weakness::Pwned => "pwned",
        }
    }
}

/// A refusal that needs no more than its words: the parts of the protocol that are not implemented.
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// HTTP status.
    pub status: StatusCode,
    /// The protocol's code.
    pub code: &'static str,
    /// For the developer who reads it.
    pub message: &'static str,
}

pub(crate) const fn refused(status: StatusCode, code: &'static str, message: &'static str) -> Refusal {
    Refusal { status, code, message }
}

pub(crate) const fn unprocessable(code: &'static str, message: &'static str) -> Refusal {
    refused(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

pub(crate) const fn bad_request(code: &'static str, message: &'static str) -> Refusal {
    refused(StatusCode::BAD_REQUEST, code, message)
}

/// The value of an outcome within a transaction. A refusal is answered as `Ok(Err(…))`, so that what was counted and logged
/// for it is kept; `?` would undo it.
macro_rules! accepted {
    ($outcome:expr) => {
        match $outcome {
            Ok(value) => value,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}
pub(crate) use accepted;

/// What can go wrong.
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

/// In the original's words.
fn weak_password(weaknesses: &[Weakness]) -> String {
    let sentence = |weakness: &Weakness| match weakness {
        Weakness::Length(least) => format!("Password should be at least {least} characters."),
        Weakness::Pwned => {
            "Password is known to be weak and easy to guess, please choose a different one.".to_owned()
        }
    };
    weaknesses.iter().map(sentence).collect::<Vec<_>>().join(" ")
}

/// Rounded up: after so many seconds the wait is over.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}

impl Error {
    /// A refused value, in the caller's words.
    pub(crate) fn validation(message: impl Into<Cow<'static, str>>) -> Self {
        Error::Validation(message.into())
    }

    /// Status and stable code.
    pub fn status_and_code(&self) -> (StatusCode, &'static str) {
        use Error as E;
        match self {
            E::BadJson => (StatusCode::BAD_REQUEST, "bad_json"),
            E::BodyTooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "request_entity_too_large"),
            E::Validation(_) => (StatusCode::BAD_REQUEST, "validation_failed"),
            E::NotAnId(_) => (StatusCode::NOT_FOUND, "validation_failed"),
            E::NoAuthorization => (StatusCode::UNAUTHORIZED, "no_authorization"),
            E::BadJwt(_) | E::NoSubject => (StatusCode::FORBIDDEN, "bad_jwt"),
            E::TokenUserNotFound => (StatusCode::FORBIDDEN, "user_not_found"),
            E::TokenSessionNotFound => (StatusCode::FORBIDDEN, "session_not_found"),
            E::TokenUserBanned => (StatusCode::FORBIDDEN, "user_banned"),
            E::NotAdmin => (StatusCode::FORBIDDEN, "not_admin"),
            E::InvalidCredentials | E::UnsupportedGrant => (StatusCode::BAD_REQUEST, "invalid_credentials"),
            E::EmailNotConfirmed => (StatusCode::BAD_REQUEST, "email_not_confirmed"),
            E::PhoneNotConfirmed => (StatusCode::BAD_REQUEST, "phone_not_confirmed"),
            E::UserBanned => (StatusCode::BAD_REQUEST, "user_banned"),
            E::RefreshTokenNotFound => (StatusCode::BAD_REQUEST, "refresh_token_not_found"),
            E::RefreshTokenAlreadyUsed => (StatusCode::BAD_REQUEST, "refresh_token_already_used"),
            E::SessionNotFound => (StatusCode::BAD_REQUEST, "session_not_found"),
            E::SessionExpired => (StatusCode::BAD_REQUEST, "session_expired"),
            E::SignupDisabled => (StatusCode::UNPROCESSABLE_ENTITY, "signup_disabled"),
            E::AnonymousDisabled => (StatusCode::UNPROCESSABLE_ENTITY, "anonymous_provider_disabled"),
            E::PhoneDisabled => (StatusCode::BAD_REQUEST, "phone_provider_disabled"),
            E::UserAlreadyExists => (StatusCode::UNPROCESSABLE_ENTITY, "user_already_exists"),
            E::EmailExists => (StatusCode::UNPROCESSABLE_ENTITY, "email_exists"),
            E::PhoneExists => (StatusCode::UNPROCESSABLE_ENTITY, "phone_exists"),
            E::IdExists => (StatusCode::UNPROCESSABLE_ENTITY, "conflict"),
            E::WeakPassword(_) => (StatusCode::UNPROCESSABLE_ENTITY, "weak_password"),
            E::SamePassword => (StatusCode::UNPROCESSABLE_ENTITY, "same_password"),
            E::CurrentPasswordInvalid => (StatusCode::BAD_REQUEST, "current_password_invalid"),
            E::OtpExpired => (StatusCode::FORBIDDEN, "otp_expired"),
            E::UserNotFound => (StatusCode::NOT_FOUND, "user_not_found"),
            E::LastAdmin => (StatusCode::UNPROCESSABLE_ENTITY, "last_admin"),
            E::MailRateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, "over_email_send_rate_limit"),
            E::SmsRateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, "over_sms_send_rate_limit"),
            E::RecoveryCodesLocked(_) => (StatusCode::TOO_MANY_REQUESTS, "mfa_recovery_codes_locked"),
            E::RateLimited(_) | E::Busy => (StatusCode::TOO_MANY_REQUESTS, "over_request_rate_limit"),
            E::ProviderSilent => (StatusCode::SERVICE_UNAVAILABLE, "provider_unavailable"),
            E::ProviderAnswer(_) => (StatusCode::BAD_REQUEST, "bad_oauth_callback"),
            E::IdToken(_) | E::NonceMismatch => (StatusCode::BAD_REQUEST, "bad_id_token"),
            E::UnexpectedAudience => (StatusCode::BAD_REQUEST, "unexpected_audience"),
            E::Refused(refusal) => (refusal.status, refusal.code),
            E::NoSuchEndpoint => (StatusCode::NOT_FOUND, "not_found"),
            E::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            E::Db(ateneu_db::Error::Conflict(_)) => (StatusCode::CONFLICT, "conflict"),
            E::Db(
                ateneu_db::Error::Unavailable(_) | ateneu_db::Error::Full(_) | ateneu_db::Error::Timeout(_),
            ) => (StatusCode::SERVICE_UNAVAILABLE, "unexpected_failure"),
            E::Db(_) | E::Defect(_) | E::Company { .. } => {
                (StatusCode::INTERNAL_SERVER_ERROR, "unexpected_failure")
            }
        }
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.status_and_code().1
    }

    /// True when the same work, begun anew, may succeed.
    pub(crate) fn is_conflict(&self) -> bool {
        matches!(self, Error::Db(ateneu_db::Error::Conflict(_)))
    }

    /// True for refusals that only time ends.
    pub(crate) fn is_limit(&self) -> bool {
        self.status_and_code().0 == StatusCode::TOO_MANY_REQUESTS
    }

    /// True when a unique key refused the write.
    pub(crate) fn is_duplicate(&self) -> bool {
        matches!(
            self,
            Error::Db(ateneu_db::Error::Violation(violation)) if violation.kind == ateneu_db::ViolationKind::Unique
        )
    }

    /// The other error where a unique key refused the write.
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

/// An error on its way out: [`crate::requests::error_body::finish`] writes its body in the words of the request's protocol version.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
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
            // The cause is for the log only: it may hold SQL.
            tracing::error!(error = ?self, "the accounts service failed");
        }
        let mut response = problem.status.into_response();
        response.extensions_mut().insert(problem);
        response
    }
}
