//! Months given without a charge, beside everything that may be paid.

use ateneu_base::{Timestamp, ids};
use ateneu_db::Db;
use ateneu_payments::{Courtesy, Error, Gift, Plan};
use ateneu_testkit::db_test;
use serde_json::json;

use crate::house::{House, NOW, event, invoice};

const DAY: i64 = 86_400;

/// How a person stands: state, plan, why there is access, until when.
const STANDING: &str = "SELECT status || ' ' || coalesce(plan, '-') || ' ' || access_reason || ' ' || coalesce(access_until, '-') FROM subscribers";

fn gift(user_id: &str, months: u32) -> Gift {
    Gift {
        id: ids::random_id(),
        user_id: user_id.to_owned(),
        plan: Some(Plan::Update),
        months,
        reason: " Parceria de estudos. ".to_owned(),
    }
}

impl House {
    async fn give(&self, gift: Gift) -> Result<Courtesy, Error> {
        let trace = |tx: &mut ateneu_db::Tx<'_>, given: &Courtesy| {
            let sql = "INSERT INTO audit_log (id, created_at, action, subject) VALUES ($1, $1, 'grant-courtesy', $2)";
            tx.execute(sql, &[ids::random_id().into(), (&given.id).into()]).map(drop)
        };
        self.payments.grant_courtesy(gift, trace).await
    }

    async fn take_back(&self, user_id: &str) -> Result<(), Error> {
        self.payments.end_courtesy(user_id, |_, _| Ok(())).await
    }

    async fn standing(&self) -> String {
        self.texts(STANDING).await.concat()
    }
}

fn at(seconds: i64) -> String {
    Timestamp::from_seconds(seconds).to_string()
}

#[db_test]
async fn who_never_paid_is_let_in_for_a_month_and_out_by_the_clock_alone(db: Db) {
    let house = House::open(db).await;
    let user_id = house.person("ana@exemplo.com.br").await;
    let given = house.give(gift(&user_id, 1)).await.unwrap();
    assert_eq!(
        (given.reason.as_str(), given.starts_at),
        ("Parceria de estudos.", Some(Timestamp::from_seconds(NOW)))
    );
    assert_eq!(house.standing().await, format!("courtesy update courtesy {}", at(NOW + 30 * DAY)));
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.payments.check(&user_id, None).await.unwrap().rights, ["update_right"]);
    assert_eq!(
        house.texts("SELECT recipient || ' ' || subject FROM mail_messages").await,
        ["ana@exemplo.com.br Você recebeu uma cortesia"]
    );
    assert!(house.asked("", "").is_empty(), "the provider has no part in it");
    house.days(30);
    assert!(!house.has_access(&user_id).await);
}

#[db_test]
async fn the_same_wish_sent_twice_is_one_gift(db: Db) {
    let house = House::open(db).await;
    let user_id = house.person("ana@exemplo.com.br").await;
    let wish = gift(&user_id, 1);
    let both = tokio::join!(house.give(wish.clone()), house.give(wish.clone()));
    assert_eq!(both.0.unwrap().ends_at, both.1.unwrap().ends_at);
    house.days(2);
    house.give(wish.clone()).await.unwrap();
    for table in ["payment_courtesies", "audit_log", "mail_messages"] {
        let count = house
            .db
            .read(move |tx| tx.query_optional(&format!("SELECT count(*) AS n FROM {table}"), &[]))
            .await;
        assert_eq!(count.unwrap().unwrap().int("n"), Some(1), "{table}");
    }
    let other = house.person("bia@exemplo.com.br").await;
    let stolen = house.give(Gift { user_id: other, ..wish }).await;
    assert_eq!(stolen.unwrap_err().code(), "person_not_found");
}

#[db_test]
async fn a_gift_begins_where_what_is_paid_or_given_ends_and_shortens_nothing(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    let period_end = NOW + 30 * DAY;
    let first = house.give(gift(&user_id, 1)).await.unwrap();
    assert_eq!(
        (first.starts_at, first.plan.as_str()),
        (Some(Timestamp::from_seconds(period_end)), "scale"),
        "of the paid plan"
    );
    assert_eq!(house.standing().await, "active scale paid 9999-01-01T00:00:00.000000+00:00");
    let second = house.give(gift(&user_id, 2)).await.unwrap();
    assert_eq!(second.starts_at, first.ends_at);
    house.world.lock().subscriptions.get_mut(&customer).unwrap()[0]["cancel_at_period_end"] = json!(true);
    house.hear(&event("customer.subscription.updated", json!({ "id": "sub", "customer": customer }))).await;
    house.payments.work().await.unwrap();
    assert_eq!(house.standing().await, format!("active scale courtesy {}", second.ends_at.unwrap()));
    house.take_back(&user_id).await.unwrap();
    assert_eq!(
        house.standing().await,
        format!("active scale paid_until_end {}", at(period_end)),
        "what was paid stays"
    );
    assert_eq!(house.take_back(&user_id).await.unwrap_err().code(), "no_courtesy");
}

#[db_test]
async fn in_grace_a_gift_begins_at_once_and_outlasts_what_is_owed(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "past_due").await;
    house
        .world
        .lock()
        .invoices
        .insert(customer.clone(), vec![invoice("in_1", &customer, "sub_ana", "open", NOW)]);
    house.payments.reconcile().await.unwrap();
    let given = house.give(gift(&user_id, 1)).await.unwrap();
    assert_eq!(given.starts_at, Some(Timestamp::from_seconds(NOW)));
    house.days(8);
    assert!(house.has_access(&user_id).await);
    assert_eq!(house.texts("SELECT failed_at FROM payment_invoices").await, [at(NOW)]);
}

#[db_test]
async fn a_refund_voids_what_was_given_before_and_not_what_is_given_after(db: Db) {
    let house = House::open(db).await;
    let (user_id, customer) = house.subscriber("ana", "active").await;
    house
        .world
        .lock()
        .invoices
        .insert(customer.clone(), vec![invoice("in_1", &customer, "sub_ana", "paid", NOW)]);
    house.give(gift(&user_id, 1)).await.unwrap();
    house.days(1);
    let mut refunded = event(
        "charge.refunded",
        json!({ "customer": customer, "payment_intent": "pi_in_1", "refunded": true }),
    );
    refunded["created"] = json!(NOW + DAY);
    house.hear(&refunded).await;
    house.payments.work().await.unwrap();
    assert_eq!(
        (house.has_access(&user_id).await, house.reason(&user_id).await.as_str()),
        (false, "refunded")
    );
    house.days(1);
    house.give(gift(&user_id, 1)).await.unwrap();
    assert_eq!((house.has_access(&user_id).await, house.reason(&user_id).await.as_str()), (true, "courtesy"));
}

#[db_test]
async fn a_row_that_no_subscription_stands_behind_keeps_what_it_says(db: Db) {
    let house = House::open(db).await;
    let user_id = house.person("ana@exemplo.com.br").await;
    let sql = "INSERT INTO subscribers (id, email, plan, status, current_period_end, access_until, access_reason, created_at, updated_at)
               VALUES ($1, 'ana@exemplo.com.br', 'professional', 'canceled', $2, $2, 'paid_until_end', $3, $3)";
    let end = Timestamp::from_seconds(NOW + 5 * DAY);
    house.run(sql, vec![ids::random_id().into(), end.into(), Timestamp::from_seconds(NOW).into()]).await;
    house.give(gift(&user_id, 1)).await.unwrap();
    assert!(house.has_access(&user_id).await);
    house.take_back(&user_id).await.unwrap();
    assert_eq!(house.standing().await, format!("canceled professional paid_until_end {end}"));
}

#[db_test]
async fn gifts_that_cannot_be_give_nothing(db: Db) {
    let house = House::open(db).await;
    let user_id = house.person("ana@exemplo.com.br").await;
    let plain = gift(&user_id, 1);
    for (wish, code) in [
        (Gift { months: 0, ..plain.clone() }, "out_of_range"),
        (Gift { months: 13, ..plain.clone() }, "out_of_range"),
        (Gift { reason: "  ".into(), ..plain.clone() }, "reason_needed"),
        (Gift { reason: "a".repeat(501), ..plain.clone() }, "reason_needed"),
        (Gift { plan: None, ..plain.clone() }, "plan_needed"),
        (Gift { user_id: ids::random_id(), ..plain.clone() }, "person_not_found"),
    ] {
        assert_eq!(house.give(wish).await.unwrap_err().code(), code);
    }
    house.run("UPDATE users SET email = NULL WHERE id = $1", vec![user_id.into()]).await;
    assert_eq!(house.give(plain).await.unwrap_err().code(), "email_not_confirmed");
    assert_eq!(house.standing().await, "");
}
