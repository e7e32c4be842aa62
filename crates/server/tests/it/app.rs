//! The assembled application in memory: the interaction of its crates.

use std::{collections::BTreeSet, fs};

use ateneu_app::App;
use ateneu_base::Clock;
use ateneu_server::config::load;
use ateneu_testkit::{TestClient, TestResponse};
use axum::http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;

struct Harness {
    app: App,
    client: TestClient,
    folder: TempDir,
}

ateneu_testkit::deref!(Harness, client: TestClient);

impl Harness {
    async fn open() -> Self {
        Self::open_in(tempfile::tempdir().unwrap()).await
    }

    async fn open_in(folder: TempDir) -> Self {
        let config = load(folder.path(), |_| None).unwrap();
        let app = App::open(config, Clock::system()).await.unwrap();
        Self { client: TestClient::new(app.router.clone()), app, folder }
    }

    /// Closes the application and opens it again.
    async fn restart(self) -> Self {
        self.app.close().await.unwrap();
        Self::open_in(self.folder).await
    }

    /// Reports a goal reached by a visitor from a site.
    async fn report_goal(&self, name: &str, referrer: &str) {
        let body = json!({ "goal": { "name": name, "referrer": referrer } });
        let report = self.post("/eventos").header("user-agent", "Mozilla/5.0 Chrome/142.0");
        let response = report.header("sec-fetch-site", "same-origin").json(&body).await;
        assert_eq!(response.status, 204, "{response:?}");
    }

    /// Sends a request as the owner's own program.
    async fn owner(&self, method: &str, path: &str, body: Value) -> TestResponse {
        let request = self.request(method, path).token(&self.app.auth.api_keys().service_role);
        request.header("prefer", "return=representation").json(&body).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_shows_everywhere_by_the_time_its_writer_is_answered() {
    let app = Harness::open().await;
    let draft =
        json!({ "title": "Uma pauta curta", "content_type": "article", "body": "<p>Três linhas.</p>" });
    let made = app.owner("POST", "/rest/v1/contents", draft).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let id = made.json()[0]["id"].as_str().unwrap().to_owned();
    let article = format!("/blog/{id}");
    assert_eq!(app.get(&article).await.status, StatusCode::NOT_FOUND);
    assert!(!app.get("/rss.xml").await.text().contains(&id));

    let row = format!("/rest/v1/contents?id=eq.{id}");
    let mut address = String::new();
    for round in 1..=3 {
        let title = format!("Uma pauta curta, edição {round}");
        let published = app.owner("PATCH", &row, json!({ "is_published": true, "title": title })).await;
        assert_eq!(published.status, StatusCode::OK, "{}", published.text());
        for path in [article.as_str(), "/blog", "/rss.xml"] {
            let shown = app.get(path).await;
            assert!(shown.text().contains(&title), "{path} after edition {round}");
        }
        address = format!("/blog/{}</loc>", published.json()[0]["slug"].as_str().unwrap());
        assert!(app.get("/sitemap.xml").await.text().contains(&address));
    }
    app.owner("PATCH", &row, json!({ "is_published": false })).await;
    assert_eq!(app.get(&article).await.status, StatusCode::NOT_FOUND);
    for (path, shown) in [("/blog", &id), ("/rss.xml", &id), ("/sitemap.xml", &address)] {
        assert!(!app.get(path).await.text().contains(shown), "{path} after withdrawal");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn contents_of_every_type_have_a_count_a_list_and_an_address() {
    let app = Harness::open().await;
    let content = |title: String, kind: &str, is_published: bool| {
        json!({ "title": title, "content_type": kind, "is_published": is_published,
            "external_link": "https://www.exemplo.com.br/leitura" })
    };
    // They exceed one response.
    let mut contents: Vec<Value> =
        (0..1_100).map(|number| content(format!("Leitura {number}"), "link", true)).collect();
    contents.push(content("Ficha de pauta".into(), "pdf", true));
    contents.push(content("Ficha sem revisão".into(), "pdf", false));
    let made = app.owner("POST", "/rest/v1/contents?select=id", json!(contents)).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());

    let hub = app.get("/conteudos").await;
    for (path, count) in [("artigos", "0"), ("videos", "0"), ("podcasts", "0"), ("documentos", "1")] {
        assert_eq!(counted(hub.text(), path), count, "{path}");
    }
    assert_eq!(counted(hub.text(), "links"), "1.100");

    let map = app.get("/sitemap.xml").await;
    for (path, shown) in [("documentos", "Ficha de pauta"), ("links", ">exemplo.com.br<")] {
        let list = app.get(&format!("/conteudos/{path}")).await;
        assert_eq!(list.status, StatusCode::OK, "{path}");
        assert!(list.text().contains(shown) && !list.text().contains("sem revisão"), "{path}");
        assert!(map.text().contains(&format!("/conteudos/{path}</loc>")), "{path}");
    }
}

/// Returns the number in the link to a list of the page.
fn counted<'a>(page: &'a str, list: &str) -> &'a str {
    let (_, link) = page.split_once(&format!(r#"href="/conteudos/{list}""#)).unwrap();
    let (_, number) = link.split_once("<span").and_then(|(_, span)| span.split_once('>')).unwrap();
    number.split_once('<').unwrap().0
}

#[tokio::test(flavor = "multi_thread")]
async fn the_login_page_has_the_present_settings_of_accounts() {
    let app = Harness::open().await;
    for is_open in [true, false, true] {
        let body = json!({ "allow_signup": is_open });
        let changed = app.owner("POST", "/functions/v1/update-signup-settings", body).await;
        assert_eq!(changed.status, StatusCode::OK, "{}", changed.text());
        let shown = app.get("/membros/apresentacao").await;
        assert!(shown.text().contains(&format!(r#""disable_signup":{}"#, !is_open)), "open: {is_open}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_administrator_sets_a_password_by_the_one_time_link() {
    let app = Harness::open().await;
    let link = app.app.auth.create_admin("dona@exemplo.com.br").await.unwrap();
    let (_, query) = link.split_once("token_hash=").unwrap();
    let token_hash = query.split('&').next().unwrap();
    let verify =
        || app.post("/auth/v1/verify").json(&json!({ "type": "recovery", "token_hash": token_hash }));
    let session = verify().await;
    assert_eq!(session.status, StatusCode::OK, "{}", session.text());
    let token = session.string("access_token");
    let roles = app.get("/rest/v1/user_roles?select=role").token(&token).await;
    assert_eq!(*roles.json(), json!([{ "role": "admin" }]));
    let again = verify().await;
    assert!(again.status.is_client_error(), "the link works once: {}", again.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn oversized_or_invalid_input_gets_a_4xx_without_leaks() {
    let app = Harness::open().await;
    let huge = "x".repeat(11 * 1024 * 1024);
    let cases = [
        ("POST", "/rest/v1/contacts".to_owned(), huge.clone()),
        ("POST", "/auth/v1/signup".to_owned(), huge),
        ("GET", format!("/rest/v1/contents?select={}", "a,".repeat(20_000)), String::new()),
        ("GET", "/rest/v1/contents?select=id&or=((((".to_owned(), String::new()),
        ("GET", "/rest/v1/contents?id=eq.1'%20OR%201=1--".to_owned(), String::new()),
        ("GET", "/rest/v1/users?select=password_hash".to_owned(), String::new()),
        ("GET", "/rest/v1/contents?select=search_text".to_owned(), String::new()),
        ("GET", "/storage/v1/object/public/contents/..%2F..%2Fateneu.db".to_owned(), String::new()),
        ("GET", "/assets/..%2F..%2Fateneu.db".to_owned(), String::new()),
        ("GET", "/content/..%2Fsite.json".to_owned(), String::new()),
        ("POST", "/rest/v1/contacts".to_owned(), "{\"name\":".to_owned()),
        ("POST", "/functions/v1/anything".to_owned(), String::new()),
    ];
    for (method, path, body) in cases {
        let shown: String = path.chars().take(80).collect();
        let request = app.request(method, &path).header("content-type", "application/json");
        let answer = request.body(body).await;
        assert!(answer.status.is_client_error(), "{shown}: {}", answer.status);
        let text = answer.text().to_lowercase();
        for leak in ["sqlite", " from contents", " where ", "/tmp/", "panicked", "rusqlite"] {
            assert!(!text.contains(leak), "{shown} leaks {leak:?}: {}", answer.text());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn remote_visitors_get_no_service_key_and_no_metrics() {
    let app = Harness::open().await;
    let config = app.get("/config.json").await;
    let keys = app.app.auth.api_keys();
    assert_eq!(config.json()["anonKey"], keys.anon);
    assert!(!config.text().contains(&keys.service_role));
    assert_eq!(app.get("/healthz").await.status, StatusCode::OK);
    assert_eq!(app.get("/readyz").await.status, StatusCode::OK);
    let page = app.get("/admin").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.headers.contains_key("content-security-policy"));
    // Metrics are for programs on this machine only.
    let from = |address: &str| {
        let peer: std::net::SocketAddr = address.parse().unwrap();
        app.get("/metrics").extension(axum::extract::ConnectInfo(peer))
    };
    let local = from("127.0.0.1:9").await;
    assert!(local.text().contains("ateneu_pages_made_total "), "{local:?}");
    for (file, text) in [("rules.yml", RULES), ("dashboard.json", DASHBOARD)] {
        let names = names_in(text);
        assert!(names.len() > 5, "{file}");
        for name in names {
            assert!(local.text().contains(&format!("# TYPE {name} ")), "{name} of {file}");
        }
    }
    for name in names_in(local.text()) {
        assert!(DASHBOARD.contains(name), "the dashboard shows {name}");
    }
    for stranger in [from("192.0.2.1:9"), from("127.0.0.1:9").header("x-forwarded-for", "203.0.113.7")] {
        assert_eq!(stranger.await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(app.get("/metrics").await.status, StatusCode::NOT_FOUND);
}

/// Files for the programs that watch a server.
const RULES: &str = include_str!("../../../../packaging/monitoring/rules.yml");
const DASHBOARD: &str = include_str!("../../../../packaging/monitoring/dashboard.json");

/// Returns the names of metrics in a text.
fn names_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
    words.filter(|word| word.starts_with("ateneu_")).collect()
}

#[tokio::test]
async fn services_answer_where_clients_look_for_them() {
    let app = Harness::open().await;
    // Root of the accounts.
    let answer = app.request("GET", "/auth/v1/").header("origin", "https://outro.example").await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("content-type"), "application/json");
    // Capabilities of resumable uploads.
    for path in ["/storage/v1/upload/resumable", "/storage/v1/upload/resumable/abc"] {
        for preflight in [false, true] {
            let mut request = app.request("OPTIONS", path);
            if preflight {
                request = request
                    .header("origin", "https://outro.example")
                    .header("access-control-request-method", "PATCH")
                    .header("access-control-request-headers", "tus-resumable,upload-offset,x-nova");
            }
            let answer = request.await;
            assert_eq!(answer.status, StatusCode::NO_CONTENT);
            assert_eq!(answer.header("tus-version"), "1.0.0");
            assert_eq!(
                answer.header("tus-extension"),
                "creation,creation-with-upload,termination,expiration"
            );
            assert!(answer.header("tus-max-size").parse::<u64>().unwrap() > 1_000_000_000);
            if preflight {
                assert!(answer.header("access-control-allow-headers").contains("x-nova"));
                assert!(answer.header("access-control-allow-methods").contains("PATCH"));
            }
        }
    }
    let refused = app.post("/storage/v1/upload/resumable").header("tus-resumable", "1.0.0").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_a_newer_binary_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let config = || load(folder.path(), |_| None).unwrap();
    let app = App::open(config(), Clock::system()).await.unwrap();
    app.close().await.unwrap();
    let db = ateneu_db::Db::open(&config().database(), &[]).await;
    assert!(matches!(db, Err(ateneu_db::Error::Newer(_))), "a binary without migrations is older");
    let mut longer = ateneu_schema::MIGRATIONS.to_vec();
    longer.push(("9999_from_the_future", "CREATE TABLE future (id bigint)"));
    ateneu_db::Db::open(&config().database(), &longer).await.unwrap().close().await;
    let refused = App::open(config(), Clock::system()).await.err().map(|error| format!("{error:#}"));
    assert!(refused.unwrap_or_default().contains("9999_from_the_future"));
}

#[tokio::test(flavor = "multi_thread")]
async fn conversions_are_counted_by_source() {
    let app = Harness::open().await;
    let call = async |path: &str, body: Value| {
        let response = app.owner("POST", path, body).await;
        assert!(response.status.is_success(), "{path}: {response:?}");
        response.into_json()
    };
    for number in 0..3 {
        let email = format!("pessoa{number}@exemplo.com.br");
        call("/rest/v1/newsletter_subscriptions", json!({ "email": email })).await;
    }
    let message = json!({
        "name": "Ana", "email": "ana@exemplo.com.br", "subject": "Parcerias", "message": "Uma linha.",
        "created_at": "2020-01-01T00:00:00Z",
    });
    call("/rest/v1/contacts", message).await;
    let person =
        json!({ "email": "ana@exemplo.com.br", "password": "Uma-frase-de-2026", "email_confirm": true });
    call("/auth/v1/admin/users", person).await;
    let figures = call("/functions/v1/read-conversions", json!({ "days": 30 })).await;
    assert_eq!(
        figures,
        json!({
            "newsletter": { "now": 3, "before": 0 },
            "contact": { "now": 0, "before": 0 },
            "account": { "now": 1, "before": 0 },
            "plan": { "now": 0, "before": 0 },
        })
    );
    for days in [0, 367] {
        let refused = app.owner("POST", "/functions/v1/read-conversions", json!({ "days": days })).await;
        assert_eq!(refused.refusal(), (400, "invalid_payload"));
    }
    // Goals reached fewer than five times have no source.
    for _ in 0..4 {
        app.report_goal("newsletter", "https://www.google.com/").await;
        app.report_goal("account", "https://www.google.com/").await;
    }
    app.report_goal("account", "https://revista.test/").await;
    // Counts are stored on close.
    let app = app.restart().await;
    let figures = app.owner("POST", "/rest/v1/rpc/visit_figures", json!({ "since": "2020-01-01" })).await;
    let source = |kind: &str, source: &str, account: i64| json!({ "kind": kind, "source": source, "visits": 0, "newsletter": null, "contact": null, "account": account, "plan": null });
    let expected = json!([source("search", "Google", 4), source("site", "revista.test", 1)]);
    assert_eq!(figures.ok().json()["sources"], expected);
    // No caller may read the table itself.
    let key = app.app.auth.api_keys().service_role;
    assert_eq!(app.get("/rest/v1/visit_sources").token(&key).await.status, 404);
}

/// Line of the file that gives `downloads` to the plan Scale.
const LINE: &str = "  { text = \"Materiais para baixar\", right = \"downloads\" },\n";

/// Effects of the file on the demo's member with the plan Scale.
struct Found {
    /// Cells of the price page's row about downloads.
    row: Value,
    /// Line of the dashboard.
    line: Option<Value>,
    /// True if the files of exclusive documents are readable.
    opens: bool,
}

async fn found(client: &TestClient, token: &str) -> Found {
    let plans = client.get("/content/plans.json").await.ok().into_json();
    let rows = plans["comparison"]["rows"].as_array().unwrap();
    let has = |row: &&Value| row["rights"].as_array().unwrap().contains(&json!("downloads"));
    let row = rows.iter().find(has).map_or(Value::Null, |row| row["plans"].clone());
    let benefits =
        client.post("/functions/v1/list-benefits").token(token).json(&json!({})).await.ok().into_json();
    let lines = benefits["lines"].as_array().unwrap();
    let line = lines.iter().find(|line| line["entitlement"] == "downloads").cloned();
    let path =
        "/rest/v1/contents?select=file_url&content_type=eq.pdf&is_member_only=is.true&is_published=is.true";
    let files = client.get(path).token(token).await.ok().into_json();
    let files = files.as_array().unwrap();
    assert!(!files.is_empty());
    Found { row, line, opens: files.iter().all(|row| row["file_url"].is_string()) }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_a_plan_changes_pages_and_rules_together() {
    let original = String::from_utf8(ateneu_content::original("plans").unwrap()).unwrap();
    assert!(original.contains(LINE));
    let above = "  { text = \"Atendimento prioritário\"";
    let taken = original.replace(LINE, "").replace(above, &format!("{LINE}{above}"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("content/plans.toml");
    fs::create_dir(folder.path().join("content")).unwrap();
    fs::write(&file, taken).unwrap();
    let app = Harness::open_in(folder).await;
    app.app.fill_demo().await.unwrap();
    let credentials = json!({ "email": "membro@demo.test", "password": "Ateneu-demo-2026" });
    let signed_in = app.post("/auth/v1/token?grant_type=password").json(&credentials).await.ok().into_json();
    let token = signed_in["access_token"].as_str().unwrap();

    let without = found(&app, token).await;
    assert_eq!(without.row, json!(["no", "no", "included", "included"]));
    assert_eq!((without.line, without.opens), (None, false));

    fs::write(&file, original).unwrap();
    app.app.reload_content().await;
    let with = found(&app, token).await;
    assert_eq!(with.row, json!(["no", "included", "included", "included"]));
    let line = json!({ "entitlement": "downloads", "text": "Materiais para baixar", "soon": false, "delivered": null });
    assert_eq!((with.line, with.opens), (Some(line), true));
}
