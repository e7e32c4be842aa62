//! Relays that say no, later, or nothing.

use std::time::Duration;

use ateneu_db::Db;
use ateneu_mail::{Config, Deps, Error, Mail, Queue, Smtp};
use ateneu_testkit::{db_test, smtp::Answer};

use crate::house::{House, clock, letter, minutes, sender};

#[db_test]
async fn a_refusal_for_the_moment_is_tried_again_after_longer_and_longer_pauses(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("451 4.3.0 later"));
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    for (tries, pause) in (1..).zip([5, 30, 2 * 60, 8 * 60, 24 * 60]) {
        assert_eq!(house.standing("ana@exemplo.com.br").await, ("queued".into(), tries));
        house.clock.advance(minutes(pause) - Duration::from_secs(1));
        house.mail.work().await.unwrap();
        assert_eq!(house.standing("ana@exemplo.com.br").await.1, tries, "{pause} minutes are not over");
        house.clock.advance(Duration::from_secs(1));
        house.mail.work().await.unwrap();
    }
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 6));
    house.clock.advance(minutes(60 * 24 * 7));
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 6));
}

#[db_test]
async fn a_letter_refused_for_the_moment_arrives_when_the_relay_takes_it(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("451 4.3.0 later"));
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    house.relay.accept("ana@exemplo.com.br");
    house.clock.advance(minutes(5));
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sent".into(), 2));
    assert_eq!(house.relay.received().len(), 1);
}

#[db_test]
async fn an_address_that_refuses_for_good_gets_no_newsletter_until_a_letter_arrives(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("550 5.1.1 no such user"));
    house.queue(letter("ana@exemplo.com.br", "Primeira")).await;
    house.queue(letter("bia@exemplo.com.br", "Ao lado")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 1));
    assert_eq!(house.subjects("bia@exemplo.com.br"), ["Ao lado"], "the next letter is not at fault");

    house.relay.accept("ana@exemplo.com.br");
    house.queue(letter("ana@exemplo.com.br", "Carta 1").in_queue(Queue::Newsletter)).await;
    house.mail.work().await.unwrap();
    assert!(house.subjects("ana@exemplo.com.br").is_empty());
    let sql = "SELECT id FROM mail_messages WHERE subject = 'Carta 1' AND state = 'suppressed'";
    assert_eq!(house.rows(sql, vec![]).await.len(), 1);

    house.queue(letter("ana@exemplo.com.br", "Pedida")).await;
    house.mail.work().await.unwrap();
    house.queue(letter("ana@exemplo.com.br", "Carta 2").in_queue(Queue::Newsletter)).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.subjects("ana@exemplo.com.br"), ["Pedida", "Carta 2"]);
}

#[db_test]
async fn a_letter_refused_for_its_own_sake_does_not_close_the_address(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("550 5.7.1 policy"));
    house.queue(letter("ana@exemplo.com.br", "Primeira")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 1));
    assert!(house.rows("SELECT recipient FROM mail_suppressions", vec![]).await.is_empty());
}

#[db_test]
async fn a_wrong_password_at_the_relay_loses_nothing(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("535 5.7.8 authentication failed"));
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("queued".into(), 1));
}

#[db_test]
async fn a_relay_that_never_answers_is_left_and_its_late_answer_counts_for_nobody(db: Db) {
    let house = House::with(db, |config| {
        if let Some(smtp) = &mut config.smtp {
            smtp.message = Duration::from_millis(300);
        }
    })
    .await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.relay.answer("bia@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("queued".into(), 1));
    // Now the old connection would answer "taken" to whatever is asked first.
    house.relay.release();
    house.queue(letter("bia@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.relay.arrived(2).await[1].recipient, "bia@exemplo.com.br");
    assert_eq!(house.standing("bia@exemplo.com.br").await, ("queued".into(), 1), "nobody said it was taken");
}

#[db_test]
async fn a_relay_that_is_not_there_is_tried_again(db: Db) {
    let house = House::with(db, |config| config.smtp = Some(Smtp::new("smtp://127.0.0.1:1"))).await;
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("queued".into(), 1));
}

#[db_test]
async fn addresses_that_cannot_be_used_are_refused_at_the_start_without_the_password(db: Db) {
    let attempt = |config: Config| {
        let clock = clock();
        Mail::open(Deps { db: db.clone(), clock, sender: Box::new(sender), config }).err()
    };
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
