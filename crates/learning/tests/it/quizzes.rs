//! Grading of quizzes by the server.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{Ana, Bia, COURSE, Carla, FILM, OPTION, QUIZ, SAMPLE, School, TEXT, Visitor, WORD, id, refusal};

fn answers(attempt: usize, option: &str, word: &str) -> Value {
    json!({ "lesson_id": id(QUIZ), "attempt_id": id(attempt),
        "answers": { id(OPTION): [option], id(WORD): [word] } })
}

#[db_test]
async fn an_attempt_sent_twice_counts_once(school: School) {
    school.change("lessons", QUIZ, json!({ "max_attempts": 1 })).await;
    let (_, first) = school.call(Ana, "answer-quiz", &answers(100, "b", "x")).await;
    assert_eq!(first["attempts_left"], 0);
    // A repeated id keeps its first answers.
    let (status, again) = school.call(Ana, "answer-quiz", &answers(100, "a", "delegação")).await;
    assert_eq!((status, &again["score"]), (200, &json!(0)));
    let second = school.call(Ana, "answer-quiz", &answers(101, "a", "delegação")).await;
    assert_eq!(refusal(&second), (409, "no_attempts_left"));
    assert_eq!(school.0.count("SELECT count(*) FROM quiz_attempts", &[]).await, 1);
}

#[db_test]
async fn a_quiz_is_failed_explained_and_passed(school: School) {
    school.open_lesson(Ana, QUIZ).await;
    assert!(school.report(Ana, QUIZ, json!({ "is_finished": true })).await["completed_at"].is_null());
    let (status, failed) = school.call(Ana, "answer-quiz", &answers(100, "b", "Delegacao")).await;
    assert_eq!((status, &failed["score"], &failed["is_passed"]), (200, &json!(50), &json!(false)));
    assert_eq!(failed["questions"][0]["is_right"], false);
    assert_eq!(failed["questions"][0]["explanation"], "porque sim");
    assert_eq!(school.points(Ana).await, 0);
    let (_, passed) = school.call(Ana, "answer-quiz", &answers(101, "a", " delegação ")).await;
    assert_eq!(
        (&passed["score"], &passed["is_passed"], &passed["course_progress"]),
        (&json!(100), &json!(true), &json!(25))
    );
    assert_eq!(school.points(Ana).await, 20);
    let opened = school.open_lesson(Ana, QUIZ).await;
    assert!(opened["completed_at"].is_string());
    assert_eq!(opened["quiz"]["best_score"], 100);
}

#[db_test]
async fn an_attempt_belongs_to_one_member(school: School) {
    school.open_lesson(Ana, QUIZ).await;
    school.call(Ana, "answer-quiz", &answers(100, "b", "x")).await;
    let taken = school.call(Bia, "answer-quiz", &answers(100, "b", "x")).await;
    assert_eq!(refusal(&taken), (409, "attempt_taken"));
    assert_eq!(school.read(Bia, "/quiz_attempts").await, json!([]));
}

#[db_test]
async fn only_the_best_attempts_of_a_quiz_are_kept(school: School) {
    let now = school.0.clock.now();
    for number in 1000..1200 {
        let sql = "INSERT INTO quiz_attempts (id, lesson_id, user_id, answers, score, is_passed, created_at)
             VALUES ($1, $2, $3, '{}', $4, FALSE, $5)";
        let score = i64::from(number > 1000) * 10;
        let values = [id(number).into(), id(QUIZ).into(), id(Ana as usize).into(), score.into(), now.into()];
        school.0.execute(sql, &values).await;
    }
    let (status, passed) = school.call(Ana, "answer-quiz", &answers(100, "a", "delegação")).await;
    assert_eq!((status, &passed["score"]), (200, &json!(100)));
    assert_eq!(school.0.count("SELECT count(*) FROM quiz_attempts", &[]).await, 200);
    assert_eq!(school.0.count("SELECT count(*) FROM quiz_attempts WHERE score = 0", &[]).await, 0);
    assert_eq!(school.0.count("SELECT count(*) FROM quiz_attempts WHERE score = 100", &[]).await, 1);
}

#[db_test]
async fn a_passed_quiz_stays_passed(school: School) {
    school.change("lessons", QUIZ, json!({ "max_attempts": 1 })).await;
    school.open_lesson(Ana, QUIZ).await;
    school.call(Ana, "answer-quiz", &answers(100, "a", "delegação")).await;
    let saved = school.report(Ana, QUIZ, json!({ "is_finished": false })).await;
    assert!(saved["completed_at"].is_string(), "{saved}");
    school.send(Ana, "DELETE", "/lesson_progress?position=gte.0", Value::Null).await;
    school.open_lesson(Ana, QUIZ).await;
    let read = school.read(Ana, "/lesson_progress?select=completed_by").await;
    assert_eq!(read, json!([{ "completed_by": "quiz" }]));
    school.open_lesson(Bia, QUIZ).await;
    assert_eq!(
        school.read(Bia, "/lesson_progress?select=completed_at").await,
        json!([{ "completed_at": null }])
    );
}

#[sqlite_test]
async fn an_optional_quiz_is_not_required_to_finish(school: School) {
    school.change("courses", COURSE, json!({ "needs_quizzes": false })).await;
    for lesson in [SAMPLE, FILM, TEXT] {
        school.finish(Ana, lesson).await;
    }
    let course = school.procedure(Ana, "learning_course", json!({ "course_id": id(COURSE) })).await;
    assert_eq!((&course["progress"], course["completed_at"].is_string()), (&json!(100), true));
    let begun = school.procedure(Ana, "learning_courses", json!({})).await;
    assert_eq!((&begun[0]["progress"], &begun[0]["finished_lessons"]), (&json!(100), &json!(3)));
}

#[sqlite_test]
async fn only_answered_questions_are_explained(school: School) {
    school.open_lesson(Ana, QUIZ).await;
    for (attempt, given, explained) in [
        (100, json!({}), [false, false]),
        (101, json!({ id(OPTION): ["zzz"], id(WORD): [" "] }), [false, false]),
        (102, json!({ id(OPTION): ["b"], id(WORD): [] }), [true, false]),
        (103, json!({ id(WORD): ["x"] }), [false, true]),
    ] {
        let request = json!({ "lesson_id": id(QUIZ), "attempt_id": id(attempt), "answers": given });
        let (_, judged) = school.call(Ana, "answer-quiz", &request).await;
        let has = |index: usize| judged["questions"][index]["explanation"].is_string();
        assert_eq!([has(0), has(1)], explained, "{judged}");
    }
}

#[sqlite_test]
async fn a_quiz_is_answered_by_members_where_it_is_open(school: School) {
    school.change("lessons", QUIZ, json!({ "requires_lesson_id": id(FILM) })).await;
    let mut elsewhere = answers(100, "a", "x");
    elsewhere["lesson_id"] = json!(id(FILM));
    let mut unnamed = answers(100, "a", "x");
    unnamed["attempt_id"] = json!("' OR 1");
    for (who, request, status, code) in [
        (Visitor, answers(100, "a", "x"), 401, "not_signed_in"),
        (Carla, answers(100, "a", "x"), 403, "no_access"),
        (Ana, answers(100, "a", "x"), 403, "lesson_closed"),
        (Ana, elsewhere, 404, "lesson_not_found"),
        (Ana, unnamed, 400, "invalid_payload"),
    ] {
        assert_eq!(refusal(&school.call(who, "answer-quiz", &request).await), (status, code), "{who:?}");
    }
}

#[db_test]
async fn concurrent_quiz_attempts_keep_to_the_limit(school: School) {
    school.change("lessons", QUIZ, json!({ "max_attempts": 1 })).await;
    school.open_lesson(Ana, QUIZ).await;
    let send =
        async |attempt: usize| school.call(Ana, "answer-quiz", &answers(attempt, "a", "delegação")).await;
    // One attempt is sent by a double click and by a retry.
    let (one, two) = futures::future::join(send(81), send(81)).await;
    assert_eq!((one.0, &one.1), (200, &two.1));
    assert_eq!(school.points(Ana).await, 20);
    // Two windows have an attempt each.
    school.open_lesson(Bia, QUIZ).await;
    let send = async |attempt: usize| school.call(Bia, "answer-quiz", &answers(attempt, "b", "outra")).await;
    let (one, two) = futures::future::join(send(91), send(92)).await;
    let (refused, judged) = if one.0 == 200 { (two, one) } else { (one, two) };
    assert_eq!((judged.0, refusal(&refused)), (200, (409, "no_attempts_left")));
    let sql = "SELECT count(*) FROM quiz_attempts WHERE user_id = $1";
    for who in [Ana, Bia] {
        assert_eq!(school.0.count(sql, &[id(who as usize).into()]).await, 1, "{who:?}");
    }
}
