//! Opening a payment page: one for each person at a time, written down before the provider hears of it, never beside a
//! live subscription, never at another price than the page says.

use std::{collections::HashMap, time::Duration};

use ateneu_base::{Timestamp, Value, ids};
use ateneu_db::{Row, Tx};
use ateneu_tables::membership;

use crate::{
    Error, Payments, Plan, alert, customers,
    customers::{Linked, instant},
    provider::{NewCheckout, NewCustomer},
    shape::{Checkout, Customer, Price},
};

/// How long a payment page stays open.
const OPEN_FOR: Duration = Duration::from_secs(60 * 60);

/// A page that closes sooner is not handed out again.
const TOO_SHORT: Duration = Duration::from_secs(5 * 60);

/// A page that was asked for, whose answer never came, is asked for again under the same key within this time: later the
/// provider would refuse the instant at which it closes.
const ANSWER_LOST: Duration = Duration::from_secs(20 * 60);

/// How long the provider's prices are remembered.
const PRICES_KEPT: Duration = Duration::from_secs(5 * 60);

/// Where a paid page leads; the provider fills in the page's id.
const PAID: &str = "/membros/assinatura/sucesso?checkout={CHECKOUT_SESSION_ID}";

/// Where a page leads that is left unpaid.
const LEFT: &str = "/membros/assinatura/cancelada";

pub(crate) type Prices = HashMap<Plan, (Timestamp, Price)>;

/// What a person set out to pay.
struct Intent {
    id: String,
    plan: String,
    state: String,
    session_id: Option<String>,
    url: Option<String>,
    created_at: Timestamp,
    expires_at: Timestamp,
}

impl Payments {
    /// The address of the page on which a person pays for a plan. Two requests at once get the same.
    ///
    /// # Errors
    /// [`Error::UnknownPlan`], [`Error::NotSoldHere`], [`Error::NoAddress`], [`Error::AddressTaken`], [`Error::AlreadySubscribed`], a price that is
    /// missing or another, or that the provider does not answer. Nothing is charged then.
    pub async fn checkout(&self, user_id: &str, plan: &str) -> Result<String, Error> {
        if plan == "enterprise" {
            return Err(Error::NotSoldHere);
        }
        let plan = Plan::named(plan).ok_or(Error::UnknownPlan)?;
        let _turn = self.counter(user_id).await;
        let price = self.price(plan).await?;
        let linked = self.customer(user_id).await?;
        self.refuse_second(&linked).await?;
        if let Some(url) = self.open_already(user_id, plan).await? {
            return Ok(url);
        }
        let intent = self.intend(user_id, plan).await?;
        let new = NewCheckout {
            user_id: user_id.to_owned(),
            customer: linked.customer_id,
            plan,
            price,
            expires_at: intent.expires_at,
            success_url: self.link(PAID),
            cancel_url: self.link(LEFT),
        };
        match self.provider().create_checkout(&new, &intent.id).await {
            Ok(checkout) => self.opened(intent, checkout).await,
            Err(error) => {
                if matches!(error, Error::ProviderRefused { .. }) {
                    tracing::error!(
                        error = error.told(),
                        idempotency = error.is_other_intent(),
                        "no payment page"
                    );
                    self.close_intent(&intent.id, "failed").await?;
                }
                Err(error)
            }
        }
    }

    /// The provider's price of a plan, if it is the one the page says.
    async fn price(&self, plan: Plan) -> Result<Price, Error> {
        let now = self.now();
        let known = self.0.prices.lock().get(&plan).cloned();
        let price = match known.filter(|(at, _)| now < *at + PRICES_KEPT) {
            Some((_, price)) => price,
            None => {
                let price = self
                    .provider()
                    .price(plan)
                    .await?
                    .ok_or(Error::PriceMissing(plan))?;
                self.0.prices.lock().insert(plan, (now, price.clone()));
                price
            }
        };
        let terms = self.terms().into_iter().find(|terms| terms.plan == plan);
        let shown = terms.ok_or(Error::PriceMissing(plan))?.amount;
        if price.amount != shown || price.currency != "brl" || price.interval != "month" {
            self.0.prices.lock().remove(&plan);
            self.alert(&alert::price_changed(plan.name(), shown, price.amount))
                .await?;
            return Err(Error::PriceChanged(plan));
        }
        Ok(price)
    }

    /// The person's customer: known, found by the proved address, or made.
    async fn customer(&self, user_id: &str) -> Result<Linked, Error> {
        let id = user_id.to_owned();
        let read = self.db().read(move |tx| {
            let payer = customers::payer(tx, &id)?;
            if let Some(email) = payer.as_ref().and_then(|payer| payer.email.as_ref()) {
                customers::check_address(tx, &id, email)?;
            }
            Ok::<_, Error>((customers::of_user(tx, &id)?, payer))
        });
        let (linked, payer) = read.await?;
        let payer = payer.ok_or(Error::NoAddress)?;
        if let Some(linked) = linked {
            return self.still_there(linked, payer).await;
        }
        let new = NewCustomer {
            user_id: user_id.to_owned(),
            email: payer.email.ok_or(Error::NoAddress)?,
            name: payer.name,
        };
        let customer = match self.adoptable(&new).await? {
            Some(customer) => customer,
            None => {
                self.provider()
                    .create_customer(&new, &format!("customer-{user_id}"))
                    .await?
            }
        };
        let (id, now) = (new.user_id, self.now());
        let linked = self.db().write(move |tx| {
            // Another node may have been faster: whoever is linked to the account counts.
            customers::link(tx, &id, &customer.id, now)?;
            customers::of_user(tx, &id)
        });
        linked.await?.ok_or(Error::Defect("a customer was not linked"))
    }

    /// A customer that was deleted at the provider's is replaced.
    async fn still_there(&self, linked: Linked, payer: customers::Payer) -> Result<Linked, Error> {
        match self.provider().subscriptions(&linked.customer_id).await {
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(linked),
        }
        let new = NewCustomer {
            user_id: linked.user_id.clone(),
            email: payer.email.ok_or(Error::NoAddress)?,
            name: payer.name,
        };
        // The former key would answer with the former customer.
        let key = format!("customer-{}-after-{}", linked.user_id, linked.customer_id);
        let customer = self.provider().create_customer(&new, &key).await?;
        let (former, now) = (linked.clone(), self.now());
        let linked = self.db().write(move |tx| {
            customers::replace(tx, &former, &customer.id, now)?;
            customers::of_user(tx, &former.user_id)
        });
        linked.await?.ok_or(Error::Defect("a customer was not linked"))
    }

    /// A customer from before there was this account: the one that names it, or the only one of the proved address where
    /// it names nobody.
    async fn adoptable(&self, new: &NewCustomer) -> Result<Option<Customer>, Error> {
        let mut found = self.provider().customers_by_email(&new.email).await?;
        let own = found
            .iter()
            .position(|customer| customer.user_id.as_deref() == Some(&new.user_id));
        if let Some(own) = own {
            return Ok(Some(found.swap_remove(own)));
        }
        match found.pop() {
            Some(only) if found.is_empty() && only.user_id.is_none() => {
                self.provider().adopt_customer(&only.id, &new.user_id).await?;
                Ok(Some(only))
            }
            _ => Ok(None),
        }
    }

    /// Asks afresh: a cache would let a second payment through.
    async fn refuse_second(&self, linked: &Linked) -> Result<(), Error> {
        let all = self.provider().subscriptions(&linked.customer_id).await?;
        if all
            .iter()
            .any(|subscription| membership::is_live(&subscription.status))
        {
            // The rows may not know it yet.
            self.refresh(&linked.user_id).await?;
            return Err(Error::AlreadySubscribed);
        }
        Ok(())
    }

    /// The page that is open for this plan; one for another plan is closed.
    async fn open_already(&self, user_id: &str, plan: Plan) -> Result<Option<String>, Error> {
        let id = user_id.to_owned();
        let found = self.db().read(move |tx| waiting(tx, &id)).await?;
        let Some(intent) = found else {
            return Ok(None);
        };
        let now = self.now();
        let lasts = now + TOO_SHORT < intent.expires_at;
        match (&intent.session_id, intent.url) {
            (Some(_), Some(url)) if intent.plan == plan.name() && lasts => return Ok(Some(url)),
            // Asked for, and the answer was lost: the same intent is gone on with.
            (None, _) if intent.plan == plan.name() && now < intent.created_at + ANSWER_LOST => {
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
        self.close_intent(&intent.id, "expired").await?;
        Ok(None)
    }

    /// Writes down what is set out for, or finds it written.
    async fn intend(&self, user_id: &str, plan: Plan) -> Result<Intent, Error> {
        let (id, now) = (user_id.to_owned(), self.now());
        let written = self.db().write(move |tx| {
            let sql =
                "INSERT INTO payment_checkouts (id, user_id, plan, state, expires_at, created_at, updated_at)
                       VALUES ($1, $2, $3, 'opening', $4, $5, $5) ON CONFLICT DO NOTHING";
            let values: [Value; 5] = [
                ids::random_id().into(),
                (&id).into(),
                plan.name().into(),
                (now + OPEN_FOR).into(),
                now.into(),
            ];
            tx.execute(sql, &values)?;
            waiting(tx, &id)
        });
        let intent = written.await?.ok_or(Error::Busy)?;
        // Another node is opening a page for another plan.
        if intent.plan == plan.name() && intent.state == "opening" {
            Ok(intent)
        } else {
            Err(Error::Busy)
        }
    }

    async fn opened(&self, intent: Intent, checkout: Checkout) -> Result<String, Error> {
        let url = checkout.url.clone().ok_or(Error::Busy)?;
        let (session, page, now) = (checkout.id, url.clone(), self.now());
        let sql = "UPDATE payment_checkouts SET state = 'open', session_id = $2, url = $3, updated_at = $4
                   WHERE id = $1 AND state = 'opening'";
        let values: [Value; 4] = [intent.id.into(), session.into(), page.into(), now.into()];
        self.db().write(move |tx| tx.execute(sql, &values)).await?;
        Ok(url)
    }

    async fn close_intent(&self, id: &str, state: &'static str) -> Result<(), Error> {
        let values: [Value; 3] = [id.into(), state.into(), self.now().into()];
        let sql = "UPDATE payment_checkouts SET state = $2, updated_at = $3
                   WHERE id = $1 AND state IN ('opening', 'open')";
        Ok(self
            .db()
            .write(move |tx| tx.execute(sql, &values).map(drop))
            .await?)
    }
}

fn waiting(tx: &mut Tx<'_>, user_id: &str) -> Result<Option<Intent>, ateneu_db::Error> {
    let sql = "SELECT id, plan, state, session_id, url, created_at, expires_at FROM payment_checkouts
               WHERE user_id = $1 AND state IN ('opening', 'open')";
    Ok(tx.query_optional(sql, &[user_id.into()])?.as_ref().and_then(read))
}

fn read(row: &Row) -> Option<Intent> {
    let text = |column: &str| row.text(column).map(str::to_owned);
    Some(Intent {
        id: text("id")?,
        plan: text("plan")?,
        state: text("state")?,
        session_id: text("session_id"),
        url: text("url"),
        created_at: instant(row, "created_at")?,
        expires_at: instant(row, "expires_at")?,
    })
}
