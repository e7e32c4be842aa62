//! An installation with one person, whose copies go to a bucket or a folder.

use std::time::Duration;

use ateneu_backup::{CopyStore, Destination, Error, Manifest, Origin, restore};
use ateneu_copies::{BackupsSection, Copies, Deps, KeptCopies};
use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_storage::backend::{self, Place, RequestLimits, Store};
use ateneu_testkit::mocks::S3;
use ateneu_testkit_app::TestServer;
use serde_json::{Value, json};
use tempfile::TempDir;

/// State of a copy, the reason of its failure, the result of its proof, and the reason of that.
pub type Recorded = (String, Option<String>, Option<String>, Option<String>);

pub struct Fixture {
    pub app: TestServer,
    pub s3: S3,
}

ateneu_testkit::deref!(Fixture, app: TestServer);

ateneu_testkit::opened_by!(Fixture::open);

/// Limits of requests that never wait long.
pub const LIMITS: RequestLimits = RequestLimits { timeout: Duration::from_secs(30), retries: 2 };

impl Fixture {
    pub async fn open(db: Db) -> Self {
        let app = TestServer::with(db, &[&KeptCopies]);
        app.add_people([1]).await;
        Self { app, s3: S3::start().await }
    }

    fn files(&self) -> Store {
        backend::open(&Place::Folder(self.folder().join("files"))).unwrap()
    }

    /// Returns the copies with these keys of the configuration in place of the usual ones.
    pub fn copies_with(&self, changed: &Value, requests: RequestLimits) -> Copies {
        let mut section = json!({
            "target": self.s3.url(), "access_key": "chave", "secret_key": "segredo", "passphrase_file": "",
            "keep": 2, "schedule": "daily", "hour": 1, "rows_only": false, "continuous": false,
        });
        for (key, value) in changed.as_object().unwrap() {
            section[key] = value.clone();
        }
        let section: BackupsSection = serde_json::from_value(section).unwrap();
        Copies::new(Deps {
            db: self.db.clone(),
            clock: self.clock.clone(),
            files: self.files(),
            content: self.folder().join("content"),
            data: self.folder().to_owned(),
            migrations: MIGRATIONS.to_vec(),
            section,
            requests,
        })
    }

    /// Returns the copies in the bucket.
    pub fn copies(&self) -> Copies {
        self.copies_with(&json!({}), LIMITS)
    }

    /// Restores a copy into an empty folder, and returns its people.
    pub async fn restored(
        &self,
        store: CopyStore,
        name: &str,
        passphrase: Option<&str>,
    ) -> Result<(Manifest, Vec<String>), Error> {
        let folder = tempfile::tempdir().unwrap();
        let to = self.destination(&folder);
        let restored = restore(Origin::Copy(store, name.to_owned()), passphrase, &to).await;
        let is_written = folder.path().join("ateneu.db").exists();
        assert_eq!(restored.is_ok(), is_written, "a refused copy writes nothing");
        let manifest = restored?;
        let db = Db::open(&to.database, MIGRATIONS).await.unwrap();
        let people = db.read(|tx| tx.query_as("SELECT email FROM users ORDER BY email", &[])).await;
        db.close().await;
        Ok((manifest, people.map_err(Error::Database)?))
    }

    /// Returns an installation without data in a folder.
    pub fn destination(&self, folder: &TempDir) -> Destination {
        Destination {
            database: Target::Sqlite(folder.path().join("ateneu.db")),
            migrations: MIGRATIONS.to_vec(),
            store: backend::open(&Place::Folder(folder.path().join("files"))).unwrap(),
            content: folder.path().join("content"),
            erased: Vec::new(),
            clock: self.clock.clone(),
        }
    }

    /// Returns the recorded copies, newest first.
    pub async fn recorded(&self) -> Vec<Recorded> {
        let sql = "SELECT state, error, proof, proof_error FROM backup_copies ORDER BY started_at DESC";
        self.rows_as(sql, &[]).await
    }

    /// Returns the names of the copies in the bucket.
    pub fn stored(&self) -> Vec<String> {
        let keys = self.s3.objects().into_keys();
        keys.filter_map(|key| key.strip_prefix("site/").map(str::to_owned))
            .filter(|name| name.ends_with(".ateneu"))
            .collect()
    }
}
