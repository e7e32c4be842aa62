//! Related rows inside rows.

use ateneu_testkit::db_test;
use serde_json::json;

use crate::harness::{FICTION, Harness, User::*, book, library};

#[db_test(library())]
async fn related_rows_come_by_table_column_and_constraint(app: Harness) {
    for relation in [
        "shelves",
        "s:shelves",
        "s:shelf_id",
        "s:books_shelf_id_fkey",
        "s:shelves!shelf_id",
        "s:shelves!books_shelf_id_fkey",
        "s:shelves!left",
    ] {
        let path = format!("/books?select=title,{relation}(name)&id=eq.{}", book(1));
        let key = if relation == "shelves" { "shelves" } else { "s" };
        let expected = json!([{ "title": "Dom Casmurro", key: { "name": "Ficção" } }]);
        assert_eq!(*app.get(Visitor, &path).await.json(), expected, "{relation}");
    }
    let reply = app.get(Visitor, "/books?select=title,shelves(*)&shelf=is.null").await;
    assert_eq!(*reply.json(), json!([{ "title": "Livro fechado", "shelves": null }]));
}

#[db_test(library())]
async fn embedded_lists_are_filtered_ordered_cut_and_nested(app: Harness) {
    let select =
        "select=name,books_count,books(title,is_open,authors(name))&books.order=pages.desc&books.limit=2";
    let reply = app.get(Visitor, &format!("/shelves?{select}&id=eq.{FICTION}")).await;
    let books = ["Memórias Póstumas", "Dom Casmurro"]
        .map(|title| json!({ "title": title, "is_open": true, "authors": { "name": "Machado de Assis" } }));
    assert_eq!(*reply.json(), json!([{ "name": "Ficção", "books_count": 3, "books": books }]));
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
            app.get(Visitor, &format!("/shelves?select=books(title)&id=eq.{FICTION}&{filters}")).await;
        assert_eq!(*reply.json(), json!([{ "books": expected }]), "{filters}");
    }
}

#[db_test(library())]
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
        let names = app.column(Visitor, path, "name").await;
        assert_eq!(json!(names), expected, "{path}");
    }
    let path = "/books?select=title,authors(name)&order=authors(name).desc.nullslast,title.asc";
    let expected = ["Dom Casmurro", "Memórias Póstumas", "A Hora da Estrela", "Água Viva", "Livro fechado"];
    assert_eq!(app.column(Visitor, path, "title").await, expected);
}

#[db_test(library())]
async fn the_rule_and_the_masks_hold_inside_a_relation(app: Harness) {
    let path =
        "/authors?select=name,email,books(title)&order=name.desc&books.order=created_at.desc&books.limit=1";
    for (user, email, title) in
        [(Visitor, None, "Memórias Póstumas"), (Ana, Some("machado@exemplo.com.br"), "Rascunho")]
    {
        let reply = app.get(user, path).await;
        let expected = json!({ "name": "Machado de Assis", "email": email, "books": [{ "title": title }] });
        assert_eq!((&reply.json()[0], &reply.json()[1]["email"]), (&expected, &json!(null)), "{user:?}");
    }
    let path = format!("/books?select=authors(name,email,phone)&id=eq.{}", book(1));
    let author = json!({ "name": "Machado de Assis", "email": null, "phone": null });
    assert_eq!(*app.get(Visitor, &path).await.json(), json!([{ "authors": author }]));
    // A shelf with only a hidden book looks empty.
    let reply = app.get(Visitor, "/shelves?select=books!inner(id)&books.title=eq.Rascunho").await;
    assert_eq!(*reply.json(), json!([]));
}

#[db_test(library())]
async fn a_table_that_refers_to_itself_has_both_directions(app: Harness) {
    let topics = json!([
        { "id": "a" },
        { "id": "b", "parent_id": "a" },
        { "id": "c", "parent_id": "a", "see_id": "b" },
    ]);
    app.must(Service, "POST /topics?columns=id,parent_id,see_id", topics).await;
    for (relation, expected) in [
        ("parent_id(id)", json!({ "parent_id": { "id": "a" } })),
        ("topics!parent_id(id)", json!({ "topics": [] })),
        ("topics!see_id(id)", json!({ "topics": [{ "id": "c" }] })),
    ] {
        let reply = app.get(Visitor, &format!("/topics?select={relation}&id=eq.b")).await;
        assert_eq!(*reply.json(), json!([expected]), "{relation}");
    }
    let reply = app.get(Visitor, "/topics?select=topics!parent_id(id)&topics.order=id&id=eq.a").await;
    assert_eq!(*reply.json(), json!([{ "topics": [{ "id": "b" }, { "id": "c" }] }]));
    // The constraint names both directions, and so neither.
    for relation in ["topics!topics_parent_id_fkey", "topics_parent_id_fkey"] {
        let reply = app.get(Visitor, &format!("/topics?select={relation}(id)")).await;
        assert_eq!(reply.refusal(), (400, "PGRST200"), "{relation}");
    }
}

#[db_test(library())]
async fn an_invalid_relation_is_refused_with_details(app: Harness) {
    let reply = app.get(Visitor, "/books?select=shelves!author_id(*)").await;
    let details = "Searched for a foreign key relationship between 'books' and 'shelves' using the hint 'author_id' \
                   in the schema 'public', but no matches were found.";
    assert_eq!(reply.json()["details"], details);
    let reply = app.get(Visitor, "/topics?select=topics(id)").await;
    let choice = |key: &str| {
        let relationship = format!("topics_{key}_fkey using topics(id) and topics({key})");
        json!({ "cardinality": "one-to-many", "embedding": "topics with topics", "relationship": relationship })
    };
    assert_eq!((reply.status.as_u16(), &reply.json()["code"]), (300, &json!("PGRST201")));
    assert_eq!(reply.json()["details"], json!([choice("parent_id"), choice("see_id")]));
    let hint = "Try changing 'topics' to one of the following: 'topics!parent_id', 'topics!see_id'. Find the desired \
                relationship in the 'details' key.";
    assert_eq!(reply.json()["hint"], hint);
    let reply = app.get(Visitor, "/likes?select=books(id),b:books(id),books(title)").await;
    assert_eq!(reply.refusal(), (400, "42712"));
    assert_eq!(reply.json()["message"], "table name \"likes_books_1\" specified more than once");
}

#[db_test(library())]
async fn a_missing_relation_is_refused_by_name(app: Harness) {
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
        assert_eq!(app.get(Admin, path).await.refusal(), (status, code), "{path}");
    }
}
