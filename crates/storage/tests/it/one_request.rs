//! Uploads in one request: forms, bare bodies, limits, types, keys, and traces of failures.

use ateneu_testkit::{db_test, sqlite_test};
use axum::{
    body::{Body, Bytes},
    http::Request,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::future::join_all;
use serde_json::json;

use crate::harness::{Harness, MEMBER, User::*, broken_off, channel, form, mp4, png, prefixes, streamed};

const PATH: &str = "contents/thumbnails/a.png";

#[sqlite_test]
async fn a_form_without_a_file_or_with_broken_text_is_refused(app: Harness) {
    let filed = |fields: &[(&str, &str)]| form(fields, "image/png", &png("a")).1;
    let without_file =
        b"--limite\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n60\r\n--limite--\r\n";
    let whole = filed(&[]);
    for body in [
        Vec::new(),
        without_file.to_vec(),
        filed(&[("metadata", "[1]")]),
        filed(&[("metadata", r#"{"a":["\u0000"]}"#)]),
        filed(&[("contentEncoding", "gzip")]),
        whole[..whole.len() - 20].to_vec(),
    ] {
        let mime = "multipart/form-data; boundary=limite";
        app.upload(Admin, PATH, mime, body).await.refused("InvalidRequest");
    }
    assert_eq!(app.stored(), 0);
}

#[sqlite_test]
async fn bytes_that_are_not_of_their_type_are_refused(app: Harness) {
    let lies: [(&str, &[u8]); 8] = [
        ("image/png", b"<html><script>alert(1)</script>"),
        ("image/svg+xml", b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
        ("video/mp4", b"<!DOCTYPE html><p>oi"),
        ("application/pdf", &png("a")),
        ("image/jpeg", b"%PDF-1.7\n"),
        ("text/html", b"<html>"),
        ("application/javascript", b"alert(1)"),
        ("image/png", b""),
    ];
    for (mime, bytes) in lies {
        let answer = app.upload(Admin, PATH, mime, bytes.to_vec()).await;
        assert_eq!(answer.string("statusCode"), "415", "{mime}");
        answer.refused("InvalidMimeType");
    }
    app.upload(Admin, "contents/video/a.mp4", "video/mp4", mp4("a")).await.ok();
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn bare_bytes_have_an_owner_and_metadata_in_headers(app: Harness) {
    let request = Request::post("/object/contents/thumbnails/b.png")
        .header("content-type", "image/png")
        .header("cache-control", "max-age=120")
        .header("x-metadata", BASE64_STANDARD.encode(r#"{"a":1}"#));
    app.send(Admin, request, png("b")).await.ok();
    let info = app.info("contents/thumbnails/b.png").await;
    assert_eq!((&info["cache_control"], &info["metadata"]), (&json!("max-age=120"), &json!({ "a": 1 })));
    for (header, value) in [("x-metadata", "%%%"), ("content-encoding", "gzip")] {
        let request = Request::post("/object/contents/thumbnails/c.png").header(header, value);
        app.send(Admin, request, png("c")).await.refused("InvalidRequest");
    }
    // The owner of a file is the account that stored it.
    app.upload(Member, &format!("avatars/{MEMBER}/eu.png"), "image/png", png("eu")).await.ok();
    let removed = app.delete(Member, "/object/avatars", prefixes(&[&format!("{MEMBER}/eu.png")])).await;
    assert_eq!(removed.ok().json()[0]["owner"], MEMBER);
}

#[sqlite_test]
async fn a_taken_key_is_refused_without_upsert(app: Harness) {
    app.png(PATH).await;
    let refusal = app.upload(Admin, PATH, "image/png", png("novo")).await;
    assert_eq!((refusal.string("statusCode"), refusal.string("error")), ("409".into(), "Duplicate".into()));
    let before = app.public(PATH).await.ok();
    assert_eq!(before.body, png(PATH));

    let request = Request::post(format!("/object/{PATH}")).header("x-upsert", "true");
    app.send(Admin, request.header("content-type", "image/png"), png("novo")).await.ok();
    let after = app.public(PATH).await.ok();
    assert_eq!(after.body, png("novo"));
    assert_ne!(after.header("etag"), before.header("etag"));
    assert_eq!(app.stored(), 1, "the replaced bytes are gone");
}

#[sqlite_test]
async fn put_creates_or_replaces_a_file(app: Harness) {
    for text in ["um", "dois"] {
        app.replace(Admin, PATH, text).await.ok();
        assert_eq!(app.public(PATH).await.ok().body, png(text));
    }
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn the_size_limit_holds_with_and_without_a_declared_length(app: Harness) {
    app.bucket(json!({ "name": "pequeno", "file_size_limit": "1KB" })).await;
    let kilobyte = "a".repeat(1000);
    app.upload(Service, "pequeno/cabe.txt", "text/plain", kilobyte.clone()).await.ok();
    let pieces = |number: usize| streamed(vec![Bytes::from("a".repeat(100)); number]);
    for body in [Body::from(format!("{kilobyte}a")), pieces(11), pieces(1_000)] {
        let answer = app.upload(Service, "pequeno/nao.txt", "text/plain", body).await;
        assert_eq!(answer.string("statusCode"), "413");
        answer.refused("EntityTooLarge");
    }
    let declared = Request::post("/object/pequeno/nao.txt").header("content-length", "2000");
    app.send(Service, declared, "curto").await.refused("EntityTooLarge");
    let (mime, body) = form(&[], "text/plain", "b".repeat(1001).as_bytes());
    app.upload(Service, "pequeno/nao.txt", &mime, body).await.refused("EntityTooLarge");
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn a_large_file_is_stored_in_parts_and_read_whole(app: Harness) {
    let film = [mp4(""), (0..20_000_000u32).map(|index| (index / 7) as u8).collect()].concat();
    let body = streamed(film.chunks(100_003).map(Bytes::copy_from_slice).collect());
    app.upload(Admin, "contents/video/filme.mp4", "video/mp4", body).await.ok();
    let read = app.get(Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    let request = Request::get("/object/contents/video/filme.mp4").header("range", "bytes=8388600-8388619");
    let part = app.send(Admin, request, Body::empty()).await;
    assert_eq!((part.status.as_u16(), &part.body[..]), (206, &film[8_388_600..8_388_620]));
}

#[sqlite_test]
async fn an_upload_that_breaks_off_leaves_no_file(app: Harness) {
    for megabytes in [0, 1, 20] {
        let mut pieces = vec![Bytes::from(mp4(""))];
        pieces.extend((0..megabytes).map(|_| Bytes::from(vec![7u8; 1_000_000])));
        let answer = app.upload(Admin, "contents/video/filme.mp4", "video/mp4", broken_off(pieces)).await;
        answer.refused("InvalidRequest");
        app.get(Admin, "/object/info/contents/video/filme.mp4").await.refused("NoSuchKey");
        assert_eq!(app.stored(), 0, "{megabytes}");
    }
}

#[sqlite_test]
async fn an_upload_of_a_disconnected_client_leaves_no_file(app: Harness) {
    let (mut sender, body) = channel(11);
    for piece in [mp4("")].into_iter().chain(vec![vec![7u8; 1_000_000]; 10]) {
        sender.try_send(Ok(Bytes::from(piece))).unwrap();
    }
    let mut upload = Box::pin(app.upload(Admin, "contents/video/a.mp4", "video/mp4", body));
    // Waits until parts of it are in the store.
    while app.stored() == 0 {
        assert!(futures::poll!(&mut upload).is_pending());
        tokio::task::yield_now().await;
    }
    drop(upload);
    app.until_stored(0).await;
}

#[db_test]
async fn of_concurrent_uploads_of_one_key_one_file_remains(app: Harness) {
    let texts: Vec<String> = (0..8).map(|index| format!("versão {index}")).collect();
    let creations = texts.iter().map(|text| app.upload(Admin, PATH, "image/png", png(text)));
    let mut codes: Vec<String> =
        join_all(creations).await.iter().map(|answer| answer.code().to_owned()).collect();
    codes.sort_unstable();
    assert_eq!((codes[0].as_str(), &codes[1..]), ("", &vec!["KeyAlreadyExists".to_owned(); 7][..]));
    assert_eq!(app.stored(), 1);

    let answers = join_all(texts.iter().map(|text| app.replace(Admin, PATH, text))).await;
    assert!(answers.iter().any(|answer| answer.status == 200));
    assert!(answers.iter().all(|answer| matches!(answer.code(), "" | "SlowDown")));
    let read = app.public(PATH).await.ok();
    assert!(texts.iter().any(|text| read.body == png(text)));
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn keys_outside_the_allowed_characters_are_refused(app: Harness) {
    let long = format!("contents/{}", "a".repeat(1025));
    for path in [
        "contents/a/../b.png",
        "contents/%2e%2e/b.png",
        "contents/a%2f..%2fb.png",
        "contents//b.png",
        "contents/a%2F%2Fb.png",
        "contents/b.png/",
        "contents/%00.png",
        "contents/a%5cb.png",
        "contents/a%252fb.png",
        "contents/%C3%A7%C3%A3o.png",
        "contents/a%0d%0ab.png",
        "contents/%ff.png",
        "contents/./b.png",
        &long,
    ] {
        app.upload(Admin, path, "image/png", png("a")).await.refused("InvalidKey");
        app.public(path).await.refused("InvalidKey");
    }
    let refusal = app.upload(Admin, "contents/%C3%A7%C3%A3o.png", "image/png", png("a")).await;
    assert_eq!(refusal.string("message"), "Invalid key: ção.png");
    app.upload(Admin, "nenhum/a.png", "image/png", png("a")).await.refused("NoSuchBucket");
    app.upload(Admin, "contents/a%2fb%20(1).png", "image/png", png("a")).await.ok();
    app.get(Admin, "/object/info/contents/a/b%20(1).png").await.ok();
    assert_eq!(app.stored(), 1);
}
