//! Who may read the file of a lesson: who has opened the lesson, while the subscription lasts.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::json;

use super::{Admin, Ana, Bia, COURSE, Carla, FILM, SAMPLE, School, Service, TEXT, Visitor, Who, id};

const KEY: &str = "aulas/guia.pdf";

impl School {
    /// A lesson has a stored file.
    async fn with_file(db: Db) -> Self {
        let school = Self::open(db).await;
        let path = format!("/storage/v1/object/courses/{KEY}");
        let request = school.0.request("POST", &path).caller(Ok(Service.caller())).token("x");
        request.header("content-type", "application/pdf").body("%PDF-1.7\n").await.ok();
        school.change("lessons", FILM, json!({ "file_url": address() })).await;
        school
    }

    async fn reads(&self, caller: Caller) -> bool {
        let request = self.0.request("GET", &address()).caller(Ok(caller)).token("x");
        request.await.status.is_success()
    }

    async fn reads_as(&self, who: Who) -> bool {
        self.reads(who.caller()).await
    }
}

fn address() -> String {
    format!("/storage/v1/object/authenticated/courses/{KEY}")
}

#[db_test]
async fn a_file_opens_with_its_lesson_and_to_visitors_of_samples(db: Db) {
    let school = School::with_file(db).await;
    for who in [Visitor, Carla, Ana, Bia] {
        assert!(!school.reads_as(who).await, "{who:?}");
    }
    assert!(school.reads_as(Admin).await);
    school.open_lesson(Ana, FILM).await;
    assert!(school.reads_as(Ana).await);
    assert!(!school.reads_as(Bia).await, "opened by somebody else");
    let lapsed = Caller::person(id(Ana as usize), Facts::default());
    assert!(!school.reads(lapsed).await, "the subscription has ended");
    // The public address gives samples only.
    // As a visitor's browser requests it: without any token.
    let public = address().replace("/authenticated/", "/public/");
    let status = async || {
        let asked = school.0.request("GET", &public).caller(Ok(Visitor.caller()));
        asked.await.status.as_u16()
    };
    assert_ne!(status().await, 200, "a lesson that was paid for");
    school.open_lesson(Ana, FILM).await;
    assert_ne!(status().await, 200, "opened by a member");
    school.change("lessons", FILM, json!({ "is_sample": true })).await;
    assert_eq!(status().await, 200, "a sample");
    for (table, number) in [("lessons", FILM), ("courses", COURSE)] {
        school.change(table, number, json!({ "is_published": false })).await;
        assert_ne!(status().await, 200, "{table} is a draft");
        school.change(table, number, json!({ "is_published": true })).await;
    }
    school.change("lessons", TEXT, json!({ "is_sample": true })).await;
    assert_ne!(status().await, 200, "another lesson is the sample now");
    let list = school.0.request("POST", "/storage/v1/object/list/courses").caller(Ok(Visitor.caller()));
    let listed = list.token("x").json(&json!({ "prefix": "aulas" })).await.into_json();
    assert!(listed.as_array().is_none_or(Vec::is_empty), "visitors list nothing: {listed}");
}

#[db_test]
async fn a_closed_lesson_opens_no_file(db: Db) {
    let school = School::with_file(db).await;
    school.change("lessons", FILM, json!({ "requires_lesson_id": id(TEXT) })).await;
    school.open_lesson(Ana, FILM).await;
    assert!(!school.reads_as(Ana).await);
    school.change("lessons", FILM, json!({ "requires_lesson_id": null })).await;
    school.open_lesson(Ana, FILM).await;
    assert!(school.reads_as(Ana).await);
    for (table, number) in [("lessons", FILM), ("courses", COURSE)] {
        school.change(table, number, json!({ "is_published": false })).await;
        assert!(!school.reads_as(Ana).await, "{table}");
        school.change(table, number, json!({ "is_published": true })).await;
    }
    school.change("lessons", SAMPLE, json!({ "file_url": address() })).await;
    assert!(school.reads_as(Visitor).await, "a sample names it too");
}
