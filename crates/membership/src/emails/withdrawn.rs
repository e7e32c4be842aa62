//! The notice to members that their plan loses something. It goes to each of them once, as the terms promise.

use ateneu_base::{Entitlement, Timestamp, calendar::day};
use ateneu_db::{Error, Tx};
use ateneu_mail::Block;

use super::member::{MANAGE, MemberEmails, News};
use crate::{
    Payments,
    entitlements::affected::{self, Notice, Recipient},
};

/// Members written to in one transaction.
const PART: usize = 100;

/// Queues the notices of announced withdrawals, each member's once; returns how many members were visited.
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

/// Queues the notice of the next members; the last of them where there may be more, else marks the notice as sent.
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
        let (plan, from) = (self.plan_name(notice.plan), day(notice.ends_at));
        let news = News {
            key: format!("withdrawn-{}-{}-{}", recipient.user_id, notice.ends_at, names.join("-")),
            at: now,
            subject: "O seu plano vai mudar",
            text: format!(
                "A partir de {from}, o plano {plan} deixa de incluir: {}. Nada muda no período que você já pagou: você \
                 continua com tudo até a primeira renovação da sua assinatura a partir dessa data.",
                labels.join(", ")
            ),
            more: vec![
                Block::Paragraph(
                    "Se não concordar, você pode cancelar sem custo antes dessa renovação. O acesso continua até o fim \
                     do período pago."
                        .to_owned(),
                ),
                self.action("Ver a assinatura", MANAGE),
            ],
        };
        self.queue(tx, &recipient.email, news)
    }
}
