//! A fresh database for every test, once in SQLite and once in PostgreSQL.
//!
//! ```ignore
//! use ateneu_db::Db;
//! use ateneu_testkit::{both_databases, databases};
//!
//! both_databases! {
//!     databases::product();
//!     async fn a_reader_sees_what_was_written(db: Db) { /* ... */ }
//! }
//! ```
//!
//! makes the tests `a_reader_sees_what_was_written::sqlite` and `::postgres`. The first line says what the database
//! holds: [`empty`], [`tables`] or [`product`]. The argument is a `Db`, or a [`Place`] to open it again.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot have its database must stop"
)]

use std::panic::resume_unwind;

use ateneu_base::{Table, ddl, ids};
use ateneu_db::{Db, Migration, Target};

/// Names the PostgreSQL server the tests may make databases on, as a superuser.
pub const POSTGRES: &str = "ATENEU_TEST_POSTGRES";

/// A database with nothing in it.
pub fn empty() -> Vec<Migration> {
    Vec::new()
}

/// A database with these tables.
pub fn tables(tables: impl IntoIterator<Item = Table>) -> Vec<Migration> {
    let sql: String = tables.into_iter().map(|table| ddl::create(&table)).collect();
    vec![("0001_tables", String::leak(sql))]
}

/// A database with the product's tables.
pub fn product() -> Vec<Migration> {
    ateneu_tables::MIGRATIONS.to_vec()
}

/// An open database and where it is.
#[derive(Clone)]
pub struct Place {
    /// The open database.
    pub db: Db,
    /// Where it is, to open it a second time.
    pub target: Target,
    /// What it was opened with.
    pub migrations: Vec<Migration>,
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Self {
        place.clone()
    }
}

impl From<&Place> for Db {
    fn from(place: &Place) -> Self {
        place.db.clone()
    }
}

/// Makes each test twice: `name::sqlite` and `name::postgres`.
#[macro_export]
macro_rules! both_databases {
    ($setup:expr; $($(#[$meta:meta])* async fn $name:ident($place:ident: $kind:ty) $body:block)*) => {$(
        #[cfg(test)]
        mod $name {
            use super::*;

            async fn proof(place: $crate::databases::Place) {
                let $place: $kind = (&place).into();
                $body
            }

            $(#[$meta])*
            #[test]
            fn sqlite() {
                $crate::databases::on_sqlite($setup, proof);
            }

            $(#[$meta])*
            #[test]
            fn postgres() {
                $crate::databases::on_postgres($setup, proof);
            }
        }
    )*};
}

/// Runs one test on a SQLite file in a folder of its own.
pub fn on_sqlite<F: Future<Output = ()> + Send + 'static>(
    migrations: Vec<Migration>,
    proof: impl FnOnce(Place) -> F + Send + 'static,
) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let target = Target::Sqlite(folder.path().join("test.sqlite"));
    runtime().block_on(run(target, migrations, proof));
}

/// Runs one test on a PostgreSQL database of its own, which is dropped afterwards.
pub fn on_postgres<F: Future<Output = ()> + Send + 'static>(
    migrations: Vec<Migration>,
    proof: impl FnOnce(Place) -> F + Send + 'static,
) {
    let server = postgres_server();
    let name = fresh_name();
    let target = Target::Postgres(with_database(&server, &name));
    let runtime = runtime();
    runtime.block_on(administer(
        &server,
        &format!("CREATE DATABASE {name} TEMPLATE template0"),
    ));
    let outcome = runtime.block_on(async { tokio::spawn(run(target, migrations, proof)).await });
    runtime.block_on(administer(&server, &format!("DROP DATABASE {name} WITH (FORCE)")));
    if let Err(stopped) = outcome {
        resume_unwind(stopped.into_panic());
    }
}

async fn run<F: Future<Output = ()> + Send + 'static>(
    target: Target,
    migrations: Vec<Migration>,
    proof: impl FnOnce(Place) -> F + Send + 'static,
) {
    let db = Db::open(&target, &migrations).await.expect("the database opens");
    proof(Place {
        db,
        target,
        migrations,
    })
    .await;
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

#[expect(
    clippy::disallowed_methods,
    reason = "tests are told where PostgreSQL is by their runner"
)]
fn postgres_server() -> String {
    std::env::var(POSTGRES).unwrap_or_else(|_| {
        panic!(
            "{POSTGRES} is not set: run the tests with `cargo xtask test`, which starts a PostgreSQL server, \
             or set it to the address of one"
        )
    })
}

fn fresh_name() -> String {
    format!("ateneu_test_{}", ids::random_id().replace('-', ""))
}

/// `server` with its database replaced.
fn with_database(server: &str, name: &str) -> String {
    let (address, options) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = address.rsplit_once('/').unwrap_or((address, ""));
    let mark = if options.is_empty() { "" } else { "?" };
    format!("{host}/{name}{mark}{options}")
}

async fn administer(server: &str, statement: &str) {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls)
        .await
        .unwrap_or_else(|error| panic!("cannot reach {POSTGRES}: {error}"));
    let driver = tokio::spawn(connection);
    client
        .batch_execute(statement)
        .await
        .unwrap_or_else(|error| panic!("{statement}: {error}"));
    driver.abort();
}
