//! Counts a report and suppresses its address.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_mail::suppressions::{self, SuppressionKind, SuppressionSource};
use serde::Deserialize;

use super::read::{Report, Sent};
use crate::campaigns::{
    rows::Counts,
    tokens::{self, Purpose, RecipientId},
    unsubscribe::{Addressee, leave_open},
    words::ReportKind,
};

/// Number of soft failures in [`SOFT_TIME`] that suppress an address.
const SOFT_FAILURES: i64 = 3;

/// Time in which soft failures count.
const SOFT_TIME: Duration = Duration::from_hours(30 * 24);

#[derive(Deserialize)]
struct Known {
    report: Option<ReportKind>,
}

/// Time after a campaign's start in which a report without a name of its email counts for it.
const NAMELESS_TIME: Duration = Duration::from_hours(7 * 24);

/// Records a report. Returns `false` if it names no recipient. Each email counts once for each kind, so a flood of
/// reports about one changes nothing.
pub(super) fn record(
    tx: &mut Tx<'_>,
    report: &Report,
    source: SuppressionSource,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(id) = recipient(tx, report, now)? else { return record_other(tx, report, source, now) };
    let Some(mut counts) = Counts::lock(tx, id.campaign)? else { return Ok(false) };
    let sql = "SELECT report FROM campaign_recipients WHERE campaign = $1 AND number = $2";
    let Some(known) = tx.query_optional_as::<Known>(sql, &[id.campaign.into(), id.number.into()])? else {
        return Ok(false);
    };
    // A stronger report replaces a weaker one.
    if known.report.is_some_and(|known| known >= report.kind) {
        return Ok(true);
    }
    let sql = "UPDATE campaign_recipients SET report = $3, reported_at = $4, reason = $5
               WHERE campaign = $1 AND number = $2";
    let values =
        [id.campaign.into(), id.number.into(), report.kind.into(), now.into(), (&report.reason).into()];
    tx.execute(sql, &values)?;
    match report.kind {
        ReportKind::Complaint => counts.complaints += 1,
        ReportKind::Soft | ReportKind::Hard => counts.bounced += i64::from(known.report.is_none()),
    }
    let Some(addressee) = Addressee::read(tx, id)? else { return Ok(true) };
    if let Some(kind) = consequence(tx, report.kind, &addressee, now)? {
        let email = addressee.email.as_deref().unwrap_or_default();
        suppressions::suppress(tx, email, (kind, source), &report.reason, now)?;
        if kind == SuppressionKind::Complaint && addressee.leave(tx, now)? {
            counts.unsubscribed += 1;
        }
    }
    tx.update(&counts)?;
    Ok(true)
}

/// Returns the recipient of the email: by a signed token, else by the Message-ID or the address that a provider names.
fn recipient(tx: &mut Tx<'_>, report: &Report, now: Timestamp) -> Result<Option<RecipientId>, Error> {
    for token in &report.tokens {
        if let Some((Purpose::Bounce | Purpose::Unsubscribe, id)) = tokens::verify(tx, token)? {
            return Ok(Some(id));
        }
    }
    let Some(Sent { email, message_id }) = &report.sent else { return Ok(None) };
    let Some(message_id) = message_id else {
        let sql =
            "SELECT r.campaign, r.number FROM campaign_recipients r JOIN campaigns c ON c.number = r.campaign
                   WHERE r.email = $1 AND c.started_at > $2 AND r.state IN ('delivered', 'uncertain')
                   ORDER BY r.campaign DESC LIMIT 1";
        let found: Option<(i64, i64)> =
            tx.query_optional_as(sql, &[email.into(), (now - NAMELESS_TIME).into()])?;
        return Ok(found.map(|(campaign, number)| RecipientId { campaign, number }));
    };
    let Some(id) = tokens::recipient_of_message(message_id) else { return Ok(None) };
    let addressee = Addressee::read(tx, id)?;
    let is_theirs = addressee.and_then(|addressee| addressee.email).is_some_and(|known| known == *email);
    Ok(is_theirs.then_some(id))
}

/// Records a report about an email that was no letter: a subscribed address is suppressed, and no campaign counts it.
/// Returns `false` if the address is not subscribed, or nothing follows.
fn record_other(
    tx: &mut Tx<'_>,
    report: &Report,
    source: SuppressionSource,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(Sent { email, .. }) = &report.sent else { return Ok(false) };
    let kind = match report.kind {
        ReportKind::Hard => SuppressionKind::Hard,
        ReportKind::Complaint => SuppressionKind::Complaint,
        ReportKind::Soft => return Ok(false),
    };
    let sql = "SELECT 1 AS n FROM newsletter_subscriptions WHERE email = $1 AND is_active";
    if tx.query_optional(sql, &[email.into()])?.is_none() {
        return Ok(false);
    }
    suppressions::suppress(tx, email, (kind, source), &report.reason, now)?;
    if kind == SuppressionKind::Complaint {
        leave_open(tx, email, now)?;
    }
    Ok(true)
}

/// Returns the suppression that follows from a report, `None` for the first soft failures and for an erased person.
fn consequence(
    tx: &mut Tx<'_>,
    kind: ReportKind,
    addressee: &Addressee,
    now: Timestamp,
) -> Result<Option<SuppressionKind>, Error> {
    let Some(email) = &addressee.email else { return Ok(None) };
    Ok(match kind {
        ReportKind::Hard => Some(SuppressionKind::Hard),
        ReportKind::Complaint => Some(SuppressionKind::Complaint),
        ReportKind::Soft => {
            let sql = "SELECT count(*) FROM campaign_recipients
                       WHERE email = $1 AND report = 'soft' AND reported_at > $2";
            let failures: i64 = tx.query_one_as(sql, &[email.into(), (now - SOFT_TIME).into()])?;
            (failures >= SOFT_FAILURES).then_some(SuppressionKind::Soft)
        }
    })
}
