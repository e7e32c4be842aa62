//! Steps of the sequences: their times, conditions and ends.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_module::MilestoneKind;
use ateneu_newsletter::sequences::SequenceName;
use ateneu_testkit::{db_test, sqlite_test};
use ateneu_testkit_app::id;

use super::fixture::{Fixture, address};

const DAY: Duration = Duration::from_hours(24);

/// Adds a subscription that waits for its welcome.
async fn subscribe(app: &Fixture, email: &str) {
    let sql =
        "INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at) VALUES ($1, $1, $2, $2)";
    app.execute(sql, &[email.into(), app.clock.now().into()]).await;
}

#[db_test]
async fn the_welcome_has_three_steps_each_sent_once(app: Fixture) {
    subscribe(&app, "ana@exemplo.com.br").await;
    assert_eq!(app.sent().await, ["Sua inscrição na carta"]);
    assert_eq!(app.after_hours(23).await.sent, 0);
    let mut sent = Vec::new();
    for _ in 0..10 {
        app.after_hours(24).await;
        app.sequences.advance().await.unwrap();
        sent.extend(app.sent().await);
    }
    assert_eq!(sent, ["Por onde começar a ler", "As cartas que já saíram", "Que decisão está na sua mesa?"]);
    assert_eq!(app.run_of("ana@exemplo.com.br").await, ("done".into(), String::new()));
}

#[db_test]
async fn an_imported_subscription_begins_no_welcome(app: Fixture) {
    let sql =
        "INSERT INTO newsletter_subscriptions (id, email, created_at, updated_at, confirmed_at, notified_at)
               VALUES ('1', 'ana@exemplo.com.br', $1, $1, $1, $1)";
    app.execute(sql, &[app.clock.now().into()]).await;
    assert!(app.sent().await.is_empty());
    app.after_hours(25).await;
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs", &[]).await, 0);
}

#[db_test]
async fn a_sequence_that_is_off_sends_no_email(app: Fixture) {
    app.switch(SequenceName::Welcome, false).await;
    subscribe(&app, "bia@exemplo.com.br").await;
    app.sent().await;
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs", &[]).await, 0);
    app.switch(SequenceName::Welcome, true).await;
    subscribe(&app, "ana@exemplo.com.br").await;
    app.sent().await;
    app.switch(SequenceName::Welcome, false).await;
    app.after_hours(25).await;
    assert!(app.sent().await.is_empty());
    app.switch(SequenceName::Welcome, true).await;
    app.after_hours(1).await;
    assert_eq!(app.sent().await, ["Por onde começar a ler"], "who was in it goes on");
}

#[db_test]
async fn events_before_the_switch_begin_no_run(app: Fixture) {
    app.person(1).await;
    let before = app.clock.now() - Duration::from_secs(1);
    app.announce_at(MilestoneKind::MembershipEnded, 1, "sub_1", before).await;
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs", &[]).await, 0);
    app.announce(MilestoneKind::MembershipEnded, 1, "sub_1").await;
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs", &[]).await, 1);
}

#[db_test]
async fn steps_more_than_a_day_late_are_skipped(app: Fixture) {
    subscribe(&app, "ana@exemplo.com.br").await;
    app.sent().await;
    app.after_hours(24 * 5 + 1).await;
    app.sequences.advance().await.unwrap();
    assert!(app.sent().await.is_empty(), "the second step is a day and an hour late");
    assert_eq!(app.steps().await, ["welcome 1 skipped overdue", "welcome 2 skipped overdue"]);
    app.after_hours(24 * 3).await;
    assert_eq!(app.sent().await, ["Que decisão está na sua mesa?"]);
}

#[db_test]
async fn steps_about_something_done_are_skipped(app: Fixture) {
    for number in [1, 2] {
        app.person(number).await;
        app.member(number, app.clock.now() + DAY * 365).await;
        app.announce(MilestoneKind::MembershipBegan, number, "sub").await;
    }
    let now = app.clock.now();
    let sql = "INSERT INTO courses (id, title, level, created_at, updated_at) VALUES ('c', 'Curso', 'Iniciante', $1, $1)";
    app.db.write(move |tx| tx.write(sql, &[now.into()])).await.unwrap();
    let begun: [Value; 2] = [id(2).into(), now.into()];
    let sql = "INSERT INTO course_members (course_id, user_id, joined_at, last_at) VALUES ('c', $1, $2, $2)";
    app.db.write(move |tx| tx.write(sql, &begun)).await.unwrap();
    app.after_hours(24).await;
    assert_eq!(app.sent().await, ["Seu primeiro passo na área de membros"]);
    assert_eq!(app.steps().await, ["first_month 1 sent -", "first_month 1 skipped not_needed"]);
    app.member(1, app.clock.now()).await;
    app.after_hours(24 * 7).await;
    assert_eq!(app.sent().await, ["Conte à comunidade o que você está resolvendo"], "only to the other");
    assert_eq!(app.run_of(&id(1)).await, ("stopped".into(), "membership_over".into()));
}

#[db_test]
async fn a_former_member_gets_one_email_after_thirty_days(app: Fixture) {
    for number in [1, 2] {
        app.person(number).await;
        app.member(number, app.clock.now()).await;
        app.announce(MilestoneKind::MembershipEnded, number, "sub").await;
    }
    app.after_hours(24 * 30 - 1).await;
    assert!(app.sent().await.is_empty());
    app.member(2, app.clock.now() + DAY).await;
    app.announce(MilestoneKind::MembershipEnded, 1, "sub").await;
    app.after_hours(1).await;
    assert_eq!(app.sent().await, ["A porta continua aberta"]);
    assert_eq!(app.run_of(&id(2)).await, ("stopped".into(), "bought".into()));
    app.announce(MilestoneKind::MembershipEnded, 1, "another").await;
    app.after_hours(24 * 31).await;
    assert!(app.sent().await.is_empty(), "once for each person");
}

#[db_test]
async fn a_refund_is_followed_by_one_question(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.after_hours(72).await;
    assert_eq!(app.sent().await, ["Posso fazer uma pergunta?"]);
    app.after_hours(72).await;
    assert!(app.sent().await.is_empty());
}

#[db_test]
async fn a_member_away_for_thirty_days_gets_one_email(app: Fixture) {
    let until = app.clock.now() + DAY * 365;
    for number in [1, 2, 3] {
        app.person(number).await;
        app.member(number, until).await;
        let signed_in = "UPDATE users SET last_sign_in_at = $2 WHERE id = $1";
        app.execute(signed_in, &[id(number).into(), app.clock.now().into()]).await;
    }
    app.advance(DAY * 3);
    // The session of the second goes on, that of the third too until today.
    let seen = "INSERT INTO auth_logs (id, user_id, action, success, created_at) VALUES ($1, $2, 'token_refreshed', TRUE, $3)";
    let log =
        |number: usize, key: &str| -> [Value; 3] { [key.into(), id(number).into(), app.clock.now().into()] };
    for values in [log(2, "a"), log(3, "b")] {
        app.db.write(move |tx| tx.write(seen, &values)).await.unwrap();
    }
    app.after_hours(24 * 27).await;
    assert_eq!(app.sent().await, ["O que saiu enquanto você esteve fora"], "only the first");
    let values = log(3, "c");
    app.db.write(move |tx| tx.write(seen, &values)).await.unwrap();
    app.after_hours(24 * 3).await;
    assert_eq!(app.sent().await, ["O que saiu enquanto você esteve fora"], "only the second");
    app.after_hours(24 * 27).await;
    assert_eq!(app.count("SELECT count(*) FROM sequence_runs", &[]).await, 3);
}

#[db_test]
async fn an_unreachable_person_gets_no_email(app: Fixture) {
    let changes = [
        ("UPDATE users SET deleted_at = created_at WHERE id = $1", "erased"),
        ("UPDATE users SET banned_until = '2099' WHERE id = $1", "unreachable"),
        ("UPDATE users SET email_confirmed_at = NULL WHERE id = $1", "unreachable"),
        (
            "INSERT INTO mail_suppressions (recipient, reason, created_at) SELECT email, 'x', created_at FROM users WHERE id = $1",
            "suppressed",
        ),
        ("UPDATE email_purposes SET withdrawn_at = since WHERE user_id = $1", "unsubscribed"),
    ];
    for (number, (change, reason)) in (1..).zip(changes) {
        app.person(number).await;
        app.announce(MilestoneKind::MembershipRefunded, number, "sub").await;
        app.execute(change, &[id(number).into()]).await;
        app.after_hours(72).await;
        assert!(app.sent().await.is_empty(), "{change}");
        assert_eq!(app.run_of(&id(number)).await, ("stopped".into(), reason.into()), "{change}");
    }
}

#[sqlite_test]
async fn an_erased_person_leaves_no_run(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.after_hours(72).await;
    app.execute("DELETE FROM users WHERE id = $1", &[id(1).into()]).await;
    for table in ["sequence_runs", "sequence_steps", "email_purposes"] {
        assert_eq!(app.count(&format!("SELECT count(*) FROM {table}"), &[]).await, 0, "{table}");
    }
    assert_eq!(app.sent().await.len(), 1, "queued for {}", address(1));
}

#[sqlite_test]
async fn a_step_written_twice_is_refused_by_the_database(app: Fixture) {
    app.person(1).await;
    app.announce(MilestoneKind::MembershipRefunded, 1, "sub").await;
    app.after_hours(72).await;
    let again = "INSERT INTO sequence_steps (run, step, sequence, outcome, created_at)
                 SELECT run, step, sequence, outcome, created_at FROM sequence_steps";
    assert!(app.db.write(move |tx| tx.execute(again, &[])).await.is_err());
    let again = "INSERT INTO sequence_runs (id, sequence, person, round, occasion, begun_at)
                 SELECT 'x', sequence, person, round, 'y', begun_at FROM sequence_runs";
    assert!(app.db.write(move |tx| tx.execute(again, &[])).await.is_err());
}
