//! The notice to members that their plan loses an entitlement, sent to each once, as the terms require.

use ateneu_base::{Entitlement, Timestamp, calendar::day};
use ateneu_content::emails::MembershipWithdrawn;
use ateneu_db::{Error, Tx};

use super::member::{MANAGE, MemberEmails};
use crate::{
    Payments,
    entitlements::affected::{self, Notice, Recipient},
};

/// Number of members handled in one transaction.
const PART: usize = 100;

/// Queues the notices of announced withdrawals, once per member. Returns the number of visited members.
pub async fn tell_withdrawals(payments: &Payments) -> Result<usize, Error> {
    let mut visited = 0;
    for notice in payments.db().read(affected::due_notices).await? {
        let mut after = Some(String::new());
        while let Some(from) = after.take() {
            let (emails, now, notice) = (MemberEmails::of(payments), payments.now(), notice.clone());
            let part = payments.db().write(move |tx| tell(tx, &emails, &notice, &from, now));
            let (count, last) = part.await?;
            visited += count;
            after = last;
        }
    }
    Ok(visited)
}

/// Queues the notice of the next members. Returns the last one if there may be more, else marks the notice as sent.
fn tell(
    tx: &mut Tx<'_>,
    emails: &MemberEmails,
    notice: &Notice,
    after: &str,
    now: Timestamp,
) -> Result<(usize, Option<String>), Error> {
    let lost = affected::of_notice(tx, notice)?;
    let recipients = affected::recipients(tx, notice, after, PART, now)?;
    for recipient in &recipients {
        emails.withdrawn(tx, recipient, notice, &lost, now)?;
    }
    if recipients.len() < PART {
        affected::mark_notified(tx, notice, &lost, now)?;
        return Ok((recipients.len(), None));
    }
    Ok((recipients.len(), recipients.last().map(|last| last.user_id.clone())))
}

impl MemberEmails {
    fn withdrawn(
        &self,
        tx: &mut Tx<'_>,
        recipient: &Recipient,
        notice: &Notice,
        lost: &[Entitlement],
        now: Timestamp,
    ) -> Result<(), Error> {
        let names: Vec<_> = lost.iter().map(|entitlement| entitlement.name()).collect();
        let labels: Vec<_> = lost.iter().map(|entitlement| entitlement.label()).collect();
        let fields = MembershipWithdrawn {
            plan: self.plan_name(notice.plan).to_owned(),
            from: day(notice.ends_at),
            lost: labels.join(", "),
            button: self.button(MANAGE),
        };
        let key = format!("withdrawn-{}-{}-{}", recipient.user_id, notice.ends_at, names.join("-"));
        let news = self.news_of(key, now, &fields);
        self.queue(tx, &recipient.email, &news)
    }
}
