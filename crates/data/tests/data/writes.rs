//! Inserts, upserts, changes, removals: what they answer, store and tell.

use ateneu_base::Verb;
use ateneu_db::Db;
use ateneu_testkit::{databases, db_test};
use axum::body::Body;
use futures::future::join_all;
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{ANA, BIA, ESSAYS, FICTION, Who, book, tables},
    harness::Harness,
};

#[db_test(databases::tables(tables()))]
async fn an_insert_answers_as_preferred(app: Harness) {
    let body = json!({ "title": "  Quincas Borba " }).to_string();
    let reply = app.send(Who::Ana, "POST /books", &[], body.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-type")), (201, "", ""));
    assert_eq!(reply.header("content-range"), "*/*");
    let prefer =
        [("prefer", "return=representation,count=exact,missing=default"), ("content-profile", "public")];
    let reply = app
        .send(
            Who::Ana,
            "POST /books?select=title,owner_id,form,tags,pages,created_at,shelf",
            &prefer,
            body.clone(),
        )
        .await;
    assert_eq!(reply.status.as_u16(), 201);
    assert_eq!(
        *reply.json(),
        json!([{
            "title": "Quincas Borba", "owner_id": ANA, "form": "novel", "tags": [], "pages": null,
            "created_at": "2027-01-15T08:06:00.000000+00:00", "shelf": null,
        }])
    );
    assert_eq!(reply.header("content-range"), "*/1");
    assert_eq!(reply.header("preference-applied"), "missing=default, return=representation, count=exact");
    assert_eq!(reply.header("content-profile"), "public");
    let prefer = [("prefer", "return=headers-only")];
    let reply =
        app.send(Who::Ana, "POST /books", &prefer, json!({ "id": book(50), "title": "x" }).to_string()).await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("location")),
        (201, format!("/books?id=eq.{}", book(50)).as_str())
    );
    let single = [("prefer", "return=representation"), ("accept", "application/vnd.pgrst.object+json")];
    let reply = app.send(Who::Ana, "POST /books?select=title", &single, body).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (201, &json!({ "title": "Quincas Borba" })));
}

#[db_test(databases::tables(tables()))]
async fn many_rows_are_all_written_or_none(app: Harness) {
    let rows = json!([{ "title": "a", "pages": 1 }, { "title": "b" }]).to_string();
    for (line, prefer, status, expected) in [
        (
            "POST /books?columns=\"title\",\"pages\"&select=title,pages,form",
            "return=representation",
            201,
            json!([
            { "title": "a", "pages": 1, "form": "novel" }, { "title": "b", "pages": null, "form": "novel" }]),
        ),
        (
            "POST /books?columns=title,pages,form&select=form",
            "return=representation,missing=default",
            201,
            json!([
            { "form": "novel" }, { "form": "novel" }]),
        ),
    ] {
        let reply = app.send(Who::Ana, line, &[("prefer", prefer)], rows.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (status, &expected), "{line}");
    }
    let reply = app.send(Who::Ana, "POST /books", &[], rows).await;
    assert_eq!(reply.refusal(), (400, "PGRST102"));
    assert_eq!(reply.json()["message"], "All object keys must match");
    let reply = app.send_json(Who::Ana, "POST /books", json!([])).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (201, "[]"));
    let before = app.column(Who::Ana, "/books?select=id", "id").await.len();
    let reply = app
        .send_json(
            Who::Ana,
            "POST /books",
            json!([{ "title": "c", "pages": 2 }, { "title": "d", "pages": 0 }]),
        )
        .await;
    assert_eq!(reply.refusal(), (400, "23514"));
    assert_eq!(app.column(Who::Ana, "/books?select=id", "id").await.len(), before);
}

#[db_test(databases::tables(tables()))]
async fn csv_and_forms_are_read_too(app: Harness) {
    let headers = [("prefer", "return=representation"), ("content-type", "text/csv")];
    let reply = app
        .send(
            Who::Ana,
            "POST /books?select=title,pages,tags",
            &headers,
            "title,pages,tags\n\"um, dois\",3,\"{a,b}\"\ntrês,NULL,{}\n",
        )
        .await;
    assert_eq!(
        *reply.json(),
        json!([{ "title": "um, dois", "pages": 3, "tags": ["a", "b"] }, { "title": "três", "pages": null, "tags": [] }])
    );
    let headers =
        [("prefer", "return=representation"), ("content-type", "application/x-www-form-urlencoded")];
    let reply = app.send(Who::Ana, "POST /books?select=title,pages", &headers, "title=A+vida&pages=4").await;
    assert_eq!(*reply.json(), json!([{ "title": "A vida", "pages": 4 }]));
    let reply = app.send(Who::Ana, "POST /books", &[("content-type", "application/xml")], "<a/>").await;
    assert_eq!(reply.refusal(), (400, "PGRST102"));
}

#[db_test(databases::tables(tables()))]
async fn an_upsert_changes_ignores_or_inserts(app: Harness) {
    let shelf = |name: &str| json!([{ "id": FICTION, "name": name }]).to_string();
    let reply = app
        .send(
            Who::Admin,
            "POST /shelves?select=name",
            &[("prefer", "return=representation,resolution=merge-duplicates")],
            shelf("Romances"),
        )
        .await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, &json!([{ "name": "Romances" }])));
    assert_eq!(reply.header("preference-applied"), "resolution=merge-duplicates, return=representation");
    let prefer = [("prefer", "return=representation,resolution=ignore-duplicates")];
    let reply = app.send(Who::Admin, "POST /shelves", &prefer, shelf("Outro")).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    // By another unique key, keeping what the payload does not name.
    let merged = [("prefer", "return=representation,resolution=merge-duplicates")];
    let names = json!([{ "name": "Romances" }, { "name": "Poesia" }]).to_string();
    let reply = app.send(Who::Admin, "POST /shelves?on_conflict=name&select=id,name", &merged, names).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.json()[0]),
        (201, &json!({ "id": FICTION, "name": "Romances" }))
    );
    let reply = app.send(Who::Admin, "POST /shelves", &[("prefer", "return=minimal")], shelf("x")).await;
    assert_eq!(reply.refusal(), (409, "23505"));
    assert_eq!(reply.json()["message"], "duplicate key value violates unique constraint \"shelves_pkey\"");
    for (line, body, status, code) in [
        ("POST /shelves?on_conflict=books_count", json!([{ "name": "x" }]), 400, "42P10"),
        ("POST /shelves?on_conflict=nope", json!([{ "name": "x" }]), 400, "42703"),
        ("POST /shelves?on_conflict=name", json!([{ "name": "x" }, { "name": "x" }]), 400, "21000"),
    ] {
        let reply =
            app.send(Who::Admin, line, &[("prefer", "resolution=merge-duplicates")], body.to_string()).await;
        assert_eq!(reply.refusal(), (status, code), "{line}");
    }
    // The existing row belongs to Ana: Bia may not change it by pretending to insert it.
    let theft = json!([{ "id": book(1), "title": "meu", "owner_id": BIA }]).to_string();
    let reply = app.send(Who::Bia, "POST /books", &[("prefer", "resolution=merge-duplicates")], theft).await;
    assert_eq!(reply.refusal(), (403, "42501"));
}

#[db_test(databases::tables(tables()))]
async fn put_writes_the_row_its_address_names(app: Harness) {
    let body = |key: &str| json!({ "key": key, "value": "1" }).to_string();
    for (line, status, code) in [
        ("PUT /settings?key=eq.a", 201, ""),
        ("PUT /settings?key=eq.a", 204, ""),
        ("PUT /settings?key=eq.b", 400, "PGRST115"),
        ("PUT /settings?key=eq.a&limit=1", 400, "PGRST114"),
        ("PUT /settings?value=eq.a", 405, "PGRST105"),
        ("PUT /settings?key=gt.a", 405, "PGRST105"),
        ("PUT /settings", 405, "PGRST105"),
    ] {
        let reply = app.send(Who::Admin, line, &[], body("a")).await;
        assert_eq!(reply.status.as_u16(), status, "{line} {reply:?}");
        if !code.is_empty() {
            assert_eq!(reply.code(), code, "{line}");
        }
    }
}

#[db_test(databases::tables(tables()))]
async fn a_change_touches_only_what_is_meant_and_allowed(app: Harness) {
    app.advance(std::time::Duration::from_secs(3_600));
    let line = format!("PATCH /books?id=eq.{}", book(1));
    let body = json!({ "pages": 257 }).to_string();
    let reply = app.send(Who::Ana, &line, &[], body.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-range")), (204, "", "0-0/*"));
    let reply = app
        .send(
            Who::Ana,
            &format!("{line}&select=pages,updated_at,created_at"),
            &[("prefer", "return=representation,count=exact")],
            body.clone(),
        )
        .await;
    assert_eq!((reply.status.as_u16(), reply.header("content-range")), (200, "0-0/1"));
    assert_eq!(
        *reply.json(),
        json!([{ "pages": 257, "updated_at": "2027-01-15T09:06:00.000000+00:00", "created_at": "2027-01-15T08:01:00.000000+00:00" }])
    );
    for who in [Who::Bia, Who::Visitor] {
        let reply = app.send_json(who, &line, json!({ "pages": 1 })).await;
        assert_eq!(
            (reply.status.as_u16(), reply.text(), reply.header("content-range")),
            (200, "[]", "*/*"),
            "{who:?}"
        );
    }
    let reply = app.send_json(Who::Ana, &line, json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    // Given away is gone: the new row must still be the caller's.
    let reply = app.send_json(Who::Ana, &line, json!({ "owner_id": BIA })).await;
    assert_eq!(reply.refusal(), (403, "42501"));
    assert_eq!(reply.json()["message"], "new row violates row-level security policy for table \"books\"");
    // Derived columns follow.
    app.send_json(Who::Ana, &line, json!({ "title": "CASMURRO" })).await;
    assert_eq!(
        app.column(Who::Visitor, "/books?select=id&search_text=eq.casmurro", "id").await,
        [json!(book(1))]
    );
    let reply = app
        .send_json(
            Who::Ana,
            "PATCH /books?form=eq.novel&order=pages.desc&limit=1&select=title",
            json!({ "form": "poem" }),
        )
        .await;
    assert_eq!(*reply.json(), json!([{ "title": "Memórias Póstumas" }]));
    for line in ["PATCH /books", "DELETE /books"] {
        let reply = app.send(Who::Admin, line, &[], "{\"pages\":1}").await;
        assert_eq!(reply.refusal(), (400, "21000"), "{line}");
    }
}

#[db_test(databases::tables(tables()))]
async fn a_removal_answers_the_rows_it_removed(app: Harness) {
    let line = format!("DELETE /books?id=eq.{}&select=title,authors(name)", book(1));
    let reply = app.send(Who::Bia, &line, &[("prefer", "return=representation")], Body::empty()).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    let reply = app.send(Who::Ana, &line, &[("prefer", "return=representation")], Body::empty()).await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()),
        (200, &json!([{ "title": "Dom Casmurro", "authors": { "name": "Machado de Assis" } }]))
    );
    let reply = app.send(Who::Ana, &line, &[], Body::empty()).await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-range")), (204, "", "*/*"));
    let line = format!("DELETE /shelves?id=eq.{ESSAYS}");
    let reply = app.send(Who::Admin, &line, &[], Body::empty()).await;
    assert_eq!(reply.refusal(), (409, "23503"));
    assert_eq!(
        reply.json()["message"],
        "update or delete on table \"shelves\" violates foreign key constraint \"books_shelf_id_fkey\" on table \"books\""
    );
    assert_eq!(
        reply.json()["details"],
        format!("Key (id)=({ESSAYS}) is still referenced from table \"books\".")
    );
}

#[db_test(databases::tables(tables()))]
async fn preferences_bound_and_undo_a_write(app: Harness) {
    let ask = |prefer, accept| {
        let app = &app;
        async move {
            let headers = [("prefer", prefer), ("accept", accept)];
            app.send(Who::Ana, "PATCH /books?form=eq.novel&select=title", &headers, "{\"pages\":7}").await
        }
    };
    let object = "application/vnd.pgrst.object+json";
    let reply = ask("handling=strict,max-affected=2", "*/*").await;
    assert_eq!(reply.refusal(), (400, "PGRST124"));
    assert_eq!(reply.json()["details"], "The query affects 3 rows");
    let reply = ask("return=representation", object).await;
    assert_eq!(reply.refusal(), (406, "PGRST116"));
    let reply = ask("return=representation,tx=rollback", "*/*").await;
    assert_eq!((reply.status.as_u16(), reply.json().as_array().unwrap().len()), (200, 3));
    assert_eq!(reply.header("preference-applied"), "return=representation, tx=rollback");
    assert!(app.column(Who::Visitor, "/books?pages=eq.7", "id").await.is_empty());
    let reply = ask("handling=strict,nonsense", "*/*").await;
    assert_eq!(reply.refusal(), (400, "PGRST122"));
    let reply = ask("handling=lenient,nonsense,max-affected=2", "*/*").await;
    assert_eq!((reply.status.as_u16(), reply.header("preference-applied")), (204, "handling=lenient"));
    assert_eq!(app.column(Who::Visitor, "/books?pages=eq.7", "id").await.len(), 3);
    let reply = ask("handling=strict,max-affected=3", "*/*").await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("preference-applied")),
        (204, "handling=strict, max-affected=3")
    );
}

#[db_test(databases::tables(tables()))]
async fn every_committed_change_is_told_and_no_other(app: Harness) {
    let mut changes = app.db.changes();
    app.send(Who::Ana, "POST /likes", &[], json!({ "book_id": book(1) }).to_string()).await;
    let changed = changes.recv().await.unwrap();
    let new = changed[0].new.clone().unwrap();
    assert_eq!((changed[0].table.as_str(), changed[0].verb, &changed[0].old), ("likes", Verb::Insert, &None));
    assert_eq!((&new["user_id"], &new["book_published"]), (&json!(ANA), &json!(true)));
    // A refused write and one that is rolled back tell nothing; the next message is the removal's.
    app.send(Who::Ana, "POST /likes", &[], json!({ "book_id": book(1) }).to_string()).await;
    app.send(
        Who::Ana,
        &format!("PATCH /books?id=eq.{}", book(1)),
        &[("prefer", "tx=rollback")],
        "{\"pages\":9}",
    )
    .await;
    app.send(Who::Ana, &format!("PATCH /books?id=eq.{}", book(1)), &[], "{\"pages\":9}").await;
    let changed = changes.recv().await.unwrap();
    assert_eq!((changed.len(), changed[0].verb), (1, Verb::Update));
    assert_eq!(changed[0].old.as_ref().unwrap()["pages"], 256);
    assert_eq!(changed[0].new.as_ref().unwrap()["pages"], 9);
    assert_eq!(changed[0].new.as_ref().unwrap()["shelf"], "Ficção");
    app.send(Who::Ana, &format!("DELETE /books?id=eq.{}", book(1)), &[], Body::empty()).await;
    let changed = changes.recv().await.unwrap();
    let names: Vec<_> = changed.iter().map(|change| (change.table.as_str(), change.verb)).collect();
    assert_eq!(names, [("likes", Verb::Delete), ("books", Verb::Delete)]);
    assert_eq!(changed[1].old.as_ref().unwrap()["id"], Json::from(book(1)));
}

#[db_test(databases::tables(tables()))]
async fn a_guard_holds_after_every_write(app: Harness) {
    app.send_json(
        Who::Admin,
        "POST /settings",
        json!([{ "key": "a", "value": "1" }, { "key": "b", "value": "2" }]),
    )
    .await;
    let reply = app.send(Who::Admin, "DELETE /settings?key=in.(a,b)", &[], Body::empty()).await;
    assert_eq!(reply.refusal(), (400, "P0001"));
    assert_eq!(reply.json()["message"], "one_setting_remains");
    let reply = app.send(Who::Admin, "DELETE /settings?key=eq.a", &[], Body::empty()).await;
    assert_eq!(reply.status.as_u16(), 204);
    let reply = app.send(Who::Service, "DELETE /settings?key=eq.b", &[], Body::empty()).await;
    assert_eq!(reply.code(), "P0001");
}
#[db_test(databases::tables(tables()))]
async fn writers_of_many_rows_in_opposite_orders_do_not_stand_in_each_others_way(db: Db) {
    let app = Harness::new(db);
    let rows: Vec<Json> =
        (1..=60).map(|number| json!({ "id": book(number), "title": "a", "owner_id": ANA })).collect();
    app.send_json(Who::Service, "POST /books", json!(rows)).await;
    let back: Vec<&Json> = rows.iter().rev().collect();
    let (rows, back) = (json!(rows).to_string(), json!(back).to_string());
    let merge = [("prefer", "resolution=merge-duplicates")];
    for _ in 0..3 {
        let upserts = (0..8).map(|number| {
            let rows = if number % 2 == 0 { &rows } else { &back };
            app.send(Who::Ana, "POST /books", &merge, rows.clone())
        });
        let updates = (0..8).map(|number| {
            let order = if number % 2 == 0 { "asc" } else { "desc" };
            let (app, line) = (&app, format!("PATCH /books?title=eq.a&order=id.{order}"));
            async move { app.send(Who::Ana, &line, &[], format!("{{\"pages\":{}}}", number + 1)).await }
        });
        let (upserts, updates) = futures::join!(join_all(upserts), join_all(updates));
        for reply in upserts.iter().chain(&updates) {
            assert!(reply.status.as_u16() < 300, "{reply:?}");
        }
    }
}
#[db_test(databases::tables(tables()))]
async fn writers_at_once_neither_lose_a_row_nor_slip_past_a_guard(app: Harness) {
    let merge = [("prefer", "resolution=merge-duplicates")];
    let rows: Vec<String> =
        (0..8).map(|number| json!({ "key": "a", "value": number.to_string() }).to_string()).collect();
    let upserts = rows.into_iter().map(|row| app.send(Who::Admin, "POST /settings", &merge, row));
    let statuses: Vec<u16> = join_all(upserts).await.iter().map(|reply| reply.status.as_u16()).collect();
    assert!(statuses.iter().all(|status| *status == 200 || *status == 201), "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(app.column(Who::Admin, "/settings", "key").await, ["a"]);
    app.send_json(Who::Admin, "POST /settings", json!({ "key": "b", "value": "" })).await;
    let removals = ["a", "b"].map(|key| format!("DELETE /settings?key=eq.{key}"));
    let removals = removals.iter().map(|line| app.send(Who::Admin, line, &[], Body::empty()));
    let mut statuses: Vec<u16> = join_all(removals).await.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 400]);
}

#[db_test(databases::tables(tables()))]
async fn no_column_for_an_address_takes_what_runs(app: Harness) {
    let line = format!("PATCH /books?id=eq.{}", book(1));
    for address in [
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "data:text/html,a",
        "//evil.com/a",
        "/\\evil.com",
        "blob:x",
    ] {
        for column in ["site", "cover_url"] {
            for who in [Who::Ana, Who::Admin, Who::Service] {
                let reply = app.send_json(who, &line, json!({ column: address })).await;
                assert_eq!(reply.refusal(), (400, "23514"), "{who:?} {column} {address}");
            }
        }
    }
    for address in ["https://exemplo.com.br/a.png", "/storage/v1/object/public/contents/a.png", ""] {
        let reply = app.send_json(Who::Ana, &line, json!({ "cover_url": address })).await;
        assert_eq!(reply.status, 200, "{address}: {reply:?}");
    }
}
