//! A fresh database for every test, once in SQLite and once in PostgreSQL.
//!
//! ```text
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

use std::{panic::resume_unwind, path::Path};

use ateneu_base::{Table, ddl, ids};
use ateneu_db::{Db, Migration, Target};
use parking_lot::Mutex;
use tokio_postgres::SimpleQueryMessage;

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

/// Runs one test on a PostgreSQL database that nothing else uses meanwhile.
pub fn on_postgres<F: Future<Output = ()> + Send + 'static>(
    migrations: Vec<Migration>,
    proof: impl FnOnce(Place) -> F + Send + 'static,
) {
    let server = postgres_server();
    let runtime = runtime();
    let name = runtime.block_on(lend(&server));
    let target = Target::Postgres(with_database(&server, &name));
    let outcome = runtime.block_on(async { tokio::spawn(run(target, migrations, proof)).await });
    runtime.block_on(take_back(&server, name));
    if let Err(stopped) = outcome {
        resume_unwind(stopped.into_panic());
    }
}

/// Emptied databases of this process. Emptying one is many times faster than making one.
static SPARE: Mutex<Vec<String>> = Mutex::new(Vec::new());

async fn lend(server: &str) -> String {
    let spare = SPARE.lock().pop();
    if let Some(name) = spare {
        return name;
    }
    drop_forgotten(server).await;
    let name = format!(
        "{PREFIX}{}_{}",
        std::process::id(),
        ids::random_id().replace('-', "")
    );
    administer(server, &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
    name
}

async fn take_back(server: &str, name: String) {
    administer(
        server,
        &format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
    )
    .await;
    let empty = "DROP SCHEMA public CASCADE; CREATE SCHEMA public";
    administer(&with_database(server, &name), empty).await;
    SPARE.lock().push(name);
}

const PREFIX: &str = "ateneu_test_";

/// Databases of test processes that are gone.
async fn drop_forgotten(server: &str) {
    for name in administer(server, "SELECT datname FROM pg_database").await {
        let process = name.strip_prefix(PREFIX).and_then(|rest| rest.split('_').next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            // Another process may be about the same work; whoever is first does it.
            let _ = ask(server, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        }
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

/// `server` with its database replaced.
fn with_database(server: &str, name: &str) -> String {
    let (address, options) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = address.rsplit_once('/').unwrap_or((address, ""));
    let mark = if options.is_empty() { "" } else { "?" };
    format!("{host}/{name}{mark}{options}")
}

/// Runs statements as the administrator; the first column of what they answer.
async fn administer(server: &str, statements: &str) -> Vec<String> {
    ask(server, statements)
        .await
        .unwrap_or_else(|error| panic!("{POSTGRES}: {statements}: {error}"))
}

async fn ask(server: &str, statements: &str) -> Result<Vec<String>, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await?;
    let driver = tokio::spawn(connection);
    let answer = client.simple_query(statements).await;
    driver.abort();
    let first_column = |message: &SimpleQueryMessage| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    };
    Ok(answer?.iter().filter_map(first_column).collect())
}
