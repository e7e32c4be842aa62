//! The payment page of the sandbox: a card that pays or refuses, a boleto and a Pix that somebody pays or lets expire.

use ateneu_base::TaxId;
use axum::{
    Form,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, html};
use serde_json::Value as Json;

use super::{
    objects::{self, number, text},
    pages::{Choice, Services, Unusable, deliver_events, document, offer_name, page_response, read},
    service::Sandbox,
    simulate::{self, Action},
};
use crate::{Method, Offer, PlanPeriod, money::reais, words::ObjectKind};

/// The card that refuses, as the real provider's test cards do; every other number pays.
const REFUSING_CARD: &str = "4000000000000002";

pub(super) async fn show(
    State((sandbox, _)): Services,
    Path(id): Path<String>,
) -> Result<Response, Unusable> {
    let page = read(&sandbox, ObjectKind::Checkout, &id).await?;
    let waiting = waiting(&sandbox, &page).await?;
    Ok(page_response(&sandbox, StatusCode::OK, checkout_page(&page, waiting.as_ref(), &Typed::default())))
}

/// The subscription of a page that was paid by boleto or Pix, while that is neither paid nor over.
async fn waiting(sandbox: &Sandbox, page: &Json) -> Result<Option<Json>, Unusable> {
    let id = text(page, "/subscription").to_owned();
    let found = sandbox.db.read(move |tx| objects::get(tx, ObjectKind::Subscription, &id)).await?;
    let waits =
        |subscription: &Json| Action::BoletoPaid.fits(subscription) || Action::PixPaid.fits(subscription);
    Ok(found.filter(waits))
}

/// Values typed into a form, and the fault found in them.
struct Typed {
    card: String,
    tax_id: String,
    problem: Option<&'static str>,
}

impl Default for Typed {
    fn default() -> Self {
        Self { card: "4242 4242 4242 4242".into(), tax_id: String::new(), problem: None }
    }
}

/// The digits of the card's number.
fn card_digits(choice: &Choice) -> String {
    choice.card.chars().filter(char::is_ascii_digit).collect()
}

/// Returns the fault of a form. A form with a fault pays nothing.
fn problem(choice: &Choice, tax_id: Option<&TaxId>) -> Option<&'static str> {
    let card = card_digits(choice);
    if !choice.tax_id.trim().is_empty() && tax_id.is_none() {
        Some("O CPF ou CNPJ não confere. Corrija o número ou deixe o campo em branco.")
    } else if choice.action == "cartao" && (card == REFUSING_CARD || !(13..=19).contains(&card.len())) {
        Some("O cartão foi recusado. Confira o número ou use outro cartão.")
    } else {
        None
    }
}

pub(super) async fn pay(
    State((sandbox, payments)): Services,
    Path(id): Path<String>,
    Form(mut choice): Form<Choice>,
) -> Result<Response, Unusable> {
    let page = read(&sandbox, ObjectKind::Checkout, &id).await?;
    if !asks_tax_id(&page) {
        choice.tax_id.clear();
    }
    let tax_id = TaxId::parse(&choice.tax_id);
    if let Some(problem) = problem(&choice, tax_id.as_ref()) {
        let typed = Typed { card: choice.card, tax_id: choice.tax_id, problem: Some(problem) };
        return Ok(page_response(&sandbox, StatusCode::OK, checkout_page(&page, None, &typed)));
    }
    let (session, now) = (id.clone(), sandbox.now());
    let card = objects::card(&card_digits(&choice));
    let method = Method::ALL.into_iter().find(|method| button(*method) == choice.action);
    let method = method.filter(|method| offers(&page, *method));
    let action = Action::find(&choice.action).filter(|action| FIRST_PAYMENT.contains(action));
    let waiting = waiting(&sandbox, &page).await?;
    let subscription = waiting.map(|subscription| text(&subscription, "/id").to_owned());
    let done = sandbox
        .db
        .write(move |tx| {
            let done = match (method, action, subscription) {
                (Some(method), ..) => simulate::pay(tx, &session, method, card, tax_id.as_ref(), now)?,
                (None, Some(action), Some(subscription)) => simulate::apply(tx, &subscription, action, now)?,
                (None, None, _) => return Ok(false),
                _ => false,
            };
            // A form that was sent twice is answered twice alike.
            let is_complete = |page: &Json| text(page, "/status") == "complete";
            Ok::<_, ateneu_db::Error>(
                done || objects::get(tx, ObjectKind::Checkout, &session)?
                    .is_some_and(|page| is_complete(&page)),
            )
        })
        .await?;
    if !done {
        return Ok(Redirect::to(&format!("/sandbox/checkout/{id}")).into_response());
    }
    deliver_events(&sandbox, &payments).await?;
    let leads_to = text(&page, "/success_url").replace("{CHECKOUT_SESSION_ID}", &id);
    Ok(Redirect::to(&leads_to).into_response())
}

/// Outcomes of a pending first payment.
const FIRST_PAYMENT: [Action; 4] =
    [Action::BoletoPaid, Action::BoletoExpired, Action::PixPaid, Action::PixExpired];

/// The name of the button of a means of payment.
fn button(method: Method) -> &'static str {
    match method {
        Method::Card => "cartao",
        Method::Boleto => "boleto",
        Method::Pix => "pix",
    }
}

fn offers(page: &Json, method: Method) -> bool {
    let offered = page.get("payment_method_types").and_then(Json::as_array);
    offered.is_some_and(|offered| offered.iter().any(|name| name == method.name()))
}

fn asks_tax_id(page: &Json) -> bool {
    page.pointer("/tax_id_collection/enabled") == Some(&Json::Bool(true))
}

fn checkout_page(page: &Json, waiting: Option<&Json>, typed: &Typed) -> Markup {
    let offer = Offer::of_lookup_key(text(page, "/sandbox_offer"));
    let period = offer.map_or(PlanPeriod::Month, |offer| offer.period);
    let kind = match period {
        PlanPeriod::Month => "Assinatura mensal",
        PlanPeriod::Year => "Assinatura anual",
    };
    let is_open = text(page, "/status") == "open";
    document(
        "Pagamento",
        &html! {
            section.summary aria-label="Resumo" {
                p.meta { (kind) }
                h1 { "Plano " (offer_name(offer)) }
                p.price { (reais(number(page, "/amount_total"))) " " span { (period.words()) } }
            }
            section.pay {
                @if let Some(problem) = typed.problem { p.problem role="alert" { (problem) } }
                @if is_open {
                    (methods(page, typed))
                } @else if let Some(subscription) = waiting {
                    (first_payment(page, subscription))
                } @else {
                    h2 { "Este pagamento já foi concluído ou expirou." }
                    p { a.button href=(text(page, "/cancel_url")) { "Voltar ao site" } }
                }
            }
        },
    )
}

/// One form: what is typed for the receipt counts for every means of payment.
fn methods(page: &Json, typed: &Typed) -> Markup {
    html! {
        form.parts method="post" {
            @if asks_tax_id(page) {
                div.part {
                    h2 { "Dados para a nota fiscal" }
                    label for="tax_id" { "CPF ou CNPJ" }
                    input #tax_id name="tax_id" value=(typed.tax_id) autocomplete="off" maxlength="20" aria-describedby="tax_id_note";
                    p.meta #tax_id_note { "Perguntado uma vez só. Pode ficar em branco." }
                }
            }
            @for method in Method::ALL.into_iter().filter(|method| offers(page, *method)) {
                div.part { (method_part(method, typed)) }
            }
        }
        p { a href=(text(page, "/cancel_url")) { "Voltar sem pagar" } }
    }
}

fn method_part(method: Method, typed: &Typed) -> Markup {
    let action = button(method);
    match method {
        Method::Card => html! {
            h2 { "Cartão de crédito" }
            label for="card" { "Número do cartão" }
            input #card name="card" value=(typed.card) inputmode="numeric" autocomplete="off" maxlength="23";
            p.meta { "Nada é cobrado. O número 4000 0000 0000 0002 é recusado; os demais pagam." }
            button name="action" value=(action) { "Assinar e pagar" }
        },
        Method::Boleto => html! {
            h2 { "Boleto" }
            p { "O pagamento leva até três dias úteis para ser confirmado. O acesso abre depois disso." }
            button.plain name="action" value=(action) { "Gerar boleto" }
        },
        Method::Pix => html! {
            h2 { "Pix" }
            p { "Você copia o código e paga no aplicativo do seu banco. A confirmação leva segundos." }
            button.plain name="action" value=(action) { "Gerar código Pix" }
        },
    }
}

/// A boleto or Pix that waits to be paid.
fn first_payment(page: &Json, subscription: &Json) -> Markup {
    if !Action::PixPaid.fits(subscription) {
        return html! {
            h2 { "Boleto gerado" }
            p { "Falta o pagamento. Nesta demonstração, quem decide é você." }
            form method="post" {
                button name="action" value="boleto-pago" { "Pagar o boleto" }
                button.plain name="action" value="boleto-vencido" { "Deixar vencer" }
            }
        };
    }
    html! {
        h2 { "Pix Copia e Cola" }
        p { "Copie o código e pague no aplicativo do seu banco. Nesta demonstração, quem decide é você." }
        p { code { "SANDBOX-PIX-" (text(page, "/id")) } }
        form method="post" {
            button name="action" value="pix-pago" { "Pagar o Pix" }
            button.plain name="action" value="pix-expirado" { "Deixar expirar" }
        }
    }
}
