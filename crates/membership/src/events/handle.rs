//! Handles an event: applies the facts that only it has, and fetches the state of its customer.

use std::{collections::BTreeSet, time::Duration};

use ateneu_base::Timestamp;
use ateneu_queue::Outcome;

use super::{
    disputes::settle_dispute,
    event::{Effect, Event},
    owner::{owner_of, paid_by},
};
use crate::{
    Error, Payments, access,
    changes::{charge_refunds, refund_rows},
    checkout::intents,
    emails::member::MemberEmails,
    state::{projection, sync::sync_member},
    words::PageState,
};

/// A subscription whose payment is refunded within this time after its start ends.
const GUARANTEE: Duration = Duration::from_secs(access::GUARANTEE_DAYS * 24 * 60 * 60);

pub(super) async fn handle_events(payments: &Payments, events: &[Event]) -> Result<Outcome, Error> {
    if events.is_empty() {
        return Ok(Outcome::Ignored("este tipo de evento não pede nada".into()));
    }
    let mut customers: BTreeSet<String> = events.iter().filter_map(|event| event.customer.clone()).collect();
    for event in events {
        customers.extend(apply_effect(payments, &event.effect).await?);
    }
    let page = events.iter().find_map(|event| match &event.effect {
        Effect::Checkout { session, state: PageState::Completed } => Some(session.as_str()),
        _ => None,
    });
    let mut strangers = Vec::new();
    for customer in customers {
        match owner_of(payments, &customer, page).await? {
            Some(user_id) => drop(sync_member(payments, &user_id).await?),
            None => strangers.push(customer),
        }
    }
    Ok(match strangers.as_slice() {
        [] => Outcome::Done,
        strangers => Outcome::Ignored(format!("ninguém aqui é {}", strangers.join(", "))),
    })
}

/// Applies the facts that only the event has. Returns the customer, if it had to be looked up.
async fn apply_effect(payments: &Payments, effect: &Effect) -> Result<Option<String>, Error> {
    match effect {
        Effect::None => Ok(None),
        Effect::Checkout { session, state } => {
            let (session, state, now) = (session.clone(), *state, payments.now());
            let milestones = payments.0.milestones.clone();
            payments.db().write(move |tx| intents::close_page(tx, &session, state, &milestones, now)).await?;
            Ok(None)
        }
        Effect::Refunded { payment, at } => {
            let Some(invoice) = paid_by(payments, payment).await? else {
                return Ok(None);
            };
            let (id, at) = (invoice.id, *at);
            let was_chosen = payments.db().write(move |tx| {
                refund_rows::returned(tx, &id, at)?;
                charge_refunds::was_chosen(tx, &id)
            });
            let was_chosen = was_chosen.await?;
            if let Some(subscription) = invoice.subscription.as_ref().filter(|_| !was_chosen)
                && mark_refunded(payments, subscription, at).await?
            {
                // A refund alone does not cancel a subscription.
                payments.provider().cancel(subscription).await?;
            }
            Ok(invoice.customer)
        }
        Effect::Disputed { payment } => settle_dispute(payments, payment).await,
    }
}

/// Marks a subscription whose payment was refunded in its first days. Returns `true` if it was marked.
async fn mark_refunded(payments: &Payments, subscription: &str, at: Timestamp) -> Result<bool, Error> {
    let (id, now, emails) = (subscription.to_owned(), payments.now(), MemberEmails::of(payments));
    let marked = payments.db().write(move |tx| {
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
