//! Simulated acts of a customer, a bank and time. Each action changes its objects and emits their events in one
//! transaction. The events come in no particular order, as the real ones do.

use ateneu_base::{TaxId, Timestamp};
use ateneu_db::{Error, Tx};
use serde_json::{Value as Json, json};

use super::{
    change, disputes,
    objects::{self, emit, get, invoices_of, last_paid, number, of_customer, put, set, subscription, text},
};
use crate::{Method, Offer, words::ObjectKind};

/// The means of payment of a subscription.
const METHOD: &str = "/sandbox_method";

/// Pays an open page: a card at once, anything else later or never. Returns `false` if it is no longer open.
pub(super) fn pay(
    tx: &mut Tx<'_>,
    session: &str,
    method: Method,
    card: Json,
    tax_id: Option<&TaxId>,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(mut page) =
        get(tx, ObjectKind::Checkout, session)?.filter(|page| text(page, "/status") == "open")
    else {
        return Ok(false);
    };
    let Some(offer) = Offer::of_lookup_key(text(&page, "/sandbox_offer")) else {
        return Ok(false);
    };
    let is_paid = method == Method::Card;
    let status = if is_paid { "active" } else { "incomplete" };
    let (customer, user_id) =
        (text(&page, "/customer").to_owned(), text(&page, "/client_reference_id").to_owned());
    let mut bought = subscription(&customer, &user_id, offer, number(&page, "/amount_total"), status, now);
    set(&mut bought, METHOD, method.name());
    if is_paid {
        set(&mut bought, objects::CARD, card);
    }
    keep_tax_id(tx, &customer, tax_id, now)?;
    let charged = objects::charge(tx, &bought, is_paid, now)?;
    set(&mut page, "/status", "complete");
    set(&mut page, "/url", Json::Null);
    set(&mut page, "/subscription", text(&bought, "/id"));
    set(&mut page, "/payment_status", if is_paid { "paid" } else { "unpaid" });
    put(tx, ObjectKind::Checkout, &page, now)?;
    put(tx, ObjectKind::Subscription, &bought, now)?;
    put(tx, ObjectKind::Invoice, &charged, now)?;
    if is_paid {
        emit(tx, "invoice.paid", &charged, now)?;
    }
    emit(tx, "checkout.session.completed", &page, now)?;
    emit(tx, "customer.subscription.created", &bought, now)?;
    Ok(true)
}

/// Writes a tax id on the customer who gave it.
fn keep_tax_id(tx: &mut Tx<'_>, customer: &str, id: Option<&TaxId>, now: Timestamp) -> Result<(), Error> {
    let (Some(id), Some(mut customer)) = (id, get(tx, ObjectKind::Customer, customer)?) else {
        return Ok(());
    };
    set(&mut customer, &format!("/{}", objects::TAX_IDS), objects::tax_ids(id));
    put(tx, ObjectKind::Customer, &customer, now)
}

/// Closes an open page.
pub(super) fn expire(tx: &mut Tx<'_>, session: &str, now: Timestamp) -> Result<bool, Error> {
    let Some(mut page) =
        get(tx, ObjectKind::Checkout, session)?.filter(|page| text(page, "/status") == "open")
    else {
        return Ok(false);
    };
    set(&mut page, "/status", "expired");
    set(&mut page, "/url", Json::Null);
    put(tx, ObjectKind::Checkout, &page, now)?;
    emit(tx, "checkout.session.expired", &page, now)?;
    Ok(true)
}

/// Action on a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The boleto is paid.
    BoletoPaid,
    /// The boleto runs out unpaid.
    BoletoExpired,
    /// The Pix is paid.
    PixPaid,
    /// The Pix runs out unpaid.
    PixExpired,
    /// The next period is charged and paid.
    Renew,
    /// The next period is charged and the card refuses.
    Fail,
    /// The amount due is paid.
    PayOwed,
    /// The provider gives up on what is owed.
    GiveUp,
    CancelAtEnd,
    /// Further months after all.
    Resume,
    /// The canceled period is over.
    End,
    CancelNow,
    /// The last payment is given back.
    Refund,
    /// The last payment is disputed at the bank.
    Dispute,
    /// The bank decides for the owner.
    WinDispute,
    /// The bank decides for the payer.
    LoseDispute,
}

impl Action {
    /// Every action: its name in forms, the text of its button, and `true` if a customer performs it. In truth a bank
    /// or time performs the others.
    pub(super) const ALL: [(&'static str, Self, &'static str, bool); 16] = [
        ("boleto-pago", Self::BoletoPaid, "O boleto é pago", false),
        ("boleto-vencido", Self::BoletoExpired, "O boleto vence", false),
        ("pix-pago", Self::PixPaid, "O Pix é pago", false),
        ("pix-expirado", Self::PixExpired, "O Pix expira", false),
        ("renovar", Self::Renew, "O próximo período é pago", false),
        ("falhar", Self::Fail, "O próximo pagamento falha", false),
        ("pagar", Self::PayOwed, "Pagar o que está em aberto", true),
        ("desistir", Self::GiveUp, "As tentativas de cobrança acabam", false),
        ("cancelar", Self::CancelAtEnd, "Cancelar assinatura", true),
        ("retomar", Self::Resume, "Manter assinatura", true),
        ("encerrar", Self::End, "O período pago termina", false),
        ("cancelar-agora", Self::CancelNow, "A assinatura é encerrada já", false),
        ("devolver", Self::Refund, "O último pagamento é devolvido", false),
        ("contestar", Self::Dispute, "O último pagamento é contestado no banco", false),
        ("contestacao-ganha", Self::WinDispute, "O banco decide a contestação a favor da casa", false),
        ("contestacao-perdida", Self::LoseDispute, "O banco decide a contestação a favor do cliente", false),
    ];

    pub(super) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, ..)| *known == name).map(|(_, action, ..)| action)
    }

    /// Returns `true` if it makes sense for a subscription in its state.
    pub(super) fn fits(self, subscription: &Json) -> bool {
        let status = text(subscription, "/status");
        let ends = subscription.get("cancel_at_period_end") == Some(&Json::Bool(true));
        let is_pix = text(subscription, METHOD) == Method::Pix.name();
        match self {
            Self::BoletoPaid | Self::BoletoExpired => status == "incomplete" && !is_pix,
            Self::PixPaid | Self::PixExpired => status == "incomplete" && is_pix,
            Self::Renew | Self::Fail | Self::CancelAtEnd => status == "active" && !ends,
            Self::PayOwed | Self::GiveUp => matches!(status, "past_due" | "unpaid"),
            Self::Resume | Self::End => status == "active" && ends,
            Self::CancelNow => matches!(status, "incomplete" | "active" | "past_due" | "unpaid"),
            Self::Refund => status == "active",
            Self::Dispute => status == "active" && !disputes::is_open(subscription),
            Self::WinDispute | Self::LoseDispute => disputes::is_open(subscription),
        }
    }
}

/// Applies the action. Returns `false` if the subscription's state does not allow it.
pub(super) fn apply(tx: &mut Tx<'_>, id: &str, action: Action, now: Timestamp) -> Result<bool, Error> {
    let Some(mut object) = get(tx, ObjectKind::Subscription, id)?.filter(|object| action.fits(object)) else {
        return Ok(false);
    };
    match action {
        Action::BoletoPaid | Action::PixPaid | Action::PayOwed => {
            settle_invoices(tx, &object, "paid", "invoice.paid", now)?;
            set(&mut object, "/status", "active");
        }
        Action::BoletoExpired | Action::PixExpired => {
            settle_invoices(tx, &object, "void", "invoice.voided", now)?;
            set(&mut object, "/status", "incomplete_expired");
        }
        Action::Renew | Action::Fail => charge_next(tx, &mut object, action == Action::Renew, now)?,
        Action::GiveUp => {
            end(&mut object, "payment_failed", now);
            settle_invoices(tx, &object, "uncollectible", "invoice.marked_uncollectible", now)?;
        }
        Action::CancelAtEnd | Action::Resume => {
            let ends = action == Action::CancelAtEnd;
            set(&mut object, "/cancel_at_period_end", ends);
            set(&mut object, "/canceled_at", ends.then(|| now.seconds()));
        }
        Action::End => {
            set(&mut object, "/items/data/0/current_period_end", now.seconds());
            end(&mut object, "cancellation_requested", now);
        }
        Action::CancelNow if text(&object, "/status") == "incomplete" => {
            settle_invoices(tx, &object, "void", "invoice.voided", now)?;
            set(&mut object, "/status", "incomplete_expired");
        }
        Action::CancelNow => end(&mut object, "cancellation_requested", now),
        Action::Refund => return refund_last(tx, &object, now),
        Action::Dispute => return disputes::open_dispute(tx, object, now),
        Action::WinDispute => return disputes::decide(tx, object, "won", now),
        Action::LoseDispute => return disputes::decide(tx, object, "lost", now),
    }
    put(tx, ObjectKind::Subscription, &object, now)?;
    let is_over = text(&object, "/status") == "canceled";
    let kind = if is_over { "deleted" } else { "updated" };
    emit(tx, &format!("customer.subscription.{kind}"), &object, now)?;
    emit_page_event(tx, &object, action, now)?;
    Ok(true)
}

pub(super) fn end(subscription: &mut Json, reason: &str, now: Timestamp) {
    set(subscription, "/status", "canceled");
    set(subscription, "/ended_at", now.seconds());
    set(subscription, "/cancellation_details", json!({ "reason": reason }));
}

/// Completes or fails the page on which a boleto or Pix was chosen.
fn emit_page_event(
    tx: &mut Tx<'_>,
    subscription: &Json,
    action: Action,
    now: Timestamp,
) -> Result<(), Error> {
    let (kind, payment_status) = match action {
        Action::BoletoPaid | Action::PixPaid => ("checkout.session.async_payment_succeeded", "paid"),
        Action::BoletoExpired | Action::PixExpired => ("checkout.session.async_payment_failed", "unpaid"),
        _ => return Ok(()),
    };
    let pages = of_customer(tx, ObjectKind::Checkout, text(subscription, "/customer"))?;
    let page = pages.into_iter().find(|page| text(page, "/subscription") == text(subscription, "/id"));
    let Some(mut page) = page else {
        return Ok(());
    };
    set(&mut page, "/payment_status", payment_status);
    put(tx, ObjectKind::Checkout, &page, now)?;
    emit(tx, kind, &page, now)
}

/// Makes an open invoice void. Returns `false` if it is not open.
pub(super) fn void_invoice(tx: &mut Tx<'_>, id: &str, now: Timestamp) -> Result<bool, Error> {
    let Some(mut owed) = get(tx, ObjectKind::Invoice, id)?.filter(|owed| text(owed, "/status") == "open")
    else {
        return Ok(false);
    };
    set(&mut owed, "/status", "void");
    put(tx, ObjectKind::Invoice, &owed, now)?;
    emit(tx, "invoice.voided", &owed, now)?;
    Ok(true)
}

fn settle_invoices(
    tx: &mut Tx<'_>,
    subscription: &Json,
    status: &str,
    kind: &str,
    now: Timestamp,
) -> Result<(), Error> {
    for mut owed in invoices_of(tx, subscription)? {
        if text(&owed, "/status") == "open" {
            set(&mut owed, "/status", status);
            set(&mut owed, "/status_transitions/paid_at", (status == "paid").then(|| now.seconds()));
            put(tx, ObjectKind::Invoice, &owed, now)?;
            emit(tx, kind, &owed, now)?;
        }
    }
    Ok(())
}

/// The period moves on whether the charge succeeds or not.
fn charge_next(tx: &mut Tx<'_>, object: &mut Json, succeeds: bool, now: Timestamp) -> Result<(), Error> {
    let end = number(object, "/items/data/0/current_period_end");
    change::begin_next(object, end);
    let next = objects::period_end(object, Timestamp::from_seconds(end));
    set(object, "/items/data/0/current_period_start", end);
    set(object, "/items/data/0/current_period_end", next.seconds());
    set(object, "/status", if succeeds { "active" } else { "past_due" });
    let charged = objects::charge(tx, object, succeeds, now)?;
    put(tx, ObjectKind::Invoice, &charged, now)?;
    let kind = if succeeds { "invoice.paid" } else { "invoice.payment_failed" };
    emit(tx, kind, &charged, now)
}

fn refund_last(tx: &mut Tx<'_>, object: &Json, now: Timestamp) -> Result<bool, Error> {
    match last_paid(tx, object)? {
        Some(invoice) => refund(tx, text(&invoice, "/payment_intent"), now),
        None => Ok(false),
    }
}

/// Gives a payment back, once. Returns `false` if there is no such payment.
pub(super) fn refund(tx: &mut Tx<'_>, payment: &str, now: Timestamp) -> Result<bool, Error> {
    let Some(mut invoice) = invoice_paid_by(tx, payment)? else {
        return Ok(false);
    };
    let (total, id) = (number(&invoice, "/total"), objects::new_id("ch"));
    let charge = json!({ "id": id, "object": "charge", "customer": text(&invoice, "/customer"),
        "payment_intent": payment, "amount": total, "amount_refunded": total, "refunded": true });
    if objects::once(tx, &format!("refund-{payment}"), &id, now)? == id {
        // The real provider's invoice does not say so; the sandbox's portal does.
        set(&mut invoice, "/sandbox_refunded", true);
        put(tx, ObjectKind::Invoice, &invoice, now)?;
        emit(tx, "charge.refunded", &charge, now)?;
    }
    Ok(true)
}

/// Gives a part of a payment back, once by key. Returns `false` if there is no such payment.
pub(super) fn refund_part(
    tx: &mut Tx<'_>,
    payment: &str,
    amount: i64,
    key: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    let Some(mut invoice) = invoice_paid_by(tx, payment)? else {
        return Ok(false);
    };
    let id = objects::new_id("re");
    if objects::once(tx, key, &id, now)? != id {
        return Ok(true);
    }
    let (total, given) = (number(&invoice, "/total"), number(&invoice, "/sandbox_given_back") + amount);
    set(&mut invoice, "/sandbox_given_back", given);
    set(&mut invoice, "/sandbox_refunded", given >= total);
    put(tx, ObjectKind::Invoice, &invoice, now)?;
    let charge = json!({ "id": objects::new_id("ch"), "object": "charge", "customer": text(&invoice, "/customer"),
        "payment_intent": payment, "amount": total, "amount_refunded": given, "refunded": given >= total });
    emit(tx, "charge.refunded", &charge, now)?;
    Ok(true)
}

pub(super) fn invoice_paid_by(tx: &mut Tx<'_>, payment: &str) -> Result<Option<Json>, Error> {
    let all = objects::all(tx, ObjectKind::Invoice)?;
    Ok(all.into_iter().find(|invoice| text(invoice, "/payment_intent") == payment))
}
