//! Announcements of writers: whole rows, after the commit.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use ateneu_base::{Change, Record, Verb};
use ateneu_db::{Db, Dialect, Error, Event, Tx};
use ateneu_schema::{
    Schema, Table,
    rule::owner,
    table::{exposed, text, uuid},
};
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::toy::{add, add_one, execute, exposed_tables, toys};

const INSERT: &str = "INSERT INTO books (id, title, pages, weight, lent, notes)
    VALUES ('a', 'Um', 3, 1, FALSE, '{\"read\":[1]}')";

async fn announced(db: &Db, sql: &'static str) -> Vec<Change> {
    let mut changes = db.changes();
    db.write(move |tx| tx.write(sql, &[]).map(drop)).await.unwrap();
    changes.recv().await.unwrap().to_vec()
}

fn book(title: &str, lent: bool) -> Json {
    json!({
        "id": "a", "title": title, "pages": 3, "weight": 1.0, "lent": lent, "bought_at": null, "owner": null,
        "notes": { "read": [1] }, "shelf": null,
    })
}

fn change(verb: Verb, old: Option<Json>, new: Option<Json>) -> Change {
    let record = |row: Option<Json>| row.and_then(|row| row.as_object().cloned());
    Change { table: "books".into(), verb, old: record(old), new: record(new) }
}

#[db_test(toys())]
async fn a_written_row_is_announced_whole_as_callers_see_it(db: Db) {
    db.register(Arc::new(Schema::new(exposed_tables())));
    assert_eq!(announced(&db, INSERT).await, [change(Verb::Insert, None, Some(book("Um", false)))]);
    let updated = announced(&db, "UPDATE books SET title = 'Dois', lent = TRUE WHERE id = 'a'").await;
    assert_eq!(updated, [change(Verb::Update, None, Some(book("Dois", true)))]);
    let upserted = announced(
        &db,
        "INSERT INTO books (id, title) VALUES ('a', 'x') ON CONFLICT (id) DO UPDATE SET title = 'Um', lent = FALSE",
    );
    assert_eq!(upserted.await, [change(Verb::Update, None, Some(book("Um", false)))]);
    let deleted = announced(&db, "DELETE FROM books WHERE id = 'a'").await;
    assert_eq!(deleted, [change(Verb::Delete, Some(book("Um", false)), None)]);
}

#[db_test(toys())]
async fn an_update_of_a_live_table_is_announced_with_the_old_row(db: Db) {
    let live = exposed_tables().into_iter().map(|table| Table { is_live: true, ..table });
    db.register(Arc::new(Schema::new(live.collect())));
    announced(&db, INSERT).await;
    let mut changes = db.changes();
    let update = "UPDATE books SET title = $1, lent = $2 WHERE id = $3 AND pages < $4";
    let parameters = ["Dois".into(), true.into(), "a".into(), 4_i64.into()];
    db.write(move |tx| tx.write(update, &parameters).map(drop)).await.unwrap();
    let updated = changes.recv().await.unwrap().to_vec();
    assert_eq!(updated, [change(Verb::Update, Some(book("Um", false)), Some(book("Dois", true)))]);
}

#[db_test(toys())]
async fn bulk_changes_are_grouped_by_the_columns_of_the_read_rule(db: Db) {
    let table =
        || exposed("books", "Books.").columns([uuid("id"), text("owner")]).read(owner("owner")).live();
    let row = |id: &str, owner: &str| json!({ "id": id, "owner": owner }).as_object().cloned().unwrap();
    let announced = async |rows: Vec<Record>| {
        let mut changes = db.changes();
        let write = move |tx: &mut Tx<'_>| {
            tx.changed_many(&table(), rows.iter());
            Ok::<_, Error>(())
        };
        db.write(write).await.unwrap();
        changes.recv().await.unwrap().to_vec()
    };
    let rows = vec![row("a", "ana"), row("b", "bia"), row("c", "ana")];
    let kind = |owner: &str| change(Verb::Update, Some(json!({ "owner": owner })), None);
    assert_eq!(announced(rows).await, [kind("ana"), kind("bia")]);
    let rows = (0..1_000).map(|number| row("a", &number.to_string())).collect();
    assert_eq!(announced(rows).await, [change(Verb::Update, None, None)], "too many to tell apart");
}

#[db_test(toys())]
async fn rows_are_read_back_only_if_a_node_may_follow_them(db: Db) {
    db.register(Arc::new(Schema::new(exposed_tables())));
    let received: Arc<Mutex<Vec<Change>>> = Arc::default();
    let follows_all = Arc::new(AtomicBool::new(false));
    let (follows, noted) = (Arc::clone(&follows_all), Arc::clone(&received));
    let note = move |event: &Event| {
        if let Event::Changed(changes) = event {
            noted.lock().unwrap().extend(changes.iter().cloned());
        }
    };
    db.on_commit(move |_| follows.load(Ordering::SeqCst), note);
    let write = async |sql: &'static str| {
        let count = db.write(move |tx| tx.write_count(sql, &[])).await.unwrap();
        (count, std::mem::take(&mut *received.lock().unwrap()))
    };
    let inserted = change(Verb::Insert, None, Some(book("Um", false)));
    let table_alone = change(Verb::Update, None, None);
    let announced = match db.dialect() {
        Dialect::Sqlite => table_alone,
        // Another node may have listeners.
        Dialect::Postgres => inserted.clone(),
    };
    assert_eq!(write(INSERT).await, (1, vec![announced]));
    follows_all.store(true, Ordering::SeqCst);
    let deleted = change(Verb::Delete, Some(book("Um", false)), None);
    assert_eq!(write("DELETE FROM books").await, (1, vec![deleted]));
    follows_all.store(false, Ordering::SeqCst);
    let _listener = db.changes_of(["books"]);
    assert_eq!(write(INSERT).await, (1, vec![inserted]));
    assert_eq!(write("DELETE FROM books WHERE id = 'b'").await, (0, vec![]));
}

#[db_test(toys())]
async fn a_write_to_an_exposed_table_must_be_announced(db: Db) {
    assert_eq!(add_one(&db, "a").await.unwrap(), 1, "nothing is known to be exposed yet");
    db.register(Arc::new(Schema::new(exposed_tables())));
    let removed = execute(&db, "DELETE FROM books").await.unwrap_err().to_string();
    assert_eq!(removed, "database error: rows of books were written and not announced");
    assert!(add_one(&db, "a").await.is_err(), "the row is still there");
    let many = db.write(|tx| {
        tx.changed_table("books");
        tx.execute("DELETE FROM books", &[])
    });
    assert_eq!(many.await.unwrap(), 1);
    let undone = db.write(|tx| {
        let part = tx.savepoint(|tx| add(tx, "b").and_then(|_| Err::<(), _>(Error::Other("undone".into()))));
        assert!(part.is_err());
        Ok::<_, Error>(())
    });
    undone.await.unwrap();
    assert!(db.write(|tx| tx.write("SELECT 1", &[]).map(drop)).await.is_err(), "that writes nothing");
}
