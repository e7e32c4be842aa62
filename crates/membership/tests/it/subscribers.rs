//! People with and without subscriptions.

use std::sync::{Arc, Mutex};

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_membership::{Arrival, Origins, Payments, check_subscription};
use ateneu_schema::Words;
use ateneu_testkit::TestApp;
use serde_json::json;

use crate::fixture::{Fixture, NOW, event, invoice, subscription};

impl Fixture {
    pub async fn person(&self, email: &str) -> String {
        person(self, email).await
    }

    /// A confirmed account with a customer and a subscription in this state; unless it is `incomplete`, its first
    /// invoice was paid, with a coupon for all of it.
    pub async fn subscriber(&self, name: &str, status: &str) -> (String, String) {
        let user_id = self.person(&format!("{name}@exemplo.com.br")).await;
        let customer = format!("cus_{name}");
        {
            let mut stripe = self.stripe.data();
            stripe.customers.push(json!({ "id": customer, "metadata": { "user_id": user_id } }));
            let first = subscription(&format!("sub_{name}"), &customer, status);
            stripe.subscriptions.insert(customer.clone(), vec![first]);
            if status != "incomplete" {
                let (id, subscription) = (format!("in_first_{name}"), format!("sub_{name}"));
                let mut paid = invoice(&id, &customer, &subscription, "paid", NOW - 40 * 86_400);
                paid["total"] = json!(0);
                stripe.invoices.insert(customer.clone(), vec![paid]);
            }
        }
        let sql = "INSERT INTO payment_customers (user_id, customer_id, created_at, updated_at) VALUES ($1, $2, $3, $3)";
        self.execute(sql, &[(&user_id).into(), (&customer).into(), self.clock.now().into()]).await;
        let created = event("customer.subscription.created", json!({ "id": "sub", "customer": customer }));
        self.process(&created).await;
        (user_id, customer)
    }

    /// A subscriber whose first invoice is open, with the subscription in that status at Stripe alone; the ids of the
    /// person and of the customer.
    pub async fn subscriber_with_open_invoice(&self, status: &str) -> (String, String) {
        let (user_id, customer) = self.subscriber(status, "incomplete").await;
        let (id, subscription) = (format!("in_{status}"), format!("sub_{status}"));
        self.charge(&customer, invoice(&id, &customer, &subscription, "open", NOW));
        self.set(&customer, "status", status);
        (user_id, customer)
    }

    pub async fn has_access(&self, user_id: &str) -> bool {
        check_subscription(&self.payments, user_id, None).await.unwrap().subscribed
    }

    /// Returns `true` if there is access, and the reason.
    pub async fn access(&self, user_id: &str) -> (bool, String) {
        access(&self.payments, user_id).await
    }
}

/// Origins by their referrers, and those of paid plans.
#[derive(Clone, Default)]
pub struct Paid(Arc<Mutex<Vec<String>>>);

impl Paid {
    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Origins for Paid {
    fn name(&self, arrival: &Arrival) -> Option<String> {
        (!arrival.referrer.is_empty()).then(|| arrival.referrer.clone())
    }

    fn count(&self, _: &mut Tx<'_>, origin: &str, _: Timestamp) -> Result<(), ateneu_db::Error> {
        self.0.lock().unwrap().push(origin.into());
        Ok(())
    }
}

pub async fn person(app: &TestApp, email: &str) -> String {
    let id = ids::random_id();
    let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)";
    app.execute(sql, &[(&id).into(), email.into(), app.clock.now().into()]).await;
    id
}

/// Returns `true` if there is access, and the reason.
pub async fn access(payments: &Payments, user_id: &str) -> (bool, String) {
    let check = check_subscription(payments, user_id, None).await.unwrap();
    (
        check.subscribed,
        check
            .subscription
            .and_then(|row| row.access_reason)
            .map_or_else(String::new, |reason| reason.word().to_owned()),
    )
}
