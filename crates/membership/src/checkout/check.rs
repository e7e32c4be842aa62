//! `check-subscription`: the caller's subscription.

use ateneu_base::{Entitlement, Timestamp};
use ateneu_db::Tx;
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::intents;
use crate::{
    Error, PaidPlan, Payments, PlanPeriod,
    access::AccessReason,
    changes::refund_rows::{self, RefundState},
    customers, entitlements,
    refused::Refused,
    state::sync::{refresh_arrived, sync_member},
    status::{Property, SubscriberStatus, statuses_with},
    words::{PageState, RefundKind},
};

/// A person's subscription and what it entitles to.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SubscriptionStatus {
    /// A subscription grants access now.
    pub subscribed: bool,
    /// The present subscription, whether it grants access or not.
    pub subscription: Option<Subscription>,
    /// Present entitlements; empty without access.
    pub entitlements: Vec<Entitlement>,
    /// A payment was made and is not confirmed yet, as a boleto is not for days.
    pub pending: bool,
    /// State of the payment page that the request names: only a completed one confirms a payment.
    pub checkout: Option<PageState>,
    /// The refund that is possible or under way.
    pub refund: Option<Refund>,
}

/// A refund: the right to it, or its state.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Refund {
    /// `open` while it may be requested; else a [`crate::RefundState`].
    #[schemars(extend("enum" = ["open", "waiting", "done", "by_hand"]))]
    pub state: &'static str,
    /// Right by which it is refunded.
    pub kind: RefundKind,
    /// The instant at which an open right ends.
    pub until: Option<Timestamp>,
    /// Amount in centavos.
    pub amount: i64,
}

/// The present subscription.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
pub struct Subscription {
    /// Plan of the subscription.
    pub plan: Option<PaidPlan>,
    /// Period that one charge pays for. `None` for a courtesy.
    pub period: Option<PlanPeriod>,
    /// Status of the subscription.
    pub status: SubscriberStatus,
    /// The end of the running period.
    pub current_period_end: Option<Timestamp>,
    /// True where it was canceled for the end of the period.
    pub cancel_at_period_end: bool,
    /// The end of access. `None` if there is no access.
    pub access_until: Option<Timestamp>,
    /// Reason of the access or its absence.
    pub access_reason: Option<AccessReason>,
    /// Amount of the next charge in centavos, where the provider tells it.
    pub next_amount: Option<i64>,
    /// Brand of the card that is charged, in the provider's spelling; none for other means of payment.
    pub card_brand: Option<String>,
    /// Last four digits of the card's number.
    pub card_last_four: Option<String>,
}

/// A person's state as last reported by the provider; fetched again where that is some time ago. A person who
/// returns from a payment page names it: then the state is fetched at once, until the page is completed. Where the
/// provider does not respond, nothing changes.
///
/// # Errors
/// Returns `Refused::NotYourCheckout` for a page of somebody else. Fails if the database does.
pub async fn check_subscription(
    payments: &Payments,
    user_id: &str,
    checkout: Option<&str>,
) -> Result<SubscriptionStatus, Error> {
    match checkout {
        Some(session) => check_page(payments, user_id, session).await?,
        None => refresh_arrived(payments, user_id).await,
    }
    let (id, page, now) = (user_id.to_owned(), checkout.map(str::to_owned), payments.now());
    let known = payments.db().read(move |tx| {
        let page = page.map(|page| intents::state_of_page(tx, &page, &id)).transpose()?.flatten();
        Ok::<_, ateneu_db::Error>((read(tx, &id, now)?, page))
    });
    let ((subscription, entitlements, pending, refund), checkout) = known.await?;
    let until = subscription.as_ref().and_then(|subscription| subscription.access_until);
    let subscribed = until.is_some_and(|until| now < until);
    Ok(SubscriptionStatus {
        subscribed,
        entitlements,
        subscription,
        pending: pending && !subscribed,
        checkout,
        refund,
    })
}

/// Fetches the state of a payment page of this person that is still open.
async fn check_page(payments: &Payments, user_id: &str, session: &str) -> Result<(), Error> {
    let (id, wanted) = (user_id.to_owned(), session.to_owned());
    let state = payments.db().read(move |tx| intents::state_of_page(tx, &wanted, &id)).await?;
    match state {
        None => return Err(Refused::NotYourCheckout.into()),
        Some(PageState::Open) => {}
        Some(_) => return Ok(()),
    }
    match confirm_page(payments, user_id, session).await {
        Ok(()) => {}
        Err(Error::Database(error)) => return Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "failed to fetch a payment page")
        }
    }
    Ok(())
}

async fn confirm_page(payments: &Payments, user_id: &str, session: &str) -> Result<(), Error> {
    let page = payments.provider().checkout(session).await?;
    if page.user_id.as_deref() != Some(user_id) || page.status != "complete" {
        return Ok(());
    }
    let (id, customer, now) = (user_id.to_owned(), page.customer, payments.now());
    let (session, milestones) = (session.to_owned(), payments.0.milestones.clone());
    payments
        .db()
        .write(move |tx| {
            if let Some(customer) = &customer {
                customers::link(tx, &id, customer, now)?;
            }
            intents::close_page(tx, &session, PageState::Completed, &milestones, now)
        })
        .await?;
    sync_member(payments, user_id).await.map(drop)
}

type Current = (Option<Subscription>, Vec<Entitlement>, bool, Option<Refund>);

fn read(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Current, ateneu_db::Error> {
    let sql =
        "SELECT s.plan, s.period, s.status, s.current_period_end, s.cancel_at_period_end, s.access_until, s.access_reason,
                      p.next_amount, p.card_brand, p.card_last_four
               FROM subscribers s LEFT JOIN payment_subscriptions p ON p.id = s.subscription_id WHERE s.user_id = $1";
    let subscription = tx.query_optional_as(sql, &[user_id.into()])?;
    let pending = format!(
        "SELECT id FROM payment_subscriptions WHERE user_id = $1 AND plan IS NOT NULL AND status IN {}",
        statuses_with(Property::Pending)
    );
    let is_pending = tx.query_optional(&pending, &[user_id.into()])?.is_some();
    Ok((subscription, entitlements::of_person(tx, user_id, now)?, is_pending, refund(tx, user_id, now)?))
}

/// The refund state of the newest paid subscription.
fn refund(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Option<Refund>, ateneu_db::Error> {
    let Some(candidate) = refund_rows::candidate(tx, user_id, now)? else {
        return Ok(None);
    };
    let begun = refund_rows::of_subscription(tx, &candidate.id)?.map(|refund| Refund {
        state: RefundState::from(refund.state).word(),
        kind: refund.kind,
        until: None,
        amount: refund.amount,
    });
    Ok(begun.or_else(|| {
        candidate.right.map(|right| Refund {
            state: "open",
            kind: right.kind,
            until: Some(right.until),
            amount: candidate.paid.iter().map(|paid| paid.amount).sum(),
        })
    }))
}
