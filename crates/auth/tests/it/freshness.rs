//! Rights of an old session, which none of its own additions to its account renews. Every addition is tested against
//! every action that needs a recent sign-in.

use ateneu_auth::Config;
use ateneu_testkit::{
    TestResponse,
    databases::{FromPlace, Place},
    db_test,
    mocks::OidcProvider,
    sqlite_test,
};
use serde_json::{Value as Json, json};

use crate::{
    browser::provider_config,
    device::Device,
    emails::{Link, other_than},
    factors::security_keys as security_key,
    harness::{ANA, Harness, PASSWORD, config},
    passkeys::lifecycle as passkey,
    second_factor::{Authenticator, Tokens},
};

const PHONE: &str = "+5511999990000";
const OTHER_PHONE: &str = "+5511999990001";
const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;
const STALE: (u16, &str) = (400, "reauthentication_needed");

/// A service with all sign-in methods, and its provider.
struct EveryWay {
    app: Harness,
    provider: OidcProvider,
}

impl FromPlace for EveryWay {
    async fn from_place(place: Place) -> Self {
        let provider = OidcProvider::start().await;
        let providers = vec![provider_config(&provider, "google")];
        let app = Harness::by_phone_as(place.db, Config { providers, ..config() }).await;
        Self { app, provider }
    }
}

/// All actions that need a recent sign-in.
const SENSITIVE: [&str; 8] = [
    "export",
    "authenticator",
    "telephone factor",
    "security key",
    "passkey",
    "identity",
    "identity by token",
    "recovery codes",
];

/// Returns the code of a refusal.
fn refused(answer: &TestResponse) -> Option<String> {
    (!answer.status.is_success()).then(|| answer.string("code"))
}

fn id_token(app: &Harness, provider: &OidcProvider, changes: &Json) -> String {
    let mut claims = provider.claims(changes);
    let now = app.clock.now().seconds();
    claims["aud"] = "app".into();
    claims["iat"] = now.into();
    claims["exp"] = (now + 300).into();
    provider.sign(&claims)
}

/// Tries an action. Returns `None` if it was not refused.
async fn attempt(app: &Harness, provider: &OidcProvider, tokens: &Tokens, action: &str) -> Option<String> {
    let enroll = async |kind: &str| {
        let name = format!("{action} {}", app.clock.now());
        let body = json!({ "factor_type": kind, "friendly_name": name, "phone": OTHER_PHONE });
        refused(&app.with(tokens, "POST", "/factors", body).await)
    };
    match action {
        "export" => {
            let claims = tokens.claims();
            let (user, session) = (claims["sub"].as_str().unwrap(), claims["session_id"].as_str().unwrap());
            app.auth
                .prove_again(user, session, None, None)
                .await
                .err()
                .map(|error| error.code().into_str().to_owned())
        }
        "authenticator" => enroll("totp").await,
        "telephone factor" => enroll("phone").await,
        "security key" => enroll("webauthn").await,
        "passkey" => refused(&passkey::registration_options(app, &tokens.access).await),
        "identity" => {
            let path = "/user/identities/authorize?provider=google&skip_http_redirect=true";
            refused(&app.browse(path, Some(&tokens.access), "").await)
        }
        "identity by token" => {
            let token = id_token(app, provider, &json!({ "sub": app.clock.now().to_string() }));
            let body = json!({ "provider": "google", "id_token": token, "link_identity": true });
            refused(&app.with(tokens, "POST", "/token?grant_type=id_token", body).await)
        }
        "recovery codes" => {
            let body = json!({ "friendly_name": format!("codes {}", app.clock.now()) });
            let code = refused(&app.with(tokens, "POST", "/factors/recovery-codes", body).await)?;
            // Without another factor there are none, and a set is created once.
            (code == "reauthentication_needed").then_some(code)
        }
        other => panic!("{other} is no action"),
    }
}

/// Asserts that no sensitive action is open to the session.
async fn expect_stale(app: &Harness, provider: &OidcProvider, tokens: &Tokens, what: &str) {
    let has_factor = app.get("/user", &tokens.access).await.ok().json().get("factors").is_some();
    for action in SENSITIVE.into_iter().filter(|action| has_factor || *action != "recovery codes") {
        let code = attempt(app, provider, tokens, action).await;
        assert_eq!(code.as_deref(), Some(STALE.1), "{action} after {what}");
    }
}

/// A sign-in method, or a factor, that a session adds to its account.
enum Added {
    Totp(Authenticator),
    PhoneFactor(String),
    Key(String, Device),
    Codes(String),
    Passkey(Device),
    Identity,
    Phone,
    Email(&'static str),
    Password(&'static str),
}

const KINDS: [&str; 9] =
    ["totp", "phone factor", "key", "codes", "passkey", "identity", "phone", "email", "password"];

async fn prove_phone(app: &Harness, tokens: &Tokens, factor: &str) -> TestResponse {
    let asked = app.challenge(tokens, factor).await.ok().string("id");
    let code = app.message_code(PHONE).await;
    app.answer(tokens, factor, &asked, &code).await
}

async fn add(app: &Harness, provider: &OidcProvider, tokens: &Tokens, kind: &str) -> Added {
    match kind {
        "totp" => {
            let authenticator = app.begin_app(tokens, "app").await;
            app.prove(tokens, &authenticator.factor, &authenticator.code(app)).await.ok();
            Added::Totp(authenticator)
        }
        "phone factor" => {
            let factor = app.begin_phone(tokens, PHONE).await;
            prove_phone(app, tokens, &factor).await.ok();
            Added::PhoneFactor(factor)
        }
        "key" => {
            let mut device = Device::new();
            let (factor, made) = security_key::make(app, tokens, "chave", &mut device).await;
            made.ok();
            Added::Key(factor, device)
        }
        "codes" => {
            let authenticator = app.begin_app(tokens, "app").await;
            app.prove(tokens, &authenticator.factor, &authenticator.code(app)).await.ok();
            let made = app.with(tokens, "POST", "/factors/recovery-codes", json!({})).await.ok();
            Added::Codes(made.json()["codes"][0].as_str().unwrap().to_owned())
        }
        "passkey" => {
            let mut device = Device::new();
            passkey::register(app, &tokens.access, &mut device).await.ok();
            Added::Passkey(device)
        }
        "identity" => {
            let now = app.clock.now().seconds();
            provider.set_claims(json!({ "iat": now, "exp": now + 300 }));
            let landed = app.link(provider, &tokens.access).await;
            assert!(!landed.fragment("access_token").is_empty(), "{}", landed.url);
            Added::Identity
        }
        "phone" => {
            app.with(tokens, "PUT", "/user", json!({ "phone": PHONE })).await.ok();
            let body =
                json!({ "phone": PHONE, "token": app.message_code(PHONE).await, "type": "phone_change" });
            app.with(tokens, "POST", "/verify", body).await.ok();
            Added::Phone
        }
        "email" => {
            let email = "nova@exemplo.com";
            app.with(tokens, "PUT", "/user", json!({ "email": email })).await.ok();
            let body = json!({ "token_hash": app.email(email).await.token(), "type": "email_change" });
            app.with(tokens, "POST", "/verify", body).await.ok();
            Added::Email(email)
        }
        "password" => {
            let password = "Outra-senha-2026";
            app.with(tokens, "PUT", "/user", json!({ "password": password })).await.ok();
            Added::Password(password)
        }
        other => panic!("{other} is no kind"),
    }
}

/// Signs in with the added method. A factor is verified in the session itself.
async fn enter_with(app: &Harness, provider: &OidcProvider, tokens: &Tokens, added: &mut Added) -> Tokens {
    let answer = match added {
        Added::Totp(authenticator) => {
            app.prove(tokens, &authenticator.factor, &authenticator.code(app)).await
        }
        Added::PhoneFactor(factor) => prove_phone(app, tokens, factor).await,
        Added::Key(factor, device) => {
            device.counter += 1;
            security_key::prove(app, tokens, factor, device).await
        }
        Added::Codes(code) => {
            app.with(tokens, "POST", "/factors/recovery-codes/verify", json!({ "code": code })).await
        }
        Added::Passkey(device) => {
            device.counter += 1;
            passkey::sign_in(app, device).await
        }
        Added::Identity => {
            let token = id_token(app, provider, &json!({}));
            app.post("/token?grant_type=id_token", json!({ "provider": "google", "id_token": token })).await
        }
        Added::Phone => {
            app.post("/otp", json!({ "phone": PHONE })).await.ok();
            let code = app.message_code(PHONE).await;
            app.verify_message(PHONE, &code, "sms").await
        }
        Added::Email(email) => {
            app.post("/otp", json!({ "email": email })).await.ok();
            app.verify_link(&app.email(email).await.token(), "magiclink").await
        }
        Added::Password(password) => app.sign_in(&address("password"), password).await,
    };
    Tokens::from(&answer.ok())
}

/// Returns the address of the person who adds that kind.
fn address(kind: &str) -> String {
    format!("{}@exemplo.com", kind.replace(' ', "-"))
}

/// Creates a person with a new session. An address to be added must not exist yet.
async fn person(app: &Harness, kind: &str) -> Tokens {
    let email = address(kind);
    let id = app.account(&email).await;
    let tokens = app.session(&email).await;
    if kind == "email" {
        app.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", &[id.into()]).await;
    }
    tokens
}

#[db_test]
async fn an_old_session_cannot_add_methods_or_export(EveryWay { app, provider }: EveryWay) {
    let tokens = app.person(ANA).await;
    app.advance_secs(15 * MINUTE);
    expect_stale(&app, &provider, &tokens, "a quarter of an hour").await;
    app.with(&tokens, "PUT", "/user", json!({ "password": "Outra-senha-2026" })).await.ok();
    let tokens = Tokens::from(&app.refresh(&tokens.refresh).await.ok());
    app.advance_secs(3 * DAY);
    let tokens = Tokens::from(&app.refresh(&tokens.refresh).await.ok());
    expect_stale(&app, &provider, &tokens, "three days").await;
    for body in [json!({ "password": "Mais-uma-senha-2026" }), json!({ "phone": PHONE })] {
        assert_eq!(app.with(&tokens, "PUT", "/user", body).await.refusal(), STALE);
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM factors", &[]).await, 0);
}

#[sqlite_test]
async fn an_old_session_sets_no_first_password(app: Harness) {
    app.service("POST", "/admin/users", json!({ "email": ANA, "email_confirm": true })).await.ok();
    app.post("/otp", json!({ "email": ANA })).await.ok();
    let tokens = Tokens::from(&app.verify_link(&app.email(ANA).await.token(), "magiclink").await.ok());
    app.advance_secs(30 * DAY);
    let tokens = Tokens::from(&app.refresh(&tokens.refresh).await.ok());
    let set = async |body: Json| app.with(&tokens, "PUT", "/user", body).await;
    assert_eq!(set(json!({ "password": PASSWORD })).await.refusal(), STALE);
    let beside = json!({ "password": PASSWORD, "current_password": "qualquer" });
    assert_eq!(set(beside).await.refusal(), STALE, "there is no present one to know");
    app.get("/reauthenticate", &tokens.access).await.ok();
    set(json!({ "password": PASSWORD, "nonce": app.email(ANA).await.code() })).await.ok();
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[sqlite_test]
async fn a_recently_added_method_does_not_make_a_session_fresh(EveryWay { app, provider }: EveryWay) {
    for kind in KINDS {
        let tokens = person(&app, kind).await;
        app.advance_secs(14 * MINUTE);
        let mut added = add(&app, &provider, &tokens, kind).await;
        app.advance_secs(2 * MINUTE);
        expect_stale(&app, &provider, &tokens, kind).await;
        let next = enter_with(&app, &provider, &tokens, &mut added).await;
        expect_stale(&app, &provider, &next, &format!("a sign-in with {kind}")).await;
        expect_stale(&app, &provider, &tokens, &format!("a sign-in elsewhere with {kind}")).await;
    }
}

#[sqlite_test]
async fn a_password_set_by_a_day_old_session_waits_a_day(app: Harness) {
    let tokens = app.person(ANA).await;
    app.advance_secs(DAY - MINUTE);
    let tokens = Tokens::from(&app.refresh(&tokens.refresh).await.ok());
    let set = async |tokens: &Tokens, body: Json| app.with(tokens, "PUT", "/user", body).await;
    set(&tokens, json!({ "password": "Segunda-senha-2026" })).await.ok();
    app.advance_secs(MINUTE);
    let next = Tokens::from(&app.sign_in(ANA, "Segunda-senha-2026").await.ok());
    assert_eq!(set(&next, json!({ "password": "Terceira-senha-2026" })).await.refusal(), STALE);
    let known = json!({ "password": "Terceira-senha-2026", "current_password": "Segunda-senha-2026" });
    set(&next, known).await.ok();
    let next = Tokens::from(&app.sign_in(ANA, "Terceira-senha-2026").await.ok());
    assert_eq!(set(&next, json!({ "password": "Quarta-senha-2026" })).await.refusal(), STALE);
    app.advance_secs(DAY);
    let next = Tokens::from(&app.sign_in(ANA, "Terceira-senha-2026").await.ok());
    set(&next, json!({ "password": "Quarta-senha-2026" })).await.ok();
}

#[db_test]
async fn an_added_method_makes_sessions_fresh_after_15_minutes(EveryWay { app, provider }: EveryWay) {
    for kind in ["passkey", "identity", "password"] {
        let tokens = person(&app, kind).await;
        let mut added = add(&app, &provider, &tokens, kind).await;
        app.advance_secs(15 * MINUTE);
        let next = enter_with(&app, &provider, &tokens, &mut added).await;
        for action in SENSITIVE {
            assert_eq!(attempt(&app, &provider, &next, action).await, None, "{action} after {kind}");
        }
    }
    app.advance_secs(15 * MINUTE);
    assert!(app.auth.cleanup().await.is_ok());
    assert_eq!(app.count("SELECT count(*) AS n FROM recent_sign_in_methods", &[]).await, 0);
}

#[sqlite_test]
async fn a_factor_renews_only_sessions_that_began_after_it(EveryWay { app, provider }: EveryWay) {
    let (tokens, authenticator) = app.protected(ANA).await;
    app.advance_secs(3 * DAY);
    let prove = async |tokens: &Tokens| {
        app.advance_secs(30);
        Tokens::from(&app.prove(tokens, &authenticator.factor, &authenticator.code(&app)).await.ok())
    };
    let tokens = prove(&Tokens::from(&app.refresh(&tokens.refresh).await.ok())).await;
    expect_stale(&app, &provider, &tokens, "a factor of its own").await;
    let later = prove(&app.session(ANA).await).await;
    app.advance_secs(DAY);
    let later = Tokens::from(&app.refresh(&later.refresh).await.ok());
    expect_stale(&app, &provider, &later, "a day").await;
    let later = prove(&later).await;
    for action in SENSITIVE {
        assert_eq!(attempt(&app, &provider, &later, action).await, None, "{action}");
    }
}

#[sqlite_test]
async fn a_code_by_email_renews_a_session_unless_its_own(EveryWay { app, provider }: EveryWay) {
    let tokens = person(&app, "passkey").await;
    app.advance_secs(3 * DAY);
    let tokens = Tokens::from(&app.refresh(&tokens.refresh).await.ok());
    let confirm = async |tokens: &Tokens, nonce: &str| {
        app.with(tokens, "POST", "/reauthenticate", json!({ "nonce": nonce })).await
    };
    app.get("/reauthenticate", &tokens.access).await.ok();
    let code = app.email(&address("passkey")).await.code();
    let wrong = other_than(&code);
    confirm(&tokens, wrong).await.refused_with(422, "reauthentication_not_valid");
    expect_stale(&app, &provider, &tokens, "a wrong code").await;
    confirm(&tokens, &code).await.ok();
    assert_eq!(confirm(&tokens, &code).await.refusal(), (422, "reauthentication_not_valid"), "it works once");
    for action in ["export", "authenticator", "passkey", "identity"] {
        assert_eq!(attempt(&app, &provider, &tokens, action).await, None, "{action}");
    }
    // The session itself supplied the address.
    let tokens = person(&app, "email").await;
    app.advance_secs(14 * MINUTE);
    add(&app, &provider, &tokens, "email").await;
    app.advance_secs(2 * MINUTE);
    app.get("/reauthenticate", &tokens.access).await.ok();
    let code = app.email("nova@exemplo.com").await.code();
    assert_eq!(confirm(&tokens, &code).await.refusal(), STALE);
    expect_stale(&app, &provider, &tokens, "a code to an address of its own").await;
}

#[sqlite_test]
async fn a_new_session_may_add_sign_in_methods_and_export(EveryWay { app, provider }: EveryWay) {
    let tokens = person(&app, "codes").await;
    for action in ["passkey", "identity", "export"] {
        assert_eq!(attempt(&app, &provider, &tokens, action).await, None, "{action}");
    }
    add(&app, &provider, &tokens, "codes").await;
    let (factor, made) = security_key::make(&app, &tokens, "chave", &mut Device::new()).await;
    made.ok();
    app.with(&tokens, "DELETE", &format!("/factors/{factor}"), Json::Null).await.ok();
}
