//! Access to the file of a lesson: open to callers for whom the lesson is open at that moment, as in `open_lesson`.

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_db::Db;
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{Admin, Ana, Bia, COURSE, Carla, FILM, SAMPLE, School, Service, TEXT, Visitor, Who, id};

const KEY: &str = "aulas/guia.pdf";

impl School {
    /// Opens a school with a stored file of a lesson.
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

    /// Returns a link signed by a person.
    async fn link(&self, who: Who) -> String {
        let path = format!("/storage/v1/object/sign/courses/{KEY}");
        let request = self.0.request("POST", &path).caller(Ok(who.caller())).token("x");
        let signed = request.json(&json!({ "expiresIn": "600" })).await.ok();
        format!("/storage/v1{}", signed.string("signedURL"))
    }

    async fn reads_by(&self, link: &str) -> bool {
        self.0.request("GET", link).caller(Ok(Visitor.caller())).await.status.is_success()
    }

    async fn reads_as(&self, who: Who) -> bool {
        self.reads(who.caller()).await
    }
}

fn address() -> String {
    format!("/storage/v1/object/authenticated/courses/{KEY}")
}

#[db_test]
async fn a_file_is_open_while_its_lesson_is(db: Db) {
    let school = School::with_file(db).await;
    // It is signed before each change, so that every use of a link is checked again.
    let link = school.link(Ana).await;
    assert!(school.reads_by(&link).await, "open from the beginning");
    let course = |change: Value| ("courses", COURSE, change);
    let lesson = |change: Value| ("lessons", FILM, change);
    for (why, (table, number, closed), opened) in [
        (
            "another plan",
            course(json!({ "entitlement": "early_access" })),
            json!({ "entitlement": "updates" }),
        ),
        ("a programme", course(json!({ "is_programme_only": true })), json!({ "is_programme_only": false })),
        ("a draft", course(json!({ "is_published": false })), json!({ "is_published": true })),
        ("a date", lesson(json!({ "opens_at": "2099-01-01T00:00:00Z" })), json!({ "opens_at": null })),
        (
            "an order",
            lesson(json!({ "requires_lesson_id": id(TEXT) })),
            json!({ "requires_lesson_id": null }),
        ),
        ("days", lesson(json!({ "opens_after_days": 9 })), json!({ "opens_after_days": 0 })),
        ("a lesson's draft", lesson(json!({ "is_published": false })), json!({ "is_published": true })),
    ] {
        school.open_lesson(Ana, FILM).await;
        assert!(school.reads_as(Ana).await && school.reads_by(&link).await, "{why}: opened before");
        school.change(table, number, closed).await;
        assert!(!school.reads_as(Ana).await && !school.reads_by(&link).await, "{why}");
        assert!(school.reads_as(Admin).await, "{why}: an administrator");
        school.change(table, number, opened).await;
    }
    school.change("courses", COURSE, json!({ "entitlement": "courses" })).await;
    assert!(school.reads_as(Ana).await && !school.reads_as(Bia).await, "of another plan");
    let plan = Facts::subscriber_of(&[Entitlement::Updates]);
    assert!(
        !school.reads(Caller::person(id(Ana as usize), plan)).await,
        "the own plan has become a smaller one"
    );
}

#[db_test]
async fn a_picture_of_a_lesson_is_open_while_the_lesson_is(db: Db) {
    let school = School::open(db).await;
    let path = "/storage/v1/object/public/contents/pictures/quadro.png";
    let request = school.0.request("POST", "/storage/v1/object/contents/pictures/quadro.png");
    let request = request.caller(Ok(Service.caller())).token("x").header("content-type", "image/png");
    request.body(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()).await.ok();
    let reads = async |who: Who| {
        let own = path.replace("/public/", "/authenticated/");
        let request = school.0.request("GET", &own).caller(Ok(who.caller())).token("x");
        request.await.status.is_success()
    };
    assert!(!reads(Ana).await, "nothing shows it");
    school.change("lessons", FILM, json!({ "body": format!("<p><img src=\"{path}\"></p>") })).await;
    assert!(reads(Ana).await && reads(Bia).await && !reads(Carla).await && !reads(Visitor).await);
    school.change("courses", COURSE, json!({ "entitlement": "courses" })).await;
    assert!(reads(Ana).await && !reads(Bia).await, "of another plan");
    school.change("lessons", FILM, json!({ "is_sample": true })).await;
    let public = school.0.request("GET", path).caller(Ok(Visitor.caller()));
    assert!(public.await.status.is_success(), "a sample is open to visitors");
}

#[db_test]
async fn a_file_opens_with_its_lesson(db: Db) {
    let school = School::with_file(db).await;
    for who in [Visitor, Carla] {
        assert!(!school.reads_as(who).await, "{who:?}");
    }
    for who in [Ana, Bia, Admin] {
        assert!(school.reads_as(who).await, "{who:?}");
    }
    let lapsed = Caller::person(id(Ana as usize), Facts::default());
    assert!(!school.reads(lapsed).await, "the subscription has ended");
}

#[db_test]
async fn the_public_address_gives_samples_only(db: Db) {
    let school = School::with_file(db).await;
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
async fn a_file_of_two_lessons_opens_with_either(db: Db) {
    let school = School::with_file(db).await;
    school.change("lessons", FILM, json!({ "requires_lesson_id": id(TEXT) })).await;
    assert!(!school.reads_as(Ana).await);
    school.change("lessons", SAMPLE, json!({ "file_url": address() })).await;
    assert!(school.reads_as(Ana).await && school.reads_as(Visitor).await, "a sample names it too");
}
