//! Who gets an email about a comment, and who does not.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::ops::Deref;

use ateneu_db::Db;
use ateneu_mail::Mail;
use ateneu_testkit::{TestApp, db_test};

const AT: &str = "2026-11-01T00:00:00.000000+00:00";

struct Harness {
    app: TestApp,
    mail: Mail,
}

impl Deref for Harness {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.app
    }
}

/// Ana's post, and the accounts of Ana and Bia.
async fn community(db: Db) -> Harness {
    let mut app = TestApp::new(db);
    app.row_emails(|| ateneu_community::module().emails);
    let mail = app.mail();
    let app = Harness { app, mail };
    for (id, email) in [("ana", "ana@exemplo.com.br"), ("bia", "bia@exemplo.com.br")] {
        let sql = "INSERT INTO users (id, email, email_confirmed_at, created_at, updated_at)
                   VALUES ($1, $2, $3, $3, $3)";
        app.execute(sql, &[id.into(), email.into(), AT.into()]).await;
    }
    app.execute("INSERT INTO channels (id, name, created_at) VALUES ('1', 'geral', $1)", &[AT.into()]).await;
    let post = "INSERT INTO community_posts (id, title, content, author_id, created_at, updated_at)
                VALUES ('post', 'Metas de equipe', 'texto', 'ana', $1, $1)";
    app.execute(post, &[AT.into()]).await;
    app
}

/// Adds a comment; how many emails Ana has received by then.
async fn comment(app: &Harness, id: &str, author: &str, hidden: bool) -> usize {
    let sql =
        "INSERT INTO community_comments (id, post_id, content, author_id, is_hidden, created_at, updated_at)
               VALUES ($1, 'post', 'palavras de outra pessoa', $2, $3, $4, $4)";
    let parameters = vec![id.into(), author.into(), hidden.into(), AT.into()];
    app.execute(sql, &parameters).await;
    app.mail.work().await.unwrap();
    app.emails("ana@exemplo.com.br").await.len()
}

#[db_test]
async fn authors_get_one_email_a_day_without_words_of_others(db: Db) {
    let app = community(db).await;
    assert_eq!(comment(&app, "1", "bia", false).await, 1);
    assert_eq!(comment(&app, "2", "bia", false).await, 1, "the same day");
    app.advance_days(1);
    assert_eq!(comment(&app, "3", "bia", false).await, 2);
    let text = app.email("ana@exemplo.com.br").await.text;
    assert!(text.contains("> Metas de equipe") && !text.contains("palavras"), "{text}");
}

#[db_test]
async fn own_hidden_and_unsubscribed_comments_send_no_email(db: Db) {
    let app = community(db).await;
    assert_eq!(comment(&app, "1", "ana", false).await, 0, "the own comment");
    assert_eq!(comment(&app, "2", "bia", true).await, 0, "hidden");
    let preference = "INSERT INTO notification_preferences (user_id, community_replies, updated_at)
                VALUES ('ana', FALSE, $1)";
    app.execute(preference, &[AT.into()]).await;
    assert_eq!(comment(&app, "3", "bia", false).await, 0, "not wanted");
    app.execute("UPDATE notification_preferences SET community_replies = TRUE", &[]).await;
    app.execute("UPDATE users SET email_confirmed_at = NULL WHERE id = 'ana'", &[]).await;
    assert_eq!(comment(&app, "4", "bia", false).await, 0, "an address that was not proved");
    app.execute("UPDATE users SET email_confirmed_at = created_at WHERE id = 'ana'", &[]).await;
    assert_eq!(comment(&app, "5", "bia", false).await, 1);
}
