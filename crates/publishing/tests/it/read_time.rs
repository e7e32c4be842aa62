//! Reading time of a text, computed unless its author states one.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, Desk, admin, content};

#[db_test]
async fn the_counted_reading_time_is_never_written(desk: Desk) {
    let body = json!({ "counted_read_time": "1 hora" });
    assert_eq!(desk.send(admin(ANA), "PATCH", &content(ARTICLE), body).await.0, 403);
    // The time of a draft is computed on each save.
    let text = format!("## Parte\n\n{}", "palavra ".repeat(600));
    let saved = desk.draft(ANA, &text, 0, 1).await;
    assert_eq!(saved["counted_read_time"], "3 min");
    let draft = desk.ok("GET", "/content_drafts", Value::Null).await;
    assert_eq!(draft[0]["counted_read_time"], "3 min");
    let clash = desk.draft(ANA, "outro", 0, 1).await;
    assert_eq!((&clash["clash"], &clash["counted_read_time"]), (&json!(true), &json!("3 min")));
    assert_eq!(desk.preview(ARTICLE).await["counted_read_time"], "3 min");
    assert_eq!(desk.article().await["counted_read_time"], "1 min", "the site has the former text");
}

#[db_test]
async fn the_reading_time_follows_the_text(desk: Desk) {
    assert_eq!(desk.article().await["counted_read_time"], "1 min");
    let text = format!("<p>{}</p>", "uma palavra ".repeat(360));
    let row = desk.change(json!({ "body": text, "is_published": true, "is_member_only": true })).await;
    assert_eq!((&row["read_time"], &row["counted_read_time"]), (&Value::Null, &json!("4 min")));
    let row = desk.change(json!({ "read_time": "meia hora" })).await;
    assert_eq!((&row["read_time"], &row["counted_read_time"]), (&json!("meia hora"), &json!("4 min")));
    let seen = desk.seen(&format!("{}&select=body,counted_read_time", content(ARTICLE))).await;
    let card = json!([{ "body": null, "counted_read_time": null }]);
    assert_eq!(seen, card, "the card is public; the text and how long it is are not");
    let listed = desk.ok("POST", "/rpc/panel_contents", json!({})).await;
    assert_eq!(listed["contents"][0]["counted_read_time"], "4 min");
    let row = desk.change(json!({ "content_type": "video" })).await;
    assert_eq!(row["counted_read_time"], Value::Null, "a film takes as long as it takes");
}
