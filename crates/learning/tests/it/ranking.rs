//! The ranking, and leaving it.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{Ana, Bia, Carla, FILM, SAMPLE, School, TEXT, Visitor, Who, id, refusal};

async fn ranking(school: &School, who: Who, period: &str) -> Value {
    school.procedure(who, "learning_ranking", json!({ "period": period })).await
}

#[db_test]
async fn equal_points_share_a_place(school: School) {
    school.finish(Ana, FILM).await;
    school.finish(Bia, FILM).await;
    let all = ranking(&school, Ana, "week").await;
    assert_eq!(all["places"].as_array().unwrap().len(), 2);
    assert_eq!((&all["places"][0]["place"], &all["places"][1]["place"]), (&json!(1), &json!(1)));
    school.finish(Bia, TEXT).await;
    let all = ranking(&school, Ana, "week").await;
    assert_eq!(all["places"][0], json!({ "place": 1, "user_id": id(2), "points": 20 }));
    assert_eq!(all["own"], json!({ "place": 2, "points": 10 }));
}

#[db_test]
async fn leaving_the_ranking_hides_all_but_the_own_points(school: School) {
    school.finish(Ana, FILM).await;
    school.add(Ana, "learning_settings", json!({ "in_ranking": false })).await;
    assert_eq!(ranking(&school, Bia, "all").await["places"], json!([]));
    let own = ranking(&school, Ana, "all").await;
    assert_eq!((&own["places"], &own["own"]["points"]), (&json!([]), &json!(10)));
    assert_eq!(own["is_in_ranking"], false);
}

#[db_test]
async fn points_are_limited_to_two_hundred_a_day(school: School) {
    let sql = "INSERT INTO learning_points (user_id, reason, subject_id, points, created_at) VALUES ($1, 'answer', $2, 195, $3)";
    school.0.execute(sql, &[id(1).into(), id(70).into(), school.0.clock.now().into()]).await;
    school.finish(Ana, FILM).await;
    school.finish(Ana, SAMPLE).await;
    assert_eq!(school.points(Ana).await, 200);
}

#[db_test]
async fn the_ranking_is_for_members_and_covers_its_period(school: School) {
    for (who, status) in [(Visitor, 401), (Carla, 403)] {
        let body = json!({ "period": "week" });
        assert_eq!(school.send(who, "POST", "/rpc/learning_ranking", body).await.0, status);
    }
    // A week and a month end.
    school.finish(Ana, FILM).await;
    school.0.advance_days(7);
    for (period, places) in [("week", 0), ("month", 1), ("all", 1)] {
        let ranking = ranking(&school, Bia, period).await;
        assert_eq!(ranking["places"].as_array().unwrap().len(), places, "{period}");
    }
    let refused = school.send(Ana, "POST", "/rpc/learning_ranking", json!({ "period": "ever" })).await;
    assert_eq!(refusal(&refused), (400, "invalid_period"));
}
