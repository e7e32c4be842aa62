//! Progress by playing and finishing, and attempts to claim more.

use std::time::Duration;

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{Ana, Bia, COURSE, Carla, FILM, QUIZ, SAMPLE, School, TEXT, Visitor, id, refusal};

#[sqlite_test]
async fn a_film_is_finished_when_nine_tenths_were_played(school: School) {
    school.open_lesson(Ana, FILM).await;
    school.0.advance_secs(45);
    let saved = school.report(Ana, FILM, json!({ "position": 45, "played": [[0.0, 45.0]] })).await;
    assert_eq!((&saved["played_share"], &saved["completed_at"]), (&json!(45), &Value::Null));
    school.0.advance_secs(22);
    // The playback is at double speed.
    let saved = school.report(Ana, FILM, json!({ "position": 89, "played": [[45.0, 89.0]] })).await;
    assert_eq!((&saved["played_share"], &saved["completed_at"]), (&json!(89), &Value::Null));
    school.0.advance_secs(2);
    let saved = school.report(Ana, FILM, json!({ "position": 91, "played": [[89.0, 91.0]] })).await;
    assert!(saved["completed_at"].is_string());
    assert_eq!((&saved["course_progress"], school.points(Ana).await), (&json!(25), 10));
    let days = school.read(Ana, "/learning_days?select=seconds,lessons").await;
    assert_eq!(days, json!([{ "seconds": 91, "lessons": 1 }]));
}

#[sqlite_test]
async fn dragging_to_the_end_finishes_no_film(school: School) {
    school.open_lesson(Bia, FILM).await;
    school.0.advance_secs(10);
    let saved = school.report(Bia, FILM, json!({ "position": 100, "played": [[98.0, 100.0]] })).await;
    assert_eq!((&saved["position"], &saved["completed_at"]), (&json!(100), &Value::Null));
}

#[sqlite_test]
async fn playback_faster_than_twice_the_clock_is_refused(school: School) {
    school.open_lesson(Ana, FILM).await;
    school.0.advance_secs(10);
    let saved = school.report(Ana, FILM, json!({ "played": [[0.0, 100.0]] })).await;
    assert_eq!((&saved["is_too_fast"], &saved["played_share"]), (&json!(true), &json!(0)));
    // Refused seconds remain available for true playback.
    let saved = school.report(Ana, FILM, json!({ "played": [[0.0, 20.0]] })).await;
    assert_eq!((&saved["is_too_fast"], &saved["played_share"]), (&json!(false), &json!(20)));
    let saved = school.report(Ana, FILM, json!({ "played": [[20.0, 60.0]] })).await;
    assert_eq!(saved["is_too_fast"], true, "the same seconds twice");
}

#[sqlite_test]
async fn many_early_reports_win_no_more_than_one(school: School) {
    school.open_lesson(Bia, FILM).await;
    for from in (0..100).step_by(5) {
        school.report(Bia, FILM, json!({ "played": [[from, from + 5]] })).await;
    }
    assert_eq!(school.open_lesson(Bia, FILM).await["played_share"], 5);
    // Lent seconds are returned first.
    school.0.advance_secs(2);
    let saved = school.report(Bia, FILM, json!({ "played": [[5.0, 10.0]] })).await;
    assert_eq!((&saved["is_too_fast"], &saved["played_share"]), (&json!(true), &json!(5)));
    school.0.advance_secs(1);
    assert_eq!(school.report(Bia, FILM, json!({ "played": [[5.0, 10.0]] })).await["played_share"], 10);
}

#[db_test]
async fn lessons_played_side_by_side_share_the_clock(school: School) {
    school.change("lessons", TEXT, json!({ "kind": "audio" })).await;
    school.open_lesson(Ana, FILM).await;
    school.open_lesson(Ana, TEXT).await;
    school.0.advance_secs(30);
    let reports = json!({ "reports": [
        { "lesson_id": id(FILM), "position": 60, "played": [[0.0, 60.0]] },
        { "lesson_id": id(TEXT), "position": 60, "played": [[0.0, 60.0]] },
    ] });
    let (_, saved) = school.call(Ana, "save-lesson-progress", &reports).await;
    assert_eq!(saved["lessons"][0]["is_too_fast"], false);
    assert_eq!(saved["lessons"][1]["is_too_fast"], true);
}

#[db_test]
async fn a_clock_that_was_set_back_holds_no_report_up(school: School) {
    school.open_lesson(Bia, FILM).await;
    school.report(Bia, FILM, json!({ "position": 0, "played": [[0, 1]] })).await;
    let later = school.0.clock.now() + Duration::from_hours(1);
    let sql = "UPDATE lesson_progress SET opened_at = $1, position_at = $1";
    school.0.execute(sql, &[later.into()]).await;
    school.0.execute("UPDATE learning_clocks SET used_until = $1", &[later.into()]).await;
    for from in [0, 15, 30] {
        school.0.advance_secs(15);
        let report = json!({ "position": from + 15, "played": [[from, from + 15]] });
        let saved = school.report(Bia, FILM, report).await;
        assert_eq!(
            (&saved["position"], &saved["played_share"], &saved["is_too_fast"]),
            (&json!(from + 15), &json!(from + 15), &json!(false))
        );
    }
}

/// Deletions of the progress and tiny parts gain no time.
#[db_test]
async fn neither_deletions_nor_tiny_parts_play_faster(school: School) {
    let progress = format!("/lesson_progress?lesson_id=eq.{}", id(FILM));
    for from in (0..100).step_by(5) {
        school.open_lesson(Ana, FILM).await;
        school.report(Ana, FILM, json!({ "played": [[from, from + 5]] })).await;
        school.send(Ana, "DELETE", &progress, Value::Null).await;
    }
    let days = school.read(Ana, "/learning_days?select=seconds").await;
    assert_eq!(days, json!([{ "seconds": 5 }]));
    // Parts around each edge of a thousandth, and of smaller ones.
    school.open_lesson(Bia, FILM).await;
    for (offset, width) in [(0.05, 2e-6), (0.0, 2e-6), (0.000_05, 2e-6), (0.0, 0.000_06)] {
        for first in (0..1_000).step_by(50) {
            let edge = |number: i32| f64::from(first + number) * 0.1 + offset;
            let parts: Vec<_> =
                (0..50).map(|number| [edge(number) - width / 2.0, edge(number) + width]).collect();
            school.report(Bia, FILM, json!({ "played": parts })).await;
        }
    }
    assert_eq!(school.open_lesson(Bia, FILM).await["played_share"], 0);
}

#[db_test]
async fn a_lesson_finished_again_counts_once_a_day(school: School) {
    let finish = async || {
        for is_finished in [true, false, true] {
            school.report(Ana, TEXT, json!({ "is_finished": is_finished })).await;
        }
        school.send(Ana, "DELETE", "/lesson_progress?position=gte.0", Value::Null).await;
        school.open_lesson(Ana, TEXT).await;
        school.report(Ana, TEXT, json!({ "is_finished": true })).await;
    };
    school.open_lesson(Ana, TEXT).await;
    finish().await;
    let lessons = async || school.read(Ana, "/learning_days?select=lessons&order=day").await;
    assert_eq!(lessons().await, json!([{ "lessons": 1 }]));
    school.0.advance_days(1);
    finish().await;
    assert_eq!(lessons().await, json!([{ "lessons": 1 }, { "lessons": 1 }]));
}

#[sqlite_test]
async fn hours_offline_count_over_several_requests(school: School) {
    school.change("lessons", TEXT, json!({ "kind": "audio" })).await;
    school.open_lesson(Ana, FILM).await;
    school.open_lesson(Ana, TEXT).await;
    school.0.advance_secs(400);
    for (lesson, from, to) in [(FILM, 0, 50), (FILM, 50, 100), (TEXT, 0, 150), (TEXT, 150, 300)] {
        let saved = school.report(Ana, lesson, json!({ "position": to, "played": [[from, to]] })).await;
        assert_eq!(saved["is_too_fast"], false, "{lesson} {from}");
    }
    for lesson in [FILM, TEXT] {
        assert!(school.open_lesson(Ana, lesson).await["completed_at"].is_string());
    }
}

#[sqlite_test]
async fn an_hour_offline_counts_when_it_is_sent(school: School) {
    school.open_lesson(Bia, FILM).await;
    school.0.advance_secs(3_600);
    let saved =
        school.report(Bia, FILM, json!({ "position": 100, "played": [[0.0, 50.0], [50.0, 100.0]] })).await;
    assert_eq!(saved["played_share"], 100);
    assert!(saved["completed_at"].is_string());
}

#[sqlite_test]
async fn the_newest_position_of_a_lesson_is_kept(school: School) {
    school.open_lesson(Ana, FILM).await;
    school.0.advance_secs(60);
    school.report(Ana, FILM, json!({ "position": 40 })).await;
    let saved = school.report(Ana, FILM, json!({ "position": 10, "seconds_ago": 30 })).await;
    assert_eq!(saved["position"], 40);
    school.0.advance_secs(5);
    assert_eq!(school.report(Ana, FILM, json!({ "position": 5 })).await["position"], 5);
    // A text is finished at its end, after a third of its time.
    school.open_lesson(Ana, TEXT).await;
    school.0.advance_secs(99);
    let saved = school.report(Ana, TEXT, json!({ "position": 100, "is_at_end": true })).await;
    assert_eq!(saved["completed_at"], Value::Null);
    school.0.advance_secs(1);
    assert_eq!(school.report(Ana, TEXT, json!({ "position": 80 })).await["completed_at"], Value::Null);
    assert!(school.report(Ana, TEXT, json!({ "is_at_end": true })).await["completed_at"].is_string());
}

#[db_test]
async fn no_client_writes_progress_or_points(school: School) {
    school.open_lesson(Ana, FILM).await;
    let forged = json!({ "lesson_id": id(TEXT), "course_id": id(COURSE), "user_id": id(1),
        "completed_at": "2026-01-01T00:00:00Z" });
    let points = json!({ "user_id": id(1), "reason": "course", "subject_id": id(COURSE), "points": 500 });
    let attempt = json!({ "lesson_id": id(QUIZ), "user_id": id(1), "answers": {}, "score": 100 });
    let day = json!({ "user_id": id(1), "day": "2026-01-01", "seconds": 9_999 });
    let student =
        json!({ "course_id": id(COURSE), "user_id": id(1), "completed_at": "2026-01-01T00:00:00Z" });
    for (table, row) in [
        ("lesson_progress", &forged),
        ("learning_points", &points),
        ("quiz_attempts", &attempt),
        ("learning_days", &day),
        ("course_members", &student),
    ] {
        for who in [Visitor, Carla, Ana] {
            let (status, said) = school.send(who, "POST", &format!("/{table}"), row.clone()).await;
            assert!(matches!(status, 401 | 403), "{who:?} {table}: {said}");
        }
    }
    let done = json!({ "completed_at": "2026-01-01T00:00:00Z" });
    for path in ["/lesson_progress?position=eq.0", "/course_members?course_id=not.is.null"] {
        let (status, said) = school.send(Ana, "PATCH", path, done.clone()).await;
        assert!(status == 403 || said == json!([]), "{path}: {said}");
    }
}

#[db_test]
async fn the_button_finishes_and_takes_back(school: School) {
    school.open_lesson(Ana, FILM).await;
    assert!(school.report(Ana, FILM, json!({ "is_finished": true })).await["completed_at"].is_string());
    let saved = school.report(Ana, FILM, json!({ "is_finished": false })).await;
    assert_eq!((&saved["completed_at"], &saved["played_share"]), (&Value::Null, &json!(0)));
    school.report(Ana, FILM, json!({ "is_finished": true })).await;
    assert_eq!(school.points(Ana).await, 10, "once, however often it is finished");
    let own = "/lesson_progress?course_id=not.is.null";
    assert_eq!(school.send(Bia, "DELETE", own, Value::Null).await.1, json!([]));
    assert_eq!(school.send(Ana, "DELETE", own, Value::Null).await.1.as_array().unwrap().len(), 1);
}

#[db_test]
async fn progress_needs_an_open_lesson_and_a_subscription(school: School) {
    school.change("lessons", TEXT, json!({ "requires_lesson_id": id(FILM) })).await;
    school.open_lesson(Ana, FILM).await;
    let report = |lesson: usize| json!({ "reports": [{ "lesson_id": id(lesson), "position": 0, "is_finished": true }] });
    for (who, lesson, status, code) in [
        (Visitor, FILM, 401, "not_signed_in"),
        (Carla, SAMPLE, 403, "no_access"),
        (Ana, TEXT, 403, "lesson_closed"),
        (Ana, SAMPLE, 409, "lesson_not_opened"),
        (Ana, 99, 404, "lesson_not_found"),
        (Bia, FILM, 409, "lesson_not_opened"),
    ] {
        let refused = school.call(who, "save-lesson-progress", &report(lesson)).await;
        assert_eq!(refusal(&refused), (status, code), "{who:?}");
    }
}

#[db_test]
async fn a_deleted_lesson_does_not_stop_the_other_reports(school: School) {
    school.open_lesson(Ana, FILM).await;
    let both = json!({ "reports": [
        { "lesson_id": id(99), "position": 7 }, { "lesson_id": id(FILM), "position": 7 }] });
    let (status, saved) = school.call(Ana, "save-lesson-progress", &both).await;
    assert_eq!((status, &saved["refused"]), (200, &json!([id(99)])));
    assert_eq!(saved["lessons"][0]["lesson_id"], json!(id(FILM)));
    assert_eq!(school.open_lesson(Ana, FILM).await["position"], 7);
}

#[db_test]
async fn malformed_reports_are_refused_or_not_counted(school: School) {
    school.open_lesson(Ana, FILM).await;
    let many = json!({ "reports": vec![json!({ "lesson_id": id(FILM), "position": 0 }); 21] });
    assert_eq!(school.call(Ana, "save-lesson-progress", &many).await.1["code"], "too_many_reports");
    let negative = json!({ "reports": [{ "lesson_id": id(FILM), "position": -1 }] });
    assert_eq!(school.call(Ana, "save-lesson-progress", &negative).await.0, 400);
    school.0.advance_secs(100);
    let odd = json!({ "position": 999_999, "played": [[50.0, 10.0], [-5.0, -1.0], [200.0, 300.0]] });
    let saved = school.report(Ana, FILM, odd).await;
    assert_eq!((&saved["position"], &saved["played_share"]), (&json!(100), &json!(0)));
}

#[db_test]
async fn a_course_stays_finished_when_a_lesson_is_added(school: School) {
    school.change("courses", COURSE, json!({ "needs_quizzes": false })).await;
    for lesson in [SAMPLE, FILM, TEXT] {
        school.finish(Ana, lesson).await;
    }
    assert_eq!(school.points(Ana).await, 80);
    let begun = school.procedure(Ana, "learning_courses", json!({})).await;
    assert!(begun[0]["completed_at"].is_string());
    assert_eq!((&begun[0]["progress"], &begun[0]["finished_lessons"]), (&json!(100), &json!(3)));
    let added = json!({ "id": id(60), "course_id": id(COURSE), "module_id": id(COURSE), "title": "nova" });
    school.insert("lessons", added).await;
    let begun = school.procedure(Ana, "learning_courses", json!({})).await;
    assert!(begun[0]["completed_at"].is_string());
    assert_eq!(begun[0]["progress"], 75);
}
