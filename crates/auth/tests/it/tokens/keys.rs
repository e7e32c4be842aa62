//! Signing keys that rotate while people stay signed in.

use std::collections::BTreeSet;

use ateneu_auth::Config;
use ateneu_base::Secret;
use ateneu_db::Db;
use ateneu_testkit::{db_test, sqlite_test};
use base64::{Engine, prelude::BASE64_STANDARD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde_json::{Value as Json, json};

use crate::{
    harness::{ANA, Harness, PASSWORD, config, shared_token},
    second_factor::part,
};

/// Time from the making of a key to its first signature, in seconds.
const HAND_OVER: u64 = 10;

fn kid_of(token: &str) -> String {
    part(token, 0)["kid"].as_str().unwrap().to_owned()
}

impl Harness {
    async fn published(&self) -> BTreeSet<String> {
        let answer = self.call("GET", "/.well-known/jwks.json", None).await.ok();
        let keys = answer.json()["keys"].as_array().unwrap().clone();
        assert!(keys.iter().all(|key| key.get("d").is_none() && key["alg"] == "ES256"));
        keys.iter().map(|key| key["kid"].as_str().unwrap().to_owned()).collect()
    }

    /// A token made with a key stolen from the database.
    async fn forged(&self, kid: &str, claims: &Json) -> String {
        let sql = "SELECT private_key FROM signing_keys WHERE kid = $1";
        let key = BASE64_STANDARD.decode(self.text(sql, &[kid.into()]).await.unwrap()).unwrap();
        let mut header = Header::new(Algorithm::ES256);
        header.kid = Some(kid.to_owned());
        jsonwebtoken::encode(&header, claims, &EncodingKey::from_ec_der(&key)).unwrap()
    }
}

#[sqlite_test]
async fn keys_are_published_before_first_and_after_last_use(app: Harness) {
    app.account(ANA).await;
    let old = app.token(ANA).await;
    let rotation = app.auth.rotate_keys().await.unwrap();
    app.advance_secs(2);
    let both = BTreeSet::from([kid_of(&old), rotation.kid.clone()]);
    assert_eq!(app.published().await, both);
    assert_eq!(kid_of(&app.token(ANA).await), kid_of(&old), "every node knows it first");
    app.advance_secs(HAND_OVER - 2);
    let last = app.token(ANA).await;
    assert_eq!(kid_of(&last), rotation.kid);
    for token in [&old, &last] {
        app.get("/user", token).await.ok();
    }
    assert_eq!(app.events("keys_rotated", true).await, 1);

    app.advance_secs(3_600);
    assert_eq!(app.published().await, both);
    app.advance_secs(60);
    assert_eq!(app.published().await, BTreeSet::from([rotation.kid]));
}

#[db_test]
async fn a_retired_key_is_refused_once_its_tokens_have_expired(app: Harness) {
    app.account(ANA).await;
    let kid = app.published().await.into_iter().next().unwrap();
    let end = app.clock.now().seconds() + 1_000_000;
    let program = json!({ "role": "service_role", "iss": "https://casa.test/auth/v1", "exp": end });
    let program = app.forged(&kid, &program).await;
    // Only its whole text opens.
    app.get("/admin/users", &program).await.refused_with(403, "bad_jwt");
    let mut claims = part(&app.token(ANA).await, 1);
    claims["exp"] = end.into();
    let forged = app.forged(&kid, &claims).await;
    let list = async || app.get("/user", &forged).await;
    list().await.ok();
    app.auth.rotate_keys().await.unwrap();
    app.advance_secs(HAND_OVER + 3_600 + 60);
    list().await.refused_with(403, "bad_jwt");
}

#[db_test]
async fn service_keys_and_sessions_outlive_every_rotation(app: Harness) {
    app.account(ANA).await;
    let mut session = app.sign_in(ANA, PASSWORD).await.ok();
    let programs = app.auth.api_keys();
    for _ in 0..3 {
        app.auth.rotate_keys().await.unwrap();
        app.advance_secs(HAND_OVER + 3_600 + 60);
        session = app.refresh(&session.string("refresh_token")).await.ok();
        app.auth.cleanup().await.unwrap();
    }
    assert_eq!(
        app.count("SELECT count(*) AS n FROM signing_keys WHERE purpose = 'access_token'", &[]).await,
        1
    );
    app.service("GET", "/admin/users", Json::Null).await.ok();
    let again = app.another().await;
    assert_eq!(again.auth.api_keys().anon, programs.anon);
    again.service("GET", "/admin/users", Json::Null).await.ok();
    let mut altered = programs.service_role.clone();
    altered.replace_range(altered.len() - 4.., "AAAA");
    again.get("/admin/users", &altered).await.refused_with(403, "bad_jwt");
    again.get("/admin/users", &programs.anon).await.refused_with(403, "not_admin");
}

#[db_test]
async fn a_new_key_applies_on_every_node_without_a_restart(here: Harness) {
    let there = here.another().await;
    here.account(ANA).await;
    let rotation = there.auth.rotate_keys().await.unwrap();
    here.advance_secs(2);
    assert!(here.published().await.contains(&rotation.kid));
    here.advance_secs(HAND_OVER);
    let token = there.token(ANA).await;
    assert_eq!(kid_of(&token), rotation.kid);
    here.get("/user", &token).await.ok();
    assert_eq!(kid_of(&here.token(ANA).await), rotation.kid);
}

#[db_test]
async fn concurrent_rotations_leave_one_signing_key(app: Harness) {
    app.account(ANA).await;
    let old = app.token(ANA).await;
    let (a, b) = tokio::join!(app.auth.rotate_keys(), app.auth.rotate_keys());
    let made = BTreeSet::from([a.unwrap().kid, b.unwrap().kid]);
    let sql = "SELECT count(*) AS n FROM signing_keys WHERE purpose = 'access_token' AND retired_at IS NULL";
    assert_eq!(app.count(sql, &[]).await, 1);
    app.advance_secs(HAND_OVER);
    assert!(made.contains(&kid_of(&app.token(ANA).await)));
    app.get("/user", &old).await.ok();
}

#[sqlite_test]
async fn tokens_of_the_shared_secret_are_verified_after_a_rotation(db: Db) {
    let secret = "um segredo partilhado de trinta e dois";
    let app = Harness::sharing(db, secret).await;
    let shared = shared_token(secret, &json!({ "role": "service_role", "iss": "supabase" }));
    app.get("/admin/users", &shared).await.ok();
    app.auth.rotate_keys().await.unwrap();
    app.advance_secs(HAND_OVER + 3_600 + 60);
    app.get("/admin/users", &shared).await.ok();
    assert!(app.published().await.len() == 1, "the secret is never published");
}

#[db_test]
async fn a_replaced_service_key_is_refused_on_every_node(app: Harness) {
    let other = app.another().await;
    let old = app.auth.api_keys();
    let list =
        async |on: &Harness, key: &str| on.call("GET", "/admin/users", Some(key)).await.status.as_u16();
    assert_eq!(list(&other, &old.service_role).await, 200);
    let new = app.auth.replace_service_key().await.unwrap();
    assert_eq!((list(&app, &old.service_role).await, list(&app, &new).await), (403, 200));
    app.advance_secs(2);
    assert_eq!((list(&other, &old.service_role).await, list(&other, &new).await), (403, 200));
    assert_eq!(other.auth.api_keys().anon, old.anon, "the public one stays");
}

#[db_test]
async fn tokens_of_a_revoked_key_are_refused_but_sessions_continue(app: Harness) {
    let other = app.another().await;
    app.account(ANA).await;
    let session = app.sign_in(ANA, PASSWORD).await.ok();
    let access = session.string("access_token");
    app.get("/user", &access).await.ok();
    let revoked = app.auth.revoke_signing_keys().await.unwrap();
    assert_eq!(app.get("/user", &access).await.status.as_u16(), 403);
    app.advance_secs(2);
    assert_eq!(other.get("/user", &access).await.status.as_u16(), 403);
    assert_eq!(other.published().await, BTreeSet::from([revoked.kid.clone()]));
    let renewed = app.refresh(&session.string("refresh_token")).await.ok().string("access_token");
    assert_eq!(kid_of(&renewed), revoked.kid);
    app.get("/user", &renewed).await.ok();
    app.service("GET", "/admin/users", Json::Null).await.ok();
}

/// Every key as it is stored.
async fn stored(db: &Db) -> Vec<String> {
    let sql = "SELECT private_key AS text FROM signing_keys UNION ALL SELECT token FROM api_keys ORDER BY 1";
    let rows = db.read(move |tx| tx.query(sql, &[])).await.unwrap();
    rows.iter().map(|row| row.text("text").unwrap().to_owned()).collect()
}

fn encrypted_with(keys: &[&str]) -> Config {
    let encryption_keys = keys.iter().map(|key| Secret::from(key.repeat(32))).collect();
    Config { encryption_keys, ..config() }
}

#[db_test]
async fn keys_are_encrypted_at_rest_when_a_key_is_given(db: Db) {
    let app = Harness::open(db.clone()).await;
    let (plain, before) = (stored(&db).await, app.auth.api_keys());
    assert!(plain.contains(&before.service_role));

    let app = Harness::open_as(db.clone(), encrypted_with(&["a"])).await;
    let encrypted = stored(&db).await;
    assert!(encrypted.iter().all(|text| text.starts_with("encrypted:")), "{encrypted:?}");
    assert_eq!(app.auth.api_keys().service_role, before.service_role);
    app.auth.rotate_keys().await.unwrap();
    let replaced = app.auth.replace_service_key().await.unwrap();
    let encrypted = stored(&db).await;
    assert!(encrypted.iter().all(|text| text.starts_with("encrypted:")), "{encrypted:?}");

    let app = Harness::open_as(db.clone(), encrypted_with(&["b", "a"])).await;
    assert_eq!(app.auth.api_keys().service_role, replaced);
    assert!(
        stored(&db).await.iter().all(|text| !encrypted.contains(text)),
        "each is encrypted with the new key"
    );
    let again = stored(&db).await;
    Harness::open_as(db.clone(), encrypted_with(&["b"])).await;
    assert_eq!(stored(&db).await, again);

    for wrong in [encrypted_with(&["a"]), encrypted_with(&[])] {
        let refused = Harness::try_open_as(db.clone(), wrong).await.err().unwrap();
        assert!(refused.to_string().contains("encryption_key"), "{refused}");
    }
    assert_eq!(stored(&db).await, again, "a refused start changes nothing");
}
