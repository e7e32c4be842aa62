//! False claims of a member who has not studied: none finishes a lesson or gives points.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{Ana, COURSE, FILM, QUIZ, SAMPLE, School, TEXT, about, id};

/// A course that Ana's plan does not include, and its lesson.
const CLOSED: usize = 61;
const CLOSED_LESSON: usize = 62;

impl School {
    /// Returns Ana's finished lessons and points.
    async fn won(&self) -> (Value, i64) {
        let path = "/lesson_progress?completed_at=not.is.null&select=lesson_id,completed_by";
        (self.read(Ana, path).await, self.points(Ana).await)
    }
}

#[db_test]
async fn no_forged_report_finishes_a_lesson(school: School) {
    let closed = json!({ "id": id(CLOSED), "title": "c", "level": "Avançado", "is_published": true,
        "entitlement": "early_access" });
    school.insert("courses", closed).await;
    school.insert("course_modules", json!({ "id": id(CLOSED), "course_id": id(CLOSED), "title": "m" })).await;
    let lesson =
        json!({ "id": id(CLOSED_LESSON), "course_id": id(CLOSED), "module_id": id(CLOSED), "title": "a" });
    school.insert("lessons", lesson).await;
    for lesson in [FILM, TEXT, QUIZ, CLOSED_LESSON] {
        school.open_lesson(Ana, lesson).await;
    }
    let finished = json!({ "is_finished": true });
    let with = |name: &str, value: Value| json!({ "is_finished": true, name: value });
    let forged = [
        ("the last place", about(FILM, json!({ "position": 100, "played": [[99, 100]] }))),
        ("everything at once", about(FILM, json!({ "played": [[0, 100]] }))),
        ("everything, a year ago", about(FILM, json!({ "played": [[0, 100]], "seconds_ago": 31_536_000 }))),
        ("parts beside the recording", about(FILM, json!({ "played": [[-90, -1], [200, 290], [95, 5]] }))),
        ("one moment again and again", about(FILM, json!({ "played": vec![[0.0, 0.09]; 50] }))),
        ("the end of a text at once", about(TEXT, json!({ "position": 100, "is_at_end": true }))),
        ("the button of a quiz", about(QUIZ, finished.clone())),
        ("the end of a quiz", about(QUIZ, json!({ "is_at_end": true, "played": [[0, 4]] }))),
        ("a lesson that was never opened", about(SAMPLE, finished.clone())),
        ("a lesson that the plan does not open", about(CLOSED_LESSON, finished.clone())),
        ("the closed lesson in an open course", about(CLOSED_LESSON, with("course_id", json!(id(COURSE))))),
        ("a time of completion", about(FILM, with("completed_at", json!("2026-01-01T00:00:00Z")))),
        ("points", about(FILM, with("points", json!(500)))),
        ("somebody else's progress", about(FILM, with("user_id", json!(id(2))))),
    ];
    for (what, report) in forged {
        let (_, said) = school.call(Ana, "save-lesson-progress", &json!({ "reports": [report] })).await;
        assert_eq!(school.won().await, (json!([]), 0), "{what}: {said}");
    }
    // Twenty concurrent requests have no more time than one.
    let report = |from: i32| json!({ "reports": [about(FILM, json!({ "played": [[from, from + 5]] }))] });
    let requests = (0..20).map(|number| report(number * 5)).collect::<Vec<_>>();
    let sent = requests.iter().map(|request| school.call(Ana, "save-lesson-progress", request));
    futures::future::join_all(sent).await;
    assert_eq!(school.won().await, (json!([]), 0));
    let days = school.read(Ana, "/learning_days?select=seconds").await;
    assert!(days.as_array().unwrap().iter().all(|day| day["seconds"].as_i64().unwrap() <= 15), "{days}");
}
