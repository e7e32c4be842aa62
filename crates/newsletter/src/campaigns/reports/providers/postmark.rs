//! Postmark: one event in a request, which a password in the address proves.

use ateneu_base::Secret;
use aws_lc_rs::constant_time::verify_slices_are_equal;
use axum::http::{HeaderMap, header::AUTHORIZATION};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;

use super::event::{Received, Rejected, json, report};
use crate::campaigns::words::ReportKind;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Event {
    record_type: String,
    r#type: Option<String>,
    email: Option<String>,
    details: Option<String>,
    /// The report as it came, if the webhook includes it.
    content: Option<String>,
}

/// Reads a request.
pub(super) fn read(password: &Secret, headers: &HeaderMap, body: &[u8]) -> Result<Received, Rejected> {
    proves(password, headers).ok_or(Rejected::Unproved)?;
    let event: Event = json(body)?;
    let (Some(email), Some(name)) = (&event.email, &event.r#type) else { return Ok(Received::default()) };
    let kind = match (event.record_type.as_str(), name.as_str()) {
        ("SpamComplaint", _) | ("Bounce", "SpamComplaint") => ReportKind::Complaint,
        ("Bounce", "HardBounce" | "BadEmailAddress") => ReportKind::Hard,
        ("Bounce", "SoftBounce" | "Transient" | "DnsError" | "Blocked" | "Undeliverable") => ReportKind::Soft,
        // Automatic answers, confirmations and the like.
        _ => return Ok(Received::default()),
    };
    let reason = format!("{name} {}", event.details.as_deref().unwrap_or_default());
    let content = event.content.as_deref().unwrap_or_default();
    Ok(Received::of(vec![report(kind, &reason, (email, None), &[content])]))
}

/// Checks the password of HTTP Basic. Any user name is accepted.
fn proves(password: &Secret, headers: &HeaderMap) -> Option<()> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Basic ")?;
    let given = BASE64_STANDARD.decode(value).ok()?;
    let given = &given[given.iter().position(|byte| *byte == b':')? + 1..];
    let is_same = verify_slices_are_equal(given, password.reveal().as_bytes()).is_ok();
    (is_same && !password.is_empty()).then_some(())
}
