//! Disputed payments: the provider is asked how one stands, and nothing else decides.

use ateneu_db::Db;
use ateneu_testkit::{db_test, http::Reply};
use serde_json::{Value as Json, json};

use crate::house::{House, NOW, event, invoice};

fn told(kind: &str, invoice: &str, status: &str) -> Json {
    event(
        &format!("charge.dispute.{kind}"),
        json!({ "payment_intent": format!("pi_{invoice}"), "status": status }),
    )
}

impl House {
    /// How the disputes of an invoice's payment stand at the provider's.
    fn disputed(&self, invoice: &str, states: &[&'static str]) {
        let payment = format!("pi_{invoice}");
        self.world.lock().disputes.insert(payment, states.to_vec());
    }

    async fn hears(&self, event: &Json) {
        self.hear(event).await;
        self.payments.work().await.unwrap();
    }

    async fn stands(&self, user_id: &str) -> (bool, String) {
        (self.has_access(user_id).await, self.reason(user_id).await)
    }
}

#[db_test]
async fn a_dispute_closes_access_tells_the_owner_once_and_a_won_one_opens_it(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    house.disputed("in_1", &["needs_response"]);
    house.hears(&told("created", "in_1", "needs_response")).await;
    assert_eq!(house.stands(&user_id).await, (false, "disputed".into()));
    assert_eq!(house.alerts().await, 1);
    house.days(1);
    house.payments.reconcile().await.unwrap();
    assert!(!house.has_access(&user_id).await, "asking again does not open it");
    house.disputed("in_1", &["lost"]);
    house.hears(&told("closed", "in_1", "lost")).await;
    assert!(!house.has_access(&user_id).await, "a lost one stands");
    house.disputed("in_1", &["won"]);
    house.hears(&told("closed", "in_1", "won")).await;
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.alerts().await, 1);
}

#[db_test]
async fn the_state_that_is_asked_for_decides_and_not_the_order_of_events(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house.charge(&customer, invoice("in_1", &customer, "sub_ana", "paid", NOW));
    house.disputed("in_1", &["won"]);
    house.hears(&told("closed", "in_1", "won")).await;
    house.hears(&told("created", "in_1", "needs_response")).await;
    assert!(house.has_access(&user_id).await, "the beginning came after the end");
    assert_eq!(house.alerts().await, 0, "there is nothing to answer any more");

    house.disputed("in_1", &["won", "under_review"]);
    house.hears(&told("closed", "in_1", "won")).await;
    assert_eq!(house.stands(&user_id).await, (false, "disputed".into()), "it was disputed again");
}

#[db_test]
async fn a_month_that_is_won_does_not_speak_for_another_one(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    for (month, id) in ["in_1", "in_2"].iter().enumerate() {
        let at = NOW + i64::try_from(month).unwrap() * 30 * 86_400;
        house.charge(&customer, invoice(id, &customer, "sub_ana", "paid", at));
        house.disputed(id, &["needs_response"]);
        house.hears(&told("created", id, "needs_response")).await;
    }
    house.disputed("in_1", &["won"]);
    house.hears(&told("closed", "in_1", "won")).await;
    assert!(!house.has_access(&user_id).await);
    house.disputed("in_2", &["won"]);
    house.hears(&told("closed", "in_2", "won")).await;
    assert!(house.has_access(&user_id).await);
}

#[db_test]
async fn a_payment_of_nobody_here_changes_nothing_and_the_owner_hears_of_it(db: Db) {
    let house = House::open(db).await;
    let (user_id, _) = house.subscriber("ana", "active").await;
    house.disputed("in_outra", &["needs_response"]);
    house.hears(&told("created", "in_outra", "needs_response")).await;
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.alerts().await, 1);
    house.stripe.answer(|_| Reply::Say(500, "{}".into()));
    house.hears(&told("closed", "in_outra", "won")).await;
    let waiting = house.texts("SELECT kind FROM payment_events WHERE state = 'pending'").await;
    assert_eq!(waiting, ["charge.dispute.closed"], "and is tried again while the provider is down");
}
