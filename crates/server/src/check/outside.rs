//! Checks that ask other computers: the clock of the database, the records of the sender's domain, and the site's own
//! address. Where nobody answers they warn, because this machine may have no way out.

use std::{error::Error as _, time::Duration};

use anyhow::Result;
use ateneu_base::{Timestamp, calendar, config::Findings};
use ateneu_db::Db;
use ateneu_mail::{Mail, domain::RecordState};
use reqwest::{Client, tls::TlsInfo};
use x509_parser::parse_x509_certificate;

/// Time for an answer of the site's own address.
const ANSWER: Duration = Duration::from_secs(5);

/// Difference of clocks from which a warning is due.
const CLOCK: Duration = Duration::from_secs(5);

/// Time before a certificate expires from which a warning is due. Renewals run a month ahead.
const RENEWAL: Duration = Duration::from_hours(14 * 24);

/// Compares the clock with that of the database, and with the newest entry of the audit log.
pub(super) async fn clock(findings: &mut Findings, db: &Db, now: Timestamp) -> Result<()> {
    let sql = "SELECT max(created_at) FROM audit_log";
    let read = db.read(move |tx| {
        Ok::<_, ateneu_db::Error>((tx.database_time()?, tx.query_one_as::<Option<Timestamp>>(sql, &[])?))
    });
    let (theirs, newest) = read.await?;
    let apart = theirs.map_or(0, |theirs| theirs.abs_diff(now.seconds()));
    findings.warn_if(
        apart > CLOCK.as_secs(),
        format!("the clocks of this machine and of the database are {apart} s apart"),
    );
    findings.warn_if(
        newest.is_some_and(|newest| newest > now + CLOCK),
        "the clock is behind the newest entry of the audit log: it was set back",
    );
    Ok(())
}

/// Looks up the records by which others recognise the sender.
pub(super) async fn mail_records(findings: &mut Findings, mail: &Mail) {
    // Without a sender `mail.from` is reported.
    let Ok(records) = mail.domain_records(None).await else { return };
    let kinds = [
        ("SPF", &records.envelope_domain, records.spf, "a permission for the relay"),
        ("DKIM", &records.domain, records.dkim, "the key of the relay's signatures"),
        ("DMARC", &records.domain, records.dmarc, "a policy for forged emails"),
    ];
    for (name, domain, state, meaning) in kinds {
        let line = match state {
            RecordState::Found => continue,
            RecordState::Missing => {
                format!("{domain} has no {name} record, {meaning}: many refuse its emails")
            }
            RecordState::Several => format!("{domain} has several {name} records, of which others use none"),
            RecordState::Unknown => format!("no name server answered whether {domain} has a {name} record"),
            RecordState::Unset => "mail.dkim_selector is not set, so the DKIM record is not looked up".into(),
        };
        findings.warn_if(true, line);
    }
}

/// Asks for the site's own address, and reads the certificate that answers.
pub(super) async fn address(findings: &mut Findings, public_url: &str, now: Timestamp) {
    let host = public_url.trim_start_matches("https://");
    let client = match Client::builder().timeout(ANSWER).tls_info(true).build() {
        Ok(client) => client,
        Err(error) => return findings.warn_if(true, format!("{host} cannot be asked: {error}")),
    };
    let response = match client.get(format!("{public_url}/healthz")).send().await {
        Ok(response) => response,
        Err(error) => {
            let reason = root_of(&error);
            findings.must(reason.contains("certificate"), format!("browsers refuse {host}: {reason}"));
            let silent = format!("{host} did not answer to this machine: {reason}");
            return findings.warn_if(!reason.contains("certificate"), silent);
        }
    };
    let expires = response.extensions().get::<TlsInfo>().and_then(TlsInfo::peer_certificate).and_then(expiry);
    if let Some(expires) = expires {
        let line = format!("the certificate of {host} expires on {}", calendar::iso_day(expires));
        findings.warn_if(expires < now + RENEWAL, line);
    }
    let answers = response.text().await.is_ok_and(|text| text == "alive");
    findings.warn_if(!answers, format!("another server answers at {host}, or none is running"));
}

/// Returns the last moment of a certificate.
fn expiry(certificate: &[u8]) -> Option<Timestamp> {
    let (_, parsed) = parse_x509_certificate(certificate).ok()?;
    Some(Timestamp::from_seconds(parsed.validity().not_after.timestamp()))
}

/// Returns the innermost reason of a failed request.
fn root_of(error: &reqwest::Error) -> String {
    let mut reason = error.source();
    while let Some(inner) = reason.and_then(|reason| reason.source()) {
        reason = Some(inner);
    }
    reason.map_or_else(|| error.to_string(), ToString::to_string).replace('\n', " ")
}
