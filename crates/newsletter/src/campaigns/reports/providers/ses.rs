//! Amazon SES, by its notification service: bounces and complaints of one topic.

use ateneu_base::Timestamp;
use serde::Deserialize;

use super::{
    Report,
    event::{Received, Rejected, failure, json, report},
    sns::{Sites, SnsMessage, Verified},
};
use crate::campaigns::words::ReportKind;

/// An event. Notifications and event publishing name its kind differently.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    mail: Mail,
    bounce: Option<Bounce>,
    complaint: Option<Complaint>,
}

#[derive(Deserialize)]
struct Mail {
    /// Envelope sender.
    #[serde(default)]
    source: String,
    #[serde(default)]
    headers: Vec<Header>,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Bounce {
    bounce_type: String,
    bounced_recipients: Vec<Recipient>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Complaint {
    complained_recipients: Vec<Recipient>,
    complaint_feedback_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Recipient {
    email_address: String,
    status: Option<String>,
    diagnostic_code: Option<String>,
}

/// Reads a request. One that asks to confirm the subscription is answered to Amazon.
pub(super) async fn read(
    topic: &str,
    sites: &Sites,
    body: &[u8],
    now: Timestamp,
) -> Result<Received, Rejected> {
    match json::<SnsMessage>(body)?.verify(topic, sites, now).await? {
        Verified::Notification(text) => {
            // Amazon sends a text of its own after a subscription.
            let event = serde_json::from_str::<Event>(&text).ok();
            Ok(Received::of(event.map(reports).unwrap_or_default()))
        }
        Verified::Subscription(url) => sites.confirm(url).await.map(|()| Received::default()),
        Verified::Other => Ok(Received::default()),
    }
}

fn reports(event: Event) -> Vec<Report> {
    let named = |header: &&Header| header.name.eq_ignore_ascii_case("message-id");
    let message_id = event.mail.headers.iter().find(named).map(|header| header.value.as_str());
    let headers: Vec<&str> = event.mail.headers.iter().map(|header| header.value.as_str()).collect();
    let texts: Vec<&str> = headers.into_iter().chain([event.mail.source.as_str()]).collect();
    if let Some(complaint) = event.complaint {
        let kind = complaint.complaint_feedback_type.unwrap_or_else(|| "abuse".to_owned());
        let all = complaint.complained_recipients.iter();
        let all = all
            .filter(|_| kind != "not-spam")
            .map(|one| report(ReportKind::Complaint, &kind, (&one.email_address, message_id), &texts));
        return all.collect();
    }
    let Some(bounce) = event.bounce else { return Vec::new() };
    let otherwise = if bounce.bounce_type == "Permanent" { ReportKind::Hard } else { ReportKind::Soft };
    let all = bounce.bounced_recipients.iter().map(|one| {
        let status = one.status.as_deref();
        let reason = format!(
            "{} {}",
            status.unwrap_or(&bounce.bounce_type),
            one.diagnostic_code.as_deref().unwrap_or_default()
        );
        report(failure(status, otherwise), &reason, (&one.email_address, message_id), &texts)
    });
    all.collect()
}
