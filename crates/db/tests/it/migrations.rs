//! Migrations on opening a database.

use ateneu_db::{Db, Error, Migration, Target, pending};
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};

const FIRST: Migration = ("0001_first", "CREATE TABLE notes (id plain_text NOT NULL PRIMARY KEY)");
const SECOND: Migration = (
    "0002_second",
    "ALTER TABLE notes ADD COLUMN body plain_text; INSERT INTO notes (id, body) VALUES ('welcome', 'Olá')",
);
const BROKEN: Migration = (
    "0003_broken",
    "CREATE TABLE half (id bigint); INSERT INTO notes (id) VALUES ('half'); INSERT INTO nowhere VALUES (1)",
);

async fn notes(db: &Db) -> i64 {
    db.read(|tx| tx.query_one_as("SELECT count(*) FROM notes", &[])).await.unwrap()
}

#[db_test(databases::empty())]
async fn each_migration_is_applied_once(place: Place) {
    drop(Db::open(&place.target, &[FIRST]).await.unwrap());
    for _ in 0..2 {
        let db = Db::open(&place.target, &[FIRST, SECOND]).await.unwrap();
        assert_eq!(notes(&db).await, 1);
    }
    let sql = "SELECT name, applied_at FROM schema_migrations ORDER BY name";
    let rows: Vec<(String, String)> = place.db.read(|tx| tx.query_as(sql, &[])).await.unwrap();
    let (names, instants): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    assert_eq!(names, ["0001_first", "0002_second"]);
    assert!(instants.iter().all(|at| at.starts_with("20")), "{instants:?}");
}

#[db_test(databases::empty())]
async fn a_newer_database_is_refused_unchanged(place: Place) {
    drop(Db::open(&place.target, &[FIRST, SECOND]).await.unwrap());
    let refused = Db::open(&place.target, &[FIRST]).await.err();
    assert!(matches!(refused, Some(Error::Newer(name)) if name == "0002_second"));
    let db = Db::open(&place.target, &[FIRST, SECOND]).await.unwrap();
    assert_eq!(notes(&db).await, 1);
}

#[db_test(databases::empty())]
async fn pending_migrations_are_named_and_not_applied(place: Place) {
    let of = async |migrations: &[Migration]| pending(&place.target, migrations).await;
    assert_eq!(of(&[FIRST, SECOND]).await.unwrap(), ["0001_first", "0002_second"]);
    drop(Db::open(&place.target, &[FIRST]).await.unwrap());
    for _ in 0..2 {
        assert_eq!(of(&[FIRST, SECOND]).await.unwrap(), ["0002_second"]);
    }
    drop(Db::open(&place.target, &[FIRST, SECOND]).await.unwrap());
    assert_eq!(of(&[FIRST, SECOND]).await.unwrap(), [""; 0]);
    assert!(matches!(of(&[FIRST]).await, Err(Error::Newer(name)) if name == "0002_second"));
}

#[db_test(databases::empty())]
async fn a_failed_migration_is_rolled_back(place: Place) {
    let refused = Db::open(&place.target, &[FIRST, SECOND, BROKEN]).await.err();
    assert!(matches!(refused, Some(Error::Other(_))), "{refused:?}");
    let db = Db::open(&place.target, &[FIRST, SECOND]).await.unwrap();
    assert_eq!(notes(&db).await, 1);
    let half = db.read(|tx| tx.query("SELECT * FROM half", &[])).await;
    assert!(matches!(half, Err(Error::Other(_))));
}

#[db_test(databases::empty())]
async fn concurrent_starts_apply_each_migration_once(place: Place) {
    let start = || {
        let target = place.target.clone();
        tokio::spawn(async move { Db::open(&target, &[FIRST, SECOND]).await })
    };
    let both = [start(), start(), start()];
    for opened in both {
        assert_eq!(notes(&opened.await.unwrap().unwrap()).await, 1);
    }
}

#[tokio::test]
async fn a_new_database_file_is_private_to_its_owner() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let db = Db::open(&Target::Sqlite(path), &[FIRST]).await.unwrap();
    let files: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap()).collect();
    for file in &files {
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
    assert!(files.len() >= 2, "the log stands beside the file");
    db.close().await;
}

#[tokio::test]
async fn an_unreachable_database_is_reported_as_unavailable() {
    let nowhere = [
        Target::Sqlite("/nowhere/at/all.sqlite".into()),
        Target::Postgres("postgres://nobody@127.0.0.1:1/nothing".into()),
    ];
    for target in nowhere {
        let refused = Db::open(&target, &[]).await.err();
        assert!(matches!(refused, Some(Error::Unavailable(_))), "{refused:?}");
    }
}
