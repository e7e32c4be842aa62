//! Signed links: their rights, validity and limits.

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test, sqlite_test};
use axum::http::Request;
use jsonwebtoken::{EncodingKey, Header, encode};
use serde_json::json;

use crate::harness::{Harness, User::*, png};

async fn with_member_file(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.png("contents/membros.png").await;
    app.content("01", Some("membros.png"), None, true, true).await;
    app
}

fn token(url: &str) -> &str {
    url.split_once("token=").unwrap().1
}

async fn put(app: &Harness, url: &str, text: &str) -> TestResponse {
    app.send(Nobody, Request::put(url).header("content-type", "image/png"), png(text)).await
}

#[sqlite_test]
async fn a_signed_link_opens_a_member_only_file_to_its_holder(db: Db) {
    let app = with_member_file(&db).await;
    for user in [Subscriber, Admin, Service] {
        let url = app.sign(user, "contents/membros.png", 60).await;
        assert!(url.starts_with("/object/sign/contents/membros.png?token="), "{url}");
        let read = app.get(Nobody, &url).await.ok();
        assert_eq!(read.body, png("contents/membros.png"));
        assert_eq!(read.header("cache-control"), "private, no-store");
        let part = app.send(Nobody, Request::get(&url).header("range", "bytes=1-3"), "").await;
        assert_eq!((part.status.as_u16(), &part.body[..]), (206, &b"PNG"[..]));
        let named = app.get(Nobody, &format!("{url}&download=filme.png")).await.ok();
        assert!(named.header("content-disposition").starts_with("attachment; filename=filme.png"));
    }
}

#[sqlite_test]
async fn a_signed_link_ends_with_its_time(db: Db) {
    let app = with_member_file(&db).await;
    let url = app.sign(Admin, "contents/membros.png", 60).await;
    app.advance_secs(59);
    app.get(Nobody, &url).await.ok();
    app.advance_secs(1);
    let refusal = app.get(Nobody, &url).await;
    assert_eq!(refusal.refusal(), (400, "ExpiredToken"));
    assert_eq!(refusal.string("statusCode"), "400");
}

#[sqlite_test]
async fn a_link_of_an_invalid_lifetime_is_refused(db: Db) {
    let app = with_member_file(&db).await;
    for body in [
        json!({ "expiresIn": 0 }),
        json!({ "expiresIn": -1 }),
        json!({ "expiresIn": 3_153_600_001_i64 }),
        json!({ "expiresIn": "logo" }),
        json!({ "expiresIn": 1.5 }),
        json!({}),
        json!([]),
    ] {
        for path in ["/object/sign/contents/membros.png", "/object/sign/contents"] {
            app.post(Admin, path, body.clone()).await.refused("InvalidRequest");
        }
    }
}

#[db_test]
async fn a_link_ends_with_the_rights_of_its_signer(db: Db) {
    let app = with_member_file(&db).await;
    let url = app.sign(Subscriber, "contents/membros.png", 3600).await;
    app.get(Nobody, &url).await.ok();
    app.execute("UPDATE subscribers SET access_until = NULL", &[]).await;
    app.get(Nobody, &url).await.refused("NoSuchKey");
    let by_admin = app.sign(Admin, "contents/membros.png", 3600).await;
    let upload = app.sign_upload(Admin, "contents/n.png", false).await.ok().string("url");
    app.execute("DELETE FROM user_roles", &[]).await;
    app.get(Nobody, &by_admin).await.refused("NoSuchKey");
    put(&app, &upload, "um").await.refused("AccessDenied");
    assert_eq!(app.stored(), 1);
    app.set_members_only(false).await;
    app.get(Nobody, &by_admin).await.ok();
}

#[db_test]
async fn a_link_is_refused_while_its_signer_is_banned_or_deleted(db: Db) {
    let app = with_member_file(&db).await;
    const BANNED: &str = "UPDATE users SET banned_until = $1";
    const DELETED: &str = "UPDATE users SET deleted_at = $1";
    for user in [Subscriber, Admin] {
        let url = app.sign(user, "contents/membros.png", 3600).await;
        for (column, instant, opens) in [
            (BANNED, Some("2999-01-01T00:00:00.000000+00:00"), false),
            (BANNED, Some("1999-01-01T00:00:00.000000+00:00"), true),
            (BANNED, None, true),
            (DELETED, Some("2026-01-01T00:00:00.000000+00:00"), false),
            (DELETED, None, true),
        ] {
            app.execute(column, &[instant.into()]).await;
            let read = app.get(Nobody, &url).await;
            assert_eq!(read.code(), if opens { "" } else { "NoSuchKey" }, "{user:?} {column} {instant:?}");
        }
    }
    let upload = app.sign_upload(Admin, "contents/n.png", false).await.ok().string("url");
    app.execute(BANNED, &["2999-01-01T00:00:00.000000+00:00".into()]).await;
    put(&app, &upload, "um").await.refused("AccessDenied");
}

#[sqlite_test]
async fn a_signed_token_is_valid_for_its_file_and_purpose(db: Db) {
    let app = with_member_file(&db).await;
    app.png("contents/outro.png").await;
    let read = app.sign(Admin, "contents/membros.png", 60).await;
    app.sign_upload(Admin, "contents/membros.png", false).await.refused("KeyAlreadyExists");
    let upload = app.sign_upload(Admin, "contents/novo.png", false).await.ok().string("token");
    for (path, token) in [("outro.png", token(&read)), ("novo.png", &upload)] {
        let url = format!("/object/sign/contents/{path}?token={token}");
        app.get(Nobody, &url).await.refused("InvalidSignature");
    }
    for (path, token) in [("membros.png", token(&read)), ("outro.png", &upload)] {
        let url = format!("/object/upload/sign/contents/{path}?token={token}");
        put(&app, &url, "x").await.refused("InvalidSignature");
    }
    for bad in ["", "a.b.c", "nada", &format!("{}x", token(&read)), &token(&read)[1..]] {
        let url = format!("/object/sign/contents/membros.png?token={bad}");
        app.get(Nobody, &url).await.refused("InvalidJWT");
    }
    app.get(Nobody, "/object/sign/contents/membros.png").await.refused("MissingParameter");
}

#[sqlite_test]
async fn tokens_of_the_same_secret_made_elsewhere_are_not_links(db: Db) {
    let app = with_member_file(&db).await;
    let claims = json!({ "url": "contents/membros.png", "scope": "read", "by": "service", "iat": 0,
        "exp": 9_999_999_999i64 });
    let forged =
        encode(&Header::default(), &claims, &EncodingKey::from_secret("um segredo de teste".as_bytes()));
    let unsigned = "eyJhbGciOiJub25lIn0.e30.";
    for token in [forged.unwrap().as_str(), unsigned] {
        let url = format!("/object/sign/contents/membros.png?token={token}");
        app.get(Nobody, &url).await.refused("InvalidJWT");
    }
}

#[sqlite_test]
async fn many_links_come_in_the_order_of_the_request(db: Db) {
    let app = with_member_file(&db).await;
    app.png("contents/thumbnails/t.png").await;
    let paths = ["nunca.png", "thumbnails/t.png", "ção.png", "membros.png", "thumbnails/t.png"];
    let answer = app.post(Member, "/object/sign/contents", json!({ "expiresIn": 60, "paths": paths })).await;
    let rows = answer.ok().into_json();
    let rows = rows.as_array().unwrap();
    for ((row, path), signed) in rows.iter().zip(paths).zip([false, true, false, false, true]) {
        assert_eq!(row["path"], path);
        assert_eq!(row["signedURL"].is_string(), signed, "{path}");
        let expected = "Either the object does not exist or you do not have access to it";
        assert_eq!(row["error"], if signed { json!(null) } else { json!(expected) });
    }
    app.get(Nobody, rows[1]["signedURL"].as_str().unwrap()).await.ok();
    let many: Vec<String> = (0..1001).map(|index| index.to_string()).collect();
    let body = json!({ "expiresIn": 60, "paths": many });
    app.post(Member, "/object/sign/contents", body).await.refused("InvalidRequest");
}

#[sqlite_test]
async fn an_upload_link_stores_once_or_replaces_as_it_was_signed(app: Harness) {
    let path = "contents/thumbnails/n.png";
    let signed = app.sign_upload(Admin, path, false).await.ok();
    let url = signed.string("url");
    assert_eq!(url, format!("/object/upload/sign/{path}?token={}", signed.string("token")));
    assert_eq!(put(&app, &url, "um").await.ok().string("Key"), path);
    let again = Request::put(url).header("content-type", "image/png").header("x-upsert", "true");
    app.send(Nobody, again, png("dois")).await.refused("KeyAlreadyExists");
    assert_eq!(app.public(path).await.ok().body, png("um"));
    // An upload link replaces a file only if it was signed for that.
    let url = app.sign_upload(Admin, path, true).await.ok().string("url");
    for text in ["um", "dois"] {
        put(&app, &url, text).await.ok();
        assert_eq!(app.public(path).await.ok().body, png(text));
    }
    app.advance_secs(2 * 60 * 60);
    put(&app, &url, "tarde").await.refused("ExpiredToken");
}
