//! Cost limits of one request: each limit by itself, and random requests of the grammar.

use std::fmt::Write as _;

use ateneu_db::Db;
use ateneu_limits::Budget;
use ateneu_testkit::{databases, db_test};
use proptest::{prelude::*, strategy::ValueTree};
use serde_json::{Value as Json, json};

use crate::harness::{FICTION, Harness, MACHADO, User, User::*, book, library};

/// Opens a library with many or long books.
async fn large_library(db: Db, books: u32, body: usize) -> Harness {
    let app = Harness::filled(db).await;
    let numbers: Vec<u32> = (100..100 + books).collect();
    let row = |number: &u32| {
        json!({
            "id": book(*number), "title": format!("Livro {number}"), "shelf_id": FICTION,
            "author_id": MACHADO, "is_published": true, "body": "palavra ".repeat(body / 8),
        })
    };
    for some in numbers.chunks(4_000_000 / (body + 1_000)) {
        app.must(Service, "POST /books", some.iter().map(row).collect()).await;
    }
    app
}

#[db_test(library())]
async fn requests_over_a_cost_limit_are_refused(app: Harness) {
    let list = |item: &str, times: usize| vec![item; times].join(",");
    let or = |operator: &str, times: usize| list(&format!("title.{operator}.a"), times);
    let words = |times: usize| (0..times).map(|n| format!("zq{n}")).collect::<Vec<_>>().join("|");
    let embeds = |times: usize| {
        let one = |n: usize| format!("a{n}:shelves(*,books(*,shelves(*,books(*))))");
        (0..times).map(one).collect::<Vec<_>>().join(",")
    };
    for (user, path, limit) in [
        (Visitor, "/books?title=match.a".to_owned(), "0 regular expressions"),
        (Visitor, format!("/books?title=imatch(any).{{{}}}", list("a", 60)), "0 regular expressions"),
        (Ana, format!("/books?title=match(any).{{{}}}", list("a", 5)), "4 regular expressions"),
        (Ana, format!("/books?or=({})", or("match", 5)), "4 regular expressions"),
        (Ana, format!("/books?{}&title=imatch.e", ["title=match.a"; 4].join("&")), "4 regular expressions"),
        (Admin, format!("/books?title=not.match(all).{{{}}}", list("a", 900)), "4 regular expressions"),
        (Visitor, format!("/books?title=fts.{}", words(33)), "32 words of text searches"),
        (Visitor, format!("/books?title=plfts.{}", "a+".repeat(8_000)), "32 words of text searches"),
        (Visitor, format!("/books?title=wfts.{0}&body=plfts.{0}", "a ".repeat(17)), "32 words"),
        (Visitor, format!("/books?title=eq(any).{{{}}}", list("a", 201)), "200 tests in filters"),
        (Visitor, format!("/books?title=like(all).{{{}}}", list("a", 1_900)), "200 tests in filters"),
        (Visitor, format!("/books?or=({0})&and=({0})", or("eq", 120)), "200 tests in filters"),
        (Visitor, format!("/books?form=in.({0})&title=in.({0})", list("a", 1_100)), "2000 values in lists"),
        (Visitor, format!("/books?tags=ov.{{{}}}&title=in.(a)", list("a", 2_000)), "2000 values in lists"),
        (
            Visitor,
            format!("/books?select=id,{},{}", list("b:authors(id)", 5), embeds(1)),
            "8 embedded relations",
        ),
        (Visitor, format!("/books?select=id,{}", embeds(30)), "8 embedded relations"),
        (Admin, format!("/books?select=id,{}", embeds(5)), "16 embedded relations"),
        (
            Visitor,
            format!("/books?select={0},authors({0}),shelves({1})", list("id", 90), list("id", 30)),
            "200 selected items",
        ),
    ] {
        let reply = app.get(user, &path).await;
        let shown: String = path.chars().take(90).collect();
        assert_eq!(reply.refusal(), (400, "54000"), "{shown}");
        let message = reply.string("message");
        assert!(message.contains(limit), "{shown}: {message}");
    }
    for (user, path) in [
        (Ana, format!("/books?title=match(any).{{{}}}", list("a", 4))),
        (Visitor, format!("/books?title=fts.{}", words(32))),
        (Visitor, format!("/books?title=eq(any).{{{}}}", list("a", 200))),
        (Visitor, format!("/books?title=in.({})", list("a", 2_000))),
        (Visitor, format!("/books?select=id,{},{}", embeds(1), "b:authors(id),c:authors(id)")),
        (Visitor, format!("/books?or=({})&or=({})", or("eq", 100), or("like", 100))),
        (Visitor, format!("/books?body=ilike(any).{{{}}}", list("*a*", 200))),
    ] {
        app.get(user, &path).await.ok();
    }
    for pattern in ["\\w{20}0", "(\\w{9}){9}", &"(".repeat(400), &"a".repeat(600)] {
        let reply = app.get(Ana, &format!("/books?title=match.{pattern}")).await;
        assert_eq!(reply.refusal(), (400, "2201B"), "{pattern}");
    }
}

#[db_test(library())]
async fn large_answers_are_shortened_or_refused(db: Db) {
    let app = large_library(db, 12, 1_000_000).await;
    for (path, rows) in [
        ("/books?select=body&limit=1000", 1),
        ("/books?select=a:body,b:body&limit=6&order=created_at.desc", 1),
        ("/books?select=body&limit=60&order=created_at.desc", 7),
    ] {
        let reply = app.get(Visitor, path).await;
        // On a loaded machine the time limit may come first.
        if reply.status != 400 {
            assert_eq!(reply.json().as_array().unwrap().len(), rows, "{path}");
            assert_eq!(reply.header("content-range"), format!("0-{}/*", rows - 1), "{path}");
        } else {
            assert_eq!(reply.refusal(), (400, "57014"), "{path}");
        }
    }
    for path in [
        // The database builds this one value before it sends a byte.
        &*format!("/shelves?select=books(body)&id=eq.{FICTION}"),
        &*format!("/authors?select=name,books(body,meta)&id=eq.{MACHADO}"),
    ] {
        let reply = app.get(Visitor, path).await;
        // On a loaded machine the time limit may come first.
        if reply.refusal() != (400, "57014") {
            assert_eq!(reply.refusal(), (400, "54000"), "{path}");
            assert_eq!(reply.json()["details"], "The answer would be larger than 8388608 bytes.");
        }
    }
    let whole = app.get(Visitor, "/books?select=body&limit=5&order=created_at.desc").await;
    assert_eq!((whole.status.as_u16(), whole.text().len() > 4_000_000), (200, true));
    let reply = app.get(Service, "/books?select=body").await;
    assert_eq!(reply.status, 200, "the service key has a larger budget");
    app.get_form("/books?select=body&limit=2", "text/csv").await.ok();
    app.get(Visitor, "/books?select=id").await.ok();
}

#[db_test(library())]
async fn a_write_has_a_budget_too(db: Db) {
    let app = large_library(db, 12, 1_000_000).await;
    let line = "PATCH /books?owner_id=not.is.null&select=*,shelves(books(body))";
    assert_eq!(app.send_json(Ana, line, json!({ "form": "poem" })).await.refusal(), (400, "54000"));
    assert!(app.get(Service, "/books?select=id&form=eq.poem&offset=1").await.json()[0].is_null());
    let patterns = "/books?title=match(any).{a,b,c,d,e}";
    assert_eq!(app.send_json(Ana, &format!("DELETE {patterns}"), json!({})).await.refusal(), (400, "54000"));
}

#[db_test(library())]
async fn embedded_lists_and_their_products_are_bounded(db: Db) {
    let app = large_library(db, 1_100, 0).await;
    let listed = async |user: User, select: &str| {
        let reply = app.get(user, &format!("/shelves?select={select}&id=eq.{FICTION}")).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()[0]["books"].as_array().map(Vec::len)
    };
    assert_eq!(listed(Visitor, "books(id)").await, Some(1_000));
    assert_eq!(listed(Visitor, "books(id)&books.limit=5000").await, Some(1_000));
    assert_eq!(listed(Service, "books(id)").await, Some(1_103));
    for path in [
        "/shelves?select=books(shelves(books(shelves(books(id)))))",
        "/books?select=*,shelves(*,books(*,shelves(*,books(*)))),authors(*,books(*,authors(*,books(*))))",
    ] {
        let reply = app.get(Visitor, path).await;
        assert!(matches!(reply.refusal(), (400, "57014" | "54000" | "PGRST100")), "{path}: {reply:?}");
    }
    assert_eq!(app.get(Visitor, "/shelves?select=name").await.status, 200);
}

#[db_test(library())]
async fn costly_reads_leave_connections_for_other_addresses(db: Db) {
    let app = large_library(db, 300, 0).await;
    let costly = "GET /books?select=id,shelves(books(shelves(books(id))))";
    let crowd = (0..12).map(|index| {
        let address = format!("198.51.100.{}", index % 3);
        let app = &app;
        async move { app.send_from(Some(&address), Ok(Visitor.caller()), costly, &[], "").await }
    });
    let everybody_else = async {
        for _ in 0..20 {
            let (caller, quick) = (Ok(Visitor.caller()), "GET /shelves?select=name");
            app.send_from(Some("203.0.113.9"), caller, quick, &[], "").await.ok();
            app.db.ping().await.unwrap();
        }
    };
    let (refused, ()) = futures::join!(futures::future::join_all(crowd), everybody_else);
    for reply in refused {
        let known = matches!(reply.refusal(), (400, "57014" | "54000") | (429, "over_request_rate_limit"));
        assert!(known, "{reply:?}");
    }
}

/// Counts the rows of a response, including embedded ones, and the longest embedded list.
fn rows(value: &Json, depth: usize, longest: &mut usize) -> usize {
    match value {
        Json::Array(items) => {
            if depth > 0 {
                *longest = (*longest).max(items.len());
            }
            items.iter().map(|item| rows(item, depth + 1, longest)).sum()
        }
        Json::Object(members) => {
            1 + members.values().map(|member| rows(member, depth + 1, longest)).sum::<usize>()
        }
        _ => 0,
    }
}

/// Generates a select of the grammar: columns and relations of the table, to this depth.
fn select(table: &'static str, depth: u32) -> BoxedStrategy<String> {
    let (columns, relations): (&str, &[(&str, &str)]) = match table {
        "books" => (
            "* id title p:pages::text price::int body meta->capa->>cor tags->0 likes_count",
            &[("shelves", "shelves"), ("authors", "authors"), ("shelves!shelf_id", "shelves")],
        ),
        "shelves" => ("* id name books_count", &[("books", "books")]),
        _ => ("* name email phone::text", &[("books", "books")]),
    };
    let columns: Vec<&str> = columns.split(' ').collect();
    let column = prop::sample::select(columns).prop_map(str::to_owned);
    if depth == 0 {
        return prop::collection::vec(column, 1..4).prop_map(|items| items.join(",")).boxed();
    }
    let relation = prop::sample::select(relations).prop_flat_map(move |(name, target)| {
        let inner = prop::sample::select(&["", "!inner", "!left"][..]);
        let alias = prop::sample::select(&["", "a:", "b:", "c:"][..]);
        (alias, inner, select(target, depth - 1))
            .prop_map(move |(alias, inner, items)| format!("{alias}{name}{inner}({items})"))
    });
    prop::collection::vec(prop_oneof![2 => column, 3 => relation], 1..5)
        .prop_map(|items| items.join(","))
        .boxed()
}

fn filter() -> BoxedStrategy<String> {
    let test = prop::sample::select(
        &[
            "title.ilike.*livro*",
            "title.like(any).{*a*,*b*,*c*}",
            "body.fts.palavra|outra",
            "body.wfts.\"palavra palavra\"",
            "pages.gt.10",
            "meta->>ano.eq.1901",
            "tags.cs.{rio}",
            "title.match.^L",
            "shelf.eq.Ensaios",
            "id.in.(30000000-0000-4000-8000-000000000001)",
            "search_text.not.like.*x*",
        ][..],
    );
    prop::collection::vec(test, 1..40)
        .prop_flat_map(|tests| {
            prop::sample::select(&["or", "and", "not.or"][..])
                .prop_map(move |word| format!("&{word}=({})", tests.join(",")))
        })
        .boxed()
}

async fn try_at_random(app: &Harness, cases: usize) {
    let budget = Budget::of(&Visitor.caller());
    let table = prop::sample::select(&["books", "shelves", "authors"][..]);
    let order =
        prop::sample::select(&["", "&order=id", "&order=created_at.desc", "&limit=3", "&offset=2"][..]);
    let request = table.prop_flat_map(move |table| {
        let filters = if table == "books" {
            prop_oneof![Just(String::new()), filter()].boxed()
        } else {
            Just(String::new()).boxed()
        };
        (select(table, 4), filters, order.clone())
            .prop_map(move |(select, filters, order)| format!("/{table}?select={select}{filters}{order}"))
    });
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut accepted, mut refused) = (0, String::new());
    for _ in 0..cases {
        let path = request.new_tree(&mut runner).unwrap().current();
        let reply = app.get(Visitor, &path).await;
        assert!(reply.status.as_u16() < 500, "{path}: {reply:?}");
        if reply.status.as_u16() >= 400 {
            let code = reply.code();
            assert!(
                matches!(code, "54000" | "54001" | "57014" | "42703" | "42712" | "PGRST100" | "PGRST201"),
                "{path}: {reply:?}"
            );
            let _ = writeln!(refused, "{code} {path}");
            continue;
        }
        accepted += 1;
        assert!(reply.body.len() <= budget.read.bytes + (10_000 * 2), "{path}");
        let mut longest = 0;
        rows(reply.json(), 0, &mut longest);
        assert!(longest as u64 <= budget.listed, "{path}: {longest}");
    }
    assert!(accepted > cases / 10, "{accepted} of {cases} were accepted:\n{refused}");
}

#[test]
fn random_requests_stay_within_the_budget_on_sqlite() {
    databases::on_sqlite(library(), |place| async move {
        try_at_random(&large_library(place.db, 200, 400).await, 120).await;
    });
}

#[test]
fn random_requests_stay_within_the_budget_on_postgres() {
    databases::on_postgres(library(), |place| async move {
        try_at_random(&large_library(place.db, 200, 400).await, 30).await;
    });
}

#[test]
fn budgets_grow_with_rights_and_are_bounded() {
    let [visitor, person, staff, service] =
        [Visitor, Ana, Admin, Service].map(|user| *Budget::of(&user.caller()));
    for pair in [(visitor, person), (person, staff), (staff, service)] {
        let (less, more) = pair;
        assert!(less.patterns <= more.patterns && less.relations <= more.relations, "{pair:?}");
        assert!(less.read.cpu <= more.read.cpu && less.read.bytes <= more.read.bytes, "{pair:?}");
        assert!(less.write.cpu <= more.write.cpu && less.write.bytes <= more.write.bytes, "{pair:?}");
    }
    assert!(visitor.read.cpu.as_millis() <= 150 && visitor.read.bytes <= 8 << 20);
    let on_postgres = visitor.first_attempt().statement + visitor.read.statement;
    assert!(on_postgres.as_millis() <= 150, "no more than the processor time on SQLite");
    assert!(service.read.time.as_secs() <= 30 && service.read.bytes <= 128 << 20);
}
