//! Payments over a real database, against a mock of Stripe.

use std::{sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_membership::{Config, Deps, Method, Payments, ProviderConfig, StripeConfig};
use ateneu_testkit::{
    Panel, TestApp,
    app::PUBLIC_URL,
    mocks::{MockServer, Stripe},
};

use crate::prices::{PRICES, YEARLY, terms};

pub use crate::{
    prices::{MONTH, YEAR},
    provider::{code, event, updated},
    subscribers::{Paid, access, person},
};
pub use ateneu_testkit::mocks::stripe::{NOW, invoice, refusal, subscription};

pub const SECRET: &str = "whsec_segredo";

/// Time for which the provider's reply is waited for.
pub const TIMEOUT: Duration = Duration::from_millis(400);

pub struct Fixture {
    app: TestApp,
    pub stripe: Stripe,
    pub payments: Payments,
}

ateneu_testkit::deref!(Fixture, app: TestApp);

impl Fixture {
    pub async fn open(db: Db) -> Self {
        let mut app = TestApp::at(db, Timestamp::from_seconds(NOW));
        let monthly = PRICES.map(|(plan, amount)| (plan.name().to_owned(), amount));
        let yearly = YEARLY.map(|(plan, amount)| (format!("{}_year", plan.name()), amount));
        app.sell_plans().await;
        let stripe = Stripe::start(monthly.into_iter().chain(yearly)).await;
        let payments = node(&app, &stripe, TIMEOUT);
        app.mount("", ateneu_membership::router(&payments));
        Self { app, stripe, payments }
    }

    /// A second server over the same database.
    pub fn node(&self) -> Payments {
        self.node_with(|_| {})
    }

    /// One that is configured in another way.
    pub fn node_with(&self, change: impl FnOnce(&mut Deps)) -> Payments {
        let mut deps = deps(&self.app, PUBLIC_URL, stripe(&self.stripe, TIMEOUT), SECRET);
        change(&mut deps);
        Payments::open(deps).unwrap()
    }

    /// One that waits for the provider's reply for as long as it takes.
    pub fn patient_node(&self) -> Payments {
        node(&self.app, &self.stripe, Duration::from_hours(1))
    }

    pub async fn person(&self, email: &str) -> String {
        person(&self.app, email).await
    }

    /// The functions of administrators over the same payments.
    pub async fn panel(&self) -> Panel {
        let functions =
            ateneu_functions::router(ateneu_functions::bind(ateneu_membership::functions(), &self.payments));
        Panel::open(TestApp::at(self.db.clone(), self.clock.now()), functions).await
    }
}

fn node(app: &TestApp, mock: &Stripe, timeout: Duration) -> Payments {
    Payments::open(deps(app, PUBLIC_URL, stripe(mock, timeout), SECRET)).unwrap()
}

pub fn stripe(mock: &MockServer, timeout: Duration) -> ProviderConfig {
    ProviderConfig::Stripe(StripeConfig {
        api_base: mock.url(),
        secret_key: "sk_test_chave".into(),
        timeout,
        first_pause: Duration::from_millis(1),
    })
}

pub fn deps(app: &TestApp, public_url: &str, provider: ProviderConfig, webhook_secret: &str) -> Deps {
    Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail: app.mail(),
        terms: Arc::new(terms),
        methods: Arc::new(|| vec![Method::Card, Method::Boleto]),
        withholds: Arc::new(|_| {}),
        origins: Arc::new(Paid::default()),
        config: Config {
            public_url: public_url.into(),
            provider,
            webhook_secrets: vec![webhook_secret.into()],
            asks_tax_id: false,
        },
    }
}
