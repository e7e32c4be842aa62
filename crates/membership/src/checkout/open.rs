//! Opens a payment page: one per person at a time, stored before the provider is called, never beside a live
//! subscription, never at another price than the site shows.

use std::{collections::HashMap, time::Duration};

use ateneu_base::Timestamp;
use ateneu_schema::Words;

use super::intents::{self, Intent};
use crate::{
    Arrival, Error, Offer, PaidPlan, Payments, PlanPeriod,
    checkout::customer::ensure_customer,
    customers::Linked,
    emails::alert,
    provider::{
        NewCheckout,
        models::{Checkout, Price},
    },
    refused::Refused,
    state::{
        store,
        sync::{end_unpaid, fetch_subscriptions, sync_member},
    },
    status::{Property, SubscriberStatus},
    words::PageState,
};

/// A page that expires sooner is not returned again.
const TOO_SHORT: Duration = Duration::from_secs(5 * 60);

/// A request whose response was lost is repeated under the same key within this time; later the provider would refuse
/// the page's expiry.
const ANSWER_LOST: Duration = Duration::from_secs(20 * 60);

/// Time for which the provider's prices are remembered.
const PRICES_KEPT: Duration = Duration::from_secs(5 * 60);

/// Path to which a paid page leads; the provider fills in the page's id.
const PAID: &str = "/membros/assinatura/sucesso?checkout={CHECKOUT_SESSION_ID}";

/// Path to which an unpaid page leads.
const LEFT: &str = "/membros/assinatura/cancelada";

pub(crate) type Prices = HashMap<Offer, (Timestamp, Price)>;

/// The address of the page on which a person pays for a plan. Two requests at once get the same.
///
/// # Errors
/// Returns `Refused::UnknownPlan`, `Refused::PlanNotSoldHere`, `Refused::PeriodNotSold`, `Refused::EmailNotConfirmed`,
/// `Refused::EmailInUse`, `Refused::AlreadySubscribed`, `Refused::PaymentPending`, a price that is missing or
/// another, or that the provider does not answer. Nothing is charged then.
pub async fn open_checkout(
    payments: &Payments,
    user_id: &str,
    plan: &str,
    period: PlanPeriod,
) -> Result<String, Error> {
    open_page(payments, user_id, plan, period, false).await
}

/// Voids a boleto that waits to be paid, then returns the address as [`open_checkout`] does.
///
/// # Errors
/// Returns the same but for `Refused::PaymentPending`.
pub async fn replace_checkout(
    payments: &Payments,
    user_id: &str,
    plan: &str,
    period: PlanPeriod,
) -> Result<String, Error> {
    open_page(payments, user_id, plan, period, true).await
}

/// Keeps with a person's unfinished checkout where the visit came from, until it is paid or closed.
pub async fn store_origin(payments: &Payments, user_id: &str, arrival: &Arrival) -> Result<(), Error> {
    let Some(origin) = payments.0.origins.name(arrival) else {
        return Ok(());
    };
    let user_id = user_id.to_owned();
    Ok(payments.db().write(move |tx| intents::came_from(tx, &user_id, &origin)).await?)
}

async fn open_page(
    payments: &Payments,
    user_id: &str,
    plan: &str,
    period: PlanPeriod,
    replaces_pending: bool,
) -> Result<String, Error> {
    if plan == "enterprise" {
        return Err(Refused::PlanNotSoldHere.into());
    }
    let offer = Offer { plan: PaidPlan::of(plan).ok_or(Refused::UnknownPlan)?, period };
    let shown = shown_price(payments, offer)?;
    let _turn = payments.counter(user_id).await;
    let price = price(payments, offer, shown).await?;
    let linked = ensure_customer(payments, user_id).await?;
    refuse_second(payments, &linked, replaces_pending).await?;
    if let Some(url) = open_already(payments, user_id, offer).await? {
        return Ok(url);
    }
    let asks_tax_id = payments.0.asks_tax_id && !payments.provider().has_tax_id(&linked.customer_id).await?;
    let intent = intend(payments, user_id, offer).await?;
    let new = NewCheckout {
        user_id: user_id.to_owned(),
        customer: linked.customer_id,
        offer,
        price,
        methods: (payments.0.methods)(),
        asks_tax_id,
        expires_at: intent.expires_at,
        success_url: payments.link(PAID),
        cancel_url: payments.link(LEFT),
    };
    match payments.provider().create_checkout(&new, &intent.id).await {
        Ok(checkout) => opened(payments, intent, checkout).await,
        Err(error) => {
            if matches!(error, Error::ProviderRefused { .. }) {
                tracing::error!(
                    %error,
                    idempotency = error.is_other_intent(),
                    "no payment page"
                );
                close_intent(payments, intent.id, PageState::Failed).await?;
            }
            Err(error)
        }
    }
}

/// The price the site shows, in centavos.
pub(super) fn shown_price(payments: &Payments, offer: Offer) -> Result<i64, Error> {
    let terms = payments.terms().into_iter().find(|terms| terms.plan == offer.plan);
    terms.ok_or_else(|| price_missing(offer))?.price(offer.period).ok_or(Refused::PeriodNotSold.into())
}

fn price_missing(offer: Offer) -> Refused {
    tracing::error!(?offer, "an offer has no price");
    Refused::PriceMissing
}

/// The provider's price of an offer, if it equals the one the site shows.
pub(super) async fn price(payments: &Payments, offer: Offer, shown: i64) -> Result<Price, Error> {
    let now = payments.now();
    let known = payments.0.prices.lock().get(&offer).cloned();
    let price = match known.filter(|(at, _)| now < *at + PRICES_KEPT) {
        Some((_, price)) => price,
        None => {
            let price = payments.provider().price(offer).await?.ok_or_else(|| price_missing(offer))?;
            payments.0.prices.lock().insert(offer, (now, price.clone()));
            price
        }
    };
    if price.amount != shown || price.currency != "brl" || price.period != Some(offer.period) {
        payments.0.prices.lock().remove(&offer);
        alert::send(payments, &alert::price_changed(offer, shown, &price)).await?;
        return Err(Refused::PriceChanged.into());
    }
    Ok(price)
}

/// Fetches the state without a cache, which would let a second payment through.
async fn refuse_second(payments: &Payments, linked: &Linked, replaces_pending: bool) -> Result<(), Error> {
    let mut all = fetch_subscriptions(payments, &linked.customer_id).await?;
    // What else the person buys at the same provider stands in nobody's way.
    all.retain(|subscription| subscription.plan.is_some());
    let may_be_paid = |status: SubscriberStatus| status.is(Property::Live) || status.is(Property::Pending);
    if !all.iter().any(|subscription| may_be_paid(subscription.status)) {
        return Ok(());
    }
    let invoices = payments.provider().invoices(&linked.customer_id).await?;
    let (user_id, listed) = (linked.user_id.clone(), invoices.clone());
    let paid = payments.db().read(move |tx| store::paid(tx, &user_id, &listed)).await?;
    let mut unpaid = Vec::new();
    for subscription in &all {
        let status = store::status(subscription, &paid);
        if status.is(Property::Live) {
            // The rows may not know it yet.
            sync_member(payments, &linked.user_id).await?;
            return Err(Refused::AlreadySubscribed.into());
        }
        if status.is(Property::Pending) {
            unpaid.push(subscription);
        }
    }
    if !unpaid.is_empty() && !replaces_pending {
        sync_member(payments, &linked.user_id).await?;
        return Err(Refused::PaymentPending.into());
    }
    for pending in unpaid {
        end_unpaid(payments, pending, &invoices).await?;
    }
    Ok(())
}

/// The page that is open for this offer; one for another is closed.
async fn open_already(payments: &Payments, user_id: &str, offer: Offer) -> Result<Option<String>, Error> {
    let id = user_id.to_owned();
    let found = payments.db().read(move |tx| intents::waiting(tx, &id)).await?;
    let Some(intent) = found else {
        return Ok(None);
    };
    let now = payments.now();
    let lasts = now + TOO_SHORT < intent.expires_at;
    let is_same = intent.offer() == offer;
    match (&intent.session_id, intent.url) {
        (Some(_), Some(url)) if is_same && lasts => return Ok(Some(url)),
        // The response was lost: the same intent continues.
        (None, _) if is_same && now < intent.created_at + ANSWER_LOST => {
            return Ok(None);
        }
        (Some(session), _) if now < intent.expires_at => {
            match payments.provider().expire_checkout(session).await {
                // It is paid or closed already.
                Ok(()) | Err(Error::ProviderRefused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        _ => {}
    }
    close_intent(payments, intent.id, PageState::Expired).await?;
    Ok(None)
}

/// Stores the checkout, or finds it stored.
async fn intend(payments: &Payments, user_id: &str, offer: Offer) -> Result<Intent, Error> {
    let (id, now) = (user_id.to_owned(), payments.now());
    let begun = payments.db().write(move |tx| intents::start_checkout(tx, &id, offer, now));
    let intent = begun.await?.ok_or(Refused::CheckoutBusy)?;
    // Another node is opening a page for another offer.
    if intent.offer() == offer && intent.state == PageState::Opening {
        Ok(intent)
    } else {
        Err(Refused::CheckoutBusy.into())
    }
}

async fn opened(payments: &Payments, intent: Intent, checkout: Checkout) -> Result<String, Error> {
    let url = checkout.url.clone().ok_or(Refused::CheckoutBusy)?;
    let (session, page, now) = (checkout.id, url.clone(), payments.now());
    let milestones = payments.0.milestones.clone();
    payments.db().write(move |tx| intents::opened(tx, &intent.id, &session, &page, &milestones, now)).await?;
    Ok(url)
}

async fn close_intent(payments: &Payments, id: String, state: PageState) -> Result<(), Error> {
    let now = payments.now();
    Ok(payments.db().write(move |tx| intents::close(tx, &id, state, now)).await?)
}
