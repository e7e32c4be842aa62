//! Backups of the assembled application: what is restored is what was there, in either database, and works only when a person
//! lets it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use ateneu_app::App;
use ateneu_backup::{Destination, ErasedAccount, Error, Manifest, Quarantine, Source, make, restore};
use ateneu_base::{Clock, Value};
use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_server::config::load;
use ateneu_storage::backend::{self, Store};
use ateneu_testkit::{
    TestClient,
    databases::{self, Place},
    db_test,
    mocks::SmtpServer,
};
use axum::http::StatusCode;
use serde_json::json;

/// Returns a value as text, the same for both databases: SQLite has no booleans, and PostgreSQL orders the keys of JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Bool(truth) => plain(&Value::Int(i64::from(*truth))),
        Value::Text(text) => match serde_json::from_str::<serde_json::Value>(text) {
            Ok(mut json) => {
                json.sort_all_objects();
                json.to_string()
            }
            Err(_) => text.clone(),
        },
        other => format!("{other:?}"),
    }
}

/// Rows of every table, each as text, in the order of their keys.
async fn rows_of(db: &Db) -> BTreeMap<String, Vec<String>> {
    let read = db.read_at_length(|tx| {
        let mut all = BTreeMap::new();
        for table in tx.stored_tables()? {
            let mut columns: Vec<usize> = (0..table.columns.len()).collect();
            columns.sort_by_key(|place| &table.columns[*place]);
            let mut rows = Vec::new();
            tx.each_row(&table, |values| {
                let plain: Vec<String> = columns.iter().map(|place| plain(&values[*place])).collect();
                rows.push(plain.join(" | "));
                Ok::<_, ateneu_db::Error>(())
            })?;
            all.insert(table.name, rows);
        }
        Ok::<_, ateneu_db::Error>(all)
    });
    let mut all = read.await.unwrap();
    for own in ["backup_copies", "quarantine", "storage_holds", "uploads", "upload_pieces"] {
        all.remove(own).unwrap();
    }
    all
}

/// Compares the rows of every table, and names the first that differs.
fn assert_same_rows(found: &BTreeMap<String, Vec<String>>, expected: &BTreeMap<String, Vec<String>>) {
    assert!(found.keys().eq(expected.keys()), "both databases have the same tables");
    for (table, rows) in expected {
        assert_eq!(found[table].len(), rows.len(), "{table}");
        for (found, expected) in found[table].iter().zip(rows) {
            assert_eq!(found, expected, "{table}");
        }
    }
}

/// Bytes of every stored file, by version.
fn files_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for shard in fs::read_dir(folder.join("files/files")).unwrap() {
        for file in fs::read_dir(shard.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            all.insert(path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap());
        }
    }
    all
}

fn store(folder: &Path) -> Store {
    backend::open(&backend::Place::Folder(folder.join("files"))).unwrap()
}

async fn open(folder: &Path, set: impl Fn(&str) -> Option<String>) -> App {
    App::open(load(folder, set).unwrap(), Clock::system()).await.unwrap()
}

fn source(db: &Db, folder: &Path) -> Source {
    Source {
        db: db.clone(),
        store: Some(store(folder)),
        content: folder.join("content"),
        clock: Clock::system(),
    }
}

fn destination(database: Target, folder: &Path) -> Destination {
    Destination {
        database,
        migrations: MIGRATIONS.to_vec(),
        store: store(folder),
        content: folder.join("content"),
        erased: Vec::new(),
        clock: Clock::system(),
    }
}

fn sqlite(folder: &Path) -> Target {
    Target::Sqlite(folder.join("ateneu.db"))
}

#[db_test(databases::empty())]
async fn a_backup_restores_the_same_rows_and_files_in_either_database(place: Place) {
    let (first, second, third) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let app = open(first.path(), |_| None).await;
    app.fill_demo().await.unwrap();
    // Its workers change rows while the demo is new.
    app.close().await.unwrap();
    fs::create_dir(first.path().join("content")).unwrap();
    fs::write(first.path().join("content/home.toml"), "# da dona\n").unwrap();
    let db = Db::open(&sqlite(first.path()), MIGRATIONS).await.unwrap();
    let backup = first.path().join("primeira.ateneu");
    let made = make(&source(&db, first.path()), &backup, None).await.unwrap();
    assert_eq!(made.bytes, fs::metadata(&backup).unwrap().len());
    let (made, rows) = (made.manifest, rows_of(&db).await);
    assert_eq!(made.rows(), rows.values().map(|rows| rows.len() as u64).sum::<u64>());
    assert!(rows["contents"].len() > 10 && rows["users"].len() > 3, "the demo has rows");
    let files = files_in(first.path());
    assert!(files.len() > 10 && made.bytes() == files.values().map(|bytes| bytes.len() as u64).sum::<u64>());

    let other = place.target.clone();
    restore(&backup, None, &destination(other.clone(), second.path())).await.unwrap();
    let restored = Db::open(&other, MIGRATIONS).await.unwrap();
    assert_same_rows(&rows_of(&restored).await, &rows);
    assert_eq!(files_in(second.path()), files);
    assert_eq!(fs::read_to_string(second.path().join("content/home.toml")).unwrap(), "# da dona\n");

    let backup = second.path().join("segunda.ateneu");
    make(&source(&restored, second.path()), &backup, Some("quatro palavras de senha")).await.unwrap();
    let to = destination(sqlite(third.path()), third.path());
    restore(&backup, Some("quatro palavras de senha"), &to).await.unwrap();
    let back = Db::open(&sqlite(third.path()), MIGRATIONS).await.unwrap();
    assert_same_rows(&rows_of(&back).await, &rows);
    assert_eq!(files_in(third.path()), files);
}

/// A small installation with one person and one file, and its backup.
struct Small {
    folder: tempfile::TempDir,
    backup: PathBuf,
    manifest: Manifest,
}

impl Small {
    async fn make(passphrase: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let app = open(folder.path(), |_| None).await;
        app.auth.create_admin("ana@exemplo.com.br").await.unwrap();
        let backup = folder.path().join("copia.ateneu");
        let manifest = make(&source(&app.db, folder.path()), &backup, passphrase).await.unwrap().manifest;
        app.close().await.unwrap();
        Self { folder, backup, manifest }
    }

    /// Restores bytes in place of the backup into an empty folder, and returns the error. Nothing is left behind.
    async fn refusal_of(&self, bytes: &[u8], passphrase: Option<&str>) -> Error {
        let path = self.folder.path().join("outra.ateneu");
        fs::write(&path, bytes).unwrap();
        let to = tempfile::tempdir().unwrap();
        let refused = restore(&path, passphrase, &destination(sqlite(to.path()), to.path())).await;
        assert!(!to.path().join("ateneu.db").exists(), "nothing was written");
        refused.unwrap_err()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_is_refused_before_anything_is_written() {
    let small = Small::make(None).await;
    let bytes = fs::read(&small.backup).unwrap();
    let half = &bytes[..bytes.len() / 2];
    assert!(matches!(small.refusal_of(half, None).await, Error::NotABackup(_)));
    assert!(matches!(small.refusal_of(b"", None).await, Error::NotABackup(_)));
    assert!(matches!(small.refusal_of(b"PK\x05\x06 nothing of ours", None).await, Error::NotABackup(_)));

    // One byte in each part of the file, its directory and manifest included.
    for place in (40..bytes.len() - 30).step_by(bytes.len() / 40) {
        let mut altered = bytes.clone();
        altered[place] ^= 0x55;
        let path = small.folder.path().join("alterada.ateneu");
        fs::write(&path, &altered).unwrap();
        let to = tempfile::tempdir().unwrap();
        let restored = restore(&path, None, &destination(sqlite(to.path()), to.path())).await;
        // Bytes that no reader of the archive reads, such as times of its parts, may differ.
        match restored {
            Ok(manifest) => assert_eq!(manifest, small.manifest, "{place}"),
            Err(_) => assert!(!to.path().join("ateneu.db").exists(), "{place}: nothing was written"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_newer_program_is_named() {
    let small = Small::make(None).await;
    let to = tempfile::tempdir().unwrap();
    let mut older = destination(sqlite(to.path()), to.path());
    older.migrations.pop();
    let refused = restore(&small.backup, None, &older).await;
    assert!(matches!(refused, Err(Error::Newer(version)) if version == env!("CARGO_PKG_VERSION")));
    assert!(!to.path().join("ateneu.db").exists(), "nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_erased_after_its_backup_is_erased_again() {
    let (folder, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let app = open(folder.path(), |_| None).await;
    for email in ["ana@exemplo.com.br", "bia@exemplo.com.br", "caio@exemplo.com.br"] {
        app.auth.create_admin(email).await.unwrap();
    }
    let ids: Vec<(String, String)> =
        app.db.read(|tx| tx.query_as("SELECT email, id FROM users", &[])).await.map_err(drop_type).unwrap();
    let id_of = |name: &str| ids.iter().find(|(email, _)| email.starts_with(name)).unwrap().1.clone();
    let backup = folder.path().join("copia.ateneu");
    make(&source(&app.db, folder.path()), &backup, None).await.unwrap();
    app.close().await.unwrap();

    let mut target = destination(sqlite(to.path()), to.path());
    let now = Clock::system().now();
    // The account of Caio is another one than that of the list, which was erased before it was made.
    let long_ago = now - std::time::Duration::from_hours(24);
    target.erased = vec![
        ErasedAccount { id: id_of("ana"), erased_at: now },
        ErasedAccount { id: id_of("caio"), erased_at: long_ago },
    ];
    restore(&backup, None, &target).await.unwrap();
    // The first request finds the account gone, although the server is in quarantine.
    for _ in 0..2 {
        let app = open(to.path(), |_| None).await;
        assert!(Quarantine::current(&app.db).await.unwrap().is_some());
        let left = app.db.read(|tx| tx.query_as("SELECT email FROM users ORDER BY email", &[])).await;
        let left: Vec<String> = left.map_err(drop_type).unwrap();
        assert_eq!(left, ["bia@exemplo.com.br", "caio@exemplo.com.br"]);
        let found =
            app.db.read(|tx| tx.query_as("SELECT id FROM erased_accounts ORDER BY erased_at", &[])).await;
        let found: Vec<String> = found.map_err(drop_type).unwrap();
        assert_eq!(found, [id_of("caio"), id_of("ana")], "the list is kept for the next restore");
        app.close().await.unwrap();
    }
}

/// Names the type of a database error.
fn drop_type(error: ateneu_db::Error) -> ateneu_db::Error {
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_backup_needs_its_passphrase() {
    let small = Small::make(Some("quatro palavras de senha")).await;
    let bytes = fs::read(&small.backup).unwrap();
    assert!(!bytes.windows(11).any(|window| window == b"ana@exemplo"));
    assert!(matches!(small.refusal_of(&bytes, None).await, Error::NeedsPassphrase));
    assert!(matches!(small.refusal_of(&bytes, Some("outra")).await, Error::WrongPassphrase));
    let cut = &bytes[..bytes.len() - 100];
    assert!(matches!(
        small.refusal_of(cut, Some("quatro palavras de senha")).await,
        Error::Io(_) | Error::WrongPassphrase
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_file_nor_an_installation_is_overwritten() {
    let small = Small::make(None).await;
    let db = Db::open(&sqlite(small.folder.path()), MIGRATIONS).await.unwrap();
    let rows = rows_of(&db).await;
    let again = make(&source(&db, small.folder.path()), &small.backup, None).await;
    assert!(matches!(again.unwrap_err(), Error::Exists(_)));
    let to = destination(sqlite(small.folder.path()), small.folder.path());
    assert!(matches!(restore(&small.backup, None, &to).await.unwrap_err(), Error::NotEmpty));
    assert_same_rows(&rows_of(&db).await, &rows);

    // Two at once into one empty folder: one of them succeeds, whole.
    let to = tempfile::tempdir().unwrap();
    let target = destination(sqlite(to.path()), to.path());
    let (one, two) =
        tokio::join!(restore(&small.backup, None, &target), restore(&small.backup, None, &target));
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
    let restored = Db::open(&sqlite(to.path()), MIGRATIONS).await.unwrap();
    assert_same_rows(&rows_of(&restored).await, &rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_server_sends_mail_only_after_resume() {
    let (folder, mail) = (tempfile::tempdir().unwrap(), SmtpServer::start().await);
    let url = mail.url();
    let with_mail = |name: &str| match name {
        "ATENEU_MODE" => Some("production".to_owned()),
        "ATENEU_PUBLIC_URL" => Some("https://ateneu.example".to_owned()),
        "ATENEU_SMTP_URL" => Some(url.clone()),
        "ATENEU_MAIL_FROM" => Some("cartas@ateneu.example".to_owned()),
        _ => None,
    };
    // A server without a mail relay keeps what it should send.
    let app =
        open(folder.path(), |name| if name == "ATENEU_SMTP_URL" { None } else { with_mail(name) }).await;
    let contact = json!({
        "name": "Ana", "email": "ana@exemplo.com.br", "subject": "Parcerias", "message": "Uma linha.",
    });
    let key = app.auth.api_keys().anon;
    let client = TestClient::new(app.router.clone());
    let sent = client.post("/rest/v1/contacts").header("apikey", &key).json(&contact).await;
    assert_eq!(sent.status, StatusCode::CREATED, "{sent:?}");
    app.auth.create_admin("bia@exemplo.com.br").await.unwrap();
    let backup = folder.path().join("copia.ateneu");
    make(&source(&app.db, folder.path()), &backup, None).await.unwrap();
    app.close().await.unwrap();

    let to = tempfile::tempdir().unwrap();
    restore(&backup, None, &destination(sqlite(to.path()), to.path())).await.unwrap();
    let app = open(to.path(), with_mail).await;
    let client = TestClient::new(app.router.clone());
    assert_eq!(client.get("/").await.status, StatusCode::OK);
    assert!(Quarantine::current(&app.db).await.unwrap().is_some());
    // Closing waits for the workers, so that one that had begun would have sent.
    app.close().await.unwrap();
    assert_eq!(mail.received().len(), 0, "a quarantined server sent mail");

    let app = open(to.path(), with_mail).await;
    assert!(Quarantine::end(&app.db).await.unwrap());
    let arrived = mail.wait_for(2).await;
    assert!(arrived.iter().any(|email| email.recipient == "ana@exemplo.com.br"));
    assert!(!Quarantine::end(&app.db).await.unwrap());
    app.close().await.unwrap();
}
