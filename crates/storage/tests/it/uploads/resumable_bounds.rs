//! Resumable uploads: who may begin and go on with one, what is refused, and what does not outlive its time.

use std::time::Duration;

use ateneu_base::TokenProblem;
use ateneu_db::Db;
use ateneu_storage::Collected;
use ateneu_testkit::db_test;
use axum::http::Request;
use serde_json::json;

use crate::{
    house::{Answer, EVERYONE, House, MEMBER, Who, mp4, png},
    uploads::resumable::{BYTES, ask, begin, beginning, metadata, offset, place, send},
};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str) {
    let got = (answer.status, answer.header("x-sb-error-code"));
    assert_eq!(got, (status, code), "{:?}", answer.body);
    assert!(answer.header("content-type").starts_with("text/plain"));
    assert_eq!(answer.header("tus-resumable"), "1.0.0");
}

/// A token that lets its holder put this file.
async fn ticket(house: &House, who: Who, file: &str, upsert: &'static str) -> String {
    let request = Request::post(format!("/object/upload/sign/{file}")).header("x-upsert", upsert);
    let answer = house.send(who, request, "").await.ok().json();
    answer["token"].as_str().unwrap().to_owned()
}

#[db_test]
async fn only_who_may_add_a_file_begins_and_only_who_began_goes_on(db: Db) {
    let house = House::open(&db).await;
    let request = || beginning("contents", "thumbnails/a.png", "image/png", 100);
    for who in [Who::Visitor, Who::Member, Who::Subscriber, Who::Refused(TokenProblem::Expired)] {
        refused(&house.send(who, request(), "").await, 403, "AccessDenied");
    }
    refused(&house.send(Who::Nobody, request(), "").await, 400, "InvalidRequest");
    let elsewhere = beginning("avatars", &format!("{MEMBER}/a.png"), "image/png", 100);
    refused(&house.send(Who::Other, elsewhere, "").await, 403, "AccessDenied");

    for (owner, file) in [
        (Who::Admin, "contents/thumbnails/a.png".to_owned()),
        (Who::Service, "contents/thumbnails/b.png".to_owned()),
        (Who::Member, format!("avatars/{MEMBER}/eu.png")),
    ] {
        let place = begin(&house, owner, &file, "image/png", png("abc").len()).await;
        for who in EVERYONE.into_iter().chain([Who::Other]).filter(|who| *who != owner) {
            let (status, code) =
                if who == Who::Visitor { (403, "AccessDenied") } else { (404, "NoSuchUpload") };
            refused(&send(&house, who, &place, 0, png("mal")).await, status, code);
            refused(&ask(&house, who, "DELETE", &place).await, status, code);
            assert_eq!(ask(&house, who, "HEAD", &place).await.status, status);
        }
        send(&house, owner, &place, 0, png("abc")).await.ok();
        assert_eq!(offset(&house, owner, &place).await, png("abc").len());
    }
}

#[db_test]
async fn who_loses_the_right_on_the_way_does_not_finish(db: Db) {
    let house = House::open(&db).await;
    let place = begin(&house, Who::Admin, "contents/thumbnails/a.png", "image/png", png("ab").len()).await;
    send(&house, Who::Admin, &place, 0, png("")).await.ok();
    for bytes in ["a", "ab"] {
        refused(&send(&house, Who::FormerAdmin, &place, png("").len(), bytes).await, 403, "AccessDenied");
    }
    house.get(Who::Admin, "/object/info/contents/thumbnails/a.png").await.refused("NoSuchKey");
    assert_eq!(offset(&house, Who::FormerAdmin, &place).await, png("").len(), "it may still be looked at");
    assert_eq!(ask(&house, Who::FormerAdmin, "DELETE", &place).await.status, 204);
    assert_eq!(house.stored(), 0);
}

#[db_test]
async fn the_bucket_s_limits_hold_when_beginning_and_on_the_real_bytes(db: Db) {
    let house = House::open(&db).await;
    let avatar = format!("avatars/{MEMBER}/eu.png");
    let (bucket, key) = avatar.split_once('/').unwrap();
    let large = beginning(bucket, key, "image/png", 5 * 1024 * 1024 + 1);
    refused(&house.send(Who::Member, large, "").await, 413, "EntityTooLarge");
    for mime in ["text/html", "image/svg+xml", "video/mp4", "png", "image/png\u{7f}"] {
        let wrong = beginning(bucket, key, mime, 100);
        refused(&house.send(Who::Member, wrong, "").await, 415, "InvalidMimeType");
    }
    refused(
        &house.send(Who::Member, beginning("nenhum", key, "image/png", 1), "").await,
        404,
        "NoSuchBucket",
    );

    // A lie is told from the first bytes where they are enough, else at the end; nothing of it remains.
    let page = format!("<html><script>alert(1)</script>{}", " ".repeat(5000));
    for first in [page.len() - 1, page.len(), 10] {
        let place = begin(&house, Who::Member, &avatar, "image/png", page.len()).await;
        let mut answer = send(&house, Who::Member, &place, 0, page[..first].to_owned()).await;
        if answer.status == 204 {
            answer = send(&house, Who::Member, &place, first, page[first..].to_owned()).await;
        }
        refused(&answer, 415, "InvalidMimeType");
        assert_eq!(ask(&house, Who::Member, "HEAD", &place).await.status, 404);
        assert_eq!(house.stored(), 0, "{first}");
    }
    let along = beginning(bucket, key, "image/png", page.len()).header("content-type", BYTES);
    refused(&house.send(Who::Member, along, page.clone()).await, 415, "InvalidMimeType");
    assert_eq!(house.stored(), 0);

    // The limit fell while the bytes were on their way.
    house.bucket(json!({ "name": "cofre", "file_size_limit": 100 })).await;
    let place = begin(&house, Who::Service, "cofre/a.txt", "text/plain", 100).await;
    send(&house, Who::Service, &place, 0, "a".repeat(50)).await.ok();
    house.put(Who::Service, "/bucket/cofre", json!({ "file_size_limit": 60 })).await.ok();
    refused(&send(&house, Who::Service, &place, 50, "a".repeat(50)).await, 413, "EntityTooLarge");
    house.get(Who::Service, "/object/info/cofre/a.txt").await.refused("NoSuchKey");
    assert_eq!(house.stored(), 0);
}

#[db_test]
async fn an_upload_ends_after_a_day_and_the_collection_leaves_nothing_of_it(db: Db) {
    let house = House::open(&db).await;
    let film = mp4(&"a".repeat(9_000_000));
    let place = begin(&house, Who::Admin, "contents/video/a.mp4", "video/mp4", film.len()).await;
    send(&house, Who::Admin, &place, 0, film[..8_900_000].to_vec()).await.ok();
    house.clock.advance(DAY - Duration::from_secs(1));
    assert_eq!(house.storage.collect_orphans().await.unwrap(), Collected::default());
    assert_eq!(offset(&house, Who::Admin, &place).await, 8_900_000);
    house.clock.advance(Duration::from_secs(1));
    refused(
        &send(&house, Who::Admin, &place, 8_900_000, film[8_900_000..].to_vec()).await,
        410,
        "ExpiredUpload",
    );
    let fresh = begin(&house, Who::Admin, "contents/video/b.mp4", "video/mp4", film.len()).await;
    send(&house, Who::Admin, &fresh, 0, film[..5_000_000].to_vec()).await.ok();
    let collected = house.storage.collect_orphans().await.unwrap();
    assert_eq!(collected, Collected { uploads: 1, ..Collected::default() });
    assert_eq!(house.stored(), 1, "what is still under way stays");
    refused(&ask(&house, Who::Admin, "DELETE", &place).await, 404, "NoSuchUpload");
    send(&house, Who::Admin, &fresh, 5_000_000, film[5_000_000..].to_vec()).await.ok();
    assert!(house.get(Who::Admin, "/object/contents/video/b.mp4").await.ok().body == film);
}

#[db_test]
async fn pieces_no_row_names_go_after_a_day(db: Db) {
    let house = House::open(&db).await;
    let place = begin(&house, Who::Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&house, Who::Admin, &place, 0, png("a")).await.ok();
    // What a crash between rows and bytes leaves.
    house.execute("DELETE FROM uploads", vec![]).await;
    assert_eq!((house.storage.collect_orphans().await.unwrap().versions, house.stored()), (0, 1));
    house.clock.advance(DAY + Duration::from_secs(1));
    assert_eq!((house.storage.collect_orphans().await.unwrap().versions, house.stored()), (1, 0));
}

#[db_test]
async fn a_person_s_uploads_leave_with_the_person(db: Db) {
    let house = House::open(&db).await;
    let file = format!("avatars/{MEMBER}/eu.png");
    let place = begin(&house, Who::Member, &file, "image/png", 100).await;
    send(&house, Who::Member, &place, 0, png("a")).await.ok();
    let kept = begin(&house, Who::Admin, "contents/thumbnails/a.png", "image/png", 100).await;
    send(&house, Who::Admin, &kept, 0, png("a")).await.ok();
    let storage = house.storage.clone();
    let let_go = db.write(move |tx| storage.let_go_of_personal_files(tx, MEMBER)).await.unwrap();
    house.storage.remove_bytes(let_go).await;
    refused(&ask(&house, Who::Member, "DELETE", &place).await, 404, "NoSuchUpload");
    assert_eq!(house.stored(), 1);
    assert_eq!(offset(&house, Who::Admin, &kept).await, png("a").len());
}

#[db_test]
async fn one_account_has_a_bounded_number_under_way(db: Db) {
    let house = House::open(&db).await;
    let request = |index: usize| beginning("contents", &format!("thumbnails/{index}.png"), "image/png", 100);
    let first = place(&house.send(Who::Admin, request(0), "").await);
    for index in 1..50 {
        place(&house.send(Who::Admin, request(index), "").await);
    }
    refused(&house.send(Who::Admin, request(50), "").await, 429, "TooManyUploads");
    begin(&house, Who::Member, &format!("avatars/{MEMBER}/eu.png"), "image/png", 100).await;
    assert_eq!(ask(&house, Who::Admin, "DELETE", &first).await.status, 204);
    place(&house.send(Who::Admin, request(50), "").await);
}

#[db_test]
async fn a_signed_link_uploads_its_file_and_no_other(db: Db) {
    let house = House::open(&db).await;
    let token = ticket(&house, Who::Admin, "contents/thumbnails/a.png", "false").await;
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
    let begun = house.send(Who::Nobody, signed("thumbnails/a.png", &token), "").await;
    let at = place(&begun);
    assert!(at.starts_with("/upload/resumable/sign/"), "{at}");
    refused(&house.send(Who::Nobody, signed("thumbnails/b.png", &token), "").await, 400, "InvalidSignature");
    let other = ticket(&house, Who::Service, "contents/thumbnails/a.png", "false").await;
    refused(&house.send(Who::Nobody, go_on(&at, &other), png("a")).await, 404, "NoSuchUpload");
    house.png("contents/thumbnails/lida.png").await;
    let read =
        house.post(Who::Admin, "/object/sign/contents/thumbnails/lida.png", json!({ "expiresIn": 60 })).await;
    let read = read.ok().json()["signedURL"].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    refused(
        &house.send(Who::Nobody, signed("thumbnails/lida.png", &read), "").await,
        400,
        "InvalidSignature",
    );
    refused(&house.send(Who::Nobody, signed("thumbnails/a.png", "x"), "").await, 400, "InvalidJWT");
    let without = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&house.send(Who::Nobody, without, png("a")).await, 400, "MissingParameter");
    assert_eq!(house.send(Who::Nobody, go_on(&at, &token), png("a")).await.status, 204);
    house.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();

    // The token says whether a file may be replaced, and is worth what its signer is worth.
    let forged = signed("thumbnails/a.png", &token).header("x-upsert", "true");
    refused(&house.send(Who::Nobody, forged, "").await, 409, "KeyAlreadyExists");
    let over = ticket(&house, Who::Admin, "contents/thumbnails/a.png", "true").await;
    let at = place(&house.send(Who::Nobody, signed("thumbnails/a.png", &over), "").await);
    house.execute("DELETE FROM user_roles", vec![]).await;
    refused(&house.send(Who::Nobody, go_on(&at, &over), png("b")).await, 403, "AccessDenied");
    house.clock.advance(Duration::from_secs(2 * 60 * 60));
    refused(&house.send(Who::Nobody, go_on(&at, &over), png("b")).await, 400, "ExpiredToken");
}

#[db_test]
async fn what_is_not_the_protocol_is_refused_in_its_words(db: Db) {
    let house = House::open(&db).await;
    let size = png("a").len();
    let unversioned = Request::post("/upload/resumable").header("upload-length", 1);
    let answer = house.send(Who::Admin, unversioned, "").await;
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
        refused(&house.send(Who::Admin, request, "").await, 400, "InvalidRequest");
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
            &house.send(Who::Admin, beginning("contents", key, "image/png", 1), "").await,
            400,
            "InvalidKey",
        );
    }
    let at = begin(&house, Who::Admin, "contents/thumbnails/a.png", "image/png", size).await;
    let plain = Request::patch(&at).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    refused(&house.send(Who::Admin, plain, png("a")).await, 415, "InvalidContentType");
    for bad in ["abc", "Li4vLi4vZXRj", "Y29udGVudHMvLi4vYS8wMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDE"]
    {
        refused(
            &ask(&house, Who::Admin, "DELETE", &format!("/upload/resumable/{bad}")).await,
            404,
            "NoSuchUpload",
        );
    }
    refused(&ask(&house, Who::Admin, "GET", &at).await, 404, "NoRoute");
    refused(&ask(&house, Who::Admin, "PUT", "/upload/resumable").await, 404, "NoRoute");

    // Where a network lets only some methods pass.
    let meant =
        Request::post(&at).header("x-http-method-override", "DELETE").header("tus-resumable", "1.0.0");
    assert_eq!(house.send(Who::Admin, meant, "").await.status, 204);
    refused(&ask(&house, Who::Admin, "DELETE", &at).await, 404, "NoSuchUpload");
    assert_eq!(house.stored(), 0);
}
