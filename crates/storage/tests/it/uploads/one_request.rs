//! Bytes on their way in: forms, bare bodies, limits, types, keys, and what a failure leaves behind.

use ateneu_testkit::db_test;
use axum::{
    body::{Body, Bytes},
    http::Request,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

use crate::harness::{Harness, MEMBER, Who, broken_off, form, mp4, png};

#[db_test]
async fn a_form_with_an_empty_field_name_keeps_what_is_said_beside_the_file(app: Harness) {
    let (content_type, body) =
        form(&[("cacheControl", "60"), ("metadata", r#"{"origem":"câmera"}"#)], "image/png", &png("a"));
    let request = Request::post("/object/contents/thumbnails/a.png").header("content-type", content_type);
    let answer = app.send(Who::Admin, request, body).await.ok().json().clone();
    assert_eq!(answer["Key"], "contents/thumbnails/a.png");
    let info = app.get(Who::Visitor, "/object/info/contents/thumbnails/a.png").await.ok().json().clone();
    assert_eq!(info["id"], answer["Id"]);
    assert_eq!(info["metadata"], json!({ "origem": "câmera" }));
    assert_eq!(info["cache_control"], "max-age=60");
    assert_eq!(info["content_type"], "image/png");
    assert_eq!(info["size"], png("a").len());
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(read.body, png("a"));
}

#[db_test]
async fn a_form_without_a_file_or_with_broken_text_is_refused(app: Harness) {
    let send = async |body: &[u8]| {
        let request = Request::post("/object/contents/a.png")
            .header("content-type", "multipart/form-data; boundary=limite");
        app.send(Who::Admin, request, body.to_vec()).await
    };
    send(b"").await.refused("InvalidRequest");
    send(b"--limite\r\nContent-Disposition: form-data; name=\"cacheControl\"\r\n\r\n60\r\n--limite--\r\n")
        .await
        .refused("InvalidRequest");
    let (_, bad) = form(&[("metadata", "[1]")], "image/png", &png("a"));
    send(&bad).await.refused("InvalidRequest");
    let (_, nul) = form(&[("metadata", r#"{"a":["\u0000"]}"#)], "image/png", &png("a"));
    send(&nul).await.refused("InvalidRequest");
    let (_, encoded) = form(&[("contentEncoding", "gzip")], "image/png", &png("a"));
    send(&encoded).await.refused("InvalidRequest");
    let (_, whole) = form(&[], "image/png", &png("a"));
    send(&whole[..whole.len() - 20]).await.refused("InvalidRequest");
    assert_eq!(app.stored(), 0);
}

#[db_test]
async fn bare_bytes_bring_their_notes_in_headers(app: Harness) {
    let request = Request::post("/object/contents/thumbnails/b.png")
        .header("content-type", "image/png")
        .header("cache-control", "max-age=120")
        .header("x-metadata", BASE64_STANDARD.encode(r#"{"a":1}"#));
    app.send(Who::Admin, request, png("b")).await.ok();
    let info = app.get(Who::Visitor, "/object/info/contents/thumbnails/b.png").await.ok().json().clone();
    assert_eq!((&info["cache_control"], &info["metadata"]), (&json!("max-age=120"), &json!({ "a": 1 })));
    for (header, value) in [("x-metadata", "%%%"), ("content-encoding", "gzip")] {
        let request = Request::post("/object/contents/thumbnails/c.png").header(header, value);
        app.send(Who::Admin, request, png("c")).await.refused("InvalidRequest");
    }
}

#[db_test]
async fn a_taken_key_is_refused_and_keeps_its_bytes_unless_upsert_is_asked_for(app: Harness) {
    app.png("contents/thumbnails/a.png").await;
    let refusal = app.upload(Who::Admin, "contents/thumbnails/a.png", "image/png", png("novo")).await;
    assert_eq!(refusal.json()["statusCode"], "409");
    assert_eq!(refusal.json()["error"], "Duplicate");
    let before = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(before.body, png("contents/thumbnails/a.png"));

    let request = Request::post("/object/contents/thumbnails/a.png")
        .header("x-upsert", "true")
        .header("content-type", "image/png");
    app.send(Who::Admin, request, png("novo")).await.ok();
    let after = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(after.body, png("novo"));
    assert_ne!(after.header("etag"), before.header("etag"));
    assert_eq!(app.stored(), 1, "the replaced bytes are gone");
}

#[db_test]
async fn update_replaces_and_makes_what_is_missing(app: Harness) {
    for text in ["um", "dois"] {
        let request = Request::put("/object/contents/thumbnails/a.png").header("content-type", "image/png");
        app.send(Who::Admin, request, png(text)).await.ok();
        let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
        assert_eq!(read.body, png(text));
    }
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn bytes_that_are_not_what_they_claim_are_refused_and_leave_nothing(app: Harness) {
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
        let answer = app.upload(Who::Admin, "contents/thumbnails/a.png", mime, bytes.to_vec()).await;
        assert_eq!(answer.json()["statusCode"], "415", "{mime}");
        answer.refused("InvalidMimeType");
    }
    app.upload(Who::Admin, "contents/video/a.mp4", "video/mp4", mp4("a")).await.ok();
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn the_size_limit_holds_with_and_without_a_declared_length(app: Harness) {
    app.bucket(json!({ "name": "pequeno", "file_size_limit": "1KB" })).await;
    let kilobyte = "a".repeat(1000);
    app.upload(Who::Service, "pequeno/cabe.txt", "text/plain", kilobyte.clone()).await.ok();
    let streamed = |bytes: usize| {
        let piece = Bytes::from("a".repeat(100));
        Body::from_stream(futures::stream::iter(
            (0..bytes / 100).map(move |_| Ok::<_, std::io::Error>(piece.clone())),
        ))
    };
    for body in [Body::from(format!("{kilobyte}a")), streamed(1100), streamed(100_000)] {
        let answer = app.upload(Who::Service, "pequeno/nao.txt", "text/plain", body).await;
        assert_eq!(answer.json()["statusCode"], "413");
        answer.refused("EntityTooLarge");
    }
    let declared = Request::post("/object/pequeno/nao.txt").header("content-length", "2000");
    app.send(Who::Service, declared, "curto").await.refused("EntityTooLarge");
    let (content_type, body) = form(&[], "text/plain", "b".repeat(1001).as_bytes());
    let request = Request::post("/object/pequeno/nao.txt").header("content-type", content_type);
    app.send(Who::Service, request, body).await.refused("EntityTooLarge");
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn a_large_file_travels_in_parts_and_comes_back_whole(app: Harness) {
    let film = [mp4(""), (0..20_000_000u32).map(|index| (index / 7) as u8).collect()].concat();
    let pieces: Vec<Bytes> = film.chunks(100_003).map(Bytes::copy_from_slice).collect();
    let body = Body::from_stream(futures::stream::iter(pieces.into_iter().map(Ok::<_, std::io::Error>)));
    app.upload(Who::Admin, "contents/video/filme.mp4", "video/mp4", body).await.ok();
    let read = app.get(Who::Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    let request = Request::get("/object/contents/video/filme.mp4").header("range", "bytes=8388600-8388619");
    let part = app.send(Who::Admin, request, Body::empty()).await;
    assert_eq!((part.status.as_u16(), &part.body[..]), (206, &film[8_388_600..8_388_620]));
}

#[db_test]
async fn an_upload_that_breaks_off_leaves_nothing(app: Harness) {
    for megabytes in [0, 1, 20] {
        let mut pieces = vec![Bytes::from(mp4(""))];
        pieces.extend((0..megabytes).map(|_| Bytes::from(vec![7u8; 1_000_000])));
        let answer =
            app.upload(Who::Admin, "contents/video/filme.mp4", "video/mp4", broken_off(pieces)).await;
        answer.refused("InvalidRequest");
        app.get(Who::Admin, "/object/info/contents/video/filme.mp4").await.refused("NoSuchKey");
        assert_eq!(app.stored(), 0, "{megabytes}");
    }
}

#[db_test]
async fn a_client_that_vanishes_mid_upload_leaves_nothing(app: Harness) {
    let (sender, receiver) = futures::channel::mpsc::unbounded::<Result<Bytes, std::io::Error>>();
    sender.unbounded_send(Ok(Bytes::from(mp4("")))).unwrap();
    for _ in 0..10 {
        sender.unbounded_send(Ok(Bytes::from(vec![7u8; 1_000_000]))).unwrap();
    }
    let mut upload =
        Box::pin(app.upload(Who::Admin, "contents/video/a.mp4", "video/mp4", Body::from_stream(receiver)));
    // Let it come as far as having parts in the store, then let go of it.
    while app.stored() == 0 {
        assert!(futures::poll!(&mut upload).is_pending());
        tokio::task::yield_now().await;
    }
    drop(upload);
    app.until_stored(0).await;
}

#[db_test]
async fn of_two_uploads_of_one_key_one_wins_and_one_set_of_bytes_remains(app: Harness) {
    let texts: Vec<String> = (0..8).map(|index| format!("versão {index}")).collect();
    let responses = futures::future::join_all(
        texts.iter().map(|text| app.upload(Who::Admin, "contents/thumbnails/a.png", "image/png", png(text))),
    )
    .await;
    assert_eq!(responses.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(
        responses
            .iter()
            .filter(|answer| answer.status != 200)
            .all(|answer| answer.code() == "KeyAlreadyExists")
    );
    assert_eq!(app.stored(), 1);

    let responses = futures::future::join_all(texts.iter().map(|text| {
        let request = Request::put("/object/contents/thumbnails/a.png").header("content-type", "image/png");
        app.send(Who::Admin, request, png(text))
    }))
    .await;
    assert!(responses.iter().any(|answer| answer.status == 200));
    assert!(responses.iter().all(|answer| answer.status == 200 || answer.code() == "SlowDown"));
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert!(texts.iter().any(|text| read.body == png(text)));
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn tricks_with_keys_are_refused(app: Harness) {
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
        app.upload(Who::Admin, path, "image/png", png("a")).await.refused("InvalidKey");
        app.get(Who::Nobody, &format!("/object/public/{path}")).await.refused("InvalidKey");
    }
    let refusal = app.upload(Who::Admin, "contents/%C3%A7%C3%A3o.png", "image/png", png("a")).await;
    assert_eq!(refusal.json()["message"], "Invalid key: ção.png");
    app.upload(Who::Admin, "nenhum/a.png", "image/png", png("a")).await.refused("NoSuchBucket");
    app.upload(Who::Admin, "contents/a%2fb%20(1).png", "image/png", png("a")).await.ok();
    app.get(Who::Admin, "/object/info/contents/a/b%20(1).png").await.ok();
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn the_owner_of_a_file_is_whoever_put_it(app: Harness) {
    app.upload(Who::Member, &format!("avatars/{MEMBER}/eu.png"), "image/png", png("eu")).await.ok();
    let removed = app
        .delete(Who::Member, "/object/avatars", crate::harness::prefixes(&[&format!("{MEMBER}/eu.png")]))
        .await
        .ok()
        .json()
        .clone();
    assert_eq!(removed[0]["owner"], MEMBER);
}
