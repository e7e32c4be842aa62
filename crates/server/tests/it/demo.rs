//! The demo: each content with a file has its own, open to the readers of the content, and there are open cases that do
//! not affect the members' view.

use std::collections::BTreeSet;

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_db::Db;
use ateneu_schema::MIGRATIONS;
use ateneu_server::config::load;
use ateneu_testkit::{TestClient, TestResponse};
use axum::http::StatusCode;
use serde_json::json;

async fn get(client: &TestClient, path: &str) -> TestResponse {
    let accept = if path.contains("/render/") { "image/webp" } else { "*/*" };
    client.get(path).header("accept", accept).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_has_own_files_reports_and_correct_counts() {
    let folder = tempfile::tempdir().unwrap();
    let config = load(folder.path(), |_| None).unwrap();
    let target = config.database();
    let app = App::open(config, Clock::system()).await.unwrap();
    assert!(app.is_empty().await.unwrap());
    app.fill_demo().await.unwrap();
    assert!(!app.is_empty().await.unwrap());
    let key = app.auth.api_keys().service_role;
    let client = TestClient::new(app.router.clone());

    let read = async |path: &str| client.get(&format!("/rest/v1/{path}")).token(&key).await.ok().into_json();
    let rows = read("contents?select=content_type,file_url,thumbnail_url,is_published,is_member_only").await;
    let rows = rows.as_array().unwrap();
    for kind in ["article", "video", "audio", "pdf", "link", "letter"] {
        assert!(rows.iter().any(|row| row["content_type"] == kind), "{kind}");
    }
    for audience in [true, false] {
        assert!(rows.iter().any(|row| row["is_member_only"] == audience), "{audience}");
    }
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
    assert_eq!(files.len(), 15);

    let covers: Vec<&str> = rows.iter().filter_map(|row| row["thumbnail_url"].as_str()).collect();
    assert_eq!(covers.len(), 6);
    for cover in covers {
        let small = format!("{}?width=320", cover.replace("/object/", "/render/image/"));
        let small = get(&client, &small).await;
        assert_eq!((small.status, small.header("content-type")), (StatusCode::OK, "image/webp"), "{cover}");
        let whole = get(&client, cover).await;
        assert!(small.body.len() * 4 < whole.body.len(), "{cover}");
    }

    // The demo has one administrator and open reports, and its counts are consistent.
    assert_eq!(read("user_roles?role=eq.admin&select=role").await, json!([{ "role": "admin" }]));
    let cases =
        read("community_cases?select=origin,status,reports_count&order=status,origin,reports_count").await;
    let case = |origin: &str, status: &str, reports: u32| json!({ "origin": origin, "status": status, "reports_count": reports });
    let expected = [
        case("reports", "decided", 1),
        case("reports", "decided", 1),
        case("reports", "decided", 2),
        case("newcomer", "open", 0),
        case("outside", "open", 0),
        case("reports", "open", 1),
        case("reports", "open", 3),
    ];
    assert_eq!(cases, json!(expected));
    let appeals =
        read("community_decisions?select=decision&appealed_at=not.is.null&appeal_outcome=is.null").await;
    assert_eq!(appeals, json!([{ "decision": "hide" }]));

    let channels = read("channels?select=member_count&order=id").await;
    let counts = [142, 85, 67, 156, 23, 94].map(|members| json!({ "member_count": members }));
    assert_eq!(channels, json!(counts));
    let hidden = read("community_comments?select=id&is_hidden=is.true").await;
    assert_eq!(hidden.as_array().unwrap().len(), 4);
    for post in read("community_posts?select=comments_count,is_hidden,community_comments(is_hidden)")
        .await
        .as_array()
        .unwrap()
    {
        assert_eq!(post["is_hidden"], false);
        let shown =
            post["community_comments"].as_array().unwrap().iter().filter(|row| row["is_hidden"] == false);
        assert_eq!(post["comments_count"], shown.count());
    }

    // Notices are consistent, too.
    for notice in read("notices?select=user_id,actor_id").await.as_array().unwrap() {
        assert_ne!(notice["user_id"], notice["actor_id"], "no notice of the own acts");
    }
    let db = Db::open(&target, MIGRATIONS).await.unwrap();
    let none = async |sql: &'static str| {
        let found: i64 = db.read(move |tx| tx.query_one_as(sql, &[])).await.unwrap();
        assert_eq!(found, 0, "{sql}");
    };
    none("SELECT count(*) FROM users WHERE last_sign_in_at < created_at").await;
    none(
        "SELECT count(*) FROM (SELECT user_id, substr(created_at, 1, 10) AS day FROM learning_points
             GROUP BY user_id, substr(created_at, 1, 10) HAVING sum(points) > 200) beyond",
    )
    .await;
    none(
        "SELECT count(*) FROM users u WHERE 2 <> (SELECT count(*) FROM consents c
             WHERE c.user_id = u.id AND c.accepted_at = u.created_at)",
    )
    .await;
    none(
        "SELECT count(*) FROM auth_logs l JOIN users u ON u.id = l.user_id WHERE l.created_at < u.created_at",
    )
    .await;
    none(
        "SELECT count(*) FROM course_members m WHERE NOT EXISTS
              (SELECT 1 FROM lesson_progress p WHERE p.user_id = m.user_id AND p.course_id = m.course_id)",
    )
    .await;
    none(
        "SELECT count(*) FROM course_members m WHERE completed_at IS NOT NULL AND EXISTS
              (SELECT 1 FROM lessons l WHERE l.course_id = m.course_id AND NOT EXISTS
                  (SELECT 1 FROM lesson_progress p WHERE p.user_id = m.user_id AND p.lesson_id = l.id
                       AND p.completed_at IS NOT NULL))",
    )
    .await;
    none("SELECT count(*) FROM users u WHERE 4 * (SELECT count(*) FROM community_likes l WHERE l.user_id = u.id)
              > 3 * (SELECT count(*) FROM community_posts)")
        .await;
}
