//! `/verify?token&type&redirect_to`: a mailed link. Following it uses the secret and leads to `redirect_to` with a
//! session in the fragment or, for a client with a verifier, with a code in the query.
//!
//! The links of the server's emails have `ask=1`: they show a page with one button, which mail scanners and prefetching
//! browsers do not press. HEAD never uses the secret. For a target on the site, a page of the site asks and returns
//! `token_hash`. For others the question is asked here, and its POST follows the link.

use aws_lc_rs::digest::{SHA256, digest};
use axum::{
    extract::{FromRequest, Query, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;
use url::{Position, Url, form_urlencoded};

use crate::{
    Auth,
    accounts::Account,
    error::Error,
    messages::{Kind, one_time},
    requests::{
        Body, Client, Destination,
        redirect::Redirects,
        redirect_result::{see_other, with_error, with_fragment, with_query},
    },
    sessions::{self, Session, SessionResponse, pkce, proof},
    sign_in::{
        redeem::{Given, Redeemed, redeem},
        verify,
    },
};

#[derive(Debug, Deserialize)]
pub(crate) struct Link {
    token: Option<String>,
    r#type: Option<String>,
    ask: Option<String>,
}

enum End {
    SignedIn(Box<(Account, Session)>),
    Code(String),
    HalfWay,
}

/// `GET`.
pub(crate) async fn open(
    State(auth): State<Auth>,
    client: Client,
    Destination(destination): Destination,
    headers: HeaderMap,
    Query(link): Query<Link>,
) -> Result<Response, Error> {
    if is_prefetch(&headers) {
        return Ok(page(&link, &destination));
    }
    if link.ask.is_some() {
        return Ok(match site_page(&auth.parts.redirects, &link, &destination) {
            Some(url) => see_other(&url),
            None => page(&link, &destination),
        });
    }
    follow(&auth, client, link, destination).await
}

/// `HEAD`: responds that the address exists, without using the secret.
pub(crate) async fn answer_head() -> StatusCode {
    StatusCode::OK
}

/// `POST`: handles the page's button if the URL has a token, otherwise [`verify::handle`].
pub(crate) async fn press(
    State(auth): State<Auth>,
    client: Client,
    Destination(destination): Destination,
    Query(link): Query<Link>,
    own: verify::Own,
    request: Request,
) -> Result<Response, Error> {
    if link.token.is_some() {
        return follow(&auth, client, link, destination).await;
    }
    let body = Body::from_request(request, &()).await?;
    verify::handle(State(auth), client, own, body).await.map(IntoResponse::into_response)
}

/// Returns `true` for a prefetch, which browsers declare.
fn is_prefetch(headers: &HeaderMap) -> bool {
    ["sec-purpose", "purpose", "x-moz"].iter().any(|name| {
        let value = headers.get(*name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains("prefetch"))
    })
}

/// Returns the site's own page for a link that ends there.
fn site_page(redirects: &Redirects, link: &Link, destination: &Url) -> Option<Url> {
    let (token, kind) = (link.token.as_deref()?, link.r#type.as_deref()?);
    if !redirects.is_here(destination) {
        return None;
    }
    let mut page = redirects.page(match kind {
        "recovery" | "invite" => "/conta/nova-senha",
        _ => "/conta/confirmar",
    });
    page.query_pairs_mut().append_pair("token_hash", token).append_pair("type", kind);
    let next = &destination[Position::BeforePath..Position::AfterQuery];
    if next != "/" {
        page.query_pairs_mut().append_pair("next", next);
    }
    Some(page)
}

async fn follow(auth: &Auth, client: Client, link: Link, destination: Url) -> Result<Response, Error> {
    let kinds = one_time::redeemed_as(link.r#type.as_deref().unwrap_or_default())
        .ok_or_else(|| Error::validation("Verify requires a verification type"))?;
    let secret = link.token.filter(|token| !token.is_empty());
    let secret = secret.ok_or_else(|| Error::validation("Verify requires a token or a token hash"))?;
    let is_pkce = secret.starts_with("pkce_");
    let end = redeem_link(auth, client, secret, kinds).await;
    let kind = link.r#type.unwrap_or_default();
    Ok(match end {
        Ok(End::SignedIn(parts)) => {
            let (account, session) = *parts;
            let response = SessionResponse::new(auth, account, &session)?;
            see_other(&response.in_fragment(destination, Some(&kind)))
        }
        Ok(End::Code(code)) => see_other(&with_query(destination, &[("code", &code)])),
        Ok(End::HalfWay) => {
            let message = [("message", verify::HALF_WAY)];
            let destination = if is_pkce { with_query(destination, &message) } else { destination };
            see_other(&with_fragment(destination, &[message[0], ("sb", "")]))
        }
        Err(error) => see_other(&with_error(destination, &error, is_pkce)),
    })
}

async fn redeem_link(
    auth: &Auth,
    client: Client,
    secret: String,
    kinds: &'static [Kind],
) -> Result<End, Error> {
    let (now, service) = (auth.now(), auth.clone());
    auth.write(move |tx| {
        let (mut user, kind, challenge) =
            match redeem(&service, tx, &Given::Link(secret), kinds, &client, now)? {
                Err(refusal) => return Ok(Err(refusal)),
                Ok(Redeemed::HalfWay) => return Ok(Ok(End::HalfWay)),
                Ok(Redeemed::Person { user, kind, challenge }) => (user, kind, challenge),
            };
        let proved_at = proof::effective_at(tx, &user.id, kind.sign_in_method(), now)?;
        if let Some(challenge) = challenge {
            let method = kind.authentication_method();
            let kept = pkce::Kept { method, proved_at, challenge: &challenge, tokens: None };
            let code = pkce::store(&service, tx, &user.id, &kept, now)?;
            return Ok(Ok(End::Code(code)));
        }
        let session = sessions::create(tx, &mut user, ("otp", proved_at), &client, now)?;
        Ok::<_, Error>(Ok(End::SignedIn(Box::new((Account::of(tx, *user)?, session)))))
    })
    .await?
}

const STYLE: &str = "\
body{margin:0;background:#f3f4f0;color:#12201b;font:17px/1.6 Georgia,'Times New Roman',serif}\
main{max-width:34rem;margin:0 auto;padding:18vh 24px 48px}\
h1{margin:0 0 16px;padding-left:16px;border-left:3px solid #c2331a;font-size:34px;font-weight:400;line-height:1.14}\
p{margin:0 0 32px;color:#3d4a44}\
button{min-height:52px;padding:0 28px;border:0;border-radius:4px;background:#12201b;color:#f3f4f0;\
font:550 16px/1.4 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;cursor:pointer}\
button:focus-visible{outline:2px solid #c2331a;outline-offset:3px}";

/// Returns the heading that describes the button's effect.
fn headline(kind: &str) -> &'static str {
    match kind {
        "signup" => "Confirme o seu e-mail.",
        "recovery" => "Defina uma nova senha.",
        "invite" => "Aceite o convite.",
        "email_change" => "Confirme a troca de e-mail.",
        _ => "Entre na sua conta.",
    }
}

fn page(link: &Link, destination: &Url) -> Response {
    let kind = link.r#type.as_deref().unwrap_or_default();
    let query = form_urlencoded::Serializer::new(String::new())
        .append_pair("token", link.token.as_deref().unwrap_or_default())
        .append_pair("type", kind)
        .append_pair("redirect_to", destination.as_str())
        .finish();
    let action = format!("/auth/v1/verify?{query}");
    let style = BASE64_STANDARD.encode(digest(&SHA256, STYLE.as_bytes()));
    let policy =
        format!("default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; frame-ancestors 'none'");
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    (headers, Html(markup(kind, &action).into_string())).into_response()
}

fn markup(kind: &str, action: &str) -> Markup {
    let headline = headline(kind);
    html! {
        (DOCTYPE)
        html lang="pt-BR" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="robots" content="noindex";
                title { (headline) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (headline) }
                    p { "Falta só este passo. O link funciona uma vez." }
                    form method="post" action=(action) {
                        button type="submit" { "Continuar" }
                    }
                }
            }
        }
    }
}
