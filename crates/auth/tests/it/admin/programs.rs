//! The owner's programs manage accounts; nobody else does.

use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::house::{House, PASSWORD};

async fn raise(house: &House, id: &str) {
    house
        .execute(
            "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', '2026')",
            vec![id.into()],
        )
        .await;
}

/// A card, a membership and a post.
async fn say_and_subscribe(house: &House, id: &str) {
    let now = house.clock.now();
    for sql in [
        "INSERT INTO channels (id, name, created_by, created_at) VALUES ('1', 'geral', $1, $2)
         ON CONFLICT (id) DO NOTHING",
        "INSERT INTO member_profiles (id, user_id, display_name, join_date, created_at, updated_at)
         VALUES ($1, $1, 'Bia Souza', $2, $2, $2)",
        "INSERT INTO subscribers (id, user_id, email, status, created_at, updated_at)
         VALUES ($1, $1, $1, 'active', $2, $2)",
        "INSERT INTO community_posts (id, author_id, title, content, created_at, updated_at)
         VALUES ($1, $1, 'Dúvida', 'Como começo?', $2, $2)",
    ] {
        house.execute(sql, vec![id.into(), now.into()]).await;
    }
}

#[db_test]
async fn only_the_service_key_opens_the_door(db: Db) {
    let house = House::open(db).await;
    let id = house.account("ana@exemplo.com").await;
    raise(&house, &id).await;
    let person = house.sign_in("ana@exemplo.com", PASSWORD).await.ok().text("access_token");
    let anon = house.auth.api_keys().anon;
    let one = format!("/admin/users/{id}");
    for (method, path) in [
        ("GET", "/admin/users"),
        ("POST", "/admin/users"),
        ("GET", &one),
        ("PUT", &one),
        ("DELETE", &one),
        ("POST", "/invite"),
        ("POST", "/admin/generate_link"),
    ] {
        let nobody = house.ask(method, path, None, &json!({})).await;
        assert_eq!(nobody.refusal(), (401, "no_authorization"), "{method} {path}");
        let forged = house.ask(method, path, Some("x.y.z"), &json!({})).await;
        assert_eq!(forged.refusal(), (403, "bad_jwt"), "{method} {path}");
        for token in [&person, &anon] {
            let refused = house.ask(method, path, Some(token), &json!({})).await;
            assert_eq!(refused.refusal(), (403, "not_admin"), "{method} {path}");
        }
    }
    house.sign_in("ana@exemplo.com", PASSWORD).await.ok();
}

#[db_test]
async fn a_list_of_120_is_paged_with_links_and_totals(db: Db) {
    let house = House::open(db).await;
    for number in 0..120 {
        house.pass(1);
        let body = json!({ "email": format!("membro{number:03}@exemplo.com"), "email_confirm": true });
        house.service("POST", "/admin/users", body).await.ok();
    }
    let first = house.service("GET", "/admin/users?page=&per_page=", Json::Null).await.ok();
    assert_eq!(first.headers["x-total-count"], "120");
    assert_eq!(
        first.headers["link"],
        "</admin/users?page=2&per_page=50>; rel=\"next\", </admin/users?page=3&per_page=50>; rel=\"last\""
    );
    assert_eq!(first.body["aud"], "authenticated");
    let users = first.body["users"].as_array().unwrap();
    assert_eq!(users.len(), 50);
    assert_eq!(users[0]["email"], "membro119@exemplo.com");
    assert_eq!(users[0]["identities"][0]["email"], "membro119@exemplo.com");
    let last = house.service("GET", "/admin/users?page=3&per_page=50", Json::Null).await.ok();
    assert_eq!(last.body["users"].as_array().unwrap().len(), 20);
    assert_eq!(last.headers["link"], "</admin/users?page=3&per_page=50>; rel=\"last\"");
    let beyond = house.service("GET", "/admin/users?page=99&per_page=50", Json::Null).await.ok();
    assert_eq!(beyond.body["users"], json!([]));
    for query in ["page=0", "page=x", "per_page=-1", "page=99999999999999"] {
        let answer = house.service("GET", &format!("/admin/users?{query}"), Json::Null).await;
        assert_eq!(answer.refusal(), (400, "validation_failed"), "{query}");
    }
}

#[db_test]
async fn an_account_is_made_as_asked(db: Db) {
    let house = House::open(db).await;
    let id = "0198f3c2-0000-7000-8000-000000000001";
    let body = json!({
        "id": id, "email": "Ana@exemplo.com", "phone": "+5511999999999", "password": PASSWORD,
        "email_confirm": true, "phone_confirm": true, "role": "authenticated",
        "user_metadata": { "nome": "Ana" }, "app_metadata": { "origem": "importada" }, "ban_duration": "none",
    });
    let made = house.service("POST", "/admin/users", body.clone()).await.ok();
    assert_eq!(made.text("id"), id);
    assert_eq!(made.text("phone"), "5511999999999");
    assert!(made.body["email_confirmed_at"].is_string() && made.body["phone_confirmed_at"].is_string());
    assert_eq!(made.body["user_metadata"], json!({ "nome": "Ana" }));
    assert_eq!(made.body["app_metadata"]["origem"], "importada");
    let read = house.service("GET", &format!("/admin/users/{id}"), Json::Null).await.ok();
    assert_eq!(read.body, made.body);
    assert_eq!(house.service("POST", "/admin/users", body).await.refusal(), (422, "conflict"));
    let again = json!({ "email": "ana@exemplo.com" });
    assert_eq!(house.service("POST", "/admin/users", again).await.refusal(), (422, "email_exists"));
    let again = json!({ "phone": "5511999999999" });
    assert_eq!(house.service("POST", "/admin/users", again).await.refusal(), (422, "phone_exists"));
    assert_eq!(house.events("user_created", true).await, 1);
}

#[db_test]
async fn what_cannot_be_is_refused(db: Db) {
    let house = House::open(db).await;
    for (body, code) in [
        (json!({}), "validation_failed"),
        (json!({ "email": "x" }), "validation_failed"),
        (json!({ "email": "a@b.co", "role": "service_role" }), "validation_failed"),
        (json!({ "email": "a@b.co", "password": "curta" }), "weak_password"),
        (json!({ "email": "a@b.co", "password_hash": "texto" }), "validation_failed"),
        (json!({ "email": "a@b.co", "password": PASSWORD, "password_hash": "texto" }), "validation_failed"),
        (json!({ "email": "a@b.co", "ban_duration": "para sempre" }), "validation_failed"),
        (json!({ "email": "a@b.co", "id": "1" }), "validation_failed"),
        (json!({ "phone": "abc" }), "validation_failed"),
    ] {
        let answer = house.service("POST", "/admin/users", body.clone()).await;
        assert_eq!(answer.code(), code, "{body}");
    }
    for method in ["GET", "PUT", "DELETE"] {
        let bad = house.service(method, "/admin/users/abc", Json::Null).await;
        assert_eq!(bad.refusal(), (404, "validation_failed"));
        let missing = "/admin/users/0198f3c2-0000-7000-8000-000000000001";
        assert_eq!(house.service(method, missing, Json::Null).await.refusal(), (404, "user_not_found"));
    }
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 0);
}

#[db_test]
async fn a_new_password_by_the_owner_ends_every_session(db: Db) {
    let house = House::open(db).await;
    let id = house.account("ana@exemplo.com").await;
    let session = house.sign_in("ana@exemplo.com", PASSWORD).await.ok();
    let body = json!({ "password": "Outra-senha-2026", "user_metadata": { "nome": "Ana" } });
    house.service("PUT", &format!("/admin/users/{id}"), body).await.ok();
    assert_eq!(house.refresh(&session.text("refresh_token")).await.refusal(), (400, "session_not_found"));
    house.sign_in("ana@exemplo.com", "Outra-senha-2026").await.ok();
}

#[db_test]
async fn a_removed_account_leaves_nothing_and_a_softly_removed_one_nothing_personal(db: Db) {
    let house = House::open(db).await;
    let hard = house.account("ana@exemplo.com").await;
    let soft = house.account("bia@exemplo.com").await;
    say_and_subscribe(&house, &hard).await;
    say_and_subscribe(&house, &soft).await;
    let gone = house.service("DELETE", &format!("/admin/users/{hard}"), Json::Null).await.ok();
    assert_eq!(gone.body, json!({}));
    let path = format!("/admin/users/{soft}");
    house.service("DELETE", &path, json!({ "should_soft_delete": true })).await.ok();
    let left = house.service("GET", &path, Json::Null).await.ok();
    assert_eq!((left.text("email"), left.text("phone")), (String::new(), String::new()));
    assert_eq!((&left.body["identities"], &left.body["user_metadata"]), (&json!([]), &json!({})));
    assert!(left.body["deleted_at"].is_string());
    assert_eq!(house.sign_in("bia@exemplo.com", PASSWORD).await.refusal(), (400, "invalid_credentials"));
    assert_eq!(house.count("SELECT count(*) AS n FROM users", vec![]).await, 1);
    for of_the_person in
        ["SELECT count(*) AS n FROM member_profiles", "SELECT count(*) AS n FROM subscribers"]
    {
        assert_eq!(house.count(of_the_person, vec![]).await, 0, "{of_the_person}");
    }
    let said = "SELECT count(*) AS n FROM community_posts WHERE author_id = $1";
    assert_eq!(house.count(said, vec![soft.into()]).await, 1, "others answered it");
    house.account("bia@exemplo.com").await;
}

#[db_test]
async fn the_last_administrator_stays(db: Db) {
    let house = House::open(db).await;
    let first = house.account("ana@exemplo.com").await;
    let second = house.account("bia@exemplo.com").await;
    raise(&house, &first).await;
    raise(&house, &second).await;
    let remove = async |id: &str, soft: bool| {
        let body = json!({ "should_soft_delete": soft });
        house.service("DELETE", &format!("/admin/users/{id}"), body).await
    };
    remove(&first, true).await.ok();
    for soft in [true, false] {
        assert_eq!(remove(&second, soft).await.refusal(), (422, "last_admin"));
    }
    house.sign_in("bia@exemplo.com", PASSWORD).await.ok();
}

#[db_test]
async fn the_command_line_makes_an_administrator_with_a_link_that_works_once(db: Db) {
    let house = House::open(db).await;
    let link = house.auth.create_admin(" Chefe@exemplo.com").await.unwrap();
    let old = link.strip_prefix("https://casa.test/conta/nova-senha?token_hash=").unwrap();
    let old = old.strip_suffix("&type=recovery&next=%2Fadmin").unwrap().to_owned();
    let link = house.auth.create_admin("chefe@exemplo.com").await.unwrap();
    let secret = link.split(['=', '&']).nth(1).unwrap().to_owned();
    let verify = async |secret: &str, kind: &str| {
        house.post("/verify", json!({ "token_hash": secret, "type": kind })).await
    };
    assert_eq!(verify(&old, "recovery").await.refusal(), (403, "otp_expired"), "a newer link was made");
    assert_eq!(verify(&secret, "signup").await.refusal(), (403, "otp_expired"));
    let stored = house.one("SELECT digest FROM one_time_tokens", vec![]).await.unwrap();
    assert_ne!(stored, secret);
    let session = verify(&secret, "recovery").await.ok();
    assert_eq!(verify(&secret, "recovery").await.refusal(), (403, "otp_expired"));
    let token = session.text("access_token");
    house.ask("PUT", "/user", Some(&token), &json!({ "password": PASSWORD })).await.ok();
    let signed_in = house.sign_in("chefe@exemplo.com", PASSWORD).await.ok();
    let caller = house.auth.caller(&signed_in.text("access_token")).await.unwrap();
    assert!(caller.facts.admin);
    assert_eq!(house.count("SELECT count(*) AS n FROM user_roles", vec![]).await, 1);

    let late = house.auth.create_admin("chefe@exemplo.com").await.unwrap();
    house.pass(3_600);
    let late = late.split(['=', '&']).nth(1).unwrap();
    assert_eq!(verify(late, "recovery").await.refusal(), (403, "otp_expired"));
}
