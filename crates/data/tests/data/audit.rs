//! The audit trail of writes: what an office did is in it, what a member did is not.

use ateneu_db::Db;
use ateneu_testkit::{databases, db_test};
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{ANA, FICTION, Who, book, tables},
    harness::Harness,
};

const ADMIN: &str = "00000000-0000-4000-8000-0000000000ad";

/// Action, subject, actor, old and new of every act since the library was filled, by subject.
async fn acts(app: &Harness) -> Vec<(String, String, Option<String>, Json, Json)> {
    let sql =
        "SELECT action, subject, actor_id, old_value, new_value FROM audit_log ORDER BY subject, action DESC";
    let rows = app.db.read(move |tx| tx.query(sql, &[])).await.unwrap();
    let json = |text: Option<&str>| text.map_or(Json::Null, |text| serde_json::from_str(text).unwrap());
    rows.iter()
        .map(|row| {
            let text = |column: &str| row.text(column).unwrap().to_owned();
            let actor = row.text("actor_id").map(str::to_owned);
            (text("action"), text("subject"), actor, json(row.text("old_value")), json(row.text("new_value")))
        })
        .collect()
}

async fn filled(db: Db) -> Harness {
    let app = Harness::filled(db).await;
    let clear = async |tx: &str| {
        app.db
            .write({
                let sql = tx.to_owned();
                move |tx| tx.execute(&sql, &[])
            })
            .await
            .unwrap()
    };
    assert!(clear("DELETE FROM audit_log").await > 0, "the service key filled the library and left no trace");
    app
}

#[db_test(databases::tables(tables()))]
async fn a_change_by_an_administrator_is_kept_with_what_it_was_and_what_it_is(db: Db) {
    let app = filled(db).await;
    let path = format!("PATCH /books?id=eq.{}", book(1));
    app.must(Who::Admin, &path, json!({ "title": "Esaú e Jacó", "pages": 200 })).await;
    let admin = Some(ADMIN.to_owned());
    assert_eq!(
        acts(&app).await,
        [(
            "update-books".to_owned(),
            book(1),
            admin,
            json!({ "title": "Dom Casmurro", "pages": 256 }),
            json!({ "title": "Esaú e Jacó", "pages": 200 }),
        )]
    );
}

#[db_test(databases::tables(tables()))]
async fn what_a_member_may_do_too_is_no_act_of_office(db: Db) {
    let app = filled(db).await;
    app.must(Who::Ana, "POST /books", json!({ "id": book(70), "title": "Meu" })).await;
    app.must(Who::Admin, "POST /books", json!({ "id": book(71), "title": "Do administrador" })).await;
    app.must(Who::Admin, &format!("PATCH /books?id=eq.{}", book(71)), json!({ "title": "Dele ainda" })).await;
    assert_eq!(acts(&app).await, []);
    app.must(Who::Admin, &format!("PATCH /books?id=eq.{}", book(71)), json!({ "is_featured": true })).await;
    app.must(Who::Admin, &format!("DELETE /books?id=eq.{}", book(70)), json!(null)).await;
    let done: Vec<_> = acts(&app).await.into_iter().map(|act| (act.0, act.1)).collect();
    assert_eq!(done, [("delete-books".into(), book(70)), ("update-books".into(), book(71))]);
}

#[db_test(databases::tables(tables()))]
async fn the_service_key_leaves_its_trace_without_a_name(db: Db) {
    let app = filled(db).await;
    app.must(Who::Service, "POST /shelves", json!({ "id": ANA, "name": "Poesia" })).await;
    app.must(Who::Service, &format!("DELETE /shelves?id=eq.{ANA}"), json!(null)).await;
    let whole = json!({ "id": ANA, "name": "Poesia" });
    assert_eq!(
        acts(&app).await,
        [
            ("insert-shelves".into(), ANA.into(), None, Json::Null, whole.clone()),
            ("delete-shelves".into(), ANA.into(), None, whole, Json::Null),
        ]
    );
}

#[db_test(databases::tables(tables()))]
async fn refused_undone_and_empty_changes_leave_none(db: Db) {
    let app = filled(db).await;
    let path = format!("PATCH /books?id=eq.{}", book(1));
    let undone = [("prefer", "tx=rollback")];
    assert_eq!(app.send(Who::Admin, &path, &undone, json!({ "pages": 1 }).to_string()).await.status, 204);
    assert_eq!(app.send_json(Who::Admin, &path, json!({ "pages": 0 })).await.code(), "23514");
    assert_eq!(*app.send_json(Who::Visitor, &path, json!({ "pages": 1 })).await.json(), json!([]));
    app.must(Who::Admin, &path, json!({ "pages": 256 })).await;
    assert_eq!(acts(&app).await, []);
}

#[db_test(databases::tables(tables()))]
async fn long_texts_are_cut_and_personal_words_left_out(db: Db) {
    let app = filled(db).await;
    let body = "ç".repeat(2_000);
    app.must(Who::Admin, &format!("PATCH /books?id=eq.{}", book(1)), json!({ "body": body })).await;
    app.must(Who::Admin, "POST /rooms", json!({ "id": "azul", "name": "Sala da Ana", "keeper_email": "ana@exemplo.com.br", "is_quiet": true })).await;
    let acts = acts(&app).await;
    let kept = acts[0].4["body"].as_str().unwrap();
    assert_eq!((kept.chars().count(), kept.ends_with('…')), (301, true));
    assert_eq!(acts[1].4, json!({ "id": "…", "name": "…", "keeper_email": "…", "is_quiet": true }));
    assert_eq!(acts[1].1, "azul");
}

#[db_test(databases::tables(tables()))]
async fn many_rows_at_once_are_one_act_that_says_how_many(db: Db) {
    let app = filled(db).await;
    let rows: Vec<Json> =
        (0..101).map(|number| json!({ "title": format!("Livro {number}"), "shelf_id": FICTION })).collect();
    app.must(Who::Service, "POST /books", Json::from(rows)).await;
    assert_eq!(
        acts(&app).await,
        [("insert-books".into(), "*".into(), None, Json::Null, json!({ "rows": 101 }))]
    );
}

#[db_test(databases::tables(tables()))]
async fn a_procedure_of_an_office_is_an_act(db: Db) {
    let app = filled(db).await;
    assert_eq!(app.send_json(Who::Ana, "POST /rpc/empty_rooms", json!({})).await.status, 403);
    assert_eq!(app.send_json(Who::Admin, "POST /rpc/empty_rooms", json!({})).await.status, 204);
    let done = acts(&app).await;
    assert_eq!((done.len(), done[0].0.as_str(), done[0].1.as_str()), (1, "call-procedure", "empty_rooms"));
}
