//! The sandbox as somebody uses it: its pages over HTTP, its signed events over HTTP back to the webhook.

use std::ops::Deref;

use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_membership::{Error, Payments, ProviderConfig, SandboxConfig, signature::sign};
use ateneu_testkit::{
    TestApp,
    databases::{FromPlace, Place},
    db_test,
};
use tokio::net::TcpListener;

use crate::harness::{NOW, PRICES, access, deps, person};

const SECRET: &str = "whsec_do_sandbox";

struct Shop {
    app: TestApp,
    base: String,
    payments: Payments,
}

impl Deref for Shop {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

fn open(app: &TestApp, base: &str, production: bool) -> Result<Payments, Error> {
    let provider = ProviderConfig::Sandbox(SandboxConfig {
        production,
        webhook_url: format!("{base}/webhooks/stripe"),
        prices: PRICES.into(),
    });
    Payments::open(deps(app, base, provider, SECRET))
}

impl FromPlace for Shop {
    async fn from_place(place: Place) -> Self {
        Self::open(place.db).await
    }
}

impl Shop {
    /// Listens on a port of its own.
    async fn open(db: Db) -> Self {
        let app = TestApp::at(db, Timestamp::from_seconds(NOW));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let payments = open(&app, &base, false).unwrap();
        let router = payments.router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { app, base, payments }
    }

    async fn person(&self) -> String {
        person(&self.app, &format!("{}@exemplo.com.br", ateneu_base::ids::random_id())).await
    }

    /// Posts every stored event of a kind again under a new id, and works through the queue.
    async fn repeat(&self, kind: &str) {
        let sql = "SELECT id, payload FROM tasks WHERE queue = 'payment_events' AND kind = $1";
        let rows = self.rows(sql, &[kind.into()]).await;
        assert!(!rows.is_empty(), "{kind} was received");
        for row in rows {
            let id = row.text("id").unwrap();
            let body = row.text("payload").unwrap().replace(id, &format!("{id}_again"));
            let header = sign(body.as_bytes(), &SECRET.into(), Timestamp::from_seconds(NOW));
            let request = reqwest::Client::new().post(format!("{}/webhooks/stripe", self.base));
            let response = request.header("stripe-signature", header).body(body).send().await.unwrap();
            assert_eq!(response.status(), 200);
        }
        self.payments.work().await.unwrap();
    }

    async fn subscription(&self, user_id: &str) -> String {
        let sql = "SELECT id FROM payment_subscriptions WHERE user_id = $1";
        self.text(sql, &[user_id.into()]).await.unwrap()
    }

    /// Presses a button; where it leads.
    async fn press(&self, page: &str, form: &[(&str, &str)]) -> (u16, String, String) {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let response = client.post(page).form(form).send().await.unwrap();
        let leads_to =
            response.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default().to_owned();
        (response.status().as_u16(), leads_to, response.text().await.unwrap())
    }

    async fn manage(&self, user_id: &str, act: &str) {
        let portal = self.payments.portal(user_id).await.unwrap();
        let subscription = self.subscription(user_id).await;
        assert_eq!(
            self.press(&portal, &[("act", act), ("subscription", &subscription)]).await.0,
            303,
            "{act}"
        );
    }

    /// The page of the person's open invoice.
    async fn invoice_page(&self, user_id: &str) -> String {
        let sql = "SELECT hosted_url FROM payment_invoices WHERE user_id = $1 AND status = 'open'";
        self.text(sql, &[user_id.into()]).await.unwrap()
    }

    async fn access(&self, user_id: &str) -> (bool, String) {
        access(&self.payments, user_id).await
    }
}

#[db_test]
async fn the_sandbox_accepts_and_refuses_cards_and_has_a_portal(shop: Shop) {
    let user_id = shop.person().await;
    let page = shop.payments.checkout(&user_id, "scale").await.unwrap();
    assert!(page.starts_with(&format!("{}/sandbox/checkout/cs_test_", shop.base)));
    let shown = reqwest::get(&page).await.unwrap();
    let policy = shown.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.starts_with("default-src 'none'; style-src 'self'"), "{policy}");
    let text = shown.text().await.unwrap();
    assert!(text.contains("Plano Scale") && text.contains("R$ 97,00") && !text.contains("<script"));
    let (status, _, text) = shop.press(&page, &[("act", "cartao"), ("card", "4000 0000 0000 0002")]).await;
    assert!(status == 200 && text.contains("O cartão foi recusado"));
    assert!(!shop.access(&user_id).await.0);
    let (status, leads_to, _) =
        shop.press(&page, &[("act", "cartao"), ("card", "4242 4242 4242 4242")]).await;
    assert_eq!(status, 303);
    assert!(
        leads_to.starts_with(&format!("{}/membros/assinatura/sucesso?checkout=cs_test_", shop.base)),
        "{leads_to}"
    );
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    shop.press(&page, &[("act", "cartao"), ("card", "4242 4242 4242 4242")]).await;
    let refused = shop.payments.checkout(&user_id, "update").await.unwrap_err();
    assert_eq!(refused.code(), "already_subscribed");
    for (act, expected) in [
        ("renovar", (true, "paid")),
        ("falhar", (true, "grace")),
        ("pagar", (true, "paid")),
        ("cancelar", (true, "paid_until_end")),
        ("retomar", (true, "paid")),
        ("cancelar", (true, "paid_until_end")),
        ("encerrar", (false, "paid_until_end")),
    ] {
        shop.manage(&user_id, act).await;
        assert_eq!(shop.access(&user_id).await, (expected.0, expected.1.to_owned()), "{act}");
    }
    let again = shop.payments.checkout(&user_id, "update").await.unwrap();
    assert_ne!(again, page);
}

#[db_test]
async fn a_boleto_is_paid_later_or_never(shop: Shop) {
    for (act, expected) in
        [("boleto-pago", (true, "paid")), ("boleto-vencido", (false, "first_payment_missing"))]
    {
        let user_id = shop.person().await;
        let page = shop.payments.checkout(&user_id, "professional").await.unwrap();
        shop.press(&page, &[("act", "boleto")]).await;
        assert_eq!(shop.access(&user_id).await, (false, "first_payment_pending".into()));
        assert!(shop.payments.check(&user_id, None).await.unwrap().pending);
        shop.press(&page, &[("act", act)]).await;
        assert_eq!(shop.access(&user_id).await, (expected.0, expected.1.to_owned()), "{act}");
    }
}

#[db_test]
async fn the_sandbox_page_of_an_open_bill_only_pays_it(shop: Shop) {
    let user_id = shop.person().await;
    let page = shop.payments.checkout(&user_id, "update").await.unwrap();
    shop.press(&page, &[("act", "boleto")]).await;
    let bill = shop.invoice_page(&user_id).await;
    for act in ["devolver", "cancelar-agora", "", "nada"] {
        assert_eq!(shop.press(&bill, &[("act", act)]).await.0, 400, "{act:?}");
    }
    // Fits no first payment: nothing happens.
    assert_eq!(shop.press(&bill, &[("act", "pagar")]).await.0, 303);
    assert_eq!(shop.access(&user_id).await, (false, "first_payment_pending".into()));
    shop.press(&bill, &[("act", "boleto-pago")]).await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));

    shop.manage(&user_id, "falhar").await;
    assert_eq!(shop.access(&user_id).await.1, "grace");
    // The bill of the first month is a receipt by now: it pays for no other month.
    shop.press(&bill, &[("act", "pagar")]).await;
    assert_eq!(shop.access(&user_id).await.1, "grace");
    shop.press(&shop.invoice_page(&user_id).await, &[("act", "pagar")]).await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    let unknown = format!("{}/sandbox/invoice/in_1", shop.base);
    assert_eq!(shop.press(&unknown, &[("act", "pagar")]).await.0, 404);
}

#[db_test]
async fn a_refund_and_the_end_of_all_tries_close_access(shop: Shop) {
    for (acts, reason) in [(&["devolver"][..], "refunded"), (&["falhar", "desistir"], "payment_failed")] {
        let user_id = shop.person().await;
        let page = shop.payments.checkout(&user_id, "update").await.unwrap();
        shop.press(&page, &[("act", "cartao"), ("card", "4242424242424242")]).await;
        for act in acts {
            shop.manage(&user_id, act).await;
        }
        assert_eq!(shop.access(&user_id).await, (false, reason.to_owned()));
    }
}

#[db_test]
async fn a_dispute_ends_the_same_in_any_order_of_events(shop: Shop) {
    let user_id = shop.person().await;
    let page = shop.payments.checkout(&user_id, "scale").await.unwrap();
    shop.press(&page, &[("act", "cartao"), ("card", "4242424242424242")]).await;
    for (act, access, reason) in [
        ("contestacao-ganha", true, "paid"),
        ("contestar", false, "disputed"),
        ("contestar", false, "disputed"),
        ("contestacao-ganha", true, "paid"),
    ] {
        shop.manage(&user_id, act).await;
        assert_eq!(shop.access(&user_id).await, (access, reason.to_owned()), "{act}");
    }
    // Repeated after the end: the state the provider replies decides.
    shop.repeat("charge.dispute.created").await;
    assert_eq!(shop.access(&user_id).await, (true, "paid".into()));
    for act in ["contestar", "contestacao-perdida"] {
        shop.manage(&user_id, act).await;
        assert_eq!(shop.access(&user_id).await, (false, "disputed".into()), "{act}");
    }
    shop.repeat("charge.dispute.closed").await;
    assert_eq!(shop.access(&user_id).await, (false, "disputed".into()), "one was won, another was lost");
}

#[db_test]
async fn a_portal_is_one_customers_and_pages_cannot_be_guessed(shop: Shop) {
    let mut pages = Vec::new();
    for _ in 0..2 {
        let user_id = shop.person().await;
        let page = shop.payments.checkout(&user_id, "scale").await.unwrap();
        shop.press(&page, &[("act", "cartao"), ("card", "4242424242424242")]).await;
        pages.push((user_id, page));
    }
    let portal = shop.payments.portal(&pages[0].0).await.unwrap();
    let other = shop.subscription(&pages[1].0).await;
    assert_eq!(shop.press(&portal, &[("act", "cancelar-agora"), ("subscription", &other)]).await.0, 404);
    assert!(shop.access(&pages[1].0).await.0);
    for path in ["/sandbox/checkout/cs_test_1", "/sandbox/portal/bps_1"] {
        assert_eq!(reqwest::get(format!("{}{path}", shop.base)).await.unwrap().status(), 404);
    }
}

#[db_test]
async fn it_does_not_open_in_production(db: Db) {
    let refused = open(&TestApp::new(db), "https://casa.test", true).map(drop);
    assert!(matches!(refused, Err(Error::SandboxInProduction)), "{refused:?}");
}
