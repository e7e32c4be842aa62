//! Mailgun: one event in a request. Its signature covers a time and a token, not the event, so a token counts once.

use ateneu_base::{Secret, Timestamp};
use aws_lc_rs::hmac;
use serde::Deserialize;

use super::event::{Received, Rejected, check_time, failure, json, report};
use crate::campaigns::words::ReportKind;

/// Maximum length of a token.
const MAX_TOKEN: usize = 100;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Request {
    signature: Signature,
    event_data: Event,
}

#[derive(Deserialize)]
struct Signature {
    timestamp: String,
    token: String,
    signature: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Event {
    event: String,
    #[serde(default)]
    recipient: String,
    severity: Option<String>,
    reason: Option<String>,
    delivery_status: Option<DeliveryStatus>,
    message: Option<Message>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct DeliveryStatus {
    enhanced_code: Option<String>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    headers: Headers,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Headers {
    message_id: Option<String>,
}

/// Reads a request.
pub(super) fn read(key: &Secret, body: &[u8], now: Timestamp) -> Result<Received, Rejected> {
    let Request { signature, event_data: event } = json(body)?;
    proves(key, &signature, now)?;
    let once = Some(format!("mailgun {}", signature.token));
    let status = event.delivery_status.as_ref();
    let words = status.and_then(|status| status.message.as_deref()).unwrap_or_default();
    let code = status.and_then(|status| status.enhanced_code.as_deref()).or(Some(words));
    let permanent = event.severity.as_deref() == Some("permanent");
    let kind = match event.event.as_str() {
        "complained" => ReportKind::Complaint,
        "failed" => {
            let is_hard = permanent && event.reason.as_deref() == Some("bounce");
            failure(code, if is_hard { ReportKind::Hard } else { ReportKind::Soft })
        }
        _ => return Ok(Received { once, ..Received::default() }),
    };
    let reason = if kind == ReportKind::Complaint { "complained" } else { words };
    let id = event.message.as_ref().and_then(|message| message.headers.message_id.as_deref());
    Ok(Received { reports: vec![report(kind, reason, (&event.recipient, id), &[])], once })
}

fn proves(key: &Secret, given: &Signature, now: Timestamp) -> Result<(), Rejected> {
    let at = given.timestamp.parse::<i64>().map_err(|_| Rejected::Unproved)?;
    check_time(Timestamp::from_seconds(at), now)?;
    let digest = hex::decode(&given.signature).map_err(|_| Rejected::Unproved)?;
    let signed = format!("{}{}", given.timestamp, given.token);
    let key_of = hmac::Key::new(hmac::HMAC_SHA256, key.reveal().as_bytes());
    let is_right = hmac::verify(&key_of, signed.as_bytes(), &digest).is_ok();
    match is_right && !key.is_empty() && given.token.len() <= MAX_TOKEN {
        true => Ok(()),
        false => Err(Rejected::Unproved),
    }
}
