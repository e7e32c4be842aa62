//! A person's rows of all declared tables: exported to the person, and removed by the erasure.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    sync::Arc,
};

use ateneu_accounts::Export;
use ateneu_base::{Caller, Entitlement, Facts, Value};
use ateneu_testkit::{db_test, sqlite_test};
use futures::TryStreamExt;
use serde_json::Value as Json;
use zip::ZipArchive;

use crate::{
    fixture::Fixture,
    samples::{SECRET, Somebody, fill},
};

const PHONE: &str = "5511999990001";

/// Returns name and bytes of all files of an export.
async fn unpacked(export: Export) -> Vec<(String, Vec<u8>)> {
    let pieces: Vec<bytes::Bytes> = export.into_stream().try_collect().await.unwrap();
    let mut archive = ZipArchive::new(std::io::Cursor::new(pieces.concat())).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut file = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().to_string(), bytes)
        })
        .collect()
}

/// Creates Ana and Bia, each with an account, a profile picture, a picture of a post, and a row in every table.
async fn two_people(app: &Fixture) -> (ateneu_functions::InSession, Somebody, Somebody) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let (bia, _) = app.person("bia@exemplo.com.br").await;
    let confirmed = "UPDATE users SET phone = $2, phone_confirmed_at = created_at WHERE id = $1";
    app.execute(confirmed, &[(&ana.user_id).into(), PHONE.into()]).await;
    let people = [(&ana, "ana"), (&bia, "bia")].map(|(user, word)| Somebody {
        id: user.user_id.clone(),
        email: format!("{word}@exemplo.com.br"),
        word,
    });
    for somebody in &people {
        fill(app, somebody).await;
        let facts = Facts {
            channels: Arc::new(BTreeSet::from(["1".to_owned()])),
            ..Facts::subscriber_of(Entitlement::ALL)
        };
        let caller = Caller::person(&somebody.id, facts);
        let picture = b"\x89PNG\r\n\x1a\n\0\0\0\x0aIDAT a picture";
        for file in [format!("avatars/{}/retrato.png", somebody.id), post_picture(somebody)] {
            assert_eq!(
                app.upload(caller.clone(), &file, "image/png").body(&picture[..]).await.status,
                200,
                "{file}"
            );
        }
    }
    let [first, second] = people;
    // Only Ana's erasure is due.
    let later = "UPDATE account_erasures SET due_at = '2099-01-01' WHERE user_id = $1";
    app.execute(later, &[(&second.id).into()]).await;
    (ana, first, second)
}

/// Returns a picture in a post, stored in the folder of the channel.
fn post_picture(author: &Somebody) -> String {
    format!("community/1/{}.png", author.word)
}

/// Returns the number of mentions of a person by table.
async fn mentions(app: &Fixture, words: &[&str]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for table in app.declared.schema.tables() {
        let rows = app.rows(&format!("SELECT * FROM {}", table.name), &[]).await;
        let names = rows
            .iter()
            .flat_map(|row| row.values())
            .filter_map(Value::as_text)
            .filter(|text| words.iter().any(|word| text.contains(word)))
            .count();
        if names > 0 {
            found.insert(table.name.to_owned(), names);
        }
    }
    found
}

#[sqlite_test]
async fn an_export_is_complete_and_without_other_users_data(app: Fixture) {
    let (user, ana, bia) = two_people(&app).await;
    let export = app.people.export(&user, None).await.unwrap();
    assert_eq!(export.day(), "2027-01-15");
    let files = unpacked(export).await;
    for table in app.declared.schema.tables() {
        let own = table.personal_columns().into_iter().any(|named| named.own);
        let name = format!("dados/{}.json", table.name);
        let file = files.iter().find(|(path, _)| *path == name);
        assert_eq!(file.is_some(), own, "{name}");
        if let Some((_, bytes)) = file {
            let rows: Vec<Json> = serde_json::from_slice(bytes).unwrap();
            assert!(!rows.is_empty(), "{name} holds the person's row");
        }
    }
    for (name, bytes) in &files {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains(SECRET), "{name} holds a secret");
        assert!(!text.contains("argon2"), "{name} holds a hash");
        assert!(!text.contains(&bia.id) && !text.contains(&bia.email), "{name} tells of somebody else");
    }
    for file in [format!("avatars/{}/retrato.png", ana.id), post_picture(&ana)] {
        let name = format!("arquivos/{file}");
        assert!(files.iter().any(|(path, bytes)| *path == name && bytes.ends_with(b"a picture")), "{name}");
    }
    assert_eq!(files.iter().filter(|(path, _)| path.starts_with("arquivos/")).count(), 2);
    assert!(files.iter().any(|(name, _)| name == "LEIA-ME.txt"));
}

/// The export omits the data that pages hide from the person.
#[db_test]
async fn an_export_follows_read_rules_and_masks(app: Fixture) {
    let (user, ana, bia) = two_people(&app).await;
    let files = async || unpacked(app.people.export(&user, None).await.unwrap()).await;
    let rows = |files: &[(String, Vec<u8>)], name: &str| -> Vec<Json> {
        let path = format!("dados/{name}.json");
        serde_json::from_slice(&files.iter().find(|(found, _)| *found == path).unwrap().1).unwrap()
    };
    let decided =
        "UPDATE community_decisions SET decided_by = $1, appeal_decided_by = $1, reason = 'porque sim'";
    app.execute(decided, &[(&bia.id).into()]).await;
    // The notice is for Bia, from Ana.
    app.execute("UPDATE notices SET actor_id = $1 WHERE user_id <> $1", &[(&ana.id).into()]).await;
    let before = files().await;
    let decisions = rows(&before, "community_decisions");
    assert_eq!(decisions.len(), 1);
    assert_eq!((&decisions[0]["reason"], &decisions[0]["decided_by"]), (&"porque sim".into(), &Json::Null));
    assert_eq!(decisions[0]["appeal_decided_by"], Json::Null);
    for (table, owner) in [("notices", "user_id"), ("community_reports", "reporter_id")] {
        let rows = rows(&before, table);
        assert!(
            !rows.is_empty() && rows.iter().all(|row| row[owner] == ana.id.as_str()),
            "{table}: {rows:?}"
        );
    }
    app.execute("UPDATE community_decisions SET informs_subject = FALSE", &[]).await;
    assert_eq!(rows(&files().await, "community_decisions"), [Json::Null; 0]);
}

/// Adds mentions of Ana to Bia's texts.
async fn mention(app: &Fixture, ana: &Somebody, bia: &Somebody) {
    let mention = format!("Concordo com [@Ana]({}{}).", "/membros/membro/", ana.id);
    let shown = format!("<p>Concordo com <a href=\"/membros/membro/{}\">@Ana</a>.</p>", ana.id);
    for table in ["community_posts", "community_comments"] {
        let sql = format!("UPDATE {table} SET content = $2, content_html = $3 WHERE author_id = $1");
        let values = [bia.id.as_str().into(), mention.as_str().into(), shown.as_str().into()];
        app.execute(&sql, &values).await;
    }
}

#[db_test]
async fn an_erasure_removes_one_person_alone(app: Fixture) {
    let (_, ana, bia) = two_people(&app).await;
    let words = format!("{{\"email\":\"{}\",\"by\":\"{}\",\"phone\":\"+{PHONE}\"}}", ana.email, ana.id);
    let sql =
        "INSERT INTO audit_log (id, created_at, action, subject, new_value) VALUES ($1, $2, 'x', 'y', $3)";
    app.execute(sql, &[bia.id.as_str().into(), app.clock.now().into(), words.into()]).await;
    mention(&app, &ana, &bia).await;
    let before = mentions(&app, &[&bia.id, &bia.email]).await;
    let done = app.people.erase_due().await.unwrap();
    assert_eq!(done.erased, 1);
    let mut left = mentions(&app, &[&ana.id, &ana.email, PHONE]).await;
    assert_eq!(left.remove("mail_messages"), Some(1), "the last email");
    assert_eq!(left.remove("erased_accounts"), Some(1), "the id alone, for backups that hold the rest");
    assert_eq!(app.subjects(&ana.email).await, ["Sua conta foi excluída"]);
    assert_eq!(left, BTreeMap::new());
    let left = app.texts("SELECT bucket_id || '/' || name FROM objects WHERE bucket_id IN ('avatars', 'community') ORDER BY bucket_id", &[]).await;
    let kept = [format!("avatars/{}/retrato.png", bia.id), post_picture(&bia)];
    assert_eq!(left, kept, "the pictures of the one who stays");
    assert_eq!(mentions(&app, &[&bia.id, &bia.email]).await, before);
}

#[db_test]
async fn community_posts_stay_without_their_erased_author(app: Fixture) {
    let (_, ana, bia) = two_people(&app).await;
    mention(&app, &ana, &bia).await;
    assert_eq!(app.people.erase_due().await.unwrap().erased, 1);
    let removed = ateneu_auth::REMOVED_MEMBER;
    for table in ["community_posts", "community_comments"] {
        let sql = format!("SELECT content FROM {table} WHERE author_id = $1");
        let texts = app.texts(&sql, &[removed.into()]).await;
        assert_eq!(texts.len(), 1, "{table}");
        assert!(texts[0].starts_with(ana.word));
        // Others' mentions of her are anonymous now.
        let sql = format!("SELECT content || ' ' || content_html FROM {table} WHERE author_id = $1");
        let texts = app.texts(&sql, &[bia.id.as_str().into()]).await;
        assert_eq!(texts, ["Concordo com pessoa que saiu. <p>Concordo com pessoa que saiu.</p>"], "{table}");
        let sql = format!("SELECT search_text FROM {table} WHERE author_id = $1");
        let found = app.texts(&sql, &[bia.id.as_str().into()]).await;
        assert!(found[0].ends_with("concordo com pessoa que saiu"), "{found:?}");
    }
    let sql = "SELECT display_name FROM member_profiles WHERE user_id = $1";
    assert_eq!(app.text(sql, &[removed.into()]).await.as_deref(), Some("Membro removido"));
    let events =
        app.rows("SELECT user_id, ip_address FROM auth_logs WHERE action = 'account_erased'", &[]).await;
    assert!(events.len() == 1 && events[0].values().iter().all(|value| value.is_null()));
}

#[db_test]
async fn a_receipt_outlives_its_person_without_the_name(app: Fixture) {
    const TAX_ID: &str = "123.456.789-09";
    let (user, ana, bia) = two_people(&app).await;
    for (somebody, tax_id) in [(&ana, TAX_ID), (&bia, "12.ABC.345/01DE-35")] {
        let sql = "UPDATE payment_invoices SET tax_id = $2 WHERE user_id = $1";
        app.execute(sql, &[(&somebody.id).into(), tax_id.into()]).await;
    }
    let files = unpacked(app.people.export(&user, None).await.unwrap()).await;
    let of = |path: &str| files.iter().find(|(name, _)| name == path).unwrap().1.clone();
    let receipts: Vec<Json> = serde_json::from_slice(&of("dados/payment_invoices.json")).unwrap();
    assert_eq!(receipts.iter().map(|receipt| &receipt["tax_id"]).collect::<Vec<_>>(), [TAX_ID]);
    let access = "SELECT count(*) FROM auth_logs WHERE user_id IS NULL AND ip_address IS NOT NULL";
    let before = app.count(access, &[]).await;
    app.people.erase_due().await.unwrap();
    let receipts =
        app.rows("SELECT user_id, status FROM payment_invoices WHERE tax_id = $1", &[TAX_ID.into()]).await;
    assert!(receipts.len() == 1 && receipts[0].get("user_id").is_null(), "the law wants it for five years");
    assert_eq!(mentions(&app, &[TAX_ID]).await, BTreeMap::from([("payment_invoices".into(), 1)]));
    assert!(app.count(access, &[]).await > before, "an access stays as a time and an address of the network");
    assert_eq!(
        mentions(&app, &["12.ABC.345/01DE-35"]).await,
        BTreeMap::from([("payment_invoices".into(), 1)])
    );
}
