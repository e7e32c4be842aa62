//! Caller of a token, as every other service learns it.

use std::time::Duration;

use ateneu_base::{Aal, Entitlement, Record, Role, TokenProblem};
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use axum::http::HeaderMap;
use serde_json::{Value as Json, json};

use crate::harness::{ANA, BIA, Harness, PASSWORD, shared_token};

fn headers(pairs: &[(&'static str, String)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
}

/// Writes as another service does: with the change reported.
async fn announce(app: &Harness, table: &'static str, sql: &str, user_id: &str) {
    let row = Record::from_iter([("user_id".to_owned(), user_id.into())]);
    app.execute_reported(table, sql, &[user_id.into()], row).await;
}

async fn give_role(app: &Harness, role: &str, user_id: &str) {
    let sql = format!(
        "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ('{role}', $1, '{role}', '2026')"
    );
    announce(app, "user_roles", &sql, user_id).await;
}

#[db_test]
async fn api_keys_have_roles_and_survive_a_restart(db: Db) {
    let app = Harness::open(db.clone()).await;
    let keys = app.auth.api_keys();
    for (name, value) in [("apikey", keys.anon.clone()), ("authorization", format!("Bearer {}", keys.anon))] {
        let presented = app.auth.present(&headers(&[(name, value)]), "").await;
        assert_eq!(presented.caller.unwrap().role, Role::Anon);
    }
    let presented = app.auth.present(&headers(&[("apikey", keys.service_role.clone())]), "").await;
    assert!(presented.caller.unwrap().is_service());
    let none = HeaderMap::new();
    assert_eq!(app.auth.present(&none, "").await.caller.unwrap().role, Role::Anon);
    let query = format!("select=id&apikey={}", keys.service_role);
    assert!(app.auth.present(&none, &query).await.caller.unwrap().is_service());
    assert!(app.auth.present(&none, "apikey=nada").await.caller.is_err());
    let again = Harness::open(db).await.auth;
    assert_eq!(again.api_keys().anon, keys.anon);
    assert_eq!(again.api_keys().service_role, keys.service_role);
    assert_eq!(again.secrets().text("a"), app.auth.secrets().text("a"));
    assert_ne!(again.secrets().text("a"), again.secrets().text("b"));
    app.advance_secs(9 * 365 * 24 * 3_600);
    assert!(app.auth.verify(&keys.anon).is_ok());
}

#[sqlite_test]
async fn a_person_is_known_with_the_session_and_the_facts(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let anon = app.auth.api_keys().anon;
    let both = headers(&[("authorization", format!("Bearer {token}")), ("apikey", anon)]);
    let in_query = app.auth.present(&HeaderMap::new(), &format!("apikey={token}")).await;
    assert_eq!(in_query.caller, Err(TokenProblem::BadClaims));
    let presented = app.auth.present(&both, "").await;
    assert_eq!(presented.bearer.as_deref(), Some(token.as_str()));
    let caller = presented.caller.unwrap();
    assert_eq!((caller.role, caller.aal), (Role::Authenticated, Aal::Aal1));
    assert_eq!(caller.user_id.as_deref(), Some(id.as_str()));
    assert_eq!(caller.email.as_deref(), Some(ANA));
    assert!(caller.session_id.is_some());
    assert!(!caller.facts.admin && !caller.facts.moderator && !caller.facts.subscriber);
    assert!(caller.facts.channels.is_empty());
}

#[sqlite_test]
async fn forged_tokens_say_why_they_are_refused(app: Harness) {
    app.account(ANA).await;
    let token = app.token(ANA).await;
    let problem = async |token: &str| app.auth.caller(token).await.unwrap_err();
    assert_eq!(problem("nada").await, TokenProblem::Malformed);
    assert_eq!(problem("a.b.c").await, TokenProblem::Malformed);
    let claims = json!({ "role": "service_role", "exp": 4_000_000_000_i64 });
    assert_eq!(problem(&shared_token("adivinhado", &claims)).await, TokenProblem::BadSignature);
    let parts: Vec<&str> = token.split('.').collect();
    let other = shared_token("x", &claims);
    let swapped = format!("{}.{}.{}", parts[0], other.split('.').nth(1).unwrap(), parts[2]);
    assert_eq!(problem(&swapped).await, TokenProblem::BadSignature);
    let none = format!("eyJhbGciOiJub25lIn0.{}.", other.split('.').nth(1).unwrap());
    assert!(matches!(problem(&none).await, TokenProblem::Malformed | TokenProblem::BadSignature));
    app.advance_secs(3_601);
    assert_eq!(problem(&token).await, TokenProblem::Expired);
}

#[db_test]
async fn facts_follow_committed_changes_at_once(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let facts = async || app.auth.caller(&token).await.unwrap().facts;
    app.sell_plans().await;
    app.execute(
        "INSERT INTO channels (id, name, is_private, created_at) VALUES ('1', 'geral', $1, '2026')",
        &[false.into()],
    )
    .await;
    app.execute(
        "INSERT INTO channels (id, name, is_private, created_at) VALUES ('5', 'premium', $1, '2026')",
        &[true.into()],
    )
    .await;
    assert!(!facts().await.subscriber);
    let sql = "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
         VALUES ($1, $1, 'ana@exemplo.com', 'update', 'active', '9999-01-01T00:00:00.000000+00:00', '2026', '2026')";
    announce(&app, "subscribers", sql, &id).await;
    let subscribed = facts().await;
    assert!(subscribed.subscriber && subscribed.holds(Entitlement::Community));
    assert!(!subscribed.holds(Entitlement::Courses), "of a larger plan");
    assert_eq!(subscribed.channels.iter().collect::<Vec<_>>(), ["1"]);
    let sql = "INSERT INTO channel_members (channel_id, user_id, joined_at) VALUES ('5', $1, '2026')";
    announce(&app, "channel_members", sql, &id).await;
    assert_eq!(facts().await.channels.iter().collect::<Vec<_>>(), ["1", "5"]);
    announce(&app, "subscribers", "UPDATE subscribers SET access_until = NULL WHERE user_id = $1", &id).await;
    let lapsed = facts().await;
    assert!(!lapsed.subscriber && lapsed.entitlements.is_empty() && lapsed.channels.is_empty());
    give_role(&app, "moderator", &id).await;
    let moderator = facts().await;
    assert!(moderator.moderator && !moderator.admin);
    assert_eq!(moderator.channels.len(), 2);
    for (role, publishes) in [("publisher", false), ("editor", true)] {
        give_role(&app, role, &id).await;
        let facts = facts().await;
        assert_eq!((facts.editor, facts.publisher), (publishes, publishes), "{role}");
    }
    announce(&app, "user_roles", "DELETE FROM user_roles WHERE role = 'editor' AND user_id = $1", &id).await;
    assert!(!facts().await.publisher, "the permission counts with the role only");
    app.service("PUT", &format!("/admin/users/{id}"), json!({ "ban_duration": "1h" })).await.ok();
    assert_eq!(app.auth.caller(&token).await, Err(TokenProblem::SessionEnded));
    app.service("PUT", &format!("/admin/users/{id}"), json!({ "ban_duration": "none" })).await.ok();
    assert!(facts().await.moderator);
    app.call("POST", "/logout", Some(&token)).await.ok();
    assert_eq!(app.auth.caller(&token).await, Err(TokenProblem::SessionEnded));
}

#[db_test]
async fn sanctions_and_blocks_are_facts_of_both_people(app: Harness) {
    let (ana, bia) = (app.account(ANA).await, app.account(BIA).await);
    let token = app.token(ANA).await;
    let facts = async || app.auth.caller(&token).await.unwrap().facts;
    let sql = "INSERT INTO community_cases (id, kind, origin, opened_at, updated_at)
               VALUES ('case', 'profile', 'staff', '2026', '2026')";
    app.execute(sql, &[]).await;
    let until = app.clock.now() + Duration::from_secs(20);
    for (decision, until) in [("silence", Some(until)), ("ban", None)] {
        app.execute(
            "INSERT INTO community_decisions (id, case_id, subject_id, decision, until, decided_at, updated_at)
             VALUES ($1, 'case', $2, $1, $3, '2026', '2026')",
            &[decision.into(), ana.as_str().into(), until.map_or(ateneu_base::Value::Null, Into::into)],
        )
        .await;
    }
    let sql = "INSERT INTO member_blocks (user_id, blocked_id, created_at) VALUES ($1, $2, '2026')";
    app.execute(sql, &[bia.as_str().into(), ana.as_str().into()]).await;
    let sql = "INSERT INTO member_preferences (user_id, shows_presence, updated_at) VALUES ($1, $2, '2026')";
    app.execute(sql, &[ana.as_str().into(), false.into()]).await;
    let sanctioned = facts().await;
    assert!(sanctioned.silenced && sanctioned.banned && sanctioned.unseen);
    assert_eq!(sanctioned.blocked.iter().collect::<Vec<_>>(), [&bia]);
    app.advance_secs(21);
    let later = facts().await;
    assert!(!later.silenced && later.banned, "a silence ends by the clock");
}

#[db_test]
async fn an_unannounced_change_applies_after_30_seconds(app: Harness) {
    let id = app.account(ANA).await;
    let token = app.token(ANA).await;
    let end = app.clock.now() + Duration::from_secs(45);
    let sql =
        "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
               VALUES ($1, $1, 'ana@exemplo.com', 'update', 'canceled', $2, '2026', '2026')";
    app.execute(sql, &[id.into(), end.into()]).await;
    let facts = async || app.auth.caller(&token).await.unwrap().facts;
    assert!(facts().await.subscriber);
    app.execute("UPDATE subscribers SET plan = 'scale'", &[]).await;
    let sql = "INSERT INTO user_roles (id, user_id, role, created_at)
               SELECT id, id, 'moderator', '2026' FROM users";
    app.execute(sql, &[]).await;
    assert!(!facts().await.moderator, "remembered for a moment");
    app.advance_secs(31);
    assert!(facts().await.moderator);
    assert!(facts().await.subscriber);
    app.advance_secs(14);
    assert!(!facts().await.subscriber, "the paid time is over");
}

#[sqlite_test]
async fn the_shared_secret_brings_keys_from_elsewhere(db: Db) {
    let secret = "um segredo partilhado de verdade";
    let app = Harness::sharing(db, secret).await;
    let id = app.account(ANA).await;
    let caller = async |claims: Json| app.auth.caller(&shared_token(secret, &claims)).await;
    assert!(caller(json!({ "role": "service_role" })).await.unwrap().is_service());
    assert_eq!(caller(json!({ "role": "anon" })).await.unwrap().role, Role::Anon);
    let person = caller(json!({ "role": "authenticated", "sub": id })).await.unwrap();
    assert_eq!(person.user_id.as_deref(), Some(id.as_str()));
    assert_eq!(caller(json!({ "role": "postgres" })).await, Err(TokenProblem::BadClaims));
    assert_eq!(caller(json!({ "role": "authenticated" })).await, Err(TokenProblem::BadClaims));
    let unknown = json!({ "role": "authenticated", "sub": "0198f3c2-0000-7000-8000-000000000001" });
    assert_eq!(caller(unknown).await, Err(TokenProblem::SessionEnded));
    assert_eq!(caller(json!({ "role": "anon", "exp": 1 })).await, Err(TokenProblem::Expired));
    app.service("GET", "/admin/users", Json::Null).await.ok();
}

#[sqlite_test]
async fn the_public_key_is_no_shared_secret(db: Db) {
    let secret = "um segredo partilhado de verdade";
    let app = Harness::sharing(db, secret).await;
    let jwks = app.call("GET", "/.well-known/jwks.json", None).await.ok();
    let claims = json!({ "role": "service_role", "exp": 4_000_000_000_i64 });
    for guess in [
        jwks.json()["keys"][0].to_string(),
        jwks.json()["keys"][0]["x"].as_str().unwrap().to_owned(),
        String::new(),
    ] {
        assert_eq!(app.auth.verify(&shared_token(&guess, &claims)).unwrap_err(), TokenProblem::BadSignature);
    }
    assert!(!jwks.json().to_string().contains("oct"));
}

#[db_test]
async fn two_nodes_on_one_database_trust_each_other(db: Db) {
    let (one, two) = tokio::join!(Harness::open(db.clone()), Harness::open(db.clone()));
    one.account(ANA).await;
    let session = one.sign_in(ANA, PASSWORD).await.ok();
    two.get("/user", &session.string("access_token")).await.ok();
    two.refresh(&session.string("refresh_token")).await.ok();
    assert_eq!(one.auth.api_keys().anon, two.auth.api_keys().anon);
}
