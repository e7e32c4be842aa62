//! Pictures of declared buckets are stored without metadata after every kind of upload.

use ateneu_testkit::db_test;
use axum::http::Request;
use serde_json::json;

use crate::harness::{Harness, MEMBER, User, User::*, form, png, route};
use crate::resumable::{begin, send};

/// A picture outside declared buckets, stored unchanged.
const RAW: &str = "bruto/foto.png";

/// Returns a picture with a place in its metadata.
fn photo() -> Vec<u8> {
    let plain = png("abc");
    let (signature, pixels) = plain.split_at(8);
    [signature, b"\0\0\0\x1EtEXtComment\0GPS -23.5505, -46.6333sum!", pixels].concat()
}

/// Stores the picture at a place by one of the ways.
async fn bring(app: &Harness, way: &str, user: User, place: &str) {
    let path = format!("/object/{place}");
    let answer = match way {
        "post" => app.upload(user, place, "image/png", photo()).await,
        "form" => {
            let (mime, body) = form(&[], "image/png", &photo());
            app.send(user, Request::post(&path).header("content-type", mime), body).await
        }
        "in the place of another" => {
            app.upload(user, place, "image/png", png("antes")).await.ok();
            app.send(user, Request::put(&path).header("content-type", "image/png"), photo()).await
        }
        "in parts" => {
            let begun = begin(app, user, place, "image/png", photo().len()).await;
            let (head, rest) = (photo()[..30].to_vec(), photo()[30..].to_vec());
            send(app, user, &begun, 0, head).await.ok();
            send(app, user, &begun, 30, rest).await
        }
        "signed" => {
            let link = app.sign_upload(user, place, false).await.ok().string("url");
            app.send(Nobody, Request::put(link).header("content-type", "image/png"), photo()).await
        }
        _ => {
            let (bucket, key) = place.split_once('/').unwrap();
            let mut body = route("bruto", "foto.png", key);
            body["destinationBucket"] = json!(bucket);
            app.post(Service, "/object/copy", body).await
        }
    };
    answer.ok();
}

#[db_test]
async fn a_picture_is_stored_without_metadata_by_every_way(app: Harness) {
    app.bucket(json!({ "name": "bruto", "public": true })).await;
    app.upload(Service, RAW, "image/png", photo()).await.ok();
    assert_eq!(app.public(RAW).await.ok().body, photo());
    for (place, user) in
        [(format!("avatars/{MEMBER}/eu.png"), Member), ("contents/thumbnails/capa.png".to_owned(), Admin)]
    {
        for way in ["post", "form", "in the place of another", "in parts", "signed", "copy"] {
            bring(&app, way, user, &place).await;
            let read = app.public(&place).await.ok();
            assert_eq!(read.body, png("abc"), "{place} {way}");
            let known = app.info(&place).await;
            assert_eq!(known["size"], json!(png("abc").len()), "{place} {way}");
            assert_eq!(known["etag"].as_str(), Some(read.header("etag")), "{place} {way}");
            app.delete(Service, &format!("/object/{place}"), json!({})).await.ok();
        }
        // Only the bytes of the other bucket are left.
        assert_eq!(app.stored(), 1, "{place}");
        let (bucket, key) = place.split_once('/').unwrap();
        let mut moved = route("bruto", "foto.png", key);
        moved["destinationBucket"] = json!(bucket);
        app.post(Service, "/object/move", moved).await.refused("InvalidRequest");
    }
}

#[db_test]
async fn a_picture_of_unknown_parts_or_size_is_refused(app: Harness) {
    for (mime, bytes) in [
        ("image/heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("image/avif", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("image/png", b"II*\0\x08\0\0\0\0\0\0\0".to_vec()),
        ("image/tiff", b"II*\0\x08\0\0\0\0\0\0\0".to_vec()),
        ("image/bmp", b"BM\0\0\0\0\0\0\0\0\x36\0\0\0".to_vec()),
    ] {
        let sent = app.upload(Admin, "contents/thumbnails/a", mime, bytes).await;
        sent.refused("InvalidMimeType");
    }
    let large = [png(""), vec![0; 25 * 1024 * 1024]].concat();
    app.upload(Admin, "contents/thumbnails/a", "image/png", large).await.refused("EntityTooLarge");
    assert_eq!(app.stored(), 0);
}
