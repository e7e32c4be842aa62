//! Emails an administrator sends again: a receipt, or the way to the page where a membership is managed. At most one of
//! a kind in a minute.

use ateneu_base::{Timestamp, calendar::day};
use ateneu_db::Tx;
use ateneu_mail::{Block, Email, Mail};
use serde::Deserialize;

use crate::{
    Error, Payments, Period, Terms, customers, emails::member::MANAGE, money::reais, refused::Refused,
};

/// Emails of a kind are this many seconds apart.
const APART: i64 = 60;

/// A paid charge, as its receipt says it.
#[derive(Deserialize)]
struct Receipt {
    number: Option<String>,
    amount: i64,
    paid_at: Option<Timestamp>,
    hosted_url: Option<String>,
    plan: Option<String>,
    period: Option<String>,
    tax_id: Option<String>,
}

/// Sends a paid charge's receipt once more, to the account's address.
///
/// # Errors
/// Returns `Refused::ReceiptNotFound` for one that is not paid or somebody else's, `Refused::Unproved`,
/// `Refused::OverEmailSendRateLimit`.
pub async fn resend_receipt(
    payments: &Payments,
    user_id: &str,
    receipt: &str,
    trace: impl FnOnce(&mut Tx<'_>) -> Result<(), ateneu_db::Error> + Send + 'static,
) -> Result<(), Error> {
    let (id, receipt) = (user_id.to_owned(), receipt.to_owned());
    let (mail, terms, now) = (payments.mail().clone(), payments.terms(), payments.now());
    payments
        .db()
        .write(move |tx| {
            let email = receipt_email(tx, &terms, &id, &receipt)?;
            send_again(tx, &mail, &id, &email, &format!("receipt-{receipt}"), now)?;
            Ok(trace(tx)?)
        })
        .await
}

/// Sends the way to the page where the membership is managed. The provider's portal has no address that lasts.
///
/// # Errors
/// Returns `Refused::Unproved`, `Refused::OverEmailSendRateLimit`.
pub async fn send_membership_link(
    payments: &Payments,
    user_id: &str,
    trace: impl FnOnce(&mut Tx<'_>) -> Result<(), ateneu_db::Error> + Send + 'static,
) -> Result<(), Error> {
    let (id, link) = (user_id.to_owned(), payments.link(MANAGE));
    let (mail, now) = (payments.mail().clone(), payments.now());
    payments.db()
        .write(move |tx| {
            let text = "Em sua página de membro você vê até quando vai o seu acesso, troca de plano ou de cartão e \
                        cancela quando quiser.";
            let email = Email {
                subject: "Onde cuidar da sua assinatura".to_owned(),
                preheader: text.to_owned(),
                heading: "Onde cuidar da sua assinatura.".to_owned(),
                blocks: vec![
                    Block::Paragraph(text.to_owned()),
                    Block::Action {
                        label: "Abrir a minha assinatura",
                        link,
                    },
                ],
                reason: REASON.to_owned(),
                unsubscribe: None,
            };
            send_again(tx, &mail, &id, &email, &format!("membership-link-{id}"), now)?;
            Ok(trace(tx)?)
        })
        .await
}

fn receipt_email(tx: &mut Tx<'_>, terms: &[Terms], user_id: &str, receipt: &str) -> Result<Email, Error> {
    let sql = "SELECT number, amount, paid_at, hosted_url, plan, period, tax_id FROM payment_invoices
               WHERE id = $1 AND user_id = $2 AND status = 'paid'";
    let row = tx.query_optional_as::<Receipt>(sql, &[receipt.into(), user_id.into()])?;
    let row = row.ok_or(Refused::ReceiptNotFound)?;
    let plan = row.plan.as_deref().map(|plan| offer_name(terms, plan, row.period.as_deref()));
    let (first, about, reason) = match plan {
        Some(plan) => (("Plano", plan), "O recibo de um pagamento da sua assinatura.", REASON),
        None => (("Referente a", "Outro produto".to_owned()), "O recibo de um pagamento.", REASON_OF_PAYMENT),
    };
    let mut fields = vec![first, ("Valor", reais(row.amount))];
    fields.extend(row.paid_at.map(|at| ("Pago em", day(at))));
    fields.extend(row.tax_id.map(|id| ("CPF ou CNPJ", id)));
    fields.extend(row.number.map(|number| ("Número", number)));
    let mut blocks = vec![Block::Fields(fields)];
    blocks.extend(row.hosted_url.map(|link| Block::Action { label: "Abrir o recibo", link }));
    Ok(Email {
        subject: "Seu recibo".to_owned(),
        preheader: about.to_owned(),
        heading: "Seu recibo.".to_owned(),
        blocks,
        reason: reason.to_owned(),
        unsubscribe: None,
    })
}

/// Returns the name of a plan and its period: `Scale, por ano`.
fn offer_name(terms: &[Terms], plan: &str, period: Option<&str>) -> String {
    let terms = terms.iter().find(|terms| plan == terms.plan.name());
    let name = terms.map_or("Assinatura", |terms| &terms.name);
    match period.and_then(|period| period.parse::<Period>().ok()) {
        Some(period) => format!("{name}, {}", period.words()),
        None => name.to_owned(),
    }
}

fn send_again(
    tx: &mut Tx<'_>,
    mail: &Mail,
    user_id: &str,
    email: &Email,
    key: &str,
    now: Timestamp,
) -> Result<(), Error> {
    let address = customers::required_address(tx, user_id)?;
    let sender = mail.sender();
    let minute = now.seconds() / APART;
    let message = email.to(&address, &sender).once(format!("{key}-{minute}"));
    if mail.queue(tx, &message)? { Ok(()) } else { Err(Refused::OverEmailSendRateLimit.into()) }
}

const REASON_OF_PAYMENT: &str = "Você recebe este e-mail porque fez um pagamento a este site.";
const REASON: &str = "Você recebe este e-mail porque tem uma assinatura neste site.";
