//! The demo's files: every content that is about a file has one of its own, open to whom the content is open.

use std::collections::BTreeSet;

use ateneu_base::Clock;
use ateneu_server::{app::App, config::Config, demo};
use ateneu_testkit::{TestClient, TestResponse};
use axum::http::StatusCode;

async fn get(client: &TestClient, path: &str) -> TestResponse {
    let accept = if path.contains("/render/") { "image/webp" } else { "*/*" };
    client.get(path).header("accept", accept).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_demo_film_sound_and_document_has_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    let key = app.auth.api_keys().service_role;
    demo::fill(&app).await.unwrap();
    let client = TestClient::over(app.router.clone());

    let path = "/rest/v1/contents?select=content_type,file_url,thumbnail_url,is_published,is_member_only";
    let rows = client.get(path).token(&key).await.into_json();
    let rows = rows.as_array().unwrap();
    let mut files = BTreeSet::new();
    for row in rows {
        let family = match row["content_type"].as_str().unwrap() {
            "video" => "video/mp4",
            "audio" => "audio/mpeg",
            "pdf" => "application/pdf",
            _ => continue,
        };
        let address = row["file_url"].as_str().unwrap();
        assert!(files.insert(address.to_owned()), "{address} belongs to one content");
        let file = get(&client, address).await;
        if row["is_published"] == true && row["is_member_only"] == false {
            assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, family), "{address}");
            assert!(file.body.len() > 10_000, "{address}");
            let info = get(&client, &address.replace("/object/", "/object/info/")).await;
            assert_eq!(
                info.json()["metadata"]["duration"].is_number(),
                family != "application/pdf",
                "{address}"
            );
        } else {
            assert_eq!(file.status, StatusCode::BAD_REQUEST, "{address}");
        }
    }
    assert_eq!(files.len(), 14);

    let covers: Vec<&str> = rows.iter().filter_map(|row| row["thumbnail_url"].as_str()).collect();
    assert_eq!(covers.len(), 6);
    for cover in covers {
        let small = format!("{}?width=320", cover.replace("/object/", "/render/image/"));
        let small = get(&client, &small).await;
        assert_eq!((small.status, small.header("content-type")), (StatusCode::OK, "image/webp"), "{cover}");
        let whole = get(&client, cover).await;
        assert!(small.body.len() * 4 < whole.body.len(), "{cover}");
    }
}
