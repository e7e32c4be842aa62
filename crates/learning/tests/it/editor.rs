//! Order, copies and figures of courses for administrators. Concurrent editors do not overwrite each other.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{
    Admin, Ana, Bia, COURSE, Carla, FILM, QUIZ, SAMPLE, School, TEXT, Visitor, answered, id, refusal,
};

const SECOND: usize = 50;
const OTHER: usize = 60;

impl School {
    async fn outline(&self) -> Value {
        self.procedure(Admin, "course_outline", json!({ "course_id": id(COURSE) })).await
    }

    async fn order(&self, version: &Value, modules: Value) -> (u16, Value) {
        let body = json!({ "course_id": id(COURSE), "version": version, "modules": modules });
        self.send(Admin, "POST", "/rpc/order_course", body).await
    }
}

fn module(number: usize, lessons: &[usize]) -> Value {
    json!({ "id": id(number), "lessons": lessons.iter().map(|lesson| id(*lesson)).collect::<Vec<_>>() })
}

fn lessons_of(outline: &Value) -> Vec<(String, Vec<String>)> {
    let text = |value: &Value| value["id"].as_str().unwrap().to_owned();
    let modules = outline["modules"].as_array().unwrap().iter();
    modules.map(|one| (text(one), one["lessons"].as_array().unwrap().iter().map(text).collect())).collect()
}

#[db_test]
async fn modules_and_lessons_are_ordered_in_one_request(school: School) {
    let second = json!({ "id": id(SECOND), "course_id": id(COURSE), "title": "s", "sort_order": 9 });
    school.insert("course_modules", second).await;
    let before = school.outline().await;
    let wanted = json!([module(SECOND, &[QUIZ, SAMPLE]), module(COURSE, &[TEXT, FILM])]);
    let after = answered(school.order(&before["version"], wanted).await, 200);
    let expected = vec![(id(SECOND), vec![id(QUIZ), id(SAMPLE)]), (id(COURSE), vec![id(TEXT), id(FILM)])];
    assert_eq!(lessons_of(&after), expected);
    assert_ne!(after["version"], before["version"]);
    assert_eq!(school.outline().await, after);
}

#[db_test]
async fn an_order_names_every_part_exactly_once(school: School) {
    let version = school.outline().await["version"].clone();
    for wrong in [
        json!([]),
        json!([module(COURSE, &[SAMPLE, FILM, TEXT])]),
        json!([module(COURSE, &[SAMPLE, FILM, TEXT, QUIZ, QUIZ])]),
        json!([module(COURSE, &[SAMPLE, FILM, TEXT, OTHER])]),
        json!([module(COURSE, &[SAMPLE, FILM, TEXT, QUIZ]), module(COURSE, &[])]),
        json!([module(OTHER, &[SAMPLE, FILM, TEXT, QUIZ])]),
        json!("x"),
        json!([{ "id": id(COURSE) }]),
    ] {
        assert_eq!(refusal(&school.order(&version, wrong.clone()).await), (400, "invalid_order"), "{wrong}");
    }
    assert_eq!(school.outline().await["version"], version);
}

#[db_test]
async fn the_second_of_two_orders_is_refused(school: School) {
    let seen = school.outline().await["version"].clone();
    let first = json!([module(COURSE, &[FILM, SAMPLE, TEXT, QUIZ])]);
    assert_eq!(school.order(&seen, first).await.0, 200);
    let second = school.order(&seen, json!([module(COURSE, &[QUIZ, SAMPLE, FILM, TEXT])])).await;
    assert_eq!(refusal(&second), (400, "course_order_changed"));
    let kept = vec![id(FILM), id(SAMPLE), id(TEXT), id(QUIZ)];
    assert_eq!(lessons_of(&school.outline().await), vec![(id(COURSE), kept)]);
}

#[db_test]
async fn a_lesson_added_meanwhile_refuses_the_order(school: School) {
    let seen = school.outline().await["version"].clone();
    let added = json!({ "id": id(OTHER), "course_id": id(COURSE), "module_id": id(COURSE), "title": "n" });
    school.insert("lessons", added).await;
    let (_, said) = school.order(&seen, json!([module(COURSE, &[QUIZ, TEXT, FILM, SAMPLE])])).await;
    assert_eq!(said["message"], "course_order_changed");
}

#[db_test]
async fn only_administrators_edit_courses(school: School) {
    let course = json!({ "course_id": id(COURSE) });
    let order = json!({ "course_id": id(COURSE), "version": "x", "modules": [] });
    for who in [Visitor, Carla, Ana, Bia] {
        for (name, body) in [
            ("course_outline", &course),
            ("course_figures", &course),
            ("duplicate_course", &course),
            ("order_course", &order),
        ] {
            let (status, said) = school.send(who, "POST", &format!("/rpc/{name}"), body.clone()).await;
            assert!(matches!(status, 401 | 403), "{who:?} {name}: {said}");
        }
        let (status, said) =
            school.call(who, "describe-lesson-file", &json!({ "lesson_id": id(FILM) })).await;
        assert!(matches!(status, 401 | 403), "{who:?}: {said}");
    }
    assert_eq!(school.0.count("SELECT count(*) FROM courses", &[]).await, 1);
}

#[db_test]
async fn an_unknown_course_is_refused_as_unknown(school: School) {
    let course = json!({ "course_id": id(OTHER) });
    assert_eq!(school.procedure(Admin, "course_outline", course.clone()).await, Value::Null);
    assert_eq!(school.procedure(Admin, "course_figures", course.clone()).await, Value::Null);
    let order = json!({ "course_id": id(OTHER), "version": "x", "modules": [] });
    for (name, body) in [("duplicate_course", course), ("order_course", order)] {
        let unknown = school.send(Admin, "POST", &format!("/rpc/{name}"), body).await;
        assert_eq!(refusal(&unknown), (400, "course_not_found"), "{name}");
    }
}

#[db_test]
async fn a_copy_is_a_draft_with_lessons_and_questions(school: School) {
    school.change("lessons", TEXT, json!({ "requires_lesson_id": id(FILM) })).await;
    school.open_lesson(Ana, FILM).await;
    let copy = school.procedure(Admin, "duplicate_course", json!({ "course_id": id(COURSE) })).await;
    let copy = copy.as_str().unwrap();
    let path =
        format!("/courses?id=eq.{copy}&select=title,is_published,students_count,course_modules(title)");
    let course = school.read(Admin, &path).await;
    assert_eq!(
        course[0],
        json!({ "title": "c (cópia)", "is_published": false, "students_count": 0, "course_modules": [{ "title": "m" }] })
    );
    let path = format!(
        "/lessons?course_id=eq.{copy}&select=id,kind,body,requires_lesson_id,module_id&order=sort_order"
    );
    let lessons = school.read(Admin, &path).await;
    let kinds: Vec<&Value> = lessons.as_array().unwrap().iter().map(|lesson| &lesson["kind"]).collect();
    assert_eq!(kinds, ["text", "video", "text", "quiz"]);
    assert_eq!(
        (&lessons[2]["requires_lesson_id"], &lessons[0]["body"]),
        (&lessons[1]["id"], &json!("<p>pago</p>"))
    );
    assert_ne!(lessons[0]["module_id"], id(COURSE));
    let path = format!(
        "/quiz_questions?lesson_id=eq.{}&select=answers&order=sort_order",
        lessons[3]["id"].as_str().unwrap()
    );
    let questions = school.read(Admin, &path).await;
    assert_eq!(questions, json!([{ "answers": ["a"] }, { "answers": ["delegação"] }]));
    assert_eq!(school.read(Ana, &format!("/lessons?course_id=eq.{copy}")).await, json!([]));
}

#[db_test]
async fn course_figures_count_the_progress_of_students(school: School) {
    school.finish(Ana, SAMPLE).await;
    school.open_lesson(Ana, FILM).await;
    school.0.advance_secs(60);
    school.report(Ana, FILM, json!({ "position": 40, "played": [[0.0, 40.0]] })).await;
    school.open_lesson(Bia, FILM).await;
    school.0.advance_secs(60);
    school.report(Bia, FILM, json!({ "position": 20, "played": [[0.0, 20.0]] })).await;
    school.open_lesson(Bia, SAMPLE).await;
    // An administrator who views a lesson is no student.
    school.open_lesson(Admin, TEXT).await;
    let figures = school.procedure(Admin, "course_figures", json!({ "course_id": id(COURSE) })).await;
    assert_eq!(json!([figures["students"], figures["counted"], figures["finished"]]), json!([2, 2, 0]));
    let lesson = |number: usize| {
        let lesson = &figures["lessons"][number];
        ["opened", "finished", "stopped"].map(|name| lesson[name].as_i64().unwrap())
    };
    assert_eq!([lesson(0), lesson(1), lesson(2)], [[2, 1, 1], [2, 0, 1], [0, 0, 0]]);
    // Half of those who stop in the film do so before second 20 of 100.
    let film = &figures["lessons"][1];
    let times = ["duration_seconds", "played_seconds", "stopped_at"].map(|name| film[name].as_i64());
    assert_eq!(times, [Some(100), Some(30), Some(20)]);
    assert_eq!(
        (&figures["lessons"][0]["duration_seconds"], &figures["lessons"][0]["stopped_at"]),
        (&json!(0), &Value::Null)
    );
}

#[db_test]
async fn a_save_over_a_changed_lesson_is_refused(school: School) {
    let path = format!("/lessons?id=eq.{}&revision=eq.0", id(FILM));
    let (_, saved) = school.send(Admin, "PATCH", &path, json!({ "title": "primeira" })).await;
    assert_eq!((&saved[0]["title"], &saved[0]["revision"]), (&json!("primeira"), &json!(1)));
    let (_, late) = school.send(Admin, "PATCH", &path, json!({ "title": "segunda" })).await;
    assert_eq!(late, json!([]));
    for forged in [json!({ "revision": 0 }), json!({ "media": {} })] {
        answered(school.send(Admin, "PATCH", &format!("/lessons?id=eq.{}", id(FILM)), forged).await, 403);
    }
}

#[db_test]
async fn a_course_is_previewed_as_a_student(school: School) {
    school.change("courses", COURSE, json!({ "entitlement": "courses", "is_published": false })).await;
    school.change("lessons", FILM, json!({ "opens_after_days": 7 })).await;
    school.change("lessons", TEXT, json!({ "requires_lesson_id": id(FILM) })).await;
    school.change("lessons", QUIZ, json!({ "is_published": false })).await;
    let seen = async |plan: Value, days: i64| {
        let body = json!({ "course_id": id(COURSE), "plan": plan, "days": days });
        let locks = school.procedure(Admin, "course_as_student", body).await;
        assert!(locks.get(id(QUIZ)).is_none(), "a draft");
        [SAMPLE, FILM, TEXT].map(|lesson| locks[id(lesson)]["because"].as_str().unwrap_or("open").to_owned())
    };
    assert_eq!(seen(json!("scale"), 0).await, ["open", "date", "lesson"]);
    assert_eq!(seen(json!("scale"), 7).await, ["open", "open", "lesson"]);
    assert_eq!(seen(json!("update"), 7).await, ["open", "plan", "plan"]);
    assert_eq!(seen(Value::Null, 7).await, ["open", "access", "access"]);
    school.change("courses", COURSE, json!({ "is_programme_only": true })).await;
    assert_eq!(seen(json!("scale"), 7).await, ["open", "programme", "programme"]);
    assert_eq!(school.0.count("SELECT count(*) FROM course_members", &[]).await, 0);
    for (who, days, status) in [(Admin, -1, 400), (Admin, 9_999, 400), (Ana, 0, 403), (Visitor, 0, 401)] {
        let body = json!({ "course_id": id(COURSE), "days": days });
        let (answered, said) = school.send(who, "POST", "/rpc/course_as_student", body).await;
        assert_eq!(answered, status, "{who:?} {said}");
    }
}
