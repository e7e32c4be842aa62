//! Sequences with mail kept in the outbox.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Timestamp, Value};
use ateneu_db::Db;
use ateneu_mail::{Config, Mail};
use ateneu_module::{FollowMilestone, Milestone, MilestoneKind, Subject};
use ateneu_newsletter::{
    Newsletter, emails,
    sequences::{Advanced, Deps, SequenceName, Sequences},
};
use ateneu_schema::Words;
use ateneu_testkit::{
    TestApp,
    databases::{FromPlace, Place},
};
use ateneu_testkit_app::{TestServer, id};

use crate::campaigns::fixture::plan_name;

/// Sequences and the emails of the newsletter.
pub struct Fixture {
    app: TestServer,
    pub mail: Mail,
    pub sequences: Sequences,
    follow: FollowMilestone,
}

ateneu_testkit::deref!(Fixture, app: TestServer);

impl FromPlace for Fixture {
    async fn from_place(place: Place) -> Self {
        Self::open(place.db).await
    }
}

impl Fixture {
    /// Opens the sequences, all of which are on.
    pub async fn open(db: Db) -> Self {
        let mut app = TestServer::with(db, &[&Newsletter]);
        app.row_emails(|| vec![emails(false)]);
        let mail = app.mail_with(Config { outbox: true, ..Config::default() });
        let sequences = service(&app, &mail);
        let follow = Newsletter.declare().milestones.unwrap();
        let fixture = Self { app, mail, sequences, follow };
        for name in SequenceName::ALL {
            fixture.switch(*name, true).await;
        }
        fixture
    }

    /// Switches a sequence.
    pub async fn switch(&self, name: SequenceName, is_on: bool) {
        let sql = "INSERT INTO sequences (name, is_on, on_since, secret, updated_at) VALUES ($1, $2, $3, 'chave', $3)
                   ON CONFLICT (name) DO UPDATE SET is_on = $2, on_since = $3";
        self.execute(sql, &[name.into(), is_on.into(), self.clock.now().into()]).await;
    }

    /// Adds an account with a confirmed address.
    pub async fn person(&self, number: usize) -> String {
        let now = self.clock.now();
        let sql = "INSERT INTO users (id, email, email_confirmed_at, user_metadata, created_at, updated_at)
                   VALUES ($1, $2, $3, '{\"full_name\":\"Ana Lima\"}', $3, $3)";
        self.execute(sql, &[id(number).into(), address(number).into(), now.into()]).await;
        id(number)
    }

    /// Stores a membership whose access ends at an instant.
    pub async fn member(&self, number: usize, until: Timestamp) {
        let now = self.clock.now();
        let (user_id, email) = (id(number), address(number));
        let sql = "INSERT INTO subscribers (id, user_id, email, subscribed, plan, status, access_until, created_at, updated_at)
                   VALUES ($1, $1, $2, TRUE, 'scale', 'active', $3, $4, $4)
                   ON CONFLICT (user_id) DO UPDATE SET access_until = $3";
        let values: [Value; 4] = [user_id.into(), email.into(), until.into(), now.into()];
        self.db.write(move |tx| tx.write(sql, &values)).await.unwrap();
    }

    /// Announces a milestone of a person, as the membership does.
    pub async fn announce(&self, kind: MilestoneKind, number: usize, occasion: &str) {
        self.announce_at(kind, number, occasion, self.clock.now()).await;
    }

    /// Announces a milestone with another time.
    pub async fn announce_at(&self, kind: MilestoneKind, number: usize, occasion: &str, at: Timestamp) {
        let (follow, now, user_id, occasion) =
            (self.follow, self.clock.now(), id(number), occasion.to_owned());
        let announced = self.db.write(move |tx| {
            follow(tx, &Milestone { kind, user_id: &user_id, occasion: &occasion, at }, now)
        });
        announced.await.unwrap();
    }

    /// Moves the clock by hours and advances the due runs.
    pub async fn after_hours(&self, hours: u64) -> Advanced {
        self.advance(Duration::from_hours(hours));
        self.sequences.advance().await.unwrap()
    }

    /// Sends what is queued. Returns the subjects of the emails since the last call.
    pub async fn sent(&self) -> Vec<String> {
        self.outbox(&self.mail).await.into_iter().map(|email| email.subject).collect()
    }

    /// Returns state and reason of the person's last run.
    pub async fn run_of(&self, person: &str) -> (String, String) {
        let sql = "SELECT state, coalesce(reason, '') AS reason FROM sequence_runs WHERE person = $1
                   ORDER BY begun_at DESC, id DESC LIMIT 1";
        self.row(sql, &[person.into()]).await.unwrap().read().unwrap()
    }

    /// Returns the steps of all runs: sequence, number, outcome and reason.
    pub async fn steps(&self) -> Vec<String> {
        let sql = "SELECT sequence || ' ' || step || ' ' || outcome || ' ' || coalesce(reason, '-') FROM sequence_steps
                   ORDER BY sequence, step, outcome";
        self.texts(sql, &[]).await
    }
}

/// Opens the service.
pub fn service(app: &TestApp, mail: &Mail) -> Sequences {
    Sequences::new(Deps {
        db: app.db.clone(),
        clock: app.clock.clone(),
        mail: mail.clone(),
        plan_name: Arc::new(plan_name),
    })
}

/// Returns the address of a person.
pub fn address(number: usize) -> String {
    format!("pessoa-{number}@exemplo.com.br")
}
