//! Disputed payments: only the provider's present state counts.

use ateneu_testkit::{db_test, mocks::MockReply, sqlite_test};
use serde_json::{Value as Json, json};

use crate::fixture::{Fixture, NOW, event, invoice};

use ateneu_membership::reconcile_customers;

fn dispute(kind: &str, invoice: &str, status: &str) -> Json {
    let dispute = json!({ "payment_intent": format!("pi_{invoice}"), "status": status });
    event(&format!("charge.dispute.{kind}"), dispute)
}

impl Fixture {
    /// Sets the states of the disputes of an invoice's payment.
    fn disputed(&self, invoice: &str, states: &[&'static str]) {
        let payment = format!("pi_{invoice}");
        self.stripe.data().disputes.insert(payment, states.to_vec());
    }
}

#[sqlite_test]
async fn a_dispute_suspends_access_alerts_once_and_a_win_restores(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.disputed("in_1", &["needs_response"]);
    app.process(&dispute("created", "in_1", "needs_response")).await;
    assert_eq!(app.access(&user_id).await, (false, "disputed".into()));
    assert_eq!(app.alerts().await, 1);
    app.advance_days(1);
    reconcile_customers(&app.payments).await.unwrap();
    assert!(!app.has_access(&user_id).await, "asking again does not open it");
    app.disputed("in_1", &["lost"]);
    app.process(&dispute("closed", "in_1", "lost")).await;
    assert!(!app.has_access(&user_id).await, "a lost one stands");
    app.disputed("in_1", &["won"]);
    app.process(&dispute("closed", "in_1", "won")).await;
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.alerts().await, 1);
}

#[sqlite_test]
async fn the_fetched_state_decides_and_not_the_order_of_events(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    app.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    app.disputed("in_1", &["won"]);
    app.process(&dispute("closed", "in_1", "won")).await;
    app.process(&dispute("created", "in_1", "needs_response")).await;
    assert!(app.has_access(&user_id).await, "the beginning came after the end");
    assert_eq!(app.alerts().await, 0, "there is nothing to answer any more");

    app.disputed("in_1", &["won", "under_review"]);
    app.process(&dispute("closed", "in_1", "won")).await;
    assert_eq!(app.access(&user_id).await, (false, "disputed".into()), "it was disputed again");
}

#[sqlite_test]
async fn a_won_dispute_restores_only_its_own_charge(app: Fixture) {
    let (user_id, customer) = app.subscriber("ana", "active").await;
    for (month, id) in ["in_1", "in_2"].iter().enumerate() {
        let at = NOW + i64::try_from(month).unwrap() * 30 * 86_400;
        app.charge(&customer, invoice(id, &customer, "sub_ana", "paid", at));
        app.disputed(id, &["needs_response"]);
        app.process(&dispute("created", id, "needs_response")).await;
    }
    app.disputed("in_1", &["won"]);
    app.process(&dispute("closed", "in_1", "won")).await;
    assert!(!app.has_access(&user_id).await);
    app.disputed("in_2", &["won"]);
    app.process(&dispute("closed", "in_2", "won")).await;
    assert!(app.has_access(&user_id).await);
}

#[db_test]
async fn a_payment_of_no_account_alerts_the_owner_only(app: Fixture) {
    let (user_id, _) = app.subscriber("ana", "active").await;
    app.disputed("in_outra", &["needs_response"]);
    app.process(&dispute("created", "in_outra", "needs_response")).await;
    assert!(app.has_access(&user_id).await);
    assert_eq!(app.alerts().await, 1);
    app.stripe.reply_with(|_| MockReply::Body(500, "{}".into()));
    app.process(&dispute("closed", "in_outra", "won")).await;
    let waiting = app.events("kind", "state = 'pending'").await;
    assert_eq!(waiting, ["charge.dispute.closed"], "and is tried again while the provider is down");
}
