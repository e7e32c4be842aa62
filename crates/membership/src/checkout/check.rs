//! `check-subscription`: the caller's subscription.

use ateneu_base::Timestamp;
use ateneu_db::{Row, Tx};
use schemars::JsonSchema;
use serde::Serialize;

use super::intents;
use crate::{Error, Payments, Plan, changes::refund_rows, customers};

/// How a person stands.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Standing {
    /// A subscription grants access now.
    pub subscribed: bool,
    /// The subscription that counts, whether it grants access or not.
    pub subscription: Option<Subscription>,
    /// What the plan gives a right to, by name; nothing without access.
    pub rights: Vec<String>,
    /// A payment was made and is not confirmed yet, as a boleto is not for days.
    pub pending: bool,
    /// What was paid and may be asked back, or was.
    pub refund: Option<Refund>,
}

/// Giving the subscription back for its money: the right to it, or how far it has come.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Refund {
    /// `open` while it may be asked for; else as [`crate::RefundState`] has it.
    #[schemars(extend("enum" = ["open", "waiting", "done", "by_hand"]))]
    pub state: &'static str,
    /// `withdrawal` by law, `guarantee` by the owner, `office` by an administrator.
    #[schemars(extend("enum" = ["withdrawal", "guarantee", "office"]))]
    pub kind: String,
    /// The first instant at which an open right is over.
    pub until: Option<Timestamp>,
    /// In centavos.
    pub amount: i64,
}

/// The subscription that counts.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Subscription {
    /// Its plan.
    #[schemars(with = "Option<Plan>")]
    pub plan: Option<String>,
    /// The provider's word, or `unknown`.
    pub status: String,
    /// The end of the running period.
    pub current_period_end: Option<Timestamp>,
    /// It was canceled and runs out at the end of the period.
    pub cancel_at_period_end: bool,
    /// Access lasts until then; none: there is none.
    pub access_until: Option<Timestamp>,
    /// Why, for programs.
    pub access_reason: Option<String>,
}

impl Payments {
    /// How a person stands, as of the last word of the provider, who is asked again where that is some time ago. Whoever
    /// comes back from a payment page names it: then the provider is asked at once, until the page is known to be done.
    /// A provider that does not answer changes nothing.
    ///
    /// # Errors
    /// [`Error::NotYours`] for a page of somebody else; or the database's.
    pub async fn check(&self, user_id: &str, checkout: Option<&str>) -> Result<Standing, Error> {
        match checkout {
            Some(session) => self.check_page(user_id, session).await?,
            None => self.refresh_arrived(user_id).await,
        }
        let (id, now) = (user_id.to_owned(), self.now());
        let known = self.db().read(move |tx| read(tx, &id, now)).await?;
        let (subscription, pending, refund) = known;
        let until = subscription.as_ref().and_then(|subscription| subscription.access_until);
        let subscribed = until.is_some_and(|until| now < until);
        let plan = subscription.as_ref().and_then(|subscription| subscription.plan.as_deref());
        let terms = self.terms().into_iter().find(|terms| Some(terms.plan.name()) == plan);
        Ok(Standing {
            subscribed,
            rights: terms.filter(|_| subscribed).map(|terms| terms.rights).unwrap_or_default(),
            subscription,
            pending: pending && !subscribed,
            refund,
        })
    }

    /// Asks for the state behind a payment page that is this person's and still open here.
    async fn check_page(&self, user_id: &str, session: &str) -> Result<(), Error> {
        let (id, wanted) = (user_id.to_owned(), session.to_owned());
        let state = self.db().read(move |tx| intents::state_of_page(tx, &wanted, &id)).await?;
        match state.as_deref() {
            None => return Err(Error::NotYours),
            Some("open") => {}
            Some(_) => return Ok(()),
        }
        match self.confirm_page(user_id, session).await {
            Ok(()) | Err(Error::NotYours) => {}
            Err(Error::Database(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(error = error.description(), "a payment page could not be asked for")
            }
        }
        Ok(())
    }

    async fn confirm_page(&self, user_id: &str, session: &str) -> Result<(), Error> {
        let page = self.provider().checkout(session).await?;
        if page.user_id.as_deref() != Some(user_id) {
            return Err(Error::NotYours);
        }
        if page.status != "complete" {
            return Ok(());
        }
        let (id, customer, now) = (user_id.to_owned(), page.customer, self.now());
        let session = session.to_owned();
        self.db()
            .write(move |tx| {
                if let Some(customer) = &customer {
                    customers::link(tx, &id, customer, now)?;
                }
                intents::close_page(tx, &session, "completed", now)
            })
            .await?;
        self.sync(user_id).await.map(drop)
    }
}

type Known = (Option<Subscription>, bool, Option<Refund>);

fn read(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Known, ateneu_db::Error> {
    let sql = "SELECT plan, status, current_period_end, cancel_at_period_end, access_until, access_reason
               FROM subscribers WHERE user_id = $1";
    let subscription = tx.query_optional(sql, &[user_id.into()])?.as_ref().map(shown);
    let pending = "SELECT id FROM payment_subscriptions WHERE user_id = $1 AND status = 'incomplete'";
    let is_pending = tx.query_optional(pending, &[user_id.into()])?.is_some();
    Ok((subscription, is_pending, refund(tx, user_id, now)?))
}

/// What stands about giving back the newest subscription that was paid for.
fn refund(tx: &mut Tx<'_>, user_id: &str, now: Timestamp) -> Result<Option<Refund>, ateneu_db::Error> {
    let Some(candidate) = refund_rows::candidate(tx, user_id, now)? else {
        return Ok(None);
    };
    let sql = "SELECT state, kind, amount FROM payment_refunds WHERE subscription_id = $1";
    if let Some(row) = tx.query_optional(sql, &[(&candidate.id).into()])? {
        return Ok(Some(Refund {
            state: match row.text("state") {
                Some("begun") => "waiting",
                Some("by_hand") => "by_hand",
                _ => "done",
            },
            kind: row.text("kind").unwrap_or_default().to_owned(),
            until: None,
            amount: row.int("amount").unwrap_or_default(),
        }));
    }
    Ok(candidate.right.map(|right| Refund {
        state: "open",
        kind: right.kind.to_owned(),
        until: Some(right.until),
        amount: candidate.paid.iter().map(|paid| paid.amount).sum(),
    }))
}

fn shown(row: &Row) -> Subscription {
    let text = |column: &str| row.text(column).map(str::to_owned);
    Subscription {
        plan: text("plan"),
        status: text("status").unwrap_or_default(),
        current_period_end: row.instant("current_period_end"),
        cancel_at_period_end: row.truth("cancel_at_period_end"),
        access_until: row.instant("access_until"),
        access_reason: text("access_reason"),
    }
}
