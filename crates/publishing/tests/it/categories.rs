//! Categories: uniqueness, order by hand, contents moved on removal.

use ateneu_testkit::db_test;
use serde_json::{Value, json};

use super::{ANA, ARTICLE, CATEGORY, Desk, admin, article, content, id, others};

impl Desk {
    async fn category(&self, number: usize, name: &str) -> Value {
        self.ok("POST", "/categories", json!({ "id": id(number), "name": name })).await[0].clone()
    }

    async fn order(&self) -> Vec<i64> {
        let rows = self.ok("GET", "/categories?order=id&select=sort_order", Value::Null).await;
        rows.as_array().unwrap().iter().map(|row| row["sort_order"].as_i64().unwrap()).collect()
    }
}

#[db_test]
async fn a_name_that_differs_by_case_or_accents_is_refused(desk: Desk) {
    for twin in ["gestão", "Gestao", " GESTÃO ", "Gesta\u{303}O"] {
        desk.refuses(admin(ANA), "POST", "/categories", json!({ "name": twin }), (400, "category_exists"))
            .await;
    }
    desk.category(11, "Vendas").await;
    let path = format!("/categories?id=eq.{}", id(11));
    desk.refuses(admin(ANA), "PATCH", &path, json!({ "name": "gestao" }), (400, "category_exists")).await;
    // The identical name violates the unique key, which an upsert merges or ignores.
    for (method, path) in [("POST", "/categories"), ("PATCH", path.as_str())] {
        desk.refuses(admin(ANA), method, path, json!({ "name": "Gestão" }), (409, "23505")).await;
    }
    // A change of capitals in the own name is allowed.
    assert_eq!(desk.ok("PATCH", &path, json!({ "name": "VENDAS" })).await[0]["name"], "VENDAS");
}

#[db_test]
async fn categories_are_ordered_by_hand(desk: Desk) {
    desk.category(11, "Vendas").await;
    desk.category(12, "Ética").await;
    assert_eq!(desk.order().await, [0, 0, 0]);
    desk.ok("POST", "/rpc/order_categories", json!({ "ids": [id(12), id(10), id(11)] })).await;
    assert_eq!(desk.order().await, [2, 3, 1]);
    assert_eq!(desk.category(13, "Nova").await["sort_order"], json!(4), "a new one comes last");
    for wrong in [json!([id(12)]), json!([id(12), id(12), id(11), id(13)]), json!("x")] {
        desk.refuses(
            admin(ANA),
            "POST",
            "/rpc/order_categories",
            json!({ "ids": wrong }),
            (400, "invalid_order"),
        )
        .await;
    }
    desk.ok("POST", "/rpc/order_categories", json!({ "ids": [] })).await;
    assert_eq!(desk.order().await, [0, 0, 0, 0]);
}

#[db_test]
async fn contents_are_counted_and_moved_to_another_category(desk: Desk) {
    desk.category(11, "Vendas").await;
    desk.change(json!({ "is_published": true })).await;
    let trashed = json!({ "title": "Na lixeira", "trashed_at": "2027-01-01T00:00:00Z" });
    desk.ok("POST", "/contents", article(21, trashed)).await;
    desk.draft(ANA, "<p>Rascunho.</p>", 0, 2).await;
    let path = format!("/categories?id=eq.{}", id(CATEGORY));
    let counted = desk.ok("GET", &path, Value::Null).await[0].clone();
    assert_eq!((&counted["contents_count"], &counted["open_contents_count"]), (&json!(2), &json!(1)));
    // The category is in use.
    desk.refuses(admin(ANA), "DELETE", &path, Value::Null, (409, "23503")).await;
    let arguments = json!({ "category_id": id(CATEGORY), "into_id": id(11) });
    assert_eq!(desk.ok("POST", "/rpc/merge_category", arguments.clone()).await, json!(2));
    for number in [ARTICLE, 21] {
        let row = desk.ok("GET", &content(number), Value::Null).await;
        assert_eq!(row[0]["category"], "Vendas");
    }
    assert_eq!(desk.article().await["version"], json!(2), "nobody's form is out of date");
    let drafts = desk.ok("GET", "/content_drafts", Value::Null).await;
    assert_eq!(drafts[0]["fields"]["category_id"], json!(id(11)));
    assert_eq!(desk.ok("GET", &path, Value::Null).await, json!([]));
    desk.refuses(admin(ANA), "POST", "/rpc/merge_category", arguments, (400, "category_not_found")).await;
}

#[db_test]
async fn only_administrators_order_and_move(desk: Desk) {
    desk.category(11, "Vendas").await;
    desk.is_closed("order_categories", json!({ "ids": [] })).await;
    desk.is_closed("merge_category", json!({ "category_id": id(CATEGORY), "into_id": id(11) })).await;
    for caller in others() {
        let (_, rows) = desk.send(caller, "GET", "/categories?select=contents_count", Value::Null).await;
        assert_eq!(rows[0]["contents_count"], Value::Null, "the number of drafts is nobody else's matter");
    }
}
