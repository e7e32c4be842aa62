//! Several processes on one PostgreSQL: each learns what the others committed.

use ateneu_base::{Change, Record, Verb};
use ateneu_db::{Db, Error};
use ateneu_testkit::databases::{self, Place, on_postgres};
use tokio::sync::broadcast::error::RecvError;

fn change(body: &str) -> Change {
    let mut new = Record::new();
    new.insert("id".into(), "c1".into());
    new.insert("body".into(), body.into());
    Change { table: "contents".into(), verb: Verb::Insert, old: None, new: Some(new) }
}

async fn publish(db: &Db, change: Change) {
    db.write(move |tx| {
        tx.changed(change);
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
}

#[test]
fn each_hears_the_other_once_and_itself_once() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let (mut here, mut there) = (place.db.changes(), other.changes());
        publish(&place.db, change("primeira")).await;
        publish(&other, change("segunda")).await;
        for changes in [&mut here, &mut there] {
            // Each node's own changes may overtake those that come by way of the database.
            let mut heard = [changes.recv().await.unwrap(), changes.recv().await.unwrap()];
            heard.sort_by_key(|changes| format!("{changes:?}"));
            assert_eq!(*heard[0], [change("primeira")]);
            assert_eq!(*heard[1], [change("segunda")]);
        }
        publish(&other, change("última")).await;
        assert_eq!(*here.recv().await.unwrap(), [change("última")]);
        assert_eq!(*there.recv().await.unwrap(), [change("última")]);
    });
}

#[test]
fn a_change_larger_than_a_notification_arrives_whole() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let mut there = other.changes();
        let large = change(&"Gestão ".repeat(40_000));
        publish(&place.db, large.clone()).await;
        assert_eq!(*there.recv().await.unwrap(), [large]);
    });
}

#[test]
fn what_is_undone_is_told_to_nobody() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let mut there = other.changes();
        let refused: Result<(), Error> = place
            .db
            .write(|tx| {
                tx.changed(change("desfeita"));
                Err(Error::Other("no".into()))
            })
            .await;
        assert!(refused.is_err());
        publish(&place.db, change("feita")).await;
        assert_eq!(*there.recv().await.unwrap(), [change("feita")]);
    });
}

#[test]
fn a_node_that_lost_its_hearing_learns_of_the_gap_and_hears_again() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let mut there = other.changes();
        place
            .db
            .read(|tx| {
                tx.query(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'",
                    &[],
                )
            })
            .await
            .unwrap();
        assert!(matches!(there.recv().await, Err(RecvError::Lagged(_))));
        publish(&place.db, change("depois")).await;
        assert_eq!(*there.recv().await.unwrap(), [change("depois")]);
    });
}
