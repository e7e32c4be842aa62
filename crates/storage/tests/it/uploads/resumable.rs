//! Uploads that are gone on with: chunks, lost connections, restarts, two writers, what comes of the file.

use ateneu_testkit::{TestResponse, db_test};
use axum::{
    body::{Body, Bytes},
    http::{Request, request::Builder},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::json;

use crate::harness::{Harness, Who, broken_off, mp4, png};

pub const BYTES: &str = "application/offset+octet-stream";
const PLACE: &str = "http://localhost/storage/v1";

/// `Upload-Metadata` of these names and texts.
pub fn metadata(entries: &[(&str, &str)]) -> String {
    let entries = entries.iter().map(|(name, text)| format!("{name} {}", BASE64_STANDARD.encode(text)));
    entries.collect::<Vec<_>>().join(",")
}

/// A request that begins an upload of that many bytes.
pub fn beginning(bucket: &str, key: &str, mime: &str, size: usize) -> Builder {
    let said = [
        ("bucketName", bucket),
        ("objectName", key),
        ("contentType", mime),
        ("cacheControl", "60"),
        ("metadata", r#"{"duration":3}"#),
    ];
    Request::post("/upload/resumable")
        .header("tus-resumable", "1.0.0")
        .header("upload-length", size)
        .header("upload-metadata", metadata(&said))
}

/// Where an upload that was begun is gone on with, as the router knows it.
#[track_caller]
pub fn place(begun: &TestResponse) -> String {
    assert_eq!(begun.status, 201, "{:?}", begun.body);
    assert_eq!(begun.header("tus-resumable"), "1.0.0");
    let place = begun.header("location").strip_prefix(PLACE);
    place.unwrap().to_owned()
}

/// Begins an upload and responses its place.
pub async fn begin(app: &Harness, who: Who, file: &str, mime: &str, size: usize) -> String {
    let (bucket, key) = file.split_once('/').unwrap();
    place(&app.send(who, beginning(bucket, key, mime, size), "").await)
}

/// Sends bytes for that offset.
pub async fn send(
    app: &Harness,
    who: Who,
    place: &str,
    offset: usize,
    bytes: impl Into<Body>,
) -> TestResponse {
    let request = Request::patch(place)
        .header("tus-resumable", "1.0.0")
        .header("content-type", BYTES)
        .header("upload-offset", offset);
    app.send(who, request, bytes).await
}

/// A request without a body about an upload.
pub async fn ask(app: &Harness, who: Who, method: &str, place: &str) -> TestResponse {
    let request = Request::builder().method(method).uri(place);
    app.send(who, request.header("tus-resumable", "1.0.0"), "").await
}

/// How far the upload is.
pub async fn offset(app: &Harness, who: Who, place: &str) -> usize {
    let answer = ask(app, who, "HEAD", place).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    answer.header("upload-offset").parse().unwrap()
}

fn film(megabytes: usize) -> Vec<u8> {
    let noise = (0..megabytes * 1_000_000).map(|index| (index / 7) as u8);
    mp4("").into_iter().chain(noise).collect()
}

fn pieces(bytes: &[u8]) -> Vec<Bytes> {
    bytes.chunks(100_003).map(Bytes::copy_from_slice).collect()
}

#[db_test]
async fn a_file_in_chunks_appears_with_its_last_byte_and_with_what_was_said_of_it(app: Harness) {
    let film = film(20);
    let place = begin(&app, Who::Admin, "contents/video/filme.mp4", "video/mp4", film.len()).await;
    let mut at = 0;
    // Less than the type is told by, more than a piece, and the rest.
    for chunk in [&film[..100], &film[100..12_000_000], &film[12_000_000..]] {
        assert_eq!(offset(&app, Who::Admin, &place).await, at);
        app.get(Who::Admin, "/object/info/contents/video/filme.mp4").await.refused("NoSuchKey");
        let answer = send(&app, Who::Admin, &place, at, chunk.to_vec()).await;
        at += chunk.len();
        assert_eq!((answer.status.as_u16(), answer.header("upload-offset")), (204, at.to_string().as_str()));
        assert_eq!(answer.header("upload-expires"), "Sun, 22 Nov 2026 12:00:00 GMT");
    }
    let read = app.get(Who::Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    let info = app.get(Who::Admin, "/object/info/contents/video/filme.mp4").await.ok().json().clone();
    assert_eq!((&info["cache_control"], &info["content_type"]), (&json!("max-age=60"), &json!("video/mp4")));
    assert_eq!(info["metadata"], json!({ "duration": 3 }));
    assert_eq!(app.stored(), 1, "the pieces are gone");

    let after = ask(&app, Who::Admin, "HEAD", &place).await;
    assert_eq!(after.header("upload-offset"), after.header("upload-length"));
    assert!(after.header("upload-metadata").starts_with("bucketName "));
    assert_eq!(send(&app, Who::Admin, &place, at, "").await.status, 204, "nothing is left to send");
    assert_eq!(ask(&app, Who::Admin, "DELETE", &place).await.status, 204);
    app.get(Who::Admin, "/object/contents/video/filme.mp4").await.ok();
}

#[db_test]
async fn a_lost_connection_and_a_restart_lose_nothing_that_arrived(app: Harness) {
    let film = film(21);
    let place = begin(&app, Who::Admin, "contents/video/filme.mp4", "video/mp4", film.len()).await;
    let cut = send(&app, Who::Admin, &place, 0, broken_off(pieces(&film[..10_000_000]))).await;
    assert_eq!((cut.status.as_u16(), cut.header("x-sb-error-code")), (400, "InvalidRequest"));
    assert_eq!(offset(&app, Who::Admin, &place).await, 10_000_000);

    let app = app.reopen().await;
    assert_eq!(offset(&app, Who::Admin, &place).await, 10_000_000);
    send(&app, Who::Admin, &place, 10_000_000, film[10_000_000..15_000_000].to_vec()).await.ok();
    let app = app.reopen().await;
    let rest = Body::from_stream(futures::stream::iter(
        pieces(&film[15_000_000..]).into_iter().map(Ok::<_, std::io::Error>),
    ));
    assert_eq!(send(&app, Who::Admin, &place, 15_000_000, rest).await.status, 204);
    let read = app.get(Who::Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    assert_eq!(app.stored(), 1);
}

#[db_test]
async fn what_a_vanished_client_brought_is_kept(app: Harness) {
    let film = film(12);
    let place = begin(&app, Who::Admin, "contents/video/a.mp4", "video/mp4", film.len()).await;
    let (sender, receiver) = futures::channel::mpsc::unbounded::<Result<Bytes, std::io::Error>>();
    for piece in pieces(&film[..9_000_000]) {
        sender.unbounded_send(Ok(piece)).unwrap();
    }
    let mut sending = Box::pin(send(&app, Who::Admin, &place, 0, Body::from_stream(receiver)));
    while app.stored() == 0 {
        assert!(futures::poll!(&mut sending).is_pending());
        tokio::task::yield_now().await;
    }
    drop(sending);
    drop(sender);
    while offset(&app, Who::Admin, &place).await < 9_000_000 {
        tokio::task::yield_now().await;
    }
    send(&app, Who::Admin, &place, 9_000_000, film[9_000_000..].to_vec()).await.ok();
    assert!(app.get(Who::Admin, "/object/contents/video/a.mp4").await.ok().body == film);
}

#[db_test]
async fn bytes_for_another_place_are_refused_and_change_nothing(app: Harness) {
    let place = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", png("abc").len()).await;
    send(&app, Who::Admin, &place, 0, png("")).await.ok();
    for wrong in [0, 1, 1_000_000] {
        let answer = send(&app, Who::Admin, &place, wrong, "abc").await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("x-sb-error-code")),
            (409, "WrongOffset"),
            "{wrong}"
        );
        assert_eq!(answer.text(), "Upload-Offset conflict\n");
    }
    let more = send(&app, Who::Admin, &place, png("").len(), "abcd").await;
    assert_eq!((more.status.as_u16(), more.header("x-sb-error-code")), (413, "EntityTooLarge"));
    assert_eq!(more.text(), "upload's size exceeded\n");
    assert_eq!(offset(&app, Who::Admin, &place).await, png("").len());
    send(&app, Who::Admin, &place, png("").len(), "abc").await.ok();
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(read.body, png("abc"));
}

#[db_test]
async fn of_several_writers_of_one_upload_one_moves_it_on_and_the_others_are_told(app: Harness) {
    let size = png("a").len() + 1;
    let place = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", size).await;
    // In the middle, then with the last byte.
    for (at, most) in [(0, size - 1), (size - 1, 1)] {
        let texts: Vec<Vec<u8>> = (b'a'..b'i')
            .map(|letter| match at {
                0 => png(&char::from(letter).to_string()),
                _ => vec![letter],
            })
            .collect();
        let responses = futures::future::join_all(
            texts.iter().map(|text| send(&app, Who::Admin, &place, at, text.clone())),
        )
        .await;
        assert_eq!(responses.iter().filter(|answer| answer.status == 204).count(), 1, "{responses:?}");
        assert!(responses.iter().all(|answer| matches!(answer.status.as_u16(), 204 | 409)), "{responses:?}");
        assert_eq!(offset(&app, Who::Admin, &place).await, at + most);
    }
    assert_eq!(app.stored(), 1, "what the others brought is gone");
    app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
}

#[db_test]
async fn bytes_may_come_along_with_the_beginning_or_not_at_all(app: Harness) {
    let whole =
        beginning("contents", "thumbnails/a.png", "image/png", png("a").len()).header("content-type", BYTES);
    let begun = app.send(Who::Admin, whole, png("a")).await;
    assert_eq!(begun.header("upload-offset"), png("a").len().to_string());
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(read.body, png("a"));

    let part = beginning("contents", "thumbnails/b.png", "image/png", 100).header("content-type", BYTES);
    let begun = app.send(Who::Admin, part, png("b")).await;
    let at = place(&begun);
    assert_eq!(offset(&app, Who::Admin, &at).await, png("b").len());

    app.bucket(json!({ "name": "vazios" })).await;
    begin(&app, Who::Service, "vazios/nada.txt", "text/plain", 0).await;
    let empty = app.get(Who::Service, "/object/vazios/nada.txt").await.ok();
    assert_eq!(empty.header("content-length"), "0");
}

#[db_test]
async fn a_taken_key_is_refused_at_both_ends_and_replaced_only_by_upsert(app: Harness) {
    let size = png("novo").len();
    let late = begin(&app, Who::Admin, "contents/thumbnails/a.png", "image/png", size).await;
    send(&app, Who::Admin, &late, 0, png("")).await.ok();
    app.png("contents/thumbnails/a.png").await;
    let refusal = send(&app, Who::Admin, &late, png("").len(), "novo").await;
    assert_eq!((refusal.status.as_u16(), refusal.header("x-sb-error-code")), (409, "KeyAlreadyExists"));
    let early = app.send(Who::Admin, beginning("contents", "thumbnails/a.png", "image/png", size), "").await;
    assert_eq!((early.status.as_u16(), early.header("x-sb-error-code")), (409, "KeyAlreadyExists"));
    let kept = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(kept.body, png("contents/thumbnails/a.png"));

    let over = beginning("contents", "thumbnails/a.png", "image/png", size).header("x-upsert", "true");
    let over = place(&app.send(Who::Admin, over, "").await);
    send(&app, Who::Admin, &over, 0, png("novo")).await.ok();
    let replaced = app.get(Who::Nobody, "/object/public/contents/thumbnails/a.png").await.ok();
    assert_eq!(replaced.body, png("novo"));
    ask(&app, Who::Admin, "DELETE", &late).await;
    assert_eq!(app.stored(), 1, "neither the replaced bytes nor a refused upload's remain");
}
