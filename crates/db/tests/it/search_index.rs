//! SQLite's indexes of words: written once a commit, and not scanned to remove a part.

use ateneu_db::{Db, Error, Migration, Target};
use ateneu_testkit::{databases::Place, sqlite_test};

use crate::toy::execute;

/// Returns a table with an index of words like the product's tables, and one without.
fn indexed() -> Vec<Migration> {
    let sql = "
        CREATE TABLE notes (id text PRIMARY KEY, place integer NOT NULL, search_text text);
        CREATE TABLE search_pending (source TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (source, place)) WITHOUT ROWID;
        CREATE TABLE notes_search_rows (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        CREATE VIRTUAL TABLE notes_search USING fts5(words, content = '', contentless_delete = 1, detail = 'none');
        CREATE VIEW notes_search_words AS
            SELECT r.place, t.search_text AS words FROM notes_search_rows r JOIN notes t ON t.id = r.id;
        CREATE TRIGGER notes_search_added AFTER INSERT ON notes BEGIN
            INSERT INTO notes_search_rows VALUES (new.place, new.id);
            INSERT OR IGNORE INTO search_pending VALUES ('notes', new.place);
        END;
        CREATE TRIGGER notes_search_changed AFTER UPDATE OF search_text ON notes BEGIN
            INSERT OR IGNORE INTO search_pending VALUES ('notes', new.place);
        END;
        CREATE TRIGGER notes_search_removed AFTER DELETE ON notes BEGIN
            INSERT OR IGNORE INTO search_pending VALUES ('notes', old.place);
            DELETE FROM notes_search_rows WHERE id = old.id;
        END;";
    vec![("0001_notes", sql)]
}

async fn found(db: &Db, words: &'static str) -> Vec<String> {
    let sql = "SELECT r.id FROM notes_search s JOIN notes_search_rows r ON r.place = s.rowid
               WHERE notes_search MATCH $1 ORDER BY r.place";
    db.read(move |tx| tx.query_as(sql, &[words.into()])).await.unwrap()
}

async fn number(db: &Db, sql: &'static str) -> i64 {
    db.read(move |tx| tx.query_one_as(sql, &[])).await.unwrap()
}

async fn add_all(db: &Db, notes: impl IntoIterator<Item = i64> + Send + 'static) {
    db.write(move |tx| {
        for place in notes {
            let values = [format!("n{place}").into(), place.into(), format!("palavra numero{place}").into()];
            tx.execute("INSERT INTO notes (id, place, search_text) VALUES ($1, $2, $3)", &values)?;
        }
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
}

#[sqlite_test(indexed())]
async fn a_commit_writes_one_part_of_an_index(db: Db) {
    add_all(&db, (1..=40).rev()).await;
    assert_eq!(number(&db, "SELECT count(DISTINCT segid) FROM notes_search_idx").await, 1);
    assert_eq!(found(&db, "numero7 OR numero40").await, ["n7", "n40"]);
    assert_eq!(number(&db, "SELECT count(*) FROM search_pending").await, 0);
}

#[sqlite_test(indexed())]
async fn an_index_follows_changes_and_removals(db: Db) {
    add_all(&db, 1..=3).await;
    execute(&db, "UPDATE notes SET search_text = 'outra' WHERE place = 1").await.unwrap();
    execute(&db, "DELETE FROM notes WHERE place = 2").await.unwrap();
    assert_eq!(found(&db, "palavra").await, ["n3"]);
    assert_eq!(found(&db, "outra").await, ["n1"]);
    // One transaction gives a row the former place of another.
    db.write(|tx| {
        tx.execute("DELETE FROM notes WHERE place = 3", &[])?;
        tx.execute("INSERT INTO notes VALUES ('n4', 3, 'nova')", &[])
    })
    .await
    .unwrap();
    assert_eq!((found(&db, "palavra").await, found(&db, "nova").await), (vec![], vec!["n4".to_owned()]));
    let undone = db.write(|tx| {
        tx.execute("UPDATE notes SET search_text = 'desfeita'", &[])?;
        Err::<(), _>(Error::Other("no".into()))
    });
    undone.await.unwrap_err();
    assert_eq!((found(&db, "desfeita").await, found(&db, "nova").await.len()), (vec![], 1));
}

#[sqlite_test(indexed())]
async fn rows_of_another_program_are_found_after_a_start(place: Place) {
    let Target::Sqlite(file) = &place.target else { unreachable!("the test is for SQLite") };
    let db = Db::open(&place.target, &indexed()).await.unwrap();
    add_all(&db, 1..=3).await;
    db.close().await;
    let other = rusqlite::Connection::open(file).unwrap();
    other.execute("INSERT INTO notes VALUES ('n9', 9, 'palavra alheia')", ()).unwrap();
    drop(other);
    let db = Db::open(&place.target, &indexed()).await.unwrap();
    assert_eq!(found(&db, "alheia").await, ["n9"]);
    // The planner knows the number of rows of a table, but not that an index was once small.
    assert_eq!(number(&db, "SELECT count(*) FROM sqlite_stat1 WHERE tbl = 'notes'").await, 1);
    let of_index = "SELECT count(*) FROM sqlite_stat1
                    WHERE tbl IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')";
    assert_eq!(number(&db, of_index).await, 0);
    db.close().await;
}
