//! Names of rows in the audit log's entries.

use ateneu_accounts::{AuditPage, ListAuditLog};
use ateneu_audit::{Actor, Entry};
use ateneu_functions::ListPage;
use ateneu_testkit::{db_test, sqlite_test};

use crate::fixture::Fixture;

const CATEGORY: &str = "0190a6b2-0000-7000-8000-000000000301";
const CONTENT: &str = "0190a6b2-0000-7000-8000-000000000302";
const GONE: &str = "0190a6b2-0000-7000-8000-000000000303";

async fn record(
    app: &Fixture,
    acts: Vec<(&'static str, String, Option<String>, Option<String>)>,
) -> AuditPage {
    let now = app.clock.now();
    let actor = Actor { user_id: GONE.into(), address: None };
    app.db
        .write(move |tx| {
            for (action, subject, old, new) in &acts {
                let entry = Entry { action, subject, old: old.as_deref(), new: new.as_deref() };
                ateneu_audit::write(tx, Some(&actor), entry, now)?;
            }
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
    app.people.audit_log(&ListAuditLog::default(), ListPage::of(None)).await.unwrap()
}

async fn rows(app: &Fixture) {
    let now = app.clock.now();
    let category = "INSERT INTO categories (id, name, created_at, updated_at) VALUES ($1, 'Gestão', $2, $2)";
    app.execute(category, &[CATEGORY.into(), now.into()]).await;
    let content = "INSERT INTO contents (id, title, content_type, created_at, updated_at)
         VALUES ($1, 'A pauta', 'article', $2, $2)";
    app.execute(content, &[CONTENT.into(), now.into()]).await;
    let channel = "INSERT INTO channels (id, name, created_at) VALUES ('1', 'geral', $1)";
    app.execute(channel, &[now.into()]).await;
}

#[db_test]
async fn the_audit_log_names_its_rows_and_the_rows_they_refer_to(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    rows(&app).await;
    let subscription = format!(r#"{{"user_id":"{}"}}"#, ana.user_id);
    let moved = format!(r#"{{"category_id":"{CATEGORY}"}}"#);
    let page = record(
        &app,
        vec![
            ("update-contents", CONTENT.into(), Some(r#"{"category_id":null}"#.into()), Some(moved)),
            ("insert-subscribers", GONE.into(), None, Some(subscription)),
            ("update-password-policy", "min_password_length".into(), Some("6".into()), Some("8".into())),
            ("insert-channel-members", format!("1/{}", ana.user_id), None, None),
        ],
    )
    .await;
    let named =
        |id: &str| page.names.get(id).and_then(|row| Some((row.table.as_deref()?, row.name.as_deref()?)));
    assert_eq!(named(CONTENT), Some(("contents", "A pauta")));
    assert_eq!(named(CATEGORY), Some(("categories", "Gestão")), "what a field points to");
    assert_eq!(named(&ana.user_id), Some(("users", "ana@exemplo.com.br")), "a person in a field");
    assert_eq!(named("1"), Some(("channels", "geral")), "a row that a row joins");
    assert_eq!(page.names.len(), 5, "nothing else is mentioned: {:?}", page.names);
    let subscription = &page.names[GONE];
    assert_eq!((subscription.table.as_deref(), subscription.gone), (Some("subscribers"), true));
}

#[db_test]
async fn untitled_rows_are_named_by_person_or_address(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let now = app.clock.now();
    let subscriber = "INSERT INTO subscribers (id, user_id, email, status, created_at, updated_at)
                      VALUES ($1, $2, 'ana@exemplo.com.br', 'active', $3, $3)";
    app.execute(subscriber, &[CONTENT.into(), (&ana.user_id).into(), now.into()]).await;
    let access = "INSERT INTO hotmart_access (id, email, created_at, updated_at)
                  VALUES ($1, 'bia@exemplo.com.br', $2, $2)";
    app.execute(access, &[CATEGORY.into(), now.into()]).await;
    let page = record(
        &app,
        vec![
            ("update-subscribers", CONTENT.into(), None, None),
            ("refresh-hotmart-access", CATEGORY.into(), None, None),
        ],
    )
    .await;
    let (subscriber, access) = (&page.names[CONTENT], &page.names[CATEGORY]);
    assert_eq!(subscriber.name.as_deref(), Some("ana@exemplo.com.br"));
    assert_eq!(subscriber.person.as_ref(), Some(&ana.user_id));
    assert_eq!(access.name.as_deref(), Some("bia@exemplo.com.br"));
    assert_eq!((access.table.as_deref(), access.person.as_ref()), (Some("hotmart_access"), None));
}

#[db_test]
async fn a_deleted_row_keeps_the_name_in_its_audit_entry(app: Fixture) {
    let kept = Some(r#"{"name":"Velha"}"#.to_owned());
    let page = record(&app, vec![("delete-categories", GONE.into(), kept, None)]).await;
    let category = &page.names[GONE];
    assert_eq!((category.name.as_deref(), category.gone), (Some("Velha"), true));
}

#[db_test]
async fn a_deleted_account_is_marked_deleted_without_its_name(app: Fixture) {
    let page = record(&app, vec![("ban-person", GONE.into(), None, Some("{}".into()))]).await;
    let account = &page.names[GONE];
    assert_eq!(account.table.as_deref(), Some("users"));
    assert_eq!((account.name.as_ref(), account.gone), (None, true));
}

#[db_test]
async fn an_entry_about_many_rows_names_no_row(app: Fixture) {
    let page = record(&app, vec![]).await;
    assert!(page.entries.is_empty() && page.names.is_empty());

    let acts =
        [("insert-contents", "*"), ("export-people", "*"), ("update-password-policy", "min_password_length")];
    let page =
        record(&app, acts.map(|(action, subject)| (action, subject.into(), None, None)).to_vec()).await;
    assert!(page.names.is_empty(), "{:?}", page.names);
}

#[db_test]
async fn a_renamed_row_is_shown_under_its_current_name(app: Fixture) {
    rows(&app).await;
    let (old, new) = (r#"{"title":"Antes"}"#.to_owned(), r#"{"title":"Depois"}"#.to_owned());
    let page = record(&app, vec![("update-contents", CONTENT.into(), Some(old), Some(new))]).await;
    let content = &page.names[CONTENT];
    assert_eq!((content.name.as_deref(), content.gone), (Some("A pauta"), false));
}

#[sqlite_test]
async fn actions_have_labels_in_portuguese(app: Fixture) {
    let labels = [
        ("update-contents", "Conteúdo alterado"),
        ("delete-community-posts", "Publicação excluída"),
        ("insert-newsletter-subscriptions", "Inscrição na newsletter criada"),
        ("ban-person", "Conta suspensa"),
        ("apply-rate-limit", "Limite de tentativas alterado"),
        ("no-longer-known", "no-longer-known"),
        ("update-nothing", "update-nothing"),
    ];
    let page =
        record(&app, labels.iter().map(|(action, _)| (*action, "*".into(), None, None)).collect()).await;
    let mut listed: Vec<_> = page.entries.iter().map(|entry| (&*entry.action, &*entry.label)).collect();
    listed.sort_unstable();
    let mut expected = labels.to_vec();
    expected.sort_unstable();
    assert_eq!(listed, expected);
    let choices: Vec<_> = page.actions.iter().map(|choice| &*choice.label).collect();
    assert!(choices.is_sorted() && choices.len() == labels.len(), "{choices:?}");
}
