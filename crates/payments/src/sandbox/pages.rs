//! The pages of the sandbox as a provider would show them: here the payment page, in `portal` the portal, in `invoice`
//! bills and receipts. Plain forms, no scripts; whoever has the address of a page may use it, so nobody else can press
//! its buttons.

use axum::{
    Form, Router,
    extract::{Path, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
    routing::get,
};
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{
    Sandbox,
    acts::{self, Act, Method},
    invoice,
    objects::{self, number, text},
    portal,
};
use crate::{Error, Payments, Plan, words::reais};

/// The card that refuses, as the real provider's test cards do; every other number pays.
const REFUSING_CARD: &str = "4000000000000002";

impl Sandbox {
    pub(crate) fn router(&self, payments: Payments) -> Router {
        Router::new()
            .route("/sandbox/checkout/{id}", get(checkout).post(pay))
            .route("/sandbox/portal/{id}", get(portal::show).post(portal::manage))
            .route("/sandbox/invoice/{id}", get(invoice::show).post(invoice::pay))
            .route("/sandbox/sandbox.css", get(style))
            .with_state((self.clone(), payments))
    }
}

pub(super) type Room = State<(Sandbox, Payments)>;

/// A page that cannot be shown.
pub(super) struct Unusable(pub(super) StatusCode);

impl From<ateneu_db::Error> for Unusable {
    fn from(error: ateneu_db::Error) -> Self {
        tracing::error!(%error, "a page of the sandbox cannot be shown");
        Self(StatusCode::SERVICE_UNAVAILABLE)
    }
}

impl From<Error> for Unusable {
    fn from(error: Error) -> Self {
        tracing::error!(error = error.told(), "an act in the sandbox failed");
        Self(StatusCode::SERVICE_UNAVAILABLE)
    }
}

impl IntoResponse for Unusable {
    fn into_response(self) -> Response {
        let body = document(
            "Página indisponível",
            &html! {
                h1 { "Esta página de pagamento não existe mais." }
                p { a.button href="/pricing" { "Voltar ao site" } }
            },
        );
        let policy = (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
        );
        (self.0, [policy], Html(body.into_string())).into_response()
    }
}

/// A form may lead back to the house, whichever of its names it was opened under.
pub(super) fn shown(sandbox: &Sandbox, status: StatusCode, page: Markup) -> Response {
    let policy = format!(
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self' {}; frame-ancestors 'none'; base-uri 'none'",
        sandbox.site.public_url
    );
    let policy =
        HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
    let fixed: [(HeaderName, &str); 3] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (
        status,
        [(header::CONTENT_SECURITY_POLICY, policy)],
        fixed,
        Html(page.into_string()),
    )
        .into_response()
}

async fn style() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("sandbox.css")).into_response()
}

pub(super) async fn read(sandbox: &Sandbox, kind: &'static str, id: &str) -> Result<Json, Unusable> {
    let id = id.to_owned();
    let found = sandbox.db.read(move |tx| objects::get(tx, kind, &id)).await?;
    found.ok_or(Unusable(StatusCode::NOT_FOUND))
}

async fn checkout(State((sandbox, _)): Room, Path(id): Path<String>) -> Result<Response, Unusable> {
    let page = read(&sandbox, "checkout", &id).await?;
    let waiting = boleto_of(&sandbox, &page).await?;
    Ok(shown(
        &sandbox,
        StatusCode::OK,
        checkout_page(&page, waiting.is_some(), None),
    ))
}

/// The subscription of a page that was paid by boleto, while that is neither paid nor over.
async fn boleto_of(sandbox: &Sandbox, page: &Json) -> Result<Option<Json>, Unusable> {
    let id = text(page, "/subscription").to_owned();
    let found = sandbox
        .db
        .read(move |tx| objects::get(tx, "subscription", &id))
        .await?;
    Ok(found.filter(|subscription| Act::BoletoPaid.fits(subscription)))
}

#[derive(Deserialize)]
pub(super) struct Choice {
    #[serde(default)]
    pub(super) act: String,
    #[serde(default)]
    card: String,
    #[serde(default)]
    pub(super) subscription: String,
}

async fn pay(
    State((sandbox, payments)): Room,
    Path(id): Path<String>,
    Form(choice): Form<Choice>,
) -> Result<Response, Unusable> {
    let page = read(&sandbox, "checkout", &id).await?;
    let card: String = choice.card.chars().filter(char::is_ascii_digit).collect();
    if choice.act == "cartao" && (card == REFUSING_CARD || !(13..=19).contains(&card.len())) {
        let problem = "O cartão foi recusado. Confira o número ou use outro cartão.";
        return Ok(shown(
            &sandbox,
            StatusCode::OK,
            checkout_page(&page, false, Some(problem)),
        ));
    }
    let (session, now) = (id.clone(), sandbox.now());
    let waiting = boleto_of(&sandbox, &page).await?;
    let subscription = waiting.map(|subscription| text(&subscription, "/id").to_owned());
    let done = sandbox
        .db
        .write(move |tx| match (choice.act.as_str(), subscription) {
            ("cartao", _) => acts::pay(tx, &session, Method::Card, now),
            ("boleto", _) => acts::pay(tx, &session, Method::Boleto, now),
            (name, Some(subscription)) => match Act::named(name) {
                Some(act @ (Act::BoletoPaid | Act::BoletoExpired)) => acts::act(tx, &subscription, act, now),
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

/// Whoever comes back to the house finds it told already, where it listens.
pub(super) async fn tell(sandbox: &Sandbox, payments: &Payments) -> Result<(), Unusable> {
    sandbox.deliver().await?;
    Ok(payments.work().await?)
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

pub(super) fn plan_name(plan: &str) -> &'static str {
    match Plan::named(plan) {
        Some(Plan::Update) => "Update",
        Some(Plan::Scale) => "Scale",
        Some(Plan::Professional) => "Professional",
        None => "—",
    }
}

pub(super) fn document(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="pt-BR" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="robots" content="noindex";
                title { (title) " · Sandbox" }
                link rel="stylesheet" href="/sandbox/sandbox.css";
                link rel="icon" href="data:,";
            }
            body {
                header { p { strong { "Sandbox" } " Pagamentos de demonstração. Nada é cobrado." } }
                main { (content) }
            }
        }
    }
}
