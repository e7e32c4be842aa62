//! Several processes on one PostgreSQL: each receives the others' commits.

use ateneu_base::{Change, Record, Verb};
use ateneu_db::{Changes, Db, Error, NodeMessage};
use ateneu_testkit::databases::{self, Place, on_postgres};
use tokio::sync::broadcast::error::RecvError;

use crate::toy::publish;

const TABLE: &str = "contents";

/// Publishes a change here, and asserts that it is the next to arrive there.
async fn arrives(here: &Db, there: &mut Changes, change: Change) {
    publish(here, change.clone()).await;
    assert_eq!(*there.recv().await.unwrap(), [change]);
}

fn change(body: &str) -> Change {
    let mut new = Record::new();
    new.insert("id".into(), "c1".into());
    new.insert("body".into(), body.into());
    Change { table: TABLE.into(), verb: Verb::Insert, old: None, new: Some(new) }
}

#[test]
fn each_node_receives_every_change_once() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let (mut here, mut there) = (place.db.changes(), other.changes());
        publish(&place.db, change("primeira")).await;
        publish(&other, change("segunda")).await;
        for changes in [&mut here, &mut there] {
            // Each node's own changes may overtake those that come through the database.
            let mut received = [changes.recv().await.unwrap(), changes.recv().await.unwrap()];
            received.sort_by_key(|changes| format!("{changes:?}"));
            assert_eq!(*received[0], [change("primeira")]);
            assert_eq!(*received[1], [change("segunda")]);
        }
        publish(&other, change("última")).await;
        assert_eq!(*here.recv().await.unwrap(), [change("última")]);
        assert_eq!(*there.recv().await.unwrap(), [change("última")]);
    });
}

#[test]
fn the_feed_knows_a_change_before_it_arrives_in_order() {
    on_postgres(databases::empty(), async |place: Place| {
        let (mut ordered, mut here) = (place.db.ordered_changes_of([TABLE]), place.db.changes());
        for number in 0..50 {
            let (db, made) = (place.db.clone(), change(&number.to_string()));
            let writer = tokio::spawn(async move { publish(&db, made).await });
            let arrived = ordered.recv().await.unwrap();
            assert_eq!(*here.try_recv().unwrap(), *arrived, "change {number}");
            writer.await.unwrap();
            assert!(here.try_recv().is_err());
        }
    });
}

#[test]
fn committed_changes_arrive_whole_and_no_others() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let mut there = other.changes();
        arrives(&place.db, &mut there, change(&"Gestão ".repeat(40_000))).await;
        // No text of a change is read as SQL.
        for text in [
            "'; DROP TABLE schema_migrations; --",
            r"\'; COMMIT; SELECT 1; \",
            "$$; DROP TABLE schema_migrations; $$",
            "$ateneu_changes$); DROP TABLE schema_migrations; SELECT pg_notify('a', $ateneu_changes$",
            "$1 ? :a %s {}",
        ] {
            arrives(&place.db, &mut there, change(text)).await;
        }
        let kept = place.db.read(|tx| tx.query("SELECT name FROM schema_migrations", &[])).await;
        assert!(kept.is_ok());
        // A rolled-back change is not published.
        let refused = place.db.write(|tx| {
            tx.changed(change("desfeita"));
            Err::<(), _>(Error::Other("no".into()))
        });
        assert!(refused.await.is_err());
        arrives(&place.db, &mut there, change("feita")).await;
        // A write whose commit fails is not published.
        let setting = async || -> String {
            place.db.read(|tx| tx.query_one_as("SHOW synchronous_commit", &[])).await.unwrap()
        };
        let before = setting().await;
        let table = "CREATE TABLE late (id text UNIQUE DEFERRABLE INITIALLY DEFERRED)";
        place.db.write(move |tx| tx.execute(table, &[])).await.unwrap();
        let twice = place.db.write(|tx| {
            tx.changed(change("recusada"));
            tx.execute("INSERT INTO late VALUES ('a'), ('a')", &[])
        });
        assert!(twice.await.is_err());
        arrives(&place.db, &mut there, change("feita")).await;
        for _ in 0..20 {
            assert_eq!(setting().await, before);
        }
    });
}

#[test]
fn all_nodes_see_changes_in_one_order() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let (mut here, mut there) = (place.db.ordered_changes_of([TABLE]), other.ordered_changes_of([TABLE]));
        for number in 0..20 {
            let db = if number % 2 == 0 { &place.db } else { &other };
            publish(db, Change { table: "other".into(), ..change("not asked for") }).await;
            publish(db, change(&number.to_string())).await;
        }
        for changes in [&mut here, &mut there] {
            for number in 0..20 {
                assert_eq!(*changes.recv().await.unwrap(), [change(&number.to_string())]);
            }
        }
    });
}

#[test]
fn a_message_reaches_the_other_nodes_whole() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let (mut here, mut there) = (place.db.node_messages().unwrap(), other.node_messages().unwrap());
        for text in ["curta".to_owned(), "Gestão ".repeat(40_000)] {
            place.db.send_to_nodes(text.clone()).await.unwrap();
            let NodeMessage::Text { text: received, .. } = there.recv().await.unwrap() else {
                panic!("a gap")
            };
            assert_eq!(*received, *text);
        }
        other.send_to_nodes("resposta".into()).await.unwrap();
        let NodeMessage::Text { text, .. } = here.recv().await.unwrap() else { panic!("a gap") };
        assert_eq!(&*text, "resposta", "a node does not receive what it sends");
    });
}

#[test]
fn a_lost_listener_reports_a_gap_and_reconnects() {
    on_postgres(databases::empty(), async |place: Place| {
        let other = Db::open(&place.target, &[]).await.unwrap();
        let mut there = other.changes();
        let end_listener = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'";
        place.db.read(|tx| tx.query(end_listener, &[])).await.unwrap();
        assert!(matches!(there.recv().await, Err(RecvError::Lagged(_))));
        arrives(&place.db, &mut there, change("depois")).await;
    });
}
