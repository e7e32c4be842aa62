//! Checks and sends a notice.

use ateneu_audit::{Actor, Entry};
use ateneu_base::{Timestamp, calendar, fold::one_line};
use ateneu_db::{Error, Tx};
use ateneu_functions::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    recipients::Recipients,
    rows::ContractNotice,
    service::{ContractNotices, wake},
    words::{ContractAudience, ContractNoticeKind, ContractNoticeState},
};
use crate::refused::Refused;

const MAX_SUBJECT: usize = 200;
const MAX_TEXT: usize = 5_000;
const MAX_PLANS: usize = 10;

/// A notice as the owner writes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContractNoticeDraft {
    pub(super) kind: ContractNoticeKind,
    pub(super) audience: ContractAudience,
    /// Plans of the members. An empty list is every plan.
    pub(super) plans: Vec<String>,
    /// Day on which the change takes effect: `2027-01-15`.
    pub(super) effective_on: String,
    /// Subject and heading of the email.
    pub(super) subject: String,
    /// Change in the owner's words.
    pub(super) text: String,
}

impl ContractNotices {
    /// Returns the notice of a draft, without recipients.
    ///
    /// # Errors
    /// Returns the refusal of a draft that cannot be sent.
    pub(super) fn check(
        &self,
        id: &str,
        draft: ContractNoticeDraft,
        now: Timestamp,
    ) -> Result<ContractNotice, Refusal> {
        let ContractNoticeDraft { kind, audience, mut plans, effective_on, subject, text } = draft;
        let (subject, body) = (one_line(&subject), text.trim().to_owned());
        let is_known = |plan: &String| (self.0.plan_name)(plan).is_some();
        if audience != ContractAudience::Members {
            plans.clear();
        }
        let lengths = [(&subject, MAX_SUBJECT), (&body, MAX_TEXT)];
        let fits = |(text, most): &(&String, usize)| (1..=*most).contains(&text.chars().count());
        if !lengths.iter().all(fits) || plans.len() > MAX_PLANS || !plans.iter().all(is_known) {
            return Err(Refused::ContractNoticeInvalid.into());
        }
        if kind == ContractNoticeKind::Price && audience == ContractAudience::Everyone {
            return Err(Refused::ContractNoticeAudience.into());
        }
        let day = calendar::start_of_iso_day(&effective_on).map(calendar::iso_day);
        let day = day.ok_or(Refused::ContractNoticeInvalid)?;
        let earliest = self.earliest_day(kind, now);
        if day < earliest {
            return Err(self.too_early(kind, &earliest));
        }
        Ok(ContractNotice {
            id: id.to_owned(),
            kind,
            audience,
            plans,
            effective_on: day,
            subject,
            body,
            state: ContractNoticeState::Sending,
            recipients: 0,
            sent: 0,
            failed: 0,
            place: String::new(),
            created_at: now,
            finished_at: None,
        })
    }

    fn too_early(&self, kind: ContractNoticeKind, earliest: &str) -> Refusal {
        let day = calendar::start_of_iso_day(earliest).map(calendar::day).unwrap_or_default();
        let sentence = match self.days_ahead(kind) {
            0 => format!("A mudança não pode valer desde antes do aviso. Escolha {day} ou um dia depois."),
            days => format!(
                "Os seus termos prometem um aviso com {days} dias de antecedência. Escolha {day} ou um dia depois."
            ),
        };
        Refused::ContractNoticeTooEarly.saying(sentence).into()
    }

    /// Returns the number of recipients that a notice would have now.
    pub(super) fn count(tx: &mut Tx<'_>, notice: &ContractNotice, now: Timestamp) -> Result<i64, Error> {
        let audience = (notice.audience, notice.plans.as_slice());
        Recipients::new(tx.dialect(), audience, now, Vec::new()).count(tx)
    }

    /// Stores a notice with its recipients and begins to send. `expected` is the number of recipients that the owner has
    /// confirmed. A notice of the same id is sent already, and stays as it is.
    pub(super) fn send(
        tx: &mut Tx<'_>,
        by: Option<&Actor>,
        notice: ContractNotice,
        expected: i64,
        now: Timestamp,
    ) -> Result<i64, Refusal> {
        if let Some(sent) = ContractNotice::lock(tx, &notice.id)? {
            return Ok(sent.recipients);
        }
        let recipients = Self::count(tx, &notice, now)?;
        if recipients == 0 || recipients != expected {
            let sentence = format!("O aviso vai agora a {recipients} pessoas. Confira e confirme outra vez.");
            return Err(Refused::ContractNoticeRecipients.saying(sentence).into());
        }
        let notice = ContractNotice { recipients, place: tx.place()?, ..notice };
        tx.insert(&notice)?;
        Recipients::store(tx, &notice, now)?;
        wake(tx, &notice.id, now)?;
        let new = format!("vale a partir de {}, a {recipients} pessoas", notice.effective_on);
        let entry =
            Entry { action: "send-contract-notice", subject: &notice.subject, old: None, new: Some(&new) };
        ateneu_audit::write(tx, by, entry, now)?;
        Ok(recipients)
    }

    /// Lets a notice go on that stopped because the database was copied or moved.
    pub(super) fn resume(
        tx: &mut Tx<'_>,
        by: Option<&Actor>,
        id: &str,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let notice = ContractNotice::lock(tx, id)?.ok_or(Refused::ContractNoticeUnknown)?;
        if notice.state != ContractNoticeState::Stopped {
            return Err(Refused::ContractNoticeState.into());
        }
        let notice = ContractNotice { state: ContractNoticeState::Sending, place: tx.place()?, ..notice };
        tx.update(&notice)?;
        wake(tx, id, now)?;
        let entry =
            Entry { action: "resume-contract-notice", subject: &notice.subject, old: None, new: None };
        Ok(ateneu_audit::write(tx, by, entry, now)?)
    }
}
