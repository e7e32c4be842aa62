//! A project in a database of its own, and an installation that receives it.

use std::{collections::BTreeMap, fs, sync::Arc, time::Duration};

use ateneu_app::{Accounts, App, Config};
use ateneu_base::{Clock, Timestamp, Value};
use ateneu_content::Content;
use ateneu_db::{Db, Target};
use ateneu_import::{Destination, Error, FilesFrom, Options, Report, import};
use ateneu_server::config::load;
use ateneu_storage::backend;
use ateneu_testkit::{
    databases::{FurtherPostgres, Place},
    mocks::{ProjectStorage, project_storage::SERVICE_KEY},
};
use serde_json::Value as Json;
use tempfile::TempDir;

/// Password of everybody in the project.
pub const PASSWORD: &str = "uma senha bem antiga";

/// Secret of Ana's authenticator app.
pub const SECRET: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/// Files of the project, by `bucket/key`.
pub const FILES: [(&str, &str); 3] = [
    ("contents/article/foto.png", "bytes de um foto"),
    ("contents/thumbnails/capa um.png", "capa com 16 byte"),
    ("planilhas/dados.txt", "quarenta caracteres de uma planilha só "),
];

/// Returns the id of a person or row in the project.
pub fn id(number: u32) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

/// A project, and an installation without people.
pub struct Project {
    pub source: FurtherPostgres,
    pub storage: ProjectStorage,
    pub clock: Clock,
    pub config: Config,
    pub folder: TempDir,
}

impl Project {
    /// Opens both. Returns `None` without a PostgreSQL server.
    pub async fn open(place: &Place) -> Option<Self> {
        let source = FurtherPostgres::take(&[("0001_project", include_str!("project.sql"))]).await?;
        let (folder, clock) =
            (tempfile::tempdir().unwrap(), Clock::held_at(Timestamp::from_seconds(1_795_000_000)));
        let address = match &place.target {
            Target::Sqlite(file) => {
                fs::copy(file, folder.path().join("ateneu.db")).unwrap();
                None
            }
            Target::Postgres(address) => Some(address.clone()),
        };
        let config =
            load(folder.path(), |name| address.clone().filter(|_| name == "ATENEU_DATABASE_URL")).unwrap();
        let storage = ProjectStorage::start().await;
        for (name, text) in FILES {
            storage.data().files.insert(name.into(), text.into());
        }
        Some(Self { source, storage, clock, config, folder })
    }

    /// Opens both, with everybody in the project.
    pub async fn filled(place: &Place) -> Option<Self> {
        let project = Self::open(place).await?;
        let bcrypt = bcrypt::hash(PASSWORD, 4).unwrap();
        let gate = ateneu_passwords::HashGate::open(ateneu_passwords::PasswordCost::MIN).unwrap();
        let argon2 = ateneu_passwords::hash(&gate, PASSWORD.into()).await.unwrap();
        let people = include_str!("people.sql");
        let people = people.replace("{bcrypt}", &bcrypt).replace("{argon2}", &argon2);
        project.source.run(&people.replace("{url}", &project.storage.url())).await;
        Some(project)
    }

    pub fn options(&self) -> Options {
        Options {
            database: self.source.address.as_str().into(),
            files: Some(FilesFrom::Storage {
                url: self.storage.url().parse().unwrap(),
                key: SERVICE_KEY.into(),
            }),
            project_url: Some(self.storage.url()),
            is_applied: true,
            overwrites: false,
            report: None,
            page: 500,
            retry: Duration::ZERO,
        }
    }

    /// Opens the accounts of the installation, and what an import needs of it.
    pub async fn destination(&self) -> Destination {
        let accounts =
            Accounts::open(&self.config, self.clock.clone(), Content::open(None).unwrap()).await.unwrap();
        Destination {
            db: accounts.db,
            schema: accounts.schema,
            buckets: self.config.declared.buckets.iter().map(|bucket| bucket.id.to_owned()).collect(),
            store: backend::open(&backend::Place::Folder(self.folder.path().join("files"))).unwrap(),
            factors: Arc::new(accounts.auth.factor_cipher().unwrap()),
            clock: self.clock.clone(),
        }
    }

    /// Imports with these options.
    pub async fn import(&self, options: Options) -> Result<Report, Error> {
        let to = self.destination().await;
        let done = import(&options, &to).await;
        to.db.close().await;
        done
    }

    /// Opens the installation as a server.
    pub async fn serve(&self) -> App {
        App::open(self.config.clone(), self.clock.clone()).await.unwrap()
    }

    /// Returns the rows of the tables that an import writes, the same for both databases and for each import.
    pub async fn rows(&self) -> BTreeMap<String, Vec<String>> {
        let to = self.destination().await;
        let rows = rows(&to.db).await;
        to.db.close().await;
        rows
    }
}

/// Columns whose values differ from import to import: times of the import, and encrypted secrets.
const CHANGING: [&str; 5] = ["notified_at", "secret", "stored_digest", "imported_at", "updated_at"];

async fn rows(db: &Db) -> BTreeMap<String, Vec<String>> {
    let read = db.read_at_length(|tx| {
        let mut all = BTreeMap::new();
        for table in tx.stored_tables()? {
            let is_own = matches!(table.name.as_str(), "signing_keys" | "api_keys" | "audit_log" | "tasks");
            let mut rows = Vec::new();
            tx.each_row(&table, |values| {
                let columns = table.columns.iter().zip(&values);
                let shown = columns.filter(|(name, _)| !CHANGING.contains(&name.as_str()));
                rows.push(
                    shown
                        .map(|(name, value)| format!("{name}={}", plain(value)))
                        .collect::<Vec<_>>()
                        .join(" "),
                );
                Ok::<_, ateneu_db::Error>(())
            })?;
            if !is_own && !rows.is_empty() {
                all.insert(table.name, rows);
            }
        }
        Ok::<_, ateneu_db::Error>(all)
    });
    read.await.unwrap()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Bool(truth) => i64::from(*truth).to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => match serde_json::from_str::<Json>(text) {
            Ok(mut json) => {
                json.sort_all_objects();
                json.to_string()
            }
            Err(_) => text.clone(),
        },
        other => format!("{other:?}"),
    }
}

/// Returns the counts of a table: in the project, added, changed, same, kept, skipped.
pub fn counts(report: &Report, table: &str) -> [u64; 6] {
    let table = report.table(table).unwrap();
    [table.source, table.added, table.changed, table.same, table.kept, table.skipped]
}

/// Returns the reasons of a table, each with its number of rows.
pub fn reasons(report: &Report, table: &str) -> Vec<(String, u64)> {
    let reasons = &report.table(table).unwrap().reasons;
    reasons.iter().map(|(reason, rows)| (reason.clone(), rows.rows)).collect()
}
