//! `...relation(columns)`: columns of a related row among those of the row itself, or lists of those of many.

use ateneu_testkit::db_test;
use serde_json::json;

use crate::harness::{FICTION, Harness, User::*, book, library};

#[db_test(library())]
async fn a_spread_gives_columns_or_lists(app: Harness) {
    app.send_json(Ana, "POST /likes", json!({ "book_id": book(1) })).await;
    let one = format!("id=eq.{}", book(1));
    for (path, expected) in [
        (format!("/books?select=title,...shelves(shelf_name:name,id)&{one}"), json!([
            { "title": "Dom Casmurro", "shelf_name": "Ficção", "id": FICTION },
        ])),
        (format!("/books?select=title,...shelf_id(name)&id=eq.{}", book(5)), json!([
            { "title": "Livro fechado", "name": null },
        ])),
        (format!("/books?select=...shelves(name::text),...authors!inner(author:name)&{one}"), json!([
            { "name": "Ficção", "author": "Machado de Assis" },
        ])),
        // Values of all kinds keep their form.
        (format!("/books?select=title,likes(...books(meta,tags,is_open,pages,price))&{one}"), json!([
            { "title": "Dom Casmurro", "likes": [] },
        ])),
        ("/shelves?select=name,...books(title,pages,is_open,tags,cor:meta->capa)&order=name&books.order=pages.desc&books.limit=2".into(), json!([
            { "name": "Ensaios", "title": ["Água Viva"], "pages": [null], "is_open": [true], "tags": [["água"]],
              "cor": [{ "cor": "azul" }] },
            { "name": "Ficção", "title": ["Memórias Póstumas", "Dom Casmurro"], "pages": [312, 256],
              "is_open": [true, true], "tags": [["rio"], ["ciúme", "rio"]], "cor": [{ "cor": "azul" }, { "cor": "azul" }] },
        ])),
        ("/shelves?select=name,...books(title)&books.title=eq.nenhum&order=name".into(), json!([
            { "name": "Ensaios", "title": [] }, { "name": "Ficção", "title": [] },
        ])),
        ("/shelves?select=name,...books!inner(title)&books.form=eq.poem".into(), json!([
            { "name": "Ensaios", "title": ["Água Viva"] },
        ])),
        // Nested relations.
        ("/shelves?select=name,...books(title,...authors(author:name),authors(name))&books.order=title&name=eq.Ficção&books.limit=2".into(), json!([
            { "name": "Ficção", "title": ["A Hora da Estrela", "Dom Casmurro"],
              "author": ["Clarice Lispector", "Machado de Assis"],
              "authors": [{ "name": "Clarice Lispector" }, { "name": "Machado de Assis" }] },
        ])),
        (format!("/books?select=title,...authors(author:name,books(title),...books(titles:title))&{one}&authors.books.order=title"), json!([
            { "title": "Dom Casmurro", "author": "Machado de Assis",
              "books": [{ "title": "Dom Casmurro" }, { "title": "Memórias Póstumas" }],
              "titles": ["Dom Casmurro", "Memórias Póstumas"] },
        ])),
        (format!("/books?select=title,...shelves()&{one}"), json!([{ "title": "Dom Casmurro" }])),
    ] {
        let reply = app.get(Visitor, &path).await;
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        assert_eq!(*reply.json(), expected, "{path}");
    }
    let path = "/books?select=title,...shelves(*)&order=shelves(name).desc.nullslast,title&limit=1";
    let reply = app.get_form(path, "text/csv").await;
    assert_eq!(reply.text(), format!("title,id,name,books_count\n\"A Hora da Estrela\",{FICTION},Ficção,3"));
}

#[db_test(library())]
async fn rules_masks_and_budgets_hold_within_a_spread(app: Harness) {
    let path = "/shelves?select=...books(title,body)&name=eq.Ensaios&books.order=title";
    let visible = json!([{ "title": ["Água Viva"], "body": ["texto 4"] }]);
    assert_eq!(*app.get(Visitor, path).await.json(), visible);
    let own = json!([{ "title": ["Rascunho", "Água Viva"], "body": ["texto 6", "texto 4"] }]);
    assert_eq!(*app.get(Ana, path).await.json(), own);
    let path = format!("/books?select=...authors(name,email,phone)&id=eq.{}", book(1));
    let reply = app.get(Visitor, &path).await;
    assert_eq!(*reply.json(), json!([{ "name": "Machado de Assis", "email": null, "phone": null }]));
    for (path, status, code) in [
        ("/likes?select=...books(search_text)", 401, "42501"),
        ("/shelves?select=...vault(*)", 400, "PGRST200"),
        ("/shelves?select=...authors(*)", 400, "PGRST127"),
        ("/books?select=...shelves(nope)", 400, "42703"),
        ("/books?select=...shelves", 400, "PGRST100"),
        ("/books?select=a:...shelves(name)", 400, "PGRST100"),
        ("/books?select=...shelves(...books(...shelves(...books(...shelves(name)))))", 400, "PGRST100"),
    ] {
        assert_eq!(app.get(Visitor, path).await.refusal(), (status, code), "{path}");
    }
    let relations = ["...shelves(name)"; 9].join(",");
    let columns = ["*"; 20].join(",");
    for path in [
        format!("/books?select={relations}"),
        format!("/books?select=...shelves({columns},...books({columns}))"),
    ] {
        assert_eq!(app.get(Visitor, &path).await.refusal(), (400, "54000"), "{path}");
    }
}

#[db_test(library())]
async fn a_written_row_is_returned_with_its_spread_columns(app: Harness) {
    let line = format!("PATCH /books?id=eq.{}&select=title,...shelves(name)", book(1));
    let reply = app.send_json(Ana, &line, json!({ "title": "Casmurro" })).await;
    assert_eq!(*reply.json(), json!([{ "title": "Casmurro", "name": "Ficção" }]));
}

#[db_test(library())]
async fn valid_casts_convert_and_invalid_ones_are_refused(app: Harness) {
    let published = json!({ "published_at": "2026-02-03T04:05:06.7-03:00" });
    app.must(Service, &format!("PATCH /books?id=eq.{}", book(1)), published).await;
    let path = format!("/books?id=eq.{}&select=", book(1));
    for (select, expected) in [
        ("v:published_at::date", json!("2026-02-03")),
        ("v:published_at::time", json!("07:05:06.700000")),
        ("v:published_at::timestamp", json!("2026-02-03T07:05:06.700000")),
        ("v:title::varchar", json!("Dom Casmurro")),
        ("v:is_open::bool", json!(true)),
        ("v:is_open::int", json!(1)),
        ("v:is_featured::int", json!(0)),
        ("v:pages::bigint", json!(256)),
        ("v:pages::varchar", json!("256")),
        ("v:price::int", json!(2)),
        ("v:price::float8", json!(1.5)),
        ("v:meta::jsonb", json!({ "ano": 1901, "capa": { "cor": "azul" }, "raro": true })),
        ("v:tags::jsonb", json!(["ciúme", "rio"])),
        ("v:meta->ano::text", json!("1901")),
    ] {
        let reply = app.get(Visitor, &format!("{path}{select}")).await;
        assert_eq!(reply.status, 200, "{select}: {reply:?}");
        assert_eq!(reply.json()[0]["v"], expected, "{select}");
    }
    for (select, code, message) in [
        ("title::date", "42846", "cannot cast type text to date"),
        ("title::int", "42846", "cannot cast type text to integer"),
        ("title::bool", "42846", "cannot cast type text to boolean"),
        ("pages::bool", "42846", "cannot cast type bigint to boolean"),
        ("is_open::bigint", "42846", "cannot cast type boolean to bigint"),
        ("is_open::float8", "42846", "cannot cast type boolean to double precision"),
        ("pages::jsonb", "42846", "cannot cast type bigint to jsonb"),
        ("id::jsonb", "42846", "cannot cast type uuid to jsonb"),
        ("created_at::int", "42846", "cannot cast type timestamp with time zone to integer"),
        ("meta->ano::int", "42846", "cannot cast type jsonb to integer"),
        ("title::nope", "42704", "type \"nope\" does not exist"),
    ] {
        let reply = app.get(Visitor, &format!("{path}{select}")).await;
        assert_eq!((reply.refusal(), &*reply.string("message")), ((400, code), message), "{select}");
    }
}
