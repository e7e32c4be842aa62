//! Workers that crash during a delivery, and workers that run at the same time.

use std::collections::HashSet;

use ateneu_db::Db;
use ateneu_testkit::{TestApp, databases::Place, db_test, mocks::SmtpReply};

use crate::harness::{Harness, email, leads, minutes, through};

/// Sends until the server holds an email, then aborts.
async fn crash(app: &Harness, emails: usize) {
    let mail = app.node();
    let work = tokio::spawn(async move { mail.work().await });
    app.server.wait_for(emails).await;
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled());
}

#[db_test]
async fn an_email_of_a_killed_worker_is_sent_again_with_the_same_id(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    crash(&app, 1).await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sending".into(), 1));
    app.server.accept("ana@exemplo.com.br");
    app.advance(minutes(14));
    app.mail.work().await.unwrap();
    assert_eq!(app.server.received().len(), 1, "the other may still be about it");
    app.advance(minutes(1));
    app.mail.work().await.unwrap();
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sent".into(), 2));
    let ids: HashSet<String> = app.server.received().iter().map(|one| one.header("Message-ID")).collect();
    assert_eq!((app.server.received().len(), ids.len()), (2, 1));
}

#[db_test]
async fn a_killed_worker_leaves_one_email_in_doubt(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Primeira")).await;
    app.advance(minutes(1));
    app.queue(email("bia@exemplo.com.br", "Segunda")).await;
    crash(&app, 1).await;
    assert_eq!(app.state("bia@exemplo.com.br").await, ("queued".into(), 0));
    app.mail.work().await.unwrap();
    assert_eq!(app.state("bia@exemplo.com.br").await, ("sent".into(), 1));
}

#[db_test]
async fn an_email_fails_after_two_worker_crashes(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    crash(&app, 1).await;
    app.advance(minutes(15));
    crash(&app, 2).await;
    app.advance(minutes(15));
    app.mail.work().await.unwrap();
    assert_eq!(app.state("ana@exemplo.com.br").await, ("failed".into(), 3));
    assert_eq!(app.server.received().len(), 2);
}

#[db_test]
async fn a_result_after_the_lease_expired_is_ignored(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    let slow = tokio::spawn({
        let mail = app.node();
        async move { mail.work().await }
    });
    app.server.wait_for(1).await;
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Refuse("451 later"));
    app.advance(minutes(15));
    app.mail.work().await.unwrap();
    app.server.release();
    slow.await.unwrap().unwrap();
    assert_eq!(app.state("ana@exemplo.com.br").await, ("queued".into(), 2), "the second one's word stands");
}

#[db_test]
async fn two_nodes_send_each_email_once(place: Place) {
    let app = Harness::new(place.db.clone()).await;
    for number in 0..30 {
        app.queue(email(&format!("pessoa-{number}@exemplo.com.br"), "Olá")).await;
    }
    for name in ["Ana", "Bia"] {
        let sql = "INSERT INTO contacts (id, name, email, subject, message, created_at, updated_at)
                   VALUES ($1, $1, 'x@exemplo.com.br', 'Parcerias', 'Olá', '2027', '2027')";
        app.execute(sql, &[name.into()]).await;
    }
    let other = Db::open(&place.target, &place.migrations).await.unwrap();
    let mut second = TestApp::new(other);
    second.row_emails(leads);
    let nodes = [app.node(), second.mail_with(through(&app.server))]
        .map(|mail| tokio::spawn(async move { mail.work().await }));
    for node in nodes {
        node.await.unwrap().unwrap();
    }
    app.mail.work().await.unwrap();
    let arrived = app.server.received();
    let addresses: HashSet<&str> = arrived.iter().map(|one| one.recipient.as_str()).collect();
    // Thirty emails, two notices to the owner, one confirmation to the one address.
    assert_eq!((arrived.len(), addresses.len()), (33, 32));
}
