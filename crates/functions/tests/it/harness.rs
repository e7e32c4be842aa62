//! The functions over a real database, and each kind of caller.

use std::ops::Deref;

use ateneu_accounts::People;
use ateneu_auth::{Auth, PasswordCost};
use ateneu_base::{Caller, Facts, TokenProblem};
use ateneu_course_access::Courses;
use ateneu_db::Db;
use ateneu_functions::{Deps, router};
use ateneu_jobs::{Job, Jobs, Schedule};
use ateneu_mail::Mail;
use ateneu_membership::{Config, Door, Payments, Plan, SandboxConfig, Terms};
use ateneu_settings::Settings;
use ateneu_storage::{Storage, backend};
use ateneu_testkit::{TestApp, TestRequest, TestResponse, app::PUBLIC_URL};
use serde_json::{Value, json};

pub const ADMIN: &str = "0190a6b2-0000-7000-8000-000000000001";

/// What the plans cost.
const PRICES: [(Plan, i64); 3] = [(Plan::Update, 4_700), (Plan::Scale, 9_700), (Plan::Professional, 19_700)];

/// The sandbox, whose events nobody receives.
fn sandbox() -> Door {
    Door::Sandbox(SandboxConfig {
        production: false,
        webhook_url: "http://127.0.0.1:9/webhooks/stripe".into(),
        prices: PRICES.into(),
    })
}

fn payments(app: &TestApp, mail: Mail, door: Door) -> Payments {
    let terms = || {
        let priced =
            PRICES.map(|(plan, amount)| Terms { plan, name: plan.name().into(), amount, rights: Vec::new() });
        priced.into()
    };
    let deps = ateneu_membership::Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail,
        terms: Box::new(terms),
        config: Config { public_url: PUBLIC_URL.into(), door, webhook_secrets: vec!["whsec_segredo".into()] },
    };
    Payments::open(deps).unwrap()
}

async fn storage(app: &TestApp) -> Storage {
    let deps = ateneu_storage::Deps {
        schema: std::sync::Arc::new(ateneu_server::modules::schema()),
        db: app.db.clone(),
        clock: app.clock.clone(),
        // Nobody signs links here.
        standing: std::sync::Arc::new(|_| Box::pin(async { Ok(Caller::anonymous()) })),
        store: backend::open(&backend::Place::Folder(app.folder().to_owned())).unwrap(),
        buckets: ateneu_server::modules::buckets(),
        config: ateneu_storage::Config {
            public_url: PUBLIC_URL.into(),
            signing_secret: "segredo".into(),
            max_file_size: 1024 * 1024,
            min_free_disk: 0,
            picture_burst: ateneu_storage::Config::PICTURE_BURST,
        },
    };
    Storage::open(deps).await.unwrap()
}

/// Without Hotmart: the records are all there is.
fn courses(app: &TestApp) -> Courses {
    let config = ateneu_course_access::Config {
        hotmart: None,
        webhook_token: "".into(),
        course_url: "https://cursos.casa.test/".into(),
    };
    let deps = ateneu_course_access::Deps { db: app.db.clone(), clock: app.clock.clone(), config };
    Courses::open(deps).unwrap()
}

pub struct Harness {
    app: TestApp,
    pub settings: Settings,
    pub payments: Payments,
}

impl Deref for Harness {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

impl Harness {
    pub async fn open(db: Db) -> Self {
        Self::paid_through(db, sandbox()).await
    }

    /// With another payment provider.
    pub async fn paid_through(db: Db, door: Door) -> Self {
        let mut app = TestApp::new(db);
        let (settings, mail) = (app.settings().await, app.mail());
        let done = Job::new("a_job", Schedule::daily(3, 0), async || Ok("Feito.".into()));
        let broken =
            Job::new("a_broken_job", Schedule::daily(3, 0), async || Err(ateneu_jobs::Error::TooLong));
        let deps =
            ateneu_jobs::Deps { db: app.db.clone(), clock: app.clock.clone(), jobs: vec![done, broken] };
        let jobs = Jobs::open(deps).await.unwrap();
        let deps = ateneu_auth::Deps {
            schema: std::sync::Arc::new(ateneu_server::modules::schema()),
            db: app.db.clone(),
            settings: settings.clone(),
            mail: mail.clone(),
            clock: app.clock.clone(),
            config: ateneu_auth::Config {
                public_url: PUBLIC_URL.into(),
                password_cost: PasswordCost { memory_kib: 8, passes: 1 },
                ..ateneu_auth::Config::default()
            },
        };
        let auth = Auth::open(deps).await.unwrap();
        let payments = payments(&app, mail.clone(), door);
        let people = People::new(ateneu_accounts::Deps {
            schema: std::sync::Arc::new(ateneu_server::modules::schema()),
            db: app.db.clone(),
            clock: app.clock.clone(),
            auth,
            mail,
            storage: storage(&app).await,
        });
        let deps = Deps {
            settings: settings.clone(),
            jobs,
            people,
            payments: Some(payments.clone()),
            courses: courses(&app),
        };
        app.mount("", router(deps));
        Self { app, settings, payments }
    }

    pub fn function(&self, who: &Who, method: &str, name: &str) -> TestRequest {
        self.request(method, &format!("/{name}")).caller(who.clone()).address("203.0.113.9")
    }

    pub async fn call(&self, who: &Who, name: &str, body: &Value) -> TestResponse {
        self.function(who, "POST", name).json(body).await
    }

    /// Subject, old value, new value and actor of every act.
    pub async fn trail(&self) -> Vec<Value> {
        let columns = ["action", "subject", "old_value", "new_value", "actor_id", "ip_address"];
        let rows = self.rows("SELECT * FROM audit_log ORDER BY subject", &[]).await;
        rows.iter().map(|row| json!(columns.map(|column| row.text(column)))).collect()
    }

    /// Creates the administrator's account, which settings refer to.
    pub async fn create_admin(&self) {
        let sql =
            "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
        self.execute(sql, &[ADMIN.into(), self.clock.now().into()]).await;
    }
}

pub type Who = Result<Caller, TokenProblem>;

pub fn admin() -> Who {
    Ok(Caller::person(ADMIN, Facts { admin: true, ..Facts::default() }))
}
