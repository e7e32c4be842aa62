//! What a transaction promises.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
    mpsc,
};

use ateneu_base::{Change, Value, Verb};
use ateneu_db::{Changes, Db, Error, Event};
use ateneu_testkit::{databases, db_test};
use tokio::sync::broadcast::error::RecvError;

use crate::toy::{self, add, count, one};

fn noted(table: &str) -> Change {
    Change { table: table.into(), verb: Verb::Insert, old: None, new: None }
}

async fn next_tables(changes: &mut Changes) -> Vec<String> {
    let changes = changes.recv().await.unwrap();
    changes.iter().map(|change| change.table.clone()).collect()
}

#[db_test(databases::tables(toy::tables()))]
async fn what_was_written_reads_back_as_it_was(db: Db) {
    let values = vec![
        Value::from("b1"),
        "Dom Casmurro".into(),
        Value::Int(256),
        0.25.into(),
        true.into(),
        "2026-01-02T03:04:05.678901+00:00".into(),
        "018f3b1e-0000-7000-8000-000000000001".into(),
        r#"{"a": [1, "é"]}"#.into(),
        Value::Null,
    ];
    let sent = values.clone();
    let row = db
        .write(move |tx| {
            tx.execute(
                "INSERT INTO books (id, title, pages, weight, lent, bought_at, owner, notes, shelf)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                &sent,
            )?;
            tx.query_optional("SELECT * FROM books WHERE id = $1 AND $1 = id", &["b1".into()])
        })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.text("title"), Some("Dom Casmurro"));
    assert_eq!(row.int("pages"), Some(256));
    assert_eq!(row.get("weight"), &Value::Real(0.25));
    assert!(row.truth("lent"));
    assert_eq!(row.text("bought_at"), Some("2026-01-02T03:04:05.678901+00:00"));
    assert_eq!(row.text("notes"), Some(r#"{"a": [1, "é"]}"#));
    assert!(row.get("shelf").is_null());
    assert_eq!(row.values().len(), values.len());
}

#[db_test(databases::tables(toy::tables()))]
async fn sums_averages_and_limits_are_numbers(db: Db) {
    let row = db
        .write(|tx| {
            tx.execute("INSERT INTO books (id, title, pages) VALUES ('a', 'A', 100), ('b', 'B', 201)", &[])?;
            tx.query_optional(
                "SELECT sum(pages) AS total, avg(pages) AS mean, max(pages) AS most FROM books LIMIT $1",
                &[Value::Int(1)],
            )
        })
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.int("total"), Some(301));
    assert_eq!(row.get("mean"), &Value::Real(150.5));
    assert_eq!(row.int("most"), Some(201));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_refused_transaction_leaves_nothing(db: Db) {
    let refused: Result<(), Error> = db
        .write(|tx| {
            add(tx, "a")?;
            add(tx, "b")?;
            Err(Error::Other("changed my mind".into()))
        })
        .await;
    assert!(matches!(refused, Err(Error::Other(why)) if why == "changed my mind"));
    assert_eq!(count(&db).await, 0);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_panic_is_undone_and_the_next_write_works(db: Db) {
    let panicked: Result<(), Error> = db
        .write(|tx| {
            add(tx, "a")?;
            panic!("a defect in the work");
        })
        .await;
    assert!(matches!(panicked, Err(Error::Other(_))));
    let panicked: Result<(), Error> = db.read(|_| panic!("a defect in the reading")).await;
    assert!(matches!(panicked, Err(Error::Other(_))));
    db.write(|tx| add(tx, "b")).await.unwrap();
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn one_failing_write_among_many_takes_no_other_with_it(db: Db) {
    let writes: Vec<_> = (0..64)
        .map(|number| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(move |tx| {
                    add(tx, &number.to_string())?;
                    if number % 5 == 0 {
                        // A second row with the same key.
                        add(tx, &number.to_string())?;
                    }
                    Ok::<_, Error>(())
                })
                .await
            })
        })
        .collect();
    let mut kept = 0;
    for (number, write) in writes.into_iter().enumerate() {
        match write.await.unwrap() {
            Ok(()) => kept += 1,
            Err(error) => {
                assert!(number % 5 == 0 && matches!(error, Error::Violation(_)), "{number}: {error}");
            }
        }
    }
    assert_eq!(kept, 51);
    assert_eq!(count(&db).await, 51);
}

#[db_test(databases::tables(toy::tables()))]
async fn writers_that_lock_the_same_row_never_lose_an_update(db: Db) {
    db.write(|tx| add(tx, "a")).await.unwrap();
    let writes: Vec<_> = (0..32)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(|tx| {
                    let sql = format!("SELECT pages FROM books WHERE id = 'a'{}", tx.dialect().for_update());
                    let pages = one(tx, &sql, &[])?.as_int().unwrap_or(0);
                    tx.execute("UPDATE books SET pages = $1", &[(pages + 1).into()])
                })
                .await
            })
        })
        .collect();
    for write in writes {
        write.await.unwrap().unwrap();
    }
    let pages = db.read(|tx| one(tx, "SELECT pages FROM books", &[])).await.unwrap();
    assert_eq!(pages.as_int(), Some(32));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_named_lock_keeps_a_condition_over_several_rows(db: Db) {
    db.write(|tx| {
        add(tx, "a")?;
        add(tx, "b")
    })
    .await
    .unwrap();
    // Two writers each remove another book; "a book remains" must hold after both.
    let remove = |id: &'static str| {
        let db = db.clone();
        tokio::spawn(async move {
            db.write(move |tx| {
                tx.execute("DELETE FROM books WHERE id = $1", &[id.into()])?;
                tx.lock("a book remains")?;
                match one(tx, "SELECT count(*) FROM books", &[])?.as_int() {
                    Some(0) => Err(Error::Conflict("none would remain".into())),
                    _ => Ok(()),
                }
            })
            .await
        })
    };
    let (first, second) = (remove("a"), remove("b"));
    let outcomes = [first.await.unwrap(), second.await.unwrap()];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_reader_keeps_its_snapshot_while_others_write(db: Db) {
    db.write(|tx| add(tx, "a")).await.unwrap();
    let (seen, first_look) = tokio::sync::oneshot::channel();
    let (go_on, written) = mpsc::channel::<()>();
    let reader = tokio::spawn({
        let db = db.clone();
        async move {
            db.read(move |tx| {
                let before = one(tx, "SELECT count(*) FROM books", &[])?;
                let _ = seen.send(());
                let _ = written.recv();
                let after = one(tx, "SELECT count(*) FROM books", &[])?;
                Ok::<_, Error>((before, after))
            })
            .await
        }
    });
    first_look.await.unwrap();
    db.write(|tx| add(tx, "b")).await.unwrap();
    assert_eq!(count(&db).await, 2);
    go_on.send(()).unwrap();
    let (before, after) = reader.await.unwrap().unwrap();
    assert_eq!((before.as_int(), after.as_int()), (Some(1), Some(1)));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_reader_cannot_write(db: Db) {
    let refused = db.read(|tx| add(tx, "a")).await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert_eq!(count(&db).await, 0);
    db.write(|tx| add(tx, "a")).await.unwrap();
}

#[db_test(databases::tables(toy::tables()))]
async fn an_attempt_fails_alone(db: Db) {
    db.write(|tx| {
        add(tx, "a")?;
        let refused = tx.savepoint(|tx| {
            add(tx, "b")?;
            tx.changed(noted("undone"));
            add(tx, "a")
        });
        assert!(matches!(refused, Err(Error::Violation(_))));
        tx.savepoint(|tx| add(tx, "c"))?;
        add(tx, "d")
    })
    .await
    .unwrap();
    let ids = db.read(|tx| tx.query("SELECT id FROM books ORDER BY id", &[])).await.unwrap();
    let ids: Vec<_> = ids.iter().filter_map(|row| row.text("id")).collect();
    assert_eq!(ids, ["a", "c", "d"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_write_is_visible_to_every_reader_once_answered(db: Db) {
    for number in 0..50 {
        db.write(move |tx| add(tx, &number.to_string())).await.unwrap();
        assert_eq!(count(&db).await, number + 1);
    }
}

#[db_test(databases::tables(toy::tables()))]
async fn a_write_once_begun_is_carried_out_though_nobody_waits(db: Db) {
    let mut changes = db.changes();
    let (tell, begun) = tokio::sync::oneshot::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let caller = tokio::spawn({
        let db = db.clone();
        async move {
            db.write(move |tx| {
                let _ = tell.send(());
                let _ = may_end.recv();
                tx.changed(noted("books"));
                add(tx, "a")
            })
            .await
        }
    });
    begun.await.unwrap();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    go_on.send(()).unwrap();
    assert_eq!(next_tables(&mut changes).await, ["books"]);
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn changes_are_told_after_the_commit_and_never_of_what_was_undone(db: Db) {
    let mut changes = db.changes();
    let refused: Result<(), Error> = db
        .write(|tx| {
            tx.changed(noted("undone"));
            Err(Error::Other("no".into()))
        })
        .await;
    assert!(refused.is_err());
    for table in ["first", "second"] {
        db.write(move |tx| {
            tx.changed(noted(table));
            tx.changed(noted("together"));
            add(tx, table)
        })
        .await
        .unwrap();
    }
    assert_eq!(next_tables(&mut changes).await, ["first", "together"]);
    assert_eq!(next_tables(&mut changes).await, ["second", "together"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_commits_listener_has_heard_of_it_when_the_writer_is_answered(db: Db) {
    let heard = Arc::new(AtomicUsize::new(0));
    db.on_commit(|_| panic!("a defect in a listener"));
    db.on_commit({
        let heard = Arc::clone(&heard);
        move |event| {
            if let Event::Changed(changes) = event {
                heard.fetch_add(changes.len(), Ordering::SeqCst);
            }
        }
    });
    for number in 1..=20 {
        db.write(move |tx| {
            tx.changed(noted("books"));
            add(tx, &number.to_string())
        })
        .await
        .unwrap();
        assert_eq!(heard.load(Ordering::SeqCst), number);
    }
    let refused: Result<(), Error> = db
        .write(|tx| {
            tx.changed(noted("undone"));
            Err(Error::Other("no".into()))
        })
        .await;
    assert!(refused.is_err());
    assert_eq!(heard.load(Ordering::SeqCst), 20);
}

#[db_test(databases::tables(toy::tables()))]
async fn while_the_count_of_commits_stands_still_so_does_what_is_read(db: Db) {
    let before = db.commits();
    count(&db).await;
    assert_eq!(db.commits(), before);
    db.write(|tx| add(tx, "a")).await.unwrap();
    assert!(db.commits() > before || (before.is_none() && db.commits().is_none()));
}

#[db_test(databases::tables(toy::tables()))]
async fn who_listens_too_slowly_is_told_of_a_gap(db: Db) {
    let mut changes = db.changes();
    let writes: Vec<_> = (0..1_200)
        .map(|_| {
            let db = db.clone();
            async move {
                db.write(|tx| {
                    tx.changed(noted("books"));
                    Ok::<_, Error>(())
                })
                .await
                .unwrap();
            }
        })
        .collect();
    for write in writes {
        write.await;
    }
    assert!(matches!(changes.recv().await, Err(RecvError::Lagged(_))));
    assert!(changes.recv().await.is_ok());
}

#[db_test(databases::tables(toy::tables()))]
async fn large_rows_wait_for_no_listener_that_is_far_behind(db: Db) {
    let mut changes = db.changes();
    for number in 0..20 {
        db.write(move |tx| {
            let mut change = noted(&format!("table {number}"));
            change.new = Some([("body".to_owned(), "a".repeat(1 << 20).into())].into_iter().collect());
            tx.changed(change);
            Ok::<_, Error>(())
        })
        .await
        .unwrap();
    }
    let mut received = Vec::new();
    let mut missed = 0;
    for _ in 0..20 {
        match changes.recv().await {
            Ok(rows) => received.push(rows[0].table.clone()),
            Err(RecvError::Lagged(_)) => missed += 1,
            Err(RecvError::Closed) => panic!("the database is open"),
        }
    }
    assert!(missed >= 19, "at most one megabyte waits: {received:?}");
    assert_eq!(received.last().map(String::as_str), Some("table 19"));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_closed_database_refuses_and_has_lost_nothing(place: databases::Place) {
    let accepted: Vec<_> = (0..20)
        .map(|number| {
            let db = place.db.clone();
            tokio::spawn(async move { db.write(move |tx| add(tx, &number.to_string())).await })
        })
        .collect();
    let mut answered = 0;
    for write in accepted {
        answered += i64::from(write.await.unwrap().is_ok());
    }
    place.db.close().await;
    assert!(matches!(place.db.write(|tx| add(tx, "late")).await, Err(Error::Unavailable(_))));
    assert!(matches!(place.db.ping().await, Err(Error::Unavailable(_))));
    let again = Db::open(&place.target, &place.migrations).await.unwrap();
    assert_eq!(count(&again).await, answered);
    again.ping().await.unwrap();
}

#[db_test(databases::tables(toy::tables()))]
async fn a_missing_parameter_is_an_error_not_a_guess(db: Db) {
    let refused =
        db.read(|tx| tx.query("SELECT id FROM books WHERE id = $1 OR id = $2", &["a".into()])).await;
    assert!(matches!(refused, Err(Error::Other(_))), "{refused:?}");
}

#[db_test(databases::tables(toy::tables()))]
async fn text_sorts_and_compares_by_its_bytes(db: Db) {
    db.write(|tx| {
        for id in ["b", "a", "B", "á", "Z", "a b"] {
            add(tx, id)?;
        }
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
    let rows = db.read(|tx| tx.query("SELECT id FROM books ORDER BY id", &[])).await.unwrap();
    let ids: Vec<_> = rows.iter().filter_map(|row| row.text("id")).collect();
    assert_eq!(ids, ["B", "Z", "a", "a b", "b", "á"]);
}

/// Keeps the database shared between threads in the type's promises.
#[test]
fn the_database_can_be_shared() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    shared::<Db>();
    shared::<Arc<Db>>();
}
