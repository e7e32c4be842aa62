//! Storage quota of one account among the avatars, and the limit of uploads by disk space.

use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::{body::Bytes, http::Request};
use futures::{SinkExt, StreamExt, future::join_all, stream::FuturesUnordered};
use serde_json::{Value as Json, json};

use crate::harness::{ADMIN, Harness, MEMBER, OTHER, User::*, channel, form, png, route, streamed};
use crate::resumable::{BYTES, ask, begin, beginning, send};

const MB: usize = 1024 * 1024;

/// All ways in which a person stores a file.
const WAYS: [&str; 7] = ["post", "put", "form", "link", "resumable", "resumable link", "copy"];

fn avatar(name: &str) -> String {
    format!("avatars/{MEMBER}/{name}")
}

/// Returns the body of a move or copy among the avatars.
fn within(from: &str, to: &str) -> Json {
    route("avatars", from, to)
}

/// Returns a picture of that size in bytes.
fn picture(size: usize) -> Vec<u8> {
    let mut bytes = png("");
    bytes.resize(size, b'a');
    bytes
}

/// Stores the member's file in this way. A copy is of `avatars/{MEMBER}/1`.
async fn bring(app: &Harness, way: &str, name: &str, bytes: Vec<u8>) -> TestResponse {
    let path = avatar(name);
    let (bucket, key) = path.split_once('/').unwrap();
    let typed = |request: axum::http::request::Builder| request.header("content-type", "image/png");
    match way {
        "post" => app.upload(Member, &path, "image/png", bytes).await,
        "put" => app.send(Member, typed(Request::put(format!("/object/{path}"))), bytes).await,
        "form" => {
            let (mime, body) = form(&[], "image/png", &bytes);
            app.upload(Member, &path, &mime, body).await
        }
        "link" => {
            let link = app.sign_upload(Member, &path, false).await.ok().string("url");
            app.send(Nobody, typed(Request::put(link)), bytes).await
        }
        "resumable" => {
            let request = beginning(bucket, key, "image/png", bytes.len()).header("content-type", BYTES);
            app.send(Member, request, bytes).await
        }
        "resumable link" => {
            let token = app.sign_upload(Member, &path, false).await.ok().string("token");
            let request = beginning(bucket, key, "image/png", bytes.len()).uri("/upload/resumable/sign");
            app.send(Nobody, request.header("x-signature", token).header("content-type", BYTES), bytes).await
        }
        "copy" => app.post(Member, "/object/copy", within(&format!("{MEMBER}/1"), key)).await,
        other => unreachable!("{other}"),
    }
}

#[track_caller]
fn refused(answer: &TestResponse, code: &str, said: &str) {
    let got = match answer.header("x-sb-error-code") {
        "" => answer.code(),
        code => code,
    };
    assert_eq!(got, code, "{said}: {answer:?}");
}

#[sqlite_test]
async fn no_way_stores_more_avatars_than_the_quota(app: Harness) {
    for name in ["1", "2", "3"] {
        bring(&app, "post", name, png(name)).await.ok();
    }
    for way in WAYS {
        refused(&bring(&app, way, "4", png("4")).await, "QuotaExceeded", way);
    }
    // Others' copies do not count, nor do acts of the service key.
    app.post(Other, "/object/copy", within(&format!("{MEMBER}/1"), &format!("{OTHER}/1"))).await.ok();
    // Replacing, and moving within the folder, add no bytes.
    app.replace(Member, &avatar("3"), "other").await.ok();
    app.post(Member, "/object/move", within(&format!("{MEMBER}/3"), &format!("{MEMBER}/4"))).await.ok();
    assert_eq!(app.stored(), 4);
    app.delete(Member, &format!("/object/{}", avatar("4")), json!({})).await.ok();
    for way in WAYS {
        bring(&app, way, "5", png("5")).await.ok();
        app.delete(Member, &format!("/object/{}", avatar("5")), json!({})).await.ok();
    }
    bring(&app, "post", "5", png("5")).await.ok();
    app.upload(Service, &avatar("6"), "image/png", png("6")).await.ok();
}

#[sqlite_test]
async fn no_way_stores_more_bytes_than_the_quota(app: Harness) {
    for name in ["1", "2"] {
        bring(&app, "post", name, picture(5 * MB)).await.ok();
    }
    for way in WAYS {
        refused(&bring(&app, way, "3", picture(100)).await, "QuotaExceeded", way);
    }
    assert_eq!(app.stored(), 2);
    // Replacing a large file by a smaller one frees space.
    app.replace(Member, &avatar("2"), "small").await.ok();
    bring(&app, "post", "3", picture(MB)).await.ok();
}

#[db_test]
async fn concurrent_uploads_are_counted(app: Harness) {
    let names: Vec<String> = (0..8).map(|number| number.to_string()).collect();
    let answers = join_all(names.iter().map(|name| bring(&app, "post", name, png(name)))).await;
    let placed = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!((placed, app.stored()), (3, 3));
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        refused(answer, "QuotaExceeded", "one of eight");
    }
}

#[sqlite_test]
async fn announced_uploads_count_towards_the_quota(app: Harness) {
    let first = begin(&app, Member, &avatar("1"), "image/png", 5 * MB).await;
    begin(&app, Member, &avatar("2"), "image/png", 5 * MB).await;
    let third = app.send(Member, beginning("avatars", &format!("{MEMBER}/3"), "image/png", 100), "").await;
    refused(&third, "QuotaExceeded", "a third");
    assert_eq!(ask(&app, Member, "DELETE", &first).await.status, 204);
    let third = begin(&app, Member, &avatar("3"), "image/png", png("3").len()).await;
    send(&app, Member, &third, 0, png("3")).await.ok();
}

#[sqlite_test]
async fn an_upload_is_refused_on_a_full_disk(app: Harness) {
    bring(&app, "post", "1", png("1")).await.ok();
    let begun = begin(&app, Member, &avatar("2"), "image/png", png("2").len()).await;
    let app = app.reopen_with(|config| config.min_free_disk = u64::MAX).await;
    for way in WAYS {
        let answer = bring(&app, way, "3", png("3")).await;
        refused(&answer, "InsufficientStorage", way);
        assert_eq!(answer.status, 507, "{way}");
    }
    refused(&send(&app, Member, &begun, 0, png("2")).await, "InsufficientStorage", "begun before");
    let body = streamed(vec![png("3").into()]);
    refused(&app.upload(Member, &avatar("3"), "image/png", body).await, "InsufficientStorage", "streamed");
    // Reads and removals need no space.
    app.public(&avatar("1")).await.ok();
    app.delete(Member, &format!("/object/{}", avatar("1")), json!({})).await.ok();
    let app = app.reopen().await;
    send(&app, Member, &begun, 0, png("2")).await.ok();
}

#[db_test]
async fn a_second_start_leaves_running_uploads_alone(app: Harness) {
    let bytes = picture(4 * MB);
    let (sender, body) = channel(1);
    let path = format!("contents/{ADMIN}.png");
    let upload = app.upload(Admin, &path, "image/png", body);
    let send = async {
        let mut sender = sender;
        for (number, piece) in bytes.chunks(MB / 2).map(Bytes::copy_from_slice).enumerate() {
            sender.send(Ok(piece)).await.unwrap();
            if number == 6 {
                app.until_stored(1).await;
                // A second process, as in `ateneu check` or a second start, and the daily collection of orphans.
                app.open_again().await;
                app.collect_orphans().await;
                assert_eq!(app.stored(), 1, "what is staged is still there");
            }
        }
    };
    let (answer, ()) = futures::join!(upload, send);
    answer.ok();
    let read = app.get(Admin, &format!("/object/{path}")).await.ok();
    assert!(read.body == bytes);
}

#[sqlite_test]
async fn staged_bytes_of_a_killed_process_are_removed(app: Harness) {
    app.png("contents/a.png").await;
    let stage = |app: &Harness| {
        let version = ateneu_base::ids::row_id(app.clock.now());
        let folder = app.folder().join("files/files/ab");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{version}#1")), "half").unwrap();
    };
    stage(&app);
    assert_eq!(app.storage.remove_unfinished().await.unwrap(), 1);
    stage(&app);
    assert_eq!(app.collect_orphans().await.versions, 0);
    app.content("01", Some("a.png"), None, true, false).await;
    app.advance_days(2);
    assert_eq!(app.collect_orphans().await.versions, 1);
    assert_eq!(app.stored(), 1);
}

#[sqlite_test]
async fn a_ninth_concurrent_upload_of_an_account_waits(app: Harness) {
    let (mut senders, mut uploads) = (Vec::new(), Vec::new());
    for number in 0..9 {
        let (sender, body) = channel(0);
        let (app, path) = (&app, format!("contents/{number}.png"));
        uploads.push(Box::pin(async move { app.upload(Admin, &path, "image/png", body).await }));
        senders.push(sender);
    }
    let whole = |number: usize| Ok(Bytes::from(picture(MB + number)));
    let mut running = FuturesUnordered::from_iter(uploads);
    let feed = async {
        // Eight bodies are read. The ninth waits until one of them has ended.
        let mut reading = FuturesUnordered::from_iter(senders.into_iter().enumerate().map(
            |(number, mut sender)| async move {
                sender.send(whole(number)).await.unwrap();
                sender
            },
        ));
        let mut open = Vec::new();
        for _ in 0..8 {
            open.push(reading.next().await.unwrap());
        }
        assert!(futures::poll!(reading.next()).is_pending(), "the ninth waits");
        drop(open.pop());
        open.push(reading.next().await.unwrap());
    };
    let finish = async {
        while let Some(answer) = running.next().await {
            answer.ok();
        }
    };
    futures::join!(feed, finish);
    for number in 0..9 {
        app.get(Admin, &format!("/object/contents/{number}.png")).await.ok();
    }
}
