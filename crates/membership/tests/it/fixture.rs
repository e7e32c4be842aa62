//! Payments over a real database, against a mock of Stripe.

use std::{sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Db;
use ateneu_membership::{Config, Deps, Method, Payments, ProviderConfig, StripeConfig};
use ateneu_module::Milestones;
use ateneu_schema::Words;
use ateneu_testkit::{Panel, TestApp, app::PUBLIC_URL, mocks::Stripe};

pub use crate::{
    prices::{MONTH, PRICES, YEAR, YEARLY, terms},
    provider::{code, event, updated},
    subscribers::{Paid, access, person},
};
pub use ateneu_testkit::mocks::stripe::{NOW, invoice, refusal, subscription};

pub const SECRET: &str = "whsec_segredo";

pub struct Fixture {
    app: TestApp,
    pub stripe: Stripe,
    pub payments: Payments,
}

ateneu_testkit::deref!(Fixture, app: TestApp);

impl Fixture {
    pub async fn open(db: Db) -> Self {
        let mut app = TestApp::at(db, Timestamp::from_seconds(NOW));
        let monthly = PRICES.map(|(plan, amount)| (plan.word().to_owned(), amount));
        let yearly = YEARLY.map(|(plan, amount)| (format!("{}_year", plan.word()), amount));
        app.sell_plans().await;
        let stripe = Stripe::start(monthly.into_iter().chain(yearly)).await;
        let payments = Payments::open(deps(&app, provider(stripe.url()))).unwrap();
        app.mount("", ateneu_membership::router(&payments));
        Self { app, stripe, payments }
    }

    /// A second server over the same database.
    pub fn node(&self, change: impl FnOnce(&mut Deps)) -> Payments {
        let mut deps = deps(&self.app, provider(self.stripe.url()));
        change(&mut deps);
        Payments::open(deps).unwrap()
    }

    /// The functions of administrators over the same payments.
    pub async fn panel(&self) -> Panel {
        let functions = ateneu_functions::bind(ateneu_membership::functions(), &self.payments);
        let app = TestApp::at(self.db.clone(), self.clock.now());
        Panel::open(app, ateneu_functions::router(functions)).await
    }
}

pub fn provider(api_base: String) -> ProviderConfig {
    ProviderConfig::Stripe(StripeConfig {
        api_base,
        secret_key: "sk_test_chave".into(),
        timeout: Duration::from_millis(400),
        first_pause: Duration::from_millis(1),
    })
}

pub fn deps(app: &TestApp, provider: ProviderConfig) -> Deps {
    let (public_url, webhook_secrets) = (PUBLIC_URL.into(), vec![SECRET.into()]);
    Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail: app.mail(),
        terms: Arc::new(terms),
        methods: Arc::new(|| vec![Method::Card, Method::Boleto]),
        withholds: Arc::new(|_| {}),
        origins: Arc::new(Paid::default()),
        milestones: Milestones::default(),
        config: Config { public_url, provider, webhook_secrets, asks_tax_id: false },
    }
}
