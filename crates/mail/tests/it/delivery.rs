//! What leaves, in which order, and what the letter looks like when it arrives.

use ateneu_db::Db;
use ateneu_mail::{Config, Message, Queue};
use ateneu_testkit::{
    db_test,
    smtp::{Answer, Relay},
};

use crate::house::{House, clock, letter, minutes, open, through};

#[db_test]
async fn a_letter_arrives_whole_and_says_who_wrote_it(db: Db) {
    let house = House::with(db, |config| config.from = "cartas@ateneu.example".into()).await;
    house.queue(letter("ana@exemplo.com.br", "Olá, Ana").reply_to("bia@exemplo.com.br")).await;
    house.mail.work().await.unwrap();
    let arrived = &house.relay.received()[0];
    assert_eq!(arrived.header("From"), "\"Dona da Casa\" <cartas@ateneu.example>");
    assert_eq!(arrived.header("To"), "ana@exemplo.com.br");
    assert_eq!(arrived.header("Reply-To"), "bia@exemplo.com.br");
    assert_eq!(arrived.header("Subject"), "=?utf-8?b?T2zDoSw=?= Ana");
    assert_eq!(arrived.header("Date"), "Fri, 15 Jan 2027 08:00:00 +0000");
    assert_eq!(arrived.header("Auto-Submitted"), "auto-generated");
    assert!(arrived.header("Content-Type").starts_with("multipart/alternative"));
    let rows = house.rows("SELECT id FROM mail_messages", vec![]).await;
    let id = format!("<{}@ateneu.example>", rows[0].text("id").unwrap());
    assert_eq!(arrived.header("Message-ID"), id);
    for part in ["text/plain", "text/html", "Ol=C3=A1."] {
        assert!(arrived.data.contains(part), "{part} in {}", arrived.data);
    }
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sent".into(), 1));
    house.mail.work().await.unwrap();
    assert_eq!(house.relay.received().len(), 1, "sent is sent");
}

#[db_test]
async fn a_newsletter_letter_can_be_ended_with_one_click(db: Db) {
    let house = House::new(db).await;
    let link = "https://ateneu.example/newsletter/sair/abc";
    let issue = letter("ana@exemplo.com.br", "Carta 1").in_queue(Queue::Newsletter);
    house.queue(issue.unsubscribe(link, "dona@ateneu.example")).await;
    house.mail.work().await.unwrap();
    let arrived = &house.relay.received()[0];
    let expected = format!("<{link}>, <mailto:dona@ateneu.example?subject=Cancelar%20a%20carta>");
    assert_eq!(arrived.header("List-Unsubscribe"), expected);
    assert_eq!(arrived.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
}

#[db_test]
async fn somebody_who_waits_goes_ahead_of_the_newsletter(db: Db) {
    let house = House::new(db).await;
    for number in 0..15 {
        let address = format!("leitora-{number}@exemplo.com.br");
        house.queue(letter(&address, "Carta").in_queue(Queue::Newsletter)).await;
    }
    house.clock.advance(minutes(1));
    house.queue(letter("ana@exemplo.com.br", "Código")).await;
    house.mail.work().await.unwrap();
    let arrived = house.relay.received();
    assert_eq!((arrived.len(), arrived[0].recipient.as_str()), (16, "ana@exemplo.com.br"));
}

#[db_test]
async fn somebody_who_comes_while_the_newsletter_leaves_waits_for_one_letter(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("leitora-0@exemplo.com.br", Answer::Hold);
    for number in 0..3 {
        let address = format!("leitora-{number}@exemplo.com.br");
        house.queue(letter(&address, "Carta").in_queue(Queue::Newsletter)).await;
        house.clock.advance(minutes(1));
    }
    let mail = house.mail.clone();
    let work = tokio::spawn(async move { mail.work().await });
    house.relay.arrived(1).await;
    house.queue(letter("ana@exemplo.com.br", "Código")).await;
    house.relay.release();
    work.await.unwrap().unwrap();
    let arrived = house.relay.received();
    assert_eq!((arrived.len(), arrived[1].recipient.as_str()), (4, "ana@exemplo.com.br"));
}

#[db_test]
async fn a_form_that_comes_while_the_newsletter_leaves_goes_ahead_of_the_rest(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("leitora-0@exemplo.com.br", Answer::Hold);
    for number in 0..30 {
        let address = format!("leitora-{number}@exemplo.com.br");
        house.queue(letter(&address, "Carta").in_queue(Queue::Newsletter)).await;
        house.clock.advance(minutes(1));
    }
    let mail = house.mail.clone();
    let work = tokio::spawn(async move { mail.work().await });
    house.relay.arrived(1).await;
    house
        .execute(
            "INSERT INTO waitlist_entries (id, name, email, created_at, updated_at)
         VALUES ($1, 'Ana', 'ana@exemplo.com.br', '2027', '2027')",
            vec!["1".into()],
        )
        .await;
    house.relay.release();
    work.await.unwrap().unwrap();
    let arrived = house.relay.received();
    let place = arrived.iter().position(|one| one.recipient == "ana@exemplo.com.br");
    assert_eq!(arrived.len(), 32);
    assert!(place.is_some_and(|place| place < 15), "{place:?}");
}

#[db_test]
async fn a_row_that_cannot_be_read_keeps_no_other_waiting(db: Db) {
    let house = House::new(db).await;
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.execute("UPDATE mail_messages SET created_at = $1", vec!["nonsense".into()]).await;
    house.queue(letter("bia@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 0));
    assert_eq!(house.standing("bia@exemplo.com.br").await, ("sent".into(), 1));
}

#[db_test]
async fn what_was_never_committed_is_never_sent(db: Db) {
    let house = House::new(db).await;
    let mail = house.mail.clone();
    let undone: Result<(), _> = house
        .db
        .write(move |tx| {
            mail.queue(tx, &letter("ana@exemplo.com.br", "Olá"))?;
            Err(ateneu_db::Error::Other("the service failed".into()))
        })
        .await;
    assert!(undone.is_err());
    house.mail.work().await.unwrap();
    assert!(house.relay.received().is_empty());
}

#[db_test]
async fn one_key_is_one_message(db: Db) {
    let house = House::new(db).await;
    let message = letter("ana@exemplo.com.br", "Olá").once("welcome ana".into());
    assert!(house.queue(message.clone()).await);
    assert!(!house.queue(message.clone()).await);
    house.mail.work().await.unwrap();
    assert!(!house.queue(message).await, "not even when it was sent");
    house.mail.work().await.unwrap();
    assert_eq!(house.relay.received().len(), 1);
}

#[db_test]
async fn what_comes_too_late_is_not_sent(db: Db) {
    let house = House::new(db).await;
    let until = house.clock.now() + minutes(10);
    house.queue(letter("ana@exemplo.com.br", "Código").until(until)).await;
    house.clock.advance(minutes(10));
    house.mail.work().await.unwrap();
    assert!(house.relay.received().is_empty());
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 0));
}

#[db_test]
async fn what_no_transport_takes_waits_until_there_is_one(db: Db) {
    let (clock, relay) = (clock(), Relay::start().await);
    let shut = open(&db, &clock, Config::default());
    let queued = shut.clone();
    db.write(move |tx| {
        queued.queue(tx, &letter("ana@exemplo.com.br", "Olá"))?;
        queued.queue(tx, &Message::sms("+5511999999999", "Código 123456".into()))
    })
    .await
    .unwrap();
    shut.work().await.unwrap();
    clock.advance(minutes(60 * 24 * 90));
    shut.sweep().await.unwrap();
    let house = House { mail: open(&db, &clock, through(&relay)), db, clock, relay };
    house.mail.work().await.unwrap();
    assert_eq!(house.subjects("ana@exemplo.com.br").len(), 1);
    assert_eq!(house.standing("+5511999999999").await, ("queued".into(), 0));
}

#[db_test]
async fn what_was_settled_is_forgotten_after_a_month(db: Db) {
    let house = House::new(db).await;
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    house.clock.advance(minutes(60 * 24 * 29));
    house.mail.sweep().await.unwrap();
    assert_eq!(house.rows("SELECT id FROM mail_messages", vec![]).await.len(), 1);
    house.clock.advance(minutes(60 * 24 * 2));
    house.mail.sweep().await.unwrap();
    assert!(house.rows("SELECT id FROM mail_messages", vec![]).await.is_empty());
}

#[db_test]
async fn a_line_break_begins_no_header_of_its_own(db: Db) {
    let house = House::new(db).await;
    let subject = "Olá\r\nBcc: roubo@exemplo.com.br\r\n\r\n<p>corpo</p>";
    let message = letter("ana@exemplo.com.br", subject)
        .reply_to("bia@exemplo.com.br\r\nBcc: roubo@exemplo.com.br")
        .unsubscribe(
            "https://ateneu.example/a\r\nBcc: roubo@exemplo.com.br",
            "x\r\nBcc: roubo@exemplo.com.br",
        );
    house.queue(message).await;
    house.queue(letter("ana@exemplo.com.br>\r\nRCPT TO:<roubo@exemplo.com.br", "Olá")).await;
    house.mail.work().await.unwrap();
    let arrived = house.relay.received();
    assert_eq!(arrived.len(), 1, "what is no address gets no letter");
    let (head, _) = arrived[0].data.split_once("\n\n").unwrap();
    for line in head.lines() {
        assert!(!line.starts_with("Bcc"), "{head}");
    }
    assert_eq!(arrived[0].header("Reply-To"), "", "what is no address is left out");
    assert!(arrived[0].header("Content-Type").starts_with("multipart/alternative"), "{head}");
}
