//! Attempts of an attacker: forged tokens, guesses at once, replays, clocks that disagree, and what may be learned from
//! how much work an answer costs.

use std::time::Duration;

use ateneu_auth::Config;
use ateneu_base::TokenProblem;
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use aws_lc_rs::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use base64::{Engine, prelude::BASE64_STANDARD, prelude::BASE64_URL_SAFE_NO_PAD};
use futures::future::join_all;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value as Json, json};

use crate::{
    emails::{Link, other_than},
    harness::{ANA, BIA, Harness, PASSWORD, config, shared_token},
    second_factor::part,
};

const SECRET: &str = "um segredo partilhado de verdade";

/// A token of that header and those claims, signed by `sign`.
fn token(header: &Json, claims: &Json, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let part = |json: &Json| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    let signed = format!("{}.{}", part(header), part(claims));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(sign(signed.as_bytes()));
    format!("{signed}.{signature}")
}

/// Claims with which a forger would be the holder of the service key, for a hundred years.
fn wanted() -> Json {
    json!({ "role": "service_role", "exp": 4_900_000_000_i64 })
}

#[sqlite_test]
async fn an_unsigned_token_is_refused(db: Db) {
    let app = Harness::sharing(db, SECRET).await;
    let real = app.signed_in(ANA).await;
    for algorithm in ["none", "None", "NONE", "nOnE", ""] {
        for kid in [part(&real, 0)["kid"].clone(), Json::Null] {
            for claims in [wanted(), part(&real, 1)] {
                let header = json!({ "alg": algorithm, "typ": "JWT", "kid": kid });
                let forged = token(&header, &claims, |_| Vec::new());
                assert!(app.auth.caller(&forged).await.is_err(), "{header}");
                assert_eq!(app.get("/user", &forged).await.refusal(), (403, "bad_jwt"), "{header}");
            }
        }
    }
}

#[sqlite_test]
async fn a_token_signed_with_the_public_key_is_refused(db: Db) {
    for jwt_secret in [None, Some(SECRET.into())] {
        let app = Harness::open_as(db.clone(), Config { jwt_secret, ..config() }).await;
        let jwks = app.call("GET", "/.well-known/jwks.json", None).await.ok();
        let jwk = jwks.json()["keys"][0].clone();
        let coordinate = |name: &str| BASE64_URL_SAFE_NO_PAD.decode(jwk[name].as_str().unwrap()).unwrap();
        let point = [vec![4], coordinate("x"), coordinate("y")].concat();
        let mut spki = vec![
            0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce,
            0x3d, 3, 1, 7, 3, 0x42, 0,
        ];
        spki.extend(&point);
        let encoded = BASE64_STANDARD.encode(&spki);
        let pem = format!(
            "-----BEGIN PUBLIC KEY-----\n{}\n{}\n-----END PUBLIC KEY-----\n",
            &encoded[..64],
            &encoded[64..]
        );
        for guess in [
            jwk.to_string().into_bytes(),
            point,
            spki,
            pem.clone().into_bytes(),
            pem.trim().as_bytes().to_vec(),
        ] {
            for kid in [None, jwk["kid"].as_str().map(str::to_owned)] {
                let header = Header { kid, ..Header::new(Algorithm::HS256) };
                let forged =
                    jsonwebtoken::encode(&header, &wanted(), &EncodingKey::from_secret(&guess)).unwrap();
                assert_eq!(app.auth.caller(&forged).await, Err(TokenProblem::BadSignature));
            }
        }
    }
}

#[db_test]
async fn a_forged_token_is_refused_logged_and_floods_no_log(app: Harness) {
    let real = app.signed_in(ANA).await;
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
    let own = pair.public_key().as_ref();
    let jwk = json!({ "kty": "EC", "crv": "P-256", "x": BASE64_URL_SAFE_NO_PAD.encode(&own[1..33]), "y": BASE64_URL_SAFE_NO_PAD.encode(&own[33..]) });
    let sign = |message: &[u8]| pair.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec();
    let kid = part(&real, 0)["kid"].clone();
    for header in [
        json!({ "alg": "ES256", "kid": kid }),
        json!({ "alg": "ES256", "kid": "outra" }),
        json!({ "alg": "ES256" }),
        json!({ "alg": "ES256", "kid": kid, "jwk": jwk }),
        json!({ "alg": "ES256", "kid": "../../etc/passwd", "jku": "https://mal.test/jwks.json" }),
        json!({ "alg": "ES256", "kid": "' OR 1=1 --", "x5u": "https://mal.test/x.pem" }),
    ] {
        let forged = token(&header, &wanted(), sign);
        assert_eq!(app.auth.caller(&forged).await, Err(TokenProblem::BadSignature), "{header}");
    }
    // Our signature under other words.
    let signature = real.rsplit('.').next().unwrap();
    for claims in [wanted(), {
        let mut claims = part(&real, 1);
        claims["aal"] = json!("aal2");
        claims
    }] {
        let forged = token(&part(&real, 0), &claims, |_| BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap());
        assert_eq!(app.auth.caller(&forged).await, Err(TokenProblem::BadSignature), "{claims}");
    }

    let forged = token(&json!({ "alg": "none" }), &wanted(), |_| Vec::new());
    let problem = app.auth.caller(&forged).await.unwrap_err();
    for _ in 0..25 {
        app.auth.note_refused_token(problem, Some("198.51.100.7".into())).await.unwrap();
    }
    assert_eq!(app.events("token_refused", false).await, 10);
    app.advance_secs(3_601);
    let expired = app.auth.caller(&real).await.unwrap_err();
    app.auth.note_refused_token(expired, Some("198.51.100.7".into())).await.unwrap();
    let sql = "SELECT error_message FROM auth_logs WHERE action = 'token_refused' ORDER BY created_at DESC, id DESC LIMIT 1";
    assert_eq!(app.text(sql, &[]).await.as_deref(), Some("token_expired"));
    app.auth.note_refused_token(TokenProblem::Unavailable, None).await.unwrap();
    assert_eq!(app.events("token_refused", false).await, 11);
}

#[sqlite_test]
async fn a_token_for_another_audience_or_of_another_issuer_is_refused(db: Db) {
    let app = Harness::sharing(db.clone(), SECRET).await;
    let id = app.account(ANA).await;
    let of = |aud: Json| shared_token(SECRET, &json!({ "role": "authenticated", "sub": id, "aud": aud }));
    for aud in
        [json!("outra"), json!(""), json!(["outra"]), json!([]), json!({ "a": "authenticated" }), json!(1)]
    {
        assert_eq!(app.auth.caller(&of(aud.clone())).await, Err(TokenProblem::BadClaims), "{aud}");
        app.get("/user", &of(aud)).await.refused_with(403, "bad_jwt");
    }
    for aud in [json!("authenticated"), json!(["outra", "authenticated"])] {
        app.auth.caller(&of(aud)).await.unwrap();
    }
    let program = shared_token(SECRET, &json!({ "role": "service_role", "aud": "outra" }));
    assert_eq!(app.auth.caller(&program).await, Err(TokenProblem::BadClaims));
    // The same keys and sessions, restored at another address.
    let copy = Harness::open_as(db, Config { public_url: "https://copia.test".into(), ..config() }).await;
    let elsewhere = copy.token(ANA).await;
    copy.auth.caller(&elsewhere).await.unwrap();
    assert_eq!(app.auth.caller(&elsewhere).await, Err(TokenProblem::BadClaims));
}

#[sqlite_test]
async fn refused_requests_are_logged(app: Harness) {
    let token = app.signed_in(ANA).await;
    app.post("/signup", json!({ "email": BIA, "password": "123" })).await;
    app.call("GET", "/admin/users", Some(&token)).await;
    app.update_user(&token, json!({ "password": "123" })).await;
    app.settings.set("allow_signup", "false", None).await.unwrap();
    app.post("/signup", json!({ "email": BIA, "password": PASSWORD })).await;
    for (action, expected) in [("signup", 2), ("request_refused", 1), ("user_updated", 1)] {
        assert_eq!(app.events(action, false).await, expected, "{action}");
    }
}

#[db_test]
async fn concurrent_guesses_of_a_code_keep_to_the_limit(app: Harness) {
    app.account(ANA).await;
    app.post("/recover", json!({ "email": ANA })).await.ok();
    let code = app.email(ANA).await.code();
    let guess = |number: usize, token: String| {
        let app = &app;
        async move {
            let body = json!({ "email": ANA, "token": token, "type": "recovery" });
            app.send_from(&format!("198.51.100.{number}"), "POST", "/verify", None, &body).await
        }
    };
    let right: u32 = code.parse().unwrap();
    let guesses =
        (1..=40_u32).map(|number| guess(number as usize, format!("{:06}", (right + number) % 1_000_000)));
    let answers = join_all(guesses).await;
    let looked_at = answers.iter().filter(|answer| answer.refusal() == (403, "otp_expired")).count();
    let refused =
        answers.iter().filter(|answer| answer.refusal() == (429, "over_request_rate_limit")).count();
    assert_eq!((looked_at, refused), (10, 30));
    assert_eq!(guess(41, code).await.refusal(), (429, "over_request_rate_limit"), "even the right one");
    assert_eq!(app.count("SELECT count(*) AS n FROM sessions", &[]).await, 0);
    let lines = app.events("token_verified", false).await;
    assert!((10..=11).contains(&lines), "{lines}: ten guesses, and at most one line for all the others");
}

#[sqlite_test]
async fn known_and_unknown_accounts_take_the_same_work(app: Harness) {
    app.account(ANA).await;
    app.service("POST", "/admin/users", json!({ "email": "sem-senha@exemplo.com", "email_confirm": true }))
        .await
        .ok();
    app.service("POST", "/admin/users", json!({ "email": "suspensa@exemplo.com", "password": PASSWORD, "email_confirm": true, "ban_duration": "24h" })).await.ok();
    let cost = async |path: &str, body: Json| {
        let before = app.auth.costly_work();
        app.post(path, body).await;
        app.auth.costly_work() - before
    };
    for email in [ANA, "ninguem@exemplo.com", "sem-senha@exemplo.com", "suspensa@exemplo.com"] {
        let body = json!({ "email": email, "password": "errada!!" });
        assert_eq!(cost("/token?grant_type=password", body).await, 1, "sign-in {email}");
        let body = json!({ "email": email, "password": "Outra-senha-2026" });
        assert_eq!(cost("/signup", body).await, 2, "the estimate and the hash of a sign-up {email}");
        assert_eq!(cost("/recover", json!({ "email": email })).await, 0, "recovery {email}");
        assert_eq!(cost("/otp", json!({ "email": email, "create_user": false })).await, 0, "code {email}");
    }
}

#[sqlite_test]
async fn sign_up_data_cannot_inject_text_into_the_email(app: Harness) {
    let name = "Ana\r\nBcc: todos@exemplo.com\r\n\r\n<script>alert(1)</script>";
    let body = json!({ "email": ANA, "password": PASSWORD, "data": { "full_name": name, "email": "outra@exemplo.com" } });
    app.post("/signup", body).await.ok();
    let email = app.email(ANA).await;
    assert_eq!(email.subject, "Confirme o seu e-mail");
    for text in [&email.subject, &email.text, &email.html] {
        assert!(!text.contains("Bcc") && !text.contains("<script>") && !text.contains("outra@"), "{text}");
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM mail_messages", &[]).await, 1);
}

#[sqlite_test]
async fn an_invitation_does_not_open_a_strangers_password(app: Harness) {
    let stranger = "Senha-de-um-estranho";
    app.post("/signup", json!({ "email": ANA, "password": stranger })).await.ok();
    let early = app.email(ANA).await;
    app.advance_secs(61);
    app.service("POST", "/invite", json!({ "email": ANA })).await.ok();
    // The email the stranger caused still lies in the person's box.
    app.verify_link(&early.token(), "signup").await.refused_with(403, "otp_expired");
    app.verify_link(&app.email(ANA).await.token(), "invite").await.ok();
    app.sign_in(ANA, stranger).await.refused_with(400, "invalid_credentials");
}

/// A squatter of an account whose address nobody has proved loses every way in when the owner's program prepares it.
#[db_test]
async fn an_invitation_ends_the_sessions_of_a_squatter(app: Harness) {
    app.settings.set("email_confirmation_required", "false", None).await.unwrap();
    for (kind, address) in [("invite", ANA), ("invite", BIA), ("signup", "caio@exemplo.com")] {
        let squatter = app.post("/signup", json!({ "email": address, "password": PASSWORD })).await.ok();
        let id = squatter.json()["user"]["id"].as_str().unwrap().to_owned();
        let token = squatter.string("access_token");
        app.post("/recover", json!({ "email": address })).await.ok();
        for sql in [
            "INSERT INTO passkeys (id, user_id, credential_id, credential, friendly_name, created_at)
             VALUES ($1, $1, $1, '{}', 'x', '2026')",
            "INSERT INTO identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
             VALUES ($1, $1, 'google', $1, '{}', '2026', '2026')",
            "UPDATE users SET new_phone = '5511999999999', phone = substr(id, 1, 8) WHERE id = $1",
        ] {
            app.execute(sql, &[(&id).into()]).await;
        }
        app.make_admin(&id).await;
        app.advance_secs(61);
        assert!(!app.auth.caller(&token).await.unwrap().facts.admin, "an unproved account has no role");
        let password = if kind == "signup" { json!("Do-programa-2026") } else { Json::Null };
        let body = json!({ "type": kind, "email": address, "password": password });
        let link = match address {
            ANA => {
                app.service("POST", "/invite", json!({ "email": address })).await.ok();
                app.email(address).await.token()
            }
            _ => app.service("POST", "/admin/generate_link", body).await.ok().string("hashed_token"),
        };
        assert!(app.auth.caller(&token).await.is_err(), "{address}");
        app.refresh(&squatter.string("refresh_token")).await.refused_with(400, "session_not_found");
        app.sign_in(address, PASSWORD).await.refused_with(400, "invalid_credentials");
        let sql = "SELECT (SELECT count(*) FROM passkeys WHERE user_id = $1)
                 + (SELECT count(*) FROM identities WHERE user_id = $1 AND provider <> 'email')
                 + (SELECT count(*) FROM one_time_tokens WHERE user_id = $1 AND kind = 'recovery')
                 + (SELECT count(*) FROM users WHERE id = $1 AND coalesce(phone, new_phone) IS NOT NULL) AS n";
        assert_eq!(app.count(sql, &[(&id).into()]).await, 0, "{address}");
        let owner = app.verify_link(&link, kind).await.ok().string("access_token");
        assert!(app.auth.caller(&owner).await.unwrap().facts.admin, "the owner of the address has the role");
    }
}

#[db_test]
async fn confirming_a_strangers_sign_up_hands_over_no_role(app: Harness) {
    let body = json!({ "email": ANA, "password": "Senha-de-um-estranho" });
    let id = app.post("/signup", body).await.ok().string("id");
    app.make_admin(&id).await;
    let confirmed = app.verify_link(&app.email(ANA).await.token(), "signup").await.ok();
    assert!(app.auth.caller(&confirmed.string("access_token")).await.unwrap().facts.admin);
    app.sign_in(ANA, "Senha-de-um-estranho").await.refused_with(400, "invalid_credentials");
}

#[db_test]
async fn an_administrators_change_cancels_related_changes_and_links(app: Harness) {
    let id = app.account(ANA).await;
    let path = format!("/admin/users/{id}");
    for change in [
        json!({ "password": "Outra-senha-2026" }),
        json!({ "email": "ana.nova@exemplo.com" }),
        json!({ "phone": "5511999999999" }),
    ] {
        let email = app.service("GET", &path, Json::Null).await.ok().string("email");
        let session = app.service("PUT", &path, json!({ "password": PASSWORD })).await.ok();
        assert_eq!(session.string("email"), email);
        let token = app.token(&email).await;
        let body = json!({ "type": "recovery", "email": email });
        let link = app.service("POST", "/admin/generate_link", body).await.ok().string("hashed_token");
        let sql = "UPDATE users SET new_email = 'mal@exemplo.com', new_phone = '5521988888888'";
        app.execute(sql, &[]).await;
        app.execute("INSERT INTO flow_states (id, user_id, digest, authentication_method, code_challenge, code_challenge_method, created_at, expires_at) VALUES ($1, $1, $1, 'magiclink', 'x', 'plain', '2026', '2999')", &[(&id).into()]).await;
        let user = app.service("PUT", &path, change.clone()).await.ok();
        let is_password = change.get("password").is_some();
        assert_eq!(app.auth.caller(&token).await.is_err(), is_password, "{change}");
        let flows = app.count("SELECT count(*) AS n FROM flow_states", &[]).await;
        assert_eq!(flows == 0, is_password, "{change}");
        assert_eq!(user.json().get("new_email").is_none(), is_password || change.get("email").is_some());
        assert_eq!(user.json().get("new_phone").is_none(), is_password || change.get("phone").is_some());
        if change.get("phone").is_none() {
            let redeemed = app.verify_link(&link, "recovery").await;
            assert_eq!(redeemed.status.as_u16(), 403, "{change}");
        }
        app.run("DELETE FROM flow_states", &[]).await;
    }
}

#[db_test]
async fn an_administrators_token_is_not_a_service_key(app: Harness) {
    let token = app.signed_in(ANA).await;
    let sql =
        "INSERT INTO user_roles (id, user_id, role, created_at) SELECT id, id, 'admin', '2026' FROM users";
    app.execute(sql, &[]).await;
    app.advance_secs(31);
    assert!(app.auth.caller(&token).await.unwrap().facts.admin);
    let id = part(&token, 1)["sub"].as_str().unwrap().to_owned();
    for (method, path, body) in [
        ("POST", "/admin/generate_link".to_owned(), json!({ "type": "magiclink", "email": BIA })),
        ("POST", "/invite".into(), json!({ "email": BIA })),
        ("GET", "/admin/users".into(), Json::Null),
        ("PUT", format!("/admin/users/{id}"), json!({ "password": "Outra-senha-2026" })),
        ("DELETE", format!("/admin/users/{id}"), json!({})),
    ] {
        let refused = app.send(method, &path, Some(&token), &body).await;
        assert_eq!(refused.refusal(), (403, "not_admin"), "{method} {path}");
    }
}

#[db_test]
async fn service_changes_to_accounts_are_in_the_audit_log(app: Harness) {
    let id = app.account(ANA).await;
    let path = format!("/admin/users/{id}");
    app.service("PUT", &path, json!({ "ban_duration": "24h" })).await.ok();
    app.service("PUT", &path, json!({ "ban_duration": "none" })).await.ok();
    app.service("POST", "/invite", json!({ "email": BIA })).await.ok();
    app.service("POST", "/admin/generate_link", json!({ "type": "recovery", "email": ANA })).await.ok();
    app.service("DELETE", &path, json!({})).await.ok();
    app.auth.create_admin("dona@exemplo.com").await.unwrap();
    for (action, expected) in [
        ("create-user", 1),
        ("update-user", 2),
        ("invite-person", 1),
        ("generate-link", 1),
        ("delete-user", 1),
        ("create-admin", 1),
    ] {
        let sql = "SELECT count(*) AS n FROM audit_log WHERE action = $1 AND actor_id IS NULL";
        assert_eq!(app.count(sql, &[action.into()]).await, expected, "{action}");
    }
}

#[db_test]
async fn nodes_with_clocks_half_a_minute_apart_work_together(db: Db) {
    let ahead = Harness::open_at(db.clone(), 1_800_000_030).await;
    let behind = Harness::open_at(db, 1_800_000_000).await;
    ahead.account(ANA).await;
    let session = ahead.sign_in(ANA, PASSWORD).await.ok();
    // Issued in the future, as the other sees it.
    behind.get("/user", &session.string("access_token")).await.ok();
    let renewed = behind.refresh(&session.string("refresh_token")).await.ok();
    ahead.get("/user", &renewed.string("access_token")).await.ok();
    let again = ahead.refresh(&session.string("refresh_token")).await.ok();
    assert_eq!(again.string("refresh_token"), renewed.string("refresh_token"), "the parent still converges");
    // A code lives by the clock that checks it, and guesses count on both.
    ahead.post("/recover", json!({ "email": ANA })).await.ok();
    let code = ahead.email(ANA).await.code();
    let guess = async |app: &Harness, number: usize, token: &str| {
        let body = json!({ "email": ANA, "token": token, "type": "recovery" });
        app.send_from(&format!("198.51.100.{number}"), "POST", "/verify", None, &body).await
    };
    let wrong = other_than(&code);
    for number in 0..10 {
        let app = if number % 2 == 0 { &ahead } else { &behind };
        assert_eq!(guess(app, number, wrong).await.refusal(), (403, "otp_expired"), "{number}");
    }
    assert_eq!(guess(&behind, 11, &code).await.status.as_u16(), 429);
    assert_eq!(guess(&ahead, 12, &code).await.status.as_u16(), 429);
}

#[sqlite_test]
async fn a_clock_set_back_reopens_no_expired_window(db: Db) {
    let app = Harness::open_at(db.clone(), 1_800_003_000).await;
    app.account(ANA).await;
    for _ in 0..10 {
        app.sign_in(ANA, "errada!!").await;
    }
    let set_back = Harness::open_at(db, 1_800_000_000).await;
    assert_eq!(set_back.sign_in(ANA, PASSWORD).await.status.as_u16(), 429);
    set_back.advance(Duration::from_secs(6_601));
    set_back.sign_in(ANA, PASSWORD).await.ok();
}
