//! A charge in the sandbox, as the provider hosts it: the bill while it is open, where it can be paid, and then the receipt.

use ateneu_base::{Timestamp, calendar::day};
use axum::{
    Form,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, html};
use serde_json::Value as Json;

use super::{
    objects::{number, offer, text},
    pages::{Choice, Services, Unusable, deliver_events, document, offer_name, page_response, read},
    simulate::{self, Action},
};
use crate::{money::reais, provider::models, words::ObjectKind};

/// Actions on an open charge. The state of the subscription decides which of them are offered.
const ACTIONS: [(Action, &str, &str); 5] = [
    (Action::BoletoPaid, "boleto-pago", "Pagar o boleto"),
    (Action::BoletoExpired, "boleto-vencido", "Deixar vencer"),
    (Action::PixPaid, "pix-pago", "Pagar o Pix"),
    (Action::PixExpired, "pix-expirado", "Deixar expirar"),
    (Action::PayOwed, "pagar", "Pagar agora"),
];

/// Anyone who has the address may look.
pub(super) async fn show(
    State((sandbox, _)): Services,
    Path(id): Path<String>,
) -> Result<Response, Unusable> {
    let invoice = read(&sandbox, ObjectKind::Invoice, &id).await?;
    let subscription = read(&sandbox, ObjectKind::Subscription, subscription_of(&invoice)).await?;
    let back = format!("{}/membros/assinatura", sandbox.site.public_url);
    Ok(page_response(&sandbox, StatusCode::OK, invoice_page(&invoice, &subscription, &back)))
}

/// And pay: there is nothing to be had by paying for somebody else.
pub(super) async fn pay(
    State((sandbox, payments)): Services,
    Path(id): Path<String>,
    Form(choice): Form<Choice>,
) -> Result<Response, Unusable> {
    let invoice = read(&sandbox, ObjectKind::Invoice, &id).await?;
    let Some((action, ..)) = ACTIONS.into_iter().find(|(_, name, _)| *name == choice.action) else {
        return Err(Unusable(StatusCode::BAD_REQUEST));
    };
    let (subscription, now) = (subscription_of(&invoice).to_owned(), sandbox.now());
    if is_open(&invoice) {
        sandbox.db.write(move |tx| simulate::apply(tx, &subscription, action, now).map(drop)).await?;
        deliver_events(&sandbox, &payments).await?;
    }
    Ok(Redirect::to(&format!("/sandbox/invoice/{id}")).into_response())
}

fn subscription_of(invoice: &Json) -> &str {
    text(invoice, "/parent/subscription_details/subscription")
}

fn is_open(invoice: &Json) -> bool {
    text(invoice, "/status") == "open"
}

fn invoice_page(invoice: &Json, subscription: &Json, back: &str) -> Markup {
    let at = |pointer: &str| day(Timestamp::from_seconds(number(invoice, pointer)));
    let paid = number(invoice, "/status_transitions/paid_at") > 0;
    let kind = if is_open(invoice) { "Cobrança" } else { "Recibo" };
    let open = is_open(invoice).then_some(ACTIONS).into_iter().flatten();
    document(
        kind,
        &html! {
            section.summary {
                p.meta { (kind) " " (text(invoice, "/number")) }
                h1 { "Plano " (offer_name(offer(invoice))) }
                p.price { (reais(number(invoice, "/total"))) }
                p { a href=(back) { "Voltar ao site" } }
            }
            section.pay {
                h2 { (invoice_word(invoice)) }
                ul.receipts {
                    li { span { "Emitido em" } span { (at("/created")) } }
                    @if let Some(tax_id) = invoice.get("customer_tax_ids").and_then(models::tax_id) {
                        li { span { "CPF ou CNPJ" } span { (tax_id) } }
                    }
                    @if paid { li { span { "Pago em" } span { (at("/status_transitions/paid_at")) } } }
                    li {
                        span { "Período" }
                        span { (at("/lines/data/0/period/start")) " a " (at("/lines/data/0/period/end")) }
                    }
                }
                @if is_open(invoice) {
                    form method="post" {
                        @for (action, name, label) in open.filter(|(action, ..)| action.fits(subscription)) {
                            button.plain[matches!(action, Action::BoletoExpired | Action::PixExpired)] name="action" value=(name) { (label) }
                        }
                    }
                }
            }
        },
    )
}

fn is_refunded(invoice: &Json) -> bool {
    invoice.get("sandbox_refunded") == Some(&Json::Bool(true))
}

pub(super) fn invoice_word(invoice: &Json) -> &str {
    match text(invoice, "/status") {
        "paid" if is_refunded(invoice) => "Devolvido",
        "paid" => "Pago",
        "open" => "Em aberto",
        "void" => "Cancelado",
        "uncollectible" => "Não pago",
        other => other,
    }
}
