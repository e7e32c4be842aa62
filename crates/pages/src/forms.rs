//! Public forms posted by a browser without script. The page's own code checks and stores the post, in the engine, as
//! it does in a browser with script. This module decides which posts reach it.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::{FromRequest, Multipart, Request},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use url::{Url, form_urlencoded};

use crate::{
    FrontEnd, Pages,
    api::{FormAccess, Visitor},
    document::{Document, Freshness},
    engine::{Post, Route},
    error::Error,
    page_request::{MAX_ADDRESS_LENGTH, PageRequest, not_allowed},
};

const MAX_BYTES: usize = 64 * 1024;
/// Maximum number of fields.
const MAX_FIELDS: usize = 50;
/// Hidden field with the form's name, written by web/src/lib/public-form.ts.
const FORM_FIELD: &str = "formulario";
/// Field that a mail program posts for its unsubscribe button (RFC 8058).
const ONE_CLICK: (&str, &str) = ("List-Unsubscribe", "One-Click");
/// Forms that end a subscription.
const UNSUBSCRIBE: [&str; 4] = ["sair", "sair-dos-avisos", "sair-dos-lembretes", "sair-dos-emails"];

type Fields = Vec<(String, String)>;

/// Reason why a post does not reach the page's code.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    CrossSite,
    NotAForm,
    TooLarge,
    Unreadable,
    UnknownForm,
    Busy,
}

/// Handles a post to any address without another route.
pub async fn answer(pages: &Pages, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let (path, query) = (parts.uri.path(), parts.uri.query().unwrap_or_default());
    if path.len() + query.len() > MAX_ADDRESS_LENGTH {
        return StatusCode::URI_TOO_LONG.into_response();
    }
    let Some(front_end) = &pages.0.front_end else {
        return not_allowed();
    };
    let page_request = PageRequest::new(front_end, path, query);
    let has_form = |route: &&Route| !route.forms.is_empty() && route.is_spelled(path);
    let Some(route) = page_request.route.filter(has_form) else {
        return not_allowed();
    };
    let is_own = is_own(&parts.headers, &pages.0.config.public_url);
    let posted = match read(&parts, body).await {
        Ok(fields) => posted(route, fields, Visitor::of(&parts)),
        Err(refusal) => Err(refusal),
    };
    // Mail programs post from anywhere, some like a browser. The secret address itself authorises them.
    match posted.and_then(|posted| if is_own || posted.1 { Ok(posted) } else { Err(Refusal::CrossSite) }) {
        Ok((post, one_click)) => match ask(pages, front_end, &page_request, post).await {
            Ok(document) if one_click => after_one_click(&document),
            Ok(document) => document.respond(&parts.headers).await,
            Err(error) => {
                error.log(page_request.name());
                Refusal::Busy.document().respond(&parts.headers).await
            }
        },
        Err(refusal) => {
            tracing::debug!(?refusal, page = page_request.name(), "a post was refused");
            refusal.document().respond(&parts.headers).await
        }
    }
}

async fn ask(
    pages: &Pages,
    front_end: &FrontEnd,
    page_request: &PageRequest<'_>,
    post: Post,
) -> Result<Document, Error> {
    let _permit = pages.0.posts.try_acquire().map_err(|_| Error::Busy)?;
    let page = front_end.pool.answer(&page_request.url, post).await?;
    Ok(page_request.document(front_end, &page)?.with_freshness(Freshness::NoStore))
}

/// Returns the posted form with its write access, and `true` if a mail program posted it.
fn posted(route: &Route, fields: Fields, visitor: Visitor) -> Result<(Post, bool), Refusal> {
    let (name, value) = ONE_CLICK;
    let value_of =
        |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let one_click = value_of(name) == Some(value);
    let unsubscribe = || UNSUBSCRIBE.into_iter().find(|form| route.forms.contains_key(*form));
    let form = if one_click { unsubscribe() } else { value_of(FORM_FIELD) };
    let (form, writes) = form.and_then(|form| route.forms.get_key_value(form)).ok_or(Refusal::UnknownForm)?;
    let access = Arc::new(FormAccess { writes: writes.clone(), visitor });
    let post = Post { form: form.clone(), fields, access };
    Ok((post, one_click))
}

/// Responds to a one-click post. Mail programs follow no redirect and show no page, so a dead link counts as success.
fn after_one_click(document: &Document) -> Response {
    match document.status() {
        status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            status.into_response()
        }
        _ => ([(header::CACHE_CONTROL, "no-store")], "ok\n").into_response(),
    }
}

async fn read(parts: &Parts, body: Body) -> Result<Fields, Refusal> {
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    let bytes = to_bytes(body, MAX_BYTES).await.map_err(|_| Refusal::TooLarge)?;
    if kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        let fields = form_urlencoded::parse(&bytes).take(MAX_FIELDS);
        return Ok(fields.map(|(name, value)| (clean(&name), clean(&value))).collect());
    }
    if kind.eq_ignore_ascii_case("multipart/form-data") {
        return read_one_click(parts, Body::from(bytes)).await;
    }
    Err(Refusal::NotAForm)
}

/// Removes NUL, the only character that no table accepts.
fn clean(text: &str) -> String {
    text.replace('\0', "")
}

/// Reads the one field of a mail program's post, in the form of RFC 8058. No form of this site is sent like this.
async fn read_one_click(parts: &Parts, body: Body) -> Result<Fields, Refusal> {
    let request = Request::from_parts(parts.clone(), body);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| Refusal::Unreadable)?;
    let field = form.next_field().await.ok().flatten().ok_or(Refusal::Unreadable)?;
    let name = field.name().unwrap_or_default().to_owned();
    let value = field.text().await.map_err(|_| Refusal::Unreadable)?;
    if (name.as_str(), value.trim()) != ONE_CLICK {
        return Err(Refusal::NotAForm);
    }
    Ok(vec![(name, value.trim().to_owned())])
}

/// Returns `true` if the post comes from a page of this site, as far as the browser tells: all browsers that another
/// site can misuse do. A program that says nothing has no visitor to misuse.
fn is_own(headers: &HeaderMap, public_url: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text("origin") else {
        return true;
    };
    let authority = Url::parse(origin).ok().and_then(|url| {
        let host = url.host_str()?.to_owned();
        Some(url.port().map_or(host.clone(), |port| format!("{host}:{port}")))
    });
    origin == public_url || authority.is_some() && authority.as_deref() == text("host")
}

impl Refusal {
    fn document(self) -> Document {
        let (status, title, advice) = match self {
            Refusal::CrossSite => (
                StatusCode::FORBIDDEN,
                "O envio veio de outro site",
                "Abra a página neste site e envie de novo.",
            ),
            Refusal::NotAForm => (
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "O envio não é um formulário",
                "Volte à página e envie de novo.",
            ),
            Refusal::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "O texto é grande demais",
                "Volte, encurte o texto e envie de novo.",
            ),
            Refusal::Unreadable | Refusal::UnknownForm => (
                StatusCode::BAD_REQUEST,
                "O formulário não foi reconhecido",
                "Volte, recarregue a página e envie de novo.",
            ),
            Refusal::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "O envio não foi concluído",
                "Volte e envie de novo em alguns instantes. O que você escreveu continua na página anterior.",
            ),
        };
        let html = format!(
            "<!doctype html><html lang=\"pt-BR\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
             <title>{title}</title></head><body><main><h1>{title}</h1><p>{advice}</p></main></body></html>"
        );
        Document::html(html).with_status(status).with_freshness(Freshness::NoStore)
    }
}
