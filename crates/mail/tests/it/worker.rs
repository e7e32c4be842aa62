//! The running worker: its wake-ups and its shutdown.

use ateneu_base::Record;
use ateneu_testkit::{app::OWNER, db_test, mocks::SmtpReply, sqlite_test};

use crate::harness::{Harness, email};

#[db_test]
async fn a_commit_wakes_the_mail_worker(app: Harness) {
    app.mail.start();
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    assert_eq!(app.server.wait_for(1).await[0].recipient, "ana@exemplo.com.br");
    let sql = "INSERT INTO contacts (id, name, email, subject, message, created_at, updated_at)
               VALUES ('1', 'Bia', 'bia@exemplo.com.br', 'Parcerias', 'Olá', '2027', '2027')";
    app.execute_reported("contacts", sql, &[], Record::new()).await;
    let arrived = app.server.wait_for(3).await;
    let mut addresses: Vec<&str> = arrived[1..].iter().map(|one| one.recipient.as_str()).collect();
    addresses.sort_unstable();
    assert_eq!(addresses, ["bia@exemplo.com.br", OWNER]);
    app.mail.close().await;
}

#[sqlite_test]
async fn a_message_queued_before_the_start_is_sent(app: Harness) {
    app.queue(email("ana@exemplo.com.br", "Olá")).await;
    app.mail.start();
    app.server.wait_for(1).await;
    app.mail.close().await;
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sent".into(), 1));
}

#[sqlite_test]
async fn a_stop_finishes_the_current_message_and_leaves_the_rest(app: Harness) {
    app.server.reply_to("ana@exemplo.com.br", SmtpReply::Hold);
    app.queue(email("ana@exemplo.com.br", "Primeira")).await;
    app.advance(std::time::Duration::from_secs(1));
    app.queue(email("bia@exemplo.com.br", "Segunda")).await;
    app.mail.start();
    app.server.wait_for(1).await;
    // The worker is stopped before the server replies.
    tokio::join!(biased; app.mail.close(), async { app.server.release() });
    assert_eq!(app.state("ana@exemplo.com.br").await, ("sent".into(), 1));
    assert_eq!(app.state("bia@exemplo.com.br").await, ("queued".into(), 0));
    assert_eq!(app.server.received().len(), 1);
}
