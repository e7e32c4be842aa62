//! A server that is killed while a campaign goes out. The sender runs in a process of its own: this test program, started
//! again.

use std::{collections::HashMap, sync::Arc};

use ateneu_base::Clock;
use ateneu_mail::{Config, Mail, Smtp};
use ateneu_newsletter::campaigns::{CampaignConfig, Campaigns, Deps, Sender, SendingRates};
use ateneu_queue::{Queue, Runner};
use ateneu_testkit::{
    app,
    databases::{self, Place},
    db_test,
    smtp_sink::SmtpSink,
};

use super::fixture::{Fixture, RATES, counts};
use crate::process::{Process, arguments};

/// Number of connections of the sender.
const CONNECTIONS: usize = 5;

/// The program of a sender's process. In an ordinary run of the tests it does nothing.
#[tokio::test(flavor = "multi_thread")]
async fn sender_process() {
    let Some((db, relay)) = arguments().await else { return };
    let clock = Clock::system();
    let config = Config { smtp: Some(Smtp::new(&relay)), ..Config::default() };
    let mail = Mail::open(ateneu_mail::Deps {
        db: db.clone(),
        clock: clock.clone(),
        sender: Box::new(app::sender),
        config,
    })
    .unwrap();
    let rates = SendingRates { connections: u32::try_from(CONNECTIONS).unwrap(), ..RATES };
    let config = CampaignConfig { rates, warm_up_from: None, bounce_domain: None };
    let campaigns = Campaigns::new(Deps {
        db: db.clone(),
        clock: clock.clone(),
        mail,
        plan_name: Arc::new(|_| None),
        config,
    });
    let runner = Runner::new(db.clone(), clock.clone());
    // As the server does at its start on SQLite, and for this test on PostgreSQL too: no other sender runs.
    let queue: Queue = ateneu_newsletter::campaigns::QUEUE;
    let now = clock.now();
    db.write(move |tx| queue.release(tx, now)).await.unwrap();
    runner.start(Arc::new(Sender::new(&campaigns)));
    std::future::pending::<()>().await;
}

/// Kills the sender `kills` times during a campaign to `recipients`.
async fn survive(place: Place, kills: usize, recipients: usize) {
    let app = Fixture::at_present(place.db.clone()).await;
    let number = app.started_to("exemplo.com.br", recipients).await;
    let step = recipients / (kills + 1);
    for round in 1..=kills {
        let process = Process::start("campaigns::kills::sender_process", &place.target, &app.server.url());
        // Another point each time: before, within and after a batch.
        app.server.wait_for(round * step + round % CONNECTIONS).await;
        process.kill();
        counts(&app.db, number).await;
    }
    let process = Process::start("campaigns::kills::sender_process", &place.target, &app.server.url());
    app.server.wait_for(recipients).await;
    wait_until_done(&app, number).await;
    process.kill();

    let counts = counts(&app.db, number).await;
    assert_eq!(counts.delivered, i64::try_from(recipients).unwrap(), "{counts:?}");
    let mut by_recipient: HashMap<String, Vec<String>> = HashMap::new();
    for email in app.server.received() {
        by_recipient.entry(email.recipient.clone()).or_default().push(email.header("Message-ID"));
    }
    assert_eq!(by_recipient.len(), recipients, "nobody is left out");
    let doubles: usize = by_recipient.values().map(|ids| ids.len() - 1).sum();
    assert!(doubles <= kills * CONNECTIONS, "{doubles} doubles after {kills} kills");
    for (recipient, ids) in by_recipient {
        assert!(ids.iter().all(|id| *id == ids[0]), "{recipient}: {ids:?}");
    }
}

/// Waits until the campaign is done. The changes of another process wake nobody here on SQLite.
async fn wait_until_done(app: &Fixture, number: i64) {
    while app.state(number).await != "done" {
        tokio::task::yield_now().await;
    }
}

async fn survive_twenty(place: Place) {
    survive(place, 20, 1_000).await;
}

#[test]
fn twenty_kills_lose_no_email_and_double_few() {
    databases::on_sqlite(databases::product(), survive_twenty);
}

#[test]
fn kills_on_postgresql_lose_no_email() {
    databases::on_postgres(databases::product(), |place| survive(place, 4, 300));
}

#[db_test]
async fn a_server_of_another_make_gets_each_email_once(place: Place) {
    let sink = SmtpSink::start();
    let app = Fixture::at_present(place.db.clone()).await;
    let number = app.started_to("exemplo.com.br", 200).await;
    let process = Process::start("campaigns::kills::sender_process", &place.target, &sink.url());
    wait_until_done(&app, number).await;
    process.kill();
    assert_eq!(counts(&app.db, number).await.delivered, 200);
    let mut recipients = sink.recipients();
    recipients.sort();
    recipients.dedup();
    assert_eq!((recipients.len(), sink.recipients().len()), (200, 200));
    let text = sink.text();
    assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{text}");
}
