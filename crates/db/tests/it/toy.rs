//! Two small tables, with helpers for tests.

use ateneu_base::{Change, Verb};
use ateneu_db::{Db, Error, Limits, Migration, Tx};
use ateneu_schema::{
    OnDelete, Table,
    table::{Check, boolean, int, internal, json, real, text, timestamp, uuid},
};
use ateneu_testkit::databases::{self, Place};

/// The migrations of the tables.
pub fn toys() -> Vec<Migration> {
    databases::tables(tables())
}

pub fn tables() -> [Table; 2] {
    [
        internal("shelves", "Shelves.").columns([text("id").required()]),
        internal("books", "Books on shelves.")
            .columns([
                text("id").required(),
                text("title").required().length(1, 20),
                int("pages").check(Check::Range(1, 5_000)),
                real("weight"),
                boolean("lent").or(false),
                timestamp("bought_at"),
                uuid("owner"),
                json("notes"),
                text("shelf").references("shelves", "id", OnDelete::Restrict),
            ])
            .unique(["title", "shelf"])
            .unique_where(["owner"], "lent = true"),
    ]
}

/// The tables, reached over the data service.
pub fn exposed_tables() -> Vec<Table> {
    tables().into_iter().map(|table| Table { exposed: true, ..table }).collect()
}

pub fn add(tx: &mut Tx<'_>, id: &str) -> Result<u64, Error> {
    tx.execute(
        "INSERT INTO books (id, title, lent) VALUES ($1, $2, $3)",
        &[id.into(), format!("Livro {id}").into(), false.into()],
    )
}

/// Adds a book in a transaction of its own.
pub async fn add_one(db: &Db, id: &str) -> Result<u64, Error> {
    let id = id.to_owned();
    db.write(move |tx| add(tx, &id)).await
}

/// Returns the number of books.
pub async fn count(db: &Db) -> i64 {
    db.read(|tx| tx.query_one_as("SELECT count(*) FROM books", &[])).await.unwrap()
}

/// Returns the ids of the books, sorted.
pub async fn ids(db: &Db) -> Vec<String> {
    db.read(|tx| tx.query_as("SELECT id FROM books ORDER BY id", &[])).await.unwrap()
}

pub async fn execute(db: &Db, sql: &'static str) -> Result<u64, Error> {
    db.write(move |tx| tx.execute(sql, &[])).await
}

pub async fn publish(db: &Db, change: Change) {
    let publish = db.write(move |tx| {
        tx.changed(change);
        Ok::<_, Error>(())
    });
    publish.await.unwrap();
}

/// Returns a change without rows.
pub fn noted(table: &str) -> Change {
    Change { table: table.into(), verb: Verb::Insert, old: None, new: None }
}

/// Opens the same database with other limits.
pub async fn within(place: &Place, limits: Limits) -> Db {
    Db::open_within(&place.target, &place.migrations, limits).await.unwrap()
}
