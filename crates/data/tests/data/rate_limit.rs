//! Limits on adding rows, counted per address in the transaction that inserts.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use ateneu_db::Db;
use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};
use ateneu_testkit::{TestResponse, databases, db_test};
use futures::future::join_all;
use serde_json::{Value as Json, json};

use crate::harness::{Empty, Harness, Patient, User, User::*, tables};

const HOME: &str = "203.0.113.9";

/// Returns the library with the table of counts, as the product declares it.
fn counted_tables() -> Vec<Table> {
    let counts = internal("rate_limits", "Counted attempts.")
        .columns([text("bucket").required(), int("attempts").or(0_i64), timestamp("window_started_at").now()])
        .primary_key(["bucket"]);
    let mut all = tables();
    all.push(counts);
    all
}

async fn add_suggestion(app: &Harness, address: Option<&str>, user: User, body: Json) -> TestResponse {
    app.send_from(address, Ok(user.caller()), "POST /suggestions", &[], body.to_string()).await
}

/// Adds a suggestion as a visitor from [`HOME`]. Returns the status.
async fn add(app: &Harness, body: Json) -> u16 {
    add_suggestion(app, Some(HOME), Visitor, body).await.status.as_u16()
}

/// Adds suggestions concurrently from [`HOME`]. Returns the sorted statuses.
async fn add_at_once(app: &Harness, bodies: impl IntoIterator<Item = Json>) -> Vec<u16> {
    let mut statuses = join_all(bodies.into_iter().map(|body| add(app, body))).await;
    statuses.sort_unstable();
    statuses
}

async fn stored(app: &Harness) -> usize {
    app.column(Service, "/suggestions?select=id", "id").await.len()
}

#[db_test(databases::tables(counted_tables()))]
async fn rows_over_the_hourly_limit_are_refused(Empty(app): Empty) {
    for title in ["a", "b", "c"] {
        assert_eq!(add(&app, json!({ "title": title })).await, 201);
    }
    app.advance(Duration::from_secs(600));
    let refused = add_suggestion(&app, Some(HOME), Visitor, json!({ "title": "d" })).await;
    assert_eq!(refused.refusal(), (429, "over_request_rate_limit"));
    assert_eq!(refused.header("retry-after"), "3000", "the rest of the hour");
    assert_eq!(stored(&app).await, 3);
    app.advance(Duration::from_secs(3_001));
    assert_eq!(add(&app, json!({ "title": "d" })).await, 201);
}

#[db_test(databases::tables(counted_tables()))]
async fn each_row_of_an_accepted_bulk_counts(Empty(app): Empty) {
    let rows = json!([{ "title": "a" }, { "title": "b" }, { "title": "c" }, { "title": "d" }]);
    assert_eq!(add(&app, rows).await, 429);
    assert_eq!(stored(&app).await, 0);
    let rows = json!([{ "title": "a" }, { "title": "b" }, { "title": "c" }]);
    assert_eq!(add(&app, rows).await, 201, "a refusal costs nothing");
}

#[db_test(databases::tables(counted_tables()))]
async fn requests_refused_for_other_reasons_do_not_count(Empty(app): Empty) {
    assert_eq!(add(&app, json!({ "title": "a", "note": "n" })).await, 201);
    for _ in 0..5 {
        assert_eq!(add(&app, json!({ "title": null })).await, 400);
        assert_eq!(add(&app, json!({ "title": "a" })).await, 409);
    }
    assert_eq!(add(&app, json!({ "title": "c" })).await, 201);
}

#[db_test(databases::tables(counted_tables()))]
async fn an_insert_with_a_taken_key_counts_as_a_row(Empty(app): Empty) {
    let ask = async |title: &str, note: &str| {
        add_suggestion(&app, Some(HOME), Visitor, json!({ "title": title, "note": note })).await
    };
    assert_eq!(ask("a", "n").await.status, 201);
    for title in ["b", "c"] {
        let taken = ask(title, "n").await;
        assert_eq!(taken.refusal(), (409, "23505"), "refused as taken within the limit");
    }
    for note in ["n", "new"] {
        assert_eq!(ask("d", note).await.refusal(), (429, "over_request_rate_limit"), "{note}");
    }
    assert_eq!(stored(&app).await, 1);
    let elsewhere =
        add_suggestion(&app, Some("203.0.113.10"), Visitor, json!({ "title": "b", "note": "n" })).await;
    assert_eq!(elsewhere.status, 409);
}

#[db_test(databases::tables(counted_tables()))]
async fn undone_and_refused_requests_are_counted_too(db: Db) {
    let upsert = "POST /suggestions?on_conflict=note";
    let asked = AtomicUsize::new(0);
    for (number, (line, prefer, accept)) in [
        ("POST /suggestions", "tx=rollback", "*/*"),
        (upsert, "resolution=ignore-duplicates,tx=rollback", "*/*"),
        (upsert, "resolution=ignore-duplicates,count=exact,return=headers-only", "*/*"),
        (upsert, "resolution=ignore-duplicates,handling=strict,max-affected=0", "*/*"),
        (upsert, "resolution=ignore-duplicates", "application/vnd.pgrst.object+json"),
        (upsert, "resolution=merge-duplicates,tx=rollback", "*/*"),
        (upsert, "resolution=merge-duplicates,handling=strict,max-affected=0", "*/*"),
    ]
    .into_iter()
    .enumerate()
    {
        let app = Harness::new(db.clone());
        app.must(Service, "DELETE /suggestions?title=not.is.null", json!({})).await;
        app.must(Service, "POST /suggestions", json!({ "title": "known", "note": "known" })).await;
        let headers = [("prefer", prefer), ("accept", accept)];
        let ask = async |address: &str, note: &str| {
            let title = format!("asked {}", asked.fetch_add(1, Ordering::Relaxed));
            let body = json!({ "title": title, "note": note }).to_string();
            let reply = app.send_from(Some(address), Ok(Visitor.caller()), line, &headers, body).await;
            assert!(!reply.headers.contains_key("location"), "{prefer}: {reply:?}");
            (reply.status.as_u16(), reply.header("content-range").to_owned(), reply.text().to_owned())
        };
        for (part, note) in ["known", "unknown"].into_iter().enumerate() {
            let address = format!("203.0.113.{}", number * 2 + part);
            let mut first = None;
            for index in 0..3 {
                let note = if note == "known" { note.to_owned() } else { format!("{note} {index}") };
                let seen = ask(&address, &note).await;
                assert_ne!(seen.0, 429, "{prefer} {note}");
                first.get_or_insert(seen);
            }
            let (status, _, text) = ask(&address, note).await;
            assert_eq!(status, 429, "{prefer} {note}: three were asked: {first:?} {text}");
        }
        let known = ask("198.51.100.1", "known").await;
        let unknown = ask("198.51.100.2", "new").await;
        // A taken key may be revealed, at its cost, but not a row that was left as it was.
        if prefer.contains("ignore-duplicates") {
            assert_eq!(known, unknown, "{prefer}");
        }
        let left = app.column(Service, "/suggestions?select=title&order=title", "title").await;
        if prefer.contains("rollback") {
            assert_eq!(left, [json!("known")], "{prefer}");
        }
        app.advance(Duration::from_secs(3_700));
    }
}

#[db_test(databases::tables(counted_tables()))]
async fn concurrent_requests_learn_of_a_row_within_the_limit(Patient(app): Patient) {
    assert_eq!(add_suggestion(&app, None, Visitor, json!({ "title": "a", "note": "n" })).await.status, 201);
    let suggestions = (0..8).map(|index| json!({ "title": index.to_string(), "note": "n" }));
    assert_eq!(add_at_once(&app, suggestions).await, [409, 409, 409, 429, 429, 429, 429, 429]);
}

#[db_test(databases::tables(counted_tables()))]
async fn rows_count_by_ipv4_address_or_ipv6_network(Empty(app): Empty) {
    for (index, address) in ["2001:db8:1:2::1", "2001:db8:1:2:3::1", "2001:db8:1:2:ffff::"].iter().enumerate()
    {
        let body = json!({ "title": format!("six {index}") });
        assert_eq!(add_suggestion(&app, Some(address), Visitor, body).await.status, 201);
    }
    for (address, status) in [
        ("2001:db8:1:2::9", 429),
        ("2001:db8:1:3::9", 201),
        (HOME, 201),
        ("::ffff:203.0.113.9", 201),
        ("203.0.113.9", 201),
        ("203.0.113.9", 429),
        ("203.0.113.10", 201),
    ] {
        let body = json!({ "title": format!("{address} {}", stored(&app).await) });
        assert_eq!(add_suggestion(&app, Some(address), Visitor, body).await.status, status, "{address}");
    }
}

#[db_test(databases::tables(counted_tables()))]
async fn people_count_like_visitors_and_the_service_key_does_not(Empty(app): Empty) {
    for (user, title, status) in [
        (Ana, "a", 201),
        (Ana, "b", 201),
        (Ana, "c", 201),
        (Admin, "d", 429),
        (Service, "d", 201),
        (Service, "d", 201),
    ] {
        let reply = add_suggestion(&app, Some(HOME), user, json!({ "title": title })).await;
        assert_eq!(reply.status, status, "{user:?} {title}");
    }
}

#[db_test(databases::tables(counted_tables()))]
async fn the_same_values_are_stored_once_in_ten_minutes(Empty(app): Empty) {
    assert_eq!(add_suggestion(&app, None, Visitor, json!({ "title": "a" })).await.status, 201);
    let again = add_suggestion(&app, None, Visitor, json!({ "title": "a", "note": "other" })).await;
    assert_eq!(again.refusal(), (409, "23505"));
    assert!(again.text().contains("suggestions_title_repeated"), "{again:?}");
    assert_eq!(add_suggestion(&app, None, Visitor, json!({ "title": "A" })).await.status, 201);
    app.advance(Duration::from_secs(601));
    assert_eq!(add_suggestion(&app, None, Visitor, json!({ "title": "a" })).await.status, 201);
    assert_eq!(stored(&app).await, 3);
}

#[db_test(databases::tables(counted_tables()))]
async fn concurrent_rows_are_stored_once_and_within_the_limit(Patient(app): Patient) {
    let statuses = add_at_once(&app, vec![json!({ "title": "same" }); 8]).await;
    assert_eq!((statuses[0], statuses[1] > 201), (201, true), "{statuses:?}");
    let statuses = add_at_once(&app, (0..8).map(|index| json!({ "title": index.to_string() }))).await;
    assert_eq!(statuses, [201, 201, 429, 429, 429, 429, 429, 429]);
}
