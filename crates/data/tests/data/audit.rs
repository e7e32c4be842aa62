//! The audit log of writes: it contains those that needed staff rights, and no others.

use ateneu_db::Row;
use ateneu_testkit::{
    databases::{FromPlace, Place},
    db_test,
};
use serde_json::{Value as Json, json};

use crate::harness::{ADMIN, ANA, FICTION, Harness, User::*, book, library};

/// Returns action, subject, actor, old and new value of the entries since the library was filled, by subject.
async fn entries(app: &Harness) -> Vec<(String, String, Option<String>, Json, Json)> {
    let sql =
        "SELECT action, subject, actor_id, old_value, new_value FROM audit_log ORDER BY subject, action DESC";
    let json = |text: Option<String>| text.map_or(Json::Null, |text| serde_json::from_str(&text).unwrap());
    let entry = |row: &Row| {
        let (action, subject, actor, old, new) = row.read().unwrap();
        (action, subject, actor, json(old), json(new))
    };
    app.rows(sql, &[]).await.iter().map(entry).collect()
}

/// The filled library with an empty log.
struct Cleared(Harness);

impl FromPlace for Cleared {
    async fn from_place(place: Place) -> Self {
        let app = Harness::filled(place.db).await;
        app.execute("DELETE FROM audit_log", &[]).await;
        Self(app)
    }
}

#[db_test(library())]
async fn changes_that_members_may_also_make_are_not_recorded(Cleared(app): Cleared) {
    app.must(Ana, "POST /books", json!({ "id": book(70), "title": "Meu" })).await;
    app.must(Admin, "POST /books", json!({ "id": book(71), "title": "Do administrador" })).await;
    app.must(Admin, &format!("PATCH /books?id=eq.{}", book(71)), json!({ "title": "Dele ainda" })).await;
    assert_eq!(entries(&app).await, []);
    app.must(Admin, &format!("PATCH /books?id=eq.{}", book(71)), json!({ "is_featured": true })).await;
    app.must(Admin, &format!("DELETE /books?id=eq.{}", book(70)), json!(null)).await;
    let done: Vec<_> = entries(&app).await.into_iter().map(|entry| (entry.0, entry.1)).collect();
    assert_eq!(done, [("delete-books".into(), book(70)), ("update-books".into(), book(71))]);
}

#[db_test(library())]
async fn an_effective_change_is_recorded_with_old_and_new(Cleared(app): Cleared) {
    let path = format!("PATCH /books?id=eq.{}", book(1));
    let undone = [("prefer", "tx=rollback")];
    assert_eq!(app.send(Admin, &path, &undone, json!({ "pages": 1 }).to_string()).await.status, 204);
    assert_eq!(app.send_json(Admin, &path, json!({ "pages": 0 })).await.code(), "23514");
    assert_eq!(*app.send_json(Visitor, &path, json!({ "pages": 1 })).await.json(), json!([]));
    app.must(Admin, &path, json!({ "pages": 256 })).await;
    assert_eq!(entries(&app).await, []);
    // An administrator's change is recorded with old and new.
    app.must(Admin, &path, json!({ "title": "Esaú e Jacó", "pages": 200 })).await;
    let admin = Some(ADMIN.to_owned());
    let (old, new) =
        (json!({ "title": "Dom Casmurro", "pages": 256 }), json!({ "title": "Esaú e Jacó", "pages": 200 }));
    assert_eq!(entries(&app).await, [("update-books".into(), book(1), admin, old, new)]);
}

#[db_test(library())]
async fn many_rows_at_once_are_one_entry_with_their_number(Cleared(app): Cleared) {
    let rows: Vec<Json> =
        (0..101).map(|number| json!({ "title": format!("Livro {number}"), "shelf_id": FICTION })).collect();
    app.must(Service, "POST /books", Json::from(rows)).await;
    let entry = ("insert-books".into(), "*".into(), None, Json::Null, json!({ "rows": 101 }));
    assert_eq!(entries(&app).await, [entry]);
}

#[db_test(library())]
async fn the_service_key_is_recorded_without_an_actor(Cleared(app): Cleared) {
    app.must(Service, "POST /shelves", json!({ "id": ANA, "name": "Poesia" })).await;
    app.must(Service, &format!("DELETE /shelves?id=eq.{ANA}"), json!(null)).await;
    let whole = json!({ "id": ANA, "name": "Poesia" });
    let insert = ("insert-shelves".into(), ANA.into(), None, Json::Null, whole.clone());
    let delete = ("delete-shelves".into(), ANA.into(), None, whole, Json::Null);
    assert_eq!(entries(&app).await, [insert, delete]);
}

#[db_test(library())]
async fn a_procedure_of_staff_is_recorded(Cleared(app): Cleared) {
    assert_eq!(app.send_json(Ana, "POST /rpc/empty_rooms", json!({})).await.status, 403);
    assert_eq!(app.send_json(Admin, "POST /rpc/empty_rooms", json!({})).await.status, 204);
    let done = entries(&app).await;
    assert_eq!((done.len(), done[0].0.as_str(), done[0].1.as_str()), (1, "call-procedure", "empty_rooms"));
}

#[db_test(library())]
async fn long_texts_are_cut_and_personal_texts_left_out(Cleared(app): Cleared) {
    let body = "ç".repeat(2_000);
    app.must(Admin, &format!("PATCH /books?id=eq.{}", book(1)), json!({ "body": body })).await;
    app.must(Admin, "POST /rooms", json!({ "id": "azul", "name": "Sala da Ana", "keeper_email": "ana@exemplo.com.br", "is_quiet": true })).await;
    let entries = entries(&app).await;
    let kept = entries[0].4["body"].as_str().unwrap();
    assert_eq!((kept.chars().count(), kept.ends_with('…')), (301, true));
    assert_eq!(entries[1].4, json!({ "id": "…", "name": "…", "keeper_email": "…", "is_quiet": true }));
    assert_eq!(entries[1].1, "azul");
}
