//! One SQL text means the same in both databases.

use ateneu_base::Timestamp;
use ateneu_db::{Db, Dialect, Error, JsonStep};
use ateneu_schema::Kind;
use ateneu_testkit::db_test;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::toy::{execute, toys};

/// Evaluates a condition over `$1` and `$2`, both text.
async fn holds(
    db: &Db,
    condition: fn(Dialect, &str, &str) -> String,
    left: &str,
    right: &str,
) -> Option<bool> {
    let parameters = [left.into(), right.into()];
    let condition = condition(db.dialect(), "CAST($1 AS text)", "CAST($2 AS text)");
    let sql = format!("SELECT {condition} AS truth");
    let row = db.read(move |tx| tx.query_optional(&sql, &parameters)).await.unwrap();
    row.and_then(|row| row.get("truth").as_bool())
}

async fn value(db: &Db, sql: impl FnOnce(Dialect) -> String + Send + 'static) -> Json {
    let dialect = db.dialect();
    let sql = format!("SELECT {} AS value", dialect.json_text(&sql(dialect), 1_000));
    let row = db.read(move |tx| tx.query_optional(&sql, &[])).await.unwrap().unwrap();
    row.text("value").map_or(Json::Null, |text| serde_json::from_str(text).unwrap())
}

#[db_test(toys())]
async fn like_patterns_match_alike(db: Db) {
    for (text, pattern, like, ilike) in [
        ("Liderança", "Lid%", true, true),
        ("Liderança", "lid%", false, true),
        ("LIDERANÇA", "%ança", false, true),
        ("Ação", "aÇ_o", false, true),
        ("Ação", "acao", false, false),
        ("100%", "100\\%", true, true),
        ("1000", "100\\%", false, false),
        ("a\\b", "a\\\\b", true, true),
        ("", "%", true, true),
        ("", "_", false, false),
        ("aXbXc", "a%b%c", true, true),
        ("abcab", "%ab", true, true),
        ("abc", "abc%%", true, true),
        ("Gestão", "%st%", true, true),
        ("Gestão", "%ST%", false, true),
    ] {
        assert_eq!(holds(&db, Dialect::like, text, pattern).await, Some(like), "{text} like {pattern}");
        assert_eq!(holds(&db, Dialect::ilike, text, pattern).await, Some(ilike), "{text} ilike {pattern}");
    }
}

#[db_test(toys())]
async fn a_part_of_a_text_is_found_alike(db: Db) {
    for (text, part, found) in [
        ("gestao", "sta", true),
        ("gestao", "STA", false),
        ("ação", "çã", true),
        ("100%", "%", true),
        ("100", "%", false),
        ("", "a", false),
    ] {
        assert_eq!(holds(&db, Dialect::holds, text, part).await, Some(found), "{text} holds {part}");
    }
}

#[db_test(toys())]
async fn regular_expressions_match_alike(db: Db) {
    for (text, pattern, sensitive, blind) in [
        ("Gestão", "^G", true, true),
        ("Gestão", "^g", false, true),
        ("GESTÃO", "gestão$", false, true),
        ("a1b22", "[0-9]{2}", true, true),
        ("abc", "x|c$", true, true),
    ] {
        assert_eq!(holds(&db, Dialect::regex, text, pattern).await, Some(sensitive), "{text} ~ {pattern}");
        assert_eq!(holds(&db, Dialect::iregex, text, pattern).await, Some(blind), "{text} ~* {pattern}");
    }
}

#[db_test(toys())]
async fn an_unreadable_pattern_is_an_error(db: Db) {
    let sql = format!("SELECT {}", db.dialect().regex("CAST($1 AS text)", "CAST($2 AS text)"));
    let refused = db.read(move |tx| tx.query(&sql, &["a".into(), "(".into()])).await;
    // SQLite reports only that the program's function failed.
    let known = match db.dialect() {
        Dialect::Postgres => matches!(refused, Err(Error::Value(_))),
        Dialect::Sqlite => matches!(refused, Err(Error::Other(_))),
    };
    assert!(known, "{refused:?}");
}

#[db_test(toys())]
async fn words_are_searched_alike(db: Db) {
    let text = "A Gestão de pessoas, sem PRESSA. Óbvio!";
    for (query, found) in [
        ("'gestão'", true),
        ("'pressa'", true),
        ("'óbvio'", true),
        ("'gestão' & 'pressa'", true),
        ("'gestão' & 'medo'", false),
        ("'medo' | 'pressa'", true),
        ("!'medo'", true),
        ("'de' <-> 'pessoas'", true),
        ("'gestão' <-> 'pessoas'", false),
        ("'gestão' <2> 'pessoas'", true),
        ("'pess':*", true),
        ("('medo' | 'sem') & !'raiva'", true),
    ] {
        assert_eq!(holds(&db, Dialect::text_search, text, query).await, Some(found), "{query}");
    }
}

#[db_test(toys())]
async fn json_containment_is_alike(db: Db) {
    fn contains(dialect: Dialect, left: &str, right: &str) -> String {
        dialect.json_contains(&dialect.json_parameter(left), &dialect.json_parameter(right))
    }
    fn overlaps(dialect: Dialect, left: &str, right: &str) -> String {
        dialect.json_overlaps(&dialect.json_parameter(left), &dialect.json_parameter(right))
    }
    for (left, right, contained) in [
        (r#"["a","b"]"#, r#"["b"]"#, true),
        (r#"["a"]"#, r#"["a","b"]"#, false),
        (r#"{"a":{"b":1,"c":2}}"#, r#"{"a":{"b":1}}"#, true),
        (r#"{"a":1}"#, r#"{"a":1.0}"#, true),
        (r#"{"a":1}"#, r#"{"a":2}"#, false),
        (r#"[1,[2,3]]"#, r#"[[3]]"#, true),
        (r#"[1,2]"#, "1", true),
        ("[]", "[]", true),
    ] {
        assert_eq!(holds(&db, contains, left, right).await, Some(contained), "{left} @> {right}");
    }
    assert_eq!(holds(&db, overlaps, r#"["a","b"]"#, r#"["b","c"]"#).await, Some(true));
    assert_eq!(holds(&db, overlaps, r#"["a"]"#, "[]").await, Some(false));
}

#[db_test(toys())]
async fn json_paths_are_read_alike(db: Db) {
    let book = r#"INSERT INTO books (id, title, notes) VALUES ('a', 'A',
        '{"a": {"b": ["x", {"c": true}]}, "n": 1.5, "t": "téxto", "o.p": null, "0": "zero"}')"#;
    execute(&db, book).await.unwrap();
    let key = |name: &str| JsonStep::Key(name.into());
    for (steps, text) in [
        (vec![key("t")], Some("téxto")),
        (vec![key("n")], Some("1.5")),
        (vec![key("a"), key("b"), JsonStep::Index(0)], Some("x")),
        (vec![key("a"), key("b"), JsonStep::Index(-1), key("c")], Some("true")),
        (vec![key("a"), key("b"), JsonStep::Index(7)], None),
        (vec![key("o.p")], None),
        (vec![key("0")], Some("zero")),
        (vec![key("missing"), key("deeper")], None),
    ] {
        let sql = format!("SELECT {} AS found FROM books", db.dialect().json_path("notes", &steps, true));
        let found = db.read(move |tx| tx.query_optional(&sql, &[])).await.unwrap().unwrap();
        assert_eq!(found.text("found"), text, "{steps:?}");
    }
}

#[db_test(toys())]
async fn json_building_is_alike_on_both_databases(db: Db) {
    let books = "INSERT INTO books (id, title, pages, lent, notes) VALUES
        ('a', 'Ação \"x\"', 1, true, '{\"k\": [1, true, null]}'), ('b', 'B', NULL, false, NULL)";
    execute(&db, books).await.unwrap();
    let books = |dialect: Dialect| {
        let member = |name: &str, kind| (name.to_owned(), dialect.json_value(name, kind));
        let object = dialect.json_object(&[
            member("id", Kind::Text),
            member("title", Kind::Text),
            member("pages", Kind::Int),
            member("lent", Kind::Bool),
            member("notes", Kind::Json),
        ]);
        format!("SELECT {object} AS body FROM books ORDER BY id DESC")
    };
    let expected = [
        json!({ "id": "b", "title": "B", "pages": null, "lent": false, "notes": null }),
        json!({ "id": "a", "title": "Ação \"x\"", "pages": 1, "lent": true, "notes": { "k": [1, true, null] } }),
    ];
    let list = move |dialect: Dialect| dialect.json_list(&books(dialect), Kind::Json);
    assert_eq!(value(&db, list).await, json!(expected));
    let one = move |dialect: Dialect| dialect.json_one(&format!("{} LIMIT 1", books(dialect)));
    assert_eq!(value(&db, one).await, expected[0]);
    let none =
        |dialect: Dialect| dialect.json_list("SELECT notes AS body FROM books WHERE false", Kind::Json);
    assert_eq!(value(&db, none).await, json!([]));
}

#[db_test(toys())]
async fn rows_are_read_as_structs_tuples_and_values(db: Db) {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Book {
        id: String,
        pages: Option<u32>,
        lent: bool,
        bought_at: Option<Timestamp>,
    }
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "snake_case")]
    enum Size {
        Small,
    }
    const AT: &str = "2026-01-02T03:04:05.000000+00:00";
    let insert = "INSERT INTO books (id, title, pages, lent, bought_at) VALUES ('a', 'Um', 3, TRUE, $1), ('b', 'Dois', NULL, FALSE, NULL)";
    db.write(move |tx| tx.execute(insert, &[AT.into()])).await.unwrap();
    let at = Timestamp::parse(AT).ok();
    db.read(move |tx| {
        let all = "SELECT id, pages, lent, bought_at FROM books ORDER BY id";
        let first = Book { id: "a".to_owned(), pages: Some(3), lent: true, bought_at: at };
        let second = Book { id: "b".to_owned(), pages: None, lent: false, bought_at: None };
        assert_eq!(tx.query_as::<Book>(all, &[])?, [first, second]);
        assert_eq!(
            tx.query_optional_as::<(String, Option<i64>, bool, Option<Timestamp>)>(all, &[])?,
            Some(("a".to_owned(), Some(3), true, at))
        );
        assert_eq!(tx.query_one_as::<i64>("SELECT count(*) FROM books", &[])?, 2);
        assert_eq!(tx.query_as::<Option<i64>>("SELECT pages FROM books ORDER BY id", &[])?, [Some(3), None]);
        assert_eq!(tx.query_one_as::<Size>("SELECT 'small' AS size", &[])?, Size::Small);
        let in_another_order = "SELECT bought_at, title, lent, id, pages FROM books WHERE id = 'a'";
        assert_eq!(tx.query_one_as::<Book>(in_another_order, &[])?.bought_at, at);
        let none = "SELECT id FROM books WHERE id = 'c'";
        assert_eq!(tx.query_optional_as::<String>(none, &[])?, None);
        for refused in [
            tx.query_one_as::<String>(none, &[]).map(drop),
            tx.query_one_as::<String>(all, &[]).map(drop),
            tx.query_one_as::<(String, Option<i64>)>(all, &[]).map(drop),
            tx.query_one_as::<Book>("SELECT id, pages, lent FROM books", &[]).map(drop),
            tx.query_one_as::<Book>("SELECT id, pages, lent, title FROM books", &[]).map(drop),
            tx.query_one_as::<Book>("SELECT id, pages, lent, bought_at, lent FROM books", &[]).map(drop),
            tx.query_one_as::<Book>("SELECT id, pages, lent, lent FROM books", &[]).map(drop),
            tx.query_one_as::<i64>("SELECT id FROM books", &[]).map(drop),
            tx.query_as::<i64>("SELECT pages FROM books", &[]).map(drop),
            tx.query_one_as::<Size>("SELECT 'large' AS size", &[]).map(drop),
        ] {
            assert!(matches!(refused, Err(Error::Other(_))), "{refused:?}");
        }
        Ok::<_, Error>(())
    })
    .await
    .unwrap();
}
