//! Limits on the rows, values and references of people, and the order of several refusals.

use ateneu_testkit::db_test;
use serde_json::json;

use crate::harness::{BIA, Harness, User::*, book, library};

#[db_test(library())]
async fn a_person_has_a_bounded_number_of_rows(app: Harness) {
    let line = "POST /notes?select=id";
    app.must(Ana, line, json!([{ "name": "a" }, { "name": "b" }])).await;
    let two = json!([{ "name": "c" }, { "name": "d" }]);
    let refused = app.send_json(Ana, line, two.clone()).await;
    assert_eq!(refused.refusal(), (400, "54000"));
    assert!(refused.string("message").contains("3 rows of a person"), "{refused:?}");
    app.must(Ana, line, json!({ "name": "c" })).await;
    assert_eq!(app.send_json(Ana, line, json!({ "name": "d" })).await.refusal(), (400, "54000"));
    // An existing row is not new, and others have their own rows.
    let merge = [("prefer", "resolution=merge-duplicates")];
    let reply =
        app.send(Ana, "POST /notes?on_conflict=name", &merge, json!({ "name": "c" }).to_string()).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    app.must(Bia, line, json!({ "name": "d" })).await;
    app.must(Service, line, json!([{ "name": "e", "user_id": BIA }, { "name": "f", "user_id": BIA }, { "name": "g", "user_id": BIA }])).await;
    app.must(Ana, "DELETE /notes?name=eq.a", json!({})).await;
    app.must(Ana, line, json!({ "name": "h" })).await;
}

#[db_test(library())]
async fn a_new_row_sets_no_column_its_author_could_not_change(app: Harness) {
    let best = |is_best: bool| json!({ "name": "a", "is_best": is_best });
    assert_eq!(app.send_json(Ana, "POST /notes", best(true)).await.refusal(), (403, "42501"));
    let bulk = json!([{ "name": "a", "is_best": false }, { "name": "b", "is_best": true }]);
    assert_eq!(app.send_json(Ana, "POST /notes", bulk).await.refusal(), (403, "42501"));
    let reply =
        app.send(Ana, "POST /notes", &[("prefer", "resolution=merge-duplicates")], best(true).to_string());
    assert_eq!(reply.await.refusal(), (403, "42501"));
    app.must(Ana, "POST /notes", best(false)).await;
    app.must(Admin, "POST /notes", json!({ "name": "b", "is_best": true, "user_id": BIA })).await;
    let change = app.send_json(Ana, "PATCH /notes?name=eq.a", json!({ "is_best": true })).await;
    assert_eq!(change.refusal(), (403, "42501"));
}

#[db_test(library())]
async fn a_reference_to_a_hidden_row_answers_as_to_none(app: Harness) {
    // The sixth book is a draft of Ana's, and the seventh is missing.
    let answers = async |number: u32| {
        let new = app.send_json(Bia, "POST /notes", json!({ "book_id": book(number), "name": "a" })).await;
        let change = app.send_json(Bia, "PATCH /notes?name=eq.b", json!({ "book_id": book(number) })).await;
        [new, change].map(|reply| {
            let details = reply.string("details").replace(&book(number), "id");
            (reply.refusal().0, reply.string("code"), reply.string("message"), details)
        })
    };
    app.must(Bia, "POST /notes", json!({ "name": "b", "book_id": book(1) })).await;
    let hidden = answers(6).await;
    assert_eq!(hidden, answers(7).await);
    assert_eq!((hidden[0].0, hidden[0].1.as_str()), (409, "23503"));
    app.must(Ana, "POST /notes", json!({ "name": "c", "book_id": book(6) })).await;
}

#[db_test(library())]
async fn a_declared_constraint_answers_before_a_trigger(app: Harness) {
    app.must(Ana, "POST /notes", json!([{ "name": "Um" }, { "name": "Dois" }])).await;
    let line = "POST /notes?on_conflict=name&select=name";
    for (line, body, refusal) in [
        ("POST /notes", json!({ "name": "um" }), (400, "P0001")),
        ("POST /notes", json!({ "name": "Um" }), (409, "23505")),
        ("POST /notes", json!({ "name": " " }), (400, "23514")),
        (line, json!({ "name": "um" }), (400, "P0001")),
        ("PATCH /notes?name=eq.Dois", json!({ "name": "um" }), (400, "P0001")),
        ("PATCH /notes?name=eq.Dois", json!({ "name": "Um" }), (409, "23505")),
    ] {
        let reply = app.send(Ana, line, &[("prefer", "resolution=merge-duplicates")], body.to_string()).await;
        assert_eq!(reply.refusal(), refusal, "{line} {body}");
    }
    for (resolution, status, rows) in [
        ("resolution=merge-duplicates", 200, json!([{ "name": "Um" }])),
        ("resolution=ignore-duplicates", 201, json!([])),
    ] {
        let prefer = format!("{resolution},return=representation");
        let reply = app.send(Ana, line, &[("prefer", &*prefer)], json!({ "name": "Um" }).to_string()).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (status, &rows), "{resolution}");
    }
}
