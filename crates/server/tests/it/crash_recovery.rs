//! What a killed server had begun, when the next one starts on its folder.

use std::path::Path;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_server::{app::App, config::Config};

const TABLES: [&str; 2] = ["payment_events", "hotmart_events"];

async fn start(folder: &Path) -> App {
    let config = Config::load(folder, |_| None).unwrap();
    App::open(config, Clock::system()).await.unwrap()
}

async fn database(folder: &Path) -> Db {
    let target = Target::Sqlite(folder.join("ateneu.db"));
    Db::open(&target, MIGRATIONS).await.unwrap()
}

/// As though a server had taken an event of each kind up at this moment.
async fn take(db: &Db, id: &'static str, now: Timestamp) {
    db.write(move |tx| {
        for table in TABLES {
            let sql = format!(
                "INSERT INTO {table} (id, kind, about, happened_at, payload, state, tries, next_at, created_at)
                 VALUES ($1, 'PALAVRA', $1, $2, '{{}}', 'pending', 1, $3, $2)"
            );
            let until = now + ateneu_queue::LEASE;
            tx.execute(&sql, &[id.into(), now.into(), until.into()])?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await
    .unwrap();
}

/// Is it still somebody's, of either kind?
async fn is_held(db: &Db, id: &'static str, since: Timestamp) -> [bool; 2] {
    let mut held = [false; 2];
    for (table, held) in TABLES.iter().zip(&mut held) {
        let sql = format!("SELECT id FROM {table} WHERE id = $1 AND tries = 1 AND next_at = $2");
        let values = [id.into(), (since + ateneu_queue::LEASE).into()];
        let found = db.read(move |tx| tx.query_optional(&sql, &values)).await.unwrap();
        *held = found.is_some();
    }
    held
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_alone_frees_it_and_one_that_is_not_leaves_it() {
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
