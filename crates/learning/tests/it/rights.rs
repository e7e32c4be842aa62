//! Locks of lessons.

use ateneu_testkit::{db_test, sqlite_test};
use serde_json::{Value, json};

use super::{Admin, Ana, Bia, COURSE, Carla, FILM, QUIZ, SAMPLE, School, TEXT, Visitor, Who, id, refusal};

#[sqlite_test]
async fn other_plans_and_drafts_open_no_lesson(school: School) {
    school.change("courses", COURSE, json!({ "entitlement": "courses" })).await;
    // Bia has the plan Update.
    let lock = school.lock(Bia, FILM).await;
    let plans = ["scale", "professional"];
    assert_eq!(lock, json!({ "because": "plan", "entitlement": "courses", "plans": plans }));
    assert!(school.lock(Ana, FILM).await.is_null());
    // Only administrators see an unpublished course.
    school.change("courses", COURSE, json!({ "is_published": false })).await;
    for who in [Visitor, Ana] {
        assert!(school.open_lesson(who, SAMPLE).await.is_null(), "{who:?}");
        assert!(school.procedure(who, "learning_course", json!({ "course_id": id(COURSE) })).await.is_null());
    }
    assert!(school.open_lesson(Admin, FILM).await["body"].is_string());
}

#[db_test]
async fn a_lesson_opens_at_its_date_and_days_after_the_beginning(school: School) {
    let tomorrow = (school.0.clock.now() + std::time::Duration::from_hours(24)).to_string();
    school.change("lessons", FILM, json!({ "opens_at": tomorrow })).await;
    school.change("lessons", TEXT, json!({ "opens_after_days": 3 })).await;
    let lock = school.lock(Ana, FILM).await;
    assert_eq!((&lock["because"], &lock["opens_at"]), (&json!("date"), &json!(tomorrow)));
    let lock = school.lock(Ana, TEXT).await;
    assert_eq!(lock, json!({ "because": "date", "opens_at": null, "after_days": 3 }));
    // It is late in the evening, and the first day begins half an hour later.
    let now = school.0.clock.now();
    let late = ateneu_base::calendar::start_of_day_after(now, 1) - std::time::Duration::from_mins(30);
    school.0.clock.advance(std::time::Duration::from_secs((late.seconds() - now.seconds()).unsigned_abs()));
    school.open_lesson(Ana, SAMPLE).await;
    let opens = ateneu_base::calendar::start_of_day_after(late, 3);
    assert_eq!(school.lock(Ana, TEXT).await["opens_at"], opens.to_string());
    school.0.clock.advance(std::time::Duration::from_mins(30));
    school.0.advance_days(1);
    assert!(school.lock(Ana, FILM).await.is_null());
    assert!(!school.lock(Ana, TEXT).await.is_null());
    school.0.advance_days(1);
    assert!(school.lock(Ana, TEXT).await.is_null());
}

#[sqlite_test]
async fn a_lesson_opens_once_the_required_one_is_finished(school: School) {
    school.change("lessons", TEXT, json!({ "requires_lesson_id": id(FILM) })).await;
    let lock = school.lock(Ana, TEXT).await;
    assert_eq!(lock, json!({ "because": "lesson", "lesson_id": id(FILM), "title": "aula" }));
    assert!(school.open_lesson(Ana, TEXT).await["body"].is_null());
    school.finish(Ana, FILM).await;
    assert!(school.open_lesson(Ana, TEXT).await["body"].is_string());
}

#[db_test]
async fn a_programme_opens_its_courses_in_order(school: School) {
    let first = json!({ "id": id(40), "title": "primeiro", "level": "Iniciante", "is_published": true });
    school.insert("courses", first).await;
    school.change("courses", COURSE, json!({ "is_programme_only": true })).await;
    let programme = json!({ "id": id(41), "title": "p", "is_ordered": true, "is_published": true });
    school.insert("programmes", programme).await;
    for (order, course) in [(1, 40), (2, COURSE)] {
        let row = json!({ "programme_id": id(41), "course_id": id(course), "sort_order": order });
        school.insert("programme_courses", row).await;
    }
    assert_eq!(school.lock(Ana, FILM).await, json!({ "because": "programme", "titles": ["p"] }));
    school.add(Ana, "programme_members", json!({ "programme_id": id(41) })).await;
    let lock = school.lock(Ana, FILM).await;
    assert_eq!(lock, json!({ "because": "course", "course_id": id(40), "title": "primeiro" }));
    let done =
        json!({ "course_id": id(40), "user_id": id(Ana as usize), "completed_at": "2026-01-01T00:00:00Z" });
    school.insert("course_members", done).await;
    assert!(school.lock(Ana, FILM).await.is_null());
}

#[db_test]
async fn administrators_open_lessons_without_becoming_students(school: School) {
    school.open_lesson(Admin, FILM).await;
    school.open_lesson(Visitor, SAMPLE).await;
    school.open_lesson(Carla, SAMPLE).await;
    assert_eq!(school.0.count("SELECT count(*) FROM course_members", &[]).await, 0);
    school.open_lesson(Ana, FILM).await;
    let courses = school.read(Visitor, "/courses?select=students_count,lessons").await;
    assert_eq!(courses[0], json!({ "students_count": 1, "lessons": 4 }));
}

#[db_test]
async fn a_lesson_opens_to_members_and_a_sample_to_all_visitors(school: School) {
    for who in [Visitor, Carla, Ana, Admin] {
        let sample = school.open_lesson(who, SAMPLE).await;
        assert_eq!((&sample["lock"], &sample["body"]), (&Value::Null, &json!("<p>pago</p>")), "{who:?}");
        let film = school.open_lesson(who, FILM).await;
        let is_open = matches!(who, Ana | Admin);
        assert_eq!(film["body"].is_string(), is_open, "{who:?}");
        assert_eq!(film["lock"].is_null(), is_open, "{who:?}");
    }
    assert!(school.open_lesson(Ana, 99).await.is_null(), "an unknown lesson");
}

#[db_test]
async fn the_programme_is_public_and_paid_columns_are_masked(school: School) {
    for (who, reads) in [(Visitor, false), (Carla, false), (Ana, false), (Admin, true)] {
        let rows = school.read(who, "/lessons?select=id,title,body&order=sort_order").await;
        assert_eq!(rows[1]["title"], "aula", "{who:?}");
        assert_eq!(rows[1]["body"].is_string(), reads, "{who:?}");
        assert!(rows[0]["body"].is_string(), "{who:?}: the sample");
        let questions = school.read(who, "/quiz_questions").await;
        assert_eq!(questions.as_array().unwrap().len(), if reads { 2 } else { 0 }, "{who:?}");
    }
}

#[sqlite_test]
async fn the_questions_come_without_their_answers(school: School) {
    let opened = school.open_lesson(Ana, QUIZ).await;
    let questions = opened["quiz"]["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 2);
    let text = opened.to_string();
    assert!(!text.contains("delegação") && !text.contains("porque sim"), "{text}");
}

#[db_test]
async fn a_lesson_belongs_to_a_module_of_its_course(school: School) {
    let other = json!({ "id": id(50), "title": "outro", "level": "Iniciante", "is_published": true });
    school.insert("courses", other).await;
    for (change, code) in [
        (json!({ "course_id": id(50) }), "module_of_another_course"),
        (json!({ "requires_lesson_id": id(FILM) }), "lesson_of_another_course"),
    ] {
        let path = format!("/lessons?id=eq.{}", id(FILM));
        assert_eq!(refusal(&school.send(Admin, "PATCH", &path, change).await), (400, code));
    }
}

#[db_test]
async fn a_course_has_one_sample_that_is_no_quiz(school: School) {
    let samples = || school.read(Visitor, "/lessons?select=id&is_sample=is.true&order=id");
    assert_eq!(samples().await, json!([{ "id": id(SAMPLE) }]));
    school.change("lessons", FILM, json!({ "is_sample": true })).await;
    assert_eq!(samples().await, json!([{ "id": id(FILM) }]));
    assert!(school.open_lesson(Visitor, SAMPLE).await["body"].is_null(), "closed again");
    let path = format!("/lessons?id=eq.{}", id(QUIZ));
    let refused = school.send(Admin, "PATCH", &path, json!({ "is_sample": true })).await;
    assert_eq!(refusal(&refused), (400, "quiz_as_sample"));
    assert_eq!(samples().await, json!([{ "id": id(FILM) }]));
}

#[db_test]
async fn only_students_review_a_course_and_the_rating_follows(school: School) {
    let review =
        |rating: i64| json!({ "course_id": id(COURSE), "rating": rating, "content": "Direto ao ponto." });
    let early = school.send(Ana, "POST", "/course_reviews", review(5)).await;
    assert_eq!(refusal(&early), (400, "course_not_begun"));
    assert_eq!(school.send(Visitor, "POST", "/course_reviews", review(5)).await.0, 401);
    assert_eq!(school.send(Carla, "POST", "/course_reviews", review(5)).await.0, 403);
    school.open_lesson(Ana, FILM).await;
    school.add(Ana, "course_reviews", review(4)).await;
    let rating = async || {
        let courses = school.read(Visitor, "/courses?select=rating,reviews_count").await;
        (courses[0]["rating"].as_f64(), courses[0]["reviews_count"].as_i64())
    };
    assert_eq!(rating().await, (Some(4.0), Some(1)));
    assert_eq!(school.send(Ana, "DELETE", "/course_reviews?rating=eq.4", Value::Null).await.0, 200);
    assert_eq!(rating().await, (Some(0.0), Some(0)));
    let forged = json!({ "rating": 5.0 });
    assert_eq!(school.send(Admin, "PATCH", "/courses?level=eq.Iniciante", forged).await.0, 403);
}

#[db_test]
async fn visitors_read_public_reviews(school: School) {
    let read =
        async |who: Who, columns: &str| school.read(who, &format!("/course_reviews?select={columns}")).await;
    for (who, is_public) in [(Ana, true), (Bia, false)] {
        school.open_lesson(who, FILM).await;
        let review =
            json!({ "course_id": id(COURSE), "rating": 5, "content": "Claro.", "is_public": is_public });
        school.add(who, "course_reviews", review).await;
    }
    for outside in [Visitor, Carla] {
        let shown = read(outside, "rating,content,user_id").await;
        assert_eq!(shown, json!([{ "rating": 5, "content": "Claro.", "user_id": null }]), "{outside:?}");
        let guessed = format!("rating&user_id=eq.{}", id(Ana as usize));
        assert_eq!(read(outside, &guessed).await, json!([]), "nobody is found by the id");
    }
    let named = read(Ana, "user_id&order=user_id").await;
    assert_eq!(named, json!([{ "user_id": id(Ana as usize) }, { "user_id": id(Bia as usize) }]));
    school.change("courses", COURSE, json!({ "is_published": false })).await;
    assert_eq!(read(Visitor, "rating").await, json!([]), "a draft");
}
