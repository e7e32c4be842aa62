//! Emails an administrator sends again: a receipt, or the way to the page where a membership is managed. At most one of
//! a kind in a minute.

use ateneu_base::{Timestamp, calendar::day};
use ateneu_content::emails::{Button, MembershipLink, MembershipReceipt, PaymentReceipt};
use ateneu_db::Tx;
use ateneu_mail::{Email, Mail, Sender};
use ateneu_schema::{TableRow, Words};

use crate::{
    Error, Payments, PlanPeriod, Terms, customers, emails::member::MANAGE, money::reais, refused::Refused,
};

/// Emails of a kind are this many seconds apart.
const APART: i64 = 60;

/// A paid charge, as its receipt says it.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_invoices")]
struct Receipt {
    number: Option<String>,
    amount: i64,
    paid_at: Option<Timestamp>,
    hosted_url: Option<String>,
    plan: Option<String>,
    period: Option<PlanPeriod>,
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
            let email = receipt_email(tx, &mail.sender(), &terms, &id, &receipt)?;
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
    payments
        .db()
        .write(move |tx| {
            let email = mail.sender().email(&MembershipLink { button: Button(link) });
            send_again(tx, &mail, &id, &email, &format!("membership-link-{id}"), now)?;
            Ok(trace(tx)?)
        })
        .await
}

fn receipt_email(
    tx: &mut Tx<'_>,
    sender: &Sender,
    terms: &[Terms],
    user_id: &str,
    receipt: &str,
) -> Result<Email, Error> {
    let rest = "WHERE id = $1 AND user_id = $2 AND status = 'paid'";
    let row = tx.row::<Receipt>(rest, &[receipt.into(), user_id.into()])?.ok_or(Refused::ReceiptNotFound)?;
    let Receipt { number, amount, paid_at, hosted_url, plan, period, tax_id } = row;
    let (amount, day, button) = (reais(amount), paid_at.map(day), hosted_url.map(Button));
    Ok(match plan {
        Some(plan) => {
            let plan = offer_name(terms, &plan, period);
            sender.email(&MembershipReceipt { plan, amount, day, tax_id, number, button })
        }
        None => sender.email(&PaymentReceipt { amount, day, tax_id, number, button }),
    })
}

/// Returns the name of a plan and its period: `Scale, por ano`.
fn offer_name(terms: &[Terms], plan: &str, period: Option<PlanPeriod>) -> String {
    let terms = terms.iter().find(|terms| plan == terms.plan.word());
    let name = terms.map_or("Assinatura", |terms| &terms.name);
    match period {
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
