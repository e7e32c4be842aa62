//! What is over is removed by the nightly job, and nothing else.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use crate::{
    browser::house_with,
    house::{House, PASSWORD},
    stand_in::StandIn,
};

const ANA: &str = "ana@exemplo.com";

/// Where secrets and questions wait to be used, with the minutes each lives.
const WAITING: [(&str, i64); 5] = [
    ("SELECT count(*) AS n FROM factor_challenges", 5),
    ("SELECT count(*) AS n FROM passkey_challenges", 5),
    ("SELECT count(*) AS n FROM flow_states", 5),
    ("SELECT count(*) AS n FROM provider_flows", 10),
    ("SELECT count(*) AS n FROM one_time_tokens", 15),
];

#[db_test]
async fn what_is_over_is_swept_and_nothing_else(db: Db) {
    let house = House::by_phone(db).await;
    let swept = async |house: &House| {
        let swept = house.auth.sweep().await.unwrap();
        (swept.sessions, swept.secrets, swept.keys)
    };
    house.account(ANA).await;
    let unused = house.sign_in(ANA, PASSWORD).await.ok();
    let used = house.sign_in(ANA, PASSWORD).await.ok();
    house.post("/otp", json!({ "phone": "+5511999990000" })).await.ok();
    house.post("/recover", json!({ "email": ANA })).await.ok();
    house.auth.rotate_keys().await.unwrap();
    assert_eq!(swept(&house).await, (0, 0, 0));
    house.pass(900);
    assert_eq!(swept(&house).await, (0, 2, 0), "a link lives fifteen minutes, a code ten");
    house.pass(3_600);
    assert_eq!(swept(&house).await, (0, 0, 1));
    house.pass(60 * 24 * 3_600);
    let used = house.refresh(&used.text("refresh_token")).await.ok();
    house.pass(30 * 24 * 3_600);
    assert_eq!(swept(&house).await, (1, 0, 0));
    house.refresh(&used.text("refresh_token")).await.ok();
    assert_eq!(house.refresh(&unused.text("refresh_token")).await.refusal(), (400, "session_not_found"));
    house.execute("UPDATE sessions SET not_after = $1", vec![house.clock.now().into()]).await;
    assert_eq!(swept(&house).await, (1, 0, 0), "past its end");
}

#[db_test]
async fn every_kind_of_secret_nobody_used_is_swept_when_its_time_is_over(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    house.account(ANA).await;
    let ana = house.session(ANA).await;
    let app = house.begin_app(&ana, "celular").await;
    house.with(&ana, "POST", &format!("/factors/{}/challenge", app.factor), json!({})).await.ok();
    house.post("/passkeys/authentication/options", json!({})).await.ok();
    house.leave("provider=google").await;
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    let ask = json!({ "email": ANA, "code_challenge": challenge, "code_challenge_method": "s256" });
    house.post("/otp", ask).await.ok();
    house.follow("GET", &house.letter(ANA).await.plain_link()).await;
    house.post("/recover", json!({ "email": ANA })).await.ok();
    let waiting = async |house: &House| {
        house.auth.sweep().await.unwrap();
        let mut left = Vec::new();
        for (sql, life) in WAITING {
            match house.count(sql, vec![]).await {
                0 => {}
                _ => left.push(life),
            }
        }
        left
    };
    for (seconds, left) in [
        (299, vec![5, 5, 5, 10, 15]),
        (1, vec![10, 15]),
        (299, vec![10, 15]),
        (1, vec![15]),
        (299, vec![15]),
        (1, vec![]),
    ] {
        house.pass(seconds);
        assert_eq!(waiting(&house).await, left);
    }
}
