//! Workers that go in the middle, and workers that come at the same time.

use std::collections::HashSet;

use ateneu_db::Db;
use ateneu_testkit::{databases::Place, db_test, smtp::Answer};

use crate::house::{House, letter, minutes, open, through};

/// Sends until the relay holds a letter, then goes without a word.
async fn crash(house: &House, letters: usize) {
    let mail = open(&house.db, &house.clock, through(&house.relay));
    let work = tokio::spawn(async move { mail.work().await });
    house.relay.arrived(letters).await;
    work.abort();
    assert!(work.await.unwrap_err().is_cancelled());
}

#[db_test]
async fn a_letter_whose_worker_was_gone_is_sent_once_more_as_the_same_letter(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    crash(&house, 1).await;
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sending".into(), 1));
    house.relay.accept("ana@exemplo.com.br");
    house.clock.advance(minutes(14));
    house.mail.work().await.unwrap();
    assert_eq!(house.relay.received().len(), 1, "the other may still be about it");
    house.clock.advance(minutes(1));
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("sent".into(), 2));
    let ids: HashSet<String> = house.relay.received().iter().map(|one| one.header("Message-ID")).collect();
    assert_eq!((house.relay.received().len(), ids.len()), (2, 1));
}

#[db_test]
async fn a_worker_that_goes_leaves_only_the_letter_at_hand_in_doubt(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Primeira")).await;
    house.clock.advance(minutes(1));
    house.queue(letter("bia@exemplo.com.br", "Segunda")).await;
    crash(&house, 1).await;
    assert_eq!(house.standing("bia@exemplo.com.br").await, ("queued".into(), 0));
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("bia@exemplo.com.br").await, ("sent".into(), 1));
}

#[db_test]
async fn a_letter_at_which_two_workers_went_is_given_up(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    crash(&house, 1).await;
    house.clock.advance(minutes(15));
    crash(&house, 2).await;
    house.clock.advance(minutes(15));
    house.mail.work().await.unwrap();
    assert_eq!(house.standing("ana@exemplo.com.br").await, ("failed".into(), 2));
    assert_eq!(house.relay.received().len(), 2);
}

#[db_test]
async fn a_worker_that_was_given_up_settles_nothing(db: Db) {
    let house = House::new(db).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Hold);
    house.queue(letter("ana@exemplo.com.br", "Olá")).await;
    let slow = tokio::spawn({
        let mail = open(&house.db, &house.clock, through(&house.relay));
        async move { mail.work().await }
    });
    house.relay.arrived(1).await;
    house.relay.answer("ana@exemplo.com.br", Answer::Refuse("451 later"));
    house.clock.advance(minutes(15));
    house.mail.work().await.unwrap();
    house.relay.release();
    slow.await.unwrap().unwrap();
    assert_eq!(
        house.standing("ana@exemplo.com.br").await,
        ("queued".into(), 2),
        "the second one's word stands"
    );
}

#[db_test]
async fn two_workers_on_two_nodes_send_each_letter_once(place: Place) {
    let house = House::new(place.db.clone()).await;
    for number in 0..30 {
        house.queue(letter(&format!("pessoa-{number}@exemplo.com.br"), "Olá")).await;
    }
    for name in ["Ana", "Bia"] {
        house
            .execute(
                "INSERT INTO contacts (id, name, email, subject, message, created_at, updated_at)
             VALUES ($1, $1, 'x@exemplo.com.br', 'Parcerias', 'Olá', '2027', '2027')",
                vec![name.into()],
            )
            .await;
    }
    let other = Db::open(&place.target, &place.migrations).await.unwrap();
    let nodes = [house.db.clone(), other].map(|db| {
        let mail = open(&db, &house.clock, through(&house.relay));
        tokio::spawn(async move { mail.work().await })
    });
    for node in nodes {
        node.await.unwrap().unwrap();
    }
    house.mail.work().await.unwrap();
    let arrived = house.relay.received();
    let addresses: HashSet<&str> = arrived.iter().map(|one| one.recipient.as_str()).collect();
    // Thirty, two notices to the owner, one confirmation to the one address.
    assert_eq!((arrived.len(), addresses.len()), (33, 32));
}
