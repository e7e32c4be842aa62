//! A mailbox on a real server.

use std::{
    io::{Read, Write},
    net::TcpListener,
    time::Duration,
};

use ateneu_mail::mailbox::{Imap, MailboxError, MailboxSession, Position, Reader};
use ateneu_testkit::{
    db_test,
    dovecot::{CERTIFICATE, Dovecot},
};
use rustls::pki_types::{CertificateDer, pem::PemObject};

const MESSAGE: &str = "From: a@casa.test\r\nSubject: Um\r\n\r\nTexto\r\n";

/// Reads all messages after a position.
async fn read(session: &mut MailboxSession, after: Position) -> Vec<(i64, Vec<u8>)> {
    session.begin_after(after);
    let mut all = Vec::new();
    while let Some(received) = session.next().await.unwrap() {
        all.push((received.position.uid, received.bytes.unwrap()));
    }
    all
}

#[tokio::test]
async fn new_messages_are_read_in_order_and_stay_unmarked() {
    let server = Dovecot::start();
    let mut session = Imap::new(&server.url()).open().await.unwrap();
    assert_eq!(read(&mut session, Position::default()).await, []);
    session.close().await;
    for number in 1..=12 {
        server.deliver(&format!("Subject: {number}\r\n\r\n{number}\r\n"));
    }
    let mut session = Imap::new(&server.url()).open().await.unwrap();
    let all = read(&mut session, Position::default()).await;
    assert_eq!(all.iter().map(|(uid, _)| *uid).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    assert_eq!(all[11].1, b"Subject: 12\r\n\r\n12\r\n");
    let end = session.position();
    assert_eq!(end.uid, 12);
    session.mark_seen(Position { uid: 3, ..end }).await.unwrap();
    session.close().await;
    let seen: Vec<bool> = server.messages().into_iter().map(|(_, is_seen)| is_seen).collect();
    assert_eq!(seen.iter().filter(|is_seen| **is_seen).count(), 1);
    assert!(seen[2]);
    server.deliver(MESSAGE);
    let mut session = Imap::new(&server.url()).open().await.unwrap();
    assert_eq!(read(&mut session, end).await, [(13, MESSAGE.as_bytes().to_vec())]);
    // Another generation of the folder begins anew.
    let other = Position { validity: end.validity - 1, ..end };
    assert_eq!(read(&mut session, other).await.len(), 13);
}

#[tokio::test]
async fn a_large_message_is_cut() {
    let server = Dovecot::start();
    server.deliver(&format!("{MESSAGE}{}", "Uma linha comprida de texto.\r\n".repeat(100_000)));
    server.deliver(MESSAGE);
    let mut session = Imap::new(&server.url()).open().await.unwrap();
    let all = read(&mut session, Position::default()).await;
    assert_eq!((all[0].1.len(), all[1].1.len()), (1024 * 1024, MESSAGE.len()));
}

#[tokio::test]
async fn an_unknown_certificate_and_a_wrong_password_are_refused() {
    let server = Dovecot::start();
    server.deliver(MESSAGE);
    let untrusted = Imap::new(&server.tls_url()).open().await;
    assert!(matches!(untrusted, Err(MailboxError::Connection(_))));
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
    let trusted = |url: &str| Imap { trusted: vec![certificate.clone()], ..Imap::new(url) };
    let mut session = trusted(&server.tls_url()).open().await.unwrap();
    assert_eq!(read(&mut session, Position::default()).await.len(), 1);
    // The certificate is that of another host.
    let other = trusted(&server.tls_url().replace("localhost", "127.0.0.1")).open().await;
    assert!(matches!(other, Err(MailboxError::Connection(_))));
    for url in
        [server.url().replace(&Dovecot::password(), "outra"), format!("{}/Pasta%20que%20falta", server.url())]
    {
        let error = Imap::new(&url).open().await.err().unwrap();
        assert!(matches!(error, MailboxError::Protocol(_)), "{error}");
        assert!(!error.to_string().contains("segredo"), "{error}");
    }
}

/// Serves one connection: a greeting, then this text after each line. Returns the mailbox.
fn nonsense(text: String) -> Imap {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut buffer = [0; 1024];
        let mut next = "* OK pronto\r\n";
        while stream.write_all(next.as_bytes()).is_ok() && stream.read(&mut buffer).is_ok_and(|read| read > 0)
        {
            next = &text;
        }
    });
    let command = Duration::from_millis(300);
    Imap { connect: command, command, ..Imap::new(&format!("imap://a:s@127.0.0.1:{port}")) }
}

#[tokio::test]
async fn an_endless_a_silent_and_a_broken_server_are_left() {
    for text in [String::new(), "* X\r\n".to_owned(), "nada\r\n".to_owned(), "* BYE\r\n".to_owned()] {
        assert!(nonsense(text.clone()).open().await.is_err(), "{text}");
    }
    let endless = Imap { connect: Duration::from_secs(20), ..nonsense("* OK texto\r\n".repeat(1_000_000)) };
    let error = endless.open().await.err().unwrap();
    assert!(error.to_string().contains("too large"), "{error}");
}

#[db_test]
async fn a_position_moves_only_from_the_known_one(db: ateneu_db::Db) {
    let now = ateneu_base::Timestamp::from_seconds(1_800_000_000);
    let reader = |mailbox: &str| Reader::new("um", mailbox.to_owned());
    let at = |uid| Position { validity: 7, uid };
    let advance = |reader: Reader, from, to| db.write(move |tx| reader.advance(tx, (from, to), now));
    assert!(advance(reader("a"), Position::default(), at(3)).await.unwrap());
    assert!(!advance(reader("a"), Position::default(), at(3)).await.unwrap());
    assert!(!advance(reader("a"), at(2), at(9)).await.unwrap());
    assert!(advance(reader("a"), at(3), at(4)).await.unwrap());
    let position = |reader: Reader| db.read(move |tx| reader.position(tx));
    assert_eq!(position(reader("a")).await.unwrap(), at(4));
    assert_eq!(position(Reader::new("dois", "a".into())).await.unwrap(), Position::default());
    // Another mailbox is read from its beginning.
    assert_eq!(position(reader("b")).await.unwrap(), Position::default());
    assert!(advance(reader("b"), Position::default(), at(1)).await.unwrap());
    assert_eq!(position(reader("a")).await.unwrap(), Position::default());
}
