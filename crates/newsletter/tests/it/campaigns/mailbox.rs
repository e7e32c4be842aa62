//! Reports in a mailbox on a real server.

use ateneu_db::Db;
use ateneu_mail::mailbox::Imap;
use ateneu_newsletter::campaigns::reports::{Taken, read_mailbox};
use ateneu_testkit::{db_test, dovecot::Dovecot, sqlite_test};

use super::{
    fixture::Fixture,
    reports::{complaint, failed, sent, token},
};

const REPLY: &str = "From: cliente@exemplo.com.br\r\nSubject: Re: Carta\r\n\r\nObrigada!\r\n";

async fn run(app: &Fixture, server: &Dovecot) -> (usize, usize) {
    let Taken { messages, reports } = read_mailbox(&app.campaigns, &Imap::new(&server.url())).await.unwrap();
    (messages, reports)
}

#[db_test]
async fn a_report_in_the_mailbox_counts_once_and_a_reply_stays_unread(db: Db) {
    let (app, number) = sent(db, 3).await;
    let server = Dovecot::start();
    assert_eq!(run(&app, &server).await, (0, 0));
    server.deliver(REPLY);
    server.deliver(&failed(&token(&app, "leitora-0@exemplo.com.br"), "5.1.1"));
    server.deliver(&failed("b1-1-00", "5.1.1"));
    let original = app.received_by("leitora-1@exemplo.com.br").data.replace('\n', "\r\n");
    server.deliver(&complaint(&original));
    assert_eq!(run(&app, &server).await, (4, 2));
    assert_eq!(run(&app, &server).await, (0, 0));
    let counts = app.counts(number).await;
    assert_eq!((counts.bounced, counts.complaints), (1, 1));
    let sql = "SELECT recipient || ' ' || kind || ' ' || source FROM mail_suppressions ORDER BY recipient";
    let expected = ["leitora-0@exemplo.com.br hard report", "leitora-1@exemplo.com.br complaint report"];
    assert_eq!(app.texts(sql, &[]).await, expected);
    let seen: Vec<bool> = server.messages().into_iter().map(|(_, is_seen)| is_seen).collect();
    assert_eq!(seen, [false, true, false, true]);
    assert_eq!(server.messages()[0].0, REPLY);
}

#[sqlite_test]
async fn reports_that_a_failure_leaves_count_in_the_next_run(db: Db) {
    let (app, number) = sent(db, 4).await;
    let server = Dovecot::start();
    for reader in 0..4 {
        server.deliver(&failed(&token(&app, &format!("leitora-{reader}@exemplo.com.br")), "5.1.1"));
    }
    // The third report cannot be stored.
    let refuse = "CREATE TRIGGER refuse BEFORE UPDATE ON campaign_recipients WHEN NEW.email LIKE 'leitora-2%'
                  BEGIN SELECT raise(ABORT, 'the disk is full'); END";
    app.run(refuse, &[]).await;
    for _ in 0..2 {
        assert!(read_mailbox(&app.campaigns, &Imap::new(&server.url())).await.is_err());
        assert_eq!(app.counts(number).await.bounced, 2);
    }
    app.run("DROP TRIGGER refuse", &[]).await;
    assert_eq!(run(&app, &server).await, (2, 2));
    assert_eq!(app.counts(number).await.bounced, 4);
    // The folder was made anew: everything is read again, and nothing counts twice.
    app.run("UPDATE mail_positions SET validity = validity - 1", &[]).await;
    assert_eq!(run(&app, &server).await, (4, 4));
    assert_eq!(app.counts(number).await.bounced, 4);
}
