//! The whole house in memory: what the rooms do together.

use ateneu_base::Clock;
use ateneu_server::{app::App, config::Config, demo};
use axum::{
    Router,
    body::Body,
    http::{Method, Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

struct House {
    app: App,
    _folder: tempfile::TempDir,
}

struct Answer {
    status: StatusCode,
    headers: header::HeaderMap,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

async fn house() -> House {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(folder.path(), |_| None).unwrap();
    let app = App::open(config, Clock::system()).await.unwrap();
    House { app, _folder: folder }
}

async fn ask(router: &Router, request: Request<Body>) -> Answer {
    let answer = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let body = String::from_utf8_lossy(&bytes).into_owned();
    Answer { status: parts.status, headers: parts.headers, body }
}

impl House {
    async fn get(&self, path: &str) -> Answer {
        ask(&self.app.router, Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// As the owner's own program.
    async fn owner(&self, method: Method, path: &str, body: Value) -> Answer {
        let key = self.app.auth.api_keys().service_role;
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::AUTHORIZATION, format!("Bearer {key}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("prefer", "return=representation")
            .body(Body::from(body.to_string()))
            .unwrap();
        ask(&self.app.router, request).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_shows_everywhere_by_the_time_its_writer_is_answered() {
    let house = house().await;
    let draft =
        json!({ "title": "Uma pauta curta", "content_type": "article", "body": "<p>Três linhas.</p>" });
    let made = house.owner(Method::POST, "/rest/v1/contents", draft).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.body);
    let id = made.json()[0]["id"].as_str().unwrap().to_owned();
    let article = format!("/blog/{id}");
    assert_eq!(house.get(&article).await.status, StatusCode::NOT_FOUND);
    assert!(!house.get("/rss.xml").await.body.contains(&id));

    let row = format!("/rest/v1/contents?id=eq.{id}");
    for round in 1..=3 {
        let title = format!("Uma pauta curta, edição {round}");
        let published =
            house.owner(Method::PATCH, &row, json!({ "is_published": true, "title": title })).await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.body);
        for path in [article.as_str(), "/blog", "/rss.xml"] {
            let shown = house.get(path).await;
            assert!(shown.body.contains(&title), "{path} after edition {round}");
        }
        assert!(house.get("/sitemap.xml").await.body.contains(&id));
    }
    house.owner(Method::PATCH, &row, json!({ "is_published": false })).await;
    assert_eq!(house.get(&article).await.status, StatusCode::NOT_FOUND);
    for path in ["/blog", "/rss.xml", "/sitemap.xml"] {
        assert!(!house.get(path).await.body.contains(&id), "{path} after withdrawal");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_is_true_to_its_own_figures_and_has_one_administrator() {
    let house = house().await;
    assert!(house.app.is_empty().await.unwrap());
    demo::fill(&house.app).await.unwrap();
    assert!(!house.app.is_empty().await.unwrap());
    let path = "/rest/v1/channels?select=name,member_count&order=id";
    let channels = house.owner(Method::GET, path, Value::Null).await.json();
    let counts: Vec<i64> = channels
        .as_array()
        .unwrap()
        .iter()
        .map(|channel| channel["member_count"].as_i64().unwrap())
        .collect();
    assert_eq!(counts, [142, 85, 67, 156, 23, 94]);
    let admins =
        house.owner(Method::GET, "/rest/v1/user_roles?role=eq.admin&select=role", Value::Null).await.json();
    assert_eq!(admins.as_array().unwrap().len(), 1);
    let kinds = "/rest/v1/contents?select=content_type,is_member_only";
    let contents = house.owner(Method::GET, kinds, Value::Null).await.json();
    let contents = contents.as_array().unwrap();
    for kind in ["article", "video", "audio", "pdf", "link"] {
        assert!(contents.iter().any(|content| content["content_type"] == kind), "{kind}");
    }
    for audience in [true, false] {
        assert!(contents.iter().any(|content| content["is_member_only"] == audience));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_administrator_sets_a_password_by_the_one_time_link() {
    let house = house().await;
    let link = house.app.auth.create_admin("dona@exemplo.com.br").await.unwrap();
    let (_, query) = link.split_once("token_hash=").unwrap();
    let token_hash = query.split('&').next().unwrap();
    let verify = |token: String| {
        let body = json!({ "type": "recovery", "token_hash": token }).to_string();
        let request = Request::post("/auth/v1/verify").header(header::CONTENT_TYPE, "application/json");
        request.body(Body::from(body)).unwrap()
    };
    let session = ask(&house.app.router, verify(token_hash.to_owned())).await;
    assert_eq!(session.status, StatusCode::OK, "{}", session.body);
    let token = session.json()["access_token"].as_str().unwrap().to_owned();
    let roles = Request::get("/rest/v1/user_roles?select=role")
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .body(Body::empty())
        .unwrap();
    assert_eq!(ask(&house.app.router, roles).await.json(), json!([{ "role": "admin" }]));
    let again = ask(&house.app.router, verify(token_hash.to_owned())).await;
    assert!(again.status.is_client_error(), "the link works once: {}", again.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_or_nonsense_is_refused_with_a_4xx_and_leaks_nothing() {
    let house = house().await;
    let huge = "x".repeat(11 * 1024 * 1024);
    let cases = [
        (Method::POST, "/rest/v1/contacts".to_owned(), huge.clone()),
        (Method::POST, "/auth/v1/signup".to_owned(), huge),
        (Method::GET, format!("/rest/v1/contents?select={}", "a,".repeat(20_000)), String::new()),
        (Method::GET, "/rest/v1/contents?select=id&or=((((".to_owned(), String::new()),
        (Method::GET, "/rest/v1/contents?id=eq.1'%20OR%201=1--".to_owned(), String::new()),
        (Method::GET, "/rest/v1/users?select=password_hash".to_owned(), String::new()),
        (Method::GET, "/rest/v1/contents?select=search_text".to_owned(), String::new()),
        (Method::GET, "/storage/v1/object/public/contents/..%2F..%2Fateneu.db".to_owned(), String::new()),
        (Method::GET, "/assets/..%2F..%2Fateneu.db".to_owned(), String::new()),
        (Method::GET, "/content/..%2Fsite.json".to_owned(), String::new()),
        (Method::POST, "/rest/v1/contacts".to_owned(), "{\"name\":".to_owned()),
        (Method::POST, "/functions/v1/anything".to_owned(), String::new()),
    ];
    for (method, path, body) in cases {
        let shown: String = path.chars().take(80).collect();
        let request =
            Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        let answer = ask(&house.app.router, request.body(Body::from(body)).unwrap()).await;
        assert!(answer.status.is_client_error(), "{shown}: {}", answer.status);
        let text = answer.body.to_lowercase();
        for leak in ["sqlite", " from contents", " where ", "/tmp/", "panicked", "rusqlite"] {
            assert!(!text.contains(leak), "{shown} leaks {leak:?}: {}", answer.body);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_starts_from_the_public_configuration_and_nothing_secret_is_in_it() {
    let house = house().await;
    let config = house.get("/config.json").await;
    let keys = house.app.auth.api_keys();
    assert_eq!(config.json()["anonKey"], keys.anon);
    assert!(!config.body.contains(&keys.service_role));
    assert_eq!(house.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(house.get("/readyz").await.status, StatusCode::OK);
    let page = house.get("/admin").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.headers.contains_key("content-security-policy"));
}

#[tokio::test(flavor = "multi_thread")]
async fn figures_are_for_programs_on_this_machine_only() {
    let house = house().await;
    let from = |address: &str, forwarded: bool| {
        let mut request = Request::get("/metrics").body(Body::empty()).unwrap();
        let peer: std::net::SocketAddr = address.parse().unwrap();
        request.extensions_mut().insert(axum::extract::ConnectInfo(peer));
        if forwarded {
            request.headers_mut().insert("x-forwarded-for", "203.0.113.7".parse().unwrap());
        }
        request
    };
    let local = ask(&house.app.router, from("127.0.0.1:9", false)).await;
    assert!(local.body.contains("ateneu_pages_made_total "), "{}", local.body);
    for stranger in [from("192.0.2.1:9", false), from("127.0.0.1:9", true)] {
        assert_eq!(ask(&house.app.router, stranger).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(house.get("/metrics").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_binary_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config::load(folder.path(), |_| None).unwrap();
    let app = App::open(config(), Clock::system()).await.unwrap();
    app.close().await.unwrap();
    let db = ateneu_db::Db::open(&config().database(), &[]).await;
    assert!(matches!(db, Err(ateneu_db::Error::Newer(_))), "a binary without migrations is older");
    let mut longer = ateneu_tables::MIGRATIONS.to_vec();
    longer.push(("9999_from_the_future", "CREATE TABLE future (id bigint)"));
    ateneu_db::Db::open(&config().database(), &longer).await.unwrap().close().await;
    let refused = App::open(config(), Clock::system()).await.err().map(|error| format!("{error:#}"));
    assert!(refused.unwrap_or_default().contains("9999_from_the_future"));
}

#[tokio::test]
async fn resumable_uploads_tell_what_they_can_to_whoever_asks() {
    let house = house().await;
    for path in ["/storage/v1/upload/resumable", "/storage/v1/upload/resumable/abc"] {
        for preflight in [false, true] {
            let mut request = Request::options(path);
            if preflight {
                request = request
                    .header(header::ORIGIN, "https://outro.example")
                    .header(header::ACCESS_CONTROL_REQUEST_METHOD, "PATCH")
                    .header(header::ACCESS_CONTROL_REQUEST_HEADERS, "tus-resumable,upload-offset,x-nova");
            }
            let answer = ask(&house.app.router, request.body(Body::empty()).unwrap()).await;
            assert_eq!(answer.status, StatusCode::NO_CONTENT);
            let text = |name: &str| answer.headers.get(name).map_or("", |value| value.to_str().unwrap());
            assert_eq!(text("tus-version"), "1.0.0");
            assert_eq!(text("tus-extension"), "creation,creation-with-upload,termination,expiration");
            assert!(text("tus-max-size").parse::<u64>().unwrap() > 1_000_000_000);
            if preflight {
                assert!(text("access-control-allow-headers").contains("x-nova"));
                assert!(text("access-control-allow-methods").contains("PATCH"));
            }
        }
    }
    let refused = Request::post("/storage/v1/upload/resumable")
        .header("tus-resumable", "1.0.0")
        .body(Body::empty())
        .unwrap();
    let refused = ask(&house.app.router, refused).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.headers.contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN));
}
