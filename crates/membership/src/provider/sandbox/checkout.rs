//! The payment page of the sandbox: a card that pays or refuses, and a boleto that somebody pays or lets expire.

use axum::{
    Form,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use maud::{Markup, html};
use serde_json::Value as Json;

use super::{
    Sandbox,
    objects::{self, number, text},
    pages::{Choice, Services, Unusable, document, plan_name, read, shown, tell},
    simulate::{self, Act, Method},
};
use crate::money::reais;

/// The card that refuses, as the real provider's test cards do; every other number pays.
const REFUSING_CARD: &str = "4000000000000002";

pub(super) async fn show(
    State((sandbox, _)): Services,
    Path(id): Path<String>,
) -> Result<Response, Unusable> {
    let page = read(&sandbox, "checkout", &id).await?;
    let waiting = boleto_of(&sandbox, &page).await?;
    Ok(shown(&sandbox, StatusCode::OK, checkout_page(&page, waiting.is_some(), None)))
}

/// The subscription of a page that was paid by boleto, while that is neither paid nor over.
async fn boleto_of(sandbox: &Sandbox, page: &Json) -> Result<Option<Json>, Unusable> {
    let id = text(page, "/subscription").to_owned();
    let found = sandbox.db.read(move |tx| objects::get(tx, "subscription", &id)).await?;
    Ok(found.filter(|subscription| Act::BoletoPaid.fits(subscription)))
}

pub(super) async fn pay(
    State((sandbox, payments)): Services,
    Path(id): Path<String>,
    Form(choice): Form<Choice>,
) -> Result<Response, Unusable> {
    let page = read(&sandbox, "checkout", &id).await?;
    let card: String = choice.card.chars().filter(char::is_ascii_digit).collect();
    if choice.act == "cartao" && (card == REFUSING_CARD || !(13..=19).contains(&card.len())) {
        let problem = "O cartão foi recusado. Confira o número ou use outro cartão.";
        return Ok(shown(&sandbox, StatusCode::OK, checkout_page(&page, false, Some(problem))));
    }
    let (session, now) = (id.clone(), sandbox.now());
    let waiting = boleto_of(&sandbox, &page).await?;
    let subscription = waiting.map(|subscription| text(&subscription, "/id").to_owned());
    let done = sandbox
        .db
        .write(move |tx| match (choice.act.as_str(), subscription) {
            ("cartao", _) => simulate::pay(tx, &session, Method::Card, now),
            ("boleto", _) => simulate::pay(tx, &session, Method::Boleto, now),
            (name, Some(subscription)) => match Act::named(name) {
                Some(act @ (Act::BoletoPaid | Act::BoletoExpired)) => {
                    simulate::act(tx, &subscription, act, now)
                }
                _ => Ok(false),
            },
            _ => Ok(false),
        })
        .await?;
    if !done {
        return Ok(Redirect::to(&format!("/sandbox/checkout/{id}")).into_response());
    }
    tell(&sandbox, &payments).await?;
    let leads_to = text(&page, "/success_url").replace("{CHECKOUT_SESSION_ID}", &id);
    Ok(Redirect::to(&leads_to).into_response())
}

fn checkout_page(page: &Json, waits_for_boleto: bool, problem: Option<&str>) -> Markup {
    let plan = plan_name(text(page, "/metadata/plan"));
    let is_open = text(page, "/status") == "open";
    document(
        "Pagamento",
        &html! {
            section.summary aria-label="Resumo" {
                p.meta { "Assinatura mensal" }
                h1 { "Plano " (plan) }
                p.price { (reais(number(page, "/amount_total"))) " " span { "por mês" } }
            }
            section.pay {
                @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
                @if is_open {
                    form method="post" {
                        h2 { "Cartão de crédito" }
                        label for="card" { "Número do cartão" }
                        input #card name="card" value="4242 4242 4242 4242" inputmode="numeric" autocomplete="off" maxlength="23";
                        p.meta { "Nada é cobrado. O número 4000 0000 0000 0002 é recusado; os demais pagam." }
                        button name="act" value="cartao" { "Assinar e pagar" }
                    }
                    form method="post" {
                        h2 { "Boleto" }
                        p { "O pagamento leva até três dias úteis para ser confirmado. O acesso abre depois disso." }
                        button.plain name="act" value="boleto" { "Gerar boleto" }
                    }
                    p { a href=(text(page, "/cancel_url")) { "Voltar sem pagar" } }
                } @else if waits_for_boleto {
                    h2 { "Boleto gerado" }
                    p { "Falta o pagamento. Nesta demonstração, quem decide é você." }
                    form method="post" {
                        button name="act" value="boleto-pago" { "Pagar o boleto" }
                        button.plain name="act" value="boleto-vencido" { "Deixar vencer" }
                    }
                } @else {
                    h2 { "Este pagamento já foi concluído ou expirou." }
                    p { a.button href=(text(page, "/cancel_url")) { "Voltar ao site" } }
                }
            }
        },
    )
}
