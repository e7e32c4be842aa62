//! The settings over real databases.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

use std::time::Duration;

use ateneu_audit::Actor;
use ateneu_settings::{Error, declared};
use ateneu_testkit::{TestApp, db_test};
use tokio::task::JoinSet;

async fn stored(app: &TestApp, key: &str) -> Option<String> {
    let sql = "SELECT setting_value FROM security_settings WHERE setting_key = $1";
    app.text(sql, &[key.into()]).await
}

/// Creates an account and returns its id.
async fn person(app: &TestApp) -> String {
    let id = "0190a6b2-0000-7000-8000-000000000001";
    let sql =
        "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, 'eu@exemplo.com.br', $2, $2)";
    app.execute(sql, &[id.into(), app.clock.now().into()]).await;
    id.to_owned()
}

/// Returns action, subject, old value, new value, actor and address of every entry. Missing ones are empty.
async fn audit_log(app: &TestApp) -> Vec<[String; 6]> {
    let sql =
        "SELECT action, subject, coalesce(old_value, ''), coalesce(new_value, ''), coalesce(actor_id, ''),
                   coalesce(ip_address, '') FROM audit_log ORDER BY action";
    app.rows_as(sql, &[]).await
}

#[db_test]
async fn defaults_are_stored_and_obeyed(app: TestApp) {
    let values = app.settings().await.current();
    assert_eq!(values.min_password_length, 8);
    assert!(values.leaked_password_check && values.email_confirmation_required && values.allow_signup);
    assert_eq!(values.rate_limit_max_attempts, 10);
    assert_eq!(values.rate_limit_window, Duration::from_secs(3_600));
    assert_eq!(values.otp_expiry, Duration::from_secs(600));
    assert_eq!(values.magic_link_expiry, Duration::from_secs(900));
    for declared in declared::ALL {
        assert_eq!(stored(&app, declared.key).await, Some(declared.default_text()));
    }
}

#[db_test]
async fn a_change_is_seen_by_the_next_reader_and_after_a_restart(app: TestApp) {
    let settings = app.settings().await;
    settings.set("min_password_length", "12", None).await.unwrap();
    assert_eq!(settings.current().min_password_length, 12);
    assert_eq!(app.settings().await.current().min_password_length, 12);
}

#[db_test]
async fn concurrent_changes_leave_the_stored_value_in_force(app: TestApp) {
    let settings = app.settings().await;
    for _ in 0..20 {
        let mut changes = JoinSet::new();
        for length in 10..30 {
            let settings = settings.clone();
            changes
                .spawn(async move { settings.set("min_password_length", &length.to_string(), None).await });
        }
        while let Some(changed) = changes.join_next().await {
            changed.unwrap().unwrap();
        }
        let stored = stored(&app, "min_password_length").await;
        assert_eq!(stored, Some(settings.current().min_password_length.to_string()));
    }
}

#[db_test]
async fn only_changes_are_audited_with_both_values(app: TestApp) {
    let settings = app.settings().await;
    let person = Actor { user_id: person(&app).await, address: Some("203.0.113.9".into()) };
    let pairs = [("min_password_length", " 12 "), ("leaked_password_check", "true")];
    settings.set_all(&pairs, Some(&person)).await.unwrap();
    settings.set("allow_signup", "false", None).await.unwrap();
    settings.set("otp_expiry_seconds", "1", Some(&person)).await.unwrap_err();
    let expected = [
        ["update-password-policy", "min_password_length", "8", "12", &person.user_id, "203.0.113.9"],
        ["update-signup-settings", "allow_signup", "true", "false", "", ""],
    ];
    assert_eq!(audit_log(&app).await, expected.map(|act| act.map(str::to_owned)));
}

#[db_test]
async fn an_invalid_value_refuses_the_whole_change(app: TestApp) {
    let settings = app.settings().await;
    for (key, value) in [
        ("min_password_length", "5"),
        ("min_password_length", "51"),
        ("min_password_length", "oito"),
        ("rate_limit_max_attempts", "0"),
        ("rate_limit_window_hours", "25"),
        ("otp_expiry_seconds", "59"),
        ("magic_link_expiry_seconds", "3601"),
        ("allow_signup", "talvez"),
    ] {
        let refused = settings.set_all(&[("allow_signup", "false"), (key, value)], None).await;
        assert!(matches!(refused, Err(Error::OutOfRange { .. })), "{key} = {value}");
    }
    assert!(matches!(settings.set("tema", "escuro", None).await, Err(Error::Unknown(_))));
    assert!(settings.current().allow_signup);
    assert_eq!(stored(&app, "allow_signup").await.as_deref(), Some("true"));
}

#[db_test]
async fn an_invalid_stored_value_falls_back_to_its_default(app: TestApp) {
    app.settings().await;
    app.execute("UPDATE security_settings SET setting_value = '0'", &[]).await;
    let values = app.settings().await.current();
    assert_eq!(values.rate_limit_max_attempts, 10);
    assert_eq!(values.min_password_length, 8);
}
