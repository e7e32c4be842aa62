//! Charges of other products that the owner sells to the same customers.

use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{
    fixture::{Fixture, NOW, event, invoice, subscription, updated},
    panel::all_charges,
};

use ateneu_membership::open_checkout;

/// An invoice whose line names its price.
fn at_price(mut invoice: Json, price: &str) -> Json {
    invoice["lines"] = json!({ "data": [{ "pricing": { "price_details": { "price": price } } }] });
    invoice
}

#[db_test]
async fn a_charge_of_another_product_counts_nowhere_and_is_shown(app: Fixture) {
    let (ana, customer) = app.subscriber("ana", "incomplete_expired").await;
    let mut other = subscription("sub_other", &customer, "active");
    // The amount of a plan makes it none.
    other["items"]["data"][0]["price"] = json!({ "id": "price_mentoring", "unit_amount": 9_700 });
    app.stripe.data().subscriptions.get_mut(&customer).unwrap().push(other);
    app.charge(
        &customer,
        at_price(invoice("in_other", &customer, "sub_other", "paid", NOW), "price_mentoring"),
    );
    app.process(&updated(&customer)).await;
    assert!(!app.has_access(&ana).await);
    let panel = app.panel().await;
    let income = panel.done("read-income", json!({})).await;
    let months = income["months"].as_array().unwrap();
    let sum = |figure: &str| months.iter().map(|month| month[figure].as_i64().unwrap()).sum::<i64>();
    assert_eq!((income["active"].as_i64(), sum("received"), sum("recurring")), (Some(0), 0, 0));
    let mut asked = all_charges();
    asked["state"] = json!("other_product");
    let charges = panel.done("list-charges", asked).await;
    assert_eq!(charges["total"], 1);
    assert_eq!(charges["charges"][0]["id"], "in_other");
    assert_eq!(
        (&charges["charges"][0]["plan"], &charges["charges"][0]["amount"]),
        (&json!(null), &json!(9_700))
    );
    let member = panel.done("read-member", json!({ "user_id": ana })).await;
    let receipt = member["receipts"].as_array().unwrap().iter().find(|one| one["id"] == "in_other").unwrap();
    assert_eq!(receipt["plan"], json!(null));

    panel.done("resend-receipt", json!({ "user_id": ana, "receipt_id": "in_other" })).await;
    let emails = app.emails("ana@exemplo.com.br").await;
    let sent = emails.iter().find(|email| email.subject == "Seu recibo").unwrap();
    assert!(sent.text.contains("Referente a: Outro produto"), "{}", sent.text);
    assert!(!sent.text.contains("assinatura"), "{}", sent.text);

    let refund = json!({ "id": ateneu_base::ids::random_id(), "user_id": ana, "receipt_id": "in_other", "amount": 100,
        "reason": "Motivo" });
    panel.refuses("refund-charge", refund, (409, "other_product")).await;
    assert!(app.received("POST", "/v1/refunds").is_empty());
}

#[db_test]
async fn a_charge_keeps_its_plan_when_the_subscription_changes(app: Fixture) {
    let (_, customer) = app.subscriber("ana", "active").await;
    let price = |id: &str, key: Json| json!({ "id": id, "lookup_key": key });
    let becomes = async |to: Json| {
        app.stripe.data().subscriptions.get_mut(&customer).unwrap()[0]["items"]["data"][0]["price"] = to;
        app.process(&updated(&customer)).await;
    };
    let plan_of = async |id: &str| {
        app.text("SELECT coalesce(plan, '-') FROM payment_invoices WHERE id = $1", &[id.into()])
            .await
            .unwrap()
    };
    let charge = |id: &str| invoice(id, &customer, "sub_ana", "paid", NOW);
    becomes(price("price_scale", json!("scale"))).await;
    becomes(price("price_mentoring", json!(null))).await;
    app.charge(&customer, charge("in_unnamed"));
    app.charge(&customer, at_price(charge("in_mentoring"), "price_mentoring"));
    app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
    assert_eq!((plan_of("in_unnamed").await, plan_of("in_mentoring").await), ("-".into(), "-".into()));

    becomes(price("price_scale", json!("scale"))).await;
    app.charge(&customer, at_price(charge("in_scale"), "price_scale"));
    app.charge(&customer, at_price(charge("in_late"), "price_mentoring"));
    app.process(&event("invoice.paid", json!({ "customer": customer }))).await;
    assert_eq!(plan_of("in_unnamed").await, "-", "stored as another product's, it stays so");
    assert_eq!(plan_of("in_mentoring").await, "-");
    assert_eq!(plan_of("in_late").await, "-", "by its own price, though its subscription is to a plan now");
    assert_eq!(plan_of("in_scale").await, "scale");

    // What was stored before its price was known to be ours.
    app.execute("UPDATE payment_invoices SET plan = NULL WHERE id = 'in_scale'", &[]).await;
    becomes(price("price_scale", json!("scale"))).await;
    assert_eq!(plan_of("in_scale").await, "scale");
}

#[db_test]
async fn an_expired_payment_page_frees_the_person_at_once(app: Fixture) {
    let ana = app.person("ana@exemplo.com.br").await;
    let month = ateneu_membership::PlanPeriod::Month;
    open_checkout(&app.payments, &ana, "scale", month).await.unwrap();
    let session = app.text("SELECT session_id FROM payment_checkouts", &[]).await.unwrap();
    app.process(&event("checkout.session.expired", json!({ "id": session }))).await;
    assert_eq!(app.texts("SELECT state FROM payment_checkouts", &[]).await, ["expired"]);
    open_checkout(&app.payments, &ana, "update", month).await.unwrap();
    assert!(app.received("POST", "/expire").is_empty(), "nothing is left to close");
    let panel = app.panel().await;
    let member = panel.done("read-member", json!({ "user_id": ana })).await;
    let pages: Vec<_> = member["checkouts"].as_array().unwrap().iter().map(|page| &page["state"]).collect();
    assert_eq!(pages.len(), 2);
    assert!(pages.contains(&&json!("expired")) && pages.contains(&&json!("open")), "{member}");
}
