//! The emails, their order and rates.

use std::{collections::HashSet, time::Duration};

use ateneu_db::Db;
use ateneu_mail::Message;
use ateneu_newsletter::campaigns::SendingRates;
use ateneu_testkit::{db_test, sqlite_test};

use super::fixture::{Fixture, RATES};

#[db_test]
async fn every_recipient_gets_one_complete_email(app: Fixture) {
    let number = app.started_to("exemplo.com.br", 30).await;
    app.work().await;
    let received = app.server.received();
    let addresses: HashSet<_> = received.iter().map(|one| &one.recipient).collect();
    assert_eq!((received.len(), addresses.len()), (30, 30));
    assert_eq!(app.counts(number).await.delivered, 30);
    assert_eq!(app.state(number).await, "done");
    app.work().await;
    assert_eq!(app.server.received().len(), 30);

    let email = app.received_by("leitora-0@exemplo.com.br");
    assert_eq!(email.header("From"), "Dona <dona@casa.test>");
    assert_eq!(email.header("Reply-To"), "resposta@casa.test");
    assert_eq!(email.header("Message-ID"), "<carta.1.1@casa.test>");
    assert_eq!(email.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    assert_eq!(email.header("List-Id"), "Newsletter <newsletter.casa.test>");
    assert_eq!(email.header("Feedback-ID"), "1:newsletter:carta:casa.test");
    assert_eq!(email.header("Auto-Submitted"), "");
    let links = email.header("List-Unsubscribe");
    assert!(links.starts_with("<https://casa.test/newsletter/sair/u1-1-"), "{links}");
    assert!(links.ends_with(">, <mailto:dona@casa.test?subject=Parar%20de%20receber>"), "{links}");
}

#[sqlite_test]
async fn an_envelope_sender_names_its_recipient(db: Db) {
    let app = Fixture::with(db, |config, _| config.bounce_domain = Some("retorno.casa.test".into())).await;
    app.started_to("exemplo.com.br", 1).await;
    app.work().await;
    let sender = &app.server.received()[0].sender;
    assert!(sender.starts_with("bounce+b1-1-") && sender.ends_with("@retorno.casa.test"), "{sender}");
}

#[sqlite_test]
async fn the_limits_hold_and_later_turns_go_on(db: Db) {
    let rates = SendingRates { per_second: 3, per_minute: 5, per_hour: 7, per_day: 9, ..RATES };
    let app = Fixture::with(db, |config, _| config.rates = rates).await;
    let number = app.started_to("exemplo.com.br", 12).await;
    for (wait, expected) in [(0, 3), (1, 5), (1, 5), (58, 7), (3_540, 9), (3_600, 9), (24 * 3_600, 12)] {
        app.advance(Duration::from_secs(wait));
        app.work().await;
        assert_eq!(app.server.received().len(), expected, "after {wait} s");
    }
    assert_eq!(app.counts(number).await.delivered, 12);
}

#[sqlite_test]
async fn a_warm_up_limits_the_first_day(db: Db) {
    let app = Fixture::with(db, |config, _| {
        config.warm_up_from = Some(ateneu_base::Timestamp::from_seconds(ateneu_testkit::app::NOW));
    })
    .await;
    app.started_to("exemplo.com.br", 210).await;
    app.work().await;
    assert_eq!(app.server.received().len(), 200);
}

#[sqlite_test]
async fn one_domain_s_limit_holds_up_no_other(db: Db) {
    let rates = SendingRates { domain_per_minute: 2, ..RATES };
    let app = Fixture::with(db, |config, _| config.rates = rates).await;
    app.subscribe((0..3).map(|number| format!("x{number}@outro.test"))).await;
    app.started_to("exemplo.com.br", 5).await;
    app.work().await;
    assert_eq!(app.server.received().len(), 4);
    app.advance_secs(60);
    app.work().await;
    assert_eq!(app.server.received().len(), 7);
}

#[sqlite_test]
async fn a_code_overtakes_a_campaign(app: Fixture) {
    use ateneu_testkit::mocks::SmtpReply;
    app.server.reply_to("@exemplo.com.br", SmtpReply::Hold);
    app.started_to("exemplo.com.br", 10).await;
    let code = async {
        app.server.wait_for(4).await;
        let mail = app.mail.clone();
        let message = Message::email("ana@outro.test", "Código", "1".into(), "1".into());
        app.db.write(move |tx| mail.queue(tx, &message)).await.unwrap();
        app.mail.work().await.unwrap();
        assert_eq!(app.server.received().last().unwrap().recipient, "ana@outro.test");
        app.server.accept("@exemplo.com.br");
        loop {
            app.server.release();
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = app.work() => {}
        () = code => {}
    }
    assert_eq!(app.server.received().len(), 11);
}
