//! Reads and writes of rows that are structs.

use std::sync::Arc;

use ateneu_base::{Timestamp, Value, Verb};
use ateneu_db::{Db, Error};
use ateneu_schema::{AsJson, Schema, TableRow};
use ateneu_testkit::db_test;

use crate::toy::{exposed_tables, tables, toys};

#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("books")]
struct Book {
    #[key]
    id: String,
    title: String,
    pages: Option<i64>,
    lent: bool,
    weight: Option<f64>,
    bought_at: Option<Timestamp>,
    notes: Option<AsJson<Vec<i64>>>,
}

fn book() -> Book {
    Book {
        id: "a".into(),
        title: "Um".into(),
        pages: None,
        lent: true,
        weight: Some(1.5),
        bought_at: Some(Timestamp::parse("2026-01-02T03:04:05.678901+00:00").unwrap()),
        notes: Some(AsJson(vec![1])),
    }
}

async fn with_one_book(db: &Db) {
    db.register(Arc::new(Schema::new(exposed_tables())));
    db.write(|tx| tx.insert(&book())).await.unwrap();
}

async fn all(db: &Db) -> Vec<Book> {
    db.read(|tx| tx.rows("WHERE id = $1 ORDER BY id", &["a".into()])).await.unwrap()
}

#[db_test(toys())]
async fn a_row_is_inserted_then_read_as_it_was(db: Db) {
    with_one_book(&db).await;
    assert_eq!(all(&db).await, [book()]);
}

#[db_test(toys())]
async fn an_update_stores_the_row_of_the_key_alone(db: Db) {
    with_one_book(&db).await;
    let changed = Book { title: "Dois".into(), notes: None, ..book() };
    let mut changes = db.changes();
    let (present, missing) = (changed.clone(), Book { id: "b".into(), ..book() });
    let updated =
        db.write(move |tx| Ok::<_, Error>((tx.update(&missing)?, tx.update(&present)?))).await.unwrap();
    assert_eq!(updated, (false, true));
    assert_eq!(all(&db).await, [changed]);
    let announced = changes.recv().await.unwrap().to_vec();
    assert_eq!(announced.len(), 1);
    assert_eq!((announced[0].table.as_str(), announced[0].verb), ("books", Verb::Update));
}

#[db_test(toys())]
async fn a_new_row_is_inserted_once(db: Db) {
    with_one_book(&db).await;
    let (taken, free) = (Book { title: "Dois".into(), ..book() }, Book { id: "b".into(), ..book() });
    let inserted =
        db.write(move |tx| Ok::<_, Error>((tx.insert_new(&taken)?, tx.insert_new(&free)?))).await.unwrap();
    assert_eq!(inserted, (false, true));
    assert_eq!(all(&db).await, [book()]);
}

#[db_test(toys())]
async fn rows_of_an_internal_table_are_not_announced(db: Db) {
    db.register(Arc::new(Schema::new(tables().to_vec())));
    let mut changes = db.changes();
    let written = db.write(|tx| {
        tx.insert(&book())?;
        tx.changed_table("shelves");
        tx.update(&Book { title: "Dois".into(), ..book() })
    });
    assert!(written.await.unwrap());
    let announced = changes.recv().await.unwrap().to_vec();
    assert_eq!(announced.iter().map(|change| change.table.as_str()).collect::<Vec<_>>(), ["shelves"]);
}

#[db_test(toys())]
async fn columns_without_a_field_are_written_with_a_row(db: Db) {
    const OWNER: &str = "0190a6b2-0000-7000-8000-000000000102";
    db.register(Arc::new(Schema::new(tables().to_vec())));
    let taken = db.write(|tx| {
        tx.insert_with(&book(), &[("owner", OWNER.into())])?;
        assert_eq!(tx.rows::<Book>("WHERE owner = $1", &[OWNER.into()])?, [book()]);
        assert!(tx.update_with(&book(), &[("owner", Value::Null)])?);
        assert_eq!(tx.take::<Book>("WHERE owner = $1", &[OWNER.into()])?, []);
        let taken = tx.take::<Book>("WHERE owner IS NULL", &[])?;
        Ok::<_, Error>((taken, tx.rows::<Book>("", &[])?))
    });
    assert_eq!(taken.await.unwrap(), (vec![book()], vec![]));
}

#[db_test(toys())]
async fn rows_that_give_facts_are_announced(db: Db) {
    let tables = tables().to_vec().into_iter().map(|table| table.facts(&[], "SELECT 1"));
    db.register(Arc::new(Schema::new(tables.collect())));
    let mut changes = db.changes();
    db.write(|tx| tx.insert(&book())).await.unwrap();
    assert_eq!(changes.recv().await.unwrap()[0].table, "books");
}

#[derive(Clone, PartialEq, TableRow)]
#[table("books")]
struct Untitled {
    title: Option<String>,
}

#[db_test(toys())]
async fn a_struct_unlike_its_table_is_refused(db: Db) {
    with_one_book(&db).await;
    let read = db.read(|tx| tx.rows::<Untitled>("", &[])).await;
    let error = read.err().unwrap().to_string();
    assert!(error.contains("a row of books gives title another nullability"), "{error}");
}
