//! The service of notices and its queue.

use std::sync::Arc;

use ateneu_base::{Clock, Timestamp, calendar};
use ateneu_content::{
    Content, announced_days,
    emails::{Button, ContractChange, ContractChoice, ContractNoticeEmail, Quote},
};
use ateneu_db::{Db, Error, Tx};
use ateneu_mail::{Email, Mail, Sender};
use ateneu_queue::{Queue, Task};

use super::{rows::ContractNotice, words::ContractNoticeKind};
use crate::campaigns::PlanName;

/// Queue of the notices: one task for each, due again while emails are on their way.
pub const CONTRACT_NOTICES: Queue =
    Queue::new("contract_notices").label("Avisos de mudança").endless().batch(1).concurrency(1);

/// Days between a notice and its change where the owner's terms name none.
const USUAL_DAYS: u32 = 30;

/// Dependencies of [`ContractNotices`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Mail.
    pub mail: Mail,
    /// The owner's content, whose terms promise the days.
    pub content: Content,
    /// Names of plans.
    pub plan_name: PlanName,
}

/// The service of notices. Clones share it.
#[derive(Clone)]
pub struct ContractNotices(pub(super) Arc<Deps>);

impl ContractNotices {
    /// Creates the service.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(deps))
    }

    pub(super) fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Returns the days by which a change is announced. The privacy policy promises a notice, and no days.
    pub(super) fn days_ahead(&self, kind: ContractNoticeKind) -> u32 {
        match kind {
            ContractNoticeKind::Price | ContractNoticeKind::Terms => {
                announced_days(&self.0.content.current().terms).unwrap_or(USUAL_DAYS)
            }
            ContractNoticeKind::Privacy => 0,
        }
    }

    /// Returns the earliest day of a change that is announced now: `2027-01-15`.
    pub(super) fn earliest_day(&self, kind: ContractNoticeKind, now: Timestamp) -> String {
        let days = i32::try_from(self.days_ahead(kind)).unwrap_or(i32::MAX);
        calendar::iso_day(calendar::start_of_day_after(now, days))
    }
}

/// Returns the email of a notice.
pub(super) fn email(sender: &Sender, notice: &ContractNotice) -> Email {
    use ContractNoticeKind::{Price, Privacy, Terms};
    let (change, choice, path) = match notice.kind {
        Price => (ContractChange::Price, ContractChoice::Price, "/pricing"),
        Terms => (ContractChange::Terms, ContractChoice::Terms, "/termos"),
        Privacy => (ContractChange::Privacy, ContractChoice::Privacy, "/privacidade"),
    };
    let day = calendar::start_of_iso_day(&notice.effective_on).map(calendar::day);
    sender.email(&ContractNoticeEmail {
        subject: notice.subject.clone(),
        change,
        from: day.unwrap_or_else(|| notice.effective_on.clone()),
        text: Quote(notice.body.clone()),
        choice,
        button: Button(sender.link(path)),
    })
}

/// Makes the worker look at a notice now.
pub(super) fn wake(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<(), Error> {
    if !CONTRACT_NOTICES.push(tx, &Task::new(id, "", now), now)? {
        CONTRACT_NOTICES.reschedule(tx, id, now)?;
    }
    Ok(())
}
