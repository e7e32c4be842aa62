//! Access to the courses over a real database, against a mock of Hotmart.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_course_access::{Config, Courses, Deps, HotmartConfig};
use ateneu_db::{Db, Row};
use ateneu_testkit::{
    TestApp,
    mocks::hotmart::{CLIENT_ID, CLIENT_SECRET, Hotmart, SUBDOMAIN},
};
pub use ateneu_testkit::{app::NOW, mocks::hotmart::refusal};

pub const ANA: &str = "ana@exemplo.com.br";
pub const TOKEN: &str = "hottok-da-conta";
pub const COURSES: &str = "https://cursos.exemplo.com.br/";
pub const USER: &str = "0190a6b2-0000-7000-8000-000000000001";

pub struct Fixture {
    pub app: TestApp,
    pub courses: Courses,
    pub hotmart: Hotmart,
}

ateneu_testkit::deref!(Fixture, app: TestApp);

ateneu_testkit::opened_by!(Fixture::open);

impl Fixture {
    pub async fn open(db: Db) -> Self {
        Self::open_with(db, |_| {}).await
    }

    pub async fn open_with(db: Db, change: impl FnOnce(&mut HotmartConfig)) -> Self {
        let (mut app, hotmart) = (TestApp::new(db), Hotmart::start().await);
        let mut config = config(&hotmart);
        change(&mut config);
        let courses = open(&app, Some(config));
        app.mount("", courses.router());
        Self { app, courses, hotmart }
    }

    pub async fn has_access(&self) -> bool {
        self.courses.validate(Some(USER), ANA).await.unwrap().has_access
    }

    /// Returns the stored record of an address.
    pub async fn record(&self, email: &str) -> Option<Row> {
        self.row("SELECT * FROM hotmart_access WHERE email = $1", &[email.into()]).await
    }

    /// Returns the activity, and the end in seconds.
    pub async fn state(&self, email: &str) -> Option<(bool, Option<i64>)> {
        let sql = "SELECT active, expires_at FROM hotmart_access WHERE email = $1";
        let (active, end): (bool, Option<Timestamp>) = self.row(sql, &[email.into()]).await?.read().unwrap();
        Some((active, end.map(Timestamp::seconds)))
    }
}

pub fn config(hotmart: &Hotmart) -> HotmartConfig {
    HotmartConfig {
        auth_base: hotmart.url(),
        api_base: hotmart.url(),
        client_id: CLIENT_ID.into(),
        client_secret: CLIENT_SECRET.into(),
        basic: "".into(),
        subdomain: SUBDOMAIN.into(),
        product_id: "4242".into(),
        timeout: Duration::from_secs(10),
    }
}

pub fn open(app: &TestApp, hotmart: Option<HotmartConfig>) -> Courses {
    let config = Config { hotmart, webhook_token: TOKEN.into(), course_url: COURSES.into() };
    Courses::open(Deps { db: app.db.clone(), clock: app.clock.clone(), config }).unwrap()
}
