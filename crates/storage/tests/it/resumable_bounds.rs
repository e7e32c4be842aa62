//! Resumable uploads: rights, refusals, and expiry.

use std::time::Duration;

use ateneu_base::TokenProblem;
use ateneu_db::Db;
use ateneu_storage::Collected;
use ateneu_testkit::{db_test, sqlite_test};
use axum::http::Request;
use serde_json::json;

use crate::{
    harness::{EVERYONE, Harness, MEMBER, User, User::*, mp4, png},
    resumable::{BYTES, ask, begin, beginning, metadata, offset, place, refused, send},
};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns a token that allows the upload of this file.
async fn upload_token(app: &Harness, user: User, file: &str, upsert: bool) -> String {
    app.sign_upload(user, file, upsert).await.ok().string("token")
}

#[sqlite_test]
async fn an_upload_without_its_right_is_not_finished(app: Harness) {
    let place = begin(&app, Admin, "contents/thumbnails/a.png", "image/png", png("ab").len()).await;
    send(&app, Admin, &place, 0, png("")).await.ok();
    for bytes in ["a", "ab"] {
        refused(&send(&app, FormerAdmin, &place, png("").len(), bytes).await, 403, "AccessDenied");
    }
    app.get(Admin, "/object/info/contents/thumbnails/a.png").await.refused("NoSuchKey");
    assert_eq!(offset(&app, FormerAdmin, &place).await, png("").len(), "it may still be looked at");
    assert_eq!(ask(&app, FormerAdmin, "DELETE", &place).await.status, 204);
    assert_eq!(app.stored(), 0);
}

#[sqlite_test]
async fn only_the_owner_continues_an_upload(app: Harness) {
    let request = || beginning("contents", "thumbnails/a.png", "image/png", 100);
    for user in [Visitor, Member, Subscriber, Refused(TokenProblem::Expired)] {
        refused(&app.send(user, request(), "").await, 403, "AccessDenied");
    }
    refused(&app.send(Nobody, request(), "").await, 400, "InvalidRequest");
    let elsewhere = beginning("avatars", &format!("{MEMBER}/a.png"), "image/png", 100);
    refused(&app.send(Other, elsewhere, "").await, 403, "AccessDenied");

    for (owner, file) in [
        (Admin, "contents/thumbnails/a.png".to_owned()),
        (Service, "contents/thumbnails/b.png".to_owned()),
        (Member, format!("avatars/{MEMBER}/eu.png")),
    ] {
        let place = begin(&app, owner, &file, "image/png", png("abc").len()).await;
        for user in EVERYONE.into_iter().chain([Other]).filter(|user| *user != owner) {
            let (status, code) = if user == Visitor { (403, "AccessDenied") } else { (404, "NoSuchUpload") };
            refused(&send(&app, user, &place, 0, png("mal")).await, status, code);
            refused(&ask(&app, user, "DELETE", &place).await, status, code);
            assert_eq!(ask(&app, user, "HEAD", &place).await.status, status);
        }
        send(&app, owner, &place, 0, png("abc")).await.ok();
        assert_eq!(offset(&app, owner, &place).await, png("abc").len());
    }
}

#[db_test]
async fn an_upload_expires_after_a_day(app: Harness) {
    let film = mp4(&"a".repeat(9_000_000));
    let place = begin(&app, Admin, "contents/video/a.mp4", "video/mp4", film.len()).await;
    send(&app, Admin, &place, 0, film[..8_900_000].to_vec()).await.ok();
    app.advance(DAY - Duration::from_secs(1));
    assert_eq!(app.collect_orphans().await, Collected::default());
    assert_eq!(offset(&app, Admin, &place).await, 8_900_000);
    app.advance(Duration::from_secs(1));
    refused(&send(&app, Admin, &place, 8_900_000, film[8_900_000..].to_vec()).await, 410, "ExpiredUpload");
    let fresh = begin(&app, Admin, "contents/video/b.mp4", "video/mp4", film.len()).await;
    send(&app, Admin, &fresh, 0, film[..5_000_000].to_vec()).await.ok();
    // 8,900,000 bytes are five pieces, 5,000,000 are three.
    assert_eq!(app.stored(), 8);
    let collected = app.collect_orphans().await;
    assert_eq!(collected, Collected { uploads: 1, ..Collected::default() });
    assert_eq!(app.stored(), 3, "what is still under way stays");
    refused(&ask(&app, Admin, "DELETE", &place).await, 404, "NoSuchUpload");
    send(&app, Admin, &fresh, 5_000_000, film[5_000_000..].to_vec()).await.ok();
    assert!(app.get(Admin, "/object/contents/video/b.mp4").await.ok().body == film);
}

#[db_test]
async fn pieces_without_a_row_are_removed_after_a_day(app: Harness) {
    let place = begin(&app, Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&app, Admin, &place, 0, png("a")).await.ok();
    // A crash between rows and bytes leaves this.
    app.execute("DELETE FROM uploads", &[]).await;
    assert_eq!((app.collect_orphans().await.versions, app.stored()), (0, 1));
    app.advance(DAY + Duration::from_secs(1));
    assert_eq!((app.collect_orphans().await.versions, app.stored()), (1, 0));
}

#[sqlite_test]
async fn the_uploads_of_an_erased_person_are_removed(db: Db) {
    let app = Harness::open(&db).await;
    let file = format!("avatars/{MEMBER}/eu.png");
    let place = begin(&app, Member, &file, "image/png", 100).await;
    send(&app, Member, &place, 0, png("a")).await.ok();
    let kept = begin(&app, Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&app, Admin, &kept, 0, png("a")).await.ok();
    let storage = app.storage.clone();
    let detached = db.write(move |tx| storage.detach_personal_files(tx, MEMBER)).await.unwrap();
    app.storage.remove_bytes(detached).await;
    refused(&ask(&app, Member, "DELETE", &place).await, 404, "NoSuchUpload");
    assert_eq!(app.stored(), 1);
    assert_eq!(offset(&app, Admin, &kept).await, png("a").len());
}

#[sqlite_test]
async fn an_account_has_a_bounded_number_of_uploads(app: Harness) {
    let request = |index: usize| beginning("contents", &format!("thumbnails/{index}.png"), "image/png", 100);
    let first = place(&app.send(Admin, request(0), "").await);
    for index in 1..50 {
        place(&app.send(Admin, request(index), "").await);
    }
    refused(&app.send(Admin, request(50), "").await, 429, "TooManyUploads");
    begin(&app, Member, &format!("avatars/{MEMBER}/eu.png"), "image/png", 100).await;
    assert_eq!(ask(&app, Admin, "DELETE", &first).await.status, 204);
    place(&app.send(Admin, request(50), "").await);
}

#[sqlite_test]
async fn a_signed_link_uploads_its_file_and_no_other(app: Harness) {
    let token = upload_token(&app, Admin, "contents/thumbnails/a.png", false).await;
    let signed = |key: &str, token: &str| {
        let said = metadata(&[("bucketName", "contents"), ("objectName", key)]);
        Request::post("/upload/resumable/sign")
            .header("tus-resumable", "1.0.0")
            .header("upload-length", png("a").len())
            .header("upload-metadata", said)
            .header("x-signature", token)
    };
    let go_on = |place: &str, token: &str| {
        let request = Request::patch(place).header("tus-resumable", "1.0.0").header("content-type", BYTES);
        request.header("upload-offset", 0).header("x-signature", token)
    };
    let begun = app.send(Nobody, signed("thumbnails/a.png", &token), "").await;
    let at = place(&begun);
    assert!(at.starts_with("/upload/resumable/sign/"), "{at}");
    refused(&app.send(Nobody, signed("thumbnails/b.png", &token), "").await, 400, "InvalidSignature");
    let other = upload_token(&app, Service, "contents/thumbnails/a.png", false).await;
    refused(&app.send(Nobody, go_on(&at, &other), png("a")).await, 404, "NoSuchUpload");
    app.png("contents/thumbnails/lida.png").await;
    let read = app.sign(Admin, "contents/thumbnails/lida.png", 60).await;
    let read = read.split_once("token=").unwrap().1;
    refused(&app.send(Nobody, signed("thumbnails/lida.png", read), "").await, 400, "InvalidSignature");
    refused(&app.send(Nobody, signed("thumbnails/a.png", "x"), "").await, 400, "InvalidJWT");
    let without = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&app.send(Nobody, without, png("a")).await, 400, "MissingParameter");
    assert_eq!(app.send(Nobody, go_on(&at, &token), png("a")).await.status, 204);
    app.public("contents/thumbnails/a.png").await.ok();

    // The token determines whether a file may be replaced, and has its signer's rights.
    let forged = signed("thumbnails/a.png", &token).header("x-upsert", "true");
    refused(&app.send(Nobody, forged, "").await, 409, "KeyAlreadyExists");
    let over = upload_token(&app, Admin, "contents/thumbnails/a.png", true).await;
    let at = place(&app.send(Nobody, signed("thumbnails/a.png", &over), "").await);
    app.execute("DELETE FROM user_roles", &[]).await;
    refused(&app.send(Nobody, go_on(&at, &over), png("b")).await, 403, "AccessDenied");
    app.advance(Duration::from_secs(2 * 60 * 60));
    refused(&app.send(Nobody, go_on(&at, &over), png("b")).await, 400, "ExpiredToken");
}

#[sqlite_test]
async fn a_request_outside_the_protocol_is_refused(app: Harness) {
    let size = png("a").len();
    let unversioned = Request::post("/upload/resumable").header("upload-length", 1);
    let answer = app.send(Admin, unversioned, "").await;
    refused(&answer, 412, "UnsupportedVersion");
    assert_eq!(answer.header("tus-version"), "1.0.0");
    let said = metadata(&[("bucketName", "contents"), ("objectName", "thumbnails/a.png")]);
    for (length, said) in [
        (None, Some(&*said)),
        (Some("-1"), Some(&*said)),
        (Some("+1"), Some(&*said)),
        (Some("1e3"), Some(&*said)),
        (Some("99999999999999999999"), Some(&*said)),
        (Some("1"), None),
        (Some("1"), Some("bucketName %%%")),
    ] {
        let mut request = Request::post("/upload/resumable").header("tus-resumable", "1.0.0");
        for (name, value) in [("upload-length", length), ("upload-metadata", said)] {
            request = value.into_iter().fold(request, |request, value| request.header(name, value));
        }
        refused(&app.send(Admin, request, "").await, 400, "InvalidRequest");
    }
    for key in [
        "../a.png",
        "thumbnails/../../a.png",
        "/a.png",
        "a//b.png",
        "thumbnails/ção.png",
        "a\\b.png",
        "a%2fb.png",
    ] {
        refused(&app.send(Admin, beginning("contents", key, "image/png", 1), "").await, 400, "InvalidKey");
    }
    let at = begin(&app, Admin, "contents/thumbnails/a.png", "image/png", size).await;
    let plain = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&app.send(Admin, plain, png("a")).await, 415, "InvalidContentType");
    for bad in ["abc", "Li4vLi4vZXRj", "Y29udGVudHMvLi4vYS8wMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDE"]
    {
        refused(&ask(&app, Admin, "DELETE", &format!("/upload/resumable/{bad}")).await, 404, "NoSuchUpload");
    }
    refused(&ask(&app, Admin, "GET", &at).await, 404, "NoRoute");
    refused(&ask(&app, Admin, "PUT", "/upload/resumable").await, 404, "NoRoute");

    // Networks that block some methods.
    let meant =
        Request::post(&at).header("x-http-method-override", "DELETE").header("tus-resumable", "1.0.0");
    assert_eq!(app.send(Admin, meant, "").await.status, 204);
    refused(&ask(&app, Admin, "DELETE", &at).await, 404, "NoSuchUpload");
    assert_eq!(app.stored(), 0);
}

#[sqlite_test]
async fn the_limits_of_the_bucket_hold_for_the_real_bytes(app: Harness) {
    let avatar = format!("avatars/{MEMBER}/eu.png");
    let (bucket, key) = avatar.split_once('/').unwrap();
    let large = beginning(bucket, key, "image/png", 5 * 1024 * 1024 + 1);
    let large = app.send(Member, large, "").await;
    refused(&large, 413, "EntityTooLarge");
    assert_eq!(large.text(), "Maximum size exceeded\n");
    for mime in ["text/html", "image/svg+xml", "video/mp4", "png", "image/png\u{7f}"] {
        let wrong = beginning(bucket, key, mime, 100);
        refused(&app.send(Member, wrong, "").await, 415, "InvalidMimeType");
    }
    refused(&app.send(Member, beginning("nenhum", key, "image/png", 1), "").await, 404, "NoSuchBucket");

    // A false type is refused after the first bytes if possible, else at the end, without a trace.
    let page = format!("<html><script>alert(1)</script>{}", " ".repeat(5000));
    for first in [page.len() - 1, page.len(), 10] {
        let place = begin(&app, Member, &avatar, "image/png", page.len()).await;
        let mut answer = send(&app, Member, &place, 0, page[..first].to_owned()).await;
        if answer.status == 204 {
            answer = send(&app, Member, &place, first, page[first..].to_owned()).await;
        }
        refused(&answer, 415, "InvalidMimeType");
        assert_eq!(ask(&app, Member, "HEAD", &place).await.status, 404);
        assert_eq!(app.stored(), 0, "{first}");
    }
    let along = beginning(bucket, key, "image/png", page.len()).header("content-type", BYTES);
    refused(&app.send(Member, along, page.clone()).await, 415, "InvalidMimeType");
    assert_eq!(app.stored(), 0);

    // The limit was lowered during the upload.
    app.bucket(json!({ "name": "cofre", "file_size_limit": 100 })).await;
    let place = begin(&app, Service, "cofre/a.txt", "text/plain", 100).await;
    send(&app, Service, &place, 0, "a".repeat(50)).await.ok();
    app.put(Service, "/bucket/cofre", json!({ "file_size_limit": 60 })).await.ok();
    refused(&send(&app, Service, &place, 50, "a".repeat(50)).await, 413, "EntityTooLarge");
    app.get(Service, "/object/info/cofre/a.txt").await.refused("NoSuchKey");
    assert_eq!(app.stored(), 0);
}
