//! Whose account a person at a provider gets, linking and unlinking, and the takeovers that must not work.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{
    browser::{Away, away, house_with},
    house::{House, PASSWORD},
    second_factor::Tokens,
    stand_in::StandIn,
};

const ANA: &str = "ana@exemplo.com";
const HOME: &str = "provider=google";

/// The signed-in person leaves to link what the provider says.
async fn leave_to_link(house: &House, token: &str) -> Away {
    let path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
    away(&house.browse(path, Some(token), "").await.ok())
}

async fn link(house: &House, provider: &StandIn, token: &str) -> crate::browser::Landed {
    let away = leave_to_link(house, token).await;
    let query = format!("state={}&code={}", away.state(), provider.agree(&away.address));
    house.come_back(&query, &away.cookie).await
}

fn google_of(user: &Json) -> String {
    let all = user["identities"].as_array().unwrap();
    let found = all.iter().find(|identity| identity["provider"] == "google").unwrap();
    found["identity_id"].as_str().unwrap().to_owned()
}

async fn token_of(house: &House, email: &str) -> String {
    house.sign_in(email, PASSWORD).await.ok().text("access_token")
}

#[db_test]
async fn a_proved_address_leads_to_the_account_that_proved_it_and_its_person_is_told(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let id = house.account(ANA).await;
    house.pass(1);
    provider.says(json!({ "email": "Ana@Exemplo.com" }));
    let user = house.behind(&house.sign_in_through(&provider, HOME).await).await;
    assert_eq!(user["id"], id);
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email", "google"] }));
    assert_eq!(user["identities"].as_array().unwrap().len(), 2);
    house.sign_in(ANA, PASSWORD).await.ok();
    let letter = house.letter(ANA).await;
    assert_eq!(letter.subject, "Sua conta agora entra com Google");
    assert_eq!((house.events("identity_linked", true).await, house.events("signup", true).await), (1, 0));
    house.sign_in_through(&provider, HOME).await;
    assert_eq!(house.letters(ANA).await.len(), 1, "told once");
}

#[db_test]
async fn an_address_the_provider_has_not_proved_opens_no_account_and_makes_none(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    house.account(ANA).await;
    for changes in [
        json!({ "email_verified": false }),
        json!({ "email_verified": null }),
        json!({ "email": null }),
        json!({ "email": "nova@exemplo.com", "email_verified": false }),
    ] {
        provider.says(changes.clone());
        provider.tells(json!({ "sub": "ana-no-provedor" }));
        let landed = house.sign_in_through(&provider, HOME).await;
        assert_eq!(landed.error(), "provider_email_needs_verification", "{changes}");
    }
    assert_eq!(house.count("SELECT count(*) AS n FROM identities", vec![]).await, 1);
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 1);
    assert_eq!(house.events("login", false).await, 4);
    provider.says(json!({}));
    let first = house.behind(&house.sign_in_through(&provider, HOME).await).await;
    provider.says(json!({ "email": "outra@exemplo.com", "email_verified": false }));
    let later = house.behind(&house.sign_in_through(&provider, HOME).await).await;
    assert_eq!((&later["id"], &later["email"]), (&first["id"], &json!(ANA)), "the provider's own id decides");
}

#[db_test]
async fn who_signed_up_with_a_strangers_address_keeps_no_way_into_their_account(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let body =
        json!({ "email": ANA, "password": PASSWORD, "data": { "full_name": "Atacante", "nota": "minha" } });
    house.post("/signup", body).await.ok();
    let pending = house.letter(ANA).await;
    let user = house.behind(&house.sign_in_through(&provider, HOME).await).await;
    assert_eq!(user["email"], ANA);
    assert_eq!(
        (&user["user_metadata"]["full_name"], &user["user_metadata"]["nota"]),
        (&json!("Ana Lima"), &Json::Null)
    );
    assert_eq!(user["app_metadata"], json!({ "provider": "google", "providers": ["google"] }));
    assert_eq!(user["identities"].as_array().unwrap().len(), 1);
    assert_eq!(house.sign_in(ANA, PASSWORD).await.refusal(), (400, "invalid_credentials"));
    let link = json!({ "token_hash": pending.token(), "type": "signup" });
    assert_eq!(house.post("/verify", link).await.refusal(), (403, "otp_expired"));
    let again = json!({ "email": ANA, "password": "Outra-senha-do-atacante" });
    house.pass(60);
    house.post("/signup", again).await.ok();
    assert_eq!(house.sign_in(ANA, "Outra-senha-do-atacante").await.refusal(), (400, "invalid_credentials"));
}

#[db_test]
async fn closed_doors_stay_closed_to_providers(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    house.settings.set("allow_signup", "false", None).await.unwrap();
    let landed = house.sign_in_through(&provider, HOME).await;
    assert_eq!(landed.error(), "signup_disabled");
    let id = house.account(ANA).await;
    let path = format!("/admin/users/{id}");
    house.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(house.sign_in_through(&provider, HOME).await.error(), "user_banned");
    house.service("PUT", &path, json!({ "ban_duration": "none" })).await.ok();
    house.sign_in_through(&provider, HOME).await;
    house.service("PUT", &path, json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(
        house.sign_in_through(&provider, HOME).await.error(),
        "user_banned",
        "known by its own id, too"
    );
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 1);
}

#[db_test]
async fn a_telephones_account_is_not_taken_over_by_its_unproved_address(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let body = json!({ "email": ANA, "phone": "5511999999999", "phone_confirm": true });
    house.service("POST", "/admin/users", body).await.ok();
    assert_eq!(house.sign_in_through(&provider, HOME).await.error(), "email_exists");
}

#[db_test]
async fn the_same_person_arriving_twice_at_once_gets_one_account(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let (a, b) = tokio::join!(house.sign_in_through(&provider, HOME), house.sign_in_through(&provider, HOME));
    assert_eq!(house.behind(&a).await["id"], house.behind(&b).await["id"]);
    assert_eq!(house.count("SELECT count(*) AS n FROM identities", vec![]).await, 1);
}

#[db_test]
async fn a_signed_in_person_links_and_unlinks(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let id = house.account(ANA).await;
    let token = token_of(&house, ANA).await;
    house.pass(1);
    provider.says(json!({ "email": "ana@outro-lugar.com", "email_verified": false }));
    let user = house.behind(&link(&house, &provider, &token).await).await;
    assert_eq!((&user["id"], &user["email"]), (&json!(id), &json!(ANA)), "the account's address stays");
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "google"]));
    assert_eq!(house.letter(ANA).await.subject, "Sua conta agora entra com Google");
    assert_eq!(link(&house, &provider, &token).await.error(), "identity_already_exists");
    let signed_in = house.behind(&house.sign_in_through(&provider, HOME).await).await;
    assert_eq!(signed_in["id"], id);
    let identity = |provider: &str| {
        let all = user["identities"].as_array().unwrap();
        let found = all.iter().find(|identity| identity["provider"] == provider).unwrap();
        format!("/user/identities/{}", found["identity_id"].as_str().unwrap())
    };
    let drop = async |path: &str| house.ask("DELETE", path, Some(&token), &Json::Null).await;
    assert_eq!(drop(&identity("email")).await.refusal(), (422, "email_conflict_identity_not_deletable"));
    house.pass(1);
    assert_eq!(drop(&identity("google")).await.ok().body, json!({}));
    assert_eq!(drop(&identity("google")).await.refusal(), (422, "identity_not_found"));
    assert_eq!(drop(&identity("email")).await.refusal(), (422, "single_identity_not_deletable"));
    assert_eq!(house.letter(ANA).await.subject, "Sua conta não entra mais com Google");
    let user = house.get("/user", &token).await.ok();
    assert_eq!(user.body["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(house.sign_in_through(&provider, HOME).await.error(), "provider_email_needs_verification");
    assert_eq!(
        (house.events("identity_linked", true).await, house.events("identity_unlinked", true).await),
        (1, 1)
    );
    assert_eq!(house.events("identity_unlinked", false).await, 3);
}

#[db_test]
async fn linking_goes_on_in_the_session_that_asked_with_what_it_has_proved(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let (tokens, app) = house.protected(ANA).await;
    let landed = link(&house, &provider, &tokens.access).await;
    let after = Tokens { access: landed.fragment("access_token"), refresh: landed.fragment("refresh_token") };
    assert_eq!(after.claims()["session_id"], tokens.claims()["session_id"]);
    assert_eq!((&after.claims()["aal"], &after.claims()["amr"]), (&json!("aal2"), &tokens.claims()["amr"]));
    assert_eq!(house.count("SELECT count(*) AS n FROM sessions", vec![]).await, 1);
    assert_eq!(house.events("login", true).await, 1, "nobody signed in a second time");
    house.refresh(&after.refresh).await.ok();
    // Through the provider, the second factor is owed as after a password.
    let arrived = house.sign_in_through(&provider, HOME).await.fragment("access_token");
    let half = Tokens { access: arrived, refresh: String::new() };
    assert_eq!(half.claims()["aal"], "aal1");
    for (method, path) in [
        ("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true".to_owned()),
        ("DELETE", format!("/user/identities/{}", google_of(&house.behind(&landed).await))),
    ] {
        let refused = house.with(&half, method, &path, Json::Null).await;
        assert_eq!(refused.refusal(), (401, "insufficient_aal"), "{method} {path}");
    }
    assert_eq!(house.count("SELECT count(*) AS n FROM provider_flows", vec![]).await, 0);
    house.prove(&half, &app.factor, &app.code(&house)).await.ok();
}

#[db_test]
async fn a_link_ends_with_the_session_that_asked_for_it(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    house.account(ANA).await;
    let token = token_of(&house, ANA).await;
    let away = leave_to_link(&house, &token).await;
    house.ask("POST", "/logout?scope=local", Some(&token), &Json::Null).await.ok();
    let query = format!("state={}&code={}", away.state(), provider.agree(&away.address));
    assert_eq!(house.come_back(&query, &away.cookie).await.error(), "bad_oauth_state");
    let linked = "SELECT count(*) AS n FROM identities WHERE provider = 'google'";
    assert_eq!(house.count(linked, vec![]).await, 0);
}

#[db_test]
async fn nobody_links_what_is_anothers_nor_in_anothers_browser(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    house.sign_in_through(&provider, HOME).await;
    house.account("bia@exemplo.com").await;
    let token = token_of(&house, "bia@exemplo.com").await;
    assert_eq!(link(&house, &provider, &token).await.error(), "identity_already_exists");
    provider.says(json!({ "sub": "vitima-no-provedor", "email": "vitima@exemplo.com" }));
    // Bia sends the address to somebody who agrees at the provider in another browser.
    let away = leave_to_link(&house, &token).await;
    let query = format!("state={}&code={}", away.state(), provider.agree(&away.address));
    assert_eq!(house.come_back(&query, "").await.error(), "bad_oauth_state");
    let bia = house.get("/user", &token).await.ok();
    assert_eq!(bia.body["identities"].as_array().unwrap().len(), 1);
    let nobody = house.browse("/user/identities/authorize?provider=google", None, "").await;
    assert_eq!(nobody.refusal(), (401, "no_authorization"));
    let foreign = house.one("SELECT id FROM identities WHERE provider = 'google'", vec![]).await.unwrap();
    let answer = house.ask("DELETE", &format!("/user/identities/{foreign}"), Some(&token), &Json::Null).await;
    assert_eq!(answer.refusal(), (422, "identity_not_found"));
}

#[db_test]
async fn a_link_that_comes_back_after_its_account_is_gone_finds_nothing(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let id = house.account(ANA).await;
    let away = leave_to_link(&house, &token_of(&house, ANA).await).await;
    house.service("DELETE", &format!("/admin/users/{id}"), Json::Null).await.ok();
    let query = format!("state={}&code={}", away.state(), provider.agree(&away.address));
    assert_eq!(house.come_back(&query, &away.cookie).await.error(), "bad_oauth_state");
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 0);
}

#[db_test]
async fn of_two_identities_taken_away_at_once_one_remains(db: Db) {
    let provider = StandIn::start().await;
    let house = house_with(db, &provider).await;
    let landed = house.sign_in_through(&provider, HOME).await;
    let token = landed.fragment("access_token");
    provider.says(json!({ "sub": "ana-de-novo" }));
    link(&house, &provider, &token).await;
    let user = house.behind(&landed).await;
    let path = |index: usize| {
        format!("/user/identities/{}", user["identities"][index]["identity_id"].as_str().unwrap())
    };
    let (first, second) = (path(0), path(1));
    let (a, b) = tokio::join!(
        house.ask("DELETE", &first, Some(&token), &Json::Null),
        house.ask("DELETE", &second, Some(&token), &Json::Null)
    );
    let mut statuses = [a.status.as_u16(), b.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
}
