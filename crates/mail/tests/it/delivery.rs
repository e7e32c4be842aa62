//! Sent messages, their order, and the form of a received email.

use ateneu_base::Record;
use ateneu_db::Db;
use ateneu_mail::{Config, Message, Queue};
use ateneu_testkit::{db_test, mocks::SmtpReply, sqlite_test};

use crate::harness::{Harness, email, minutes};

#[db_test]
async fn an_email_arrives_complete_and_its_content_is_deleted(db: Db) {
    let app = Harness::with(db, |config| config.from = "cartas@casa.test".into()).await;
    app.send(email("ana@exemplo.com.br", "Olá, Ana").reply_to("bia@exemplo.com.br")).await;
    let arrived = &app.server.received()[0];
    assert_eq!(arrived.header("From"), "\"Dona da Casa\" <cartas@casa.test>");
    assert_eq!(arrived.header("To"), "ana@exemplo.com.br");
    assert_eq!(arrived.header("Reply-To"), "bia@exemplo.com.br");
    assert_eq!(arrived.header("Subject"), "=?utf-8?b?T2zDoSw=?= Ana");
    assert_eq!(arrived.header("Date"), "Fri, 15 Jan 2027 08:00:00 +0000");
    assert_eq!(arrived.header("Auto-Submitted"), "auto-generated");
    assert!(arrived.header("Content-Type").starts_with("multipart/alternative"));
    let id = format!("<{}@casa.test>", app.text("SELECT id FROM mail_messages", &[]).await.unwrap());
    assert_eq!(arrived.header("Message-ID"), id);
    for part in ["text/plain", "text/html", "Ol=C3=A1."] {
        assert!(arrived.data.contains(part), "{part} in {}", arrived.data);
    }
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sent".into(), 1));
    let kept =
        app.rows("SELECT id FROM mail_messages WHERE text <> '' OR html <> '' OR headers <> '{}'", &[]).await;
    assert!(kept.is_empty(), "what it said is forgotten");
    app.mail.work().await.unwrap();
    assert_eq!(app.server.received().len(), 1, "sent is sent");
}

#[sqlite_test]
async fn a_newsletter_has_one_click_unsubscribe(app: Harness) {
    let link = "https://casa.test/newsletter/sair/abc";
    let issue = email("ana@exemplo.com.br", "Carta 1").in_queue(Queue::Newsletter);
    app.send(issue.unsubscribe(link, "dona@casa.test")).await;
    let arrived = &app.server.received()[0];
    let expected = format!("<{link}>, <mailto:dona@casa.test?subject=Parar%20de%20receber>");
    assert_eq!(arrived.header("List-Unsubscribe"), expected);
    assert_eq!(arrived.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
}

#[sqlite_test]
async fn a_code_is_sent_before_queued_newsletters(app: Harness) {
    for number in 0..15 {
        let address = format!("leitora-{number}@exemplo.com.br");
        app.queue(email(&address, "Carta").in_queue(Queue::Newsletter)).await;
    }
    app.advance(minutes(1));
    app.send(email("ana@exemplo.com.br", "Código")).await;
    let arrived = app.server.received();
    assert_eq!((arrived.len(), arrived[0].recipient.as_str()), (16, "ana@exemplo.com.br"));
}

#[db_test]
async fn a_blocked_newsletter_does_not_delay_other_emails(app: Harness) {
    app.server.reply_to("leitora@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("leitora@exemplo.com.br", "Carta").in_queue(Queue::Newsletter)).await;
    app.mail.start();
    assert_eq!(app.server.wait_for(1).await[0].recipient, "leitora@exemplo.com.br");
    // The newsletter's worker waits for the server. A code and the email of a form are sent nevertheless.
    app.queue(email("ana@exemplo.com.br", "Código")).await;
    assert_eq!(app.server.wait_for(2).await[1].recipient, "ana@exemplo.com.br");
    let sql = "INSERT INTO waitlist_entries (id, name, email, created_at, updated_at)
               VALUES ('1', 'Bia', 'bia@exemplo.com.br', '2027', '2027')";
    app.execute_reported("waitlist_entries", sql, &[], Record::new()).await;
    assert_eq!(app.server.wait_for(4).await.len(), 4);
    app.server.release();
    app.mail.close().await;
}

#[db_test]
async fn an_unreadable_email_row_blocks_no_other(app: Harness) {
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    app.execute("UPDATE mail_messages SET created_at = $1", &["nonsense".into()]).await;
    app.send(email("bia@exemplo.com.br", "Olá")).await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 1));
    assert_eq!(app.state("bia@exemplo.com.br").await, ("sent".into(), 1));
}

#[sqlite_test]
async fn an_uncommitted_message_is_not_sent(app: Harness) {
    let mail = app.mail.clone();
    let undone: Result<(), _> = app
        .db
        .write(move |tx| {
            mail.queue(tx, &email("ana@exemplo.com.br", "Olá"))?;
            Err(ateneu_db::Error::Other("the service failed".into()))
        })
        .await;
    assert!(undone.is_err());
    app.mail.work().await.unwrap();
    assert!(app.server.received().is_empty());
}

#[sqlite_test]
async fn a_message_past_its_time_is_not_sent(app: Harness) {
    let until = app.clock.now() + minutes(10);
    app.queue(email("ana@exemplo.com.br", "Código").until(until)).await;
    app.advance(minutes(10));
    app.mail.work().await.unwrap();
    assert!(app.server.received().is_empty());
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 1));
}

#[sqlite_test]
async fn one_key_is_one_message(app: Harness) {
    let message = email("ana@exemplo.com.br", "Olá").once("welcome ana".into());
    assert!(app.queue(message.clone()).await);
    assert!(!app.queue(message.clone()).await);
    app.mail.work().await.unwrap();
    assert!(!app.queue(message).await, "not even when it was sent");
    app.mail.work().await.unwrap();
    assert_eq!(app.server.received().len(), 1);
}

#[sqlite_test]
async fn messages_without_a_transport_stay_queued(db: Db) {
    let app = Harness::with(db, |config| *config = Config::default()).await;
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    app.send(Message::sms("+5511999999999", "Código 123456".into())).await;
    app.advance(minutes(60 * 24 * 90));
    app.mail.remove_old().await.unwrap();
    app.node().work().await.unwrap();
    assert_eq!(app.subjects("ana@exemplo.com.br").len(), 1);
    assert_eq!(app.state("+5511999999999").await, ("queued".into(), 0));
}

#[db_test]
async fn sent_messages_are_deleted_after_a_month(app: Harness) {
    app.send(email("ana@exemplo.com.br", "Olá")).await;
    app.advance(minutes(60 * 24 * 29));
    app.mail.remove_old().await.unwrap();
    assert_eq!(app.rows("SELECT id FROM mail_messages", &[]).await.len(), 1);
    app.advance(minutes(60 * 24 * 2));
    app.mail.remove_old().await.unwrap();
    assert!(app.rows("SELECT id FROM mail_messages", &[]).await.is_empty());
}

#[sqlite_test]
async fn a_line_break_in_a_field_adds_no_header(app: Harness) {
    let subject = "Olá\r\nBcc: roubo@exemplo.com.br\r\n\r\n<p>corpo</p>";
    let message = email("ana@exemplo.com.br", subject)
        .reply_to("bia@exemplo.com.br\r\nBcc: roubo@exemplo.com.br")
        .unsubscribe("https://casa.test/a\r\nBcc: roubo@exemplo.com.br", "x\r\nBcc: roubo@exemplo.com.br");
    app.queue(message).await;
    app.send(email("ana@exemplo.com.br>\r\nRCPT TO:<roubo@exemplo.com.br", "Olá")).await;
    let arrived = app.server.received();
    assert_eq!(arrived.len(), 1, "what is no address gets no email");
    let (head, _) = arrived[0].data.split_once("\n\n").unwrap();
    for line in head.lines() {
        assert!(!line.starts_with("Bcc"), "{head}");
    }
    assert_eq!(arrived[0].header("Reply-To"), "", "what is no address is left out");
    assert!(arrived[0].header("Content-Type").starts_with("multipart/alternative"), "{head}");
}
