//! Mail servers that refuse, delay, or do not reply.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_mail::{Config, Error, Queue, Smtp};
use ateneu_testkit::{TestApp, db_test, mocks::SmtpReply, sqlite_test};

use crate::harness::{Harness, email, minutes, try_open};

#[sqlite_test]
async fn a_temporary_refusal_is_retried_with_growing_pauses(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Refuse("451 4.3.0 later"));
    app.send(email("ana@exemplo.com.br", "Olá")).await;
    for (tries, pause) in (1..).zip([5, 30, 2 * 60, 8 * 60, 24 * 60]) {
        assert_eq!(app.state("ana@exemplo.com.br").await, ("queued".into(), tries));
        app.advance(minutes(pause) - Duration::from_secs(1));
        app.mail.work().await.unwrap();
        assert_eq!(app.state("ana@exemplo.com.br").await.1, tries, "{pause} minutes are not over");
        app.advance(Duration::from_secs(1));
        app.mail.work().await.unwrap();
    }
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 6));
    app.advance(minutes(60 * 24 * 7));
    app.mail.work().await.unwrap();
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 6));
}

#[sqlite_test]
async fn an_email_refused_at_first_arrives_on_a_retry(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Refuse("451 4.3.0 later"));
    app.send(email("ana@exemplo.com.br", "Olá")).await;
    app.server.accept("ana@exemplo.com.br");
    app.advance(minutes(5));
    app.mail.work().await.unwrap();
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sent".into(), 2));
    assert_eq!(app.server.received().len(), 1);
}

#[db_test]
async fn a_bounced_address_gets_requested_emails_but_no_newsletter(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Refuse("550 5.1.1 no such user"));
    app.queue(email("ana@exemplo.com.br", "Primeira")).await;
    app.send(email("bia@exemplo.com.br", "Ao lado")).await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 1));
    assert_eq!(app.subjects("bia@exemplo.com.br"), ["Ao lado"], "the next email is not at fault");

    app.server.accept("ana@exemplo.com.br");
    app.send(email("ana@exemplo.com.br", "Carta 1").in_queue(Queue::Newsletter)).await;
    assert!(app.subjects("ana@exemplo.com.br").is_empty());
    let sql = "SELECT id FROM mail_messages WHERE subject = 'Carta 1' AND state = 'suppressed'";
    assert_eq!(app.rows(sql, &[]).await.len(), 1);

    app.send(email("ana@exemplo.com.br", "Pedida")).await;
    app.send(email("ana@exemplo.com.br", "Carta 2").in_queue(Queue::Newsletter)).await;
    assert_eq!(app.subjects("ana@exemplo.com.br"), ["Pedida"]);
    let sql = "SELECT recipient FROM mail_suppressions WHERE kind = 'hard' AND source = 'relay'";
    assert_eq!(app.texts(sql, &[]).await, ["ana@exemplo.com.br"], "only the person's consent lifts it");
}

#[sqlite_test]
async fn a_refusal_for_another_reason_does_not_close_the_address(app: Harness) {
    for (recipient, refusal, state) in [
        ("ana@exemplo.com.br", "550 5.7.1 policy", "failed"),
        ("bia@exemplo.com.br", "535 5.7.8 authentication failed", "queued"),
    ] {
        app.server.reply_to(recipient, SmtpReply::Refuse(refusal));
        app.send(email(recipient, "Olá")).await;
        assert_eq!(app.state(recipient).await, (state.into(), 1), "{refusal}");
    }
    assert!(app.rows("SELECT recipient FROM mail_suppressions", &[]).await.is_empty());
}

#[sqlite_test]
async fn a_relay_timeout_ignores_the_late_response(db: Db) {
    let app = Harness::with(db, |config| {
        if let Some(smtp) = &mut config.smtp {
            smtp.message = Duration::from_millis(300);
        }
    })
    .await;
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.server.reply_to("bia@exemplo.com.br", SmtpReply::Hold);
    app.send(email("ana@exemplo.com.br", "Olá")).await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("queued".into(), 1));
    // The old connection would now answer "taken" to any request.
    app.server.release();
    app.send(email("bia@exemplo.com.br", "Olá")).await;
    assert_eq!(app.server.wait_for(2).await[1].recipient, "bia@exemplo.com.br");
    assert_eq!(app.state("bia@exemplo.com.br").await, ("queued".into(), 1), "nobody said it was taken");
}

#[sqlite_test]
async fn an_unreachable_relay_is_retried(db: Db) {
    let app = Harness::with(db, |config| config.smtp = Some(Smtp::new("smtp://127.0.0.1:1"))).await;
    app.send(email("ana@exemplo.com.br", "Olá")).await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("queued".into(), 1));
}

#[sqlite_test]
async fn unusable_relay_urls_are_refused_without_their_password(app: TestApp) {
    let attempt = |config: Config| try_open(&app, config).err();
    for url in
        ["relay.example", "http://a:segredo@relay.example", "smtp://a:segredo@", "smtps://a:segredo@host:x"]
    {
        let smtp = Some(Smtp::new(url));
        let refused = attempt(Config { smtp, ..Config::default() }).unwrap();
        assert!(matches!(refused, Error::Relay(_)), "{url}");
        assert!(!refused.to_string().contains("segredo"), "{refused}");
    }
    let refused = attempt(Config { from: "sem arroba".into(), ..Config::default() });
    assert!(matches!(refused, Some(Error::From(_))));
    let accepted =
        attempt(Config { smtp: Some(Smtp::new("smtps://a:b@relay.example")), ..Config::default() });
    assert!(accepted.is_none(), "{accepted:?}");
}
