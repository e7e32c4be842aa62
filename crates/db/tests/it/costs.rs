//! What a transaction may cost, and that others still find a connection.

use std::{sync::mpsc, time::Duration};

use ateneu_db::{Cost, Db, Error, Limits};
use ateneu_testkit::{
    databases::{self, Place},
    db_test,
};

use crate::toy::{self, add, count};

const SMALL: Cost = Cost { cpu: Duration::from_millis(50), time: Duration::from_millis(500), bytes: 10_000 };

/// Rows without an end.
const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000)
                       SELECT i FROM n";

async fn within(place: &Place, limits: Limits) -> Db {
    Db::open_within(&place.target, &place.migrations, limits).await.unwrap()
}

#[db_test(databases::tables(toy::tables()))]
async fn a_statement_beyond_its_time_is_interrupted(db: Db) {
    let counted = format!("SELECT count(*) FROM ({ENDLESS}) AS x");
    let cost = Cost { bytes: usize::MAX, ..SMALL };
    let sql = counted.clone();
    let stopped = db.read_within(cost, move |tx| tx.query(&sql, &[])).await;
    assert!(matches!(stopped, Err(Error::Timeout(_))), "{stopped:?}");
    let stopped = db
        .write_within(cost, move |tx| {
            add(tx, "a")?;
            tx.query(&counted, &[])
        })
        .await;
    assert!(matches!(stopped, Err(Error::Timeout(_))), "{stopped:?}");
    assert_eq!(count(&db).await, 0);
    db.write(|tx| add(tx, "b")).await.unwrap();
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_value_or_rows_beyond_their_bytes_are_not_given(db: Db) {
    let cost = Cost { time: Duration::from_secs(60), cpu: Duration::from_secs(60), ..SMALL };
    let stopped = db.read_within(cost, |tx| tx.query(ENDLESS, &[])).await;
    assert!(matches!(stopped, Err(Error::TooLarge(10_000))), "{stopped:?}");
    // The statements of a transaction share its bytes.
    let half = "a".repeat(6_000);
    let both = db.read_within(cost, move |tx| {
        tx.query("SELECT CAST($1 AS text) AS a", &[half.as_str().into()])?;
        tx.query("SELECT CAST($1 AS text) AS a", &[half.as_str().into()])
    });
    let both = both.await;
    assert!(matches!(both, Err(Error::TooLarge(10_000))), "{both:?}");
    db.ping().await.unwrap();
    let long = "a".repeat(50_000);
    let free = db.read(move |tx| tx.query("SELECT CAST($1 AS text) AS a", &[long.as_str().into()])).await;
    assert_eq!(free.unwrap()[0].text("a").map(str::len), Some(50_000), "no limit is left behind");
}

#[db_test(databases::tables(toy::tables()))]
async fn what_has_a_cost_leaves_readers_for_the_rest(place: Place) {
    let limits = Limits { connections: 4, reserved: 2, waiting: 8, ..Limits::default() };
    let db = within(&place, limits).await;
    let (tell, begun) = mpsc::channel();
    let (go_on, may_end) = mpsc::channel::<()>();
    let may_end = std::sync::Arc::new(parking_lot::Mutex::new(may_end));
    let cost = Cost { time: Duration::from_secs(60), cpu: Duration::from_secs(60), ..SMALL };
    let busy: Vec<_> = (0..8)
        .map(|_| {
            let (db, tell, may_end) = (db.clone(), tell.clone(), may_end.clone());
            tokio::spawn(async move {
                db.read_within(cost, move |_| {
                    let _ = tell.send(());
                    let _ = may_end.lock().recv();
                    Ok::<(), Error>(())
                })
                .await
            })
        })
        .collect();
    let begun = tokio::task::spawn_blocking(move || (begun.recv(), begun.recv(), begun));
    let (first, second, begun) = begun.await.unwrap();
    assert!(first.is_ok() && second.is_ok());
    for _ in 0..4 {
        db.ping().await.unwrap();
    }
    db.write(|tx| add(tx, "a")).await.unwrap();
    assert!(begun.try_recv().is_err(), "no third one runs meanwhile");
    drop(go_on);
    for one in busy {
        one.await.unwrap().unwrap();
    }
}
