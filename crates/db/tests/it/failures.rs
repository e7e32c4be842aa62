//! Failures around the database: clear errors, nothing half-written, recovery without a restart.

use std::{
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    task::Poll,
    time::Duration,
};

use ateneu_db::{Db, Error, Limits, Target, Tx};
use ateneu_testkit::{
    databases::{self, Place, on_postgres, on_sqlite},
    db_test,
};

use crate::toy::{add, add_one, count, execute, toys, within};

fn file(place: &Place) -> &std::path::Path {
    match &place.target {
        Target::Sqlite(path) => path,
        Target::Postgres(_) => panic!("not a file"),
    }
}

#[db_test(toys())]
async fn writes_over_the_queue_limit_are_refused(place: Place) {
    let limits = Limits { waiting: 4, connections: 1, ..Limits::default() };
    let db = within(&place, limits).await;
    let (begin, begun) = tokio::sync::oneshot::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let slow = db.clone();
    let slow = tokio::spawn(async move {
        let write = slow.write(move |tx| {
            let _ = begin.send(());
            let _ = may_end.recv();
            add(tx, "slow")
        });
        write.await
    });
    begun.await.unwrap();
    let names: Vec<String> = (0..12).map(|number| number.to_string()).collect();
    let mut refused = 0;
    let mut waiting = Vec::new();
    for mut write in names.iter().map(|name| Box::pin(add_one(&db, name))) {
        match futures::poll!(&mut write) {
            Poll::Ready(Err(Error::Unavailable(_))) => refused += 1,
            Poll::Ready(other) => panic!("{other:?}"),
            Poll::Pending => waiting.push(write),
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
fn writes_work_again_after_a_full_disk() {
    on_sqlite(toys(), async |place: Place| {
        let db = place.db;
        add_one(&db, "before").await.unwrap();
        let bound =
            |pages: i64| db.write(move |tx| tx.query(&format!("PRAGMA max_page_count = {pages}"), &[]));
        bound(1).await.unwrap();
        let notes = format!("[{}]", "\"cheio\",".repeat(4_000).trim_end_matches(','));
        let large = move |tx: &mut Tx<'_>| {
            add(tx, "half")?;
            tx.execute("UPDATE books SET notes = $1", &[(&notes).into()])
        };
        let refused = db.write(large.clone()).await;
        assert!(matches!(refused, Err(Error::Full(_))), "{refused:?}");
        assert_eq!(count(&db).await, 1);
        bound(1_000_000).await.unwrap();
        db.write(large).await.unwrap();
    });
}

#[test]
fn writes_work_again_after_another_process_locked_the_file() {
    on_sqlite(toys(), async |place: Place| {
        let limits = Limits { wait: Duration::from_millis(200), ..Limits::default() };
        let db = within(&place, limits).await;
        let other = rusqlite::Connection::open(file(&place)).unwrap();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        let refused = add_one(&db, "a").await;
        assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        assert_eq!(count(&db).await, 0, "readers go on");
        other.execute_batch("COMMIT").unwrap();
        // On a busy machine a checkpoint may hold the file for longer than the wait.
        while matches!(add_one(&db, "a").await, Err(Error::Unavailable(_))) {}
        assert_eq!(count(&db).await, 1);
    });
}

#[test]
fn two_processes_write_to_one_file_by_turns() {
    on_sqlite(toys(), async |place: Place| {
        let stop = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..4)
            .map(|writer| {
                let (busy, stop) = (place.db.clone(), Arc::clone(&stop));
                tokio::spawn(async move {
                    let mut number = 0;
                    while !stop.load(Ordering::Relaxed) {
                        add_one(&busy, &format!("{writer} {number}")).await.unwrap();
                        number += 1;
                    }
                    number
                })
            })
            .collect();
        let beside = within(&place, Limits { wait: Limits::COMMAND_WAIT, ..Limits::default() }).await;
        for number in 0..50 {
            add_one(&beside, &format!("beside {number}")).await.unwrap();
        }
        stop.store(true, Ordering::Relaxed);
        let mut written = 0;
        for writer in writers {
            written += writer.await.unwrap();
        }
        assert_eq!(count(&place.db).await, 50 + written);
    });
}

#[test]
fn a_current_file_opens_while_another_process_writes() {
    on_sqlite(toys(), async |place: Place| {
        add_one(&place.db, "a").await.unwrap();
        let other = rusqlite::Connection::open(file(&place)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let limits = Limits { wait: Duration::from_millis(200), ..Limits::default() };
        let db = within(&place, limits).await;
        assert_eq!(count(&db).await, 1);
        other.execute_batch("ROLLBACK").unwrap();
    });
}

#[test]
fn a_read_only_database_is_still_read() {
    on_sqlite(toys(), async |place: Place| {
        let db = &place.db;
        add_one(db, "a").await.unwrap();
        // Root may write in spite of a file's permissions, so SQLite itself is made to refuse.
        execute(db, "PRAGMA query_only = ON").await.unwrap();
        let refused = add_one(db, "b").await;
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
        let text = "Prezada, ".repeat(1_000);
        std::fs::write(&path, &text).unwrap();
        let refused = Db::open(&Target::Sqlite(path.clone()), &[]).await.err();
        assert!(matches!(refused, Some(Error::Other(_))), "{refused:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    });
}

#[test]
fn a_connection_lost_in_a_transaction_is_replaced() {
    on_postgres(toys(), async |place: Place| {
        let db = place.db;
        let lost = db.write(|tx| {
            add(tx, "a")?;
            tx.query("SELECT pg_terminate_backend(pg_backend_pid())", &[])
        });
        let lost = lost.await;
        assert!(matches!(lost, Err(Error::Unavailable(_))), "{lost:?}");
        assert_eq!(count(&db).await, 0);
        add_one(&db, "b").await.unwrap();
        assert_eq!(count(&db).await, 1);
    });
}

#[test]
fn connections_lost_while_idle_are_replaced() {
    on_postgres(toys(), async |place: Place| {
        let db = place.db.clone();
        let other = within(&place, Limits::default()).await;
        futures::future::join_all((0..4).map(|_| count(&db))).await;
        let end_all = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        other.read(|tx| tx.query(end_all, &[])).await.unwrap();
        for number in 0..10 {
            add_one(&db, &number.to_string()).await.unwrap();
        }
        assert_eq!(count(&db).await, 10);
    });
}

#[test]
fn of_two_deadlocked_transactions_one_gets_a_conflict() {
    on_postgres(toys(), async |place: Place| {
        let db = place.db;
        for id in ["a", "b"] {
            add_one(&db, id).await.unwrap();
        }
        let meeting = Arc::new(Barrier::new(2));
        let crossing = |first: &'static str, second: &'static str| {
            let (db, meeting) = (db.clone(), meeting.clone());
            let lend = "UPDATE books SET lent = true WHERE id = $1";
            let both = move |tx: &mut Tx<'_>| {
                tx.execute(lend, &[first.into()])?;
                meeting.wait();
                tx.execute(lend, &[second.into()])
            };
            tokio::spawn(async move { db.write(both).await })
        };
        let (one, other) = (crossing("a", "b"), crossing("b", "a"));
        let outcomes = [one.await.unwrap(), other.await.unwrap()];
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        assert!(outcomes.iter().any(|outcome| matches!(outcome, Err(Error::Conflict(_)))), "{outcomes:?}");
    });
}

#[test]
fn an_encrypted_connection_never_falls_back_to_a_plain_one() {
    on_postgres(databases::empty(), async |place: Place| {
        let Target::Postgres(address) = place.target else { panic!("not a server") };
        // The server of the tests speaks no TLS.
        let encrypted = Target::Postgres(format!("{address}?sslmode=require"));
        let refused = Db::open(&encrypted, &[]).await.err();
        assert!(matches!(refused, Some(Error::Unavailable(_))), "{refused:?}");
    });
}
