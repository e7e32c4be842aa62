//! The queue over both databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

use std::time::Duration;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Tx};
use ateneu_queue::{Leased, LostNodes, Outcome, Queue, TABLE, Task};
use ateneu_testkit::{
    databases::{self, Place, on_postgres},
    db_test,
};

const EVENTS: Queue = Queue::new("events");

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(1_795_220_000 + seconds)
}

fn task(id: &str) -> Task {
    Task::new(id, "KIND", at(0)).payload(r#"{"a":1}"#)
}

async fn store(db: &Db, id: &str, now: Timestamp) -> bool {
    let new_task = task(id);
    db.write(move |tx| EVENTS.push(tx, &new_task, now)).await.unwrap()
}

async fn take(db: &Db, now: Timestamp) -> Vec<Leased> {
    db.write(move |tx| EVENTS.take(tx, now)).await.unwrap()
}

async fn settle(db: &Db, taken: Vec<Leased>, outcome: Outcome, now: Timestamp) {
    db.write(move |tx| EVENTS.complete(tx, &taken, &outcome, now)).await.unwrap();
}

async fn state(db: &Db) -> (String, Option<String>) {
    db.read(|tx| tx.query_one_as("SELECT state, error FROM tasks", &[])).await.unwrap()
}

#[db_test]
async fn an_event_that_comes_twice_is_stored_once(db: Db) {
    assert!(store(&db, "a", at(0)).await);
    assert!(!store(&db, "a", at(1)).await);
    let taken = take(&db, at(1)).await;
    assert_eq!(taken.len(), 1);
    assert_eq!((taken[0].json()["a"].as_i64(), taken[0].tries), (Some(1), 1));
}

#[db_test]
async fn an_event_is_taken_by_one_worker_until_its_lease_is_over(db: Db) {
    store(&db, "a", at(0)).await;
    assert_eq!(take(&db, at(0)).await.len(), 1);
    assert!(take(&db, at(0)).await.is_empty(), "it is at work");
    // The worker has vanished.
    let again = take(&db, at(0) + EVENTS.lease()).await;
    assert_eq!(again.iter().map(|event| event.tries).collect::<Vec<_>>(), [2]);
    settle(&db, again, Outcome::Done, at(0) + EVENTS.lease()).await;
    assert!(take(&db, at(999_999)).await.is_empty(), "it is done");
    assert_eq!(state(&db).await.0, "done");
}

#[db_test]
async fn tasks_of_a_killed_worker_are_released_retries_still_wait(db: Db) {
    for id in ["held", "waits", "done"] {
        store(&db, id, at(0)).await;
    }
    let (held, tried): (Vec<_>, Vec<_>) =
        take(&db, at(0)).await.into_iter().partition(|event| event.id == "held");
    let (waits, done): (Vec<_>, Vec<_>) = tried.into_iter().partition(|event| event.id == "waits");
    settle(&db, waits, Outcome::Later("down".into()), at(0)).await;
    settle(&db, done, Outcome::Done, at(0)).await;
    store(&db, "later", at(60)).await;
    assert_eq!(db.write(move |tx| EVENTS.release(tx, at(1))).await.unwrap(), 1);
    let taken = take(&db, at(1)).await;
    assert_eq!(taken.iter().map(|event| (event.id.as_str(), event.tries)).collect::<Vec<_>>(), [("held", 2)]);
    drop(held);
    // A failed event is held like any other while it is retried.
    let again: Vec<_> = take(&db, at(5)).await.into_iter().map(|event| event.id).collect();
    assert_eq!(again, ["waits"]);
    assert_eq!(db.write(move |tx| EVENTS.release(tx, at(6))).await.unwrap(), 2);
    assert_eq!(take(&db, at(6)).await.len(), 2);
}

#[test]
fn tasks_of_a_killed_node_are_taken_over_at_once() {
    on_postgres(databases::product(), async |place: Place| {
        let (db, clock) = (place.db, Clock::held_at(at(1)));
        let other = Db::open(&place.target, &place.migrations).await.unwrap();
        for id in ["mine", "theirs"] {
            store(&db, id, at(0)).await;
        }
        let one = |id: &'static str| move |tx: &mut Tx<'_>| EVENTS.take_one(tx, id, at(1));
        db.write(one("mine")).await.unwrap();
        other.write(one("theirs")).await.unwrap();
        let mut nodes = LostNodes::after(Duration::ZERO);
        assert_eq!(nodes.release_tasks(&db, &clock).await.unwrap(), 0, "both are connected");
        let mut changes = db.changes_of([TABLE]);
        other.close().await;
        // The database notices the end of a connection by itself.
        while nodes.release_tasks(&db, &clock).await.unwrap() == 0 {}
        assert!(changes.recv().await.is_ok(), "its handlers wake");
        let taken: Vec<_> =
            take(&db, at(1)).await.into_iter().map(|task| (task.id, task.interruptions)).collect();
        assert_eq!(taken, [("theirs".to_owned(), 1)]);
    });
}

#[db_test]
async fn due_tasks_of_one_group_are_leased_and_settled_together(db: Db) {
    for (number, (id, about)) in
        [("a", Some("ana")), ("b", Some("bia")), ("c", None), ("d", Some("ana"))].iter().enumerate()
    {
        let new_task = Task { group_key: about.map(str::to_owned), ..task(id) };
        let now = at(i64::try_from(number).unwrap());
        db.write(move |tx| EVENTS.push(tx, &new_task, now)).await.unwrap();
    }
    let one = async |now| {
        let taken = db.write(move |tx| EVENTS.batch(1).take(tx, now)).await.unwrap();
        let mut ids: Vec<String> = taken.iter().map(|event| event.id.clone()).collect();
        ids.sort();
        (ids, taken)
    };
    let (ids, ana) = one(at(3)).await;
    assert_eq!(ids, ["a", "d"]);
    assert!(ana.iter().all(|event| event.group_key == "ana"));
    let (ids, bia) = one(at(3)).await;
    assert_eq!(ids, ["b"], "a name of its own");
    let (ids, nobody) = one(at(3)).await;
    assert_eq!((ids, nobody[0].group_key.as_str()), (vec!["c".to_owned()], "c"));
    settle(&db, ana, Outcome::Done, at(4)).await;
    settle(&db, bia, Outcome::Later("down".into()), at(4)).await;
    assert_eq!(one(at(10)).await.0, ["b"], "who was settled stays so, who waits comes back");
    // A task that arrives for a leased group waits for the worker, and is not lost.
    let later = Task { group_key: Some("bia".into()), ..task("e") };
    db.write(move |tx| EVENTS.push(tx, &later, at(11))).await.unwrap();
    assert_eq!(one(at(11)).await.0, ["e"]);
}

#[db_test]
async fn a_task_fails_for_good_after_eleven_tries(db: Db) {
    store(&db, "a", at(0)).await;
    let mut now = at(0);
    let mut tries = 0;
    while let Some(due) = db.read(|tx| EVENTS.next_due(tx)).await.unwrap() {
        assert!(due >= now);
        now = due;
        let taken = take(&db, now).await;
        assert_eq!(taken.len(), 1);
        settle(&db, taken, Outcome::Later("down".into()), now).await;
        tries += 1;
    }
    assert_eq!(tries, 11);
    assert_eq!(state(&db).await, ("failed".into(), Some("down".into())));
}

#[db_test]
async fn settled_tasks_are_deleted_after_sixty_days(db: Db) {
    store(&db, "a", at(0)).await;
    store(&db, "b", at(0)).await;
    let taken: Vec<Leased> = take(&db, at(0)).await.into_iter().filter(|event| event.id == "a").collect();
    settle(&db, taken, Outcome::Ignored("nothing to do".into()), at(0)).await;
    let day = Duration::from_secs(24 * 60 * 60);
    assert_eq!(db.write(move |tx| EVENTS.remove_old(tx, at(0) + 59 * day)).await.unwrap(), 0);
    assert_eq!(db.write(move |tx| EVENTS.remove_old(tx, at(0) + 61 * day)).await.unwrap(), 1);
    // A waiting task is never removed by age.
    assert_eq!(state(&db).await.0, "running");
}
