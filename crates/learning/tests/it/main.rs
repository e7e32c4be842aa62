//! The learning environment over the declared tables, as visitors, members and administrators use it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod certificates;
mod editor;
mod files;
mod forging;
mod media;
mod progress;
mod quizzes;
mod ranking;
mod reminders;
mod rights;
mod search;
mod studies;

use std::sync::Arc;

use ateneu_base::{Caller, Entitlement, Facts, TokenProblem};
use ateneu_db::Db;
use ateneu_learning::{Learning, Lessons};
use ateneu_storage::FindSigner;
use ateneu_testkit::app::entitlements_of;
use ateneu_testkit_app::{TestServer, answered, id, refusal};
use serde_json::{Value, json};

/// The caller. Each person has the account of the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Ana = 1,
    Bia = 2,
    /// A member without a subscription.
    Carla = 3,
    Admin = 4,
    Service = 5,
    Visitor = 6,
}
use Who::{Admin, Ana, Bia, Carla, Service, Visitor};

/// A course with a sample, a film of 100 seconds, a text of 300 seconds and a quiz of two questions.
const COURSE: usize = 20;
const SAMPLE: usize = 21;
const FILM: usize = 22;
const TEXT: usize = 23;
const QUIZ: usize = 24;
/// Questions of the quiz: the first option, and a word.
const OPTION: usize = 31;
const WORD: usize = 32;

impl Who {
    fn caller(self) -> Caller {
        let facts = match self {
            Ana => Facts::subscriber_of(entitlements_of("scale")),
            // Bia's plan has certificates too; tests of a missing entitlement use other callers.
            Bia => Facts::subscriber_of(&[entitlements_of("update"), &[Entitlement::Certificates]].concat()),
            _ => Facts { admin: matches!(self, Admin), ..Facts::default() },
        };
        match self {
            Service => Caller::as_service("a test fills the tables"),
            Visitor => Caller::anonymous(),
            person => Caller::person(id(person as usize), facts),
        }
    }
}

/// Returns a report about a lesson, at its beginning by default.
fn about(lesson: usize, mut report: Value) -> Value {
    report["lesson_id"] = json!(id(lesson));
    if report.get("position").is_none() {
        report["position"] = json!(0);
    }
    report
}

struct School(TestServer);

ateneu_testkit::opened_by!(School::open);

impl School {
    async fn open(db: Db) -> Self {
        let mut server = TestServer::with(
            db,
            &[
                &Learning,
                &ateneu_accounts::Accounts,
                &ateneu_community::Community,
                &ateneu_membership::Membership,
                &ateneu_publishing::Publishing,
            ],
        );
        server.add_people([Ana, Bia, Carla, Admin].map(|who| who as usize)).await;
        server.sell_plans().await;
        // Signers of links have the rights that the test gives them.
        let people: FindSigner = Arc::new(|signer| {
            let known = [Ana, Bia, Admin].into_iter().find(|who| id(*who as usize) == signer.user_id);
            Box::pin(async move { known.map(Who::caller).ok_or(TokenProblem::SessionEnded) })
        });
        let storage = server.open_storage(people).await;
        let lessons = Lessons { db: server.db.clone(), clock: server.clock.clone(), storage };
        server.serve_functions(ateneu_functions::bind(ateneu_learning::functions(), &lessons));
        let school = Self(server);
        let lesson = |number: usize, kind: &str, seconds: i64| {
            json!({ "id": id(number), "course_id": id(COURSE), "module_id": id(COURSE), "title": "aula",
                "kind": kind, "duration_seconds": seconds, "sort_order": number, "body": "<p>pago</p>",
                "is_sample": number == SAMPLE })
        };
        let question = |number: usize, kind: &str, options: Value, answers: Value| {
            json!({ "id": id(number), "lesson_id": id(QUIZ), "kind": kind, "prompt": "?", "options": options,
                "answers": answers, "explanation": "porque sim", "sort_order": number })
        };
        let options = json!([{ "id": "a", "text": "sim" }, { "id": "b", "text": "não" }]);
        let course = json!({ "id": id(COURSE), "title": "c", "level": "Iniciante", "is_published": true,
            "entitlement": "updates" });
        school.insert("courses", course).await;
        school
            .insert("course_modules", json!({ "id": id(COURSE), "course_id": id(COURSE), "title": "m" }))
            .await;
        for (number, kind, seconds) in
            [(SAMPLE, "text", 60), (FILM, "video", 100), (TEXT, "text", 300), (QUIZ, "quiz", 0)]
        {
            school.insert("lessons", lesson(number, kind, seconds)).await;
        }
        school.insert("quiz_questions", question(OPTION, "single", options, json!(["a"]))).await;
        school.insert("quiz_questions", question(WORD, "text", json!([]), json!(["delegação"]))).await;
        school
    }

    async fn insert(&self, table: &str, rows: Value) {
        self.add(Service, table, rows).await;
    }

    /// Adds a row that the caller may add.
    async fn add(&self, who: Who, table: &str, rows: Value) {
        let (status, said) = self.send(who, "POST", &format!("/{table}"), rows).await;
        assert_eq!(status, 201, "{who:?} {table}: {said}");
    }

    async fn send(&self, who: Who, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.0.send(who.caller(), method, path, body).await
    }

    /// Reads a path as this caller. Returns the body.
    async fn read(&self, who: Who, path: &str) -> Value {
        answered(self.send(who, "GET", path, Value::Null).await, 200)
    }

    async fn change(&self, table: &str, number: usize, body: Value) {
        let path = format!("/{table}?id=eq.{}", id(number));
        let (status, said) = self.send(Service, "PATCH", &path, body).await;
        assert_eq!((status, said.as_array().map(Vec::len)), (200, Some(1)), "{said}");
    }

    async fn procedure(&self, who: Who, name: &str, body: Value) -> Value {
        let (status, answer) = self.send(who, "POST", &format!("/rpc/{name}"), body).await;
        assert!(status == 200 || status == 204, "{name}: {answer}");
        answer
    }

    async fn open_lesson(&self, who: Who, lesson: usize) -> Value {
        self.procedure(who, "open_lesson", json!({ "lesson_id": id(lesson) })).await
    }

    /// Returns the reason why a lesson is closed in the caller's state of the course.
    async fn lock(&self, who: Who, lesson: usize) -> Value {
        let course = self.procedure(who, "learning_course", json!({ "course_id": id(COURSE) })).await;
        course["lessons"][id(lesson)]["lock"].clone()
    }

    async fn call(&self, who: Who, name: &str, body: &Value) -> (u16, Value) {
        self.0.call(who.caller(), name, body).await
    }

    /// Reports work in one lesson. Returns its saved state.
    async fn report(&self, who: Who, lesson: usize, report: Value) -> Value {
        let reports = json!({ "reports": [about(lesson, report)] });
        let saved = answered(self.call(who, "save-lesson-progress", &reports).await, 200);
        saved["lessons"][0].clone()
    }

    /// Opens a lesson and finishes it by the button.
    async fn finish(&self, who: Who, lesson: usize) {
        self.open_lesson(who, lesson).await;
        self.report(who, lesson, json!({ "is_finished": true })).await;
    }

    async fn points(&self, who: Who) -> i64 {
        let sql = "SELECT CAST(coalesce(sum(points), 0) AS bigint) FROM learning_points WHERE user_id = $1";
        self.0.count(sql, &[id(who as usize).into()]).await
    }
}
