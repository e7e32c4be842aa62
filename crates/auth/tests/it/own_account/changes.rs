//! Changes of address and password, invitations and generated links.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{
    house::{House, PASSWORD},
    letters::pairs,
    second_factor::Tokens,
};

const ANA: &str = "ana@exemplo.com";
const NEW: &str = "ana.nova@exemplo.com";

#[db_test]
async fn an_address_changes_when_both_have_agreed(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let token = house.sign_in(ANA, PASSWORD).await.ok().text("access_token");
    let asked = house.ask("PUT", "/user", Some(&token), &json!({ "email": NEW })).await.ok();
    assert_eq!((asked.body["email"].as_str(), asked.body["new_email"].as_str()), (Some(ANA), Some(NEW)));
    assert!(asked.body["email_change_sent_at"].is_string());
    assert!(house.letter(ANA).await.text.contains(NEW), "the present address learns where to");
    assert!(!house.letter(NEW).await.text.contains(ANA));
    let link = house.letter(ANA).await.plain_link();
    let (status, location) = house.follow("GET", &link).await;
    let told = pairs(location.split_once('#').unwrap().1);
    assert_eq!(status, 303);
    assert!(told["message"].contains("the other email"));
    house.sign_in(ANA, PASSWORD).await.ok();
    assert_eq!(house.sign_in(NEW, PASSWORD).await.refusal(), (400, "invalid_credentials"));
    let code = json!({ "email": NEW, "token": house.letter(NEW).await.code(), "type": "email_change" });
    let session = house.post("/verify", code).await.ok();
    assert_eq!(session.body["user"]["email"], NEW);
    assert!(session.body["user"].get("new_email").is_none());
    assert_eq!(session.body["user"]["identities"][0]["email"], NEW);
    house.sign_in(NEW, PASSWORD).await.ok();
    assert_eq!(house.sign_in(ANA, PASSWORD).await.refusal(), (400, "invalid_credentials"));
    assert_eq!(house.get("/user", &token).await.ok().body["email"], NEW, "the session that asked goes on");
}

#[db_test]
async fn who_is_signed_in_agrees_in_the_own_session_and_nobody_elses(db: Db) {
    let house = House::open(db).await;
    let (tokens, _) = house.protected(ANA).await;
    house.account("bia@exemplo.com").await;
    let bia = house.session("bia@exemplo.com").await;
    house.with(&tokens, "PUT", "/user", json!({ "email": NEW })).await.ok();
    let agree = async |token: String, own: &str| {
        let body = json!({ "token_hash": token, "type": "email_change" });
        house.ask("POST", "/verify", Some(own), &body).await.ok()
    };
    let change = house.letter(ANA).await.token();
    agree(change, &tokens.access).await;
    let answer = agree(house.letter(NEW).await.token(), &tokens.access).await;
    let after = Tokens::from(&answer).claims();
    assert_eq!((&after["session_id"], &after["aal"]), (&tokens.claims()["session_id"], &json!("aal2")));
    assert_eq!(after["email"], NEW);

    let back = "ana.de.volta@exemplo.com";
    house.pass(60);
    house.with(&tokens, "PUT", "/user", json!({ "email": back })).await.ok();
    let change = house.letter(NEW).await.token();
    agree(change, &bia.access).await;
    let answer = agree(house.letter(back).await.token(), &bia.access).await;
    let other = Tokens::from(&answer).claims();
    assert_eq!(
        (&other["sub"], &other["aal"]),
        (&after["sub"], &json!("aal1")),
        "the letter's person, who owes a factor"
    );
    assert_ne!(other["session_id"], bia.claims()["session_id"]);
    // Any other secret is a sign-in, whoever brings it.
    house.pass(60);
    house.post("/otp", json!({ "email": back })).await.ok();
    let body = json!({ "email": back, "token": house.letter(back).await.code(), "type": "email" });
    let entered = house.ask("POST", "/verify", Some(&tokens.access), &body).await.ok();
    assert_ne!(Tokens::from(&entered).claims()["session_id"], tokens.claims()["session_id"]);
}

#[db_test]
async fn the_address_that_was_left_is_told_and_a_strangers_is_not(db: Db) {
    let house = House::by_phone(db).await;
    house.account(ANA).await;
    let token = house.sign_in(ANA, PASSWORD).await.ok().text("access_token");
    house.ask("PUT", "/user", Some(&token), &json!({ "email": NEW })).await.ok();
    let agree = async |token: String| {
        house.post("/verify", json!({ "token_hash": token, "type": "email_change" })).await.ok()
    };
    agree(house.letter(NEW).await.token()).await;
    assert_eq!(house.letter(ANA).await.subject, "Confirme a troca de e-mail", "nothing has changed yet");
    house.pass(1);
    let pending = house.letter(ANA).await.token();
    agree(pending).await;
    let told = house.letter(ANA).await;
    assert_eq!(told.subject, "O e-mail da sua conta mudou");
    assert!(told.text.contains(NEW));
    assert_eq!(house.letters(NEW).await.len(), 1);

    house.settings.set("email_confirmation_required", "false", None).await.unwrap();
    house.pass(1);
    let third = "ana.terceira@exemplo.com";
    house.ask("PUT", "/user", Some(&token), &json!({ "email": third })).await.ok();
    assert_eq!(house.letter(NEW).await.subject, "O e-mail da sua conta mudou");

    // An address that was typed at a sign-up by telephone and never proved.
    let unproved = json!({ "email": "alheio@exemplo.com", "password": PASSWORD });
    let id = house.service("POST", "/admin/users", unproved).await.ok().text("id");
    house.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", vec![id.clone().into()]).await;
    house
        .service(
            "PUT",
            &format!("/admin/users/{id}"),
            json!({ "phone": "5511999990009", "phone_confirm": true }),
        )
        .await
        .ok();
    let by_phone = json!({ "phone": "5511999990009", "password": PASSWORD });
    let token = house.post("/token?grant_type=password", by_phone).await.ok().text("access_token");
    house.ask("PUT", "/user", Some(&token), &json!({ "email": "meu@exemplo.com" })).await.ok();
    assert!(house.letters("alheio@exemplo.com").await.is_empty());
}

#[db_test]
async fn one_address_alone_changes_nothing_however_often_it_agrees(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let token = house.sign_in(ANA, PASSWORD).await.ok().text("access_token");
    house.ask("PUT", "/user", Some(&token), &json!({ "email": NEW })).await.ok();
    for _ in 0..2 {
        let body = json!({ "token_hash": house.letter(NEW).await.token(), "type": "email_change" });
        let half = house.post("/verify", body).await;
        if half.status.is_success() {
            assert_eq!(half.body["code"], "200");
            assert!(half.body.get("access_token").is_none());
        } else {
            assert_eq!(half.refusal(), (403, "otp_expired"));
        }
        house.pass(60);
        house.post("/resend", json!({ "type": "email_change", "email": ANA })).await.ok();
    }
    assert_eq!(house.letters(NEW).await.len(), 1, "who has agreed is not asked again");
    assert_eq!(house.letters(ANA).await.len(), 3);
    // Another wish begins anew.
    house.pass(60);
    let third = "ana.terceira@exemplo.com";
    house.ask("PUT", "/user", Some(&token), &json!({ "email": third })).await.ok();
    let body = json!({ "token_hash": house.letter(ANA).await.token(), "type": "email_change" });
    assert_eq!(house.post("/verify", body).await.ok().body["code"], "200");
    house.sign_in(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn a_taken_address_is_refused_then_and_at_the_end(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    house.account("bia@exemplo.com").await;
    let token = house.sign_in(ANA, PASSWORD).await.ok().text("access_token");
    let change =
        async |email: &str| house.ask("PUT", "/user", Some(&token), &json!({ "email": email })).await;
    assert_eq!(change("bia@exemplo.com").await.refusal(), (422, "email_exists"));
    change(NEW).await.ok();
    house.account(NEW).await;
    let verify = async |token: String| {
        house.post("/verify", json!({ "token_hash": token, "type": "email_change" })).await
    };
    verify(house.letter(ANA).await.token()).await.ok();
    assert_eq!(verify(house.letter(NEW).await.token()).await.refusal(), (422, "email_exists"));
    house.sign_in(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn an_old_session_needs_a_fresh_proof_for_a_new_password(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let session = house.sign_in(ANA, PASSWORD).await.ok();
    let other = house.sign_in(ANA, PASSWORD).await.ok();
    house.pass(24 * 3_600);
    let token = house.refresh(&session.text("refresh_token")).await.ok().text("access_token");
    let change = async |extra: Json| {
        let mut body = json!({ "password": "Outra-senha-2026" });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        house.ask("PUT", "/user", Some(&token), &body).await
    };
    assert_eq!(change(json!({})).await.refusal(), (400, "reauthentication_needed"));
    assert_eq!(change(json!({ "nonce": "123456" })).await.refusal(), (422, "reauthentication_not_valid"));
    assert_eq!(
        change(json!({ "current_password": "errada" })).await.refusal(),
        (400, "current_password_invalid")
    );
    let nobody = house.ask("GET", "/reauthenticate", None, &Json::Null).await;
    assert_eq!(nobody.refusal(), (401, "no_authorization"));
    assert_eq!(house.get("/reauthenticate", &token).await.ok().body, json!({}));
    let letter = house.letter(ANA).await;
    assert!(!letter.text.contains("/verify?"), "a code alone");
    let stolen = json!({ "email": ANA, "token": letter.code(), "type": "email" });
    assert_eq!(house.post("/verify", stolen).await.refusal(), (403, "otp_expired"), "it signs nobody in");
    house.pass(1);
    change(json!({ "nonce": letter.code() })).await.ok();
    assert_eq!(house.letter(ANA).await.subject, "Sua senha foi trocada");
    house.get("/user", &token).await.ok();
    let ended = house.refresh(&other.text("refresh_token")).await;
    assert_eq!(ended.refusal(), (400, "session_not_found"));
    house.sign_in(ANA, "Outra-senha-2026").await.ok();
}

#[db_test]
async fn a_nonce_cannot_be_guessed_through_a_stolen_session(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let token = house.sign_in(ANA, PASSWORD).await.ok().text("access_token");
    house.get("/reauthenticate", &token).await.ok();
    let code = house.letter(ANA).await.code();
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let change = async |nonce: &str| {
        house
            .ask("PUT", "/user", Some(&token), &json!({ "password": "Outra-senha-2026", "nonce": nonce }))
            .await
    };
    for _ in 0..10 {
        assert_eq!(change(wrong).await.refusal(), (422, "reauthentication_not_valid"));
    }
    assert_eq!(change(&code).await.refusal(), (429, "over_request_rate_limit"));
}

#[db_test]
async fn an_invitation_is_accepted_within_a_day_and_only_the_service_sends_one(db: Db) {
    let house = House::open(db).await;
    let nobody = house.post("/invite", json!({ "email": ANA })).await;
    assert_eq!(nobody.refusal(), (401, "no_authorization"));
    let invited =
        house.service("POST", "/invite", json!({ "email": ANA, "data": { "nome": "Ana" } })).await.ok();
    assert!(invited.body["invited_at"].is_string());
    assert_eq!(invited.body["user_metadata"]["nome"], "Ana");
    house.pass(86_399);
    let letter = house.letter(ANA).await;
    assert_eq!(letter.subject, "Seu convite para o site");
    let (_, location) = house.follow("GET", &letter.plain_link()).await;
    let session = pairs(location.split_once('#').unwrap().1);
    assert_eq!(session["type"], "invite");
    let set = json!({ "password": PASSWORD });
    house.ask("PUT", "/user", Some(&session["access_token"]), &set).await.ok();
    house.sign_in(ANA, PASSWORD).await.ok();
    let again = house.service("POST", "/invite", json!({ "email": ANA })).await;
    assert_eq!(again.refusal(), (422, "email_exists"));
}

#[db_test]
async fn a_generated_link_is_flat_sends_nothing_and_redirects_as_the_query_says(db: Db) {
    let house = House::open(db).await;
    house.account(ANA).await;
    let path = "/admin/generate_link?redirect_to=https%3A%2F%2Fcasa.test%2Fsim";
    let body = json!({ "type": "recovery", "email": ANA, "redirectTo": "https://casa.test/nao" });
    assert_eq!(house.post(path, body.clone()).await.refusal(), (401, "no_authorization"));
    let made = house.service("POST", path, body).await.ok();
    assert_eq!(made.body["email"], ANA);
    assert_eq!(made.body["verification_type"], "recovery");
    assert_eq!(made.body["redirect_to"], "https://casa.test/sim");
    let link = made.text("action_link");
    assert!(link.contains(&made.text("hashed_token")) && !link.contains("pkce_"));
    assert!(house.letters(ANA).await.is_empty());
    let (status, location) =
        house.follow("GET", link.strip_prefix("https://casa.test/auth/v1").unwrap()).await;
    assert_eq!(status, 303);
    assert!(location.starts_with("https://casa.test/sim#access_token="), "{location}");

    let service = async |body: Json| house.service("POST", "/admin/generate_link", body).await;
    let fresh = service(json!({ "type": "magiclink", "email": "nova@exemplo.com" })).await.ok();
    assert_eq!(fresh.body["verification_type"], "signup");
    let code = json!({ "email": "nova@exemplo.com", "token": fresh.text("email_otp"), "type": "email" });
    house.post("/verify", code).await.ok();
    let change = service(json!({ "type": "email_change_new", "email": ANA, "new_email": NEW })).await.ok();
    assert_eq!(change.body["new_email"], NEW);
    for (body, status, code) in [
        (json!({ "type": "recovery", "email": "ninguem@exemplo.com" }), 404, "user_not_found"),
        (json!({ "type": "signup", "email": ANA, "password": PASSWORD }), 422, "email_exists"),
        (json!({ "type": "signup", "email": "x@exemplo.com" }), 400, "validation_failed"),
        (json!({ "type": "invite", "email": ANA }), 422, "email_exists"),
        (json!({ "type": "reauthentication", "email": ANA }), 400, "validation_failed"),
        (json!({ "type": "magiclink", "email": "nada" }), 400, "validation_failed"),
    ] {
        assert_eq!(service(body.clone()).await.refusal(), (status, code), "{body}");
    }
}

#[db_test]
async fn a_raised_account_keeps_no_password_of_an_unproved_sign_up(db: Db) {
    let house = House::open(db).await;
    house.post("/signup", json!({ "email": ANA, "password": "Senha-de-um-estranho" })).await.ok();
    let link = house.auth.create_admin(ANA).await.unwrap();
    let stranger = house.sign_in(ANA, "Senha-de-um-estranho").await;
    assert_eq!(stranger.refusal(), (400, "invalid_credentials"));
    house.pass(3_599);
    let (_, query) = link.split_once('?').unwrap();
    let body = json!({ "token_hash": pairs(query)["token_hash"], "type": "recovery" });
    house.post("/verify", body).await.ok();
}
