//! Related rows inside rows.

use ateneu_testkit::{databases, db_test};
use serde_json::json;

use crate::{
    fixtures::{FICTION, Who, book, tables},
    harness::Harness,
};

#[db_test(databases::tables(tables()))]
async fn related_rows_come_inside_by_table_column_and_constraint(app: Harness) {
    for relation in [
        "shelves",
        "s:shelves",
        "s:shelf_id",
        "s:books_shelf_id_fkey",
        "s:shelves!shelf_id",
        "s:shelves!books_shelf_id_fkey",
        "s:shelves!left",
    ] {
        let reply =
            app.get(Who::Visitor, &format!("/books?select=title,{relation}(name)&id=eq.{}", book(1))).await;
        let key = if relation == "shelves" { "shelves" } else { "s" };
        assert_eq!(
            *reply.json(),
            json!([{ "title": "Dom Casmurro", key: { "name": "Ficção" } }]),
            "{relation}"
        );
    }
    let reply = app.get(Who::Visitor, "/books?select=title,shelves(*)&shelf=is.null").await;
    assert_eq!(*reply.json(), json!([{ "title": "Livro fechado", "shelves": null }]));
}

#[db_test(databases::tables(tables()))]
async fn lists_are_filtered_ordered_cut_and_nested(app: Harness) {
    let reply = app.get(Who::Visitor, &format!(
        "/shelves?select=name,books_count,books(title,is_open,authors(name))&id=eq.{FICTION}&books.order=pages.desc&books.limit=2")).await;
    assert_eq!(
        *reply.json(),
        json!([{ "name": "Ficção", "books_count": 3, "books": [
        { "title": "Memórias Póstumas", "is_open": true, "authors": { "name": "Machado de Assis" } },
        { "title": "Dom Casmurro", "is_open": true, "authors": { "name": "Machado de Assis" } },
    ] }])
    );
    for (filters, expected) in [
        ("books.title=eq.Dom Casmurro", json!([{ "title": "Dom Casmurro" }])),
        (
            "books.or=(pages.eq.88,pages.eq.312)&books.order=pages",
            json!([{ "title": "A Hora da Estrela" }, { "title": "Memórias Póstumas" }]),
        ),
        ("books.order=pages&books.offset=2", json!([{ "title": "Memórias Póstumas" }])),
        ("books.pages=gt.9999", json!([])),
    ] {
        let reply =
            app.get(Who::Visitor, &format!("/shelves?select=books(title)&id=eq.{FICTION}&{filters}")).await;
        assert_eq!(*reply.json(), json!([{ "books": expected }]), "{filters}");
    }
}

#[db_test(databases::tables(tables()))]
async fn inner_and_presence_choose_the_outer_rows(app: Harness) {
    for (path, expected) in [
        ("/shelves?select=name,books!inner(id)&books.form=eq.poem", json!(["Ensaios"])),
        ("/shelves?select=name,books(id)&books.form=eq.poem&books=not.is.null", json!(["Ensaios"])),
        ("/shelves?select=name,books()&books.form=eq.poem&books=is.null", json!(["Ficção"])),
        (
            "/shelves?select=name,books!inner(authors!inner(name))&books.authors.name=like.Clarice*&order=name",
            json!(["Ensaios", "Ficção"]),
        ),
        ("/shelves?select=name,books()&or=(books.is.null,name.eq.Ficção)", json!(["Ficção"])),
    ] {
        let names = app.column(Who::Visitor, path, "name").await;
        assert_eq!(json!(names), expected, "{path}");
    }
    let ordered = app
        .column(
            Who::Visitor,
            "/books?select=title,authors(name)&order=authors(name).desc.nullslast,title.asc",
            "title",
        )
        .await;
    assert_eq!(
        json!(ordered),
        json!(["Dom Casmurro", "Memórias Póstumas", "A Hora da Estrela", "Água Viva", "Livro fechado"])
    );
}

#[db_test(databases::tables(tables()))]
async fn the_rule_and_the_masks_hold_inside_too(app: Harness) {
    let path =
        "/authors?select=name,email,books(title)&order=name.desc&books.order=created_at.desc&books.limit=1";
    let reply = app.get(Who::Visitor, path).await;
    assert_eq!(
        reply.json()[0],
        json!({ "name": "Machado de Assis", "email": null, "books": [{ "title": "Memórias Póstumas" }] })
    );
    let reply = app.get(Who::Ana, path).await;
    assert_eq!(
        reply.json()[0],
        json!({ "name": "Machado de Assis", "email": "machado@exemplo.com.br", "books": [{ "title": "Rascunho" }] })
    );
    assert_eq!(reply.json()[1]["email"], json!(null));
    let reply =
        app.get(Who::Visitor, &format!("/books?select=authors(name,email,phone)&id=eq.{}", book(1))).await;
    assert_eq!(
        *reply.json(),
        json!([{ "authors": { "name": "Machado de Assis", "email": null, "phone": null } }])
    );
    // A shelf that only holds a hidden book looks empty.
    let reply = app.get(Who::Visitor, "/shelves?select=books!inner(id)&books.title=eq.Rascunho").await;
    assert_eq!(*reply.json(), json!([]));
}

#[db_test(databases::tables(tables()))]
async fn relations_that_are_not_there_are_refused_by_name(app: Harness) {
    for (path, status, code) in [
        ("/books?select=settings(*)", 400, "PGRST200"),
        ("/shelves?select=vault(*)", 400, "PGRST200"),
        ("/shelves?select=vault_shelf_id_fkey(*)", 400, "PGRST200"),
        ("/books?select=shelves!author_id(*)", 400, "PGRST200"),
        ("/shelves?select=authors(*)", 400, "PGRST127"),
        ("/books?select=shelves(nope)", 400, "42703"),
        ("/books?shelves.name=eq.x", 400, "PGRST108"),
        ("/books?select=shelves(*)&shelves.nope=eq.x", 400, "42703"),
        ("/books?select=shelves(*)&shelves=eq.x", 400, "PGRST120"),
        ("/shelves?select=books(*)&order=books(title)", 400, "PGRST118"),
        ("/books?order=shelves(name)", 400, "PGRST108"),
        ("/books?other.order=id", 400, "PGRST108"),
    ] {
        let reply = app.get(Who::Admin, path).await;
        assert_eq!(reply.refusal(), (status, code), "{path}");
    }
}
