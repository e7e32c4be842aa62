//! Resumable uploads: who may begin and go on with one, what is refused, and what does not outlive its time.

use std::time::Duration;

use ateneu_base::TokenProblem;
use ateneu_db::Db;
use ateneu_storage::Collected;
use ateneu_testkit::{TestResponse, db_test};
use axum::http::Request;
use serde_json::json;

use crate::{
    harness::{EVERYONE, Harness, MEMBER, Who, mp4, png},
    uploads::resumable::{BYTES, ask, begin, beginning, metadata, offset, place, send},
};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[track_caller]
fn refused(answer: &TestResponse, status: u16, code: &str) {
    let got = (answer.status.as_u16(), answer.header("x-sb-error-code"));
    assert_eq!(got, (status, code), "{:?}", answer.body);
    assert!(answer.header("content-type").starts_with("text/plain"));
    assert_eq!(answer.header("tus-resumable"), "1.0.0");
}

/// A token that lets its holder put this file.
async fn ticket(app: &Harness, who: Who, file: &str, upsert: &'static str) -> String {
    let request = Request::post(format!("/object/upload/sign/{file}")).header("x-upsert", upsert);
    let answer = app.send(who, request, "").await.ok().json().clone();
    answer["token"].as_str().unwrap().to_owned()
}

#[db_test]
async fn only_who_may_add_a_file_begins_and_only_who_began_goes_on(app: Harness) {
    let request = || beginning("contents", "thumbnails/a.png", "image/png", 100);
    for who in [Who::Visitor, Who::Member, Who::Subscriber, Who::Refused(TokenProblem::Expired)] {
        refused(&app.send(who, request(), "").await, 403, "AccessDenied");
    }
    refused(&app.send(Who::Nobody, request(), "").await, 400, "InvalidRequest");
    let elsewhere = beginning("avatars", &format!("{MEMBER}/a.png"), "image/png", 100);
    refused(&app.send(Who::Other, elsewhere, "").await, 403, "AccessDenied");

    for (owner, file) in [
        (Who::Admin, "contents/thumbnails/a.png".to_owned()),
        (Who::Service, "contents/thumbnails/b.png".to_owned()),
        (Who::Member, format!("avatars/{MEMBER}/eu.png")),
    ] {
        let place = begin(&app, owner, &file, "image/png", png("abc").len()).await;
        for who in EVERYONE.into_iter().chain([Who::Other]).filter(|who| *who != owner) {
            let (status, code) =
                if who == Who::Visitor { (403, "AccessDenied") } else { (404, "NoSuchUpload") };
            refused(&send(&app, who, &place, 0, png("mal")).await, status, code);
            refused(&ask(&app, who, "DELETE", &place).await, status, code);
            assert_eq!(ask(&app, who, "HEAD", &place).await.status, status);
        }
        send(&app, owner, &place, 0, png("abc")).await.ok();
        assert_eq!(offset(&app, owner, &place).await, png("abc").len());
    }
}

#[db_test]
async fn who_loses_the_right_on_the_way_does_not_finish(app: Harness) {
    let place = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", png("ab").len()).await;
    send(&app, Who::Admin, &place, 0, png("")).await.ok();
    for bytes in ["a", "ab"] {
        refused(&send(&app, Who::FormerAdmin, &place, png("").len(), bytes).await, 403, "AccessDenied");
    }
    app.get(Who::Admin, "/object/info/contents/thumbnails/a.png").await.refused("NoSuchKey");
    assert_eq!(offset(&app, Who::FormerAdmin, &place).await, png("").len(), "it may still be looked at");
    assert_eq!(ask(&app, Who::FormerAdmin, "DELETE", &place).await.status, 204);
    assert_eq!(app.stored(), 0);
}

#[db_test]
async fn the_bucket_s_limits_hold_when_beginning_and_on_the_real_bytes(app: Harness) {
    let avatar = format!("avatars/{MEMBER}/eu.png");
    let (bucket, key) = avatar.split_once('/').unwrap();
    let large = beginning(bucket, key, "image/png", 5 * 1024 * 1024 + 1);
    let large = app.send(Who::Member, large, "").await;
    refused(&large, 413, "EntityTooLarge");
    assert_eq!(large.text(), "Maximum size exceeded\n");
    for mime in ["text/html", "image/svg+xml", "video/mp4", "png", "image/png\u{7f}"] {
        let wrong = beginning(bucket, key, mime, 100);
        refused(&app.send(Who::Member, wrong, "").await, 415, "InvalidMimeType");
    }
    refused(&app.send(Who::Member, beginning("nenhum", key, "image/png", 1), "").await, 404, "NoSuchBucket");

    // A lie is told from the first bytes where they are enough, else at the end; nothing of it remains.
    let page = format!("<html><script>alert(1)</script>{}", " ".repeat(5000));
    for first in [page.len() - 1, page.len(), 10] {
        let place = begin(&app, Who::Member, &avatar, "image/png", page.len()).await;
        let mut answer = send(&app, Who::Member, &place, 0, page[..first].to_owned()).await;
        if answer.status == 204 {
            answer = send(&app, Who::Member, &place, first, page[first..].to_owned()).await;
        }
        refused(&answer, 415, "InvalidMimeType");
        assert_eq!(ask(&app, Who::Member, "HEAD", &place).await.status, 404);
        assert_eq!(app.stored(), 0, "{first}");
    }
    let along = beginning(bucket, key, "image/png", page.len()).header("content-type", BYTES);
    refused(&app.send(Who::Member, along, page.clone()).await, 415, "InvalidMimeType");
    assert_eq!(app.stored(), 0);

    // The limit fell while the bytes were on their way.
    app.bucket(json!({ "name": "cofre", "file_size_limit": 100 })).await;
    let place = begin(&app, Who::Service, "cofre/a.txt", "text/plain", 100).await;
    send(&app, Who::Service, &place, 0, "a".repeat(50)).await.ok();
    app.put(Who::Service, "/bucket/cofre", json!({ "file_size_limit": 60 })).await.ok();
    refused(&send(&app, Who::Service, &place, 50, "a".repeat(50)).await, 413, "EntityTooLarge");
    app.get(Who::Service, "/object/info/cofre/a.txt").await.refused("NoSuchKey");
    assert_eq!(app.stored(), 0);
}

#[db_test]
async fn an_upload_ends_after_a_day_and_the_collection_leaves_nothing_of_it(app: Harness) {
    let film = mp4(&"a".repeat(9_000_000));
    let place = begin(&app, Who::Admin, "contents/video/a.mp4", "video/mp4", film.len()).await;
    send(&app, Who::Admin, &place, 0, film[..8_900_000].to_vec()).await.ok();
    app.advance(DAY - Duration::from_secs(1));
    assert_eq!(app.storage.collect_orphans().await.unwrap(), Collected::default());
    assert_eq!(offset(&app, Who::Admin, &place).await, 8_900_000);
    app.advance(Duration::from_secs(1));
    refused(
        &send(&app, Who::Admin, &place, 8_900_000, film[8_900_000..].to_vec()).await,
        410,
        "ExpiredUpload",
    );
    let fresh = begin(&app, Who::Admin, "contents/video/b.mp4", "video/mp4", film.len()).await;
    send(&app, Who::Admin, &fresh, 0, film[..5_000_000].to_vec()).await.ok();
    // 8,900,000 bytes are five pieces, 5,000,000 are three.
    assert_eq!(app.stored(), 8);
    let collected = app.storage.collect_orphans().await.unwrap();
    assert_eq!(collected, Collected { uploads: 1, ..Collected::default() });
    assert_eq!(app.stored(), 3, "what is still under way stays");
    refused(&ask(&app, Who::Admin, "DELETE", &place).await, 404, "NoSuchUpload");
    send(&app, Who::Admin, &fresh, 5_000_000, film[5_000_000..].to_vec()).await.ok();
    assert!(app.get(Who::Admin, "/object/contents/video/b.mp4").await.ok().body == film);
}

#[db_test]
async fn pieces_no_row_names_go_after_a_day(app: Harness) {
    let place = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&app, Who::Admin, &place, 0, png("a")).await.ok();
    // What a crash between rows and bytes leaves.
    app.execute("DELETE FROM uploads", &[]).await;
    assert_eq!((app.storage.collect_orphans().await.unwrap().versions, app.stored()), (0, 1));
    app.advance(DAY + Duration::from_secs(1));
    assert_eq!((app.storage.collect_orphans().await.unwrap().versions, app.stored()), (1, 0));
}

#[db_test]
async fn a_person_s_uploads_leave_with_the_person(db: Db) {
    let app = Harness::open(&db).await;
    let file = format!("avatars/{MEMBER}/eu.png");
    let place = begin(&app, Who::Member, &file, "image/png", 100).await;
    send(&app, Who::Member, &place, 0, png("a")).await.ok();
    let kept = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&app, Who::Admin, &kept, 0, png("a")).await.ok();
    let storage = app.storage.clone();
    let detached = db.write(move |tx| storage.detach_personal_files(tx, MEMBER)).await.unwrap();
    app.storage.remove_bytes(detached).await;
    refused(&ask(&app, Who::Member, "DELETE", &place).await, 404, "NoSuchUpload");
    assert_eq!(app.stored(), 1);
    assert_eq!(offset(&app, Who::Admin, &kept).await, png("a").len());
}

#[db_test]
async fn one_account_has_a_bounded_number_under_way(app: Harness) {
    let request = |index: usize| beginning("contents", &format!("thumbnails/{index}.png"), "image/png", 100);
    let first = place(&app.send(Who::Admin, request(0), "").await);
    for index in 1..50 {
        place(&app.send(Who::Admin, request(index), "").await);
    }
    refused(&app.send(Who::Admin, request(50), "").await, 429, "TooManyUploads");
    begin(&app, Who::Member, &format!("avatars/{MEMBER}/eu.png"), "image/png", 100).await;
    assert_eq!(ask(&app, Who::Admin, "DELETE", &first).await.status, 204);
    place(&app.send(Who::Admin, request(50), "").await);
}

#[db_test]
async fn a_signed_link_uploads_its_file_and_no_other(app: Harness) {
    let token = ticket(&app, Who::Admin, "contents/thumbnails/a.png", "false").await;
    let signed = |key: &str, token: &str| {
        let said = metadata(&[("bucketName", "contents"), ("objectName", key)]);
        Request::post("/upload/resumable/sign")
            .header("tus-resumable", "1.0.0")
            .header("upload-length", png("a").len())
            .header("upload-metadata", said)
            .header("x-signature", token)
    };
    let go_on = |place: &str, token: &str| {
        Request::patch(place)
            .header("tus-resumable", "1.0.0")
            .header("content-type", BYTES)
            .header("upload-offset", 0)
            .header("x-signature", token)
    };
    let begun = app.send(Who::Nobody, signed("thumbnails/a.png", &token), "").await;
    let at = place(&begun);
    assert!(at.starts_with("/upload/resumable/sign/"), "{at}");
    refused(&app.send(Who::Nobody, signed("thumbnails/b.png", &token), "").await, 400, "InvalidSignature");
    let other = ticket(&app, Who::Service, "contents/thumbnails/a.png", "false").await;
    refused(&app.send(Who::Nobody, go_on(&at, &other), png("a")).await, 404, "NoSuchUpload");
    app.png("contents/thumbnails/lida.png").await;
    let read =
        app.post(Who::Admin, "/object/sign/contents/thumbnails/lida.png", json!({ "expiresIn": 60 })).await;
    let read = read.ok().json()["signedURL"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    refused(&app.send(Who::Nobody, signed("thumbnails/lida.png", &read), "").await, 400, "InvalidSignature");
    refused(&app.send(Who::Nobody, signed("thumbnails/a.png", "x"), "").await, 400, "InvalidJWT");
    let without = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&app.send(Who::Nobody, without, png("a")).await, 400, "MissingParameter");
    assert_eq!(app.send(Who::Nobody, go_on(&at, &token), png("a")).await.status, 204);
    app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();

    // The token says whether a file may be replaced, and is worth what its signer is worth.
    let forged = signed("thumbnails/a.png", &token).header("x-upsert", "true");
    refused(&app.send(Who::Nobody, forged, "").await, 409, "KeyAlreadyExists");
    let over = ticket(&app, Who::Admin, "contents/thumbnails/a.png", "true").await;
    let at = place(&app.send(Who::Nobody, signed("thumbnails/a.png", &over), "").await);
    app.execute("DELETE FROM user_roles", &[]).await;
    refused(&app.send(Who::Nobody, go_on(&at, &over), png("b")).await, 403, "AccessDenied");
    app.advance(Duration::from_secs(2 * 60 * 60));
    refused(&app.send(Who::Nobody, go_on(&at, &over), png("b")).await, 400, "ExpiredToken");
}

#[db_test]
async fn what_is_not_the_protocol_is_refused_in_its_words(app: Harness) {
    let size = png("a").len();
    let unversioned = Request::post("/upload/resumable").header("upload-length", 1);
    let answer = app.send(Who::Admin, unversioned, "").await;
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
            request = match value {
                Some(value) => request.header(name, value),
                None => request,
            };
        }
        refused(&app.send(Who::Admin, request, "").await, 400, "InvalidRequest");
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
        refused(
            &app.send(Who::Admin, beginning("contents", key, "image/png", 1), "").await,
            400,
            "InvalidKey",
        );
    }
    let at = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", size).await;
    let plain = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&app.send(Who::Admin, plain, png("a")).await, 415, "InvalidContentType");
    for bad in ["abc", "Li4vLi4vZXRj", "Y29udGVudHMvLi4vYS8wMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDE"]
    {
        refused(
            &ask(&app, Who::Admin, "DELETE", &format!("/upload/resumable/{bad}")).await,
            404,
            "NoSuchUpload",
        );
    }
    refused(&ask(&app, Who::Admin, "GET", &at).await, 404, "NoRoute");
    refused(&ask(&app, Who::Admin, "PUT", "/upload/resumable").await, 404, "NoRoute");

    // Where a network lets only some methods pass.
    let meant =
        Request::post(&at).header("x-http-method-override", "DELETE").header("tus-resumable", "1.0.0");
    assert_eq!(app.send(Who::Admin, meant, "").await.status, 204);
    refused(&ask(&app, Who::Admin, "DELETE", &at).await, 404, "NoSuchUpload");
    assert_eq!(app.stored(), 0);
}
