//! The owner's programs manage accounts; nobody else does.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value as Json, json};

use crate::harness::{ANA, BIA, Harness, PASSWORD};

/// A card, a membership and a post.
async fn say_and_subscribe(app: &Harness, id: &str) {
    let now = app.clock.now();
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
        app.run(sql, &[id.into(), now.into()]).await;
    }
}

#[sqlite_test]
async fn only_the_service_key_is_accepted(app: Harness) {
    let id = app.account(ANA).await;
    app.make_admin(&id).await;
    let person = app.token(ANA).await;
    let anon = app.auth.api_keys().anon;
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
        let nobody = app.send(method, path, None, &json!({})).await;
        assert_eq!(nobody.refusal(), (401, "no_authorization"), "{method} {path}");
        let forged = app.send(method, path, Some("x.y.z"), &json!({})).await;
        assert_eq!(forged.refusal(), (403, "bad_jwt"), "{method} {path}");
        for token in [&person, &anon] {
            let refused = app.send(method, path, Some(token), &json!({})).await;
            assert_eq!(refused.refusal(), (403, "not_admin"), "{method} {path}");
        }
    }
    app.sign_in(ANA, PASSWORD).await.ok();
}

#[db_test]
async fn a_list_of_120_is_paged_with_links_and_totals(app: Harness) {
    for number in 0..120 {
        app.advance_secs(1);
        let body = json!({ "email": format!("membro{number:03}@exemplo.com"), "email_confirm": true });
        app.service("POST", "/admin/users", body).await.ok();
    }
    let first = app.service("GET", "/admin/users?page=&per_page=", Json::Null).await.ok();
    assert_eq!(first.headers["x-total-count"], "120");
    assert_eq!(
        first.headers["link"],
        "</admin/users?page=2&per_page=50>; rel=\"next\", </admin/users?page=3&per_page=50>; rel=\"last\""
    );
    assert_eq!(first.json()["aud"], "authenticated");
    let users = first.json()["users"].as_array().unwrap();
    assert_eq!(users.len(), 50);
    assert_eq!(users[0]["email"], "membro119@exemplo.com");
    assert_eq!(users[0]["identities"][0]["email"], "membro119@exemplo.com");
    let last = app.service("GET", "/admin/users?page=3&per_page=50", Json::Null).await.ok();
    assert_eq!(last.json()["users"].as_array().unwrap().len(), 20);
    assert_eq!(last.headers["link"], "</admin/users?page=3&per_page=50>; rel=\"last\"");
    let beyond = app.service("GET", "/admin/users?page=99&per_page=50", Json::Null).await.ok();
    assert_eq!(beyond.json()["users"], json!([]));
    // Without case, and count and pages are of those.
    let found = app.service("GET", "/admin/users?filter=MEMBRO01&per_page=4&page=2", Json::Null).await.ok();
    let listed = found.json()["users"].as_array().unwrap();
    let emails: Vec<_> = listed.iter().map(|user| user["email"].as_str().unwrap()).collect();
    assert_eq!(emails, [5, 4, 3, 2].map(|number| format!("membro01{number}@exemplo.com")));
    assert_eq!(listed[0]["identities"][0]["email"], "membro015@exemplo.com");
    assert_eq!(found.headers["x-total-count"], "10");
    for (filter, total) in [("", "120"), ("%25", "0"), ("membro_01", "0"), ("@EXEMPLO", "120")] {
        let found = app.service("GET", &format!("/admin/users?filter={filter}"), Json::Null).await.ok();
        assert_eq!(found.headers["x-total-count"], total, "{filter}");
    }
    for query in ["page=0", "page=x", "per_page=-1", "page=99999999999999"] {
        let answer = app.service("GET", &format!("/admin/users?{query}"), Json::Null).await;
        assert_eq!(answer.refusal(), (400, "validation_failed"), "{query}");
    }
}

#[db_test]
async fn an_invalid_account_is_refused(app: Harness) {
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
        assert_eq!(app.service("POST", "/admin/users", body.clone()).await.code(), code, "{body}");
    }
    for method in ["GET", "PUT", "DELETE"] {
        app.service(method, "/admin/users/abc", Json::Null).await.refused_with(404, "validation_failed");
        let missing = "/admin/users/0198f3c2-0000-7000-8000-000000000001";
        app.service(method, missing, Json::Null).await.refused_with(404, "user_not_found");
    }
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 0);
}

#[db_test]
async fn an_account_is_made_as_asked(app: Harness) {
    let id = "0198f3c2-0000-7000-8000-000000000001";
    let body = json!({
        "id": id, "email": "Ana@exemplo.com", "phone": "+5511999999999", "password": PASSWORD,
        "email_confirm": true, "phone_confirm": true, "role": "authenticated",
        "user_metadata": { "nome": "Ana" }, "app_metadata": { "origem": "importada" }, "ban_duration": "none",
    });
    let made = app.service("POST", "/admin/users", body.clone()).await.ok();
    assert_eq!(made.string("id"), id);
    assert_eq!(made.string("phone"), "5511999999999");
    assert!(made.json()["email_confirmed_at"].is_string() && made.json()["phone_confirmed_at"].is_string());
    assert_eq!(made.json()["user_metadata"], json!({ "nome": "Ana" }));
    assert_eq!(made.json()["app_metadata"]["origem"], "importada");
    assert_eq!(app.service("GET", &format!("/admin/users/{id}"), Json::Null).await.ok().json(), made.json());
    app.service("POST", "/admin/users", body).await.refused_with(422, "conflict");
    app.service("POST", "/admin/users", json!({ "email": ANA })).await.refused_with(422, "email_exists");
    let again = json!({ "phone": "5511999999999" });
    app.service("POST", "/admin/users", again).await.refused_with(422, "phone_exists");
    assert_eq!(app.events("user_created", true).await, 1);
}

#[sqlite_test]
async fn a_password_set_by_an_admin_ends_every_session(app: Harness) {
    let id = app.account(ANA).await;
    let session = app.sign_in(ANA, PASSWORD).await.ok();
    let body = json!({ "password": "Outra-senha-2026", "user_metadata": { "nome": "Ana" } });
    app.service("PUT", &format!("/admin/users/{id}"), body).await.ok();
    app.refresh(&session.string("refresh_token")).await.refused_with(400, "session_not_found");
    app.sign_in(ANA, "Outra-senha-2026").await.ok();
}

#[db_test]
async fn a_hard_or_soft_deletion_removes_personal_data(app: Harness) {
    let hard = app.account(ANA).await;
    let soft = app.account(BIA).await;
    say_and_subscribe(&app, &hard).await;
    say_and_subscribe(&app, &soft).await;
    for (answer, to) in [(&soft, &hard), (&hard, &soft)] {
        let sql = "INSERT INTO community_comments (id, post_id, author_id, content, content_html, created_at, updated_at)
                   VALUES ($1, $2, $1, $3, '', $4, $4)";
        let text = format!("Assim, [@Alguém](/membros/membro/{to}).");
        app.run(sql, &[answer.into(), to.into(), text.into(), app.clock.now().into()]).await;
    }
    let gone = app.service("DELETE", &format!("/admin/users/{hard}"), Json::Null).await.ok();
    assert_eq!(*gone.json(), json!({}));
    let path = format!("/admin/users/{soft}");
    app.service("DELETE", &path, json!({ "should_soft_delete": true })).await.ok();
    let left = app.service("GET", &path, Json::Null).await.ok();
    assert_eq!((left.string("email"), left.string("phone")), (String::new(), String::new()));
    assert_eq!((&left.json()["identities"], &left.json()["user_metadata"]), (&json!([]), &json!({})));
    assert!(left.json()["deleted_at"].is_string());
    app.sign_in(BIA, PASSWORD).await.refused_with(400, "invalid_credentials");
    // The emptied account, and the one of removed members.
    assert_eq!(app.count("SELECT count(*) AS n FROM users", &[]).await, 2);
    for of_the_person in
        ["SELECT count(*) AS n FROM member_profiles", "SELECT count(*) AS n FROM subscribers"]
    {
        assert_eq!(app.count(of_the_person, &[]).await, 0, "{of_the_person}");
    }
    let said = "SELECT count(*) AS n FROM community_posts WHERE author_id = $1";
    for author in [soft.as_str(), ateneu_auth::REMOVED_MEMBER] {
        assert_eq!(app.count(said, &[author.into()]).await, 1, "{author}: others answered it");
        let answered = "SELECT count(*) AS n FROM community_comments
                        WHERE author_id = $1 AND content = 'Assim, pessoa que saiu.'";
        assert_eq!(app.count(answered, &[author.into()]).await, 1, "{author}: names nobody");
    }
    app.account(BIA).await;
}

#[db_test]
async fn the_last_administrator_cannot_be_deleted(app: Harness) {
    let first = app.account(ANA).await;
    let second = app.account(BIA).await;
    app.make_admin(&first).await;
    app.make_admin(&second).await;
    let remove = async |id: &str, soft: bool| {
        let body = json!({ "should_soft_delete": soft });
        app.service("DELETE", &format!("/admin/users/{id}"), body).await
    };
    remove(&first, true).await.ok();
    for soft in [true, false] {
        remove(&second, soft).await.refused_with(422, "last_admin");
    }
    app.sign_in(BIA, PASSWORD).await.ok();
}

#[db_test]
async fn the_command_line_invites_an_administrator_by_a_single_link(app: Harness) {
    let link = app.auth.create_admin(" Chefe@exemplo.com").await.unwrap();
    let old = link.strip_prefix("https://casa.test/conta/nova-senha?token_hash=").unwrap();
    let old = old.strip_suffix("&type=recovery&next=%2Fadmin").unwrap().to_owned();
    let link = app.auth.create_admin("chefe@exemplo.com").await.unwrap();
    let secret = link.split(['=', '&']).nth(1).unwrap().to_owned();
    let verify = async |secret: &str, kind: &str| app.verify_link(secret, kind).await;
    assert_eq!(verify(&old, "recovery").await.refusal(), (403, "otp_expired"), "a newer link was made");
    verify(&secret, "signup").await.refused_with(403, "otp_expired");
    let stored = app.text("SELECT digest FROM one_time_tokens", &[]).await.unwrap();
    assert_ne!(stored, secret);
    let session = verify(&secret, "recovery").await.ok();
    verify(&secret, "recovery").await.refused_with(403, "otp_expired");
    let token = session.string("access_token");
    app.update_user(&token, json!({ "password": PASSWORD })).await.ok();
    let signed_in = app.sign_in("chefe@exemplo.com", PASSWORD).await.ok();
    let caller = app.auth.caller(&signed_in.string("access_token")).await.unwrap();
    assert!(caller.facts.admin);
    assert_eq!(app.count("SELECT count(*) AS n FROM user_roles", &[]).await, 1);

    let late = app.auth.create_admin("chefe@exemplo.com").await.unwrap();
    app.advance_secs(3_600);
    let late = late.split(['=', '&']).nth(1).unwrap();
    verify(late, "recovery").await.refused_with(403, "otp_expired");
}

#[sqlite_test]
async fn a_generated_link_checks_the_email_and_adds_no_metadata(app: Harness) {
    let body = json!({ "type": "signup", "email": "xx:;x@x.x", "password": "password123" });
    let refused =
        app.service("POST", "/admin/generate_link", body).await.refused_with(400, "validation_failed");
    assert_eq!(refused.json()["message"], "Unable to validate email address: invalid format");

    let body = json!({ "type": "signup", "email": ANA, "password": PASSWORD, "data": { "nome": "Ana" } });
    let made = app.service("POST", "/admin/generate_link", body).await.ok();
    assert_eq!(made.json()["user_metadata"], json!({ "nome": "Ana" }));
}
