//! Handles an event: applies the facts that only it has, and fetches the state of its customer.

use std::{collections::BTreeSet, time::Duration};

use ateneu_base::Timestamp;
use ateneu_queue::Outcome;

use super::event::{Effect, Event};
use crate::{
    Error, Payments, access,
    changes::{charge_refunds, refund_rows},
    checkout::intents,
    customers,
    provider::models::Invoice,
    state::projection,
};

/// A subscription whose payment is refunded within this time after its start ends.
const GUARANTEE: Duration = Duration::from_secs(access::GUARANTEE_DAYS * 24 * 60 * 60);

impl Payments {
    pub(super) async fn handle(&self, events: &[Event]) -> Result<Outcome, Error> {
        if events.is_empty() {
            return Ok(Outcome::Ignored("este tipo de evento não pede nada".into()));
        }
        let mut customers: BTreeSet<String> =
            events.iter().filter_map(|event| event.customer.clone()).collect();
        for event in events {
            customers.extend(self.apply(&event.effect).await?);
        }
        let page = events.iter().find_map(|event| match &event.effect {
            Effect::Checkout { session, state: "completed" } => Some(session.as_str()),
            _ => None,
        });
        let mut strangers = Vec::new();
        for customer in customers {
            match self.owner_of(&customer, page).await? {
                Some(user_id) => drop(self.sync(&user_id).await?),
                None => strangers.push(customer),
            }
        }
        Ok(match strangers.as_slice() {
            [] => Outcome::Done,
            strangers => Outcome::Ignored(format!("ninguém aqui é {}", strangers.join(", "))),
        })
    }

    /// Applies the facts that only the event has; returns the customer, where it had to be looked up.
    async fn apply(&self, effect: &Effect) -> Result<Option<String>, Error> {
        match effect {
            Effect::None => Ok(None),
            Effect::Checkout { session, state } => {
                let (session, state, now) = (session.clone(), *state, self.now());
                self.db().write(move |tx| intents::close_page(tx, &session, state, now)).await?;
                Ok(None)
            }
            Effect::Refunded { payment, at } => {
                let Some(invoice) = self.paid_by(payment).await? else {
                    return Ok(None);
                };
                let (id, at) = (invoice.id, *at);
                let was_chosen = self.db().write(move |tx| {
                    refund_rows::returned(tx, &id, at)?;
                    charge_refunds::was_chosen(tx, &id)
                });
                let was_chosen = was_chosen.await?;
                if let Some(subscription) = invoice.subscription.as_ref().filter(|_| !was_chosen)
                    && self.mark_refunded(subscription, at).await?
                {
                    // A refund does not cancel a subscription by itself.
                    self.provider().cancel(subscription).await?;
                }
                Ok(invoice.customer)
            }
            Effect::Disputed { payment } => self.settle_dispute(payment).await,
        }
    }

    /// The invoice that a payment paid. Returns `None` if it paid something else.
    pub(super) async fn paid_by(&self, payment: &str) -> Result<Option<Invoice>, Error> {
        let invoice = self.provider().invoice_of_payment(payment).await?;
        let customer = invoice.as_ref().and_then(|invoice| invoice.customer.clone());
        if let Some(customer) = customer
            && let Some(owner) = self.owner_of(&customer, None).await?
        {
            // Its rows must be there to be marked.
            self.sync(&owner).await?;
        }
        Ok(invoice.filter(|invoice| invoice.subscription.is_some()))
    }

    /// Marks a subscription whose payment was refunded in its first days. Returns `true` if it was marked.
    async fn mark_refunded(&self, subscription: &str, at: Timestamp) -> Result<bool, Error> {
        let (id, now, emails) = (subscription.to_owned(), self.now(), self.member_emails());
        let marked = self.db().write(move |tx| {
            let sql = "UPDATE payment_subscriptions SET refunded_at = $2, updated_at = $3
                       WHERE id = $1 AND plan IS NOT NULL AND started_at >= $4 RETURNING user_id";
            let values = [id.into(), at.into(), now.into(), (at - GUARANTEE).into()];
            let user_id: Option<String> = tx.query_optional_as(sql, &values)?;
            if let Some(user_id) = &user_id {
                projection::project(tx, user_id, now)?;
                emails.write(tx, user_id, now)?;
            }
            Ok::<_, ateneu_db::Error>(user_id.is_some())
        });
        Ok(marked.await?)
    }

    /// The account of a customer. A customer without one is linked by the completed page of one of our own checkouts
    /// alone: what else names an account was written by the payer.
    async fn owner_of(&self, customer: &str, page: Option<&str>) -> Result<Option<String>, Error> {
        let (id, page, now) = (customer.to_owned(), page.map(str::to_owned), self.now());
        let known = self.db().read({
            let id = id.clone();
            move |tx| customers::of_customer(tx, &id)
        });
        if let Some(linked) = known.await? {
            return Ok(Some(linked.user_id));
        }
        let Some(page) = page else {
            return Ok(None);
        };
        let linked = self.db().write(move |tx| match intents::owner_of_page(tx, &page)? {
            Some(user_id) => customers::link(tx, &user_id, &id, now),
            None => Ok(None),
        });
        Ok(linked.await?.map(|linked| linked.user_id))
    }
}
