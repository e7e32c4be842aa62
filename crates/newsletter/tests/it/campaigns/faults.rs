//! Relays that refuse, cut, slow down or are down, and people who leave in the middle.

use std::collections::HashSet;

use ateneu_db::Db;
use ateneu_mail::Smtp;
use ateneu_newsletter::campaigns::Sender;
use ateneu_testkit::{db_test, mocks::SmtpReply, sqlite_test};

use super::fixture::{Fixture, PROGRAM, RATES, service};

#[db_test]
async fn a_cut_after_the_text_is_uncertain_until_the_owner_resends(app: Fixture) {
    app.server.reply_to("leitora-1@exemplo.com.br", SmtpReply::Cut);
    let number = app.started_to("exemplo.com.br", 3).await;
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.uncertain), (2, 1));
    assert_eq!(app.state(number).await, "done");
    app.advance_days(1);
    app.work().await;
    assert_eq!(app.server.received().len(), 3, "never by itself");

    app.server.accept("leitora-1@exemplo.com.br");
    assert_eq!(app.campaigns.resend_uncertain(PROGRAM, number).await.unwrap(), 1);
    app.work().await;
    let received = app.server.received();
    let ids: HashSet<_> = received
        .iter()
        .filter(|one| one.recipient == "leitora-1@exemplo.com.br")
        .map(|one| one.header("Message-ID"))
        .collect();
    assert_eq!((received.len(), ids.len()), (4, 1));
    assert_eq!(app.counts(number).await.delivered, 3);
    assert_eq!(app.state(number).await, "done");
}

#[db_test]
async fn a_domain_that_answers_421_rests_alone(app: Fixture) {
    app.server.reply_to("@lento.test", SmtpReply::Refuse("421 4.7.0 try again later"));
    app.subscribe((0..12).map(|number| format!("x{number}@lento.test"))).await;
    let number = app.started_to("exemplo.com.br", 12).await;
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.waiting), (12, 12));
    assert_eq!(app.state(number).await, "sending", "one domain's refusals are one error");
    app.server.accept("@lento.test");
    app.advance_secs(59);
    app.work().await;
    assert_eq!(app.counts(number).await.delivered, 12);
    app.advance_secs(1);
    app.work().await;
    assert_eq!(app.counts(number).await.delivered, 24);
}

#[sqlite_test]
async fn a_recipient_refused_for_now_fails_after_eight_tries(app: Fixture) {
    app.server.reply_to("leitora-0@exemplo.com.br", SmtpReply::RefuseText("451 4.3.0 later"));
    let number = app.started_to("exemplo.com.br", 1).await;
    for _ in 0..8 {
        app.work().await;
        app.advance_secs(7_200);
    }
    let counts = app.counts(number).await;
    assert_eq!((counts.failed, app.server.received().len()), (1, 8));
    assert_eq!(app.state(number).await, "done");
}

#[db_test]
async fn a_refused_mailbox_fails_and_is_suppressed(app: Fixture) {
    app.server.reply_to("leitora-0@exemplo.com.br", SmtpReply::Refuse("550 5.1.1 no such user"));
    app.server.reply_to("leitora-1@exemplo.com.br", SmtpReply::Refuse("554 5.7.1 policy"));
    let number = app.started_to("exemplo.com.br", 3).await;
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!((counts.delivered, counts.failed), (1, 2));
    let sql = "SELECT recipient || ' ' || kind || ' ' || source FROM mail_suppressions";
    assert_eq!(app.texts(sql, &[]).await, ["leitora-0@exemplo.com.br hard relay"]);
    assert!(app.recipient("leitora-1@exemplo.com.br").await.1.contains("5.7.1"));
    let next = app.started(2).await;
    app.work().await;
    assert_eq!(app.counts(next).await.recipients, 2, "the next one goes without the address");
}

#[db_test]
async fn a_relay_that_is_down_pauses_the_campaign(app: Fixture) {
    app.server.set_down(true);
    let number = app.started_to("exemplo.com.br", 10).await;
    for _ in 0..5 {
        app.work().await;
        app.advance_secs(300);
    }
    assert_eq!(app.state(number).await, "paused");
    let counts = app.counts(number).await;
    assert_eq!((counts.waiting, counts.sending), (10, 0));
    let notice = app.email("dona@casa.test").await;
    assert_eq!(notice.subject, "A carta parou. Carta para {nome|você}");
    assert!(notice.text.contains(&format!("/admin/cartas/{number}")), "{}", notice.text);

    app.advance_days(1);
    app.server.set_down(false);
    app.work().await;
    assert!(app.server.received().is_empty(), "a paused one waits");
    app.campaigns.resume(PROGRAM, number).await.unwrap();
    app.work().await;
    assert_eq!(app.counts(number).await.delivered, 10);
    assert_eq!(app.server.received().len(), 10);
}

#[sqlite_test]
async fn a_relay_without_the_required_tls_pauses_the_campaign(db: Db) {
    let app = Fixture::with(db, |_, _| {}).await;
    let mail = app.mail_with(ateneu_mail::Config {
        smtp: Some(Smtp::new(&format!("{}?tls=required", app.server.url()))),
        ..ateneu_mail::Config::default()
    });
    let campaigns = service(
        &app,
        &mail,
        ateneu_newsletter::campaigns::CampaignConfig {
            rates: RATES,
            warm_up_from: None,
            bounce_domain: None,
        },
    );
    let number = app.started_to("exemplo.com.br", 3).await;
    let sender = Sender::new(&campaigns);
    for _ in 0..5 {
        ateneu_queue::work(&app.db, &app.clock, &sender).await.unwrap();
        app.advance_secs(300);
    }
    assert_eq!(app.state(number).await, "paused");
    assert_eq!(app.counts(number).await.waiting, 3);
    assert!(app.server.received().is_empty());
}

#[db_test]
async fn recipients_that_left_since_the_start_are_skipped(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 4).await;
    for sql in [
        "UPDATE newsletter_subscriptions SET is_active = FALSE WHERE email = 'leitora-0@exemplo.com.br'",
        "DELETE FROM newsletter_subscriptions WHERE email = 'leitora-1@exemplo.com.br'",
    ] {
        app.db.write(move |tx| tx.write(sql, &[])).await.unwrap();
    }
    app.execute("INSERT INTO mail_suppressions (recipient, reason, created_at) VALUES ('leitora-2@exemplo.com.br', 'x', '2027')", &[]).await;
    app.execute("UPDATE campaign_recipients SET email = NULL WHERE email = 'leitora-3@exemplo.com.br'", &[])
        .await;
    app.work().await;
    assert_eq!(app.counts(number).await.skipped, 4);
    assert!(app.server.received().is_empty());
    let reasons = "SELECT reason FROM campaign_recipients ORDER BY number";
    assert_eq!(app.texts(reasons, &[]).await, ["unsubscribed", "unsubscribed", "suppressed", "erased"]);
    assert_eq!(app.state(number).await, "done");
}

#[db_test]
async fn two_senders_on_one_database_send_each_email_once(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 40).await;
    let second = Sender::new(&app.campaigns);
    let other = ateneu_queue::work(&app.db, &app.clock, &second);
    let (_, other) = tokio::join!(app.work(), other);
    other.unwrap();
    app.work().await;
    assert_eq!(app.server.received().len(), 40);
    assert_eq!(app.counts(number).await.delivered, 40);
}

#[db_test]
async fn the_results_of_a_replaced_sender_count_no_more(app: Fixture) {
    app.server.reply_to("@exemplo.com.br", SmtpReply::Hold);
    let number = app.started_to("exemplo.com.br", 4).await;
    let second = Sender::new(&app.campaigns);
    let takes_over = async {
        app.server.wait_for(4).await;
        app.server.accept("@exemplo.com.br");
        app.advance_secs(121);
        ateneu_queue::work(&app.db, &app.clock, &second).await.unwrap();
        assert_eq!(app.counts(number).await.delivered, 4);
        loop {
            app.server.release();
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = app.work() => {}
        () = takes_over => {}
    }
    assert_eq!(app.counts(number).await.delivered, 4);
    let ids: HashSet<_> = app.server.received().iter().map(|one| one.header("Message-ID")).collect();
    assert_eq!((app.server.received().len(), ids.len()), (8, 4));
}
