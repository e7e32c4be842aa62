//! The provider's side: its events, and its received requests.

use std::{collections::HashMap, fmt::Debug};

use ateneu_base::{Secret, ids};
use ateneu_functions::Refusal;
use ateneu_membership::{Error, signature, work_events};
use ateneu_testkit::{
    TestResponse,
    app::OWNER,
    mocks::{MockReply, ReceivedRequest},
};
use axum::body::Body;
use serde_json::{Value as Json, json};

use crate::fixture::{Fixture, NOW, SECRET};

impl Fixture {
    /// Posts an event as the provider does.
    pub async fn post_event(&self, event: &Json) -> TestResponse {
        let body = event.to_string();
        let header = signature::sign(body.as_bytes(), &Secret::from(SECRET), self.clock.now());
        self.post_signed(&header, body).await
    }

    pub async fn post_signed(&self, signature: &str, body: impl Into<Body>) -> TestResponse {
        self.post("/webhooks/stripe").header("stripe-signature", signature).body(body).await
    }

    /// Posts an event and runs the queue.
    pub async fn process(&self, event: &Json) {
        self.post_event(event).await;
        work_events(&self.payments).await.unwrap();
    }

    /// Charges a customer at the provider.
    pub fn charge(&self, customer: &str, invoice: Json) {
        self.stripe.data().invoices.entry(customer.to_owned()).or_default().push(invoice);
    }

    /// Changes a field of a customer's subscription, only at the provider.
    pub fn set(&self, customer: &str, field: &str, value: impl Into<Json>) {
        self.stripe.data().subscriptions.get_mut(customer).unwrap()[0][field] = value.into();
    }

    /// Returns a column of the provider's events that satisfy a condition, both in SQL.
    pub async fn events(&self, column: &str, condition: &str) -> Vec<String> {
        let sql =
            format!("SELECT {column} FROM tasks WHERE queue = 'payment_events' AND {condition} ORDER BY id");
        self.texts(&sql, &[]).await
    }

    /// Loses the provider's replies to these requests after their effect.
    pub fn lose_replies_to(&self, is_lost: fn(&ReceivedRequest) -> bool) {
        self.stripe.intercept(move |stripe, request| {
            let reply = stripe.reply(request);
            if is_lost(request) { MockReply::Hang } else { reply }
        });
    }

    /// Makes the provider unavailable.
    pub fn take_provider_down(&self) {
        self.stripe.reply_with(|_| MockReply::Body(503, String::new()));
    }

    /// Returns the forms of created payment pages.
    pub fn pages_made(&self) -> Vec<HashMap<String, String>> {
        let posted = self.received("POST", "/v1/checkout/sessions").into_iter();
        posted.filter(|request| request.path().ends_with("/sessions")).map(|request| request.form()).collect()
    }

    /// Returns the number of emails to the owner.
    pub async fn alerts(&self) -> usize {
        self.emails(OWNER).await.len()
    }

    /// Returns the received requests of this method whose path contains the text.
    pub fn received(&self, method: &str, path: &str) -> Vec<ReceivedRequest> {
        let all = self.stripe.received().into_iter();
        all.filter(|request| request.method == method && request.target.contains(path)).collect()
    }
}

/// Returns the code of a refusal.
#[track_caller]
pub fn code<T: Debug>(outcome: Result<T, Error>) -> &'static str {
    Refusal::from(outcome.unwrap_err()).code
}

/// Returns an event about a changed subscription of this customer.
pub fn updated(customer: &str) -> Json {
    event("customer.subscription.updated", json!({ "id": "sub", "customer": customer }))
}

pub fn event(kind: &str, object: Json) -> Json {
    let id = format!("evt_{}", ids::random_id());
    let mut event = json!({ "id": id, "type": kind, "created": NOW, "livemode": false, "data": {} });
    event["data"]["object"] = object;
    event
}
