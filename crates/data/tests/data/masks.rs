//! A masked value cannot be observed by whom it is masked from, whatever they ask.

use ateneu_testkit::{databases, db_test};
use axum::body::Body;
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{MACHADO, Who, book, tables},
    harness::Harness,
};

/// Replaces what is masked in book 5 and in an author, so that two answers can be compared.
async fn rewrite(app: &Harness, body: &str, meta: Json, email: &str) {
    let line = format!("PATCH /books?id=eq.{}", book(5));
    let reply = app.send_json(Who::Service, &line, json!({ "body": body, "meta": meta })).await;
    assert_eq!(reply.status.as_u16(), 200);
    let line = format!("PATCH /authors?id=eq.{MACHADO}");
    let reply = app.send_json(Who::Service, &line, json!({ "email": email, "phone": email })).await;
    assert_eq!(reply.status.as_u16(), 200);
}

fn questions() -> Vec<String> {
    let mut questions = Vec::new();
    for operator in [
        "eq.segredo",
        "neq.segredo",
        "gt.n",
        "gte.n",
        "lt.n",
        "lte.n",
        "like.s*",
        "ilike.S*",
        "match.^s",
        "imatch.^S",
        "in.(segredo,x)",
        "isdistinct.segredo",
        "is.null",
        "is.not_null",
        "fts.segredo",
        "plfts.segredo",
        "phfts.segredo",
        "wfts.segredo",
        "eq(any).{segredo,x}",
        "like(all).{s*,*o}",
    ] {
        questions.push(format!("/books?select=id&body={operator}"));
        questions.push(format!("/books?select=id&body=not.{operator}"));
        questions.push(format!("/books?select=id&or=(body.{operator},title.eq.x)"));
        questions.push(format!("/books?select=id&not.and=(body.{operator},is_open.is.false)"));
        questions.push(format!("/authors?select=id&email={operator}"));
        questions.push(format!("/authors?select=id&phone=not.{operator}"));
        questions.push(format!("/books?select=id,authors!inner(id)&authors.email={operator}"));
        questions.push(format!("/books?select=id,authors()&authors.email={operator}&authors=not.is.null"));
        questions.push(format!("/authors?select=id,books(id)&books.body={operator}"));
        questions.push(format!("/books?select=id&meta->>k={operator}"));
    }
    for select in [
        "*",
        "body",
        "x:body",
        "body::text",
        "meta",
        "meta->k",
        "meta->>k",
        "y:meta->k->0",
        "meta::text",
        "meta::jsonb",
        "title,authors(email)",
        "authors(*)",
        "authors(e:email::text)",
        "authors(name,books(body))",
    ] {
        questions.push(format!("/books?select={select}"));
    }
    for (path, order) in [
        ("/books?select=n:body.count(),a:body.max(),b:body.min(),c:meta->>k.max(),d:meta->k.count()", ""),
        ("/books?select=n:body::text.count(),m:body::text.max()::varchar", ""),
        ("/books?select=form,body.max(),count()", "form"),
        ("/books?select=title,body,n:count()", "title"),
        ("/books?select=title,k:meta->k,meta,n:count()", "title"),
        ("/books?select=title,authors(email),n:count()", "title"),
        ("/authors?select=email,phone,n:count()", ""),
        ("/authors?select=n:email.count(),m:phone.max()", ""),
        ("/books?select=title,...authors(email,p:phone)", "title"),
        ("/books?select=title,...authors(e:email.max(),n:phone.count())", "title"),
        ("/authors?select=name,...books(body,meta,k:meta->>k)&books.order=title", "name"),
        ("/authors?select=name,books(n:body.count(),m:body.max())", "name"),
        ("/shelves?select=name,...books(title,...authors(email))&books.order=title", "name"),
    ] {
        let order = if order.is_empty() { String::new() } else { format!("&order={order}") };
        questions.push(format!("{path}{order}"));
    }
    for order in ["body", "body.desc", "body.asc.nullsfirst", "meta->>k", "meta->k.desc"] {
        questions.push(format!("/books?select=id&order={order},id"));
        questions.push(format!("/authors?select=books(id)&books.order={order},id&order=id"));
    }
    questions.push("/authors?select=id&order=email,id".into());
    questions.push("/authors?select=id&order=phone.desc.nullsfirst,id".into());
    questions.push("/books?select=id,authors(id)&order=authors(email),id".into());
    questions.push("/books?select=id&meta=cs.{\"k\":\"segredo\"}".into());
    questions.push("/books?select=id&meta=cd.{\"k\":\"segredo\"}".into());
    questions.push("/books?select=id&meta=eq.{\"k\":\"segredo\"}".into());
    questions
}

#[db_test(databases::tables(tables()))]
async fn no_question_tells_two_secrets_apart(app: Harness) {
    let mut answers: Vec<Vec<(u16, String, String)>> = Vec::new();
    for (body, meta, email) in [
        ("segredo", json!({ "k": "segredo" }), "segredo@exemplo.com.br"),
        ("outro", json!({ "k": ["z"], "j": 1 }), "outro@exemplo.com.br"),
    ] {
        rewrite(&app, body, meta, email).await;
        let mut responses = Vec::new();
        for question in questions() {
            // PostgreSQL moves a row that was changed.
            let mut question = question;
            for (part, order) in [("select=", "order=id"), ("select=id,books(id)", "books.order=id")] {
                let ordered = question.contains(order.trim_end_matches("id"));
                if question.contains(part) && !ordered && !question.contains("count()") {
                    question = format!("{question}&{order}");
                }
            }
            for accept in ["application/json", "text/csv", "application/vnd.pgrst.array+json;nulls=stripped"]
            {
                let headers = [("accept", accept), ("prefer", "count=exact")];
                for who in [Who::Visitor, Who::Bia] {
                    if who == Who::Visitor && question.contains("match.") {
                        continue;
                    }
                    let reply = app.send(who, &format!("GET {question}"), &headers, Body::empty()).await;
                    assert!(reply.status == 200 || reply.status == 206, "{question}: {reply:?}");
                    responses.push((
                        reply.status.as_u16(),
                        reply.header("content-range").to_owned(),
                        reply.text().to_owned(),
                    ));
                }
            }
        }
        answers.push(responses);
    }
    for (first, second) in answers[0].iter().zip(&answers[1]) {
        assert_eq!(first, second);
    }
}

#[db_test(databases::tables(tables()))]
async fn who_owns_the_row_sees_the_value(app: Harness) {
    for (who, expected) in [
        (Who::Visitor, json!(null)),
        (Who::Bia, json!(null)),
        (Who::Ana, json!("texto 5")),
        (Who::Admin, json!("texto 5")),
    ] {
        let path = format!("/books?select=body&id=eq.{}", book(5));
        assert_eq!(app.column(who, &path, "body").await, [expected], "{who:?}");
    }
    let found = app.column(Who::Ana, "/books?select=title&body=eq.texto 5", "title").await;
    assert_eq!(found, [json!("Livro fechado")]);
    let open = app.column(Who::Visitor, &format!("/books?select=body&id=eq.{}", book(1)), "body").await;
    assert_eq!(open, [json!("texto 1")]);
}

#[db_test(databases::tables(tables()))]
async fn a_write_does_not_bring_the_value_back(app: Harness) {
    // Bia writes an author whose masked columns she may not read once they belong to somebody else.
    let reply = app
        .send_json(
            Who::Bia,
            "POST /authors?select=name,email",
            json!({ "name": "b", "email": "b@exemplo.com.br" }),
        )
        .await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()),
        (201, &json!([{ "name": "b", "email": "b@exemplo.com.br" }]))
    );
    for (line, body) in [
        (format!("PATCH /authors?id=eq.{MACHADO}&select=email"), json!({ "name": "x" })),
        ("PATCH /authors?email=like.machado*&select=name".to_owned(), json!({ "name": "x" })),
        ("DELETE /authors?email=like.machado*".to_owned(), json!({})),
    ] {
        let reply = app.send_json(Who::Bia, &line, body).await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"), "{line}");
    }
    let upsert = [("prefer", "return=representation,resolution=ignore-duplicates")];
    let taken = json!({ "name": "x", "email": "machado@exemplo.com.br" }).to_string();
    let reply = app.send(Who::Bia, "POST /authors?on_conflict=email&select=*", &upsert, taken.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    let upsert = [("prefer", "return=representation,resolution=merge-duplicates")];
    let reply = app.send(Who::Bia, "POST /authors?on_conflict=email&select=*", &upsert, taken).await;
    assert_eq!(reply.refusal(), (403, "42501"));
}
