//! A project in its new place: who signs in how, which rows and files are there, and what stayed out.

use ateneu_import::{FilesFrom, Options};
use ateneu_testkit::{TestClient, TestResponse, databases::Place, db_test};
use axum::http::StatusCode;
use serde_json::json;
use totp_rs::{Builder, Secret};

use crate::fixture::{FILES, PASSWORD, Project, SECRET, counts, id, reasons};

async fn sign_in(client: &TestClient, key: &str, address: (&str, &str)) -> TestResponse {
    let body = json!({ (address.0): address.1, "password": PASSWORD });
    client.post("/auth/v1/token?grant_type=password").header("apikey", key).json(&body).await
}

#[db_test]
async fn a_trial_foretells_the_import_without_a_change(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let before = project.rows().await;
    let there = project.source.ask("SELECT count(*) FROM auth.users").await;
    let trial = project.import(Options { is_applied: false, ..project.options() }).await.unwrap();
    assert_eq!(project.rows().await, before);
    assert!(project.storage.downloads().is_empty(), "a trial copies no files");
    assert_eq!(std::fs::read_dir(project.folder.path().join("files")).unwrap().count(), 0);
    assert_eq!(project.source.ask("SELECT count(*) FROM auth.users").await, there);
    let applied = project.import(project.options()).await.unwrap();
    assert_eq!(trial.tables, applied.tables, "the trial foretold the import");
    assert_eq!(trial.left_out, applied.left_out);
    assert!(trial.to_string().contains("--apply") && !applied.to_string().contains("--apply"));
}

#[db_test]
async fn people_sign_in_with_their_former_passwords(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "auth.users"), [13, 13, 0, 0, 0, 0]);
    assert_eq!(counts(&report, "auth.identities"), [11, 11, 0, 0, 0, 0]);
    let app = project.serve().await;
    let (client, key) = (TestClient::new(app.router.clone()), app.auth.api_keys().anon);
    for address in [("email", "bia@exemplo.com.br"), ("email", "Lia@exemplo.com.br")] {
        let signed = sign_in(&client, &key, address).await;
        assert_eq!(signed.status, StatusCode::OK, "{address:?} {signed:?}");
    }
    for (email, code) in [
        ("caio@exemplo.com.br", "invalid_credentials"),
        ("duda@exemplo.com.br", "invalid_credentials"),
        ("eva@exemplo.com.br", "invalid_credentials"),
        ("fabio@exemplo.com.br", "email_not_confirmed"),
        ("gil@exemplo.com.br", "user_banned"),
        ("f3a1b2", "invalid_credentials"),
    ] {
        let refused = sign_in(&client, &key, ("email", email)).await;
        assert_eq!(refused.json()["error_code"], code, "{email} {refused:?}");
    }
    let service = app.auth.api_keys().service_role;
    let user = |number| {
        let path = format!("/auth/v1/admin/users/{}", id(number));
        client.get(&path).token(&service)
    };
    let ana = user(1).await;
    assert_eq!(ana.string("created_at"), "2024-03-01T09:59:00.000000Z");
    assert_eq!(ana.string("email_confirmed_at"), "2024-03-01T10:00:00.123456Z");
    assert_eq!(ana.json()["user_metadata"]["full_name"], "Ana Lima");
    let eva = user(5).await;
    assert_eq!(eva.json()["identities"][0]["provider"], "google");
    assert_eq!(eva.json()["identities"][0]["id"], "108204");
    let deleted = user(8).await;
    assert_eq!(deleted.string("email"), "");
    assert_eq!(deleted.string("deleted_at"), "2025-01-01T00:00:00.000000Z");
    assert_eq!(user(9).await.json()["is_anonymous"], true);
    let of_company = user(11).await;
    assert_eq!(
        (of_company.json()["is_sso_user"].as_bool(), of_company.string("email").as_str()),
        (Some(true), "ana@exemplo.com.br")
    );
    app.close().await.unwrap();
}

#[db_test]
async fn second_factors_prove_themselves_as_before(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "auth.mfa_factors"), [5, 4, 0, 0, 0, 1]);
    let app = project.serve().await;
    let (client, key) = (TestClient::new(app.router.clone()), app.auth.api_keys().anon);
    let signed = sign_in(&client, &key, ("email", "ana@exemplo.com.br")).await;
    assert_eq!(signed.status, StatusCode::OK, "{signed:?}");
    let half = signed.string("access_token");
    let roles = client.get("/rest/v1/user_roles").token(&half).await;
    assert_ne!(roles.json(), &json!([{}]), "a session without the second factor is a visitor");
    let factor = "/auth/v1/factors/00000000-0000-4000-9000-000000000001";
    let challenge = client.post(&format!("{factor}/challenge")).token(&half).header("apikey", &key).await;
    let seconds = u64::try_from(project.clock.now().seconds()).unwrap();
    let authenticator = Builder::new().with_secret(Secret::try_from_base32(SECRET).unwrap()).build().unwrap();
    let code = authenticator.generate(seconds).to_string();
    let proof = json!({ "challenge_id": challenge.string("id"), "code": code });
    let whole =
        client.post(&format!("{factor}/verify")).token(&half).header("apikey", &key).json(&proof).await;
    assert_eq!(whole.status, StatusCode::OK, "{whole:?}");
    let contacts = client.get("/rest/v1/contacts?select=name").token(&whole.string("access_token")).await;
    assert_eq!(contacts.json(), &json!([{ "name": "Rui" }]), "the role of an administrator came along");

    let phone = sign_in(&client, &key, ("phone", "+5511999990010")).await;
    assert_eq!(phone.status, StatusCode::OK, "{phone:?}");
    assert_eq!(phone.json()["user"]["factors"][0]["factor_type"], "phone");
    app.close().await.unwrap();
}

#[db_test]
async fn rows_and_files_are_served_as_before(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let report = project.import(project.options()).await.unwrap();
    assert_eq!(counts(&report, "storage.objects"), [3, 3, 0, 0, 0, 0]);
    assert_eq!((report.bytes, report.addresses), (72, 2));
    let app = project.serve().await;
    let (client, keys) = (TestClient::new(app.router.clone()), app.auth.api_keys());
    let content = client.get("/rest/v1/contents").header("apikey", &keys.anon).await;
    let content = &content.json()[0];
    assert_eq!(content["thumbnail_url"], "/storage/v1/object/public/contents/thumbnails/capa%20um.png");
    assert_eq!(
        (&content["category"], &content["tags"]),
        (&json!("Gestão"), &json!(["gestão", "duas palavras"]))
    );
    assert!(
        content["body"]
            .as_str()
            .unwrap()
            .contains("src=\"/storage/v1/object/public/contents/article/foto.png\"")
    );
    assert_eq!(content["created_at"], "2025-02-01T12:00:00.000000+00:00");
    let photo = client.get("/storage/v1/object/public/contents/article/foto.png").await;
    assert_eq!((photo.text(), photo.header("content-type")), (FILES[0].1, "image/png"));
    let facts =
        client.get("/storage/v1/object/info/contents/article/foto.png").token(&keys.service_role).await;
    assert_eq!(facts.string("cache_control"), "max-age=3600");
    assert_eq!(facts.json()["metadata"], json!({ "name": "Foto.png" }));
    let sheet = client.get("/storage/v1/object/planilhas/dados.txt");
    assert_eq!(sheet.token(&keys.service_role).await.text(), FILES[2].1);
    assert_ne!(client.get("/storage/v1/object/public/planilhas/dados.txt").await.status, StatusCode::OK);
    let posts = client.get("/rest/v1/community_posts?select=title,tags,likes_count");
    let posts = posts.token(&keys.service_role).await;
    assert_eq!(posts.json(), &json!([{ "title": "Primeira", "tags": ["um", "dois"], "likes_count": 0 }]));
    let comments = client.get("/rest/v1/community_comments?select=content&order=content");
    let comments = comments.token(&keys.service_role).await;
    assert_eq!(
        comments.json(),
        &json!([{ "content": "Primeira" }, { "content": "Segunda" }, { "content": "Terceira" }])
    );
    let member = client.get("/rest/v1/subscribers?select=plan,user_id,access_until&order=email");
    let member = member.token(&keys.service_role).await;
    assert_eq!(
        member.json()[0],
        json!({ "plan": "scale", "user_id": id(2), "access_until": "2026-12-10T00:00:00.000000+00:00" })
    );
    // What is named by rows is known as used, so that no cleanup removes it.
    let used: i64 =
        app.db.read(|tx| tx.query_one_as("SELECT count(*) FROM objects WHERE is_used", &[])).await.unwrap();
    assert_eq!(used, 2);
    app.close().await.unwrap();
    let to = project.destination().await;
    let sent: i64 =
        to.db.read(|tx| tx.query_one_as("SELECT count(*) FROM mail_messages", &[])).await.unwrap();
    assert_eq!(sent, 0, "imported rows are followed by no emails");
}

#[db_test]
async fn the_report_names_left_out_rows_with_their_reasons(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let file = project.folder.path().join("relato.jsonl");
    let report = project.import(Options { report: Some(file.clone()), ..project.options() }).await.unwrap();
    let only = |reason: &str| vec![(reason.to_owned(), 1)];
    assert_eq!(
        reasons(&report, "auth.mfa_factors"),
        only("skipped: its secret cannot be read; the project may store it encrypted")
    );
    for (table, column) in
        [("user_roles", "role"), ("member_profiles", "linkedin_url"), ("contacts", "email")]
    {
        let found = reasons(&report, &format!("public.{table}"));
        assert!(
            found.len() == 1 && found[0].0.contains(&format!("{table}_{column}_check")),
            "{table} {found:?}"
        );
    }
    assert_eq!(
        reasons(&report, "public.community_comments"),
        only("skipped: post_id names a row of community_posts that is not here")
    );
    assert_eq!(report.table("public.member_profiles").unwrap().unknown_columns, ["favourite_colour"]);
    let left =
        |part: &str| report.left_out.iter().find(|out| out.what.contains(part)).map_or(0, |out| out.count);
    for (part, count) in [
        ("passwords", 2),
        ("security keys", 1),
        ("sessions", 1),
        ("roles of accounts", 1),
        ("public.old_leads", 2),
        ("buckets that are not declared", 1),
    ] {
        assert_eq!(left(part), count, "{part}");
    }
    assert!(!report.is_complete());
    let printed = report.to_string();
    let written = std::fs::read_to_string(file).unwrap();
    for text in [&printed, &written] {
        assert!(
            !text.contains("$2b$") && !text.contains(SECRET) && !text.contains("chave-de-servico"),
            "{text}"
        );
    }
    assert!(written.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    assert!(written.contains(&id(3)) && written.contains("public.contacts"), "{written}");
    assert_eq!(counts(&report, "public.newsletter_subscriptions"), [2, 2, 0, 0, 0, 0]);
}

#[db_test]
async fn files_come_from_the_folder_of_a_server_too(place: Place) {
    let Some(project) = Project::filled(&place).await else { return };
    let disk = tempfile::tempdir().unwrap();
    let versions = ["00000000-0000-4000-e100-000000000001", "", "00000000-0000-4000-e100-000000000003"];
    for ((name, text), version) in FILES.into_iter().zip(versions) {
        let path = disk.path().join("stub/stub").join(name).join(version);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let path = if version.is_empty() { disk.path().join("stub/stub").join(name) } else { path };
        std::fs::write(path, if version.ends_with('3') { "curto" } else { text }).unwrap();
    }
    let folder = FilesFrom::Folder(disk.path().to_owned());
    let report = project.import(Options { files: Some(folder), ..project.options() }).await.unwrap();
    assert_eq!(counts(&report, "storage.objects"), [3, 2, 0, 0, 0, 1]);
    let reason = "skipped: it has 40 bytes in the project's table, and 5 in its storage";
    assert_eq!(reasons(&report, "storage.objects"), [(reason.to_owned(), 1)]);
    assert!(project.storage.downloads().is_empty());
}
