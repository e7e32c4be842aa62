//! Means of payment: a payment page offers those the owner accepts, and no others.

use std::sync::{Arc, Mutex};

use ateneu_membership::{
    Method::{self, Boleto, Card, Pix},
    check_methods, open_checkout,
};
use ateneu_testkit::{db_test, mocks::MockReply, sqlite_test};
use serde_json::json;

use crate::{
    fixture::{Fixture, MONTH},
    shop::Shop,
};

#[sqlite_test]
async fn a_checkout_excludes_unaccepted_payment_methods(app: Fixture) {
    let cases: [(&'static [Method], &[&str]); 4] = [
        (&[Card, Boleto], &["pix"]),
        (&[Card, Boleto, Pix], &[]),
        (&[Card], &["boleto", "pix"]),
        (&[Pix], &["card", "boleto"]),
    ];
    for (number, (methods, excluded)) in cases.into_iter().enumerate() {
        let user_id = app.person(&format!("p{number}@exemplo.com.br")).await;
        let node = app.node(|deps| deps.methods = Arc::new(|| methods.to_vec()));
        open_checkout(&node, &user_id, "scale", MONTH).await.unwrap();
        let form = app.pages_made().pop().unwrap();
        let mut sent: Vec<_> =
            form.iter().filter(|(name, _)| name.starts_with("excluded_payment_method_types[")).collect();
        sent.sort();
        assert_eq!(sent.into_iter().map(|(_, method)| method.as_str()).collect::<Vec<_>>(), excluded);
        assert!(!form.keys().any(|name| name.starts_with("payment_method_types")), "the version has none");
    }
}

#[db_test]
async fn a_pix_is_paid_in_seconds_or_expires(shop: Shop) {
    for (action, expected) in
        [("pix-pago", (true, "paid")), ("pix-expirado", (false, "first_payment_missing"))]
    {
        let (user_id, page) = shop.checkout("professional", MONTH).await;
        shop.press(&page, &[("action", "pix")]).await;
        assert_eq!(shop.access(&user_id).await, (false, "first_payment_pending".into()));
        let text = shop.page(&page).await;
        assert!(text.contains("Pix Copia e Cola") && text.contains("SANDBOX-PIX-cs_test_"), "{text}");
        assert!(!text.to_lowercase().contains("boleto"), "{text}");
        // The actions of a boleto are none of a Pix.
        shop.press(&page, &[("action", "boleto-pago")]).await;
        assert!(!shop.access(&user_id).await.0);
        let bill = shop.invoice_page(&user_id).await;
        assert!(shop.page(&bill).await.contains("Pagar o Pix"));
        shop.press(&page, &[("action", action)]).await;
        assert_eq!(shop.access(&user_id).await, (expected.0, expected.1.to_owned()), "{action}");
    }
}

#[db_test]
async fn a_disabled_payment_method_cannot_pay(shop: Shop) {
    let (user_id, page) = shop.checkout("scale", MONTH).await;
    let sql = "UPDATE sandbox_objects SET body = replace(body, '\"boleto\",\"pix\"', '\"boleto\"') WHERE kind = 'checkout'";
    shop.execute(sql, &[]).await;
    let text = shop.page(&page).await;
    assert!(text.contains("Gerar boleto") && !text.contains("Pix"), "{text}");
    for action in ["pix", "pix-pago", "boleto-pago", "", "dinheiro"] {
        assert_eq!(shop.press(&page, &[("action", action)]).await.0, 303, "{action:?}");
    }
    let sql = "SELECT id AS text FROM payment_subscriptions WHERE user_id = $1";
    assert!(shop.texts(sql, &[(&user_id).into()]).await.is_empty(), "nothing was bought");
}

#[db_test]
async fn pix_is_withheld_where_the_account_cannot_take_it(app: Fixture) {
    let withheld: Arc<Mutex<Vec<Vec<Method>>>> = Arc::default();
    let received = Arc::clone(&withheld);
    let payments = app.node(move |deps| {
        deps.withholds = Arc::new(move |methods| received.lock().unwrap().push(methods.to_vec()));
    });
    for (state, expected) in [("inactive", vec![Pix]), ("active", vec![]), ("pending", vec![Pix])] {
        app.stripe.intercept(move |stripe, request| match request.path() {
            "/v1/account" => {
                MockReply::json(&json!({ "id": "acct_1", "capabilities": { "pix_payments": state } }))
            }
            _ => stripe.reply(request),
        });
        check_methods(&payments).await.unwrap();
        assert_eq!(withheld.lock().unwrap().pop(), Some(expected), "{state}");
    }
    app.take_provider_down();
    assert!(check_methods(&payments).await.is_err());
    assert!(withheld.lock().unwrap().is_empty(), "what was known stays");
}
