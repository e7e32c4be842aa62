//! Bodies and addresses that are too large, too deep or broken are refused, and nothing of them stays.

use ateneu_data::grammar::{condition, order, select};
use ateneu_db::Db;
use ateneu_testkit::{both_databases, databases};
use proptest::{prelude::*, strategy::ValueTree};

use crate::world::{Who, World, tables};

both_databases! {
    databases::tables(tables());

    async fn broken_and_oversized_bodies_are_refused(db: Db) {
        let world = World::new(db);
        let deep = format!("{{\"title\":\"a\",\"meta\":{}{}}}", "[".repeat(500), "]".repeat(500));
        let long = format!("{{\"title\":\"{}\"}}", "a".repeat(2 * 1024 * 1024));
        for (body, status, code) in [
            ("", 400, "PGRST102"),
            ("{", 400, "PGRST102"),
            ("nothing", 400, "PGRST102"),
            ("null", 400, "PGRST102"),
            ("[1]", 400, "PGRST102"),
            ("[[{}]]", 400, "PGRST102"),
            ("{\"title\":\"a\"} x", 400, "PGRST102"),
            ("{\"title\":\"a\",\"title\":\"b\"}", 400, "PGRST102"),
            ("{\"title\":1e999}", 400, "PGRST102"),
            ("{\"title\":\"\\u0000\"}", 400, "22P05"),
            ("{\"title\":\"\\ud800\"}", 400, "PGRST102"),
            (deep.as_str(), 400, "PGRST102"),
            (long.as_str(), 413, "PGRST102"),
        ] {
            let shown: String = body.chars().take(60).collect();
            let reply = world.ask(Who::Ana, "POST /books", &[], body.to_owned()).await;
            assert_eq!((reply.status, reply.code().as_str()), (status, code), "{shown}");
        }
        let reply = world.ask(Who::Ana, "POST /books", &[], vec![0xff, 0xfe]).await;
        assert_eq!((reply.status, reply.code().as_str()), (400, "PGRST102"));
        let reply = world.ask(Who::Ana, "PATCH /books?pages=eq.1", &[], "[{\"pages\":1},{\"pages\":2}]").await;
        assert_eq!((reply.status, reply.code().as_str()), (400, "PGRST102"));
        assert!(world.column(Who::Service, "/books", "id").await.is_empty());
    }

    async fn oversized_addresses_are_refused(db: Db) {
        let world = World::new(db);
        for path in [
            format!("/books?title=eq.{}", "a".repeat(62_000)),
            format!("/books?select={}", vec!["id"; 200].join(",")),
            format!("/books?select={}id{}", "authors(".repeat(12), ")".repeat(12)),
            format!("/books?or=({})", vec!["pages.eq.1"; 300].join(",")),
            format!("/books?or={}pages.eq.1{}", "(and".repeat(20), ")".repeat(20)),
            format!("/books?pages=in.({})", vec!["1"; 3_000].join(",")),
            format!("/books?{}", vec!["pages=eq.1"; 150].join("&")),
            format!("/books?order={}", vec!["id"; 50].join(",")),
        ] {
            let reply = world.get(Who::Visitor, &path).await;
            assert_eq!((reply.status, reply.code().as_str()), (400, "PGRST100"), "{}", &path[..60]);
        }
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_grammar_panic(text in "\\PC{0,60}", list in "[a-c.,:()!*>\"\\\\{}-]{0,40}") {
        for text in [text, list] {
            let _ = select::parse(&text);
            let _ = order::parse(&text);
            let _ = condition::logic(true, false, &text);
            if let Ok(order) = order::parse("a") {
                let ateneu_data::grammar::Target::Field(field) = order[0].target.clone() else { continue };
                let _ = condition::filter(field, &text);
            }
        }
    }
}

#[test]
fn no_address_makes_the_service_panic_or_speak_sql() {
    databases::on_sqlite(databases::tables(tables()), |place| async move {
        let world = World::filled(place.db).await;
        let keys = [
            "title",
            "pages",
            "tags",
            "meta->>a",
            "select",
            "order",
            "or",
            "limit",
            "on_conflict",
            "shelves.name",
            "not.and",
        ];
        let pieces = [
            "eq.", "'", "\"", ";--", "(", ")", "{", "}", ",", "*", "any", "->", "::", "1", "a", "\\", "$1",
            "not.", "in.",
        ];
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let address = (0..keys.len(), prop::collection::vec(0..pieces.len(), 0..8));
        for _ in 0..500 {
            let (key, parts) = address.new_tree(&mut runner).unwrap().current();
            let value: String = parts.iter().map(|part| pieces[*part]).collect();
            let value = value
                .replace('%', "%25")
                .replace('&', "%26")
                .replace('#', "%23")
                .replace('+', "%2B");
            let reply = world
                .get(
                    Who::Visitor,
                    &format!("/books?{}={value}", keys[key].replace('>', "%3E")),
                )
                .await;
            assert!(reply.status < 500, "{} = {value}: {reply:?}", keys[key]);
            assert!(!reply.text.contains("SELECT"), "{reply:?}");
            if reply.status >= 400 {
                reply.code();
            }
        }
    });
}
