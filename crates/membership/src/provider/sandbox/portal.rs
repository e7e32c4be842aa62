//! The portal of the sandbox: subscriptions and what can be done with them, and what in truth a bank or time does.

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
    change::{self, Change},
    invoice::invoice_word,
    objects::{number, of_customer, offer, text},
    pages::{Choice, Services, Unusable, deliver_events, document, offer_name, page_response, read},
    simulate::{self, Action},
};
use crate::{Offer, money::reais, words::ObjectKind};

pub(super) async fn show(
    State((sandbox, _)): Services,
    Path(id): Path<String>,
) -> Result<Response, Unusable> {
    let portal = read(&sandbox, ObjectKind::Portal, &id).await?;
    let customer = text(&portal, "/customer").to_owned();
    let (subscriptions, invoices) = sandbox
        .db
        .read(move |tx| {
            let subscriptions = of_customer(tx, ObjectKind::Subscription, &customer)?;
            Ok::<_, ateneu_db::Error>((subscriptions, of_customer(tx, ObjectKind::Invoice, &customer)?))
        })
        .await?;
    let now = sandbox.now();
    let with_changes: Vec<_> = subscriptions
        .into_iter()
        .map(|subscription| {
            let changes = change::changes(&sandbox, &subscription, now);
            (subscription, changes)
        })
        .collect();
    Ok(page_response(&sandbox, StatusCode::OK, portal_page(&portal, &with_changes, &invoices)))
}

pub(super) async fn manage(
    State((sandbox, payments)): Services,
    Path(id): Path<String>,
    Form(choice): Form<Choice>,
) -> Result<Response, Unusable> {
    let portal = read(&sandbox, ObjectKind::Portal, &id).await?;
    let subscription = read(&sandbox, ObjectKind::Subscription, &choice.subscription).await?;
    // A portal is one customer's.
    if text(&subscription, "/customer") != text(&portal, "/customer") {
        return Err(Unusable(StatusCode::NOT_FOUND));
    }
    let now = sandbox.now();
    if choice.action == CHANGE {
        let offered = change::changes(&sandbox, &subscription, now);
        let is_chosen = |offer: &Offer| offer.lookup_key() == choice.offer;
        match offered.into_iter().find(|one| is_chosen(&one.offer)) {
            Some(chosen) => sandbox.db.write(move |tx| change::change(tx, subscription, chosen, now)).await?,
            // The form was sent twice.
            None if offer(&subscription).as_ref().is_some_and(is_chosen) => {}
            None => return Err(Unusable(StatusCode::BAD_REQUEST)),
        }
    } else {
        let Some(action) = Action::find(&choice.action) else {
            return Err(Unusable(StatusCode::BAD_REQUEST));
        };
        sandbox.db.write(move |tx| simulate::apply(tx, &choice.subscription, action, now).map(drop)).await?;
    }
    deliver_events(&sandbox, &payments).await?;
    // A change that was chosen before leads back once it is confirmed.
    let leads_back = choice.action == CHANGE && portal.pointer(CONFIRMS).is_some_and(Json::is_object);
    let next =
        if leads_back { text(&portal, "/return_url").to_owned() } else { format!("/sandbox/portal/{id}") };
    Ok(Redirect::to(&next).into_response())
}

/// The change that the portal was opened for.
const CONFIRMS: &str = "/sandbox_confirms";

/// Form action that changes to another offer.
const CHANGE: &str = "mudar";

fn portal_page(portal: &Json, subscriptions: &[(Json, Vec<Change>)], invoices: &[Json]) -> Markup {
    document(
        "Portal da assinatura",
        &html! {
            section.summary {
                p.meta { "Portal de gerenciamento" }
                h1 { "Sua assinatura" }
                p { a href=(text(portal, "/return_url")) { "Voltar ao site" } }
            }
            section.pay {
                @for (subscription, changes) in subscriptions { (confirmation(portal, subscription, changes)) }
                @if subscriptions.is_empty() { p { "Nenhuma assinatura." } }
                @for (subscription, changes) in subscriptions { (subscription_card(subscription, changes)) }
                h2 { "Recibos" }
                @if invoices.is_empty() { p { "Nenhuma cobrança ainda." } } @else {
                    ul.receipts {
                        @for invoice in invoices {
                            li {
                                a href={ "/sandbox/invoice/" (text(invoice, "/id")) } { (text(invoice, "/number")) }
                                span { (reais(number(invoice, "/total"))) }
                                span { (invoice_word(invoice)) }
                            }
                        }
                    }
                }
            }
        },
    )
}

/// The change that the portal was opened for, of the subscription it is for.
fn confirmation(portal: &Json, subscription: &Json, changes: &[Change]) -> Markup {
    let is_chosen = |change: &&Change| {
        text(portal, &format!("{CONFIRMS}/subscription")) == text(subscription, "/id")
            && text(portal, &format!("{CONFIRMS}/offer")) == change.offer.lookup_key()
    };
    let until = day(Timestamp::from_seconds(number(subscription, "/items/data/0/current_period_end")));
    html! {
        @if let Some(change) = changes.iter().find(is_chosen) {
            article {
                h2 { "Confirme a mudança de plano" }
                p.state { (change_words(change, &until)) }
                form method="post" {
                    input type="hidden" name="subscription" value=(text(subscription, "/id"));
                    input type="hidden" name="action" value=(CHANGE);
                    button name="offer" value=(change.offer.lookup_key()) { "Confirmar" }
                }
            }
        }
    }
}

fn subscription_card(subscription: &Json, changes: &[Change]) -> Markup {
    let ends = subscription.get("cancel_at_period_end") == Some(&Json::Bool(true));
    let until = day(Timestamp::from_seconds(number(subscription, "/items/data/0/current_period_end")));
    let fitting = |own: bool| {
        let actions = Action::ALL.into_iter().filter(move |(_, action, ..)| action.fits(subscription));
        actions.filter(move |(.., is_own)| *is_own == own)
    };
    let buttons = |own: bool| {
        html! {
            form method="post" {
                input type="hidden" name="subscription" value=(text(subscription, "/id"));
                @for (name, _, words, _) in fitting(own) {
                    button.plain[!own] name="action" value=(name) { (words) }
                }
            }
        }
    };
    html! {
        article {
            h2 { "Plano " (offer_name(offer(subscription))) }
            p.state { (state_word(text(subscription, "/status"), ends)) " · período até " (until) }
            @if let Some(next) = change::next_offer(subscription) {
                p.state { "Muda para o plano " (offer_name(Some(next))) " em " (until) "." }
            }
            @if fitting(true).next().is_some() { (buttons(true)) }
            @if !changes.is_empty() {
                h3 id={ "mudar-" (text(subscription, "/id")) } { "Mudar de plano" }
                form method="post" {
                    input type="hidden" name="subscription" value=(text(subscription, "/id"));
                    input type="hidden" name="action" value=(CHANGE);
                    @for change in changes {
                        button.plain name="offer" value=(change.offer.lookup_key()) { (change_words(change, &until)) }
                    }
                }
            }
            @if fitting(false).next().is_some() {
                h3 { "Simular" }
                (buttons(false))
            }
        }
    }
}

/// `Scale anual, R$ 970,00 por ano: R$ 912,40 agora`
fn change_words(change: &Change, until: &str) -> String {
    let Change { offer, price, due } = *change;
    let when = due.map_or_else(|| format!("a partir de {until}"), |due| format!("{} agora", reais(due)));
    format!("{}, {} {}: {when}", offer_name(Some(offer)), reais(price), offer.period.words())
}

fn state_word(status: &str, ends: bool) -> &str {
    match status {
        "active" if ends => "Cancelada, ativa até o fim do período",
        "active" => "Ativa",
        "past_due" => "Pagamento em atraso",
        "incomplete" => "À espera do primeiro pagamento",
        "incomplete_expired" => "Não foi paga",
        "canceled" => "Encerrada",
        other => other,
    }
}
