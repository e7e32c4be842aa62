//! A fresh database for every test, once in SQLite and once in PostgreSQL.
//!
//! ```text
//! use ateneu_db::Db;
//! use ateneu_testkit::db_test;
//!
//! #[db_test]
//! async fn a_reader_sees_what_was_written(db: Db) { /* ... */ }
//! ```
//!
//! makes the tests `a_reader_sees_what_was_written::sqlite` and `::postgres`; `sqlite_test` makes the first alone. An
//! argument of the attribute is the initial content: [`empty`], [`tables`] or, by default, [`product`]. The function
//! takes a `Db`, a [`Place`] to open the database again, or another type with [`FromPlace`].
//!
//! Each set of migrations runs once: every SQLite test gets a copy of the resulting file, every PostgreSQL test a
//! database of earlier tests, emptied. Without [`POSTGRES`] the PostgreSQL tests do nothing but a note on standard
//! error.

#![expect(clippy::expect_used, reason = "a test that cannot have its database must stop")]

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::Write as _,
    panic::resume_unwind,
    path::PathBuf,
    pin::Pin,
    sync::Once,
};

use ateneu_db::{Db, Limits, Migration, Target};
use ateneu_schema::{Table, ddl};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls, SimpleQueryMessage};

/// Variable with the URL of the PostgreSQL server on which tests may create databases, as a superuser.
pub const POSTGRES: &str = "ATENEU_TEST_POSTGRES";

/// Returns the migrations of an empty database.
pub fn empty() -> Vec<Migration> {
    Vec::new()
}

/// Returns the migrations of a database with these tables.
pub fn tables(tables: impl IntoIterator<Item = Table>) -> Vec<Migration> {
    let sql: String = tables.into_iter().map(|table| ddl::create(&table)).collect();
    vec![("0001_tables", String::leak(sql))]
}

/// Returns the migrations of the product's database.
pub fn product() -> Vec<Migration> {
    ateneu_schema::MIGRATIONS.to_vec()
}

/// An open database and its location.
#[derive(Clone)]
pub struct Place {
    /// The open database.
    pub db: Db,
    /// Location of the database, to open it a second time.
    pub target: Target,
    /// Migrations that the database was opened with.
    pub migrations: Vec<Migration>,
}

/// Argument of a test: the database itself, or a service under test over it.
pub trait FromPlace {
    /// Opens the argument over a database.
    fn from_place(place: Place) -> impl Future<Output = Self> + Send;
}

impl FromPlace for Place {
    async fn from_place(place: Place) -> Self {
        place
    }
}

impl FromPlace for Db {
    async fn from_place(place: Place) -> Self {
        place.db
    }
}

/// Calls a test with its argument.
pub async fn call<T: FromPlace, F: Future<Output = ()>>(test: impl FnOnce(T) -> F, place: Place) {
    test(T::from_place(place).await).await;
}

/// A test without its type, so that the runtime is compiled once, not for every test.
type Test = Box<dyn FnOnce(Place) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

fn erased<F: Future<Output = ()> + Send + 'static>(test: impl FnOnce(Place) -> F + Send + 'static) -> Test {
    Box::new(move |place| Box::pin(test(place)))
}

/// Runs one test on a SQLite file in its own folder.
pub fn on_sqlite<F: Future<Output = ()> + Send + 'static>(
    migrations: Vec<Migration>,
    test: impl FnOnce(Place) -> F + Send + 'static,
) {
    run_on_sqlite(migrations, erased(test));
}

fn run_on_sqlite(migrations: Vec<Migration>, test: Test) {
    let folder = folder();
    let target = Target::Sqlite(folder.path().join("test.sqlite"));
    runtime().block_on(async {
        fs::copy(sqlite_template(&migrations).await, folder.path().join("test.sqlite"))
            .expect("a copy of the template");
        run(target, migrations, test).await;
    });
}

/// Runs one test on a PostgreSQL database that only it uses. Has no effect without a server.
pub fn on_postgres<F: Future<Output = ()> + Send + 'static>(
    migrations: Vec<Migration>,
    test: impl FnOnce(Place) -> F + Send + 'static,
) {
    run_on_postgres(migrations, erased(test));
}

fn run_on_postgres(migrations: Vec<Migration>, test: Test) {
    let Some(server) = postgres_server() else {
        return;
    };
    let runtime = runtime();
    let borrowed = runtime.block_on(Borrowed::take(&server, &migrations));
    let target = Target::Postgres(with_database(&server, &borrowed.name));
    let outcome = runtime.block_on(async { tokio::spawn(run(target, migrations, test)).await });
    // The lock on the database ends with the connection, for any outcome of the test.
    drop(borrowed);
    if let Err(stopped) = outcome {
        resume_unwind(stopped.into_panic());
    }
}

/// Creates a folder, in memory if possible: a flush is free there, and no test depends on its durability.
pub(crate) fn folder() -> TempDir {
    let memory = tempfile::tempdir_in("/dev/shm");
    memory.or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

/// Returns the name of a set of migrations, by its content.
fn fingerprint(migrations: &[Migration]) -> String {
    let mut hasher = DefaultHasher::new();
    migrations.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Returns the file of a database with these migrations. The first test creates it, also for later test processes.
async fn sqlite_template(migrations: &[Migration]) -> PathBuf {
    let templates = std::env::temp_dir().join("ateneu-test-templates");
    let template = templates.join(format!("{}.sqlite", fingerprint(migrations)));
    if template.exists() {
        return template;
    }
    fs::create_dir_all(&templates).expect("a folder for templates");
    let folder = tempfile::tempdir_in(&templates).expect("a temporary folder");
    let file = folder.path().join("new.sqlite");
    let db = Db::open(&Target::Sqlite(file.clone()), migrations).await.expect("the migrations run");
    // The last connection moves the write-ahead log into the file.
    db.close().await;
    assert!(!file.with_extension("sqlite-wal").exists(), "the file is whole");
    fs::rename(&file, &template).expect("the template gets its name");
    template
}

/// An emptied PostgreSQL database with some migrations, for one test. Databases are reused: emptying one is ten times
/// faster than copying a template, which writes some 650 files.
struct Borrowed {
    name: String,
    /// Connection with the advisory lock that excludes other tests.
    _lock: Connection,
}

impl Borrowed {
    async fn take(server: &str, migrations: &[Migration]) -> Self {
        let lock = Connection::open(server).await;
        let set = fingerprint(migrations);
        for slot in 0.. {
            let name = format!("ateneu_test_{set}_{slot}");
            let free = format!("SELECT pg_try_advisory_lock(hashtextextended('{name}', 0))");
            if lock.ask(&free).await != ["t"] {
                continue;
            }
            let known = format!(
                "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = '{name}'"
            );
            let ready = match lock.ask(&known).await.pop() {
                Some(shape) => empty_tables(&lock, server, &name, &shape).await,
                None => false,
            };
            if !ready {
                create(&lock, server, &name, migrations).await;
            }
            return Self { name, _lock: lock };
        }
        unreachable!("the slots do not end")
    }
}

/// SQL of a hash of all relations of a database with their columns.
const SHAPE: &str = "SELECT md5(string_agg(concat_ws(' ', relname, attname, atttypid, attnotnull), ',' ORDER BY relname, attnum))
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace";

/// SQL of the tables with pages, which contain rows, in all schemas of a test. The migrations' own record is excluded.
const USED: &str = "SELECT oid::regclass FROM pg_class
    WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    AND relname <> 'schema_migrations' AND pg_relation_size(oid) > 0";

/// Removes the rows of an earlier test. Returns `false` if it left other tables than the migrations'.
async fn empty_tables(admin: &Connection, server: &str, name: &str, shape: &str) -> bool {
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
    admin.ask(&end).await;
    let inside = Connection::open(&with_database(server, name)).await;
    let same = inside.ask(SHAPE).await == [shape];
    if !same {
        return false;
    }
    let used = inside.ask(USED).await;
    if !used.is_empty() {
        // Triggers and foreign keys are disabled meanwhile.
        let rows = used.iter().map(|table| format!("; DELETE FROM {table}")).collect::<String>();
        inside.ask(&format!("SET session_replication_role = replica{rows}")).await;
        // Frees the pages, so that the next test has fewer tables to empty.
        inside.ask(&format!("VACUUM {}", used.join(", "))).await;
    }
    inside.ask("SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence").await;
    true
}

/// Creates the database. Its comment is the shape that [`empty_tables`] compares.
async fn create(admin: &Connection, server: &str, name: &str, migrations: &[Migration]) {
    admin.ask(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
    admin.ask(&format!("CREATE DATABASE {name} TEMPLATE template0")).await;
    let address = with_database(server, name);
    let db = Db::open(&Target::Postgres(address.clone()), migrations).await;
    db.expect("the migrations run").close().await;
    let inside = Connection::open(&address).await;
    let shape = inside.ask(SHAPE).await.pop().unwrap_or_default();
    let tables = inside.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").await;
    for table in tables.iter().filter(|table| *table != "schema_migrations") {
        let rows = inside.ask(&format!("SELECT 1 FROM {table} LIMIT 1")).await;
        assert!(rows.is_empty(), "{table}: a migration left rows, which emptying would lose");
    }
    inside.ask(&format!("COMMENT ON DATABASE {name} IS '{shape}'")).await;
}

/// A further PostgreSQL database of a test, until it is dropped.
pub struct FurtherPostgres {
    /// Address of the database.
    pub address: String,
    _borrowed: Borrowed,
}

impl FurtherPostgres {
    /// Takes an emptied database with these migrations. Returns `None` without a server.
    pub async fn take(migrations: &[Migration]) -> Option<Self> {
        let server = postgres_server()?;
        let borrowed = Borrowed::take(&server, migrations).await;
        Some(Self { address: with_database(&server, &borrowed.name), _borrowed: borrowed })
    }

    /// Runs statements.
    pub async fn run(&self, sql: &str) {
        let connection = Connection::open(&self.address).await;
        let done = connection.0.batch_execute(sql).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
    }

    /// Returns the first column of a result.
    pub async fn ask(&self, statement: &str) -> Vec<String> {
        Connection::open(&self.address).await.ask(statement).await
    }
}

async fn run(target: Target, migrations: Vec<Migration>, test: Test) {
    // A debug build beside other tests is slow: no test may fail by the time of a statement.
    let limits = Limits { statement_factor: 20, ..Limits::default() };
    let db = Db::open_within(&target, &migrations, limits).await.expect("the database opens");
    test(Place { db, target, migrations }).await;
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime")
}

#[expect(clippy::disallowed_methods, reason = "the runner of the tests names the PostgreSQL server")]
fn postgres_server() -> Option<String> {
    static LEFT_OUT: Once = Once::new();
    let named = std::env::var(POSTGRES).ok();
    if named.is_none() {
        // Bypasses the test runner's capture, which hides the output of passing tests.
        LEFT_OUT.call_once(|| {
            let note = format!(
                "note: {POSTGRES} is not set, so the PostgreSQL tests are left out; `cargo xtask test` runs them\n"
            );
            std::io::stderr()
                .write_all(note.as_bytes())
                .expect("standard error is open");
        });
    }
    named
}

/// Returns `server` with another database.
fn with_database(server: &str, name: &str) -> String {
    let (address, options) = server.split_once('?').unwrap_or((server, ""));
    let (host, _) = address.rsplit_once('/').unwrap_or((address, ""));
    let mark = if options.is_empty() { "" } else { "?" };
    format!("{host}/{name}{mark}{options}")
}

/// A connection to the server as the account that creates databases. Closed on drop.
struct Connection(Client);

impl Connection {
    async fn open(server: &str) -> Self {
        let opened = tokio_postgres::connect(server, NoTls).await;
        let (client, connection) = opened.unwrap_or_else(|error| panic!("{POSTGRES}: {error}"));
        tokio::spawn(connection);
        Self(client)
    }

    /// Returns the first column of the result.
    async fn ask(&self, statement: &str) -> Vec<String> {
        let answer = self.0.simple_query(statement).await;
        let answer = answer.unwrap_or_else(|error| panic!("{POSTGRES}: {statement}: {error}"));
        let first_column = |message: &SimpleQueryMessage| match message {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        };
        answer.iter().filter_map(first_column).collect()
    }
}
