//! The sandbox in use.

use ateneu_db::Db;
use ateneu_membership::{Error, check_subscription, open_checkout, open_portal, open_portal_for_change};
use ateneu_testkit::{TestApp, db_test, sqlite_test};

use crate::{
    fixture::{MONTH, Paid, code},
    shop::{CARD, Shop, open},
};

#[sqlite_test]
async fn the_sandbox_simulates_cards_and_the_portal(shop: Shop) {
    let (user_id, page) = shop.checkout("scale", MONTH).await;
    assert!(page.starts_with(&format!("{}/sandbox/checkout/cs_test_", shop.base)));
    let shown = reqwest::get(&page).await.unwrap();
    let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
    let text = shown.text().await.unwrap();
    assert!(text.contains("Plano Scale") && text.contains("R$ 97,00") && !text.contains("<script"));
    let (status, _, text) = shop.press(&page, &[("action", "cartao"), ("card", "4000 0000 0000 0002")]).await;
    assert!(status == 200 && text.contains("O cartão foi recusado"));
    assert!(!shop.access(&user_id).await.0);
    let (status, leads_to, _) = shop.press(&page, &CARD).await;
    let success = format!("{}/membros/assinatura/sucesso?checkout=cs_test_", shop.base);
    assert!(status == 303 && leads_to.starts_with(&success), "{status} {leads_to}");
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    let known = check_subscription(&shop.payments, &user_id, None).await.unwrap().subscription.unwrap();
    assert_eq!((known.next_amount, known.card_brand.as_deref()), (Some(9_700), Some("visa")));
    assert_eq!(known.card_last_four.as_deref(), Some("4242"));
    let change = open_portal_for_change(&shop.payments, &user_id).await.unwrap();
    let (page_there, place) = change.split_once('#').unwrap();
    assert!(shop.page(page_there).await.contains(&format!("id=\"{place}\"")), "{place}");
    // A repeated form has the same response and pays once.
    let (again_status, again_leads_to, _) = shop.press(&page, &CARD).await;
    assert_eq!((again_status, again_leads_to), (status, leads_to));
    assert_eq!(shop.press(&page, &[("action", "nada")]).await.1, page.trim_start_matches(&shop.base));
    let refused = open_checkout(&shop.payments, &user_id, "update", MONTH).await;
    assert_eq!(code(refused), "already_subscribed");
    for (action, expected) in [
        ("renovar", (true, "paid")),
        ("falhar", (true, "grace")),
        ("pagar", (true, "paid")),
        ("cancelar", (true, "paid_until_end")),
        ("retomar", (true, "paid")),
        ("cancelar", (true, "paid_until_end")),
        ("encerrar", (false, "paid_until_end")),
    ] {
        shop.manage(&user_id, action).await;
        assert_eq!(shop.access(&user_id).await, (expected.0, expected.1.to_owned()), "{action}");
    }
    let again = open_checkout(&shop.payments, &user_id, "update", MONTH).await.unwrap();
    assert_ne!(again, page);
}

#[sqlite_test]
async fn a_boleto_is_paid_later_or_never(shop: Shop) {
    for (action, expected) in
        [("boleto-pago", (true, "paid")), ("boleto-vencido", (false, "first_payment_missing"))]
    {
        let (user_id, page) = shop.checkout("professional", MONTH).await;
        shop.press(&page, &[("action", "boleto")]).await;
        assert_eq!(shop.access(&user_id).await, (false, "first_payment_pending".into()));
        assert!(check_subscription(&shop.payments, &user_id, None).await.unwrap().pending);
        let first = shop.press(&page, &[("action", action)]).await;
        assert_eq!(shop.press(&page, &[("action", action)]).await, first, "sent twice");
        assert_eq!(shop.access(&user_id).await, (expected.0, expected.1.to_owned()), "{action}");
    }
}

#[sqlite_test]
async fn the_sandbox_page_of_an_open_bill_only_pays_it(shop: Shop) {
    let (user_id, page) = shop.checkout("update", MONTH).await;
    shop.press(&page, &[("action", "boleto")]).await;
    let bill = shop.invoice_page(&user_id).await;
    for action in ["devolver", "cancelar-agora", "", "nada"] {
        assert_eq!(shop.press(&bill, &[("action", action)]).await.0, 400, "{action:?}");
    }
    // The action does not fit a first payment and has no effect.
    assert_eq!(shop.press(&bill, &[("action", "pagar")]).await.0, 303);
    assert_eq!(shop.access(&user_id).await, (false, "first_payment_pending".into()));
    shop.press(&bill, &[("action", "boleto-pago")]).await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    let known = check_subscription(&shop.payments, &user_id, None).await.unwrap().subscription.unwrap();
    assert_eq!((known.next_amount, known.card_last_four), (Some(4_700), None), "no card is charged");

    shop.manage(&user_id, "falhar").await;
    assert_eq!(shop.access(&user_id).await.1, "grace");
    // The bill of the first month is a receipt now, and pays for no other month.
    shop.press(&bill, &[("action", "pagar")]).await;
    assert_eq!(shop.access(&user_id).await.1, "grace");
    shop.press(&shop.invoice_page(&user_id).await, &[("action", "pagar")]).await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    let unknown = format!("{}/sandbox/invoice/in_1", shop.base);
    assert_eq!(shop.press(&unknown, &[("action", "pagar")]).await.0, 404);
}

#[db_test]
async fn a_refund_and_the_end_of_all_tries_close_access(shop: Shop) {
    for (actions, reason) in [(&["devolver"][..], "refunded"), (&["falhar", "desistir"], "payment_failed")] {
        let user_id = shop.buy("update", MONTH).await;
        for action in actions {
            shop.manage(&user_id, action).await;
        }
        assert_eq!(shop.access(&user_id).await, (false, reason.to_owned()));
    }
}

#[db_test]
async fn a_dispute_ends_the_same_in_any_order_of_events(shop: Shop) {
    let user_id = shop.buy("scale", MONTH).await;
    for (action, access, reason) in [
        ("contestacao-ganha", true, "paid"),
        ("contestar", false, "disputed"),
        ("contestar", false, "disputed"),
        ("contestacao-ganha", true, "paid"),
    ] {
        shop.manage(&user_id, action).await;
        assert_eq!(shop.access(&user_id).await, (access, reason.to_owned()), "{action}");
    }
    // Repeated after the end: the provider's present state counts.
    shop.repeat("charge.dispute.created").await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    for action in ["contestar", "contestacao-perdida"] {
        shop.manage(&user_id, action).await;
        assert_eq!(shop.access(&user_id).await, (false, "disputed".into()), "{action}");
    }
    shop.repeat("charge.dispute.closed").await;
    assert_eq!(shop.access(&user_id).await, (false, "disputed".into()), "one was won, another was lost");
}

#[sqlite_test]
async fn a_portal_is_one_customers_and_pages_cannot_be_guessed(shop: Shop) {
    let (ana, bia) = (shop.buy("scale", MONTH).await, shop.buy("scale", MONTH).await);
    let portal = open_portal(&shop.payments, &ana).await.unwrap();
    let other = shop.subscription(&bia).await;
    assert_eq!(shop.press(&portal, &[("action", "cancelar-agora"), ("subscription", &other)]).await.0, 404);
    assert!(shop.access(&bia).await.0);
    for path in ["/sandbox/checkout/cs_test_1", "/sandbox/portal/bps_1"] {
        assert_eq!(reqwest::get(format!("{}{path}", shop.base)).await.unwrap().status(), 404);
    }
}

#[sqlite_test]
async fn the_sandbox_does_not_open_in_production(db: Db) {
    let refused = open(&TestApp::new(db), "https://casa.test", true, &Paid::default()).map(drop);
    assert!(matches!(refused, Err(Error::SandboxInProduction)), "{refused:?}");
}
