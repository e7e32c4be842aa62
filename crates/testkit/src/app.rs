//! The modules under test over one database, under one clock controlled by the test, behind one router.
//!
//! ```text
//! let mut app = TestApp::new(db);
//! let payments = Payments::open(Deps { db: app.db.clone(), clock: app.clock.clone(), mail: app.mail(), … });
//! app.mount("", payments.router());
//! app.post("/webhooks/stripe").json(&event).await.ok();
//! ```

#![expect(clippy::expect_used, reason = "a test that cannot open its modules must stop")]

use std::{
    ops::DerefMut,
    path::Path,
    sync::{LazyLock, OnceLock},
    time::Duration,
};

use ateneu_base::{Caller, Change, Clock, Entitlement, Presented, Record, Timestamp, Value, Verb};
use ateneu_content::Content;
use ateneu_db::{Db, Row, json_column};
use ateneu_mail::{Mail, RowEmails, Sender};
use ateneu_settings::Settings;
use serde::{Deserialize, de::DeserializeOwned};
use tempfile::TempDir;

use crate::{
    client::TestClient,
    databases::{self, FromPlace, Place},
};

/// Initial instant of a test's clock in seconds: 15 January 2027, 8:00 UTC.
pub const NOW: i64 = 1_800_000_000;

/// Public URL in the configuration of every module.
pub const PUBLIC_URL: &str = "https://casa.test";

/// The owner's address, which receives the site's own notices.
pub const OWNER: &str = "dona@casa.test";

/// Returns the entitlements of a plan in tests. Each plan has those of the simpler ones and more.
pub fn entitlements_of(plan: &str) -> &'static [Entitlement] {
    let count = match plan {
        "update" => 6,
        "scale" => 12,
        "professional" => Entitlement::ALL.len(),
        _ => 0,
    };
    &Entitlement::ALL[..count]
}

/// The modules under test.
pub struct TestApp {
    /// The database of all modules.
    pub db: Db,
    /// The clock of all modules.
    pub clock: Clock,
    client: TestClient,
    folder: OnceLock<TempDir>,
    row_emails: fn() -> Vec<RowEmails>,
}

impl TestApp {
    /// Opens an app over this database, at [`NOW`].
    pub fn new(db: Db) -> Self {
        Self::at(db, Timestamp::from_seconds(NOW))
    }

    /// Opens an app over this database, at another instant.
    pub fn at(db: Db, now: Timestamp) -> Self {
        Self::under(db, Clock::held_at(now))
    }

    /// Opens an app over this database, under a clock that another app may share.
    pub fn under(db: Db, clock: Clock) -> Self {
        let mut client = TestClient::default();
        // The server's middleware identifies a caller for every request, a visitor if there is no token.
        client.identify(async |_| Presented { caller: Ok(Caller::anonymous()), bearer: None, address: None });
        Self { db, clock, client, folder: OnceLock::new(), row_emails: Vec::new }
    }

    /// Stores [`entitlements_of`] every plan.
    pub async fn sell_plans(&self) {
        let sql = "INSERT INTO plan_entitlements (plan, entitlement) VALUES ($1, $2)";
        for plan in ["update", "scale", "professional"] {
            for entitlement in entitlements_of(plan) {
                self.execute(sql, &[plan.into(), entitlement.name().into()]).await;
            }
        }
    }

    /// Moves the clock.
    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Moves the clock by days.
    pub fn advance_days(&self, days: u64) {
        self.advance(Duration::from_hours(24 * days));
    }

    /// Moves the clock by seconds.
    pub fn advance_secs(&self, seconds: u64) {
        self.advance(Duration::from_secs(seconds));
    }

    /// Sets the emails that follow from rows, for mail opened later.
    pub fn row_emails(&mut self, emails: fn() -> Vec<RowEmails>) {
        self.row_emails = emails;
    }

    /// Opens mail that stays in the queue, where [`TestApp::emails`] reads it.
    pub fn mail(&self) -> Mail {
        self.mail_with(ateneu_mail::Config::default())
    }

    /// Opens mail with this configuration.
    pub fn mail_with(&self, config: ateneu_mail::Config) -> Mail {
        let mail = Mail::open(self.mail_deps(config)).expect("mail opens");
        mail.add_row_emails((self.row_emails)());
        mail
    }

    /// Returns the dependencies of mail with this configuration.
    pub fn mail_deps(&self, config: ateneu_mail::Config) -> ateneu_mail::Deps {
        ateneu_mail::Deps { db: self.db.clone(), clock: self.clock.clone(), sender: Box::new(sender), config }
    }

    /// Runs mail, then reads and empties the outbox. Returns all emails, ordered by recipient.
    pub async fn outbox(&self, mail: &Mail) -> Vec<OutboxEmail> {
        mail.work().await.expect("mail works");
        let sql = "SELECT recipient, subject, text, html, headers FROM mail_messages WHERE last_error IS NULL
                   ORDER BY recipient";
        let emails = self.rows_as(sql, &[]).await;
        self.run("UPDATE mail_messages SET last_error = 'read by the test' WHERE last_error IS NULL", &[])
            .await;
        emails
    }

    /// Opens the panel's settings.
    pub async fn settings(&self) -> Settings {
        Settings::open(self.db.clone(), self.clock.clone()).await.expect("the settings open")
    }

    /// Returns a folder that is removed with this value.
    pub fn folder(&self) -> &Path {
        self.folder.get_or_init(databases::folder).path()
    }

    /// Executes a statement. Returns the number of rows that it changed.
    pub async fn run(&self, sql: &str, parameters: &[Value]) -> u64 {
        let (statement, parameters) = (sql.to_owned(), parameters.to_vec());
        let changed = self.db.write(move |tx| tx.execute(&statement, &parameters)).await;
        changed.unwrap_or_else(|error: ateneu_db::Error| panic!("{sql}: {error}"))
    }

    /// Executes a statement that must change rows.
    pub async fn execute(&self, sql: &str, parameters: &[Value]) {
        assert!(self.run(sql, parameters).await > 0, "no row is changed by {sql}");
    }

    /// Executes a statement that must change rows, and reports a change of the table to its followers.
    pub async fn execute_reported(&self, table: &'static str, sql: &str, parameters: &[Value], row: Record) {
        let (statement, parameters) = (sql.to_owned(), parameters.to_vec());
        let written = self.db.write(move |tx| {
            tx.execute(&statement, &parameters)?;
            tx.changed(Change { table: table.into(), verb: Verb::Insert, old: None, new: Some(row) });
            Ok(())
        });
        written.await.unwrap_or_else(|error: ateneu_db::Error| panic!("{sql}: {error}"));
    }

    /// Returns the rows of a query.
    pub async fn rows(&self, sql: &str, parameters: &[Value]) -> Vec<Row> {
        let (query, parameters) = (sql.to_owned(), parameters.to_vec());
        let rows = self.db.read(move |tx| tx.query(&query, &parameters)).await;
        rows.unwrap_or_else(|error: ateneu_db::Error| panic!("{sql}: {error}"))
    }

    /// Returns the rows of a query, each read as [`Row::read`] does.
    pub async fn rows_as<T: DeserializeOwned>(&self, sql: &str, parameters: &[Value]) -> Vec<T> {
        let rows = self.rows(sql, parameters).await;
        rows.iter().map(|row| row.read().unwrap_or_else(|error| panic!("{sql}: {error}"))).collect()
    }

    /// Returns the first row of a query.
    pub async fn row(&self, sql: &str, parameters: &[Value]) -> Option<Row> {
        self.rows(sql, parameters).await.into_iter().next()
    }

    /// Returns the first column of a query as texts. `NULL` is an empty one.
    pub async fn texts(&self, sql: &str, parameters: &[Value]) -> Vec<String> {
        let rows = self.rows(sql, parameters).await;
        rows.iter().map(|row| row.values()[0].as_text().unwrap_or_default().to_owned()).collect()
    }

    /// Returns the first column of the first row as text.
    pub async fn text(&self, sql: &str, parameters: &[Value]) -> Option<String> {
        let row = self.row(sql, parameters).await;
        row.and_then(|row| row.values()[0].as_text().map(str::to_owned))
    }

    /// Returns the first column of the first row as a number, 0 without a row.
    pub async fn count(&self, sql: &str, parameters: &[Value]) -> i64 {
        let row = self.row(sql, parameters).await;
        row.and_then(|row| row.values()[0].as_int()).unwrap_or(0)
    }
}

impl FromPlace for TestApp {
    async fn from_place(place: Place) -> Self {
        Self::new(place.db)
    }
}

crate::deref!(TestApp, client: TestClient);

impl DerefMut for TestApp {
    fn deref_mut(&mut self) -> &mut TestClient {
        &mut self.client
    }
}

/// An email of the outbox.
#[derive(Debug, Deserialize)]
pub struct OutboxEmail {
    /// Address of the recipient.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
    /// Headers in addition to those of every email.
    #[serde(deserialize_with = "json_column")]
    pub headers: serde_json::Value,
}

/// The content files of the binary.
static CONTENT: LazyLock<Content> =
    LazyLock::new(|| Content::open(None).expect("the content files are valid"));

/// Returns the sender of mail.
pub fn sender() -> Sender {
    Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: OWNER.into(),
        office_hours: "De segunda a sexta, das 9h às 18h.".into(),
        public_url: PUBLIC_URL.into(),
        content: CONTENT.current(),
    }
}
