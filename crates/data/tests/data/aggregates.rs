//! `count`, `sum`, `avg`, `min` and `max`: results and groups, under masks and rules.

use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{Empty, Harness, User, User::*, book, library};

async fn rows(app: &Harness, user: User, path: &str) -> Json {
    let reply = app.get(user, path).await;
    assert_eq!(reply.status, 200, "{path}: {reply:?}");
    reply.json().clone()
}

#[db_test(library())]
async fn rows_are_counted_and_aggregated(app: Harness) {
    for (path, expected) in [
        ("/books?select=count()", json!([{ "count": 5 }])),
        ("/books?select=count", json!([{ "count": 5 }])),
        ("/books?select=n:count()::text", json!([{ "n": "5" }])),
        ("/books?select=p:pages.count(),all:count()", json!([{ "p": 4, "all": 5 }])),
        ("/books?select=pages.sum(),pages.min(),pages.max()", json!([{ "sum": 666, "min": 10, "max": 312 }])),
        ("/books?select=pages.avg()", json!([{ "avg": 166.5 }])),
        ("/books?select=price.sum(),price.avg()&pages=is.null", json!([{ "sum": 4.5, "avg": 4.5 }])),
        ("/books?select=whole:price.avg()::int&pages=not.is.null", json!([{ "whole": 3 }])),
        ("/books?select=s:pages::text.max()", json!([{ "s": "88" }])),
        (
            "/books?select=title.min(),last:meta->>ano.max()",
            json!([{ "min": "A Hora da Estrela", "last": "1904" }]),
        ),
        ("/books?select=pages.sum(),count()&title=eq.nenhum", json!([{ "sum": null, "count": 0 }])),
        (
            "/books?select=form,count()&order=form.desc",
            json!([{ "form": "poem", "count": 1 }, { "form": "novel", "count": 3 }, { "form": "essay", "count": 1 }]),
        ),
        ("/books?select=n:count(),f:form&order=form&limit=1&offset=1", json!([{ "n": 3, "f": "novel" }])),
        (
            "/books?select=open:is_open,count()&order=is_open",
            json!([{ "open": false, "count": 1 }, { "open": true, "count": 4 }]),
        ),
        (
            "/books?select=raro:meta->raro,count()&meta=not.is.null&order=meta->raro",
            json!([{ "raro": false, "count": 3 }, { "raro": true, "count": 1 }]),
        ),
        (
            "/books?select=year:meta->>ano,count()&order=meta->>ano.desc.nullslast&limit=1",
            json!([{ "year": "1904", "count": 1 }]),
        ),
        ("/books?select=form,count()&title=eq.nenhum", json!([])),
    ] {
        assert_eq!(rows(&app, Visitor, path).await, expected, "{path}");
    }
    let reply = app.get_form("/books?select=form,count()&order=form", "text/csv").await;
    assert_eq!(reply.text(), "form,count\nessay,1\nnovel,3\npoem,1");
    let reply = app.get_form("/books?select=count", "application/vnd.pgrst.object+json").await;
    assert_eq!(*reply.json(), json!({ "count": 5 }));
}

#[db_test(library())]
async fn relations_are_counted_and_group_too(app: Harness) {
    for (path, expected) in [
        (
            "/shelves?select=name,books(count)&order=name",
            json!([{ "name": "Ensaios", "books": [{ "count": 1 }] }, { "name": "Ficção", "books": [{ "count": 3 }] }]),
        ),
        (
            "/shelves?select=name,books(n:count(),pages.sum())&order=name&books.pages=gt.100",
            json!([
                { "name": "Ensaios", "books": [{ "n": 0, "sum": null }] },
                { "name": "Ficção", "books": [{ "n": 2, "sum": 568 }] },
            ]),
        ),
        (
            "/authors?select=name,books(form,count())&order=name&books.order=form.desc",
            json!([
                { "name": "Clarice Lispector", "books": [{ "form": "poem", "count": 1 }, { "form": "novel", "count": 1 }] },
                { "name": "Machado de Assis", "books": [{ "form": "novel", "count": 2 }] },
            ]),
        ),
        // Groups by an embedded relation, as an object or spread.
        (
            "/books?select=pages.sum(),shelves(name)&shelf_id=not.is.null&pages=not.is.null",
            json!([{ "sum": 656, "shelves": { "name": "Ficção" } }]),
        ),
        (
            "/books?select=count(),...authors(author:name)&order=authors(name).nullslast",
            json!([
                { "count": 2, "author": "Clarice Lispector" }, { "count": 2, "author": "Machado de Assis" },
                { "count": 1, "author": null },
            ]),
        ),
        // An aggregate of a spread relation belongs to the spreading rows.
        (
            "/books?select=form,...shelves(first:name.min(),n:name.count())&order=form",
            json!([
                { "form": "essay", "first": null, "n": 0 }, { "form": "novel", "first": "Ficção", "n": 3 },
                { "form": "poem", "first": "Ensaios", "n": 1 },
            ]),
        ),
        ("/books?select=...shelves(count())", json!([{ "count": 4 }])),
    ] {
        assert_eq!(rows(&app, Visitor, path).await, expected, "{path}");
    }
}

#[db_test(library())]
async fn an_aggregate_shows_no_more_than_the_rows_would(app: Harness) {
    for (user, path, expected) in [
        (Visitor, "/books?select=count()", json!([{ "count": 5 }])),
        (Bia, "/books?select=count()", json!([{ "count": 5 }])),
        (Ana, "/books?select=count()", json!([{ "count": 6 }])),
        (Admin, "/books?select=count()", json!([{ "count": 6 }])),
        (Service, "/books?select=count()", json!([{ "count": 6 }])),
        (Visitor, "/books?select=body.count(),last:body.max()", json!([{ "count": 4, "last": "texto 4" }])),
        (Ana, "/books?select=body.count(),last:body.max()", json!([{ "count": 6, "last": "texto 6" }])),
        (Visitor, "/books?select=body,count()&form=eq.essay", json!([{ "body": null, "count": 1 }])),
        (Visitor, "/books?select=year:meta->>ano.max()", json!([{ "year": "1904" }])),
        (Visitor, "/authors?select=email.count(),phone.max()", json!([{ "count": 0, "max": null }])),
        (Ana, "/authors?select=email.count(),phone.max()", json!([{ "count": 1, "max": "111" }])),
        (Visitor, "/authors?select=email,count()", json!([{ "email": null, "count": 2 }])),
        (
            Visitor,
            "/shelves?select=books(pages.min())&name=eq.Ensaios",
            json!([{ "books": [{ "min": null }] }]),
        ),
        (
            Visitor,
            "/books?select=...authors(email.count(),phone.max())",
            json!([{ "count": 0, "max": null }]),
        ),
        (Visitor, "/likes?select=count()", json!([{ "count": 0 }])),
        (Visitor, "/rooms?select=count()", json!([{ "count": 0 }])),
        (Visitor, "/settings?select=value.max()", json!([{ "max": null }])),
    ] {
        assert_eq!(rows(&app, user, path).await, expected, "{user:?} {path}");
    }
    for (path, status, code) in [
        ("/books?select=search_text.max()", 401, "42501"),
        ("/books?select=search_text,count()", 401, "42501"),
        ("/vault?select=count()", 404, "PGRST205"),
        ("/shelves?select=vault(count)", 400, "PGRST200"),
        ("/books?select=title.sum()", 404, "42883"),
        ("/books?select=id.max()", 404, "42883"),
        ("/books?select=is_open.min()", 404, "42883"),
        ("/books?select=meta.avg()", 404, "42883"),
        ("/books?select=title::int.sum()", 400, "42846"),
        ("/books?select=count()::uuid", 400, "42846"),
        ("/books?select=nope.sum()", 400, "42703"),
        ("/books?select=form,count()&order=title", 400, "42803"),
        ("/books?select=count()&order=title", 400, "42803"),
        ("/books?select=count(),shelves(name)&order=shelves(name)", 400, "42803"),
        ("/shelves?select=name,...books(pages.sum())", 400, "PGRST127"),
    ] {
        assert_eq!(app.get(Visitor, path).await.refusal(), (status, code), "{path}");
    }
    let filter = format!("books?id=eq.{}&select=count()", book(1));
    for line in
        [format!("PATCH /{filter}"), format!("DELETE /{filter}"), "POST /books?select=pages.sum()".into()]
    {
        let reply = app.send_json(Ana, &line, json!({ "title": "Outro" })).await;
        assert_eq!(reply.refusal(), (400, "PGRST123"), "{line}");
    }
}

#[db_test(library())]
async fn a_sum_beyond_its_type_is_a_bad_request(Empty(app): Empty) {
    let rows: Vec<Json> = (1..=2)
        .map(|number| json!({ "id": book(number), "title": "a", "price": 9.0e18, "is_published": true }))
        .collect();
    app.must(Service, "POST /books", json!(rows)).await;
    assert_eq!(app.get(Visitor, "/books?select=price::bigint.sum()").await.refusal(), (400, "22000"));
}
