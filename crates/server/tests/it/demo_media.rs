//! The demo's files: every content that is about a file has one of its own, open to whom the content is open.

use std::collections::BTreeSet;

use ateneu_base::Clock;
use ateneu_server::{app::App, config::Config, demo};
use axum::{
    body::{Body, Bytes},
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

async fn get(app: &App, path: &str, key: Option<&str>) -> (StatusCode, String, Bytes) {
    let accept = if path.contains("/render/") { "image/webp" } else { "*/*" };
    let mut request = Request::get(path).header(header::ACCEPT, accept);
    if let Some(key) = key {
        request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
    }
    let request = request.body(Body::empty()).unwrap();
    let (parts, body) = app.router.clone().oneshot(request).await.unwrap().into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap());
    let kind = kind.to_owned();
    (parts.status, kind, body.collect().await.unwrap().to_bytes())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_demo_film_sound_and_document_has_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let key = app.auth.api_keys().service_role;
    demo::fill(&app).await.unwrap();

    let path = "/rest/v1/contents?select=content_type,file_url,thumbnail_url,is_published,is_member_only";
    let (_, _, rows) = get(&app, path, Some(&key)).await;
    let rows: Vec<Value> = serde_json::from_slice(&rows).unwrap();
    let mut files = BTreeSet::new();
    for row in &rows {
        let family = match row["content_type"].as_str().unwrap() {
            "video" => "video/mp4",
            "audio" => "audio/mpeg",
            "pdf" => "application/pdf",
            _ => continue,
        };
        let address = row["file_url"].as_str().unwrap();
        assert!(files.insert(address.to_owned()), "{address} belongs to one content");
        let (status, kind, bytes) = get(&app, address, None).await;
        if row["is_published"] == true && row["is_member_only"] == false {
            assert_eq!((status, kind.as_str()), (StatusCode::OK, family), "{address}");
            assert!(bytes.len() > 10_000, "{address}");
            let (_, _, info) = get(&app, &address.replace("/object/", "/object/info/"), None).await;
            let info: Value = serde_json::from_slice(&info).unwrap();
            assert_eq!(info["metadata"]["duration"].is_number(), family != "application/pdf", "{address}");
        } else {
            assert_eq!(status, StatusCode::BAD_REQUEST, "{address}");
        }
    }
    assert_eq!(files.len(), 14);

    let covers: Vec<&str> = rows.iter().filter_map(|row| row["thumbnail_url"].as_str()).collect();
    assert_eq!(covers.len(), 6);
    for cover in covers {
        let small = format!("{}?width=320", cover.replace("/object/", "/render/image/"));
        let (status, kind, small) = get(&app, &small, None).await;
        assert_eq!((status, kind.as_str()), (StatusCode::OK, "image/webp"), "{cover}");
        let (_, _, whole) = get(&app, cover, None).await;
        assert!(small.len() * 4 < whole.len(), "{cover}");
    }
}
