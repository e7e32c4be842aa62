//! The server functions of notices, for administrators.

use std::collections::HashMap;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Error, Tx};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    rows::ContractNotice,
    service::{ContractNotices, email},
    words::{ContractAudience, ContractNoticeKind, ContractNoticeState, ContractRecipientState},
    write::ContractNoticeDraft,
};
use crate::refused::Refused;

/// Completes "Você precisa estar logado para …".
const PURPOSE: &str = "avisar mudanças";

/// Labels of the actions in the audit log, in Portuguese.
pub(crate) const AUDIT_LABELS: &[(&str, &str)] = &[
    ("send-contract-notice", "Aviso de mudança enviado"),
    ("resume-contract-notice", "Aviso de mudança retomado"),
];

/// Number of notices in the list. Older ones are in the audit log.
const LISTED: i64 = 50;

/// Returns the server functions of notices.
pub fn functions() -> Vec<Function<ContractNotices>> {
    vec![
        Function::new("list-contract-notices", PURPOSE, list),
        Function::new("preview-contract-notice", PURPOSE, preview),
        Function::new("send-contract-notice", PURPOSE, send),
        Function::new("resume-contract-notice", PURPOSE, resume),
    ]
}

/// A sent notice with its figures.
#[derive(Serialize, JsonSchema)]
struct ContractNoticeView {
    id: String,
    kind: ContractNoticeKind,
    audience: ContractAudience,
    plans: Vec<String>,
    /// Day on which the change takes effect: `2027-01-15`.
    effective_on: String,
    subject: String,
    text: String,
    state: ContractNoticeState,
    recipients: i64,
    sent: i64,
    failed: i64,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
}

/// Earliest day of a change that is announced now.
#[derive(Serialize, JsonSchema)]
struct EarliestChange {
    kind: ContractNoticeKind,
    /// Day, such as `2027-01-15`.
    day: String,
    /// Days that the owner's terms promise.
    days: u32,
}

#[derive(Serialize, JsonSchema)]
struct ContractNoticeList {
    /// Notices, the newest first.
    notices: Vec<ContractNoticeView>,
    earliest: Vec<EarliestChange>,
}

/// Number of recipients of a notice in one state.
#[derive(Deserialize)]
struct Counted {
    notice: String,
    state: ContractRecipientState,
    count: i64,
}

async fn list(service: ContractNotices, _: Administrator, _: Nothing) -> Result<ContractNoticeList, Refusal> {
    let now = service.now();
    let read = service.0.db.read(move |tx: &mut Tx<'_>| {
        let notices: Vec<ContractNotice> =
            tx.rows(&format!("ORDER BY created_at DESC, id LIMIT {LISTED}"), &[])?;
        // The counts of the others are stored.
        let sql = "SELECT r.notice, r.state, count(*) AS count FROM contract_notices n
                   JOIN contract_notice_recipients r ON r.notice = n.id
                   WHERE n.state <> 'done' AND r.state IN ('sent', 'failed') GROUP BY r.notice, r.state";
        let counted: Vec<Counted> = tx.query_as(sql, &[])?;
        Ok::<_, Error>((notices, counted))
    });
    let (notices, counted) = read.await?;
    let mut counts: HashMap<(String, &'static str), i64> = HashMap::new();
    for Counted { notice, state, count } in counted {
        counts.insert((notice, state.word()), count);
    }
    let running = |id: &str, state: ContractRecipientState| {
        counts.get(&(id.to_owned(), state.word())).copied().unwrap_or_default()
    };
    let view = |notice: ContractNotice| {
        let is_done = notice.state == ContractNoticeState::Done;
        let count = |stored: i64, state| if is_done { stored } else { running(&notice.id, state) };
        ContractNoticeView {
            sent: count(notice.sent, ContractRecipientState::Sent),
            failed: count(notice.failed, ContractRecipientState::Failed),
            id: notice.id,
            kind: notice.kind,
            audience: notice.audience,
            plans: notice.plans,
            effective_on: notice.effective_on,
            subject: notice.subject,
            text: notice.body,
            state: notice.state,
            recipients: notice.recipients,
            created_at: notice.created_at,
            finished_at: notice.finished_at,
        }
    };
    let earliest = ContractNoticeKind::ALL.iter().map(|kind| EarliestChange {
        kind: *kind,
        day: service.earliest_day(*kind, now),
        days: service.days_ahead(*kind),
    });
    Ok(ContractNoticeList { notices: notices.into_iter().map(view).collect(), earliest: earliest.collect() })
}

/// An email of a notice, and the number of its recipients.
#[derive(Serialize, JsonSchema)]
struct ContractNoticePreview {
    subject: String,
    html: String,
    text: String,
    recipients: i64,
}

async fn preview(
    service: ContractNotices,
    _: Administrator,
    draft: ContractNoticeDraft,
) -> Result<ContractNoticePreview, Refusal> {
    let now = service.now();
    let notice = service.check("", draft, now)?;
    let sender = service.0.mail.sender();
    let shown = email(&sender, &notice).rendered(&sender);
    let recipients = service.0.db.read(move |tx| ContractNotices::count(tx, &notice, now)).await?;
    Ok(ContractNoticePreview { subject: shown.subject, html: shown.html, text: shown.text, recipients })
}

/// A notice that the owner has confirmed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SendContractNotice {
    /// Id of the notice, chosen by the caller. The same id is sent once.
    id: String,
    notice: ContractNoticeDraft,
    /// Expected number of recipients.
    recipients: i64,
}

/// Number of recipients of a sent notice.
#[derive(Serialize, JsonSchema)]
struct ContractNoticeRecipients {
    recipients: i64,
}

async fn send(
    service: ContractNotices,
    by: Administrator,
    request: SendContractNotice,
) -> Result<ContractNoticeRecipients, Refusal> {
    let SendContractNotice { id, notice, recipients: expected } = request;
    let id = ids::parse_uuid(&id).ok_or(Refused::ContractNoticeInvalid)?;
    let now = service.now();
    let notice = service.check(&id, notice, now)?;
    let sent = service.0.db.write(move |tx| ContractNotices::send(tx, by.0.as_ref(), notice, expected, now));
    Ok(ContractNoticeRecipients { recipients: sent.await? })
}

/// A notice by its id.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ContractNoticeId {
    id: String,
}

async fn resume(
    service: ContractNotices,
    by: Administrator,
    of: ContractNoticeId,
) -> Result<ContractNoticeId, Refusal> {
    let (now, id) = (service.now(), of.id.clone());
    service.0.db.write(move |tx| ContractNotices::resume(tx, by.0.as_ref(), &id, now)).await?;
    Ok(of)
}
