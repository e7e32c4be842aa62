//! Records of the sender's domain, asked from a name server.

use std::{net::SocketAddr, sync::Arc};

use ateneu_mail::{Config, domain::RecordState};
use ateneu_testkit::{TestApp, sqlite_test};
use parking_lot::Mutex;
use tokio::net::UdpSocket;

type Records = &'static [(&'static str, &'static str)];

/// Serves text records of names. Returns the address and the names that were asked for.
async fn name_server(records: Records) -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let (address, asked) = (socket.local_addr().unwrap(), Arc::new(Mutex::new(Vec::new())));
    let noted = asked.clone();
    tokio::spawn(async move {
        let mut buffer = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            let mut response = buffer[..length].to_vec();
            let (mut name, mut at) = (Vec::new(), 12);
            while response[at] > 0 {
                let label = &response[at + 1..=at + usize::from(response[at])];
                name.push(String::from_utf8(label.to_vec()).unwrap());
                at += 1 + label.len();
            }
            let name = name.join(".");
            let texts: Vec<_> = records.iter().filter(|(known, _)| *known == name).collect();
            response[2] |= 0x80;
            response[3] = if texts.is_empty() { 3 } else { 0 };
            response[7] = u8::try_from(texts.len()).unwrap();
            for (_, text) in texts {
                // A record of two parts.
                let (first, second) = text.split_at(text.len() / 2);
                response.extend([
                    0xc0,
                    12,
                    0,
                    16,
                    0,
                    1,
                    0,
                    0,
                    0,
                    60,
                    0,
                    u8::try_from(text.len() + 2).unwrap(),
                ]);
                for part in [first, second] {
                    response.push(u8::try_from(part.len()).unwrap());
                    response.extend(part.as_bytes());
                }
            }
            noted.lock().push(name);
            // An answer with another number is not believed.
            let mut forged = response.clone();
            forged[0] ^= 0xff;
            socket.send_to(&forged, from).await.unwrap();
            socket.send_to(&response, from).await.unwrap();
        }
    });
    (address, asked)
}

fn config(selector: &str, server: SocketAddr) -> Config {
    let from = "Dona <dona@cartas.casa.test>".to_owned();
    Config { from, dkim_selector: selector.into(), name_servers: vec![server], ..Config::default() }
}

#[sqlite_test]
async fn records_are_found_and_remembered(app: TestApp) {
    const RECORDS: Records = &[
        ("retorno.casa.test", "v=spf1 include:relay.test -all"),
        ("retorno.casa.test", "google-site-verification=x"),
        ("s1._domainkey.cartas.casa.test", "v=DKIM1; k=rsa; p=MIGfMA0"),
        ("_dmarc.casa.test", "v=DMARC1; p=none"),
    ];
    let (server, asked) = name_server(RECORDS).await;
    let mail = app.mail_with(config("s1", server));
    for _ in 0..3 {
        let records = mail.domain_records(Some("retorno.casa.test")).await.unwrap();
        assert_eq!((records.spf, records.dkim), (RecordState::Found, RecordState::Found));
        assert_eq!(records.dmarc, RecordState::Found, "the parent's policy holds");
        assert_eq!(records.domain, "cartas.casa.test");
    }
    assert_eq!(asked.lock().len(), 4);
    app.advance_secs(601);
    mail.domain_records(Some("retorno.casa.test")).await.unwrap();
    assert_eq!(asked.lock().len(), 8);
}

#[sqlite_test]
async fn missing_doubled_and_withdrawn_records_differ(app: TestApp) {
    const RECORDS: Records = &[
        ("cartas.casa.test", "v=spf1 a -all"),
        ("cartas.casa.test", "v=spf1 mx -all"),
        ("s1._domainkey.cartas.casa.test", "v=DKIM1; p="),
        ("_dmarc.cartas.casa.test", "v=DMARC10"),
    ];
    let (server, _) = name_server(RECORDS).await;
    let records = app.mail_with(config("s1", server)).domain_records(None).await.unwrap();
    let expected = (RecordState::Several, RecordState::Missing, RecordState::Missing);
    assert_eq!((records.spf, records.dkim, records.dmarc), expected);
    let unset = app.mail_with(config("", server)).domain_records(None).await.unwrap();
    assert_eq!(unset.dkim, RecordState::Unset);
}

#[sqlite_test]
async fn a_closed_name_server_leaves_the_records_unknown(app: TestApp) {
    let closed = UdpSocket::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let mail = app.mail_with(config("s1", closed));
    let records = mail.domain_records(None).await.unwrap();
    let expected = (RecordState::Unknown, RecordState::Unknown, RecordState::Unknown);
    assert_eq!((records.spf, records.dkim, records.dmarc), expected);
}
