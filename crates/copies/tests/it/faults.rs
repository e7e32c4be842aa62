//! Targets that refuse, break off, hang, or keep something else than they were sent.

use std::time::Duration;

use ateneu_backup::Error as BackupError;
use ateneu_copies::{Copies, Error};
use ateneu_storage::backend::RequestLimits;
use ateneu_testkit::{
    mocks::{S3Fault, S3Request},
    sqlite_test,
};
use serde_json::json;

use crate::fixture::{Fixture, LIMITS, Recorded};

fn is_part(request: &S3Request) -> bool {
    request.method == "PUT" && request.query == "partNumber,uploadId"
}

/// Makes a copy that the target does not take, and returns the reason.
async fn refused(app: &Fixture, copies: &Copies) -> String {
    let error = copies.make().await.unwrap_err();
    assert!(matches!(error, Error::Backup(BackupError::Target(_))), "{error}");
    assert_eq!(app.s3.open_uploads(), 0, "the upload was given up");
    assert_eq!(app.stored(), [""; 0]);
    let rows = app.recorded().await;
    assert_eq!((&*rows[0].0, &rows[0].1), ("failed", &Some(error.sentence())));
    error.to_string()
}

#[sqlite_test]
async fn a_refused_part_gives_the_upload_up(app: Fixture) {
    let copies = app.copies();
    app.s3.fail_where(|request| is_part(request).then_some(S3Fault::Status(403)));
    refused(&app, &copies).await;
    app.s3.fail_where(|request| (request.query == "uploadId").then_some(S3Fault::Status(400)));
    let error = copies.make().await.unwrap_err();
    assert!(matches!(error, Error::Backup(BackupError::Target(_))), "{error}");
    app.s3.recover();
    copies.make().await.unwrap();
    assert_eq!(app.stored().len(), 1);
}

#[sqlite_test]
async fn a_busy_bucket_is_asked_again(app: Fixture) {
    let copies = app.copies();
    let mut asked = 0;
    app.s3.fail_where(move |request| {
        asked += 1;
        (asked % 2 == 1 && request.method != "POST").then_some(S3Fault::Status(503))
    });
    let made = copies.make().await.unwrap();
    let (_, people) = app.restored(copies.target().unwrap(), &made.name, None).await.unwrap();
    assert_eq!(people.len(), 1);
    app.s3.fail_where(|_| Some(S3Fault::Status(503)));
    app.advance_secs(5);
    assert!(matches!(copies.make().await, Err(Error::Backup(BackupError::Target(_)))));
}

#[sqlite_test]
async fn a_bucket_that_never_answers_is_given_up(app: Fixture) {
    let limits = RequestLimits { timeout: Duration::from_millis(300), retries: 0 };
    let copies = app.copies_with(&json!({}), limits);
    app.s3.fail_where(|request| is_part(request).then_some(S3Fault::Hang));
    refused(&app, &copies).await;
}

#[sqlite_test]
async fn a_bucket_that_keeps_half_of_a_part_is_found_out(app: Fixture) {
    let copies = app.copies();
    app.s3.fail_where(|request| is_part(request).then_some(S3Fault::Half));
    let reason = refused(&app, &copies).await;
    assert!(reason.contains("it stored"), "{reason}");
}

#[sqlite_test]
async fn a_bucket_that_breaks_off_stops_the_restore(app: Fixture) {
    let copies = app.copies();
    let made = copies.make().await.unwrap();
    for fault in [S3Fault::Half, S3Fault::Status(403), S3Fault::Status(503)] {
        app.s3.fail_where(move |request| (request.method == "GET").then_some(fault));
        let restored = app.restored(copies.target().unwrap(), &made.name, None).await;
        assert!(matches!(restored, Err(BackupError::Target(_))), "{fault:?}: {restored:?}");
    }
    app.s3.recover();
    app.restored(copies.target().unwrap(), &made.name, None).await.unwrap();
}

#[sqlite_test]
async fn a_copy_that_cannot_be_restored_fails_its_proof(app: Fixture) {
    std::fs::write(app.folder().join("senha"), "quatro palavras de senha\n").unwrap();
    std::fs::write(app.folder().join("outra"), "outra\n").unwrap();
    let copies = app.copies_with(&json!({ "passphrase_file": "senha" }), LIMITS);
    let made = copies.make().await.unwrap();
    let with_other = app.copies_with(&json!({ "passphrase_file": "outra" }), LIMITS);
    let proved = with_other.prove().await;
    assert!(matches!(proved, Err(Error::Backup(BackupError::WrongPassphrase))));
    let proof_of = |rows: &[Recorded]| (rows[0].2.clone().unwrap(), rows[0].3.clone().unwrap_or_default());
    let expected = ("failed".to_owned(), "A senha configurada não abre esta cópia.".to_owned());
    assert_eq!(proof_of(&app.recorded().await), expected);

    let key = format!("site/{}", made.name);
    let whole = app.s3.objects()[&key].clone();
    let mut altered = whole.to_vec();
    let middle = altered.len() / 2;
    altered[middle] ^= 1;
    for broken in [altered, whole[..whole.len() / 2].to_vec(), b"PK nada nosso".to_vec(), Vec::new()] {
        app.s3.put(&key, broken);
        copies.prove().await.unwrap_err();
        assert_eq!(proof_of(&app.recorded().await).0, "failed");
        assert!(!app.folder().join("proof-of-copy").exists());
    }
    app.s3.put(&key, whole);
    copies.prove().await.unwrap();
    assert_eq!(proof_of(&app.recorded().await), ("passed".to_owned(), String::new()));
}

#[sqlite_test]
async fn a_copy_needs_a_target_and_its_passphrase(app: Fixture) {
    let without = app.copies_with(&json!({ "target": "" }), LIMITS);
    assert!(matches!(without.make().await, Err(Error::NoTarget)));
    let missing = app.copies_with(&json!({ "passphrase_file": "nenhum" }), LIMITS);
    assert!(matches!(missing.make().await, Err(Error::Passphrase(_))));
    assert_eq!(app.stored(), [""; 0]);
    std::fs::write(app.folder().join("ocupado"), "um arquivo, não uma pasta").unwrap();
    let occupied = app.copies_with(&json!({ "target": "ocupado" }), LIMITS);
    assert!(matches!(occupied.make().await, Err(Error::Open(_))));
    assert!(app.recorded().await.iter().all(|row| row.0 == "failed" && row.1.is_some()));
}
