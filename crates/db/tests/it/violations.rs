//! A refused write names the violated constraint.

use ateneu_db::{Db, Error, Violation, ViolationKind};
use ateneu_testkit::db_test;

use crate::toy::{add, count, execute, toys};

async fn refused(db: &Db, sql: &'static str) -> Violation {
    match execute(db, sql).await {
        Err(Error::Violation(violation)) => violation,
        other => panic!("{sql}: expected a violation, got {other:?}"),
    }
}

#[db_test(toys())]
async fn a_taken_key_names_its_constraint_or_columns(db: Db) {
    execute(&db, "INSERT INTO shelves (id) VALUES ('s')").await.unwrap();
    let books = "INSERT INTO books (id, title, shelf, lent, owner) VALUES
        ('a', 'T', 's', true, 'o'), ('b', 'B', 's', false, 'o')";
    execute(&db, books).await.unwrap();
    for (sql, constraint, columns) in [
        ("INSERT INTO books (id, title) VALUES ('a', 'Outro')", "books_pkey", &["id"][..]),
        (
            "INSERT INTO books (id, title, shelf) VALUES ('c', 'T', 's')",
            "books_title_shelf_key",
            &["title", "shelf"],
        ),
        ("UPDATE books SET lent = true WHERE id = 'b'", "books_owner_active_key", &["owner"]),
    ] {
        let violation = refused(&db, sql).await;
        assert_eq!(violation.kind, ViolationKind::Unique);
        let named = violation.constraint.as_deref() == Some(constraint) || violation.columns == columns;
        assert!(named, "{violation:?}");
    }
    let violation = refused(&db, "INSERT INTO books (id, title) VALUES ('a', 'Outro')").await;
    assert_eq!((violation.table.as_deref(), violation.columns), (Some("books"), vec!["id".to_owned()]));
    let violation = refused(&db, "INSERT INTO books (id, title, shelf) VALUES ('c', 'T', 's')").await;
    assert_eq!(violation.columns, ["title", "shelf"]);
}

#[db_test(toys())]
async fn a_wrong_value_or_statement_is_named(db: Db) {
    let violation = refused(&db, "INSERT INTO books (id, title) VALUES ('a', NULL)").await;
    assert_eq!((violation.kind, violation.table.as_deref()), (ViolationKind::NotNull, Some("books")));
    assert_eq!(violation.columns, ["title"]);
    for (sql, constraint) in [
        ("INSERT INTO books (id, title, pages) VALUES ('a', 'A', 0)", "books_pages_check"),
        ("INSERT INTO books (id, title) VALUES ('a', '')", "books_title_check"),
    ] {
        let violation = refused(&db, sql).await;
        let found = (violation.kind, violation.constraint.as_deref());
        assert_eq!(found, (ViolationKind::Check, Some(constraint)));
    }
    // A defect in the SQL is another error.
    for sql in ["SELECT * FROM nowhere", "SELECT nothing FROM books", "SELEC 1"] {
        let outcome = db.read(move |tx| tx.query(sql, &[])).await;
        assert!(matches!(outcome, Err(Error::Other(_))), "{sql}: {outcome:?}");
    }
}

#[db_test(toys())]
async fn a_missing_or_still_referenced_row_is_a_violation(db: Db) {
    execute(&db, "INSERT INTO shelves (id) VALUES ('s')").await.unwrap();
    execute(&db, "INSERT INTO books (id, title, shelf) VALUES ('a', 'T', 's')").await.unwrap();
    for sql in [
        "INSERT INTO books (id, title, shelf) VALUES ('b', 'A', 'nowhere')",
        "DELETE FROM shelves WHERE id = 's'",
    ] {
        assert_eq!(refused(&db, sql).await.kind, ViolationKind::ForeignKey, "{sql}");
    }
    assert_eq!(count(&db).await, 1);
}

#[db_test(toys())]
async fn a_swallowed_violation_fails_the_transaction(db: Db) {
    let outcome = db.write(|tx| {
        add(tx, "a")?;
        let _ = add(tx, "a");
        Ok::<_, Error>(())
    });
    // SQLite can go on after a refused statement, PostgreSQL cannot. Either way the result is correct.
    let is_ok = outcome.await.is_ok();
    assert_eq!(count(&db).await, i64::from(is_ok));
}
