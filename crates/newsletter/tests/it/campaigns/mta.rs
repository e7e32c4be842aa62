//! A campaign through a whole mail server, and the bounces that the server writes, read from a mailbox.

use std::collections::BTreeSet;

use ateneu_db::Db;
use ateneu_mail::{Smtp, mailbox::Imap};
use ateneu_newsletter::campaigns::reports::{Taken, read_mailbox};
use ateneu_testkit::{
    db_test,
    dovecot::Dovecot,
    exim::{BOUNCES, Exim},
    mocks::{SmtpReply, SmtpServer},
};

use super::fixture::Fixture;

/// Number of readers with a mailbox.
const READERS: usize = 40;

/// Returns the values of a header field.
fn values<'a>(emails: &'a [String], name: &str) -> Vec<&'a str> {
    let start = format!("{name}: ");
    emails.iter().flat_map(|email| email.lines().filter_map(|line| line.strip_prefix(&start))).collect()
}

#[db_test]
async fn a_mail_server_delivers_each_letter_once(db: Db) {
    let (mailbox, far) = (Dovecot::start(), SmtpServer::start().await);
    far.reply_to("fulana@longe.com.br", SmtpReply::Refuse("550 5.1.1 no such user"));
    let port = far.url().rsplit(':').next().unwrap().parse().unwrap();
    let server = Exim::start(&mailbox.maildir(), port);
    let url = server.url();
    let app = Fixture::with(db, |config, mail| {
        config.bounce_domain = Some(BOUNCES.into());
        mail.smtp = Some(Smtp::new(&url));
    })
    .await;
    let others = ["sumida@exemplo.com.br", "fulana@longe.com.br", "beltrana@longe.com.br"];
    app.subscribe(others.map(str::to_owned)).await;
    let number = app.started_to("exemplo.com.br", READERS).await;
    app.work().await;
    let counts = app.counts(number).await;
    assert_eq!(counts.delivered, 43, "the relay accepts all");

    let is_complete =
        || server.delivered().len() >= READERS && mailbox.messages().len() >= 2 && !far.received().is_empty();
    while !is_complete() {
        tokio::task::yield_now().await;
    }
    let emails = server.delivered();
    let distinct = |name: &str| values(&emails, name).into_iter().collect::<BTreeSet<_>>().len();
    let log = server.log();
    assert_eq!((emails.len(), distinct("Envelope-to"), distinct("To")), (READERS, READERS, READERS), "{log}");
    assert_eq!((distinct("Message-ID"), distinct("Return-path")), (READERS, READERS));
    assert!(values(&emails, "Return-path").iter().all(|path| path.starts_with("<bounce+b1-")), "{log}");
    for (name, value) in [
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ("List-Id", "Newsletter <newsletter.casa.test>"),
        ("Feedback-ID", "1:newsletter:carta:casa.test"),
        ("MIME-Version", "1.0"),
    ] {
        assert_eq!(values(&emails, name), vec![value; READERS], "{name}");
    }
    assert!(values(&emails, "Auto-Submitted").is_empty());
    assert!(emails.iter().all(|email| email.contains("\nList-Unsubscribe: <https://")), "{}", emails[0]);
    assert_eq!(far.received()[0].recipient, "beltrana@longe.com.br");

    let taken = read_mailbox(&app.campaigns, &Imap::new(&mailbox.url())).await.unwrap();
    assert_eq!(taken, Taken { messages: 2, reports: 2 });
    assert_eq!(app.counts(number).await.bounced, 2);
    let sql = "SELECT recipient || ' ' || kind || ' ' || source FROM mail_suppressions";
    assert_eq!(app.texts(sql, &[]).await, ["fulana@longe.com.br hard report"]);
    // The server names no status for its own unknown address, so the failure is soft.
    let sql = "SELECT report FROM campaign_recipients WHERE email = 'sumida@exemplo.com.br'";
    assert_eq!(app.texts(sql, &[]).await, ["soft"]);
}
