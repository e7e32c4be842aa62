//! The search of the site: results, order and readers.

use ateneu_base::{Caller, Facts};
use ateneu_testkit::{app::entitlements_of, db_test};
use serde_json::{Value, json};

use super::{Desk, admin, answered, article, content, id};

impl Desk {
    /// Publishes a content, a second after the last.
    async fn publish(&self, number: usize, fields: Value) {
        self.app.advance_secs(1);
        let mut row = article(number, fields);
        row.as_object_mut().unwrap().entry("is_published").or_insert(json!(true));
        self.ok("POST", "/contents", row).await;
    }

    async fn search(&self, caller: Caller, search: &str) -> Vec<Value> {
        let asked = json!({ "search": search });
        let found = answered(self.send(caller, "POST", "/rpc/search_contents", asked).await, 200);
        found.as_array().unwrap().clone()
    }

    async fn found(&self, caller: Caller, search: &str) -> Vec<usize> {
        let found = self.search(caller, search).await;
        found.iter().map(|one| one["id"].as_str().unwrap()[24..].parse().unwrap()).collect()
    }
}

fn visitor() -> Caller {
    Caller::anonymous()
}

#[db_test]
async fn contents_are_found_by_their_words_titles_first(desk: Desk) {
    desk.publish(31, json!({ "title": "Decisões à vista", "description": "Um exemplo por mês." })).await;
    let body = "<p>Antes &amp; depois.</p><p>Cada <strong>decisão</strong> tem dono.</p>";
    desk.publish(32, json!({ "title": "Reuniões", "description": "Menos horas.", "body": body })).await;
    desk.publish(33, json!({ "title": "Metas", "tags": ["decisao"] })).await;
    let body = "<p>re<strong>organi</strong>zar a trans\u{AD}formac\u{327}a\u{303}o<br>da caixa d’água</p>";
    desk.publish(34, json!({ "title": "Planejamento ﬁnanceiro", "body": body })).await;
    for (search, expected) in [
        ("DECISÃO", vec![33, 32]),
        ("decis", vec![31, 33, 32]),
        ("decis vista", vec![31]),
        ("antes dono", vec![32]),
        ("exemplo", vec![31]),
        ("gestao", vec![]),
        ("ecisao", vec![]),
        ("strong", vec![]),
        ("reorganizar", vec![34]),
        ("transformação", vec![34]),
        ("financeiro", vec![34]),
        ("d'água", vec![34]),
        ("* \" OR '", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(desk.found(visitor(), search).await, expected, "{search}");
    }
    let found = desk.search(visitor(), "dono").await;
    assert_eq!(found[0]["excerpt"], "Antes & depois. Cada decisão tem dono.");
    assert_eq!((&found[0]["slug"], &found[0]["category"]), (&json!("reunioes"), &json!("Gestão")));
    assert_eq!(desk.search(visitor(), "exemplo").await[0]["excerpt"], "Um exemplo por mês.");
    assert_eq!(
        desk.search(visitor(), "transformacao").await[0]["excerpt"],
        "reorganizar a trans\u{AD}formac\u{327}a\u{303}o da caixa d’água"
    );
    // Words beyond the maximum are ignored.
    assert_eq!(desk.found(visitor(), "cada decisao tem dono antes depois ausente").await, [32]);
    for number in 40..62 {
        desk.publish(number, json!({ "title": "Outra", "description": "decisão" })).await;
    }
    let many = desk.found(visitor(), "decis").await;
    assert_eq!((many.len(), many[0], many[1]), (20, 31, 61));
    // An old draft that is published now is the newest.
    let old = json!({ "title": "Antiga", "description": "decisão", "is_published": false,
        "created_at": "2025-01-01T12:00:00Z" });
    desk.publish(63, old).await;
    desk.app.advance_secs(1);
    desk.ok("PATCH", &content(63), json!({ "is_published": true })).await;
    assert_eq!(desk.found(visitor(), "decis").await[1], 63);
}

#[db_test]
async fn search_finds_only_contents_the_caller_may_read(desk: Desk) {
    let words = json!({ "title": "Palavra", "description": "palavra", "body": "<p>palavra</p>" });
    let with = |fields: Value| {
        let mut row = words.clone();
        row.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        row
    };
    let later = desk.app.clock.now() + std::time::Duration::from_secs(3_600);
    desk.publish(31, with(json!({ "is_published": false }))).await;
    desk.publish(32, with(json!({ "is_published": false, "publish_at": later.to_string() }))).await;
    desk.publish(33, with(json!({ "trashed_at": later.to_string() }))).await;
    desk.publish(34, with(json!({ "is_member_only": true }))).await;
    desk.publish(35, words.clone()).await;
    let member = |plan| Caller::person(id(3), Facts::subscriber_of(entitlements_of(plan)));
    let moderator = Facts { moderator: true, ..Facts::default() };
    for (caller, expected) in [
        (visitor(), vec![35]),
        (member("none"), vec![35]),
        (Caller::person(id(3), moderator), vec![35]),
        // Exclusive contents are found by members, drafts only in the panel.
        (admin(super::ANA), vec![35]),
        (member("update"), vec![35, 34]),
    ] {
        assert_eq!(desk.found(caller, "palavra").await, expected);
    }
    // A withdrawn content is not found.
    desk.ok("PATCH", &content(35), json!({ "is_published": false })).await;
    assert_eq!(desk.found(visitor(), "palavra").await, Vec::<usize>::new());
}

#[db_test]
async fn a_search_of_any_length_is_answered(desk: Desk) {
    desk.publish(36, json!({ "title": "Palavra" })).await;
    for search in ["palavra ".repeat(2_000), "x".repeat(5_000), "a b c d e f g h i j".to_owned()] {
        let found = desk.found(visitor(), &search).await;
        assert_eq!(found.is_empty(), !search.starts_with("palavra"), "{search:.20}");
    }
}
