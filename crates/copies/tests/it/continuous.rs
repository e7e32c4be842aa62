//! The continuous copy: every second comes back, also if the target or the server fails meanwhile.

use std::time::Duration;

use ateneu_backup::{ContinuousCopy, CopyStore, Error, RestoredAt, record_erasure, restore_at};
use ateneu_base::Timestamp;
use ateneu_copies::{Continuous, Copies, Pace};
use ateneu_db::Db;
use ateneu_schema::MIGRATIONS;
use ateneu_storage::backend::{self, Place, RequestLimits};
use ateneu_testkit::{mocks::S3Fault, sqlite_test};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fixture::Fixture;

const LOOK: Duration = Duration::from_millis(5);
const PACE: Pace = Pace { log: LOOK, collecting: Duration::ZERO, files: LOOK };
const LIMITS: RequestLimits = RequestLimits { timeout: Duration::from_millis(500), retries: 0 };
const LOGS: &str = "/log/";

/// Waits for a condition that another task brings about.
async fn until(mut is_met: impl FnMut() -> bool) {
    while !is_met() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// A restored installation.
struct Restored {
    folder: TempDir,
    said: RestoredAt,
    notes: Vec<String>,
}

impl Fixture {
    fn continuous_with(&self, changed: &Value) -> Copies {
        let mut all = json!({ "continuous": true });
        all.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        self.copies_with(&all, LIMITS)
    }

    /// Writes a row that only this test reads.
    async fn write_note(&self, text: &str) {
        self.execute(
            "INSERT INTO storage_holds (id, until) VALUES ($1, $2)",
            &[text.into(), self.clock.now().into()],
        )
        .await;
    }

    /// Waits until everything so far is copied. Returns the time, which no later change has.
    async fn copied(&self, copies: &Copies) -> Timestamp {
        self.advance_secs(1);
        let now = self.clock.now();
        until(|| copies.continuous_progress().copied_until.is_some_and(|until| until >= now)).await;
        self.advance_secs(1);
        now
    }

    async fn restored_at(
        &self,
        target: CopyStore,
        at: Option<Timestamp>,
        passphrase: Option<&str>,
    ) -> Result<Restored, Error> {
        let folder = tempfile::tempdir().unwrap();
        let to = self.destination(&folder);
        let copy = ContinuousCopy::open(target, passphrase.map(str::to_owned)).await?;
        let restored = restore_at(&copy, at, &to).await;
        assert_eq!(
            restored.is_ok(),
            folder.path().join("ateneu.db").exists(),
            "a refused one restores nothing"
        );
        let said = restored?;
        let again = restore_at(&copy, at, &to).await;
        assert!(matches!(again, Err(Error::NotEmpty)), "data is never overwritten");
        let db = Db::open(&to.database, MIGRATIONS).await.unwrap();
        let notes = db.read(|tx| tx.query_as("SELECT id FROM storage_holds ORDER BY id", &[]));
        let notes = notes.await.map_err(Error::Database)?;
        assert!(ateneu_backup::Quarantine::current(&db).await.unwrap().is_some(), "it sends nothing");
        db.close().await;
        Ok(Restored { folder, said, notes })
    }

    /// Returns the names of the log's objects with this beginning.
    fn log_objects(&self, beginning: &str) -> Vec<String> {
        let keys = self.s3.objects().into_keys().filter(|key| key.contains(LOGS));
        keys.filter(|key| key.rsplit('/').next().unwrap().starts_with(beginning)).collect()
    }
}

#[sqlite_test]
async fn every_second_comes_back(app: Fixture) {
    std::fs::write(app.folder().join("senha"), "quatro palavras de senha\n").unwrap();
    let begun = app.clock.now();
    for (target, passphrase) in [(app.s3.url(), Some("quatro palavras de senha")), ("copias".into(), None)] {
        let file = passphrase.map_or("", |_| "senha");
        let copies = app.continuous_with(&json!({ "target": target, "passphrase_file": file }));
        let running = Continuous::start(&copies, PACE);
        let mut seen = vec![(app.copied(&copies).await, Vec::new())];
        for round in 0..4 {
            app.write_note(&format!("nota {round}")).await;
            let notes = (0..=round).map(|round| format!("nota {round}")).collect();
            seen.push((app.copied(&copies).await, notes));
        }
        app.execute("DELETE FROM storage_holds", &[]).await;
        seen.push((app.copied(&copies).await, Vec::new()));
        for (at, notes) in seen {
            let restored = app.restored_at(copies.target().unwrap(), Some(at), passphrase).await.unwrap();
            assert_eq!(restored.notes, notes, "{target} at {at}");
        }
        let early =
            app.restored_at(copies.target().unwrap(), Some(begun - Duration::from_secs(1)), passphrase);
        assert!(matches!(early.await, Err(Error::TooEarly(_))));
        running.stop().await;
    }
    let sealed = app.s3.objects().into_iter().filter(|(key, _)| key.contains(LOGS));
    for (key, bytes) in sealed {
        assert!(bytes.starts_with(b"ateneu-object-1\n"), "{key}");
    }
    let target = app.continuous_with(&json!({})).target().unwrap();
    let wrong = app.restored_at(target.clone(), None, Some("outra")).await;
    assert!(matches!(wrong, Err(Error::WrongPassphrase)));
    assert!(matches!(app.restored_at(target.clone(), None, None).await, Err(Error::NoContinuousCopy)));
    // Write access to the target is not enough to rename an object, or to replace it by an unencrypted one.
    let [first, .., last] = &*app.log_objects("0") else { panic!("there are several segments") };
    let (own, other) = (app.s3.objects()[last].clone(), app.s3.objects()[first].clone());
    for bytes in [other, b"aberto".as_slice().into()] {
        app.s3.put(last, bytes);
        let replaced = app.restored_at(target.clone(), None, Some("quatro palavras de senha")).await;
        assert!(matches!(replaced, Err(Error::BrokenLog { .. } | Error::WrongPassphrase)));
    }
    app.s3.put(last, own);
    app.s3.remove("site/continuous-encrypted/key");
    let copies = app.continuous_with(&json!({ "passphrase_file": "senha" }));
    let begun = ContinuousCopy::open_or_begin(copies.target().unwrap(), copies.passphrase().unwrap()).await;
    assert!(matches!(begun.map(drop), Err(Error::Damaged(_))), "a lost salt is not replaced");
}

#[sqlite_test]
async fn a_start_goes_on_beside_the_former_log(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let mut seen = Vec::new();
    for round in 0..3 {
        let running = Continuous::start(&copies, PACE);
        let before = app.copied(&copies).await;
        app.write_note(&format!("nota {round}")).await;
        // The orderly stop copies what was not looked at yet.
        running.stop().await;
        app.advance_secs(1);
        seen.push((before, round));
        seen.push((app.clock.now(), round + 1));
        app.advance_secs(1);
    }
    for (at, notes) in seen {
        let restored = app.restored_at(copies.target().unwrap(), Some(at), None).await.unwrap();
        assert_eq!(restored.notes.len(), notes, "{at}");
    }
    assert_eq!(app.log_objects("snapshot").len(), 3);
}

#[sqlite_test]
async fn a_target_that_was_away_loses_no_change(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let running = Continuous::start(&copies, PACE);
    app.copied(&copies).await;
    for (fault, names) in [(S3Fault::Status(503), ["a", "b"]), (S3Fault::Hang, ["c", "d"])] {
        app.s3.fail_where(move |_| Some(fault));
        app.write_note(names[0]).await;
        until(|| copies.continuous_progress().trouble.is_some()).await;
        app.advance_secs(400);
        assert!(copies.continuous_progress().late_since(app.clock.now()).is_some());
        app.write_note(names[1]).await;
        app.s3.recover();
        app.copied(&copies).await;
        assert_eq!(copies.continuous_progress().trouble, None);
        assert_eq!(copies.continuous_progress().late_since(app.clock.now()), None);
    }
    let restored = app.restored_at(copies.target().unwrap(), None, None).await.unwrap();
    assert_eq!(restored.notes, ["a", "b", "c", "d"]);
    assert_eq!(app.log_objects("snapshot").len(), 1, "the log went on");
    running.stop().await;
}

#[sqlite_test]
async fn a_large_transaction_comes_back_whole(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let running = Continuous::start(&copies, PACE);
    let before = app.copied(&copies).await;
    let fill = "INSERT INTO storage_holds (id, until)
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
                SELECT hex(randomblob(800)), $1 FROM n";
    app.execute(fill, &[app.clock.now().into()]).await;
    let after = app.copied(&copies).await;
    running.stop().await;
    let segments = app.log_objects("0");
    assert!(segments.len() > 1, "{segments:?}");
    for (at, lines) in [(before, 0), (after, 12_000)] {
        let restored = app.restored_at(copies.target().unwrap(), Some(at), None).await.unwrap();
        assert_eq!(restored.notes.len(), lines);
    }
    // A killed server leaves the first parts of it.
    let last = segments.iter().max().unwrap();
    app.s3.remove(last);
    let restored = app.restored_at(copies.target().unwrap(), None, None).await.unwrap();
    assert_eq!(restored.notes.len(), 0);
}

#[sqlite_test]
async fn a_damaged_log_names_the_last_time_to_restore(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let running = Continuous::start(&copies, PACE);
    app.copied(&copies).await;
    for round in 0..3 {
        app.write_note(&format!("nota {round}")).await;
        app.copied(&copies).await;
    }
    running.stop().await;
    let segments = app.log_objects("0");
    assert_eq!(segments.len(), 3);
    let whole = app.s3.objects()[&segments[1]].clone();
    let mut altered = whole.to_vec();
    altered[whole.len() / 2] ^= 1;
    let of_another = app.s3.objects()[&segments[0]].clone();
    for bytes in [altered, whole[..whole.len() - 40].to_vec(), of_another.to_vec()] {
        app.s3.put(&segments[1], bytes);
        let Err(Error::BrokenLog { last, .. }) =
            app.restored_at(copies.target().unwrap(), None, None).await.map(drop)
        else {
            panic!("a damaged segment was restored");
        };
        let last = Timestamp::parse(&last).unwrap();
        let restored = app.restored_at(copies.target().unwrap(), Some(last), None).await.unwrap();
        assert_eq!(restored.notes, ["nota 0"]);
    }
    app.s3.remove(&segments[1]);
    let missing = app.restored_at(copies.target().unwrap(), None, None).await;
    assert!(matches!(missing, Err(Error::BrokenLog { .. })));
    let snapshot = &app.log_objects("snapshot")[0];
    let cut = app.s3.objects()[snapshot][..2_000].to_vec();
    app.s3.put(snapshot, cut);
    assert!(matches!(app.restored_at(copies.target().unwrap(), None, None).await, Err(Error::Damaged(_))));
}

#[sqlite_test]
async fn files_and_content_come_back_with_their_time(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let content = app.folder().join("content");
    std::fs::create_dir_all(&content).unwrap();
    std::fs::write(content.join("site.toml"), "antes").unwrap();
    let store = backend::open(&Place::Folder(app.folder().join("files"))).unwrap();
    let mut writer = store.write_version("v-um").await.unwrap();
    writer.push(b"bytes de um arquivo").await.unwrap();
    writer.finish().await.unwrap();
    let now = app.clock.now();
    let row = "INSERT INTO objects (id, bucket_id, name, version, size, mimetype, etag, created_at, updated_at)
               VALUES ('00000000-0000-4000-e000-000000000001', 'contents', 'a.txt', 'v-um', 19, 'text/plain', 'e', $1, $1)";
    let bucket = "INSERT INTO buckets (id, name, public, created_at, updated_at)
                  VALUES ('contents', 'contents', TRUE, $1, $1)";
    app.execute(bucket, &[now.into()]).await;
    app.execute(row, &[now.into()]).await;
    let running = Continuous::start(&copies, PACE);
    until(|| app.s3.objects().contains_key("site/continuous/files/v-um")).await;
    let before = app.copied(&copies).await;
    app.execute("DELETE FROM objects", &[]).await;
    store.remove_version("v-um").await;
    std::fs::write(content.join("site.toml"), "depois").unwrap();
    let contents = || app.s3.objects().keys().filter(|key| key.contains("/content/")).count();
    until(|| contents() == 2).await;
    let after = app.copied(&copies).await;
    for (at, words, files) in [(before, "antes", 1), (after, "depois", 0)] {
        let restored = app.restored_at(copies.target().unwrap(), Some(at), None).await.unwrap();
        assert_eq!((restored.said.files, restored.said.missing.len()), (files, 0));
        let folder = restored.folder.path();
        assert_eq!(std::fs::read_to_string(folder.join("content/site.toml")).unwrap(), words);
        let bytes = backend::open(&Place::Folder(folder.join("files"))).unwrap();
        assert_eq!(bytes.size_of_version("v-um").await.unwrap(), (files == 1).then_some(19));
    }
    // What no second of the last days needs goes: first the file, with the next snapshot the former one.
    let is_there = |name: &str| app.s3.objects().contains_key(name);
    let first = app.log_objects("snapshot");
    app.advance_days(9);
    app.write_note("outra").await;
    until(|| !is_there("site/continuous/files/v-um") && app.log_objects("snapshot").len() == 2).await;
    app.advance_days(9);
    until(|| !is_there(&first[0])).await;
    running.stop().await;
    assert!(app.restored_at(copies.target().unwrap(), None, None).await.is_ok());
}

#[sqlite_test]
async fn an_erasure_after_that_second_is_repeated(app: Fixture) {
    let copies = app.continuous_with(&json!({}));
    let running = Continuous::start(&copies, PACE);
    let at = app.copied(&copies).await;
    let now = app.clock.now();
    let id = ateneu_testkit_app::id(1);
    let erased = id.clone();
    app.db.write(move |tx| record_erasure(tx, &erased, now)).await.unwrap();
    running.stop().await;
    let folder = tempfile::tempdir().unwrap();
    let mut to = app.destination(&folder);
    to.erased = app.db.read(ateneu_backup::erased_accounts).await.unwrap();
    let copy = ContinuousCopy::open(copies.target().unwrap(), None).await.unwrap();
    restore_at(&copy, Some(at), &to).await.unwrap();
    let db = Db::open(&to.database, MIGRATIONS).await.unwrap();
    let listed = db.read(ateneu_backup::erased_accounts).await.unwrap();
    assert_eq!(listed.iter().map(|account| &account.id).collect::<Vec<_>>(), [&id]);
    db.close().await;
}
