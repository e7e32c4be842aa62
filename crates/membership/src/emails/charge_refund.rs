//! The email to a member about a part of a charge, or all of it, that an administrator gave back.

use ateneu_base::{Timestamp, calendar::day};
use ateneu_db::{Error, Tx};
use ateneu_mail::Block;

use super::member::{MANAGE, MemberEmails, News};
use crate::money::reais;

impl MemberEmails {
    /// Queues it, once for each refund.
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
        let news = News {
            key: format!("charge-refunded-{refund}"),
            at: now,
            subject: "Sua devolução está a caminho",
            text: format!(
                "Devolvi {} da cobrança de {}, de {}. O valor volta pelo mesmo meio de pagamento. No cartão, o prazo para \
                 o crédito aparecer depende do emissor.",
                reais(amount),
                day(charged_at),
                reais(whole)
            ),
            more: vec![
                Block::Paragraph("A sua assinatura e o seu acesso continuam como estavam.".to_owned()),
                self.action("Ver os recibos", MANAGE),
            ],
        };
        self.queue(tx, &email, news)
    }
}
