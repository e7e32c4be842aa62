//! Parts of all forms: the proof by time, the kind of a failure, the report.

use std::time::Duration;

use ateneu_base::Timestamp;
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use super::Report;
use crate::campaigns::{
    reports::read::{MAX_REASON, Sent, kind_of, tokens_in},
    words::ReportKind,
};

/// Maximum age of a signature. Providers repeat a request for hours with the signature of the first one.
const TOLERANCE: Duration = Duration::from_hours(24);

/// Time by which a provider's clock may be ahead.
const AHEAD: Duration = Duration::from_mins(5);

/// Contents of a verified request.
#[derive(Debug, Default)]
pub(in crate::campaigns::reports) struct Received {
    pub(in crate::campaigns::reports) reports: Vec<Report>,
    /// Mark of a signature that does not cover the reports, and so counts once.
    pub(in crate::campaigns::reports) once: Option<String>,
}

impl Received {
    pub(super) fn of(reports: Vec<Report>) -> Self {
        Self { reports, once: None }
    }
}

/// Reason why a request is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::campaigns::reports) enum Rejected {
    /// The request is not proved to be the provider's.
    Unproved,
    /// The request is malformed.
    Malformed,
    /// The provider's certificate, or its confirmation, cannot be fetched now.
    Unreachable,
}

impl Rejected {
    pub(in crate::campaigns::reports) const fn status(self) -> StatusCode {
        match self {
            Self::Unproved => StatusCode::UNAUTHORIZED,
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// Reads JSON.
pub(super) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Rejected> {
    serde_json::from_slice(body).map_err(|_| Rejected::Malformed)
}

/// Checks that a signature is recent.
pub(super) fn check_time(at: Timestamp, now: Timestamp) -> Result<(), Rejected> {
    if at <= now + AHEAD && now <= at + TOLERANCE { Ok(()) } else { Err(Rejected::Unproved) }
}

/// Returns the kind of a failure: by its extended status, else by the provider's own judgement.
pub(super) fn failure(status: Option<&str>, otherwise: ReportKind) -> ReportKind {
    status.and_then(kind_of).unwrap_or(otherwise)
}

/// Returns a report about an email to an address. `texts` are those in which a token may be.
pub(super) fn report(
    kind: ReportKind,
    reason: &str,
    (email, message_id): (&str, Option<&str>),
    texts: &[&str],
) -> Report {
    let message_id = message_id.map(|id| id.trim().trim_matches(['<', '>']).to_owned());
    Report {
        kind,
        reason: ateneu_base::fold::one_line(reason).chars().take(MAX_REASON).collect(),
        tokens: tokens_in(&texts.join(" ")),
        sent: Some(Sent { email: ateneu_base::email::written(email), message_id }),
    }
}
