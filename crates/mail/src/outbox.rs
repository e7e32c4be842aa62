//! `/dev/outbox`: sent messages, newest first, for people and programs. It exists only where an outbox is kept, because
//! it shows all links and codes. `/dev/emails` shows every email with sample values beside it.

use ateneu_db::Db;
use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderName, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use maud::{DOCTYPE, Markup, html};
use serde::{Deserialize, Serialize};

use crate::{Kind, Mail};

const MAX_EMAILS: i64 = 200;

/// Policy of the page: it shows only itself and messages in frames.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
    form-action 'none'";

/// Policy of an email: it has its own styles, may load pictures, runs no script and follows no link.
const EMAIL_POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; \
    frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

pub(crate) fn router(mail: &Mail) -> Router {
    Router::new()
        .route("/dev/outbox", get(page))
        .route("/dev/outbox.json", get(list))
        .route("/dev/outbox.css", get(style))
        .route("/dev/outbox/{id}", get(message))
        .with_state(mail.0.db.clone())
        .merge(
            Router::new()
                .route("/dev/emails", get(samples))
                .route("/dev/emails/{key}", get(sample))
                .with_state(mail.clone()),
        )
}

/// A sent message, for programs.
#[derive(Debug, Deserialize, Serialize)]
struct Sent {
    #[serde(skip_serializing)]
    id: String,
    kind: Kind,
    #[serde(rename(deserialize = "recipient"))]
    to: String,
    subject: String,
    text: String,
    html: String,
    /// All web addresses in the text, in order.
    #[serde(skip_deserializing)]
    links: Vec<String>,
    /// Time of sending.
    #[serde(rename(deserialize = "sent_at"))]
    at: String,
}

fn links(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let is_link = word.starts_with("https://") || word.starts_with("http://");
        if is_link && !found.iter().any(|link| link == word) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Error of a failed read, whose reason is in the log.
struct Unreadable;

impl From<ateneu_db::Error> for Unreadable {
    fn from(error: ateneu_db::Error) -> Self {
        tracing::error!(%error, "the outbox cannot be read");
        Self
    }
}

impl IntoResponse for Unreadable {
    fn into_response(self) -> Response {
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    }
}

async fn sent(db: &Db) -> Result<Vec<Sent>, Unreadable> {
    let sql = "SELECT id, kind, recipient, subject, text, html, sent_at FROM mail_messages
               WHERE state = 'sent' ORDER BY sent_at DESC, id DESC LIMIT $1";
    let mut messages: Vec<Sent> = db.read(move |tx| tx.query_as(sql, &[MAX_EMAILS.into()])).await?;
    messages.iter_mut().for_each(|message| message.links = links(&message.text));
    Ok(messages)
}

/// Returns headers against caching, sniffing and framing.
fn guarded(policy: &'static str) -> [(HeaderName, &'static str); 4] {
    [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ]
}

async fn list(State(db): State<Db>) -> Result<Response, Unreadable> {
    Ok((guarded(POLICY), Json(sent(&db).await?)).into_response())
}

async fn style() -> Response {
    let css = include_str!("outbox.css");
    let kind = [(header::CONTENT_TYPE, "text/css; charset=utf-8")];
    (guarded(POLICY), kind, css).into_response()
}

async fn message(State(db): State<Db>, Path(id): Path<String>) -> Result<Response, Unreadable> {
    let sql = "SELECT html FROM mail_messages WHERE id = $1 AND kind = 'email' AND state = 'sent'";
    let html: Option<String> = db.read(move |tx| tx.query_optional_as(sql, &[id.into()])).await?;
    Ok(match html {
        Some(html) => (guarded(EMAIL_POLICY), Html(html)).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    })
}

async fn samples(State(mail): State<Mail>) -> Response {
    let samples = mail.sender().samples();
    let main = html! {
        h1 { "E-mails" }
        p.meta { "Os e-mails de content/emails.toml, com o nome de cada campo no lugar do valor." }
        ul {
            @for (key, email) in &samples {
                li { a href={ "/dev/emails/" (key) } { (key) } " · " (email.subject()) }
            }
        }
    };
    (guarded(POLICY), Html(document("E-mails", &main).into_string())).into_response()
}

async fn sample(State(mail): State<Mail>, Path(key): Path<String>) -> Response {
    let sender = mail.sender();
    match sender.samples().into_iter().find(|(known, _)| *known == key) {
        Some((_, email)) => (guarded(EMAIL_POLICY), Html(email.html(&sender))).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn page(State(db): State<Db>) -> Result<Response, Unreadable> {
    let shown = document("Caixa de saída", &outbox(&sent(&db).await?)).into_string();
    Ok((guarded(POLICY), Html(shown)).into_response())
}

fn outbox(messages: &[Sent]) -> Markup {
    html! {
        h1 { "Caixa de saída" }
        p.meta {
            "Mensagens enviadas, da mais nova à mais antiga. Esta página não existe em produção. "
            a href="/dev/outbox.json" { "JSON" } " · " a href="/dev/emails" { "Todos os e-mails" }
        }
        @if messages.is_empty() { p { "Nenhuma mensagem enviada ainda." } }
        @for message in messages { (render_message(message)) }
    }
}

fn document(title: &str, main: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="pt-BR" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="robots" content="noindex";
                meta name="description" content="Mensagens que este servidor de demonstração teria enviado.";
                title { (title) }
                link rel="stylesheet" href="/dev/outbox.css";
                link rel="icon" href="data:,";
            }
            body {
                main { (main) }
            }
        }
    }
}

fn render_message(message: &Sent) -> Markup {
    let is_email = message.kind == Kind::Email;
    html! {
        article {
            h2 { @if is_email { (message.subject) } @else { "SMS" } }
            p.meta { "Para " (message.to) " · " time datetime=(message.at) { (moment(&message.at)) } }
            @if !message.links.is_empty() {
                ul {
                    @for link in &message.links { li { a href=(link) { (link) } } }
                }
            }
            @if is_email {
                details {
                    summary { "Ver como e-mail" }
                    iframe title={ "E-mail: " (message.subject) } src={ "/dev/outbox/" (message.id) } sandbox=""
                        loading="lazy" {}
                    p { a href={ "/dev/outbox/" (message.id) } { "Abrir sozinho" } }
                }
                details { summary { "Ver só o texto" } pre { (message.text) } }
            } @else {
                pre { (message.text) }
            }
        }
    }
}

/// Formats `2026-11-21T12:30:05.…` as `21/11/2026 12:30:05 UTC`.
fn moment(at: &str) -> String {
    match (at.get(0..4), at.get(5..7), at.get(8..10), at.get(11..19)) {
        (Some(year), Some(month), Some(day), Some(time)) => format!("{day}/{month}/{year} {time} UTC"),
        _ => at.to_owned(),
    }
}
