//! Opens a payment page: one per person at a time, stored before the provider is called, never beside a live
//! subscription, never at another price than the site shows.

use std::{collections::HashMap, time::Duration};

use ateneu_base::Timestamp;

use super::intents::{self, Intent};
use crate::{
    Arrival, Error, Offer, Payments, Period, access,
    customers::Linked,
    emails::alert,
    provider::{
        NewCheckout,
        models::{Checkout, Price},
    },
    state::store,
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

impl Payments {
    /// The address of the page on which a person pays for a plan. Two requests at once get the same.
    ///
    /// # Errors
    /// Returns [`Error::UnknownPlan`], [`Error::NotSoldHere`], [`Error::PeriodNotSold`], [`Error::NoAddress`],
    /// [`Error::AddressTaken`], [`Error::AlreadySubscribed`], [`Error::PaymentPending`], a price that is missing or
    /// another, or that the provider does not answer. Nothing is charged then.
    pub async fn checkout(&self, user_id: &str, plan: &str, period: Period) -> Result<String, Error> {
        self.open_checkout(user_id, plan, period, false).await
    }

    /// Voids a boleto that waits to be paid, then returns the address as [`Payments::checkout`] does.
    ///
    /// # Errors
    /// Returns the same but for [`Error::PaymentPending`].
    pub async fn checkout_instead(&self, user_id: &str, plan: &str, period: Period) -> Result<String, Error> {
        self.open_checkout(user_id, plan, period, true).await
    }

    /// Keeps with a person's unfinished checkout where the visit came from, until it is paid or closed.
    pub async fn came_from(&self, user_id: &str, arrival: &Arrival) -> Result<(), Error> {
        let Some(origin) = self.0.origins.name(arrival) else {
            return Ok(());
        };
        let user_id = user_id.to_owned();
        Ok(self.db().write(move |tx| intents::came_from(tx, &user_id, &origin)).await?)
    }

    async fn open_checkout(
        &self,
        user_id: &str,
        plan: &str,
        period: Period,
        replaces_pending: bool,
    ) -> Result<String, Error> {
        if plan == "enterprise" {
            return Err(Error::NotSoldHere);
        }
        let offer = Offer { plan: plan.parse().map_err(|_| Error::UnknownPlan)?, period };
        let shown = self.shown_price(offer)?;
        let _turn = self.counter(user_id).await;
        let price = self.price(offer, shown).await?;
        let linked = self.customer(user_id).await?;
        self.refuse_second(&linked, replaces_pending).await?;
        if let Some(url) = self.open_already(user_id, offer).await? {
            return Ok(url);
        }
        let asks_tax_id = self.0.asks_tax_id && !self.provider().has_tax_id(&linked.customer_id).await?;
        let intent = self.intend(user_id, offer).await?;
        let new = NewCheckout {
            user_id: user_id.to_owned(),
            customer: linked.customer_id,
            offer,
            price,
            methods: (self.0.methods)(),
            asks_tax_id,
            expires_at: intent.expires_at,
            success_url: self.link(PAID),
            cancel_url: self.link(LEFT),
        };
        match self.provider().create_checkout(&new, &intent.id).await {
            Ok(checkout) => self.opened(intent, checkout).await,
            Err(error) => {
                if matches!(error, Error::ProviderRefused { .. }) {
                    tracing::error!(
                        error = error.description(),
                        idempotency = error.is_other_intent(),
                        "no payment page"
                    );
                    self.close_intent(intent.id, "failed").await?;
                }
                Err(error)
            }
        }
    }

    /// The price the site shows, in centavos.
    pub(super) fn shown_price(&self, offer: Offer) -> Result<i64, Error> {
        let terms = self.terms().into_iter().find(|terms| terms.plan == offer.plan);
        terms.ok_or(Error::PriceMissing(offer))?.price(offer.period).ok_or(Error::PeriodNotSold)
    }

    /// The provider's price of an offer, if it equals the one the site shows.
    pub(super) async fn price(&self, offer: Offer, shown: i64) -> Result<Price, Error> {
        let now = self.now();
        let known = self.0.prices.lock().get(&offer).cloned();
        let price = match known.filter(|(at, _)| now < *at + PRICES_KEPT) {
            Some((_, price)) => price,
            None => {
                let price = self.provider().price(offer).await?.ok_or(Error::PriceMissing(offer))?;
                self.0.prices.lock().insert(offer, (now, price.clone()));
                price
            }
        };
        if price.amount != shown || price.currency != "brl" || price.period != Some(offer.period) {
            self.0.prices.lock().remove(&offer);
            self.alert(&alert::price_changed(offer, shown, &price)).await?;
            return Err(Error::PriceChanged(offer));
        }
        Ok(price)
    }

    /// Fetches the state without a cache, which would let a second payment through.
    async fn refuse_second(&self, linked: &Linked, replaces_pending: bool) -> Result<(), Error> {
        let mut all = self.subscriptions(&linked.customer_id).await?;
        // What else the person buys at the same provider stands in nobody's way.
        all.retain(|subscription| subscription.plan.is_some());
        let may_be_paid = |status: &str| access::is_live(status) || status == "incomplete";
        if !all.iter().any(|subscription| may_be_paid(&subscription.status)) {
            return Ok(());
        }
        let invoices = self.provider().invoices(&linked.customer_id).await?;
        let (user_id, listed) = (linked.user_id.clone(), invoices.clone());
        let paid = self.db().read(move |tx| store::paid(tx, &user_id, &listed)).await?;
        let mut unpaid = Vec::new();
        for subscription in &all {
            match store::status(subscription, &paid) {
                "incomplete" => unpaid.push(subscription),
                status if access::is_live(status) => {
                    // The rows may not know it yet.
                    self.sync(&linked.user_id).await?;
                    return Err(Error::AlreadySubscribed);
                }
                _ => {}
            }
        }
        if !unpaid.is_empty() && !replaces_pending {
            self.sync(&linked.user_id).await?;
            return Err(Error::PaymentPending);
        }
        for pending in unpaid {
            self.end_unpaid(pending, &invoices).await?;
        }
        Ok(())
    }

    /// The page that is open for this offer; one for another is closed.
    async fn open_already(&self, user_id: &str, offer: Offer) -> Result<Option<String>, Error> {
        let id = user_id.to_owned();
        let found = self.db().read(move |tx| intents::waiting(tx, &id)).await?;
        let Some(intent) = found else {
            return Ok(None);
        };
        let now = self.now();
        let lasts = now + TOO_SHORT < intent.expires_at;
        match (&intent.session_id, intent.url) {
            (Some(_), Some(url)) if intent.offer == offer && lasts => return Ok(Some(url)),
            // The response was lost: the same intent continues.
            (None, _) if intent.offer == offer && now < intent.created_at + ANSWER_LOST => {
                return Ok(None);
            }
            (Some(session), _) if now < intent.expires_at => {
                match self.provider().expire_checkout(session).await {
                    // It is paid or closed already.
                    Ok(()) | Err(Error::ProviderRefused { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            _ => {}
        }
        self.close_intent(intent.id, "expired").await?;
        Ok(None)
    }

    /// Stores the checkout, or finds it stored.
    async fn intend(&self, user_id: &str, offer: Offer) -> Result<Intent, Error> {
        let (id, now) = (user_id.to_owned(), self.now());
        let begun = self.db().write(move |tx| intents::start_checkout(tx, &id, offer, now));
        let intent = begun.await?.ok_or(Error::Busy)?;
        // Another node is opening a page for another offer.
        if intent.offer == offer && intent.state == "opening" { Ok(intent) } else { Err(Error::Busy) }
    }

    async fn opened(&self, intent: Intent, checkout: Checkout) -> Result<String, Error> {
        let url = checkout.url.clone().ok_or(Error::Busy)?;
        let (session, page, now) = (checkout.id, url.clone(), self.now());
        self.db().write(move |tx| intents::opened(tx, &intent.id, &session, &page, now)).await?;
        Ok(url)
    }

    async fn close_intent(&self, id: String, state: &'static str) -> Result<(), Error> {
        let now = self.now();
        Ok(self.db().write(move |tx| intents::close(tx, &id, state, now)).await?)
    }
}
