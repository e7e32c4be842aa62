//! Mail over a database, a mock of a mail server, and a clock controlled by the tests.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_mail::{Config, Error, Mail, Message, RowEmails, Smtp};
use ateneu_testkit::{TestApp, mocks::SmtpServer};

/// Mail that is sent through a mail server.
pub struct Harness {
    app: TestApp,
    pub server: SmtpServer,
    pub mail: Mail,
}

ateneu_testkit::deref!(Harness, app: TestApp);

impl Harness {
    pub async fn new(db: Db) -> Self {
        Self::with(db, |_| {}).await
    }

    /// Opens an installation with another configuration.
    pub async fn with(db: Db, change: impl FnOnce(&mut Config)) -> Self {
        let (mut app, server) = (TestApp::new(db), SmtpServer::start().await);
        app.row_emails(leads);
        let mut config = through(&server);
        change(&mut config);
        let mail = app.mail_with(config);
        app.mount("", mail.router());
        Self { app, server, mail }
    }

    /// Opens an installation without a mail server: sent messages stay in the outbox.
    pub async fn with_outbox(db: Db) -> Self {
        Self::with(db, |config| *config = outbox()).await
    }

    /// Opens another worker over the same database.
    pub fn node(&self) -> Mail {
        self.mail_with(through(&self.server))
    }

    pub async fn queue(&self, message: Message) -> bool {
        let mail = self.mail.clone();
        self.db.write(move |tx| mail.queue(tx, &message)).await.unwrap()
    }

    /// Queues a message and runs the queue.
    pub async fn send(&self, message: Message) {
        self.queue(message).await;
        self.mail.work().await.unwrap();
    }

    /// Returns the subjects of the emails received at an address.
    pub fn subjects(&self, recipient: &str) -> Vec<String> {
        let all = self.server.received().into_iter();
        let theirs = all.filter(|email| email.recipient == recipient);
        theirs.map(|email| email.header("Subject")).collect()
    }

    /// Returns state and number of attempts of the message to an address.
    pub async fn state(&self, recipient: &str) -> (String, i64) {
        let sql = "SELECT CASE WHEN t.state = 'running' THEN 'sending' ELSE m.state END AS state, t.tries FROM mail_messages m JOIN tasks t ON t.id = m.id WHERE m.recipient = $1";
        self.row(sql, &[recipient.into()]).await.unwrap().read().unwrap()
    }
}

pub fn through(server: &SmtpServer) -> Config {
    Config { smtp: Some(Smtp::new(&server.url())), ..Config::default() }
}

pub fn outbox() -> Config {
    Config { outbox: true, ..Config::default() }
}

pub fn try_open(app: &TestApp, config: Config) -> Result<Mail, Error> {
    Mail::open(app.mail_deps(config))
}

pub fn email(recipient: &str, subject: &str) -> Message {
    Message::email(recipient, subject, "Olá.".into(), "<p>Olá.</p>".into())
}

pub fn minutes(minutes: u64) -> Duration {
    Duration::from_mins(minutes)
}

/// Returns emails that follow from rows.
pub fn leads() -> Vec<RowEmails> {
    ateneu_leads::emails()
}
