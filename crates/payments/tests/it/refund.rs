//! Giving a subscription back for its money: who may, until when, once, and whatever the provider does meanwhile.

use std::{sync::Arc, time::Duration};

use ateneu_db::Db;
use ateneu_payments::{AskedBy, OwnAct, RefundState};
use ateneu_testkit::{db_test, http::Reply};
use serde_json::json;

use crate::{
    house::{House, NOW, event, invoice, subscription},
    world::{World, refusal},
};

const DAY: i64 = 86_400;

impl House {
    /// A subscriber who paid the first month just now.
    async fn paying(&self, name: &str) -> (String, String) {
        let (user_id, customer) = self.subscriber(name, "active").await;
        let now = self.clock.now().seconds();
        let first = invoice(&format!("in_{name}"), &customer, &format!("sub_{name}"), "paid", now);
        self.charge(&customer, first);
        self.hear(&event("invoice.paid", json!({ "customer": customer }))).await;
        self.payments.work().await.unwrap();
        (user_id, customer)
    }

    async fn refund(&self, user_id: &str) -> Result<RefundState, &'static str> {
        let outcome = self.payments.refund(user_id, AskedBy::Member).await;
        outcome.map_err(|error| error.code())
    }

    /// The state and the right that a person is shown.
    async fn shown(&self, user_id: &str) -> Option<(String, String)> {
        let refund = self.payments.check(user_id, None).await.unwrap().refund?;
        Some((refund.state.to_owned(), refund.kind))
    }

    async fn subjects_to(&self, recipient: &'static str) -> Vec<String> {
        let sql = "SELECT subject FROM mail_messages WHERE recipient = $1 ORDER BY subject";
        let rows = self.db.read(move |tx| tx.query(sql, &[recipient.into()])).await.unwrap();
        rows.iter().map(|row| row.text("subject").unwrap().to_owned()).collect()
    }
}

fn office() -> AskedBy {
    AskedBy::Office(Box::new(|tx| {
        let sql =
            "INSERT INTO audit_log (id, created_at, action, subject) VALUES ('a', '2026', 'refund', 'u')";
        tx.execute(sql, &[]).map(drop)
    }))
}

#[db_test]
async fn in_the_first_week_all_is_given_back_once_and_access_closes_at_once(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.paying("ana").await;
    assert_eq!(house.shown(&user_id).await, Some(("open".into(), "withdrawal".into())));
    // A double click, and another tab on another node.
    let other = house.node();
    let (one, two, three) = tokio::join!(
        house.payments.refund(&user_id, AskedBy::Member),
        house.payments.refund(&user_id, AskedBy::Member),
        other.refund(&user_id, AskedBy::Member),
    );
    for outcome in [one, two, three] {
        match outcome {
            Ok(state) => assert_eq!(state, RefundState::Done),
            Err(error) => assert_eq!(error.code(), "already_refunded"),
        }
    }
    let asked = house.asked("POST", "/v1/refunds");
    assert!(asked.iter().all(|ask| ask.header("idempotency-key") == asked[0].header("idempotency-key")));
    assert_eq!(house.world.lock().refunds, ["pi_in_ana"], "given back once");
    assert_eq!(house.world.lock().subscriptions[&customer][0]["status"], "canceled");
    assert_eq!(
        (house.has_access(&user_id).await, house.reason(&user_id).await.as_str()),
        (false, "refunded")
    );
    assert_eq!(house.texts("SELECT access_reason FROM subscribers").await, ["refunded"]);
    assert_eq!(house.texts("SELECT state FROM payment_refunds").await, ["done"]);
    assert_eq!(house.rows("SELECT id FROM payment_invoices WHERE refunded_at IS NOT NULL").await.len(), 1);
    assert_eq!(house.shown(&user_id).await, Some(("done".into(), "withdrawal".into())));
    assert_eq!(house.refund(&user_id).await, Err("already_refunded"));
    // What the provider tells of it afterwards changes nothing and writes no second letter.
    let charge = json!({ "customer": customer, "payment_intent": "pi_in_ana", "refunded": true });
    house.hear(&event("charge.refunded", charge)).await;
    house.payments.work().await.unwrap();
    assert_eq!(house.world.lock().refunds.len(), 1);
    let letters = house.subjects_to("ana@exemplo.com.br").await;
    assert_eq!(letters, ["Sua assinatura está ativa", "Sua devolução está a caminho"]);
}

#[db_test]
async fn the_guarantee_is_for_the_first_subscription_and_ends_after_thirty_days(db: Db) {
    let house = House::open(db).await;
    let (user_id, _) = house.paying("ana").await;
    let (late, _) = house.paying("bia").await;
    let (again, customer) = house.paying("caio").await;
    {
        let mut world = house.world.lock();
        let mut former = subscription("sub_former", &customer, "canceled");
        former["created"] = json!(NOW - 300 * DAY);
        world.subscriptions.get_mut(&customer).unwrap().push(former);
    }
    house
        .hear(&event("customer.subscription.updated", json!({ "id": "sub_former", "customer": customer })))
        .await;
    house.payments.work().await.unwrap();
    house.days(9);
    assert_eq!(house.shown(&user_id).await, Some(("open".into(), "guarantee".into())));
    assert_eq!(house.shown(&again).await, None, "the guarantee is for the first one");
    assert_eq!(house.refund(&again).await, Err("refund_too_late"));
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Done));
    house.days(23);
    assert_eq!(house.shown(&late).await, None);
    assert_eq!(house.refund(&late).await, Err("refund_too_late"));
    assert_eq!(house.world.lock().refunds, ["pi_in_ana"]);
    assert!(house.has_access(&late).await && house.has_access(&again).await, "a refusal closes nothing");
}

#[db_test]
async fn who_has_nothing_paid_or_disputes_it_is_refused_before_the_provider_hears_of_it(db: Db) {
    let house = House::open(db).await;
    let visitor = house.person("ana@exemplo.com.br").await;
    assert_eq!(house.refund(&visitor).await, Err("no_subscription"));
    assert_eq!(house.refund("a-stranger").await, Err("no_subscription"));
    let (waiting, _) = house.subscriber("bia", "incomplete").await;
    assert_eq!(house.refund(&waiting).await, Err("no_subscription"));
    let (user_id, _) = house.paying("caio").await;
    house.world.lock().disputes.insert("pi_in_caio".into(), vec!["needs_response"]);
    house.hear(&event("charge.dispute.created", json!({ "payment_intent": "pi_in_caio" }))).await;
    house.payments.work().await.unwrap();
    assert_eq!(house.refund(&user_id).await, Err("payment_disputed"));
    assert!(house.asked("POST", "/v1/refunds").is_empty());
    assert!(house.asked("DELETE", "/v1/subscriptions").is_empty());
}

#[db_test]
async fn a_provider_that_is_down_delays_it_and_the_worker_or_another_press_goes_on(db: Db) {
    let house = House::open(db).await;
    for name in ["ana", "bia"] {
        let (user_id, _) = house.paying(name).await;
        house.stripe.answer(|_| Reply::Say(503, String::new()));
        assert_eq!(house.refund(&user_id).await, Ok(RefundState::Waiting));
        assert_eq!(house.shown(&user_id).await.unwrap().0, "waiting");
        assert!(house.has_access(&user_id).await, "nothing is taken before it is given back");
        house.days(10);
        house.mend();
        if name == "ana" {
            assert_eq!(
                house.refund(&user_id).await,
                Ok(RefundState::Done),
                "what was asked for in time counts"
            );
        } else {
            house.payments.reconcile().await.unwrap();
        }
        assert_eq!(house.shown(&user_id).await.unwrap(), ("done".into(), "withdrawal".into()));
        assert!(!house.has_access(&user_id).await);
    }
    assert_eq!(house.world.lock().refunds, ["pi_in_ana", "pi_in_bia"]);
}

#[db_test]
async fn an_answer_that_is_lost_is_asked_for_again_and_gives_back_once(db: Db) {
    let house = House::open(db).await;
    let (user_id, _) = house.paying("ana").await;
    let world = Arc::clone(&house.world);
    // The provider does its work, and the line is cut before it is heard.
    house.stripe.answer(move |asked| {
        let answer = World::answer_of(&mut world.lock(), asked);
        if asked.target.contains("refunds") { Reply::Hang } else { answer }
    });
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Waiting));
    house.mend();
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Done));
    assert_eq!(house.world.lock().refunds, ["pi_in_ana"]);
}

#[db_test]
async fn what_is_heard_of_the_end_before_the_refund_is_settled_writes_no_letter_of_its_own(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.paying("ana").await;
    let world = Arc::clone(&house.world);
    house.stripe.answer(move |asked| {
        let answer = World::answer_of(&mut world.lock(), asked);
        if asked.method == "DELETE" { Reply::Hang } else { answer }
    });
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Waiting));
    house.mend();
    assert_eq!(house.world.lock().subscriptions[&customer][0]["status"], "canceled");
    house
        .hear(&event("customer.subscription.deleted", json!({ "id": "sub_ana", "customer": customer })))
        .await;
    house.payments.work().await.unwrap();
    assert_eq!(house.reason(&user_id).await, "paid_until_end");
    assert_eq!(house.subjects_to("ana@exemplo.com.br").await, ["Sua assinatura está ativa"]);
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Done));
    let letters = house.subjects_to("ana@exemplo.com.br").await;
    assert_eq!(letters, ["Sua assinatura está ativa", "Sua devolução está a caminho"]);
}

#[db_test]
async fn what_the_provider_will_not_give_back_ends_all_the_same_and_the_owner_is_asked(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.paying("ana").await;
    let world = Arc::clone(&house.world);
    house.stripe.answer(move |asked| match asked.target.as_str() {
        "/v1/refunds" => refusal(400, "invalid_request_error", "charge_not_refundable"),
        _ => World::answer_of(&mut world.lock(), asked),
    });
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::ByHand));
    assert_eq!(house.world.lock().subscriptions[&customer][0]["status"], "canceled");
    assert!(!house.has_access(&user_id).await);
    assert_eq!(house.shown(&user_id).await.unwrap().0, "by_hand");
    assert!(house.rows("SELECT id FROM payment_invoices WHERE refunded_at IS NOT NULL").await.is_empty());
    assert_eq!(house.subjects_to("dona@casa.test").await, ["Uma devolução precisa ser feita por você"]);
}

#[db_test]
async fn an_office_is_held_by_no_day_and_leaves_its_trace_with_the_act(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.paying("ana").await;
    for month in [1, 2] {
        let later = invoice(&format!("in_{month}"), &customer, "sub_ana", "paid", NOW + month * 30 * DAY);
        house.charge(&customer, later);
    }
    house.days(65);
    house.payments.reconcile().await.unwrap();
    assert_eq!(house.payments.refund(&user_id, office()).await.unwrap(), RefundState::Done);
    assert_eq!(house.world.lock().refunds, ["pi_in_2"], "the charges of the last thirty days");
    assert_eq!(house.texts("SELECT action FROM audit_log").await, ["refund"]);
    let refused = house.payments.refund(&user_id, office()).await.unwrap_err();
    assert_eq!(refused.code(), "already_refunded");
    assert_eq!(house.texts("SELECT action FROM audit_log").await.len(), 1, "no act, no trace");
}

#[db_test]
async fn a_subscription_is_ended_at_its_period_taken_back_and_ended_now(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.paying("ana").await;
    for (ends, reason) in [(true, "paid_until_end"), (true, "paid_until_end"), (false, "paid")] {
        house.payments.end_at_period(&user_id, ends, AskedBy::Member).await.unwrap();
        assert_eq!(house.reason(&user_id).await, reason);
        assert!(house.has_access(&user_id).await);
    }
    house.payments.end_now(&user_id, Box::new(|_| Ok(()))).await.unwrap();
    assert_eq!(house.world.lock().subscriptions[&customer][0]["status"], "canceled");
    assert!(house.has_access(&user_id).await, "what was paid stays paid");
    let over = house.payments.end_at_period(&user_id, true, AskedBy::Member).await.unwrap_err();
    assert_eq!(over.code(), "no_subscription");
    let visitor = house.person("bia@exemplo.com.br").await;
    let none = house.payments.end_at_period(&visitor, true, AskedBy::Member).await.unwrap_err();
    assert_eq!(none.code(), "no_subscription");
    house.stripe.answer(|_| Reply::Say(503, String::new()));
    let down = house.payments.end_at_period(&user_id, true, AskedBy::Member).await.unwrap_err();
    assert_eq!(down.code(), "provider_unavailable");
}

#[db_test]
async fn what_members_did_themselves_stands_in_their_history_and_the_offices_acts_do_not(db: Db) {
    let house = House::open(db).await;
    let (user_id, _) = house.paying("ana").await;
    let (other, _) = house.paying("bia").await;
    let end = |ends, by| house.payments.end_at_period(&user_id, ends, by);
    end(true, AskedBy::Member).await.unwrap();
    house.clock.advance(Duration::from_secs(60));
    end(false, AskedBy::Office(Box::new(|_| Ok(())))).await.unwrap();
    // The provider answers how things stand and changes nothing.
    let world = Arc::clone(&house.world);
    house.stripe.answer(move |asked| match asked.method.as_str() {
        "GET" => world.lock().answer_of(asked),
        _ => Reply::Say(503, String::new()),
    });
    end(true, AskedBy::Member).await.unwrap_err();
    house.clock.advance(Duration::from_secs(60));
    assert_eq!(house.refund(&user_id).await, Ok(RefundState::Waiting));
    let told = || async {
        let acts = house.payments.member(&user_id).await.unwrap().own_acts;
        let tell = |act: OwnAct| (act.act, act.right, act.amount, act.done_at.is_some());
        acts.into_iter().map(tell).collect::<Vec<_>>()
    };
    let refund = |done| ("refund".to_owned(), Some("withdrawal".to_owned()), Some(9_700), done);
    let cancel = |done| ("cancel".to_owned(), None, None, done);
    assert_eq!(told().await, [refund(false), cancel(false), cancel(true)]);
    house.mend();
    house.days(1);
    house.payments.reconcile().await.unwrap();
    assert_eq!(told().await, [refund(true), cancel(false), cancel(true)]);
    let of_the_other = house.payments.member(&other).await.unwrap().own_acts;
    assert_eq!(of_the_other, [], "nothing of somebody else's");
    house.payments.refund(&other, office()).await.unwrap();
    assert_eq!(house.payments.member(&other).await.unwrap().own_acts, [], "the trail tells of it");
}
