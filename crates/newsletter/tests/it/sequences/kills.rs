//! A server that is killed while sequences advance. It runs in a process of its own: this test program, started again.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Clock, Value};
use ateneu_db::Db;
use ateneu_mail::{Config, Mail};
use ateneu_newsletter::sequences::{Deps, Sequences};
use ateneu_testkit::{
    TestApp, app,
    databases::{self, Place},
};
use ateneu_testkit_app::id;

use crate::process::{Process, arguments};

/// The program of a process. In an ordinary run of the tests it does nothing.
#[tokio::test(flavor = "multi_thread")]
async fn advancing_process() {
    let Some((db, _)) = arguments().await else { return };
    let sequences = service(&db, Config::default());
    loop {
        sequences.advance().await.unwrap();
    }
}

fn service(db: &Db, config: Config) -> Sequences {
    let clock = Clock::system();
    let (db, sender) = (db.clone(), Box::new(app::sender));
    let mail =
        Mail::open(ateneu_mail::Deps { db: db.clone(), clock: clock.clone(), sender, config }).unwrap();
    Sequences::new(Deps { db, clock, mail, plan_name: Arc::new(|_| None) })
}

/// Adds people with due runs.
async fn fill(app: &TestApp, people: usize) {
    let now = app.clock.now();
    let filled = app.db.write(move |tx| {
        let switch = "INSERT INTO sequences (name, is_on, on_since, secret, updated_at) VALUES ('abandoned_checkout', TRUE, $1, 'k', $1)";
        tx.execute(switch, &[now.into()])?;
        let begun = now - Duration::from_hours(2);
        for number in 0..people {
            let values: [Value; 3] = [id(number).into(), format!("p{number}@exemplo.com.br").into(), now.into()];
            let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at) VALUES ($1, $2, $3, $3, $3)";
            tx.execute(sql, &values)?;
            let sql = "INSERT INTO sequence_runs (id, sequence, person, round, user_id, occasion, begun_at, due_at)
                       VALUES ($1, 'abandoned_checkout', $1, 1, $1, 'x', $2, $3)";
            let values: [Value; 3] = [id(number).into(), begun.into(), (now - Duration::from_hours(1)).into()];
            tx.execute(sql, &values)?;
        }
        Ok::<_, ateneu_db::Error>(())
    });
    filled.await.unwrap();
}

/// Kills the server `kills` times while it advances the runs of `people`.
async fn survive(place: Place, kills: usize, people: usize) {
    let app = TestApp::under(place.db.clone(), Clock::system());
    fill(&app, people).await;
    let all = i64::try_from(people).unwrap();
    let part = all / i64::try_from(kills + 1).unwrap();
    let steps = "SELECT count(*) FROM sequence_steps";
    for round in 1..=i64::try_from(kills).unwrap() {
        let process = Process::start("sequences::kills::advancing_process", &place.target, "");
        // Another point each time. Batches are large, so some kills find everything done.
        while app.count(steps, &[]).await < (part * round).min(all) {
            tokio::task::yield_now().await;
        }
        process.kill();
        let emails = app.count("SELECT count(*) FROM mail_messages", &[]).await;
        assert_eq!(emails, app.count(steps, &[]).await, "each step has its email");
    }
    service(&place.db, Config::default()).advance().await.unwrap();
    assert_eq!(app.count(steps, &[]).await, all);
    let keys = app.count("SELECT count(DISTINCT dedupe_key) FROM mail_messages", &[]).await;
    assert_eq!((keys, app.count("SELECT count(*) FROM mail_messages", &[]).await), (all, all));
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs WHERE step = 2", &[]).await, all);
}

#[test]
fn twenty_kills_lose_and_double_no_step() {
    databases::on_sqlite(databases::product(), |place| survive(place, 20, 8_000));
}

#[test]
fn kills_on_postgresql_lose_and_double_no_step() {
    databases::on_postgres(databases::product(), |place| survive(place, 4, 2_000));
}
