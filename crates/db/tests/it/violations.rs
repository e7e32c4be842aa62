//! A refused write says which constraint refused it.

use ateneu_db::{Db, Error, Violation, ViolationKind};
use ateneu_testkit::{databases, db_test};

use crate::toy::{self, add, count};

async fn refused(db: &Db, sql: &'static str) -> Violation {
    match db.write(move |tx| tx.execute(sql, &[])).await {
        Err(Error::Violation(violation)) => violation,
        other => panic!("{sql}: expected a violation, got {other:?}"),
    }
}

/// Either the database names the constraint or the columns.
fn names(violation: &Violation, constraint: &str, columns: &[&str]) {
    assert!(
        violation.constraint.as_deref() == Some(constraint) || violation.columns == columns,
        "{violation:?}"
    );
}

#[db_test(databases::tables(toy::tables()))]
async fn a_taken_key(db: Db) {
    db.write(|tx| add(tx, "a")).await.unwrap();
    let violation = refused(&db, "INSERT INTO books (id, title) VALUES ('a', 'Outro')").await;
    assert_eq!(violation.kind, ViolationKind::Unique);
    assert_eq!(violation.table.as_deref(), Some("books"));
    assert_eq!(violation.columns, ["id"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_taken_pair(db: Db) {
    db.write(|tx| tx.execute("INSERT INTO shelves (id) VALUES ('s')", &[])).await.unwrap();
    db.write(|tx| tx.execute("INSERT INTO books (id, title, shelf) VALUES ('a', 'T', 's')", &[]))
        .await
        .unwrap();
    let violation = refused(&db, "INSERT INTO books (id, title, shelf) VALUES ('b', 'T', 's')").await;
    assert_eq!(violation.kind, ViolationKind::Unique);
    assert_eq!(violation.columns, ["title", "shelf"]);
    names(&violation, "books_title_shelf_key", &["title", "shelf"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_taken_key_over_part_of_the_rows(db: Db) {
    db.write(|tx| {
        tx.execute(
            "INSERT INTO books (id, title, lent, owner) VALUES ('a', 'A', true, 'o'), ('b', 'B', false, 'o')",
            &[],
        )
    })
    .await
    .unwrap();
    let violation = refused(&db, "UPDATE books SET lent = true WHERE id = 'b'").await;
    assert_eq!(violation.kind, ViolationKind::Unique);
    names(&violation, "books_owner_active_key", &["owner"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_missing_value(db: Db) {
    let violation = refused(&db, "INSERT INTO books (id, title) VALUES ('a', NULL)").await;
    assert_eq!(violation.kind, ViolationKind::NotNull);
    assert_eq!(violation.table.as_deref(), Some("books"));
    assert_eq!(violation.columns, ["title"]);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_failed_check(db: Db) {
    let violation = refused(&db, "INSERT INTO books (id, title, pages) VALUES ('a', 'A', 0)").await;
    assert_eq!(violation.kind, ViolationKind::Check);
    assert_eq!(violation.constraint.as_deref(), Some("books_pages_check"));
    let violation = refused(&db, "INSERT INTO books (id, title) VALUES ('a', '')").await;
    assert_eq!(violation.constraint.as_deref(), Some("books_title_check"));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_row_that_is_not_there(db: Db) {
    let violation = refused(&db, "INSERT INTO books (id, title, shelf) VALUES ('a', 'A', 'nowhere')").await;
    assert_eq!(violation.kind, ViolationKind::ForeignKey);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_row_still_pointed_to(db: Db) {
    db.write(|tx| tx.execute("INSERT INTO shelves (id) VALUES ('s')", &[])).await.unwrap();
    db.write(|tx| tx.execute("INSERT INTO books (id, title, shelf) VALUES ('a', 'T', 's')", &[]))
        .await
        .unwrap();
    let violation = refused(&db, "DELETE FROM shelves WHERE id = 's'").await;
    assert_eq!(violation.kind, ViolationKind::ForeignKey);
    assert_eq!(count(&db).await, 1);
}

#[db_test(databases::tables(toy::tables()))]
async fn a_violation_that_is_swallowed_never_looks_like_a_success(db: Db) {
    let outcome: Result<(), Error> = db
        .write(|tx| {
            add(tx, "a")?;
            let _ = add(tx, "a");
            Ok(())
        })
        .await;
    // SQLite can go on after a refused statement, PostgreSQL cannot: either way the answer is the truth.
    assert_eq!(count(&db).await, i64::from(outcome.is_ok()));
}

#[db_test(databases::tables(toy::tables()))]
async fn a_defect_in_the_sql_is_neither_a_violation_nor_an_outage(db: Db) {
    for sql in ["SELECT * FROM nowhere", "SELECT nothing FROM books", "SELEC 1"] {
        let outcome = db.read(move |tx| tx.query(sql, &[])).await;
        assert!(matches!(outcome, Err(Error::Other(_))), "{sql}: {outcome:?}");
    }
}
