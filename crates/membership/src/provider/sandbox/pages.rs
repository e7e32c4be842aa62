//! Parts that all pages of the sandbox share: the frame, the headers, and the error page. The pages are plain forms
//! without scripts. The address of a page is its only credential: callers without it cannot submit the forms.

use axum::{
    extract::State,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{objects, service::Sandbox};
use crate::{Offer, PaidPlan, Payments, plan::worded, words::ObjectKind};

/// State of a page's handler.
pub(super) type Services = State<(Sandbox, Payments)>;

/// A page that cannot be shown.
pub(super) struct Unusable(pub(super) StatusCode);

impl From<ateneu_db::Error> for Unusable {
    fn from(error: ateneu_db::Error) -> Self {
        tracing::error!(%error, "a page of the sandbox cannot be shown");
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
        let policy =
            (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
        (self.0, [policy], Html(body.into_string())).into_response()
    }
}

/// A form may lead back to the site under any of its names.
pub(super) fn page_response(sandbox: &Sandbox, status: StatusCode, page: Markup) -> Response {
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
    (status, [(header::CONTENT_SECURITY_POLICY, policy)], fixed, Html(page.into_string())).into_response()
}

pub(super) async fn style() -> Response {
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (kind, include_str!("sandbox.css")).into_response()
}

/// A thing of the sandbox by its id.
pub(super) async fn read(sandbox: &Sandbox, kind: ObjectKind, id: &str) -> Result<Json, Unusable> {
    let id = id.to_owned();
    let found = sandbox.db.read(move |tx| objects::get(tx, kind, &id)).await?;
    found.ok_or(Unusable(StatusCode::NOT_FOUND))
}

/// The form of a page, whichever of its buttons was pressed.
#[derive(Deserialize)]
pub(super) struct Choice {
    #[serde(default)]
    pub(super) action: String,
    #[serde(default)]
    pub(super) card: String,
    /// CPF or CNPJ, as it was typed.
    #[serde(default)]
    pub(super) tax_id: String,
    #[serde(default)]
    pub(super) subscription: String,
    /// The lookup key of another offer.
    #[serde(default)]
    pub(super) offer: String,
}

/// Delivers the events before the person returns to the site, so that its pages show the new state.
pub(super) async fn deliver_events(sandbox: &Sandbox, payments: &Payments) -> Result<(), Unusable> {
    ateneu_queue::work_and_wait(payments.db(), &payments.0.clock, sandbox).await?;
    Ok(payments.work_and_wait().await?)
}

/// `Scale anual`
pub(super) fn offer_name(offer: Option<Offer>) -> String {
    let Some(Offer { plan, period }) = offer else {
        return "—".to_owned();
    };
    let name = match plan {
        PaidPlan::Update => "Update",
        PaidPlan::Scale => "Scale",
        PaidPlan::Professional => "Professional",
    };
    worded(name, Some(period))
}

/// The frame around a page.
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
