//! No request observes a value that is masked from its caller.

use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::harness::{Harness, MACHADO, User::*, book, library};

/// Replaces the masked values in book 5 and in an author, so that two responses can be compared.
async fn rewrite(app: &Harness, body: &str, meta: Json, email: &str) {
    let line = format!("PATCH /books?id=eq.{}", book(5));
    app.must(Service, &line, json!({ "body": body, "meta": meta })).await;
    let line = format!("PATCH /authors?id=eq.{MACHADO}");
    app.must(Service, &line, json!({ "email": email, "phone": email })).await;
}

fn requests() -> Vec<String> {
    let mut requests = Vec::new();
    let operators = "eq.segredo neq.segredo gt.n gte.n lt.n lte.n like.s* ilike.S* match.^s imatch.^S \
                     in.(segredo,x) isdistinct.segredo is.null is.not_null fts.segredo plfts.segredo \
                     phfts.segredo wfts.segredo eq(any).{segredo,x} like(all).{s*,*o}";
    for operator in operators.split(' ') {
        requests.push(format!("/books?select=id&body={operator}"));
        requests.push(format!("/books?select=id&body=not.{operator}"));
        requests.push(format!("/books?select=id&or=(body.{operator},title.eq.x)"));
        requests.push(format!("/books?select=id&not.and=(body.{operator},is_open.is.false)"));
        requests.push(format!("/authors?select=id&email={operator}"));
        requests.push(format!("/authors?select=id&phone=not.{operator}"));
        requests.push(format!("/books?select=id,authors!inner(id)&authors.email={operator}"));
        requests.push(format!("/books?select=id,authors()&authors.email={operator}&authors=not.is.null"));
        requests.push(format!("/authors?select=id,books(id)&books.body={operator}"));
        requests.push(format!("/books?select=id&meta->>k={operator}"));
    }
    let selects = "* body x:body body::text meta meta->k meta->>k y:meta->k->0 meta::text meta::jsonb \
                   title,authors(email) authors(*) authors(e:email::text) authors(name,books(body))";
    for select in selects.split(' ') {
        requests.push(format!("/books?select={select}"));
    }
    requests.extend(
        [
            "/books?select=n:body.count(),a:body.max(),b:body.min(),c:meta->>k.max(),d:meta->k.count()",
            "/books?select=n:body::text.count(),m:body::text.max()::varchar",
            "/books?select=form,body.max(),count()&order=form",
            "/books?select=title,body,n:count()&order=title",
            "/books?select=title,k:meta->k,meta,n:count()&order=title",
            "/books?select=title,authors(email),n:count()&order=title",
            "/authors?select=email,phone,n:count()&order=email",
            "/authors?select=n:email.count(),m:phone.max()",
            "/books?select=title,...authors(email,p:phone)&order=title",
            "/books?select=title,...authors(e:email.max(),n:phone.count())&order=title",
            "/authors?select=name,...books(body,meta,k:meta->>k)&books.order=title&order=name",
            "/authors?select=name,books(n:body.count(),m:body.max())&order=name",
            "/shelves?select=name,...books(title,...authors(email))&books.order=title&order=name",
            "/authors?select=id&order=email,id",
            "/authors?select=id&order=phone.desc.nullsfirst,id",
            "/books?select=id,authors(id)&order=authors(email),id",
            "/books?select=id&meta=cs.{\"k\":\"segredo\"}",
            "/books?select=id&meta=cd.{\"k\":\"segredo\"}",
            "/books?select=id&meta=eq.{\"k\":\"segredo\"}",
        ]
        .map(str::to_owned),
    );
    for order in ["body", "body.desc", "body.asc.nullsfirst", "meta->>k", "meta->k.desc"] {
        requests.push(format!("/books?select=id&order={order},id"));
        requests.push(format!("/authors?select=books(id)&books.order={order},id&order=id"));
    }
    requests
}

#[db_test(library())]
async fn masked_values_cannot_be_distinguished(app: Harness) {
    let mut answers: Vec<Vec<(u16, String, String)>> = Vec::new();
    for (body, meta, email) in [
        ("segredo", json!({ "k": "segredo" }), "segredo@exemplo.com.br"),
        ("outro", json!({ "k": ["z"], "j": 1 }), "outro@exemplo.com.br"),
    ] {
        rewrite(&app, body, meta, email).await;
        let mut responses = Vec::new();
        for mut path in requests() {
            // PostgreSQL moves a changed row.
            for (part, order) in [("select=", "order=id"), ("select=id,books(id)", "books.order=id")] {
                let ordered = path.contains(order.trim_end_matches("id"));
                if path.contains(part) && !ordered && !path.contains("count()") {
                    path = format!("{path}&{order}");
                }
            }
            for accept in ["application/json", "text/csv", "application/vnd.pgrst.array+json;nulls=stripped"]
            {
                let headers = [("accept", accept), ("prefer", "count=exact")];
                for user in [Visitor, Bia] {
                    if user == Visitor && path.contains("match.") {
                        continue;
                    }
                    let reply = app.send(user, &format!("GET {path}"), &headers, "").await;
                    assert!(reply.status == 200 || reply.status == 206, "{path}: {reply:?}");
                    let range = reply.header("content-range").to_owned();
                    responses.push((reply.status.as_u16(), range, reply.text().to_owned()));
                }
            }
        }
        answers.push(responses);
    }
    for (first, second) in answers[0].iter().zip(&answers[1]) {
        assert_eq!(first, second);
    }
}

#[db_test(library())]
async fn the_owner_of_a_row_sees_the_masked_value(app: Harness) {
    for (user, expected) in
        [(Visitor, json!(null)), (Bia, json!(null)), (Ana, json!("texto 5")), (Admin, json!("texto 5"))]
    {
        let path = format!("/books?select=body&id=eq.{}", book(5));
        assert_eq!(app.column(user, &path, "body").await, [expected], "{user:?}");
    }
    let found = app.column(Ana, "/books?select=title&body=eq.texto 5", "title").await;
    assert_eq!(found, [json!("Livro fechado")]);
    let open = app.column(Visitor, &format!("/books?select=body&id=eq.{}", book(1)), "body").await;
    assert_eq!(open, [json!("texto 1")]);
}

#[db_test(library())]
async fn a_write_does_not_bring_the_masked_value_back(app: Harness) {
    let own = json!({ "name": "b", "email": "b@exemplo.com.br" });
    let reply = app.send_json(Bia, "POST /authors?select=name,email", own.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (201, &json!([own])));
    for (line, body) in [
        (format!("PATCH /authors?id=eq.{MACHADO}&select=email"), json!({ "name": "x" })),
        ("PATCH /authors?email=like.machado*&select=name".to_owned(), json!({ "name": "x" })),
        ("DELETE /authors?email=like.machado*".to_owned(), json!({})),
    ] {
        let reply = app.send_json(Bia, &line, body).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"), "{line}");
    }
    let upsert = [("prefer", "return=representation,resolution=ignore-duplicates")];
    let taken = json!({ "name": "x", "email": "machado@exemplo.com.br" }).to_string();
    let reply = app.send(Bia, "POST /authors?on_conflict=email&select=*", &upsert, taken.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (201, "[]"));
    let upsert = [("prefer", "return=representation,resolution=merge-duplicates")];
    let reply = app.send(Bia, "POST /authors?on_conflict=email&select=*", &upsert, taken).await;
    assert_eq!(reply.refusal(), (403, "42501"));
}
