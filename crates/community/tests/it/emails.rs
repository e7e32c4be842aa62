//! The emails of notices: their times, their contents, and their omissions.

use std::time::Duration;

use ateneu_community::NoticeEmails;
use ateneu_testkit::{
    databases::{self, FromPlace, Place, call, on_postgres, on_sqlite},
    db_test, sqlite_test,
};
use serde_json::{Value, json};

use super::{
    Community, OPEN,
    Who::{Admin, Ana, Bia, Moderator, Service},
    id,
};

const FAR: &str = "2999-01-01T00:00:00.000000+00:00";

struct Emails(Community);

impl FromPlace for Emails {
    /// Opens a community in which Ana and Bia are subscribers with confirmed addresses, daily emails of notices, and no
    /// summary.
    async fn from_place(place: Place) -> Self {
        let community = Community::filled(place.db).await;
        for (number, name) in [(1, "Ana Prado"), (2, "Bia Luz")] {
            community.subscription(number, FAR).await;
            for sql in [
                "UPDATE users SET email_confirmed_at = $2 WHERE id = $1",
                "INSERT INTO notification_preferences (user_id, email_period, summary_period, updated_at)
                 VALUES ($1, 'dia', 'nunca', $2)",
            ] {
                community.write_sql(sql, vec![id(number).into(), FAR.into()]).await;
            }
            let profile =
                "INSERT INTO member_profiles (id, user_id, display_name, join_date, created_at, updated_at)
                           VALUES ($1, $1, $2, $3, $3, $3)";
            community.write_sql(profile, vec![id(number).into(), name.into(), FAR.into()]).await;
        }
        Self(community)
    }
}

impl Emails {
    async fn write(&self, sql: &'static str) {
        self.0.write_sql(sql, Vec::new()).await;
    }

    /// Sends due emails. Returns the texts of all emails to Bia so far.
    async fn sent(&self) -> Vec<String> {
        let app = &self.0.0;
        let emails = NoticeEmails {
            db: app.db.clone(),
            clock: app.clock.clone(),
            mail: app.mail(),
            schema: app.declared.schema.clone(),
        };
        emails.send().await.unwrap();
        let sql =
            "SELECT subject || ' ' || text AS value FROM mail_messages WHERE recipient = '2@exemplo.com.br'
                   ORDER BY created_at";
        self.0.0.texts(sql, &[]).await
    }

    /// Adds a comment of Ana under Bia's post.
    async fn comment(&self, number: usize) {
        // Repeated texts, and any text within seconds, are refused.
        self.0.0.clock.advance(Duration::from_secs(6));
        let said = json!({ "content": format!("palavras de Ana {number}") });
        assert_eq!(self.0.comment(Ana, number, said).await.0, 201);
    }

    fn pass(&self, minutes: u64) {
        self.0.0.advance(Duration::from_mins(minutes));
    }

    async fn token(&self) -> String {
        self.0.0.text("SELECT token FROM notice_emails WHERE user_id = $1", &[id(2).into()]).await.unwrap()
    }

    /// Returns Bia's periods of notices and of the summary.
    async fn periods(&self) -> String {
        let sql =
            "SELECT email_period || ' ' || summary_period FROM notification_preferences WHERE user_id = $1";
        self.0.0.text(sql, &[id(2).into()]).await.unwrap()
    }
}

#[db_test]
async fn unread_notices_come_together_after_ten_minutes(emails: Emails) {
    emails.comment(20).await;
    emails.comment(21).await;
    emails.pass(9);
    assert_eq!(emails.sent().await.len(), 0, "they wait");
    emails.pass(1);
    let sent = emails.sent().await;
    assert_eq!(sent.len(), 1);
    assert!(
        sent[0].contains("Você tem 2 avisos novos") && sent[0].contains("Ana Prado comentou em “t”"),
        "{}",
        sent[0]
    );
    assert!(!sent[0].contains("palavras"), "{}", sent[0]);
    emails.comment(22).await;
    emails.pass(60);
    assert_eq!(emails.sent().await.len(), 1, "one a day");
    emails.pass(23 * 60);
    let sent = emails.sent().await;
    assert_eq!(sent.len(), 2);
    assert!(sent[1].contains("1 aviso"), "{}", sent[1]);
    emails.pass(48 * 60);
    assert_eq!(emails.sent().await.len(), 2, "nothing new");
}

#[db_test]
async fn notices_already_read_or_seen_are_not_emailed(emails: Emails) {
    emails.comment(20).await;
    emails.pass(1);
    let now = emails.0.0.clock.now().to_string();
    emails.0.call(Bia, "mark_post_read", json!({ "post_id": id(OPEN), "read_at": now })).await;
    emails.pass(60);
    assert_eq!(emails.sent().await.len(), 0, "read");
    // The person was active elsewhere after it.
    emails.comment(21).await;
    emails.pass(1);
    let now = emails.0.0.clock.now().to_string();
    emails.0.call(Bia, "mark_channel_read", json!({ "channel_id": "1", "read_at": now })).await;
    emails.pass(60);
    assert_eq!(emails.sent().await.len(), 0, "active meanwhile");
    emails.comment(22).await;
    emails.pass(11);
    let sent = emails.sent().await;
    assert!(sent.len() == 1 && sent[0].contains("1 aviso"), "{sent:?}");
}

#[test]
fn a_notice_that_became_unreadable_is_not_emailed() {
    for loss in ["nothing", "hidden", "private", "subscription", "deleted", "silenced", "comment"] {
        let sent = move |place| call(move |emails| is_sent_without_loss(emails, loss), place);
        on_sqlite(databases::product(), sent);
        on_postgres(databases::product(), sent);
    }
}

/// Asserts the email of a comment whose reader lost a right after it was written.
async fn is_sent_without_loss(emails: Emails, loss: &str) {
    emails.comment(20).await;
    let community = &emails.0;
    let hidden = json!({ "is_hidden": true });
    match loss {
        "nothing" => 200,
        "hidden" => community.change(Service, "community_posts", OPEN, hidden).await.0,
        "private" => {
            community.send(Service, "PATCH", "/channels?id=eq.1", json!({ "is_private": true })).await.0
        }
        "deleted" => community.delete(Bia, "community_posts", OPEN).await.0,
        "silenced" => {
            let silence = json!({ "channel_id": "1", "level": "silenciar" });
            community.send(Bia, "POST", "/channel_states", silence).await.0
        }
        "comment" => community.change(Service, "community_comments", 20, hidden).await.0,
        _ => {
            emails.write("UPDATE subscribers SET access_until = NULL").await;
            200
        }
    };
    emails.pass(60);
    // Authors can read their own hidden text.
    let expected = usize::from(["nothing", "hidden"].contains(&loss));
    let sent = emails.sent().await;
    assert_eq!(sent.len(), expected, "{loss}: {sent:?}");
    for table in ["mail_messages", "notice_emails"] {
        let rows = community.0.count(&format!("SELECT count(*) FROM {table}"), &[]).await;
        assert_eq!(rows, expected as i64, "{loss}");
    }
}

#[sqlite_test]
async fn a_summary_names_the_new_posts_of_own_channels(emails: Emails) {
    emails.write("UPDATE notification_preferences SET summary_period = 'semana'").await;
    emails.pass(7 * 24 * 60);
    let community = &emails.0;
    community.send(Service, "PATCH", "/channels?id=eq.9", json!({ "is_private": true })).await;
    for (number, who, title, channel) in [
        (30, Ana, "Novidade aberta", "1"),
        (31, Bia, "Escrito por Bia", "1"),
        (32, Admin, "Segredo privado", "9"),
    ] {
        let post = json!({ "id": id(number), "title": title, "content": "c", "channel_id": channel });
        community.add(who, "community_posts", post).await;
    }
    let sent = emails.sent().await;
    assert_eq!(sent.len(), 1);
    assert!(
        sent[0].contains("O que há de novo na comunidade") && sent[0].contains("“Novidade aberta”, em geral")
    );
    assert!(!sent[0].contains("Segredo") && !sent[0].contains("Escrito por Bia"), "{}", sent[0]);
    emails.pass(6 * 24 * 60);
    assert_eq!(emails.sent().await.len(), 1, "once a week");
    emails.pass(48 * 60);
    assert_eq!(emails.sent().await.len(), 1, "nothing new since");
}

#[db_test]
async fn the_same_notices_are_emailed_only_once(emails: Emails) {
    emails.comment(20).await;
    emails.pass(11);
    assert_eq!(emails.sent().await.len(), 1);
    // Simulates another server that has read before this one wrote.
    emails.write("UPDATE notices SET emailed_at = NULL").await;
    emails.0.0.run("UPDATE notice_emails SET emailed_at = NULL", &[]).await;
    assert_eq!(emails.sent().await.len(), 1);
}

#[db_test]
async fn the_link_of_an_email_changes_its_period_without_signing_in(emails: Emails) {
    emails.comment(20).await;
    emails.pass(11);
    emails.sent().await;
    let token = emails.token().await;
    let headers = emails.0.0.text("SELECT headers FROM mail_messages", &[]).await.unwrap();
    assert!(headers.contains(&format!("https://casa.test/avisos/sair/{token}")), "{headers}");
    assert!(headers.contains("List-Unsubscribe=One-Click"), "{headers}");
    let call = async |name: &str, body: Value| {
        let reply = emails.0.0.post(&format!("/rest/v1/rpc/{name}")).json(&body).await;
        (reply.status.as_u16(), reply.into_json())
    };
    for (token, period, answer) in [
        ("unknown", "hora", (200, json!(false))),
        ("", "hora", (200, json!(false))),
        (token.as_str(), "hora", (200, json!(true))),
    ] {
        let wanted = json!({ "token": token, "email_period": period });
        assert_eq!(call("change_notice_emails", wanted).await, answer);
    }
    assert_eq!(emails.periods().await, "hora nunca");
    let unknown = json!({ "token": token, "email_period": "sempre" });
    assert_eq!(call("change_notice_emails", unknown).await.0, 400);
    emails.write("UPDATE notification_preferences SET summary_period = 'dia'").await;
    for _ in 0..2 {
        assert_eq!(call("stop_notice_emails", json!({ "token": token })).await, (200, json!(true)));
    }
    assert_eq!(emails.periods().await, "nunca nunca");
    emails.comment(21).await;
    emails.pass(48 * 60);
    assert_eq!(emails.sent().await.len(), 1);
    let opened = emails.0.0.get(&format!("/rest/v1/rpc/stop_notice_emails?token={token}")).await;
    assert_eq!(opened.status.as_u16(), 405, "opening a link changes nothing");
}

#[db_test]
async fn preferences_are_read_and_written_by_their_person_only(emails: Emails) {
    for who in [Ana, Moderator, Admin] {
        let path = format!("/notification_preferences?user_id=eq.{}", id(2));
        assert_eq!(emails.0.send(who, "GET", &path, Value::Null).await, (200, json!([])), "{who:?}");
        let change = emails.0.send(who, "PATCH", &path, json!({ "email_period": "nunca" })).await;
        assert_eq!(change, (200, json!([])), "{who:?}");
    }
    let own = format!("/notification_preferences?user_id=eq.{}", id(2));
    let changed = emails.0.send(Bia, "PATCH", &own, json!({ "email_period": "3h" })).await;
    assert_eq!((changed.0, &changed.1[0]["email_period"]), (200, &json!("3h")));
    assert_eq!(emails.0.send(Bia, "PATCH", &own, json!({ "email_period": "sempre" })).await.0, 400);
}
