//! The running worker: what wakes it and how it stops.

use ateneu_db::Db;
use ateneu_testkit::{db_test, smtp::Answer};

use crate::house::{House, OWNER, letter};

#[db_test]
async fn a_commit_wakes_it(db: Db) {
    let house = House::new(db).await;
    house.mail.start();
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    assert_eq!(house.relay.arrived(1).await[0].recipient, "ana@exemplo.com.br");
    house
        .db
        .write(|tx| {
            tx.execute(
                "INSERT INTO contacts (id, name, email, subject, message, created_at, updated_at)
             VALUES ('1', 'Bia', 'bia@exemplo.com.br', 'Parcerias', 'Olá', '2027', '2027')",
                &[],
            )?;
            tx.changed(ateneu_base::Change {
                table: "contacts".into(),
                verb: ateneu_base::Verb::Insert,
                old: None,
                new: Some(ateneu_base::Record::new()),
            });
            Ok::<_, ateneu_db::Error>(())
        })
        .await
        .unwrap();
    let arrived = house.relay.arrived(3).await;
    let mut addresses: Vec<&str> = arrived[1..].iter().map(|one| one.recipient.as_str()).collect();
    addresses.sort_unstable();
    assert_eq!(addresses, ["bia@exemplo.com.br", OWNER]);
    house.mail.close().await;
}

#[db_test]
async fn what_was_queued_before_the_start_is_sent(db: Db) {
    let house = House::new(db).await;
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    house.mail.start();
    house.relay.arrived(1).await;
    house.mail.close().await;
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sent".into(), 1));
}

#[db_test]
async fn stopping_finishes_the_message_at_hand_and_leaves_the_others_queued(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Primeira")).await;
    house.clock.advance(std::time::Duration::from_secs(1));
    house.queue(letter("bia@exemplo.com.br", "Segunda")).await;
    house.mail.start();
    house.relay.arrived(1).await;
    // The worker is told to stop before the relay answers it.
    tokio::join!(biased; house.mail.close(), async { house.relay.release() });
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sent".into(), 1));
    assert_eq!(house.standing("bia@exemplo.com.br").await, ("queued".into(), 0));
    assert_eq!(house.relay.received().len(), 1);
}
