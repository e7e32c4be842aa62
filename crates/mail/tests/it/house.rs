//! What every test here begins with: mail over a database, a relay of its own, a clock that waits to be moved.

use ateneu_base::{Clock, Timestamp, Value};
use ateneu_db::{Db, Row};
use ateneu_mail::{Config, Deps, Mail, Message, Sender, Smtp};
use ateneu_testkit::smtp::Relay;

pub const OWNER: &str = "dona@ateneu.example";

pub fn sender() -> Sender {
    Sender {
        name: "Dona da Casa".into(),
        role: "Mentoria executiva".into(),
        email: OWNER.into(),
        office_hours: "De segunda a sexta, das 9h às 18h.".into(),
        public_url: "https://ateneu.example".into(),
    }
}

pub fn clock() -> Clock {
    Clock::held_at(Timestamp::from_seconds(1_800_000_000))
}

pub fn open(db: &Db, clock: &Clock, config: Config) -> Mail {
    let deps = Deps { db: db.clone(), clock: clock.clone(), sender: Box::new(sender), config };
    Mail::open(deps).unwrap()
}

pub fn through(relay: &Relay) -> Config {
    Config { smtp: Some(Smtp::new(&relay.url())), ..Config::default() }
}

/// Mail over a relay.
pub struct House {
    pub db: Db,
    pub clock: Clock,
    pub relay: Relay,
    pub mail: Mail,
}

impl House {
    pub async fn new(db: Db) -> Self {
        Self::with(db, |_| {}).await
    }

    /// With something set otherwise.
    pub async fn with(db: Db, change: impl FnOnce(&mut Config)) -> Self {
        let (clock, relay) = (clock(), Relay::start().await);
        let mut config = through(&relay);
        change(&mut config);
        let mail = open(&db, &clock, config);
        Self { db, clock, relay, mail }
    }

    pub async fn queue(&self, message: Message) -> bool {
        let mail = self.mail.clone();
        self.db.write(move |tx| mail.queue(tx, &message)).await.unwrap()
    }

    /// The subjects of the letters that arrived at an address.
    pub fn subjects(&self, recipient: &str) -> Vec<String> {
        let all = self.relay.received().into_iter();
        let theirs = all.filter(|letter| letter.recipient == recipient);
        theirs.map(|letter| letter.header("Subject")).collect()
    }

    /// State and number of tries of the message to an address.
    pub async fn standing(&self, recipient: &'static str) -> (String, i64) {
        let sql = "SELECT state, attempts FROM mail_messages WHERE recipient = $1";
        let row = &self.rows(sql, vec![recipient.into()]).await[0];
        (row.text("state").unwrap().to_owned(), row.int("attempts").unwrap())
    }

    pub async fn rows(&self, sql: &'static str, parameters: Vec<Value>) -> Vec<Row> {
        self.db.read(move |tx| tx.query(sql, &parameters)).await.unwrap()
    }

    pub async fn execute(&self, sql: &'static str, parameters: Vec<Value>) {
        let done = self.db.write(move |tx| tx.execute(sql, &parameters)).await;
        assert!(done.unwrap() > 0, "{sql}");
    }
}

/// A plain e-mail.
pub fn letter(recipient: &str, subject: &str) -> Message {
    Message::email(recipient, subject, "Olá.".into(), "<p>Olá.</p>".into())
}

/// Minutes as a duration.
pub fn minutes(minutes: u64) -> std::time::Duration {
    std::time::Duration::from_secs(minutes * 60)
}
