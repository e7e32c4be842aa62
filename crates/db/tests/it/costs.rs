//! Cost limits of a transaction, which leave connections to others.

use std::{
    sync::{Arc, mpsc},
    time::Duration,
};

use ateneu_db::{Cost, Db, Error, Limits, Tx};
use ateneu_testkit::{databases::Place, db_test};
use parking_lot::Mutex;

use crate::toy::{add, add_one, count, toys, within};

const SMALL: Cost = Cost {
    cpu: Duration::from_millis(50),
    time: Duration::from_millis(500),
    statement: Duration::from_millis(500),
    bytes: 10_000,
};

/// Rows without an end.
const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
                       SELECT i FROM n";

#[db_test(toys())]
async fn a_transaction_beyond_its_time_is_stopped_and_undone(place: Place) {
    let short = Duration::from_millis(50);
    let limited = within(&place, Limits { read: short, write: short, ..Limits::default() }).await;
    let cost = Cost { statement: short, bytes: usize::MAX, ..SMALL };
    let counted = |tx: &mut Tx<'_>| tx.query(&format!("SELECT count(*) FROM ({ENDLESS}) AS x"), &[]);
    let written = move |tx: &mut Tx<'_>| add(tx, "a").and_then(|_| counted(tx));
    for stopped in [
        limited.read(counted).await,
        limited.write(written).await,
        place.db.read_within(cost, counted).await,
        place.db.write_within(cost, written).await,
    ] {
        assert!(matches!(stopped, Err(Error::Timeout(_))), "{stopped:?}");
    }
    limited.ping().await.unwrap();
    assert_eq!(count(&place.db).await, 0);
    add_one(&place.db, "b").await.unwrap();
    assert_eq!(count(&limited).await, 1);
}

#[db_test(toys())]
async fn a_value_or_rows_beyond_their_bytes_are_refused(db: Db) {
    let long = Duration::from_secs(60);
    let cost = Cost { time: long, cpu: long, statement: long, ..SMALL };
    let stopped = db.read_within(cost, |tx| tx.query(ENDLESS, &[])).await;
    assert!(matches!(stopped, Err(Error::TooLarge(10_000))), "{stopped:?}");
    // The statements of a transaction share its bytes.
    let half = "a".repeat(6_000);
    let text = "SELECT CAST($1 AS text) AS a";
    let both = db.read_within(cost, move |tx| {
        tx.query(text, &[(&half).into()])?;
        tx.query(text, &[(&half).into()])
    });
    let both = both.await;
    assert!(matches!(both, Err(Error::TooLarge(10_000))), "{both:?}");
    db.ping().await.unwrap();
    let long = "a".repeat(50_000);
    let free = db.read(move |tx| tx.query(text, &[long.into()])).await;
    assert_eq!(free.unwrap()[0].text("a").map(str::len), Some(50_000), "no limit is left behind");
}

#[db_test(toys())]
async fn transactions_with_a_cost_leave_connections_free(place: Place) {
    let limits = Limits { connections: 4, reserved: 2, waiting: 8, ..Limits::default() };
    let db = within(&place, limits).await;
    let (begin, begun) = mpsc::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let may_end = Arc::new(Mutex::new(may_end));
    let long = Duration::from_secs(60);
    let cost = Cost { time: long, cpu: long, statement: long, ..SMALL };
    let busy: Vec<_> = (0..8)
        .map(|_| {
            let (db, begin, may_end) = (db.clone(), begin.clone(), may_end.clone());
            let wait = move |_: &mut Tx<'_>| {
                let _ = begin.send(());
                let _ = may_end.lock().recv();
                Ok::<(), Error>(())
            };
            tokio::spawn(async move { db.read_within(cost, wait).await })
        })
        .collect();
    let begun = tokio::task::spawn_blocking(move || (begun.recv(), begun.recv(), begun));
    let (first, second, begun) = begun.await.unwrap();
    assert!(first.is_ok() && second.is_ok());
    for _ in 0..4 {
        db.ping().await.unwrap();
    }
    add_one(&db, "a").await.unwrap();
    assert!(begun.try_recv().is_err(), "no third one runs meanwhile");
    drop(go_on);
    for one in busy {
        one.await.unwrap().unwrap();
    }
}
