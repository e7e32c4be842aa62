//! Copies that are made, kept, restored and proved.

use ateneu_backup::{ERASED_LIST, record_erasure};
use ateneu_testkit::{db_test, sqlite_test};
use serde_json::json;

use crate::fixture::{Fixture, LIMITS};

#[db_test]
async fn a_copy_in_a_bucket_restores_by_ranges(app: Fixture) {
    std::fs::write(app.folder().join("senha"), "quatro palavras de senha\n").unwrap();
    for passphrase in [None, Some("quatro palavras de senha")] {
        let file = passphrase.map_or("", |_| "senha");
        let copies = app.copies_with(&json!({ "passphrase_file": file }), LIMITS);
        app.advance_secs(60);
        let made = copies.make().await.unwrap();
        let target = copies.target().unwrap();
        let found = target.list().await.unwrap();
        assert_eq!((&*found[0].name, found[0].bytes), (&*made.name, made.bytes));
        let (manifest, people) = app.restored(target, &made.name, passphrase).await.unwrap();
        assert_eq!(manifest, made.manifest);
        assert_eq!(people, ["1@exemplo.com.br"]);
    }
    assert_eq!(app.s3.open_uploads(), 0);
    let ranged = app.s3.requests().into_iter().filter(|request| request.method == "GET");
    assert!(ranged.count() > 2);
}

#[sqlite_test]
async fn a_copy_in_a_folder_is_readable_by_its_owner_alone(app: Fixture) {
    use std::os::unix::fs::PermissionsExt;
    let copies = app.copies_with(&json!({ "target": "copias" }), LIMITS);
    let made = copies.make().await.unwrap();
    let file = app.folder().join("copias").join(&made.name);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let (_, people) = app.restored(copies.target().unwrap(), &made.name, None).await.unwrap();
    assert_eq!(people.len(), 1);
    let missing = app.restored(copies.target().unwrap(), "2026-01-01T00-00-00Z.ateneu", None).await;
    assert!(matches!(missing, Err(ateneu_backup::Error::NoSuchCopy(_))));
}

#[sqlite_test]
async fn copies_beyond_the_limit_are_removed_oldest_first(app: Fixture) {
    app.s3.put("site/leia-me.txt", "não é uma cópia");
    let folder = app.folder().join("copias");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("2026-01-01T00-00-00Z.ateneu.part"), "de um servidor que caiu").unwrap();
    for target in [app.s3.url(), "copias".into()] {
        let copies = app.copies_with(&json!({ "target": target }), LIMITS);
        let mut names = Vec::new();
        for _ in 0..3 {
            app.advance_days(1);
            names.push(copies.make().await.unwrap().name);
        }
        let kept: Vec<String> =
            copies.target().unwrap().list().await.unwrap().into_iter().map(|copy| copy.name).collect();
        assert_eq!(kept, [names[2].clone(), names[1].clone()], "{target}");
        let rows = app.texts("SELECT name FROM backup_copies ORDER BY started_at DESC", &[]).await;
        assert_eq!(rows, kept, "{target}");
    }
    assert!(app.s3.objects().contains_key("site/leia-me.txt"));
    assert!(!folder.join("2026-01-01T00-00-00Z.ateneu.part").exists());
}

#[db_test]
async fn a_proof_restores_the_newest_copy_and_leaves_no_folder(app: Fixture) {
    let copies = app.copies();
    assert!(matches!(copies.prove().await, Err(ateneu_copies::Error::NoCopy)));
    let made = copies.make().await.unwrap();
    assert_eq!(copies.prove().await.unwrap().manifest, made.manifest);
    assert!(!app.folder().join("proof-of-copy").exists());
    assert_eq!(app.recorded().await, [("done".into(), None, Some("passed".into()), None)]);

    // A server that was restored knows of no copies, and finds those in the target.
    app.run("DELETE FROM backup_copies", &[]).await;
    copies.prove().await.unwrap();
    assert_eq!(app.texts("SELECT name FROM backup_copies", &[]).await, [made.name]);
}

#[db_test]
async fn the_list_of_erased_accounts_only_grows(app: Fixture) {
    let (copies, now) = (app.copies(), app.clock.now());
    assert!(!copies.store_erased_accounts().await.unwrap(), "there is nobody to list");
    let record = async |id: &'static str| {
        app.db.write(move |tx| record_erasure(tx, id, now)).await.unwrap();
    };
    record("00000000-0000-4000-8000-000000000007").await;
    assert!(copies.store_erased_accounts().await.unwrap());
    // The database was lost, and a new one has other erasures.
    app.run("DELETE FROM erased_accounts", &[]).await;
    record("00000000-0000-4000-8000-000000000003").await;
    copies.make().await.unwrap();
    let list = copies.target().unwrap().read_text(ERASED_LIST).await.unwrap().unwrap();
    let ids: Vec<&str> = list.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(ids, ["00000000-0000-4000-8000-000000000003", "00000000-0000-4000-8000-000000000007"]);
}

#[sqlite_test]
async fn a_damaged_list_of_erased_accounts_is_not_replaced(app: Fixture) {
    app.s3.put(&format!("site/{ERASED_LIST}"), "isto não é uma linha\n");
    let failed = app.copies().make().await.unwrap_err();
    assert!(failed.to_string().contains("line 1 of the list of erased accounts"), "{failed}");
    assert_eq!(app.stored(), [""; 0]);
}
