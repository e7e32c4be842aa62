//! Inserts, upserts, changes and removals: responses, stored rows and published changes.

use ateneu_base::Verb;
use ateneu_testkit::db_test;
use futures::future::join_all;
use serde_json::{Value as Json, json};

use crate::harness::{ANA, BIA, ESSAYS, FICTION, Harness, Patient, User::*, book, library};

#[db_test(library())]
async fn an_insert_answers_as_preferred(app: Harness) {
    let body = json!({ "title": "  Quincas Borba " }).to_string();
    let reply = app.send(Ana, "POST /books", &[], body.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-type")), (201, "", ""));
    assert_eq!(reply.header("content-range"), "*/*");
    let prefer =
        [("prefer", "return=representation,count=exact,missing=default"), ("content-profile", "public")];
    let line = "POST /books?select=title,owner_id,form,tags,pages,created_at,shelf";
    let reply = app.send(Ana, line, &prefer, body.clone()).await;
    assert_eq!(reply.status, 201);
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
    let new = json!({ "id": book(50), "title": "x" }).to_string();
    let reply = app.send(Ana, "POST /books", &prefer, new).await;
    let location = format!("/books?id=eq.{}", book(50));
    assert_eq!((reply.status.as_u16(), reply.header("location")), (201, &*location));
    let single = [("prefer", "return=representation"), ("accept", "application/vnd.pgrst.object+json")];
    let reply = app.send(Ana, "POST /books?select=title", &single, body).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (201, &json!({ "title": "Quincas Borba" })));
}

#[db_test(library())]
async fn many_rows_are_all_written_or_none(app: Harness) {
    let rows = json!([{ "title": "a", "pages": 1 }, { "title": "b" }]).to_string();
    for (query, prefer, expected) in [
        (
            "columns=\"title\",\"pages\"&select=title,pages,form",
            "return=representation",
            json!([{ "title": "a", "pages": 1, "form": "novel" }, { "title": "b", "pages": null, "form": "novel" }]),
        ),
        (
            "columns=title,pages,form&select=form",
            "return=representation,missing=default",
            json!([{ "form": "novel" }, { "form": "novel" }]),
        ),
    ] {
        let line = format!("POST /books?{query}");
        let reply = app.send(Ana, &line, &[("prefer", prefer)], rows.clone()).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (201, &expected), "{query}");
    }
    let reply = app.send(Ana, "POST /books", &[], rows).await;
    assert_eq!(reply.refusal(), (400, "PGRST102"));
    assert_eq!(reply.json()["message"], "All object keys must match");
    let reply = app.send_json(Ana, "POST /books", json!([])).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (201, "[]"));
    let before = app.column(Ana, "/books?select=id", "id").await.len();
    let one_wrong = json!([{ "title": "c", "pages": 2 }, { "title": "d", "pages": 0 }]);
    assert_eq!(app.send_json(Ana, "POST /books", one_wrong).await.refusal(), (400, "23514"));
    assert_eq!(app.column(Ana, "/books?select=id", "id").await.len(), before);
}

#[db_test(library())]
async fn csv_and_forms_are_read_too(app: Harness) {
    let headers = [("prefer", "return=representation"), ("content-type", "text/csv")];
    let csv = "title,pages,tags\n\"um, dois\",3,\"{a,b}\"\ntrês,NULL,{}\n";
    let reply = app.send(Ana, "POST /books?select=title,pages,tags", &headers, csv).await;
    let dois = json!({ "title": "um, dois", "pages": 3, "tags": ["a", "b"] });
    assert_eq!(*reply.json(), json!([dois, { "title": "três", "pages": null, "tags": [] }]));
    let headers =
        [("prefer", "return=representation"), ("content-type", "application/x-www-form-urlencoded")];
    let reply = app.send(Ana, "POST /books?select=title,pages", &headers, "title=A+vida&pages=4").await;
    assert_eq!(*reply.json(), json!([{ "title": "A vida", "pages": 4 }]));
    let reply = app.send(Ana, "POST /books", &[("content-type", "application/xml")], "<a/>").await;
    assert_eq!(reply.refusal(), (400, "PGRST102"));
}

#[db_test(library())]
async fn an_upsert_changes_ignores_or_inserts(app: Harness) {
    let shelf = |name: &str| json!([{ "id": FICTION, "name": name }]).to_string();
    let merge = [("prefer", "return=representation,resolution=merge-duplicates")];
    let reply = app.send(Admin, "POST /shelves?select=name", &merge, shelf("Romances")).await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, &json!([{ "name": "Romances" }])));
    assert_eq!(reply.header("preference-applied"), "resolution=merge-duplicates, return=representation");
    let prefer = [("prefer", "return=representation,resolution=ignore-duplicates")];
    let reply = app.send(Admin, "POST /shelves", &prefer, shelf("Outro")).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (201, "[]"));
    // Another unique key is used, and columns outside the payload are unchanged.
    let names = json!([{ "name": "Romances" }, { "name": "Poesia" }]).to_string();
    let reply = app.send(Admin, "POST /shelves?on_conflict=name&select=id,name", &merge, names).await;
    let merged = json!({ "id": FICTION, "name": "Romances" });
    assert_eq!((reply.status.as_u16(), &reply.json()[0]), (201, &merged));
    let reply = app.send(Admin, "POST /shelves", &[("prefer", "return=minimal")], shelf("x")).await;
    assert_eq!(reply.refusal(), (409, "23505"));
    assert_eq!(reply.json()["message"], "duplicate key value violates unique constraint \"shelves_pkey\"");
    for (line, body, status, code) in [
        ("POST /shelves?on_conflict=books_count", json!([{ "name": "x" }]), 400, "42P10"),
        ("POST /shelves?on_conflict=nope", json!([{ "name": "x" }]), 400, "42703"),
        ("POST /shelves?on_conflict=name", json!([{ "name": "x" }, { "name": "x" }]), 400, "21000"),
    ] {
        assert_eq!(app.send(Admin, line, &merge, body.to_string()).await.refusal(), (status, code), "{line}");
    }
    // The existing row belongs to Ana, and Bia cannot change it by an upsert.
    let theft = json!([{ "id": book(1), "title": "meu", "owner_id": BIA }]).to_string();
    assert_eq!(app.send(Bia, "POST /books", &merge, theft).await.refusal(), (403, "42501"));
}

#[db_test(library())]
async fn a_change_writes_only_the_selected_and_allowed_rows(app: Harness) {
    app.advance_secs(3_600);
    let line = format!("PATCH /books?id=eq.{}", book(1));
    let body = json!({ "pages": 257 }).to_string();
    let reply = app.send(Ana, &line, &[], body.clone()).await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-range")), (204, "", "0-0/*"));
    let shown = format!("{line}&select=pages,updated_at,created_at");
    let reply = app.send(Ana, &shown, &[("prefer", "return=representation,count=exact")], body).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-range")), (200, "0-0/1"));
    let (updated, created) = ("2027-01-15T09:06:00.000000+00:00", "2027-01-15T08:01:00.000000+00:00");
    assert_eq!(*reply.json(), json!([{ "pages": 257, "updated_at": updated, "created_at": created }]));
    for user in [Bia, Visitor] {
        let reply = app.send_json(user, &line, json!({ "pages": 1 })).await;
        let found = (reply.status.as_u16(), reply.text(), reply.header("content-range"));
        assert_eq!(found, (200, "[]", "*/*"), "{user:?}");
    }
    let reply = app.send_json(Ana, &line, json!({})).await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    // The new row must still be the caller's.
    let reply = app.send_json(Ana, &line, json!({ "owner_id": BIA })).await;
    assert_eq!(reply.refusal(), (403, "42501"));
    assert_eq!(reply.json()["message"], "new row violates row-level security policy for table \"books\"");
    // Derived columns are recomputed.
    app.send_json(Ana, &line, json!({ "title": "CASMURRO" })).await;
    let found = app.column(Visitor, "/books?select=id&search_text=eq.casmurro", "id").await;
    assert_eq!(found, [json!(book(1))]);
    let first = "PATCH /books?form=eq.novel&order=pages.desc&limit=1&select=title";
    let reply = app.send_json(Ana, first, json!({ "form": "poem" })).await;
    assert_eq!(*reply.json(), json!([{ "title": "Memórias Póstumas" }]));
    for line in ["PATCH /books", "DELETE /books"] {
        assert_eq!(app.send(Admin, line, &[], "{\"pages\":1}").await.refusal(), (400, "21000"), "{line}");
    }
}

#[db_test(library())]
async fn a_delete_returns_the_deleted_rows(app: Harness) {
    let line = format!("DELETE /books?id=eq.{}&select=title,authors(name)", book(1));
    let reply = app.send(Bia, &line, &[("prefer", "return=representation")], "").await;
    assert_eq!((reply.status.as_u16(), reply.text()), (200, "[]"));
    let reply = app.send(Ana, &line, &[("prefer", "return=representation")], "").await;
    assert_eq!(
        (reply.status.as_u16(), reply.json()),
        (200, &json!([{ "title": "Dom Casmurro", "authors": { "name": "Machado de Assis" } }]))
    );
    let reply = app.send(Ana, &line, &[], "").await;
    assert_eq!((reply.status.as_u16(), reply.text(), reply.header("content-range")), (204, "", "*/*"));
    let line = format!("DELETE /shelves?id=eq.{ESSAYS}");
    let reply = app.send(Admin, &line, &[], "").await;
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

#[db_test(library())]
async fn preferences_limit_and_roll_back_a_write(app: Harness) {
    let send = async |prefer, accept| {
        let headers = [("prefer", prefer), ("accept", accept)];
        app.send(Ana, "PATCH /books?form=eq.novel&select=title", &headers, "{\"pages\":7}").await
    };
    let object = "application/vnd.pgrst.object+json";
    let reply = send("handling=strict,max-affected=2", "*/*").await;
    assert_eq!(reply.refusal(), (400, "PGRST124"));
    assert_eq!(reply.json()["details"], "The query affects 3 rows");
    assert_eq!(send("return=representation", object).await.refusal(), (406, "PGRST116"));
    let reply = send("return=representation,tx=rollback", "*/*").await;
    assert_eq!((reply.status.as_u16(), reply.json().as_array().unwrap().len()), (200, 3));
    assert_eq!(reply.header("preference-applied"), "return=representation, tx=rollback");
    assert!(app.column(Visitor, "/books?pages=eq.7", "id").await.is_empty());
    assert_eq!(send("handling=strict,nonsense", "*/*").await.refusal(), (400, "PGRST122"));
    let reply = send("handling=lenient,nonsense,max-affected=2", "*/*").await;
    assert_eq!((reply.status.as_u16(), reply.header("preference-applied")), (204, "handling=lenient"));
    assert_eq!(app.column(Visitor, "/books?pages=eq.7", "id").await.len(), 3);
    let reply = send("handling=strict,max-affected=3", "*/*").await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("preference-applied")),
        (204, "handling=strict, max-affected=3")
    );
}

#[db_test(library())]
async fn every_committed_change_is_published_and_no_other(app: Harness) {
    let mut changes = app.db.changes();
    app.send(Ana, "POST /likes", &[], json!({ "book_id": book(1) }).to_string()).await;
    let changed = changes.recv().await.unwrap();
    let new = changed[0].new.clone().unwrap();
    assert_eq!((changed[0].table.as_str(), changed[0].verb, &changed[0].old), ("likes", Verb::Insert, &None));
    assert_eq!((&new["user_id"], &new["book_published"]), (&json!(ANA), &json!(true)));
    // A refused or rolled-back write announces nothing: the next message is the removal's.
    app.send(Ana, "POST /likes", &[], json!({ "book_id": book(1) }).to_string()).await;
    let line = format!("PATCH /books?id=eq.{}", book(1));
    app.send(Ana, &line, &[("prefer", "tx=rollback")], "{\"pages\":9}").await;
    app.send(Ana, &line, &[], "{\"pages\":9}").await;
    let changed = changes.recv().await.unwrap();
    assert_eq!((changed.len(), changed[0].verb), (1, Verb::Update));
    let (old, new) = (changed[0].old.as_ref().unwrap(), changed[0].new.as_ref().unwrap());
    assert_eq!((&old["pages"], &new["pages"], &new["shelf"]), (&json!(256), &json!(9), &json!("Ficção")));
    app.send(Ana, &format!("DELETE /books?id=eq.{}", book(1)), &[], "").await;
    let changed = changes.recv().await.unwrap();
    let names: Vec<_> = changed.iter().map(|change| (change.table.as_str(), change.verb)).collect();
    assert_eq!(names, [("likes", Verb::Delete), ("books", Verb::Delete)]);
    assert_eq!(changed[1].old.as_ref().unwrap()["id"], Json::from(book(1)));
}

#[db_test(library())]
async fn an_invariant_holds_after_every_write(app: Harness) {
    let settings = json!([{ "key": "a", "value": "1" }, { "key": "b", "value": "2" }]);
    app.send_json(Admin, "POST /settings", settings).await;
    let reply = app.send(Admin, "DELETE /settings?key=in.(a,b)", &[], "").await;
    assert_eq!(reply.refusal(), (400, "P0001"));
    assert_eq!(reply.json()["message"], "one_setting_remains");
    assert_eq!(app.send(Admin, "DELETE /settings?key=eq.a", &[], "").await.status.as_u16(), 204);
    assert_eq!(app.send(Service, "DELETE /settings?key=eq.b", &[], "").await.code(), "P0001");
}

#[db_test(library())]
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
        let reply = app.send(Admin, line, &[], body("a")).await;
        assert_eq!(reply.refusal(), (status, code), "{line} {reply:?}");
    }
}

#[db_test(library())]
async fn writers_in_opposite_row_orders_do_not_deadlock(Patient(app): Patient) {
    let rows: Vec<Json> =
        (1..=60).map(|number| json!({ "id": book(number), "title": "a", "owner_id": ANA })).collect();
    app.send_json(Service, "POST /books", json!(rows)).await;
    let back: Vec<&Json> = rows.iter().rev().collect();
    let (rows, back) = (json!(rows).to_string(), json!(back).to_string());
    let merge = [("prefer", "resolution=merge-duplicates")];
    for _ in 0..3 {
        let upserts = (0..8).map(|number| {
            let rows = if number % 2 == 0 { &rows } else { &back };
            app.send(Ana, "POST /books", &merge, rows.clone())
        });
        let updates = (0..8).map(|number| {
            let order = if number % 2 == 0 { "asc" } else { "desc" };
            let (app, line) = (&app, format!("PATCH /books?title=eq.a&order=id.{order}"));
            async move { app.send(Ana, &line, &[], format!("{{\"pages\":{}}}", number + 1)).await }
        });
        let (upserts, updates) = futures::join!(join_all(upserts), join_all(updates));
        for reply in upserts.iter().chain(&updates) {
            assert!(reply.status.as_u16() < 300, "{reply:?}");
        }
    }
}

#[db_test(library())]
async fn concurrent_writers_never_break_an_invariant(Patient(app): Patient) {
    let merge = [("prefer", "resolution=merge-duplicates")];
    let rows: Vec<String> =
        (0..8).map(|number| json!({ "key": "a", "value": number.to_string() }).to_string()).collect();
    let upserts = rows.into_iter().map(|row| app.send(Admin, "POST /settings", &merge, row));
    let statuses: Vec<u16> = join_all(upserts).await.iter().map(|reply| reply.status.as_u16()).collect();
    assert!(statuses.iter().all(|status| *status == 200 || *status == 201), "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(app.column(Admin, "/settings", "key").await, ["a"]);
    app.send_json(Admin, "POST /settings", json!({ "key": "b", "value": "" })).await;
    let removals = ["a", "b"].map(|key| format!("DELETE /settings?key=eq.{key}"));
    let removals = removals.iter().map(|line| app.send(Admin, line, &[], ""));
    let mut statuses: Vec<u16> = join_all(removals).await.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 400]);
}
