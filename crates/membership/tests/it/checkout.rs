//! Payment pages: one at a time, at the shown price, never beside a live subscription.

use ateneu_base::Entitlement;
use ateneu_testkit::{
    db_test,
    mocks::{MockReply, ReceivedRequest},
    sqlite_test,
};
use serde_json::json;

use crate::fixture::{Fixture, MONTH, NOW, code, event, invoice, refusal, subscription};

use ateneu_membership::{
    PageState, check_subscription, open_checkout, open_portal, open_portal_for_change, reconcile_customers,
    replace_checkout,
};

#[sqlite_test]
async fn a_checkout_is_created_once_as_the_provider_requires(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let url = open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let again = open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    assert!(url.starts_with("https://pay.test/cs_") && url == again);
    let made = app.received("POST", "/v1/checkout/sessions");
    assert_eq!(made.len(), 1);
    let form = made[0].form();
    for (name, value) in [
        ("mode", "subscription"),
        ("line_items[0][price]", "price_scale"),
        ("line_items[0][quantity]", "1"),
        ("client_reference_id", &user_id),
        ("metadata[plan]", "scale"),
        ("subscription_data[metadata][user_id]", &user_id),
        ("success_url", "https://casa.test/membros/assinatura/sucesso?checkout={CHECKOUT_SESSION_ID}"),
        ("cancel_url", "https://casa.test/membros/assinatura/cancelada"),
        ("locale", "pt-BR"),
        ("expires_at", &(NOW + 3_600).to_string()),
    ] {
        assert_eq!(form.get(name).map(String::as_str), Some(value), "{name}");
    }
    assert!(!form.contains_key("payment_method_types[0]") && !form.contains_key("customer_email"));
    assert_eq!(made[0].header("stripe-version"), "2026-09-30.endive");
    assert_eq!(made[0].header("authorization"), "Bearer sk_test_chave");
    let customer = app.received("POST", "/v1/customers");
    assert_eq!(customer.len(), 1);
    assert_eq!(customer[0].header("idempotency-key"), format!("customer-{user_id}"));
}

#[db_test]
async fn a_sso_account_pays_unless_its_email_pays_elsewhere(app: Fixture) {
    app.subscriber("ana", "active").await;
    let account = "INSERT INTO users (id, sso_email, created_at, updated_at) VALUES ($1, $2, $3, $3)";
    for (id, email) in [
        ("0193a000-0000-7000-8000-000000000001", "bia@empresa.test"),
        ("0193a000-0000-7000-8000-000000000002", "ana@exemplo.com.br"),
    ] {
        app.execute(account, &[id.into(), email.into(), app.clock.now().into()]).await;
    }
    open_checkout(&app.payments, "0193a000-0000-7000-8000-000000000001", "scale", MONTH).await.unwrap();
    let customer = &app.received("POST", "/v1/customers")[0];
    assert!(customer.body.contains("email=bia%40empresa.test"), "{}", customer.body);
    let refused = open_checkout(&app.payments, "0193a000-0000-7000-8000-000000000002", "scale", MONTH).await;
    assert_eq!(code(refused), "email_in_use");
    assert_eq!(app.received("POST", "/v1/customers").len(), 1);
}

#[db_test]
async fn concurrent_checkouts_share_one_page(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let (one, two) = (app.payments.clone(), app.payments.clone());
    let (one, two) = tokio::join!(
        open_checkout(&one, &user_id, "update", MONTH),
        open_checkout(&two, &user_id, "update", MONTH)
    );
    assert_eq!(one.unwrap(), two.unwrap());
    assert_eq!(app.received("POST", "/v1/checkout/sessions").len(), 1);
    let other = open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let states = app.texts("SELECT state FROM payment_checkouts ORDER BY created_at, state", &[]).await;
    assert_eq!(states.iter().filter(|state| *state == "open").count(), 1, "{states:?}");
    assert_eq!(app.received("POST", "/expire").len(), 1, "the page for the other plan is closed");
    assert_eq!(open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap(), other);
}

#[db_test]
async fn a_lost_response_is_retried_with_the_same_key(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    app.lose_replies_to(|request| request.target.contains("checkout/sessions"));
    assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", MONTH).await), "provider_unavailable");
    app.stripe.recover();
    open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let made = app.received("POST", "/v1/checkout/sessions");
    let asked = |one: &ReceivedRequest| (one.header("idempotency-key").to_owned(), one.body.clone());
    assert!(made.len() > 1 && made.iter().all(|one| asked(one) == asked(&made[0])));
    assert_eq!(app.stripe.data().pages.len(), 1);
}

#[db_test]
async fn paying_members_and_unknown_plans_get_no_checkout(app: Fixture) {
    for status in ["active", "trialing", "past_due", "unpaid", "paused"] {
        let (user_id, _) = app.subscriber(status, status).await;
        let refused = open_checkout(&app.payments, &user_id, "update", MONTH).await;
        assert_eq!(code(refused), "already_subscribed", "{status}");
    }
    let visitor = app.person("ana@exemplo.com.br").await;
    let before = app.stripe.received().len();
    assert_eq!(code(open_checkout(&app.payments, &visitor, "enterprise", MONTH).await), "plan_not_sold_here");
    for plan in ["gold", "", "Scale", "update'--"] {
        assert_eq!(code(open_checkout(&app.payments, &visitor, plan, MONTH).await), "unknown_plan", "{plan}");
    }
    assert_eq!(app.stripe.received().len(), before, "the provider receives nothing");
    app.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", &[(&visitor).into()]).await;
    assert_eq!(code(open_checkout(&app.payments, &visitor, "scale", MONTH).await), "email_not_confirmed");
    assert_eq!(code(open_portal(&app.payments, &visitor).await), "no_customer");
    assert!(app.received("POST", "/v1/checkout/sessions").is_empty());
}

#[sqlite_test]
async fn a_missing_or_changed_price_refuses_the_checkout(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    app.stripe.data().prices.insert("scale".into(), 10_700);
    assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", MONTH).await), "price_changed");
    app.stripe.data().prices.remove("update");
    assert_eq!(code(open_checkout(&app.payments, &user_id, "update", MONTH).await), "price_missing");
    assert!(app.received("POST", "/").is_empty(), "nothing is made");
    assert_eq!(app.alerts().await, 1);
    app.stripe.data().prices.insert("scale".into(), 9_700);
    open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
}

#[db_test]
async fn a_failed_checkout_leaves_no_pending_state(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    app.stripe.reply_with(|_| refusal(401, "invalid_request_error", "api_key_expired"));
    assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", MONTH).await), "provider_refused");
    app.take_provider_down();
    assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", MONTH).await), "provider_unavailable");
    assert!(app.texts("SELECT id FROM payment_checkouts", &[]).await.is_empty());
    app.stripe.recover();
    open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
}

#[db_test]
async fn an_existing_customer_is_adopted_unless_of_another_account(app: Fixture) {
    app.stripe.data().customers = vec![
        json!({ "id": "cus_old", "email": "ana@exemplo.com.br", "metadata": {} }),
        json!({ "id": "cus_taken", "email": "bia@exemplo.com.br", "metadata": { "user_id": "another" } }),
    ];
    let taken = vec![subscription("sub_x", "cus_taken", "active")];
    app.stripe.data().subscriptions.insert("cus_taken".into(), taken);
    let (ana, bia) = (app.person("ana@exemplo.com.br").await, app.person("bia@exemplo.com.br").await);
    app.stripe.intercept(|stripe, request| match (request.method.as_str(), request.target.as_str()) {
        ("POST", "/v1/customers/cus_old") => MockReply::json(&json!({ "id": "cus_old" })),
        _ => stripe.reply(request),
    });
    open_checkout(&app.payments, &ana, "scale", MONTH).await.unwrap();
    open_checkout(&app.payments, &bia, "scale", MONTH).await.unwrap();
    let customers = app.texts("SELECT customer_id FROM payment_customers ORDER BY customer_id", &[]).await;
    assert!(customers.contains(&"cus_old".to_owned()) && !customers.contains(&"cus_taken".to_owned()));
    reconcile_customers(&app.payments).await.unwrap();
    assert!(!app.has_access(&bia).await, "another's subscription opens nothing");
}

#[db_test]
async fn a_finished_checkout_or_a_deleted_customer_allows_another(app: Fixture) {
    let user_id = app.person("ana@exemplo.com.br").await;
    let url = open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let session = url.rsplit('/').next().unwrap().to_owned();
    app.process(&event("checkout.session.expired", json!({ "id": session }))).await;
    assert_eq!(app.texts("SELECT state FROM payment_checkouts", &[]).await, ["expired"]);
    assert_ne!(open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap(), url);

    app.stripe.data().customers.clear();
    app.advance(std::time::Duration::from_secs(3_700));
    open_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
    let made = app.received("POST", "/v1/customers");
    assert_eq!(made.len(), 2);
    assert_ne!(made[0].header("idempotency-key"), made[1].header("idempotency-key"));
}

#[db_test]
async fn a_return_before_the_event_grants_access_to_its_owner(app: Fixture) {
    let (ana, bia) = (app.person("ana@exemplo.com.br").await, app.person("bia@exemplo.com.br").await);
    let url = open_checkout(&app.payments, &ana, "scale", MONTH).await.unwrap();
    let session = url.rsplit('/').next().unwrap().to_owned();
    let status = check_subscription(&app.payments, &ana, Some(&session)).await.unwrap();
    assert!(!status.subscribed, "arriving there proves nothing");
    assert_eq!(status.checkout, Some(PageState::Open));
    let customer = app.texts("SELECT customer_id FROM payment_customers", &[]).await.remove(0);
    {
        let mut stripe = app.stripe.data();
        stripe.pages.get_mut(&session).unwrap()["status"] = json!("complete");
        stripe.subscriptions.insert(customer.clone(), vec![subscription("sub_1", &customer, "active")]);
        stripe.invoices.insert(customer.clone(), vec![invoice("in_1", &customer, "sub_1", "paid", NOW)]);
    }
    for strange in [&session, "cs_999", "../customers", ""] {
        let refused = check_subscription(&app.payments, &bia, Some(strange)).await;
        assert_eq!(code(refused), "not_your_checkout", "{strange}");
    }
    let status = check_subscription(&app.payments, &ana, Some(&session)).await.unwrap();
    assert!(status.subscribed);
    assert_eq!(status.checkout, Some(PageState::Completed));
    assert_eq!(
        check_subscription(&app.payments, &ana, None).await.unwrap().checkout,
        None,
        "no payment page is named"
    );
    assert_eq!(status.entitlements.len(), 12, "those of the plan");
    assert!(status.entitlements.contains(&Entitlement::Courses));
    let received = app.stripe.received().len();
    check_subscription(&app.payments, &ana, Some(&session)).await.unwrap();
    assert_eq!(app.stripe.received().len(), received, "the provider is asked once");
    assert!(!app.has_access(&bia).await);
}

#[sqlite_test]
async fn a_waiting_boleto_is_named_and_made_void_only_when_asked(app: Fixture) {
    for status in ["incomplete", "active"] {
        let (user_id, customer) = app.subscriber_with_open_invoice(status).await;
        assert_eq!(code(open_checkout(&app.payments, &user_id, "scale", MONTH).await), "payment_pending");
        assert_eq!(app.stripe.data().invoices[&customer][0]["status"], "open");
        assert!(check_subscription(&app.payments, &user_id, None).await.unwrap().pending);
        replace_checkout(&app.payments, &user_id, "scale", MONTH).await.unwrap();
        assert_eq!(app.stripe.data().invoices[&customer][0]["status"], "void");
        assert_ne!(app.stripe.data().subscriptions[&customer][0]["status"], status);
    }
}

#[sqlite_test]
async fn the_portal_opens_only_for_current_and_former_members(app: Fixture) {
    let visitor = app.person("ana@exemplo.com.br").await;
    assert_eq!(code(open_portal(&app.payments, &visitor).await), "no_customer");
    open_checkout(&app.payments, &visitor, "scale", MONTH).await.unwrap();
    assert_eq!(
        code(open_portal(&app.payments, &visitor).await),
        "no_customer",
        "a begun checkout pays nothing"
    );
    let (pending, _) = app.subscriber("bia", "incomplete").await;
    assert_eq!(code(open_portal(&app.payments, &pending).await), "no_customer");
    let (member, _) = app.subscriber("caio", "canceled").await;
    open_portal(&app.payments, &member).await.unwrap();
    open_portal_for_change(&app.payments, &member).await.unwrap();
    let flows = || {
        let asked = app.received("POST", "/v1/billing_portal/sessions").into_iter();
        asked
            .map(|one| one.form().get("flow_data[subscription_update][subscription]").cloned())
            .collect::<Vec<_>>()
    };
    assert_eq!(flows(), [None, None], "an ended subscription changes to nothing");

    let (member, customer) = app.subscriber("davi", "active").await;
    let own = app.stripe.data().subscriptions[&customer][0]["id"].as_str().map(str::to_owned);
    open_portal_for_change(&app.payments, &member).await.unwrap();
    assert_eq!(flows()[2], own);
    app.stripe.intercept(|data, request| match request.form().contains_key("flow_data[type]") {
        true => refusal(400, "invalid_request_error", ""),
        false => data.reply(request),
    });
    open_portal_for_change(&app.payments, &member).await.unwrap();
    assert_eq!(flows()[3..], [own, None], "where changes are switched off the portal opens as ever");
}

#[db_test]
async fn the_next_charge_and_its_card_are_shown(app: Fixture) {
    let (member, customer) = app.subscriber("ana", "active").await;
    let shown = async || {
        app.advance_days(1);
        let known = check_subscription(&app.payments, &member, None).await.unwrap().subscription.unwrap();
        (known.next_amount, known.card_brand, known.card_last_four)
    };
    assert_eq!(shown().await, (None, None, None), "the provider says nothing");
    app.set(&customer, "default_payment_method", json!({ "card": { "brand": "elo", "last4": "0077" } }));
    app.set(
        &customer,
        "items",
        json!({ "data": [{ "price": { "lookup_key": "scale", "unit_amount": 9_700 } }] }),
    );
    assert_eq!(shown().await, (Some(9_700), Some("elo".into()), Some("0077".into())));
    app.set(&customer, "discounts", json!(["di_1"]));
    app.stripe.intercept(|data, request| match request.query().contains_key("expand[0]") {
        true => refusal(403, "invalid_request_error", ""),
        false => data.reply(request),
    });
    app.set(&customer, "default_payment_method", json!("pm_1"));
    assert_eq!(shown().await, (None, None, None), "a key that may read no cards");
    assert!(app.has_access(&member).await);
}
