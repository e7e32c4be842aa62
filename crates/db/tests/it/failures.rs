//! What the world does to a database: clear errors, nothing half-written, recovery without a restart.

use std::{sync::mpsc, time::Duration};

use ateneu_db::{Db, Error, Limits, Target};
use ateneu_testkit::{
    databases::{self, Place, on_postgres, on_sqlite},
    db_test,
};

use crate::toy::{self, add, count};

/// Counts far beyond any deadline.
const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
                       SELECT count(*) FROM n";

async fn within(place: &Place, limits: Limits) -> Db {
    Db::open_within(&place.target, &place.migrations, limits).await.unwrap()
}

fn file(place: &Place) -> &std::path::Path {
    match &place.target {
        Target::Sqlite(path) => path,
        Target::Postgres(_) => panic!("not a file"),
    }
}

#[db_test(databases::tables(toy::tables()))]
async fn a_read_that_never_ends_is_stopped(place: Place) {
    let limits = Limits { read: Duration::from_millis(50), ..Limits::default() };
    let db = within(&place, limits).await;
    let stopped = db.read(|tx| tx.query(ENDLESS, &[])).await;
    assert!(matches!(stopped, Err(Error::Timeout(_))), "{stopped:?}");
    db.ping().await.unwrap();
}

#[db_test(databases::tables(toy::tables()))]
async fn a_write_that_never_ends_is_stopped_and_undone(place: Place) {
    let limits = Limits { write: Duration::from_millis(50), ..Limits::default() };
    let db = within(&place, limits).await;
    let stopped = db
        .write(|tx| {
            add(tx, "a")?;
            tx.query(ENDLESS, &[])
        })
        .await;
    assert!(matches!(stopped, Err(Error::Timeout(_))), "{stopped:?}");
    assert_eq!(count(&db).await, 0);
    db.write(|tx| add(tx, "b")).await.unwrap();
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn work_beyond_what_may_wait_is_refused_and_the_rest_is_done(place: Place) {
    let limits = Limits { waiting: 4, connections: 1, ..Limits::default() };
    let db = within(&place, limits).await;
    let (tell, begun) = tokio::sync::oneshot::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let slow = tokio::spawn({
        let db = db.clone();
        async move {
            db.write(move |tx| {
                let _ = tell.send(());
                let _ = may_end.recv();
                add(tx, "slow")
            })
            .await
        }
    });
    begun.await.unwrap();
    let writes: Vec<_> = (0..12)
        .map(|number| {
            let db = db.clone();
            Box::pin(async move { db.write(move |tx| add(tx, &number.to_string())).await })
        })
        .collect();
    let mut refused = 0;
    let mut waiting = Vec::new();
    for mut write in writes {
        match futures::poll!(&mut write) {
            std::task::Poll::Ready(Err(Error::Unavailable(_))) => refused += 1,
            std::task::Poll::Ready(other) => panic!("{other:?}"),
            std::task::Poll::Pending => waiting.push(write),
        }
    }
    assert_eq!((refused, waiting.len()), (8, 4));
    go_on.send(()).unwrap();
    slow.await.unwrap().unwrap();
    for write in waiting {
        write.await.unwrap();
    }
    assert_eq!(count(&db).await, 5);
}

#[test]
fn a_full_disk_is_said_and_survived() {
    on_sqlite(databases::tables(toy::tables()), async |place: Place| {
        let db = place.db;
        db.write(|tx| add(tx, "before")).await.unwrap();
        let bound =
            |pages: i64| db.write(move |tx| tx.query(&format!("PRAGMA max_page_count = {pages}"), &[]));
        bound(1).await.unwrap();
        let notes = format!("[{}]", "\"cheio\",".repeat(4_000).trim_end_matches(','));
        let large = notes.clone();
        let refused = db
            .write(move |tx| {
                add(tx, "half")?;
                tx.execute("UPDATE books SET notes = $1", &[large.into()])
            })
            .await;
        assert!(matches!(refused, Err(Error::Full(_))), "{refused:?}");
        assert_eq!(count(&db).await, 1);
        bound(1_000_000).await.unwrap();
        db.write(move |tx| tx.execute("UPDATE books SET notes = $1", &[notes.into()])).await.unwrap();
    });
}

#[test]
fn a_file_locked_by_another_process_is_said_and_survived() {
    on_sqlite(databases::tables(toy::tables()), async |place: Place| {
        let limits = Limits { wait: Duration::from_millis(200), ..Limits::default() };
        let db = within(&place, limits).await;
        let other = rusqlite::Connection::open(file(&place)).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        let refused = db.write(|tx| add(tx, "a")).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        assert_eq!(count(&db).await, 0, "readers go on");
        other.execute_batch("COMMIT").unwrap();
        // On a busy machine a checkpoint may still hold the file for longer than the wait.
        while matches!(db.write(|tx| add(tx, "a")).await, Err(Error::Unavailable(_))) {}
        assert_eq!(count(&db).await, 1);
    });
}

#[test]
fn a_current_file_opens_while_another_process_writes() {
    on_sqlite(databases::tables(toy::tables()), async |place: Place| {
        place.db.write(|tx| add(tx, "a")).await.unwrap();
        let other = rusqlite::Connection::open(file(&place)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let limits = Limits { wait: Duration::from_millis(200), ..Limits::default() };
        let db = within(&place, limits).await;
        assert_eq!(count(&db).await, 1);
        other.execute_batch("ROLLBACK").unwrap();
    });
}

#[test]
fn a_database_that_may_not_be_written_is_said_and_still_read() {
    on_sqlite(databases::tables(toy::tables()), async |place: Place| {
        let db = &place.db;
        db.write(|tx| add(tx, "a")).await.unwrap();
        // Root may write whatever a file's permissions say, so SQLite itself is told to refuse.
        db.write(|tx| tx.execute("PRAGMA query_only = ON", &[])).await.unwrap();
        let refused = db.write(|tx| add(tx, "b")).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        assert_eq!(count(db).await, 1);
        let again = within(&place, Limits::default()).await;
        again.write(|tx| add(tx, "b")).await.unwrap();
        assert_eq!(count(db).await, 2);
    });
}

#[test]
fn a_file_that_is_no_database_is_refused_untouched() {
    on_sqlite(databases::empty(), async |place: Place| {
        let path = file(&place).with_extension("txt");
        let letter = "Prezada, ".repeat(1_000);
        std::fs::write(&path, &letter).unwrap();
        let refused = Db::open(&Target::Sqlite(path.clone()), &[]).await.err();
        assert!(matches!(refused, Some(Error::Other(_))), "{refused:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), letter);
    });
}

#[test]
fn a_connection_lost_in_mid_transaction_leaves_nothing_and_the_next_works() {
    on_postgres(databases::tables(toy::tables()), async |place: Place| {
        let db = place.db;
        let lost = db
            .write(|tx| {
                add(tx, "a")?;
                tx.query("SELECT pg_terminate_backend(pg_backend_pid())", &[])
            })
            .await;
        assert!(matches!(lost, Err(Error::Unavailable(_))), "{lost:?}");
        assert_eq!(count(&db).await, 0);
        db.write(|tx| add(tx, "b")).await.unwrap();
        assert_eq!(count(&db).await, 1);
    });
}

#[test]
fn connections_lost_while_idle_are_replaced_unnoticed() {
    on_postgres(databases::tables(toy::tables()), async |place: Place| {
        let db = place.db.clone();
        let other = within(&place, Limits::default()).await;
        let reads: Vec<_> = (0..4)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move { count(&db).await })
            })
            .collect();
        for read in reads {
            read.await.unwrap();
        }
        other
            .read(|tx| {
                tx.query(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid()",
                    &[],
                )
            })
            .await
            .unwrap();
        for number in 0..10 {
            db.write(move |tx| add(tx, &number.to_string())).await.unwrap();
        }
        assert_eq!(count(&db).await, 10);
    });
}

#[test]
fn two_that_wait_for_each_other_are_told_of_the_conflict() {
    on_postgres(databases::tables(toy::tables()), async |place: Place| {
        let db = place.db;
        db.write(|tx| {
            add(tx, "a")?;
            add(tx, "b")
        })
        .await
        .unwrap();
        let meeting = std::sync::Arc::new(std::sync::Barrier::new(2));
        let crossing = |first: &'static str, second: &'static str| {
            let (db, meeting) = (db.clone(), meeting.clone());
            tokio::spawn(async move {
                db.write(move |tx| {
                    let lend = "UPDATE books SET lent = true WHERE id = $1";
                    tx.execute(lend, &[first.into()])?;
                    meeting.wait();
                    tx.execute(lend, &[second.into()])
                })
                .await
            })
        };
        let (one, other) = (crossing("a", "b"), crossing("b", "a"));
        let outcomes = [one.await.unwrap(), other.await.unwrap()];
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        assert!(outcomes.iter().any(|outcome| matches!(outcome, Err(Error::Conflict(_)))), "{outcomes:?}");
    });
}

#[test]
fn an_encrypted_connection_is_never_traded_for_a_plain_one() {
    on_postgres(databases::empty(), async |place: Place| {
        let Target::Postgres(address) = place.target else { panic!("not a server") };
        // The server of the tests speaks no TLS.
        let encrypted = Target::Postgres(format!("{address}?sslmode=require"));
        let refused = Db::open(&encrypted, &[]).await.err();
        assert!(matches!(refused, Some(Error::Unavailable(_))), "{refused:?}");
    });
}
