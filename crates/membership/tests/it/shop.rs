//! A server whose payments are the sandbox: its pages over HTTP, its signed events over HTTP back to the webhook.

use std::sync::Arc;

use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_membership::{
    Error, Method, Payments, PlanPeriod, ProviderConfig, SandboxConfig, open_checkout, open_portal,
    signature::sign, work_events,
};
use ateneu_module::{Milestones, Subject};
use ateneu_newsletter::Newsletter;
use ateneu_testkit::TestApp;
use tokio::net::TcpListener;

use crate::fixture::{NOW, Paid, SECRET, access, deps, person};

/// The form of a card that pays.
pub const CARD: [(&str, &str); 2] = [("action", "cartao"), ("card", "4242 4242 4242 4242")];

pub struct Shop {
    pub app: TestApp,
    pub base: String,
    pub payments: Payments,
    /// The origins of the plans that were paid.
    pub paid: Paid,
}

ateneu_testkit::deref!(Shop, app: TestApp);

/// The payments of a server at this address.
pub fn open(app: &TestApp, base: &str, production: bool, paid: &Paid) -> Result<Payments, Error> {
    let webhook_url = format!("{base}/webhooks/stripe");
    let provider = ProviderConfig::Sandbox(SandboxConfig { production, webhook_url });
    let mut deps = deps(app, provider);
    deps.config.public_url = base.into();
    deps.config.asks_tax_id = true;
    deps.origins = Arc::new(paid.clone());
    deps.milestones = Milestones::new(Newsletter.declare().milestones);
    deps.methods = Arc::new(|| vec![Method::Card, Method::Boleto, Method::Pix]);
    Payments::open(deps)
}

ateneu_testkit::opened_by!(Shop::open);

impl Shop {
    /// Listens on a port of its own.
    async fn open(db: Db) -> Self {
        let app = TestApp::at(db, Timestamp::from_seconds(NOW));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let paid = Paid::default();
        let payments = open(&app, &base, false, &paid).unwrap();
        let router = ateneu_membership::router(&payments);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { app, base, payments, paid }
    }

    pub async fn person(&self) -> String {
        person(&self.app, &format!("{}@exemplo.com.br", ateneu_base::ids::random_id())).await
    }

    /// Posts every stored event of a kind again under a new id, and works through the queue.
    pub async fn repeat(&self, kind: &str) {
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
        work_events(&self.payments).await.unwrap();
    }

    pub async fn subscription(&self, user_id: &str) -> String {
        let sql = "SELECT id FROM payment_subscriptions WHERE user_id = $1";
        self.text(sql, &[user_id.into()]).await.unwrap()
    }

    /// A person and the page on which the person pays for a plan.
    pub async fn checkout(&self, plan: &str, period: PlanPeriod) -> (String, String) {
        let user_id = self.person().await;
        let page = open_checkout(&self.payments, &user_id, plan, period).await.unwrap();
        (user_id, page)
    }

    /// The text of a page.
    pub async fn page(&self, address: &str) -> String {
        reqwest::get(address).await.unwrap().text().await.unwrap()
    }

    /// Presses a button; where it leads.
    pub async fn press(&self, page: &str, form: &[(&str, &str)]) -> (u16, String, String) {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let response = client.post(page).form(form).send().await.unwrap();
        let leads_to =
            response.headers().get("location").and_then(|to| to.to_str().ok()).unwrap_or_default().to_owned();
        (response.status().as_u16(), leads_to, response.text().await.unwrap())
    }

    /// Pays for a plan by card; the id of the person.
    pub async fn buy(&self, plan: &str, period: PlanPeriod) -> String {
        let (user_id, page) = self.checkout(plan, period).await;
        self.press(&page, &CARD).await;
        user_id
    }

    pub async fn manage(&self, user_id: &str, action: &str) {
        let portal = open_portal(&self.payments, user_id).await.unwrap();
        let subscription = self.subscription(user_id).await;
        let (status, ..) = self.press(&portal, &[("action", action), ("subscription", &subscription)]).await;
        assert_eq!(status, 303, "{action}");
    }

    /// The page of the person's open invoice.
    pub async fn invoice_page(&self, user_id: &str) -> String {
        let sql = "SELECT hosted_url FROM payment_invoices WHERE user_id = $1 AND status = 'open'";
        self.text(sql, &[user_id.into()]).await.unwrap()
    }

    pub async fn access(&self, user_id: &str) -> (bool, String) {
        access(&self.payments, user_id).await
    }
}
