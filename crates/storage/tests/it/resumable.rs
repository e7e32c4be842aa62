//! Resumable uploads: chunks, lost connections, restarts, concurrent writers, and the resulting file.

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::{
    body::{Body, Bytes},
    http::{Request, request::Builder},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use futures::future::join_all;
use serde_json::json;

use crate::harness::{Harness, User, User::*, broken_off, channel, mp4, png, streamed};

pub const BYTES: &str = "application/offset+octet-stream";
const FILM: &str = "contents/video/filme.mp4";
const PICTURE: &str = "contents/thumbnails/a.png";
const PLACE: &str = "http://localhost/storage/v1";

/// Returns `Upload-Metadata` of these names and texts.
pub fn metadata(entries: &[(&str, &str)]) -> String {
    let entries = entries.iter().map(|(name, text)| format!("{name} {}", BASE64_STANDARD.encode(text)));
    entries.collect::<Vec<_>>().join(",")
}

/// Returns a request that begins an upload of that size.
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

/// Returns the path at which an upload continues, for the router.
#[track_caller]
pub fn place(begun: &TestResponse) -> String {
    assert_eq!(begun.status, 201, "{:?}", begun.body);
    assert_eq!(begun.header("tus-resumable"), "1.0.0");
    let place = begun.header("location").strip_prefix(PLACE);
    place.unwrap().to_owned()
}

/// Begins an upload. Returns its path.
pub async fn begin(app: &Harness, user: User, file: &str, mime: &str, size: usize) -> String {
    let (bucket, key) = file.split_once('/').unwrap();
    place(&app.send(user, beginning(bucket, key, mime, size), "").await)
}

/// Sends bytes at that offset.
pub async fn send(
    app: &Harness,
    user: User,
    place: &str,
    offset: usize,
    bytes: impl Into<Body>,
) -> TestResponse {
    let request = Request::patch(place)
        .header("tus-resumable", "1.0.0")
        .header("content-type", BYTES)
        .header("upload-offset", offset);
    app.send(user, request, bytes).await
}

/// Sends a request without a body about an upload.
pub async fn ask(app: &Harness, user: User, method: &str, place: &str) -> TestResponse {
    let request = Request::builder().method(method).uri(place);
    app.send(user, request.header("tus-resumable", "1.0.0"), "").await
}

/// Returns the number of bytes that the upload has received.
pub async fn offset(app: &Harness, user: User, place: &str) -> usize {
    let answer = ask(app, user, "HEAD", place).await;
    assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "no-store"));
    answer.header("upload-offset").parse().unwrap()
}

#[track_caller]
pub fn refused(answer: &TestResponse, status: u16, code: &str) {
    let got = (answer.status.as_u16(), answer.header("x-sb-error-code"));
    assert_eq!(got, (status, code), "{:?}", answer.body);
    assert!(answer.header("content-type").starts_with("text/plain"));
    assert_eq!(answer.header("tus-resumable"), "1.0.0");
}

fn film(megabytes: usize) -> Vec<u8> {
    let noise = (0..megabytes * 1_000_000).map(|index| (index / 7) as u8);
    mp4("").into_iter().chain(noise).collect()
}

fn pieces(bytes: &[u8]) -> Vec<Bytes> {
    bytes.chunks(100_003).map(Bytes::copy_from_slice).collect()
}

#[sqlite_test]
async fn a_chunked_file_exists_after_its_last_byte(app: Harness) {
    let film = film(20);
    let place = begin(&app, Admin, FILM, "video/mp4", film.len()).await;
    let mut at = 0;
    // Less than the detection needs, more than a piece, and the rest.
    for chunk in [&film[..100], &film[100..12_000_000], &film[12_000_000..]] {
        assert_eq!(offset(&app, Admin, &place).await, at);
        app.get(Admin, "/object/info/contents/video/filme.mp4").await.refused("NoSuchKey");
        let answer = send(&app, Admin, &place, at, chunk.to_vec()).await;
        at += chunk.len();
        assert_eq!((answer.status.as_u16(), answer.header("upload-offset")), (204, at.to_string().as_str()));
        assert_eq!(answer.header("upload-expires"), "Sun, 22 Nov 2026 12:00:00 GMT");
    }
    let read = app.get(Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    let info = app.info(FILM).await;
    let facts = ["cache_control", "content_type", "metadata"].map(|name| &info[name]);
    assert_eq!(json!(facts), json!(["max-age=60", "video/mp4", { "duration": 3 }]));
    assert_eq!(app.stored(), 1, "the pieces are gone");

    let after = ask(&app, Admin, "HEAD", &place).await;
    assert_eq!(after.header("upload-offset"), after.header("upload-length"));
    assert!(after.header("upload-metadata").starts_with("bucketName "));
    assert_eq!(send(&app, Admin, &place, at, "").await.status, 204, "nothing is left to send");
    assert_eq!(ask(&app, Admin, "DELETE", &place).await.status, 204);
    app.get(Admin, "/object/contents/video/filme.mp4").await.ok();
}

#[db_test]
async fn bytes_survive_a_lost_connection_and_a_restart(app: Harness) {
    let film = film(21);
    let place = begin(&app, Admin, FILM, "video/mp4", film.len()).await;
    let cut = send(&app, Admin, &place, 0, broken_off(pieces(&film[..10_000_000]))).await;
    refused(&cut, 400, "InvalidRequest");
    assert_eq!(offset(&app, Admin, &place).await, 10_000_000);

    let app = app.reopen().await;
    assert_eq!(offset(&app, Admin, &place).await, 10_000_000);
    send(&app, Admin, &place, 10_000_000, film[10_000_000..15_000_000].to_vec()).await.ok();
    let app = app.reopen().await;
    let rest = streamed(pieces(&film[15_000_000..]));
    assert_eq!(send(&app, Admin, &place, 15_000_000, rest).await.status, 204);
    let read = app.get(Admin, "/object/contents/video/filme.mp4").await.ok();
    assert!(read.body == film);
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn bytes_of_a_disconnected_client_are_kept(app: Harness) {
    let film = film(12);
    let place = begin(&app, Admin, "contents/video/a.mp4", "video/mp4", film.len()).await;
    let (mut sender, body) = channel(100);
    for piece in pieces(&film[..9_000_000]) {
        sender.try_send(Ok(piece)).unwrap();
    }
    let mut sending = Box::pin(send(&app, Admin, &place, 0, body));
    while app.stored() == 0 {
        assert!(futures::poll!(&mut sending).is_pending());
        tokio::task::yield_now().await;
    }
    drop(sending);
    drop(sender);
    while offset(&app, Admin, &place).await < 9_000_000 {
        tokio::task::yield_now().await;
    }
    send(&app, Admin, &place, 9_000_000, film[9_000_000..].to_vec()).await.ok();
    assert!(app.get(Admin, "/object/contents/video/a.mp4").await.ok().body == film);
}

#[sqlite_test]
async fn bytes_for_another_offset_are_refused(app: Harness) {
    let place = begin(&app, Admin, PICTURE, "image/png", png("abc").len()).await;
    send(&app, Admin, &place, 0, png("")).await.ok();
    for wrong in [0, 1, 1_000_000] {
        let answer = send(&app, Admin, &place, wrong, "abc").await;
        refused(&answer, 409, "WrongOffset");
        assert_eq!(answer.text(), "Upload-Offset conflict\n");
    }
    let more = send(&app, Admin, &place, png("").len(), "abcd").await;
    refused(&more, 413, "EntityTooLarge");
    assert_eq!(more.text(), "upload's size exceeded\n");
    assert_eq!(offset(&app, Admin, &place).await, png("").len());
    send(&app, Admin, &place, png("").len(), "abc").await.ok();
    assert_eq!(app.public(PICTURE).await.ok().body, png("abc"));
}

#[db_test]
async fn of_concurrent_writers_one_advances_the_upload(app: Harness) {
    let size = png("a").len() + 1;
    let place = begin(&app, Admin, PICTURE, "image/png", size).await;
    // In the middle, then with the last byte.
    for (at, most) in [(0, size - 1), (size - 1, 1)] {
        let writers = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|letter| {
            let bytes = if at == 0 { png(letter) } else { letter.into() };
            send(&app, Admin, &place, at, bytes)
        });
        let answers = join_all(writers).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status.as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!((statuses[0], &statuses[1..]), (204, &[409; 7][..]));
        assert_eq!(offset(&app, Admin, &place).await, at + most);
    }
    assert_eq!(app.stored(), 1, "what the others brought is gone");
    app.public(PICTURE).await.ok();
}

#[sqlite_test]
async fn the_creation_may_carry_bytes_or_none(app: Harness) {
    let whole =
        beginning("contents", "thumbnails/a.png", "image/png", png("a").len()).header("content-type", BYTES);
    let begun = app.send(Admin, whole, png("a")).await;
    assert_eq!(begun.header("upload-offset"), png("a").len().to_string());
    assert_eq!(app.public(PICTURE).await.ok().body, png("a"));

    let part = beginning("contents", "thumbnails/b.png", "image/png", 100).header("content-type", BYTES);
    let at = place(&app.send(Admin, part, png("b")).await);
    assert_eq!(offset(&app, Admin, &at).await, png("b").len());

    app.bucket(json!({ "name": "vazios" })).await;
    begin(&app, Service, "vazios/nada.txt", "text/plain", 0).await;
    let empty = app.get(Service, "/object/vazios/nada.txt").await.ok();
    assert_eq!(empty.header("content-length"), "0");
}

#[sqlite_test]
async fn a_taken_key_is_replaced_only_with_upsert(app: Harness) {
    let size = png("novo").len();
    let late = begin(&app, Admin, PICTURE, "image/png", size).await;
    send(&app, Admin, &late, 0, png("")).await.ok();
    app.png(PICTURE).await;
    let refusal = send(&app, Admin, &late, png("").len(), "novo").await;
    refused(&refusal, 409, "KeyAlreadyExists");
    let early = app.send(Admin, beginning("contents", "thumbnails/a.png", "image/png", size), "").await;
    refused(&early, 409, "KeyAlreadyExists");
    assert_eq!(app.public(PICTURE).await.ok().body, png(PICTURE));

    let over = beginning("contents", "thumbnails/a.png", "image/png", size).header("x-upsert", "true");
    let over = place(&app.send(Admin, over, "").await);
    send(&app, Admin, &over, 0, png("novo")).await.ok();
    assert_eq!(app.public(PICTURE).await.ok().body, png("novo"));
    ask(&app, Admin, "DELETE", &late).await;
    assert_eq!(app.stored(), 1, "neither the replaced bytes nor a refused upload's remain");
}
