//! Contents with early access.

use std::time::Duration;

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ARTICLE, CATEGORY, Desk, answered, content, id};

fn holder() -> Caller {
    Caller::person(id(5), Facts::subscriber_of(&[Entitlement::EarlyAccess]))
}

fn other_member() -> Caller {
    Caller::person(id(6), Facts::subscriber_of(&[Entitlement::Articles]))
}

impl Desk {
    async fn shows_it_to(&self, caller: Caller) -> bool {
        answered(self.send(caller, "GET", &content(ARTICLE), Value::Null).await, 200) != json!([])
    }
}

#[db_test]
async fn a_content_is_shown_to_all_when_its_time_has_come(desk: Desk) {
    let opens = (desk.app.clock.now() + Duration::from_hours(1)).to_string();
    desk.change(json!({ "is_published": true, "visible_from": opens })).await;
    for (caller, sees) in [
        (Caller::anonymous(), false),
        (other_member(), false),
        (holder(), true),
        (super::admin(super::ANA), true),
    ] {
        assert_eq!(desk.shows_it_to(caller.clone()).await, sees, "{caller:?}");
    }
    let counted = async || {
        let path = format!("/categories?select=open_contents_count&id=eq.{}", id(CATEGORY));
        desk.seen(&path).await[0]["open_contents_count"].clone()
    };
    assert_eq!(counted().await, 0, "nobody counts what is not shown");
    desk.work().await;
    assert_eq!(desk.article().await["visible_from"], json!(opens), "too early");
    desk.app.advance(Duration::from_hours(1));
    assert!(desk.shows_it_to(Caller::anonymous()).await, "the clock opens it, though the queue is late");
    let before = desk.article().await["version"].clone();
    desk.work().await;
    let article = desk.article().await;
    assert_eq!(article["visible_from"], Value::Null);
    assert_eq!(article["version"].as_i64(), before.as_i64().map(|version| version + 1));
    assert_eq!(counted().await, 1);
}

#[db_test]
async fn a_past_visibility_time_does_not_delay_publication(desk: Desk) {
    let past = (desk.app.clock.now() - Duration::from_secs(1)).to_string();
    let article = desk.change(json!({ "is_published": true, "visible_from": past })).await;
    assert_eq!(article["visible_from"], Value::Null);
    assert!(desk.shows_it_to(Caller::anonymous()).await);
}

#[db_test]
async fn a_content_always_carries_an_entitlement(desk: Desk) {
    for (number, content_type, expected) in [
        (51, "article", "articles"),
        (52, "audio", "podcasts"),
        (53, "pdf", "downloads"),
        (54, "video", "masterclasses"),
        (55, "link", "updates"),
        (57, "letter", "premium_newsletter"),
    ] {
        let row = json!({ "id": id(number), "title": "t", "content_type": content_type });
        let made = desk.ok("POST", "/contents", row).await;
        assert_eq!(made[0]["entitlement"], expected, "{content_type}");
    }
    let chosen = json!({ "id": id(56), "title": "t", "content_type": "pdf", "entitlement": "courses" });
    assert_eq!(desk.ok("POST", "/contents", chosen).await[0]["entitlement"], "courses");
    for (value, code) in [(Value::Null, "23502"), (json!("tudo"), "23514"), (json!(""), "23514")] {
        let refused = (400, code);
        desk.refuses(
            super::admin(super::ANA),
            "PATCH",
            &content(56),
            json!({ "entitlement": value }),
            refused,
        )
        .await;
    }
    let changed = desk.ok("PATCH", &content(56), json!({ "content_type": "audio" })).await;
    assert_eq!(changed[0]["entitlement"], "courses", "what was chosen stays");
}
