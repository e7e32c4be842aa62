//! What the clock does.

use std::time::Duration;

use ateneu_courses::Upkeep;
use ateneu_db::Db;
use ateneu_testkit::{db_test, http::Reply};

use crate::house::{ANA, House, NOW, open};

const HOUR: Duration = Duration::from_secs(60 * 60);

#[db_test]
async fn access_ends_when_its_time_is_over_whoever_granted_it(db: Db) {
    let house = House::open(db).await;
    house.by_hand(true, Some(NOW + 3_600)).await;
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep::default());
    house.clock.advance(HOUR);
    // The end needs no platform, and one that is down does not keep it from coming.
    house.down(Some(Reply::Say(503, String::new())));
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep { ended: 1, ..Upkeep::default() });
    assert_eq!(house.state(ANA).await, Some((false, Some(NOW + 3_600))));
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep::default(), "once");
}

#[db_test]
async fn a_yes_older_than_a_day_is_asked_for_again(db: Db) {
    let house = House::open(db).await;
    house.student(ANA);
    assert!(house.has_access().await);
    house.world.lock().club.clear();
    house.clock.advance(23 * HOUR);
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep::default());
    house.clock.advance(2 * HOUR);
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep { asked: 1, ..Upkeep::default() });
    assert!(!house.has_access().await, "the platform says no");
}

#[db_test]
async fn a_platform_that_is_down_is_given_up_after_three_and_takes_nothing_away(db: Db) {
    let house = House::open(db).await;
    for number in 0..5 {
        let email = format!("p{number}@exemplo.com.br");
        house.student(&email);
        assert!(house.courses.validate(None, &email).await.unwrap().has_access);
    }
    house.clock.advance(25 * HOUR);
    house.down(Some(Reply::Say(503, String::new())));
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep { unanswered: 3, ..Upkeep::default() });
    house.down(None);
    assert_eq!(house.courses.upkeep().await.unwrap(), Upkeep { asked: 5, ..Upkeep::default() });
}

#[db_test]
async fn without_the_platform_the_clock_still_obeys_ends(db: Db) {
    let house = House::open(db.clone()).await;
    house.by_hand(true, Some(NOW + 60)).await;
    house.clock.advance(HOUR);
    let alone = open(&db, &house.clock, None);
    assert_eq!(alone.upkeep().await.unwrap(), Upkeep { ended: 1, ..Upkeep::default() });
}
