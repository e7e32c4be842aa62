//! The functions over a real database, and each kind of caller.

use ateneu_auth::{Auth, PasswordCost};
use ateneu_base::{Caller, Clock, Facts, Presented, Timestamp, TokenProblem};
use ateneu_courses::Courses;
use ateneu_db::Db;
use ateneu_functions::{Deps, router};
use ateneu_jobs::{Job, Jobs, Schedule};
use ateneu_mail::{Mail, Sender};
use ateneu_payments::{Config, Door, Payments, Plan, SandboxConfig, Terms};
use ateneu_people::People;
use ateneu_settings::Settings;
use ateneu_storage::{Storage, backend};
use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

pub const ADMIN: &str = "0190a6b2-0000-7000-8000-000000000001";

/// Letters stay in the queue, where tests read them.
fn mail(db: &Db, clock: &Clock) -> Mail {
    let sender = || Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: "dona@casa.test".into(),
        office_hours: "De segunda a sexta.".into(),
        public_url: "https://casa.test".into(),
    };
    let deps = ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(sender),
        config: ateneu_mail::Config::default(),
    };
    Mail::open(deps).unwrap()
}

/// What the plans cost.
const PRICES: [(Plan, i64); 3] = [(Plan::Update, 4_700), (Plan::Scale, 9_700), (Plan::Professional, 19_700)];

/// The sandbox, whose events nobody hears.
fn sandbox() -> Door {
    Door::Sandbox(SandboxConfig {
        production: false,
        webhook_url: "http://127.0.0.1:9/webhooks/stripe".into(),
        prices: PRICES.into(),
    })
}

fn payments(db: &Db, clock: &Clock, mail: Mail, door: Door) -> Payments {
    let terms = || {
        let priced =
            PRICES.map(|(plan, amount)| Terms { plan, name: plan.name().into(), amount, rights: Vec::new() });
        priced.into()
    };
    let deps = ateneu_payments::Deps {
        db: db.clone(),
        clock: clock.clone(),
        mail,
        terms: Box::new(terms),
        config: Config {
            public_url: "https://casa.test".into(),
            door,
            webhook_secrets: vec!["whsec_segredo".into()],
        },
    };
    Payments::open(deps).unwrap()
}

/// Files lie in a folder that goes with the house.
async fn storage(db: &Db, clock: &Clock, folder: &std::path::Path) -> Storage {
    let deps = ateneu_storage::Deps {
        db: db.clone(),
        clock: clock.clone(),
        // Nobody signs links here.
        standing: std::sync::Arc::new(|_| Box::pin(async { Ok(Caller::anonymous()) })),
        store: backend::open(&backend::Place::Folder(folder.to_owned())).unwrap(),
        buckets: ateneu_tables::buckets::buckets(),
        config: ateneu_storage::Config {
            public_url: "https://casa.test".into(),
            signing_secret: "segredo".into(),
            max_file_size: 1024 * 1024,
        },
    };
    Storage::open(deps).await.unwrap()
}

/// Tied to no platform: the records are all there is.
fn courses(db: &Db, clock: &Clock) -> Courses {
    let config = ateneu_courses::Config {
        hotmart: None,
        webhook_token: "".into(),
        course_url: "https://cursos.casa.test/".into(),
    };
    let deps = ateneu_courses::Deps { db: db.clone(), clock: clock.clone(), config };
    Courses::open(deps).unwrap()
}

pub struct House {
    pub db: Db,
    pub settings: Settings,
    pub clock: Clock,
    pub payments: Payments,
    functions: Router,
    _folder: tempfile::TempDir,
}

impl House {
    pub async fn open(db: Db) -> Self {
        Self::paid_through(db, sandbox()).await
    }

    /// The house with another payment provider.
    pub async fn paid_through(db: Db, door: Door) -> Self {
        let clock = Clock::held_at(Timestamp::from_seconds(1_800_000_000));
        let settings = Settings::open(db.clone(), clock.clone()).await.unwrap();
        let done = Job::new("a_job", Schedule::daily(3, 0), async || Ok("Feito.".into()));
        let broken =
            Job::new("a_broken_job", Schedule::daily(3, 0), async || Err(ateneu_jobs::Error::TooLong));
        let deps = ateneu_jobs::Deps { db: db.clone(), clock: clock.clone(), jobs: vec![done, broken] };
        let jobs = Jobs::open(deps).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mail = mail(&db, &clock);
        let deps = ateneu_auth::Deps {
            db: db.clone(),
            settings: settings.clone(),
            mail: mail.clone(),
            clock: clock.clone(),
            config: ateneu_auth::Config {
                public_url: "https://casa.test".into(),
                password_cost: PasswordCost { memory_kib: 8, passes: 1 },
                ..ateneu_auth::Config::default()
            },
        };
        let payments = payments(&db, &clock, mail.clone(), door);
        let auth = Auth::open(deps).await.unwrap();
        let people = People::new(ateneu_people::Deps {
            db: db.clone(),
            clock: clock.clone(),
            auth,
            mail,
            storage: storage(&db, &clock, folder.path()).await,
        });
        let functions = router(Deps {
            settings: settings.clone(),
            jobs,
            people,
            payments: Some(payments.clone()),
            courses: courses(&db, &clock),
        });
        Self { db, settings, clock, payments, functions, _folder: folder }
    }

    pub async fn ask(
        &self,
        who: &Who,
        method: Method,
        name: &str,
        body: impl Into<Body>,
    ) -> (StatusCode, Value) {
        let presented = Presented { caller: who.clone(), bearer: None, address: Some("203.0.113.9".into()) };
        let request = Request::builder().method(method).uri(format!("/{name}"));
        let request = request.extension(presented).body(body.into()).unwrap();
        let answer = self.functions.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let bytes = answer.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    pub async fn call(&self, who: &Who, name: &str, body: &Value) -> (StatusCode, Value) {
        self.ask(who, Method::POST, name, body.to_string()).await
    }

    /// Subject, old value, new value and actor of every act.
    pub async fn trail(&self) -> Vec<Value> {
        let sql = "SELECT action, subject, old_value, new_value, actor_id, ip_address FROM audit_log ORDER BY subject";
        let rows = self.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
        rows.iter()
            .map(|row| {
                let columns = ["action", "subject", "old_value", "new_value", "actor_id", "ip_address"];
                json!(columns.map(|column| row.text(column)))
            })
            .collect()
    }
}

pub type Who = Result<Caller, TokenProblem>;

pub fn admin() -> Who {
    Ok(Caller::person(ADMIN, Facts { admin: true, ..Facts::default() }))
}

/// Makes the administrator's account, which settings refer to.
pub async fn account(db: &Db) {
    db.write(|tx| {
        let now = Timestamp::from_seconds(1_800_000_000);
        let sql =
            "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
        tx.execute(sql, &[ADMIN.into(), now.into()])
    })
    .await
    .unwrap();
}
