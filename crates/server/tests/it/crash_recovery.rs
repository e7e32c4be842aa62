//! Recovery of a killed server's unfinished work at the next start.

use std::path::Path;

use ateneu_app::App;
use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Target};
use ateneu_queue::{Queue, Task};
use ateneu_schema::MIGRATIONS;
use ateneu_server::config::load;
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};

const QUEUES: [Queue; 2] = [Queue::new("payment_events"), Queue::new("course_events")];

async fn start(folder: &Path) -> App {
    let config = load(folder, |_| None).unwrap();
    App::open(config, Clock::system()).await.unwrap()
}

async fn database(folder: &Path) -> Db {
    let target = Target::Sqlite(folder.join("ateneu.db"));
    Db::open(&target, MIGRATIONS).await.unwrap()
}

/// Takes a task of each queue, as a server would.
async fn take(db: &Db, id: &'static str, now: Timestamp) {
    db.write(move |tx| {
        for queue in QUEUES {
            let task = Task::new(id, "PALAVRA", now).payload("{}");
            queue.push(tx, &task, now)?;
            queue.take(tx, now)?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .unwrap();
}

/// Returns `true` for each queue if the task's first lease still holds.
async fn is_held(db: &Db, id: &'static str, since: Timestamp) -> [bool; 2] {
    let mut held = [false; 2];
    for (queue, held) in QUEUES.iter().zip(&mut held) {
        let sql = "SELECT id FROM tasks WHERE queue = $1 AND id = $2 AND tries = 1 AND due_at = $3";
        let values = [queue.name.into(), id.into(), (since + queue.lease()).into()];
        *held = db.read(move |tx| tx.query_optional(sql, &values)).await.unwrap().is_some();
    }
    held
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_server_that_is_alone_releases_running_tasks() {
    let folder = tempfile::tempdir().unwrap();
    let first = start(folder.path()).await;
    let db = database(folder.path()).await;
    let now = Clock::system().now();
    take(&db, "taken", now).await;

    let second = start(folder.path()).await;
    assert_eq!(is_held(&db, "taken", now).await, [true; 2], "the first one is at it");
    first.close().await.unwrap();
    second.close().await.unwrap();
    assert_eq!(is_held(&db, "taken", now).await, [true; 2]);

    let next = start(folder.path()).await;
    assert_eq!(is_held(&db, "taken", now).await, [false; 2]);
    next.close().await.unwrap();
    db.close().await;
}

#[db_test(databases::empty())]
async fn work_of_the_former_queues_goes_on(place: Place) {
    let former = MIGRATIONS.iter().position(|(name, _)| *name == "0023_queue").unwrap();
    let old = Db::open(&place.target, &MIGRATIONS[..former]).await.unwrap();
    old.write(|tx| {
        for table in ["payment_events", "hotmart_events"] {
            let sql = format!(
                "INSERT INTO {table} (id, kind, about, happened_at, payload, state, tries, next_at, error, created_at)
                 VALUES ('event', 'KIND', 'ana', '2026', '{{}}', 'pending', 3, '2027', 'down', '2026')"
            );
            tx.execute(&sql, &[])?;
        }
        let delivery = "INSERT INTO sandbox_events (id, payload, tries, next_at, created_at)
                        VALUES ('event', '{}', 1, '2027', '2026')";
        tx.execute(delivery, &[])?;
        for (id, kind, queue, state) in [
            ("email", "email", "transactional", "sending"),
            ("letter", "email", "newsletter", "queued"),
            ("sent", "email", "transactional", "sent"),
            ("sms", "sms", "transactional", "queued"),
        ] {
            let message = "INSERT INTO mail_messages
                               (id, kind, queue, recipient, subject, text, html, state, attempts, next_at, created_at)
                           VALUES ($1, $2, $3, 'ana', 's', 't', '', $4, 1, '2027', '2026')";
            tx.execute(message, &[id.into(), kind.into(), queue.into(), state.into()])?;
        }
        let job = "INSERT INTO job_leases (job_name, due_at, failures) VALUES ('a_job', '2027', 2)";
        tx.execute(job, &[])?;
        let user = "INSERT INTO users (id, email, created_at, updated_at) VALUES ('ana', 'a@b.example', '2026', '2026')";
        tx.execute(user, &[])?;
        let refund = "INSERT INTO payment_refunds
                          (id, user_id, subscription_id, kind, state, amount, tries, next_at, created_at)
                      VALUES ('refund', 'ana', 'sub', 'guarantee', 'begun', 100, 2, '2027', '2026')";
        tx.execute(refund, &[])
    })
    .await
    .unwrap();
    old.close().await;
    let db = Db::open(&place.target, MIGRATIONS).await.unwrap();
    // Tasks of an upgrade have no former queue.
    let sql =
        "SELECT queue, group_key, tries, due_at, error FROM tasks WHERE queue <> 'recompute' ORDER BY queue";
    type Waiting = (String, String, i64, String, Option<String>);
    let tasks: Vec<Waiting> = db.read(move |tx| tx.query_as(sql, &[])).await.unwrap();
    let expected = [
        ("course_events", "ana", 3, Some("down")),
        ("emails", "email", 1, None),
        ("jobs", "a_job", 2, None),
        ("newsletter_emails", "letter", 1, None),
        ("payment_events", "ana", 3, Some("down")),
        ("refunds", "ana", 2, None),
        ("sandbox_deliveries", "event", 1, None),
        ("sms", "sms", 1, None),
    ];
    let expected = expected.map(|(queue, group, tries, error)| {
        (queue.to_owned(), group.to_owned(), tries, "2027".to_owned(), error.map(str::to_owned))
    });
    assert_eq!(tasks, expected);
    db.close().await;
}
