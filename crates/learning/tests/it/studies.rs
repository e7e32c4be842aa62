//! Study plans, the diagnosis and invitations.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{Ana, Bia, COURSE, Carla, FILM, SAMPLE, School, Service, Visitor, id};

async fn schedule(school: &School) -> Vec<Value> {
    school.procedure(Ana, "study_schedule", json!({})).await.as_array().unwrap().clone()
}

#[db_test]
async fn a_study_plan_adapts_to_finished_and_missed_lessons(school: School) {
    assert!(schedule(&school).await.is_empty());
    let plan = json!({ "course_ids": [id(COURSE)], "weekly_minutes": 15,
        "weekdays": ["1", "2", "3", "4", "5", "6", "7"] });
    school.add(Ana, "study_plans", plan).await;
    // The lessons take 1, 2, 5 and 10 minutes, with 2 minutes a day: all but the first two have their own day.
    let planned = schedule(&school).await;
    assert_eq!(planned.len(), 4);
    assert_eq!(planned[0]["lesson_id"], id(SAMPLE));
    let first = planned[0]["day"].clone();
    assert_ne!(planned[3]["day"], first);
    school.finish(Ana, SAMPLE).await;
    let left = schedule(&school).await;
    assert_eq!((left.len(), &left[0]["lesson_id"], &left[0]["day"]), (3, &json!(id(FILM)), &first));
    school.0.advance_days(1);
    assert_ne!(schedule(&school).await[0]["day"], first, "a missed day moves what is left");
    let request = school.0.request("POST", "/functions/v1/study-calendar").caller(Ok(Ana.caller()));
    let calendar = request.json(&json!({})).await;
    assert_eq!(calendar.status, 200);
    assert!(calendar.text().starts_with("BEGIN:VCALENDAR\r\n"));
}

#[db_test]
async fn plans_and_results_are_each_members_own(school: School) {
    let plan = json!({ "course_ids": [], "weekdays": [] });
    let result = json!({ "scores": { "lideranca": 40 } });
    for (table, row) in [("study_plans", &plan), ("diagnosis_results", &result)] {
        let path = format!("/{table}");
        assert_eq!(school.send(Visitor, "POST", &path, row.clone()).await.0, 401, "{table}");
        assert_eq!(school.send(Carla, "POST", &path, row.clone()).await.0, 403, "{table}");
        let mut others = row.clone();
        others["user_id"] = json!(id(Bia as usize));
        assert_eq!(school.send(Ana, "POST", &path, others).await.0, 403, "{table}");
        school.add(Ana, table, row.clone()).await;
        assert_eq!(school.read(Bia, &path).await, json!([]), "{table}");
    }
}

#[db_test]
async fn notes_outlive_their_lesson(school: School) {
    let note =
        json!({ "id": id(70), "lesson_id": id(FILM), "at_seconds": 12, "content": "Perguntar antes." });
    school.add(Ana, "lesson_notes", note).await;
    let gone = format!("/lessons?id=eq.{}", id(FILM));
    assert_eq!(school.send(Service, "DELETE", &gone, Value::Null).await.0, 200);
    let notes = school.read(Ana, "/lesson_notes?select=lesson_id,content").await;
    assert_eq!(notes, json!([{ "lesson_id": null, "content": "Perguntar antes." }]));
    assert_eq!(school.read(Bia, "/lesson_notes").await, json!([]));
    let own = format!("/lesson_notes?id=eq.{}", id(70));
    let (_, changed) = school.send(Ana, "PATCH", &own, json!({ "content": "Perguntar." })).await;
    assert_eq!(changed[0]["content"], "Perguntar.");
}

#[db_test]
async fn an_invitation_counts_new_accounts_once(school: School) {
    let invite = school.procedure(Ana, "my_invite", json!({})).await;
    assert_eq!(school.procedure(Ana, "my_invite", json!({})).await["id"], invite["id"]);
    let accept = json!({ "invite_id": invite["id"] });
    assert_eq!(school.procedure(Ana, "accept_invite", accept.clone()).await, json!(false), "the own one");
    assert_eq!(school.procedure(Carla, "accept_invite", accept.clone()).await, json!(true));
    assert_eq!(school.procedure(Carla, "accept_invite", accept.clone()).await, json!(false), "twice");
    let unknown = json!({ "invite_id": id(99) });
    assert_eq!(school.procedure(Bia, "accept_invite", unknown).await, json!(false));
    school.0.advance_days(8);
    assert_eq!(school.procedure(Bia, "accept_invite", accept.clone()).await, json!(false), "no new account");
    let own = school.procedure(Ana, "my_invite", json!({})).await;
    assert_eq!(own["came"].as_array().unwrap().len(), 1);
    assert_eq!(own["came"][0]["user_id"], id(Carla as usize));
    school.0.advance_days(23);
    assert_ne!(school.procedure(Ana, "my_invite", json!({})).await["id"], invite["id"], "after 30 days");
    assert_eq!(school.send(Visitor, "POST", "/rpc/accept_invite", accept).await.0, 401);
    assert_eq!(school.send(Carla, "POST", "/rpc/my_invite", json!({})).await.0, 403);
}
