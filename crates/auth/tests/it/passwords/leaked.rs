//! Passwords known from leaks: what the range service is asked, and what its answers and its silence do.

use ateneu_auth::Config;
use ateneu_db::Db;
use ateneu_testkit::{
    db_test,
    http::{Asked, Reply, StandIn},
};
use aws_lc_rs::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use serde_json::json;

use crate::house::{House, PASSWORD};

const LEAKED: &str = "cavalo-bateria-grampo-9183";

/// SHA-1 as the service writes it, parted where the question ends.
fn parted(password: &str) -> (String, String) {
    let hash = digest(&SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes());
    let hex: String = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    (hex[..5].to_owned(), hex[5..].to_owned())
}

/// Knows one password, seen so often, among others of its range and padding.
fn range_of(password: &str, count: u32) -> impl Fn(&Asked) -> Reply + Send + Sync + 'static {
    let (prefix, suffix) = parted(password);
    let other = "0018A45C4D1DEF81644B54AB7F969B88D65";
    move |asked| {
        let known = asked.target == format!("/range/{prefix}");
        let line = if known { format!("{suffix}:{count}\r\n") } else { String::new() };
        Reply::Say(200, format!("{other}:7\r\n{line}{other}:0\r\n"))
    }
}

async fn house(db: Db, service: &StandIn) -> House {
    let config = Config {
        public_url: "https://casa.test".into(),
        leaked_passwords: Some(service.url()),
        ..Config::default()
    };
    House::open_as(db, config).await
}

#[db_test]
async fn a_leaked_password_is_refused_wherever_one_is_set(db: Db) {
    let service = StandIn::start(range_of(LEAKED, 21)).await;
    let house = house(db, &service).await;
    house.account("ana@exemplo.com").await;
    let token = house.sign_in("ana@exemplo.com", PASSWORD).await.ok().text("access_token");
    let sign_up = json!({ "email": "bia@exemplo.com", "password": LEAKED });
    let link = json!({ "type": "signup", "email": "bia@exemplo.com", "password": LEAKED });
    for refused in [
        house.post("/signup", sign_up.clone()).await,
        house.ask("PUT", "/user", Some(&token), &json!({ "password": LEAKED })).await,
        house.service("POST", "/admin/users", sign_up).await,
        house.service("POST", "/admin/generate_link", link).await,
    ] {
        assert_eq!(refused.refusal(), (422, "weak_password"));
        assert_eq!(refused.body["weak_password"]["reasons"], json!(["pwned"]));
    }
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 1);
}

#[db_test]
async fn the_service_hears_five_digits_and_never_the_password(db: Db) {
    let service = StandIn::start(range_of(LEAKED, 21)).await;
    let house = house(db, &service).await;
    house.account("ana@exemplo.com").await;
    let (prefix, suffix) = parted(PASSWORD);
    let asked = service.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!((asked[0].method.as_str(), &asked[0].target), ("GET", &format!("/range/{prefix}")));
    assert_eq!((asked[0].header("add-padding"), asked[0].header("user-agent")), ("true", "ateneu"));
    let heard = format!("{:?}", asked[0]);
    assert!(!heard.contains(PASSWORD) && !heard.contains(&suffix), "{heard}");
    house.sign_in("ana@exemplo.com", PASSWORD).await.ok();
    assert_eq!(service.asked().len(), 1, "a sign-in asks nobody");
}

#[db_test]
async fn a_miss_padding_and_every_kind_of_silence_let_the_password_through(db: Db) {
    let service = StandIn::start(range_of(LEAKED, 0)).await;
    let house = house(db, &service).await;
    let sign_up = async |name: &str| {
        let body = json!({ "email": format!("{name}@exemplo.com"), "password": LEAKED });
        house.post("/signup", body).await.ok();
    };
    sign_up("enchimento").await;
    service.answer(range_of("outra", 5));
    sign_up("ausente").await;
    service.answer(|_| Reply::Say(500, "oops".to_owned()));
    sign_up("erro").await;
    service.answer(|_| Reply::Say(302, String::new()));
    sign_up("desvio").await;
    service.answer(|_| Reply::Say(200, "x".repeat(600 * 1024)));
    sign_up("enorme").await;
    service.answer(|_| Reply::Hang);
    sign_up("mudo").await;
    assert_eq!(service.asked().len(), 6);
}

#[db_test]
async fn a_service_that_hangs_keeps_no_other_write_waiting(db: Db) {
    let service = StandIn::start(|_| Reply::Hang).await;
    let house = house(db, &service).await;
    let slow = house.post("/signup", json!({ "email": "ana@exemplo.com", "password": LEAKED }));
    let quick = async {
        service.arrived(1).await;
        let otp = house.post("/otp", json!({ "email": "bia@exemplo.com" })).await;
        (otp, house.count("SELECT count(*) AS n FROM users WHERE email = 'ana@exemplo.com'", vec![]).await)
    };
    let (slow, (quick, meanwhile)) = tokio::join!(slow, quick);
    quick.ok();
    assert_eq!(meanwhile, 0, "the sign-up was still asking");
    slow.ok();
}

#[db_test]
async fn what_is_weak_without_asking_or_allowed_by_the_setting_asks_nobody(db: Db) {
    let service = StandIn::start(range_of(LEAKED, 21)).await;
    let house = house(db, &service).await;
    let sign_up = async |email: &str, password: &str| {
        house
            .post(
                "/signup",
                json!({ "email": email, "password": password, "data": { "nome": "Leocádia Prates" } }),
            )
            .await
    };
    for weak in ["Senha@123", "flamengo10", "leocadia.prates1", "exemplo1234", "curta"] {
        let refused = sign_up("leocadia.prates@exemplo.com", weak).await;
        assert_eq!(refused.refusal(), (422, "weak_password"), "{weak}");
    }
    house.settings.set("leaked_password_check", "false", None).await.unwrap();
    sign_up("ana@exemplo.com", LEAKED).await.ok();
    sign_up("bia@exemplo.com", "flamengo10").await.ok();
    assert!(service.asked().is_empty());
}

#[db_test]
async fn a_sign_in_with_a_password_that_is_soon_guessed_says_so(db: Db) {
    let house = House::open(db).await;
    house.settings.set("leaked_password_check", "false", None).await.unwrap();
    let body = json!({ "email": "ana@exemplo.com", "password": "flamengo10", "email_confirm": true });
    house.service("POST", "/admin/users", body).await.ok();
    let before = house.sign_in("ana@exemplo.com", "flamengo10").await.ok();
    assert!(before.body.get("weak_password").is_none());
    house.settings.set("leaked_password_check", "true", None).await.unwrap();
    let after = house.sign_in("ana@exemplo.com", "flamengo10").await.ok();
    assert_eq!(after.body["weak_password"]["reasons"], json!(["pwned"]));
    assert!(after.body["weak_password"]["message"].is_string());
}
