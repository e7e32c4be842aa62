//! Changes of address and password, invitations and generated links.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::{
    emails::{Link, other_than, pairs},
    harness::{ANA, BIA, ByPhone, Harness, PASSWORD},
    second_factor::Tokens,
};

const NEW: &str = "ana.nova@exemplo.com";

#[sqlite_test]
async fn an_email_changes_once_both_addresses_confirm(app: Harness) {
    let token = app.signed_in(ANA).await;
    let asked = app.update_user(&token, json!({ "email": NEW })).await.ok();
    assert_eq!((asked.json()["email"].as_str(), asked.json()["new_email"].as_str()), (Some(ANA), Some(NEW)));
    assert!(asked.json()["email_change_sent_at"].is_string());
    assert!(app.email(ANA).await.text.contains(NEW), "the present address learns where to");
    assert!(!app.email(NEW).await.text.contains(ANA));
    let link = app.email(ANA).await.plain_link();
    let (status, location) = app.follow("GET", &link).await;
    let fields = pairs(location.split_once('#').unwrap().1);
    assert_eq!(status, 303);
    assert!(fields["message"].contains("the other email"));
    app.sign_in(ANA, PASSWORD).await.ok();
    app.sign_in(NEW, PASSWORD).await.refused_with(400, "invalid_credentials");
    let session = app.verify_code(NEW, &app.email(NEW).await.code(), "email_change").await.ok();
    assert_eq!(session.json()["user"]["email"], NEW);
    assert!(session.json()["user"].get("new_email").is_none());
    assert_eq!(session.json()["user"]["identities"][0]["email"], NEW);
    app.sign_in(NEW, PASSWORD).await.ok();
    app.sign_in(ANA, PASSWORD).await.refused_with(400, "invalid_credentials");
    assert_eq!(app.get("/user", &token).await.ok().json()["email"], NEW, "the session that asked goes on");
}

#[sqlite_test]
async fn an_email_confirmation_continues_only_the_users_own_session(app: Harness) {
    let (tokens, _) = app.protected(ANA).await;
    let bia = app.person(BIA).await;
    app.with(&tokens, "PUT", "/user", json!({ "email": NEW })).await.ok();
    let agree = async |token: String, own: &str| {
        let body = json!({ "token_hash": token, "type": "email_change" });
        app.send("POST", "/verify", Some(own), &body).await.ok()
    };
    let change = app.email(ANA).await.token();
    agree(change, &tokens.access).await;
    let answer = agree(app.email(NEW).await.token(), &tokens.access).await;
    let after = Tokens::from(&answer).claims();
    assert_eq!((&after["session_id"], &after["aal"]), (&tokens.claims()["session_id"], &json!("aal2")));
    assert_eq!(after["email"], NEW);

    let back = "ana.de.volta@exemplo.com";
    app.advance_secs(60);
    app.with(&tokens, "PUT", "/user", json!({ "email": back })).await.ok();
    let change = app.email(NEW).await.token();
    agree(change, &bia.access).await;
    let answer = agree(app.email(back).await.token(), &bia.access).await;
    let other = Tokens::from(&answer).claims();
    assert_eq!(other["sub"], after["sub"], "the email's person, who owes a factor");
    assert_eq!(other["aal"], "aal1", "the email's person, who owes a factor");
    assert_ne!(other["session_id"], bia.claims()["session_id"]);
    // Any other secret is a sign-in, regardless of who sends it.
    app.advance_secs(60);
    app.post("/otp", json!({ "email": back })).await.ok();
    let body = json!({ "email": back, "token": app.email(back).await.code(), "type": "email" });
    let entered = app.send("POST", "/verify", Some(&tokens.access), &body).await.ok();
    assert_ne!(Tokens::from(&entered).claims()["session_id"], tokens.claims()["session_id"]);
}

#[sqlite_test]
async fn the_former_address_is_notified_unless_unproved(ByPhone(app): ByPhone) {
    let token = app.signed_in(ANA).await;
    app.update_user(&token, json!({ "email": NEW })).await.ok();
    let agree = async |token: String| app.verify_link(&token, "email_change").await.ok();
    agree(app.email(NEW).await.token()).await;
    assert_eq!(app.email(ANA).await.subject, "Confirme a troca de e-mail", "nothing has changed yet");
    app.advance_secs(1);
    let pending = app.email(ANA).await.token();
    agree(pending).await;
    let email = app.email(ANA).await;
    assert_eq!(email.subject, "O e-mail da sua conta mudou");
    assert!(email.text.contains(NEW));
    assert_eq!(app.emails(NEW).await.len(), 1);

    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    app.advance_secs(1);
    let third = "ana.terceira@exemplo.com";
    app.update_user(&token, json!({ "email": third })).await.ok();
    assert_eq!(app.email(NEW).await.subject, "O e-mail da sua conta mudou");

    // An address that was typed at a sign-up by telephone and never proved.
    let unproved = json!({ "email": "alheio@exemplo.com", "password": PASSWORD });
    let id = app.service("POST", "/admin/users", unproved).await.ok().string("id");
    app.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", &[id.clone().into()]).await;
    app.service(
        "PUT",
        &format!("/admin/users/{id}"),
        json!({ "phone": "5511999990009", "phone_confirm": true }),
    )
    .await
    .ok();
    let token = app.sign_in_by_phone("5511999990009", PASSWORD).await.ok().string("access_token");
    app.update_user(&token, json!({ "email": "meu@exemplo.com" })).await.ok();
    assert!(app.emails("alheio@exemplo.com").await.is_empty());
}

#[sqlite_test]
async fn one_confirmed_address_never_completes_an_email_change(app: Harness) {
    let token = app.signed_in(ANA).await;
    app.update_user(&token, json!({ "email": NEW })).await.ok();
    for _ in 0..2 {
        let half = app.verify_link(&app.email(NEW).await.token(), "email_change").await;
        if half.status.is_success() {
            assert_eq!(half.json()["code"], "200");
            assert!(half.json().get("access_token").is_none());
        } else {
            half.refused_with(403, "otp_expired");
        }
        app.advance_secs(60);
        app.post("/resend", json!({ "type": "email_change", "email": ANA })).await.ok();
    }
    assert_eq!(app.emails(NEW).await.len(), 1, "who has agreed is not asked again");
    assert_eq!(app.emails(ANA).await.len(), 3);
    // Another request starts over.
    app.advance_secs(60);
    let third = "ana.terceira@exemplo.com";
    app.update_user(&token, json!({ "email": third })).await.ok();
    assert_eq!(
        app.verify_link(&app.email(ANA).await.token(), "email_change").await.ok().json()["code"],
        "200"
    );
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn a_change_to_a_taken_email_never_completes(app: Harness) {
    app.account(ANA).await;
    app.account(BIA).await;
    let token = app.token(ANA).await;
    let verify = async |token: String| app.verify_link(&token, "email_change").await;
    let change = async |email: &str| app.update_user(&token, json!({ "email": email })).await;
    // The answer is that of a free address; its owner is notified.
    let taken = change(BIA).await.ok().into_json();
    assert_eq!(app.emails(BIA).await.len(), 1);
    assert_eq!(app.email(BIA).await.subject, "Seu e-mail foi pedido em outra conta");
    verify(app.email(ANA).await.token()).await.ok();
    assert_eq!(
        app.get("/user", &token).await.json()["email"],
        ANA,
        "the present address alone changes nothing"
    );
    app.advance_secs(61);
    let mut free = change(NEW).await.ok().into_json();
    for field in ["new_email", "email_change_sent_at", "updated_at", "identities"] {
        assert_ne!(free[field], Json::Null);
        free[field] = taken[field].clone();
    }
    assert_eq!(free, taken);
    app.account(NEW).await;
    verify(app.email(ANA).await.token()).await.ok();
    verify(app.email(NEW).await.token()).await.refused_with(422, "email_exists");
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn a_new_password_requires_a_recent_sign_in(app: Harness) {
    app.account(ANA).await;
    let session = app.sign_in(ANA, PASSWORD).await.ok();
    let other = app.sign_in(ANA, PASSWORD).await.ok();
    app.advance_secs(24 * 3_600);
    let token = app.refresh(&session.string("refresh_token")).await.ok().string("access_token");
    let change = async |extra: Json| {
        let mut body = json!({ "password": "Outra-senha-2026" });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        app.update_user(&token, body).await
    };
    change(json!({})).await.refused_with(400, "reauthentication_needed");
    change(json!({ "nonce": "123456" })).await.refused_with(422, "reauthentication_not_valid");
    change(json!({ "current_password": "errada" })).await.refused_with(400, "current_password_invalid");
    app.call("GET", "/reauthenticate", None).await.refused_with(401, "no_authorization");
    assert_eq!(app.get("/reauthenticate", &token).await.ok().into_json(), json!({}));
    let email = app.email(ANA).await;
    assert!(!email.text.contains("/verify?"), "a code alone");
    // It signs nobody in.
    app.verify_code(ANA, &email.code(), "email").await.refused_with(403, "otp_expired");
    app.advance_secs(1);
    change(json!({ "nonce": email.code() })).await.ok();
    assert_eq!(app.email(ANA).await.subject, "Sua senha foi trocada");
    app.get("/user", &token).await.ok();
    app.refresh(&other.string("refresh_token")).await.refused_with(400, "session_not_found");
    app.sign_in(ANA, "Outra-senha-2026").await.ok();
}

#[sqlite_test]
async fn a_nonce_cannot_be_guessed_through_a_stolen_session(app: Harness) {
    let token = app.signed_in(ANA).await;
    app.get("/reauthenticate", &token).await.ok();
    let code = app.email(ANA).await.code();
    let wrong = other_than(&code);
    let change = async |nonce: &str| {
        app.update_user(&token, json!({ "password": "Outra-senha-2026", "nonce": nonce })).await
    };
    for _ in 0..10 {
        change(wrong).await.refused_with(422, "reauthentication_not_valid");
    }
    change(&code).await.refused_with(429, "over_request_rate_limit");
}

#[sqlite_test]
async fn an_invitation_lasts_a_day_and_only_the_service_sends_one(app: Harness) {
    app.post("/invite", json!({ "email": ANA })).await.refused_with(401, "no_authorization");
    let invited =
        app.service("POST", "/invite", json!({ "email": ANA, "data": { "nome": "Ana" } })).await.ok();
    assert!(invited.json()["invited_at"].is_string());
    assert_eq!(invited.json()["user_metadata"]["nome"], "Ana");
    app.advance_secs(86_399);
    let email = app.email(ANA).await;
    assert_eq!(email.subject, "Seu convite para o site");
    let (_, location) = app.follow("GET", &email.plain_link()).await;
    let session = pairs(location.split_once('#').unwrap().1);
    assert_eq!(session["type"], "invite");
    app.update_user(&session["access_token"], json!({ "password": PASSWORD })).await.ok();
    app.sign_in(ANA, PASSWORD).await.ok();
    app.service("POST", "/invite", json!({ "email": ANA })).await.refused_with(422, "email_exists");
}

#[sqlite_test]
async fn a_generated_link_sends_no_email_and_redirects_as_requested(app: Harness) {
    app.account(ANA).await;
    let path = "/admin/generate_link?redirect_to=https%3A%2F%2Fcasa.test%2Fsim";
    let body = json!({ "type": "recovery", "email": ANA, "redirectTo": "https://casa.test/nao" });
    app.post(path, body.clone()).await.refused_with(401, "no_authorization");
    let made = app.service("POST", path, body).await.ok();
    assert_eq!(made.json()["email"], ANA);
    assert_eq!(made.json()["verification_type"], "recovery");
    assert_eq!(made.json()["redirect_to"], "https://casa.test/sim");
    let link = made.string("action_link");
    assert!(link.contains(&made.string("hashed_token")) && !link.contains("pkce_"));
    assert!(app.emails(ANA).await.is_empty());
    let (status, location) = app.follow("GET", link.strip_prefix("https://casa.test/auth/v1").unwrap()).await;
    assert_eq!(status, 303);
    assert!(location.starts_with("https://casa.test/sim#access_token="), "{location}");

    let service = async |body: Json| app.service("POST", "/admin/generate_link", body).await;
    let fresh = service(json!({ "type": "magiclink", "email": "nova@exemplo.com" })).await.ok();
    assert_eq!(fresh.json()["verification_type"], "signup");
    app.verify_code("nova@exemplo.com", &fresh.string("email_otp"), "email").await.ok();
    let change = service(json!({ "type": "email_change_new", "email": ANA, "new_email": NEW })).await.ok();
    assert_eq!(change.json()["new_email"], NEW);
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

#[sqlite_test]
async fn a_verified_account_drops_the_sign_up_password(app: Harness) {
    app.post("/signup", json!({ "email": ANA, "password": "Senha-de-um-estranho" })).await.ok();
    let link = app.auth.create_admin(ANA).await.unwrap();
    app.sign_in(ANA, "Senha-de-um-estranho").await.refused_with(400, "invalid_credentials");
    app.advance_secs(3_599);
    let (_, query) = link.split_once('?').unwrap();
    app.verify_link(&pairs(query)["token_hash"], "recovery").await.ok();
}
