//! Parts for members in an open text: callers without its entitlement read a teaser in their place, in every way.

use ateneu_base::{Caller, Entitlement, Facts};
use ateneu_schema::audience::TEASER;
use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, Desk, admin, answered, content, editors::editor, id};

const BODY: &str =
    "<p>Texto aberto.</p><section data-audience=\"members\"><p>Um segredo.</p></section><p>Fim.</p>";

fn member(entitlements: &[Entitlement]) -> Caller {
    Caller::person(id(7), Facts::subscriber_of(entitlements))
}

/// Callers who read the teaser, and callers who read the whole text.
fn readers() -> ([Caller; 4], [Caller; 3]) {
    let moderator = Facts { moderator: true, ..Facts::default() };
    let closed = [
        Caller::anonymous(),
        Caller::person(id(6), Facts::default()),
        member(&[Entitlement::Podcasts, Entitlement::PremiumNewsletter]),
        Caller::person(id(4), moderator),
    ];
    (closed, [member(&[Entitlement::Articles]), editor(), admin(ANA)])
}

impl Desk {
    async fn with_part(&self) -> Value {
        self.change(json!({ "body": BODY, "is_published": true })).await
    }

    async fn read(&self, caller: &Caller, path: &str) -> Value {
        answered(self.send(caller.clone(), "GET", path, Value::Null).await, 200)
    }
}

#[db_test]
async fn parts_for_members_are_read_by_holders_only(desk: Desk) {
    let row = desk.with_part().await;
    assert_eq!(row["has_member_part"], true);
    let open = format!("<p>Texto aberto.</p>{TEASER}<p>Fim.</p>");
    let (closed, opened) = readers();
    let columns = format!("{}&select=body,open_body", content(ARTICLE));
    for caller in &closed {
        assert_eq!(
            desk.read(caller, &columns).await,
            json!([{ "body": null, "open_body": open }]),
            "{caller:?}"
        );
        let whole = desk.read(caller, &content(ARTICLE)).await.to_string();
        assert!(!whole.contains("segredo"), "{whole}");
        for filter in ["body=like.*segredo*", "body=not.is.null", "open_body=like.*segredo*"] {
            let path = format!("{}&{filter}&select=id", content(ARTICLE));
            assert_eq!(desk.read(caller, &path).await, json!([]), "{filter} {caller:?}");
        }
    }
    for caller in &opened {
        assert_eq!(desk.read(caller, &columns).await, json!([{ "body": BODY, "open_body": open }]));
        let path = format!("{}&body=like.*segredo*&select=id", content(ARTICLE));
        assert_eq!(desk.read(caller, &path).await, json!([{ "id": id(ARTICLE) }]));
    }
    let row = desk.change(json!({ "body": "<p>Sem trecho.</p>" })).await;
    assert_eq!((&row["has_member_part"], &row["open_body"]), (&json!(false), &Value::Null));
    assert_eq!(desk.read(&closed[0], &columns).await[0]["body"], "<p>Sem trecho.</p>");
}

#[db_test]
async fn searches_and_reading_time_follow_the_open_text(desk: Desk) {
    desk.with_part().await;
    let (closed, opened) = readers();
    for caller in closed.into_iter().chain(opened) {
        let path = "/contents?search_text=like.*segredo*&select=id";
        assert_eq!(desk.read(&caller, path).await, json!([]), "{caller:?}");
        let found = async |words: &str| {
            let body = json!({ "search": words });
            answered(desk.send(caller.clone(), "POST", "/rpc/search_contents", body).await, 200)
        };
        assert_eq!(found("segredo").await, json!([]), "{caller:?}");
        let text = found("aberto").await;
        assert!(text[0]["excerpt"].as_str().unwrap().contains("Texto aberto."), "{text}");
        assert!(!text.to_string().contains("segredo"), "{text}");
    }
    let long = "palavra ".repeat(900);
    let body = format!("<p>Curto.</p><section data-audience=\"members\"><p>{long}</p></section>");
    assert_eq!(desk.change(json!({ "body": body })).await["counted_read_time"], "1 min");
    assert_eq!(desk.change(json!({ "is_member_only": true })).await["counted_read_time"], "5 min");
}

#[db_test]
async fn a_content_for_members_has_no_open_text(desk: Desk) {
    desk.with_part().await;
    let row = desk.change(json!({ "is_member_only": true })).await;
    assert_eq!((&row["has_member_part"], &row["open_body"]), (&json!(true), &Value::Null));
    let (closed, opened) = readers();
    let columns = format!("{}&select=body,open_body", content(ARTICLE));
    for caller in &closed {
        assert_eq!(desk.read(caller, &columns).await, json!([{ "body": null, "open_body": null }]));
    }
    assert_eq!(desk.read(&opened[0], &columns).await[0]["body"], BODY);
    for column in [json!({ "open_body": "x" }), json!({ "has_member_part": false })] {
        assert_eq!(desk.send(admin(ANA), "PATCH", &content(ARTICLE), column).await.0, 403);
    }
}

#[db_test]
async fn a_preview_has_the_open_text_beside_the_whole(desk: Desk) {
    desk.draft(ANA, BODY, 0, 1).await;
    let shown = desk.preview(ARTICLE).await;
    assert_eq!(shown["body"], BODY);
    assert_eq!(shown["open_body"], format!("<p>Texto aberto.</p>{TEASER}<p>Fim.</p>"));
}
