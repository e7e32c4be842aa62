//! Transactions: isolation, rollback, and publication of changes.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
    mpsc,
};

use ateneu_base::{Change, Value};
use ateneu_db::{Changes, Db, Error, Event, Tx};
use ateneu_testkit::{databases::Place, db_test};
use futures::future::join_all;
use tokio::sync::broadcast::error::RecvError;

use crate::toy::{add, add_one, count, execute, ids, noted, publish, toys};

/// Announces a change in a transaction that fails.
async fn refuse_change(db: &Db) {
    let refused = db.write(|tx| {
        tx.changed(noted("undone"));
        Err::<(), _>(Error::Other("no".into()))
    });
    assert!(refused.await.is_err());
}

async fn next_tables(changes: &mut Changes) -> Vec<String> {
    let changes = changes.recv().await.unwrap();
    changes.iter().map(|change| change.table.clone()).collect()
}

#[db_test(toys())]
async fn sums_averages_and_limits_are_numbers(db: Db) {
    let books = "INSERT INTO books (id, title, pages) VALUES ('a', 'A', 100), ('b', 'B', 201)";
    execute(&db, books).await.unwrap();
    let sql = "SELECT sum(pages) AS total, avg(pages) AS mean, max(pages) AS most FROM books LIMIT $1";
    let row = db.read(|tx| tx.query_optional(sql, &[Value::Int(1)])).await.unwrap().unwrap();
    assert_eq!(row.int("total"), Some(301));
    assert_eq!(row.get("mean"), &Value::Real(150.5));
    assert_eq!(row.int("most"), Some(201));
}

#[db_test(toys())]
async fn values_are_read_as_they_were_written(db: Db) {
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
    let (sent, insert) = (values.clone(), "INSERT INTO books VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)");
    let row = db.write(move |tx| {
        tx.execute(insert, &sent)?;
        tx.query_optional("SELECT * FROM books WHERE id = $1 AND $1 = id", &["b1".into()])
    });
    let row = row.await.unwrap().unwrap();
    assert_eq!(row.text("title"), Some("Dom Casmurro"));
    assert_eq!(row.int("pages"), Some(256));
    assert_eq!(row.get("weight"), &Value::Real(0.25));
    assert!(row.boolean("lent"));
    assert_eq!(row.text("bought_at"), Some("2026-01-02T03:04:05.678901+00:00"));
    assert_eq!(row.text("notes"), Some(r#"{"a": [1, "é"]}"#));
    assert!(row.get("shelf").is_null());
    assert_eq!(row.values().len(), values.len());
}

#[db_test(toys())]
async fn a_refused_transaction_writes_no_rows(db: Db) {
    let refused = db.write(|tx| {
        add(tx, "a")?;
        add(tx, "b")?;
        Err::<(), _>(Error::Other("refused".into()))
    });
    assert!(matches!(refused.await, Err(Error::Other(why)) if why == "refused"));
    assert_eq!(count(&db).await, 0);
    // A missing parameter is an error.
    let refused =
        db.read(|tx| tx.query("SELECT id FROM books WHERE id = $1 OR id = $2", &["a".into()])).await;
    assert!(matches!(refused, Err(Error::Other(_))), "{refused:?}");
    // A reader cannot write.
    let refused = db.read(|tx| add(tx, "a")).await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    assert_eq!(count(&db).await, 0);
    add_one(&db, "a").await.unwrap();
}

#[db_test(toys())]
async fn a_panicking_write_is_rolled_back(db: Db) {
    let panicked: Result<(), Error> = db
        .write(|tx| {
            add(tx, "a")?;
            panic!("a defect in the work");
        })
        .await;
    assert!(matches!(panicked, Err(Error::Other(_))));
    let panicked: Result<(), Error> = db.read(|_| panic!("a defect in the reading")).await;
    assert!(matches!(panicked, Err(Error::Other(_))));
    add_one(&db, "b").await.unwrap();
    assert_eq!(count(&db).await, 1);
}

#[db_test(toys())]
async fn a_failing_write_among_many_undoes_no_other(db: Db) {
    let write = |number: usize| {
        db.write(move |tx| {
            add(tx, &number.to_string())?;
            // Every fifth insert repeats a key.
            if number.is_multiple_of(5) { add(tx, &number.to_string()) } else { Ok(1) }
        })
    };
    for (number, written) in join_all((0..64).map(write)).await.into_iter().enumerate() {
        let violates = matches!(written, Err(Error::Violation(_)));
        assert!(written.is_ok() || violates, "{number}: {written:?}");
        assert_eq!(violates, number.is_multiple_of(5), "{number}");
    }
    assert_eq!(count(&db).await, 51);
}

#[db_test(toys())]
async fn writers_that_lock_the_same_row_never_lose_an_update(db: Db) {
    add_one(&db, "a").await.unwrap();
    let writes = (0..32).map(|_| {
        db.write(|tx| {
            let sql = format!("SELECT pages FROM books WHERE id = 'a'{}", tx.dialect().for_update());
            let pages: Option<i64> = tx.query_one_as(&sql, &[])?;
            let pages = pages.unwrap_or(0);
            tx.execute("UPDATE books SET pages = $1", &[(pages + 1).into()])
        })
    });
    for written in join_all(writes).await {
        written.unwrap();
    }
    let pages: i64 = db.read(|tx| tx.query_one_as("SELECT pages FROM books", &[])).await.unwrap();
    assert_eq!(pages, 32);
}

#[db_test(toys())]
async fn a_named_lock_keeps_a_condition_over_several_rows(db: Db) {
    for id in ["a", "b"] {
        add_one(&db, id).await.unwrap();
    }
    // Two writers each remove another book. "A book remains" must hold after both.
    let remove = |id: &'static str| {
        db.write(move |tx| {
            tx.execute("DELETE FROM books WHERE id = $1", &[id.into()])?;
            tx.lock("a book remains")?;
            match tx.query_one_as::<i64>("SELECT count(*) FROM books", &[])? {
                0 => Err(Error::Conflict("none would remain".into())),
                _ => Ok(()),
            }
        })
    };
    let outcomes = join_all(["a", "b"].map(remove)).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert_eq!(count(&db).await, 1);
}

#[db_test(toys())]
async fn a_reader_keeps_its_snapshot_while_others_write(db: Db) {
    add_one(&db, "a").await.unwrap();
    let (seen, first_look) = tokio::sync::oneshot::channel();
    let (go_on, written) = mpsc::channel::<()>();
    let twice = move |tx: &mut Tx<'_>| {
        let before: i64 = tx.query_one_as("SELECT count(*) FROM books", &[])?;
        let _ = seen.send(());
        let _ = written.recv();
        let after: i64 = tx.query_one_as("SELECT count(*) FROM books", &[])?;
        Ok::<_, Error>((before, after))
    };
    let reading = db.clone();
    let reader = tokio::spawn(async move { reading.read(twice).await });
    first_look.await.unwrap();
    add_one(&db, "b").await.unwrap();
    assert_eq!(count(&db).await, 2);
    go_on.send(()).unwrap();
    assert_eq!(reader.await.unwrap().unwrap(), (1, 1));
}

#[db_test(toys())]
async fn a_savepoint_fails_alone(db: Db) {
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
    assert_eq!(ids(&db).await, ["a", "c", "d"]);
}

#[db_test(toys())]
async fn a_write_is_visible_to_every_reader_once_answered(db: Db) {
    for number in 0..50 {
        add_one(&db, &number.to_string()).await.unwrap();
        assert_eq!(count(&db).await, number + 1);
    }
}

#[db_test(toys())]
async fn a_write_completes_after_its_caller_is_dropped(db: Db) {
    let mut changes = db.changes();
    let (begin, begun) = tokio::sync::oneshot::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let write = move |tx: &mut Tx<'_>| {
        let _ = begin.send(());
        let _ = may_end.recv();
        tx.changed(noted("books"));
        add(tx, "a")
    };
    let writing = db.clone();
    let caller = tokio::spawn(async move { writing.write(write).await });
    begun.await.unwrap();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    go_on.send(()).unwrap();
    assert_eq!(next_tables(&mut changes).await, ["books"]);
    assert_eq!(count(&db).await, 1);
}

#[db_test(toys())]
async fn only_committed_changes_are_published(db: Db) {
    let mut changes = db.changes();
    refuse_change(&db).await;
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

#[db_test(toys())]
async fn a_listener_to_some_tables_gets_only_their_changes(db: Db) {
    let mut changes = db.changes_of(["books", "authors"]);
    for table in ["loans", "books", "loans", "authors"] {
        publish(&db, noted(table)).await;
    }
    assert_eq!(next_tables(&mut changes).await, ["books"]);
    assert_eq!(next_tables(&mut changes).await, ["authors"]);
    assert!(changes.try_recv().is_err(), "no more");
}

#[db_test(toys())]
async fn listeners_run_before_the_writer_is_answered(db: Db) {
    let received = Arc::new(AtomicUsize::new(0));
    db.on_commit(|_| true, |_| panic!("a defect in a listener"));
    let counted = Arc::clone(&received);
    let count = move |event: &Event| {
        if let Event::Changed(changes) = event {
            counted.fetch_add(changes.len(), Ordering::SeqCst);
        }
    };
    db.on_commit(|_| true, count);
    for number in 1..=20 {
        publish(&db, noted("books")).await;
        assert_eq!(received.load(Ordering::SeqCst), number);
    }
    refuse_change(&db).await;
    assert_eq!(received.load(Ordering::SeqCst), 20);
}

#[db_test(toys())]
async fn the_count_of_commits_changes_only_with_a_commit(db: Db) {
    let before = db.commits();
    count(&db).await;
    assert_eq!(db.commits(), before);
    add_one(&db, "a").await.unwrap();
    assert!(db.commits() > before || (before.is_none() && db.commits().is_none()));
}

#[db_test(toys())]
async fn a_slow_listener_gets_a_gap(db: Db) {
    let mut changes = db.changes();
    for _ in 0..1_200 {
        publish(&db, noted("books")).await;
    }
    assert!(matches!(changes.recv().await, Err(RecvError::Lagged(_))));
    assert!(changes.recv().await.is_ok());
}

#[db_test(toys())]
async fn large_rows_are_not_kept_for_slow_listeners(db: Db) {
    let mut changes = db.changes();
    for number in 0..20 {
        let row = [("body".to_owned(), "a".repeat(1 << 20).into())].into_iter().collect();
        publish(&db, Change { new: Some(row), ..noted(&format!("table {number}")) }).await;
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

#[db_test(toys())]
async fn a_closed_database_refuses_calls_and_keeps_its_rows(place: Place) {
    let names: Vec<String> = (0..20).map(|number| number.to_string()).collect();
    for written in join_all(names.iter().map(|name| add_one(&place.db, name))).await {
        written.unwrap();
    }
    place.db.close().await;
    assert!(matches!(add_one(&place.db, "late").await, Err(Error::Unavailable(_))));
    assert!(matches!(place.db.ping().await, Err(Error::Unavailable(_))));
    let again = Db::open(&place.target, &place.migrations).await.unwrap();
    assert_eq!(count(&again).await, 20);
    again.ping().await.unwrap();
}

#[db_test(toys())]
async fn text_sorts_and_compares_by_its_bytes(db: Db) {
    for id in ["b", "a", "B", "á", "Z", "a b"] {
        add_one(&db, id).await.unwrap();
    }
    assert_eq!(ids(&db).await, ["B", "Z", "a", "a b", "b", "á"]);
}
