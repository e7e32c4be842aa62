//! Passwords known from leaks: what the range service is asked, and what its answers and its silence do.

use ateneu_auth::Config;
use ateneu_db::Db;
use ateneu_testkit::{
    db_test,
    mocks::{MockReply, MockServer, ReceivedRequest},
    sqlite_test,
};
use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde_json::json;

use crate::harness::{ANA, BIA, Harness, PASSWORD, config};

const LEAKED: &str = "cavalo-bateria-grampo-9183";

/// SHA-1 as the service writes it, parted where the question ends.
fn parted(password: &str) -> (String, String) {
    let hash = digest(&SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes());
    let hex: String = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    (hex[..5].to_owned(), hex[5..].to_owned())
}

/// Knows one password, seen so often, among others of its range and padding.
fn range_of(password: &str, count: u32) -> impl Fn(&ReceivedRequest) -> MockReply + Send + Sync + 'static {
    let (prefix, suffix) = parted(password);
    let other = "0018A45C4D1DEF81644B54AB7F969B88D65";
    move |asked| {
        let known = asked.target == format!("/range/{prefix}");
        let line = if known { format!("{suffix}:{count}\r\n") } else { String::new() };
        MockReply::Body(200, format!("{other}:7\r\n{line}{other}:0\r\n"))
    }
}

async fn open(db: Db, service: &MockServer) -> Harness {
    let config = Config { leaked_passwords: Some(service.url()), ..config() };
    Harness::open_as(db, config).await
}

#[sqlite_test]
async fn the_service_hears_five_digits_and_never_the_password(db: Db) {
    let service = MockServer::start(range_of(LEAKED, 21)).await;
    let app = open(db, &service).await;
    app.account(ANA).await;
    let (prefix, suffix) = parted(PASSWORD);
    let received = service.received();
    assert_eq!(received.len(), 1);
    assert_eq!((received[0].method.as_str(), &received[0].target), ("GET", &format!("/range/{prefix}")));
    assert_eq!((received[0].header("add-padding"), received[0].header("user-agent")), ("true", "ateneu"));
    let sent = format!("{:?}", received[0]);
    assert!(!sent.contains(PASSWORD) && !sent.contains(&suffix), "{sent}");
    app.sign_in(ANA, PASSWORD).await.ok();
    assert_eq!(service.received().len(), 1, "a sign-in asks nobody");
}

#[sqlite_test]
async fn a_leaked_password_is_refused_wherever_one_is_set(db: Db) {
    let service = MockServer::start(range_of(LEAKED, 21)).await;
    let app = open(db, &service).await;
    app.account(ANA).await;
    let token = app.token(ANA).await;
    let sign_up = json!({ "email": BIA, "password": LEAKED });
    let link = json!({ "type": "signup", "email": BIA, "password": LEAKED });
    for refused in [
        app.post("/signup", sign_up.clone()).await,
        app.update_user(&token, json!({ "password": LEAKED })).await,
        app.service("POST", "/admin/users", sign_up).await,
        app.service("POST", "/admin/generate_link", link).await,
    ] {
        let refused = refused.refused_with(422, "weak_password");
        assert_eq!(refused.json()["weak_password"]["reasons"], json!(["pwned"]));
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 1);
}

#[sqlite_test]
async fn misses_padding_and_unavailable_services_accept_the_password(db: Db) {
    let service = MockServer::start(range_of(LEAKED, 0)).await;
    let app = open(db, &service).await;
    let sign_up = async |name: &str| {
        app.post("/signup", json!({ "email": format!("{name}@exemplo.com"), "password": LEAKED })).await.ok();
    };
    sign_up("enchimento").await;
    service.reply_with(range_of("outra", 5));
    sign_up("ausente").await;
    service.reply_with(|_| MockReply::Body(500, "oops".to_owned()));
    sign_up("erro").await;
    service.reply_with(|_| MockReply::Body(302, String::new()));
    sign_up("desvio").await;
    service.reply_with(|_| MockReply::Body(200, "x".repeat(600 * 1024)));
    sign_up("enorme").await;
    service.reply_with(|_| MockReply::Hang);
    sign_up("mudo").await;
    assert_eq!(service.received().len(), 6);
}

#[db_test]
async fn a_hanging_leak_service_blocks_no_other_write(db: Db) {
    let service = MockServer::start(|_| MockReply::Hang).await;
    let app = open(db, &service).await;
    let slow = app.post("/signup", json!({ "email": ANA, "password": LEAKED }));
    let quick = async {
        service.wait_for(1).await;
        let otp = app.post("/otp", json!({ "email": BIA })).await;
        (otp, app.count("SELECT count(*) AS n FROM users WHERE email = 'ana@exemplo.com'", &[]).await)
    };
    let (slow, (quick, meanwhile)) = tokio::join!(slow, quick);
    quick.ok();
    assert_eq!(meanwhile, 0, "the sign-up was still asking");
    slow.ok();
}

#[sqlite_test]
async fn the_leak_service_is_skipped_for_weak_passwords(db: Db) {
    let service = MockServer::start(range_of(LEAKED, 21)).await;
    let app = open(db, &service).await;
    let sign_up = async |email: &str, password: &str| {
        app.post(
            "/signup",
            json!({ "email": email, "password": password, "data": { "nome": "Leocádia Prates" } }),
        )
        .await
    };
    for weak in ["Senha@123", "flamengo10", "leocadia.prates1", "exemplo1234", "curta"] {
        let refused = sign_up("leocadia.prates@exemplo.com", weak).await;
        assert_eq!(refused.refusal(), (422, "weak_password"), "{weak}");
    }
    app.settings.set("leaked_password_check", "false", None).await.unwrap();
    sign_up(ANA, LEAKED).await.ok();
    sign_up(BIA, "flamengo10").await.ok();
    assert!(service.received().is_empty());
}

#[sqlite_test]
async fn a_sign_in_with_a_guessable_password_warns(app: Harness) {
    app.settings.set("leaked_password_check", "false", None).await.unwrap();
    let body = json!({ "email": ANA, "password": "flamengo10", "email_confirm": true });
    app.service("POST", "/admin/users", body).await.ok();
    assert!(app.sign_in(ANA, "flamengo10").await.ok().json().get("weak_password").is_none());
    app.settings.set("leaked_password_check", "true", None).await.unwrap();
    let after = app.sign_in(ANA, "flamengo10").await.ok();
    assert_eq!(after.json()["weak_password"]["reasons"], json!(["pwned"]));
    assert!(after.json()["weak_password"]["message"].is_string());
}
