//! SendGrid: many events in a request, whose time and bytes a key of the account signs.

use ateneu_base::Timestamp;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};
use axum::http::HeaderMap;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde::Deserialize;

use super::{
    Report,
    event::{Received, Rejected, check_time, failure, json, report},
};
use crate::campaigns::words::ReportKind;

const SIGNATURE: &str = "x-twilio-email-event-webhook-signature";
const TIME: &str = "x-twilio-email-event-webhook-timestamp";

#[derive(Deserialize)]
struct Event {
    event: String,
    #[serde(default)]
    email: String,
    r#type: Option<String>,
    status: Option<String>,
    reason: Option<String>,
    /// Our Message-ID.
    #[serde(rename = "smtp-id")]
    smtp_id: Option<String>,
}

/// Reads a request.
pub(super) fn read(
    key: &str,
    headers: &HeaderMap,
    body: &[u8],
    now: Timestamp,
) -> Result<Received, Rejected> {
    proves(key, headers, body, now)?;
    Ok(Received::of(json::<Vec<Event>>(body)?.into_iter().filter_map(of).collect()))
}

fn of(event: Event) -> Option<Report> {
    let kind = match event.event.as_str() {
        "spamreport" => ReportKind::Complaint,
        "bounce" if event.r#type.as_deref() == Some("blocked") => ReportKind::Soft,
        "bounce" => failure(event.status.as_deref(), ReportKind::Hard),
        _ => return None,
    };
    let words = [event.status, event.reason].map(Option::unwrap_or_default).join(" ");
    let reason = if kind == ReportKind::Complaint { "spamreport" } else { &words };
    Some(report(kind, reason, (&event.email, event.smtp_id.as_deref()), &[]))
}

fn proves(key: &str, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Result<(), Rejected> {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(time), Some(signature)) = (value(TIME), value(SIGNATURE)) else {
        return Err(Rejected::Unproved);
    };
    let at = time.parse::<i64>().map_err(|_| Rejected::Unproved)?;
    check_time(Timestamp::from_seconds(at), now)?;
    let decoded = |text: &str| BASE64_STANDARD.decode(text).map_err(|_| Rejected::Unproved);
    let (key, signature) = (decoded(key)?, decoded(signature)?);
    let signed = [time.as_bytes(), body].concat();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, key);
    key.verify(&signed, &signature).map_err(|_| Rejected::Unproved)
}
