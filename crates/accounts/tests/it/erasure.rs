//! Requests for exports and erasures, their cancellation and their refusals.

use std::time::Duration;

use ateneu_accounts::{Erased, GRACE};
use ateneu_auth::FRESH;
use ateneu_functions::InSession;
use ateneu_testkit::{db_test, sqlite_test};

use crate::fixture::Fixture;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Fixture {
    /// Returns the subjects of the emails to an address, oldest first.
    pub async fn subjects(&self, recipient: &str) -> Vec<String> {
        self.emails(recipient).await.into_iter().map(|email| email.subject).collect()
    }

    /// Returns the code for reauthentication.
    async fn code(&self, email: &str, token: &str) -> String {
        self.account("GET", "/reauthenticate", token).await.ok();
        self.email(email).await.code().chars().take(6).collect()
    }

    /// Returns the failure of the last event of that kind.
    async fn last_event(&self, action: &str) -> Option<Option<String>> {
        let sql =
            "SELECT error_message FROM auth_logs WHERE action = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
        Some(self.row(sql, &[action.into()]).await?.read().unwrap())
    }
}

fn code_of<T>(answer: Result<T, ateneu_accounts::Error>) -> &'static str {
    match answer {
        Err(ateneu_accounts::Error::Refused(refusal)) => refusal.code,
        Err(error) => panic!("failed: {error}"),
        Ok(_) => "done",
    }
}

async fn subscribe(app: &Fixture, user: &InSession, status: &str, ends: bool) {
    app.run("DELETE FROM subscribers", &[]).await;
    let sql =
        "INSERT INTO subscribers (id, user_id, email, status, cancel_at_period_end, created_at, updated_at)
               VALUES ($1, $1, 'ana@exemplo.com.br', $2, $3, $4, $4)";
    let parameters = vec![(&user.user_id).into(), status.into(), ends.into(), app.clock.now().into()];
    app.execute(sql, &parameters).await;
}

async fn is_there(app: &Fixture, user: &InSession) -> bool {
    let sql = "SELECT id FROM users WHERE id = $1";
    !app.rows(sql, &[(&user.user_id).into()]).await.is_empty()
}

#[db_test]
async fn a_repeated_request_does_not_delay_an_erasure(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let first = app.people.request_erasure(&ana, None).await.unwrap();
    app.advance(Duration::from_secs(60));
    assert_eq!(app.people.request_erasure(&ana, None).await.unwrap(), first);
    assert_eq!(app.subjects("ana@exemplo.com.br").await, ["A exclusão da sua conta está marcada"]);

    assert_eq!(first, app.clock.now() + GRACE - Duration::from_secs(60));
    app.advance(DAY * 14 - Duration::from_secs(61));
    assert_eq!(app.people.erase_due().await.unwrap(), Erased::default());
    assert!(is_there(&app, &ana).await);
    app.advance(Duration::from_secs(1));
    assert_eq!(app.people.erase_due().await.unwrap(), Erased { erased: 1, held: 0 });
    assert!(!is_there(&app, &ana).await);
    assert!(app.people.sessions(&ana.user_id).await.unwrap().is_empty());
}

#[db_test]
async fn a_canceled_erasure_keeps_the_account_and_notifies(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    assert_eq!(code_of(app.people.cancel_erasure(&ana).await), "no_erasure");
    app.people.request_erasure(&ana, None).await.unwrap();
    app.advance(DAY * 13);
    app.people.cancel_erasure(&ana).await.unwrap();
    app.advance(DAY * 2);
    assert_eq!(app.people.erase_due().await.unwrap(), Erased::default());
    assert!(is_there(&app, &ana).await);
    assert_eq!(app.subjects("ana@exemplo.com.br").await[1], "A exclusão da sua conta foi cancelada");
    assert_eq!(app.last_event("erasure_canceled").await, Some(None));
}

#[db_test]
async fn an_old_session_reauthenticates_with_a_single_use_code(app: Fixture) {
    let (ana, token) = app.person("ana@exemplo.com.br").await;
    app.advance(FRESH);
    assert_eq!(code_of(app.people.export(&ana, None).await), "reauthentication_needed");
    assert_eq!(code_of(app.people.request_erasure(&ana, None).await), "reauthentication_needed");
    assert_eq!(code_of(app.people.export(&ana, Some(String::new())).await), "reauthentication_needed");
    let code = app.code("ana@exemplo.com.br", &token).await;
    assert_eq!(code_of(app.people.export(&ana, Some("000000x".into())).await), "reauthentication_not_valid");
    assert_eq!(code_of(app.people.export(&ana, Some(code.clone())).await), "done");
    assert_eq!(code_of(app.people.request_erasure(&ana, Some(code)).await), "reauthentication_not_valid");
    assert!(is_there(&app, &ana).await);
}

#[sqlite_test]
async fn the_code_or_session_of_another_account_is_refused(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let (bia, token) = app.person("bia@exemplo.com.br").await;
    let mixed = InSession { session_id: bia.session_id.clone(), ..ana.clone() };
    assert_eq!(code_of(app.people.export(&mixed, None).await), "session_not_found");
    app.advance(FRESH);
    let code = app.code("bia@exemplo.com.br", &token).await;
    assert_eq!(code_of(app.people.export(&ana, Some(code)).await), "reauthentication_not_valid");
}

#[sqlite_test]
async fn guesses_of_a_confirmation_code_are_limited(app: Fixture) {
    let (ana, token) = app.person("ana@exemplo.com.br").await;
    app.advance(FRESH);
    let code = app.code("ana@exemplo.com.br", &token).await;
    for guess in 0..10 {
        let wrong = Some(format!("x{guess:05}"));
        assert_eq!(code_of(app.people.export(&ana, wrong).await), "reauthentication_not_valid");
    }
    assert_eq!(code_of(app.people.export(&ana, Some(code)).await), "over_request_rate_limit");
}

#[db_test]
async fn the_fourth_export_of_a_day_is_refused_and_logged(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    for _ in 0..3 {
        assert_eq!(code_of(app.people.export(&ana, None).await), "done");
    }
    assert_eq!(app.last_event("data_exported").await, Some(None));
    app.advance(Duration::from_secs(1));
    assert_eq!(code_of(app.people.export(&ana, None).await), "too_many_exports");
    assert_eq!(app.last_event("data_exported").await, Some(Some("too_many_exports".into())));
}

#[db_test]
async fn a_subscription_refuses_an_erasure_or_holds_it(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    for status in ["active", "trialing", "past_due", "unpaid", "paused"] {
        subscribe(&app, &ana, status, false).await;
        assert_eq!(code_of(app.people.request_erasure(&ana, None).await), "subscription_active", "{status}");
    }
    assert_eq!(app.last_event("erasure_requested").await, Some(Some("subscription_active".into())));
    subscribe(&app, &ana, "active", true).await;
    assert_eq!(code_of(app.people.request_erasure(&ana, None).await), "done");

    subscribe(&app, &ana, "active", false).await;
    app.advance(GRACE);
    assert_eq!(app.people.erase_due().await.unwrap(), Erased { erased: 0, held: 1 });
    assert!(is_there(&app, &ana).await);
    subscribe(&app, &ana, "canceled", false).await;
    assert_eq!(app.people.erase_due().await.unwrap(), Erased { erased: 1, held: 0 });
}

#[db_test]
async fn only_the_last_administrator_cannot_be_erased(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let (bia, _) = app.person("bia@exemplo.com.br").await;
    let grant = "INSERT INTO user_roles (id, user_id, role, created_at) VALUES ($1, $1, 'admin', $2)";
    app.execute(grant, &[(&ana.user_id).into(), app.clock.now().into()]).await;
    assert_eq!(code_of(app.people.request_erasure(&ana, None).await), "last_admin");
    app.execute(grant, &[(&bia.user_id).into(), app.clock.now().into()]).await;
    for user in [&ana, &bia] {
        assert_eq!(code_of(app.people.request_erasure(user, None).await), "done");
    }
    app.advance(GRACE);
    assert_eq!(app.people.erase_due().await.unwrap(), Erased { erased: 1, held: 1 }, "one of them remains");
}

#[db_test]
async fn an_erasure_removes_emails_and_the_name_in_the_sandbox(app: Fixture) {
    let (ana, _) = app.person("ana@exemplo.com.br").await;
    let now = app.clock.now();
    let mail = "INSERT INTO mail_messages (id, kind, recipient, subject, text, html, about, created_at)
                VALUES ($1, 'email', 'dona@casa.test', 'Lista', 'Nome: Ana Souza', '', $2, $3)";
    for (id, about) in [("a", "ana@exemplo.com.br"), ("b", "bia@exemplo.com.br")] {
        app.execute(mail, &[id.into(), about.into(), now.into()]).await;
    }
    let named =
        "UPDATE users SET user_metadata = '{\"full_name\": \"Ana \\\"Nita\\\" Souza\"}' WHERE id = $1";
    app.execute(named, &[(&ana.user_id).into()]).await;
    let object = "INSERT INTO sandbox_objects (id, kind, customer_id, body, created_at, updated_at)
                  VALUES ('cus_1', 'customer', 'cus_1', $1, $2, $2)";
    let body = serde_json::json!({ "id": "cus_1", "name": "Ana \"Nita\" Souza" }).to_string();
    app.execute(object, &[body.into(), now.into()]).await;
    app.people.request_erasure(&ana, None).await.unwrap();
    app.advance(DAY * 14);
    assert_eq!(app.people.erase_due().await.unwrap(), Erased { erased: 1, held: 0 });
    let left = app.texts("SELECT id FROM mail_messages WHERE recipient = 'dona@casa.test'", &[]).await;
    assert_eq!(left, ["b"]);
    let body = app.text("SELECT body FROM sandbox_objects", &[]).await.unwrap();
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["name"], "[removido]");
}
