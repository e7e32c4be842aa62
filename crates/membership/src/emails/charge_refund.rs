//! The email to a member about a full or partial refund by an administrator.

use ateneu_base::{Timestamp, calendar::day};
use ateneu_content::emails::MembershipChargeRefunded;
use ateneu_db::{Error, Tx};

use super::member::{MANAGE, MemberEmails};
use crate::money::reais;

impl MemberEmails {
    /// Queues the email, once per refund.
    pub(crate) fn charge_refunded(
        &self,
        tx: &mut Tx<'_>,
        refund: &str,
        invoice: &str,
        amount: i64,
        now: Timestamp,
    ) -> Result<(), Error> {
        let sql = "SELECT coalesce(u.email, u.sso_email) AS email, i.amount, i.created_at
                   FROM payment_invoices i JOIN users u ON u.id = i.user_id WHERE i.id = $1";
        let charged: Option<(Option<String>, i64, Timestamp)> =
            tx.query_optional_as(sql, &[invoice.into()])?;
        let Some((Some(email), whole, charged_at)) = charged else {
            return Ok(());
        };
        let fields = MembershipChargeRefunded {
            amount: reais(amount),
            day: day(charged_at),
            charge: reais(whole),
            button: self.button(MANAGE),
        };
        let news = self.news_of(format!("charge-refunded-{refund}"), now, &fields);
        self.queue(tx, &email, &news)
    }
}
