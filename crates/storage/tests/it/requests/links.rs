//! Signed links: what they open, for how long, and what they are never good for.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_testkit::{TestResponse, db_test};
use axum::http::Request;
use serde_json::json;

use crate::harness::{Harness, Who, png};

async fn with_member_file(db: &Db) -> Harness {
    let app = Harness::open(db).await;
    app.png("contents/membros.png").await;
    app.content("01", Some("membros.png"), None, true, true).await;
    app
}

async fn sign(app: &Harness, who: Who, file: &str, seconds: i64) -> String {
    let answer = app.post(who, &format!("/object/sign/{file}"), json!({ "expiresIn": seconds })).await;
    answer.ok().json()["signedURL"].as_str().unwrap().to_owned()
}

fn token(url: &str) -> &str {
    url.split_once("token=").unwrap().1
}

async fn put(app: &Harness, url: &str, bytes: Vec<u8>) -> TestResponse {
    app.send(Who::Nobody, Request::put(url).header("content-type", "image/png"), bytes).await
}

#[db_test]
async fn a_link_signed_by_a_subscriber_opens_a_member_only_file_to_its_holder(db: Db) {
    let app = with_member_file(&db).await;
    for who in [Who::Subscriber, Who::Admin, Who::Service] {
        let url = sign(&app, who, "contents/membros.png", 60).await;
        assert!(url.starts_with("/object/sign/contents/membros.png?token="), "{url}");
        let read = app.get(Who::Nobody, &url).await.ok();
        assert_eq!(read.body, png("contents/membros.png"));
        assert_eq!(read.header("cache-control"), "private, no-store");
        let part = app.send(Who::Nobody, Request::get(&url).header("range", "bytes=1-3"), "").await;
        assert_eq!((part.status.as_u16(), &part.body[..]), (206, &b"PNG"[..]));
        let named = app.get(Who::Nobody, &format!("{url}&download=filme.png")).await.ok();
        assert!(named.header("content-disposition").starts_with("attachment; filename=filme.png"));
    }
}

#[db_test]
async fn a_link_ends_with_its_time(db: Db) {
    let app = with_member_file(&db).await;
    let url = sign(&app, Who::Admin, "contents/membros.png", 60).await;
    app.advance(Duration::from_secs(59));
    app.get(Who::Nobody, &url).await.ok();
    app.advance(Duration::from_secs(1));
    let refusal = app.get(Who::Nobody, &url).await;
    assert_eq!((refusal.status.as_u16(), &refusal.json()["statusCode"]), (400, &json!("400")));
    refusal.refused("ExpiredToken");
}

#[db_test]
async fn a_link_ends_with_the_rights_of_its_signer(db: Db) {
    let app = with_member_file(&db).await;
    let url = sign(&app, Who::Subscriber, "contents/membros.png", 3600).await;
    app.get(Who::Nobody, &url).await.ok();
    app.execute("UPDATE subscribers SET access_until = NULL", &[]).await;
    app.get(Who::Nobody, &url).await.refused("NoSuchKey");
    let by_admin = sign(&app, Who::Admin, "contents/membros.png", 3600).await;
    app.execute("DELETE FROM user_roles", &[]).await;
    app.get(Who::Nobody, &by_admin).await.refused("NoSuchKey");
    app.execute("UPDATE contents SET is_member_only = $1", &[false.into()]).await;
    app.get(Who::Nobody, &by_admin).await.ok();
}

#[db_test]
async fn a_link_rests_while_its_signer_is_banned_and_ends_with_the_account(db: Db) {
    let app = with_member_file(&db).await;
    for who in [Who::Subscriber, Who::Admin] {
        let url = sign(&app, who, "contents/membros.png", 3600).await;
        const BANNED: &str = "UPDATE users SET banned_until = $1";
        const DELETED: &str = "UPDATE users SET deleted_at = $1";
        for (column, instant, opens) in [
            (BANNED, Some("2999-01-01T00:00:00.000000+00:00"), false),
            (BANNED, Some("1999-01-01T00:00:00.000000+00:00"), true),
            (BANNED, None, true),
            (DELETED, Some("2026-01-01T00:00:00.000000+00:00"), false),
            (DELETED, None, true),
        ] {
            app.execute(column, &[instant.into()]).await;
            let read = app.get(Who::Nobody, &url).await;
            assert_eq!(read.code(), if opens { "" } else { "NoSuchKey" }, "{who:?} {column} {instant:?}");
        }
    }
    let upload =
        app.post(Who::Admin, "/object/upload/sign/contents/n.png", json!({})).await.ok().json().clone();
    app.execute("UPDATE users SET banned_until = $1", &["2999-01-01T00:00:00.000000+00:00".into()]).await;
    put(&app, upload["url"].as_str().unwrap(), png("um")).await.refused("AccessDenied");
}

#[db_test]
async fn the_time_asked_for_must_be_sensible(db: Db) {
    let app = with_member_file(&db).await;
    for body in [
        json!({ "expiresIn": 0 }),
        json!({ "expiresIn": -1 }),
        json!({ "expiresIn": 31_536_001 }),
        json!({ "expiresIn": "logo" }),
        json!({ "expiresIn": 1.5 }),
        json!({}),
        json!([]),
    ] {
        app.post(Who::Admin, "/object/sign/contents/membros.png", body.clone())
            .await
            .refused("InvalidRequest");
        app.post(Who::Admin, "/object/sign/contents", body).await.refused("InvalidRequest");
    }
}

#[db_test]
async fn many_links_come_in_the_order_asked_for(db: Db) {
    let app = with_member_file(&db).await;
    app.png("contents/thumbnails/t.png").await;
    let paths = ["nunca.png", "thumbnails/t.png", "ção.png", "membros.png", "thumbnails/t.png"];
    let answer =
        app.post(Who::Member, "/object/sign/contents", json!({ "expiresIn": 60, "paths": paths })).await;
    let rows = answer.ok().json().clone();
    let rows = rows.as_array().unwrap();
    for ((row, path), signed) in rows.iter().zip(paths).zip([false, true, false, false, true]) {
        assert_eq!(row["path"], path);
        assert_eq!(row["signedURL"].is_string(), signed, "{path}");
        let expected = "Either the object does not exist or you do not have access to it";
        assert_eq!(row["error"], if signed { json!(null) } else { json!(expected) });
    }
    app.get(Who::Nobody, rows[1]["signedURL"].as_str().unwrap()).await.ok();
    let many: Vec<String> = (0..1001).map(|index| index.to_string()).collect();
    app.post(Who::Member, "/object/sign/contents", json!({ "expiresIn": 60, "paths": many }))
        .await
        .refused("InvalidRequest");
}

#[db_test]
async fn a_token_is_good_for_its_file_and_its_purpose_only(db: Db) {
    let app = with_member_file(&db).await;
    app.png("contents/outro.png").await;
    let read = sign(&app, Who::Admin, "contents/membros.png", 60).await;
    let upload = app.post(Who::Admin, "/object/upload/sign/contents/membros.png", json!({})).await;
    upload.refused("KeyAlreadyExists");
    let upload =
        app.post(Who::Admin, "/object/upload/sign/contents/novo.png", json!({})).await.ok().json().clone();
    let upload = upload["token"].as_str().unwrap();

    app.get(Who::Nobody, &format!("/object/sign/contents/outro.png?token={}", token(&read)))
        .await
        .refused("InvalidSignature");
    app.get(Who::Nobody, &format!("/object/sign/contents/novo.png?token={upload}"))
        .await
        .refused("InvalidSignature");
    put(&app, &format!("/object/upload/sign/contents/membros.png?token={}", token(&read)), png("x"))
        .await
        .refused("InvalidSignature");
    put(&app, &format!("/object/upload/sign/contents/outro.png?token={upload}"), png("x"))
        .await
        .refused("InvalidSignature");
    for bad in ["", "a.b.c", "nada", &format!("{}x", token(&read)), &token(&read)[1..]] {
        app.get(Who::Nobody, &format!("/object/sign/contents/membros.png?token={bad}"))
            .await
            .refused("InvalidJWT");
    }
    app.get(Who::Nobody, "/object/sign/contents/membros.png").await.refused("MissingParameter");
}

#[db_test]
async fn tokens_of_the_same_secret_made_elsewhere_are_not_links(db: Db) {
    use jsonwebtoken::{EncodingKey, Header, encode};
    let app = with_member_file(&db).await;
    let claims = json!({ "url": "contents/membros.png", "scope": "read", "by": "service", "iat": 0,
        "exp": 9_999_999_999i64 });
    let forged =
        encode(&Header::default(), &claims, &EncodingKey::from_secret("um segredo de teste".as_bytes()));
    let unsigned = "eyJhbGciOiJub25lIn0.e30.";
    for token in [forged.unwrap().as_str(), unsigned] {
        app.get(Who::Nobody, &format!("/object/sign/contents/membros.png?token={token}"))
            .await
            .refused("InvalidJWT");
    }
}

#[db_test]
async fn an_upload_link_puts_its_file_once(app: Harness) {
    let answer = app
        .post(Who::Admin, "/object/upload/sign/contents/thumbnails/n.png", json!({}))
        .await
        .ok()
        .json()
        .clone();
    let url = answer["url"].as_str().unwrap();
    assert_eq!(
        url,
        format!("/object/upload/sign/contents/thumbnails/n.png?token={}", answer["token"].as_str().unwrap())
    );
    let placed = put(&app, url, png("um")).await.ok().json().clone();
    assert_eq!(placed["Key"], "contents/thumbnails/n.png");
    let again = Request::put(url).header("content-type", "image/png").header("x-upsert", "true");
    app.send(Who::Nobody, again, png("dois")).await.refused("KeyAlreadyExists");
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/n.png").await.ok();
    assert_eq!(read.body, png("um"));
}

#[db_test]
async fn an_upload_link_replaces_only_when_it_was_signed_to(app: Harness) {
    let request = Request::post("/object/upload/sign/contents/thumbnails/n.png").header("x-upsert", "true");
    let answer = app.send(Who::Admin, request, "{}").await.ok().json().clone();
    let url = answer["url"].as_str().unwrap();
    for text in ["um", "dois"] {
        put(&app, url, png(text)).await.ok();
    }
    let read = app.get(Who::Nobody, "/object/public/contents/thumbnails/n.png").await.ok();
    assert_eq!(read.body, png("dois"));
    app.advance(Duration::from_secs(2 * 60 * 60));
    put(&app, url, png("tarde")).await.refused("ExpiredToken");
}

#[db_test]
async fn an_upload_link_ends_with_the_rights_of_its_signer(app: Harness) {
    let answer =
        app.post(Who::Admin, "/object/upload/sign/contents/n.png", json!({})).await.ok().json().clone();
    app.execute("DELETE FROM user_roles", &[]).await;
    put(&app, answer["url"].as_str().unwrap(), png("um")).await.refused("AccessDenied");
    assert_eq!(app.stored(), 0);
}
