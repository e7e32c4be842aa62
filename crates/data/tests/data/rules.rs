//! The two evaluations of a rule agree: for random rules, rows and callers, the database admits exactly the rows that
//! the rule admits in memory.

use ateneu_base::{Entitlement, Timestamp, Value};
use ateneu_data::Builder;
use ateneu_db::Db;
use ateneu_schema::{Rule, Schema, rule};
use ateneu_testkit::db_test;
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde_json::{Value as Json, json};

use crate::harness::{ANA, BIA, User::*, library, tables};

const NOW: &str = "2027-01-15T08:00:00.000000+00:00";

fn rules() -> impl Strategy<Value = Rule> {
    let leaf = prop_oneof![
        Just(rule::anyone()),
        Just(rule::nobody()),
        Just(rule::signed_in()),
        Just(rule::admin()),
        Just(rule::editor()),
        Just(rule::subscriber()),
        Just(rule::owner("opened_by")),
        Just(rule::own_email("keeper_email")),
        Just(rule::is("is_quiet", true)),
        Just(rule::is("is_quiet", false)),
        Just(rule::is("name", "x")),
        Just(rule::not_expired("closes_at")),
        Just(rule::reached("closes_at")),
        Just(rule::entitled(Entitlement::Courses)),
        Just(rule::entitled_to("name")),
        Just(rule::in_open_channel("name")),
        Just(rule::in_open_channel("opened_by")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(left, right)| left.and(right)),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| left.or(right)),
            inner.prop_map(Rule::negate),
        ]
    })
}

/// Returns all combinations of the columns' values, including NULL.
fn rows() -> Vec<Json> {
    let mut rows = Vec::new();
    for name in ["x", "1"] {
        for opened_by in [json!(null), json!(ANA), json!(BIA)] {
            for is_quiet in [json!(null), json!(true), json!(false)] {
                for closes_at in [json!(null), json!(NOW), json!("2027-01-15T08:00:00.000001+00:00")] {
                    for keeper_email in [json!(null), json!("ana@exemplo.com.br")] {
                        rows.push(json!({
                            "id": rows.len().to_string(), "name": name, "opened_by": opened_by, "is_quiet": is_quiet,
                            "closes_at": closes_at, "keeper_email": keeper_email,
                        }));
                    }
                }
            }
        }
    }
    rows
}

fn bound(value: &Json) -> Value {
    match value {
        Json::Bool(truth) => Value::Bool(*truth),
        Json::String(text) => Value::Text(text.clone()),
        _ => Value::Null,
    }
}

#[db_test(library())]
async fn a_person_may_join_more_channels_than_a_statement_binds(db: Db) {
    let schema = Schema::new(tables());
    let table = schema.table("rooms").unwrap();
    let mut caller = Ana.caller();
    caller.facts.channels = std::sync::Arc::new((0..70_000).map(|id| id.to_string()).collect());
    let now = Timestamp::parse(NOW).unwrap();
    let insert = "INSERT INTO rooms (id, name) VALUES ('69999', '69999'), ('70000', '70000')";
    db.write(|tx| tx.execute(insert, &[])).await.unwrap();
    let mut builder = Builder::new(db.dialect(), &caller, now, &schema);
    let condition = builder.rule(table, 0, &rule::in_open_channel("name"));
    let statement = builder.finish(format!("SELECT t0.id FROM rooms t0 WHERE {condition}"));
    let found = db.read(move |tx| tx.query_as::<String>(&statement.text, &statement.parameters));
    assert_eq!(found.await.unwrap(), ["69999"]);
}

#[db_test(library())]
async fn the_database_admits_the_rows_that_memory_admits(db: Db) {
    let rows = rows();
    let written = rows.clone();
    let insert = "INSERT INTO rooms (id, name, opened_by, is_quiet, closes_at, keeper_email)
        VALUES ($1, $2, $3, $4, $5, $6)";
    let columns = ["id", "name", "opened_by", "is_quiet", "closes_at", "keeper_email"];
    db.write(move |tx| {
        written
            .iter()
            .try_for_each(|row| tx.execute(insert, &columns.map(|column| bound(&row[column]))).map(drop))
    })
    .await
    .unwrap();

    let schema = Schema::new(tables());
    let table = schema.table("rooms").unwrap();
    let now = Timestamp::parse(NOW).unwrap();
    let mut runner = TestRunner::deterministic();
    for _ in 0..150 {
        let rule = rules().new_tree(&mut runner).unwrap().current();
        for user in [Visitor, Ana, Bia, Admin, Service] {
            let caller = user.caller();
            let mut expected: Vec<&str> = rows
                .iter()
                .filter(|row| rule.admits(&caller, row.as_object().unwrap(), now))
                .map(|row| row["id"].as_str().unwrap())
                .collect();
            expected.sort_unstable();
            let mut builder = Builder::new(db.dialect(), &caller, now, &schema);
            let condition = builder.rule(table, 0, &rule);
            let statement =
                builder.finish(format!("SELECT t0.id FROM rooms t0 WHERE {condition} ORDER BY t0.id"));
            let found = db.read(move |tx| tx.query_as::<String>(&statement.text, &statement.parameters));
            assert_eq!(found.await.unwrap(), expected, "{user:?}: {rule}");
        }
    }
}

#[db_test(library())]
async fn statements_with_a_reached_instant_are_alike_for_a_second(db: Db) {
    let schema = Schema::new(tables());
    let table = schema.table("rooms").unwrap();
    let caller = Visitor.caller();
    let at = |micros: i64| {
        let now = Timestamp::from_micros(Timestamp::parse(NOW).unwrap().micros() + micros);
        let mut builder = Builder::new(db.dialect(), &caller, now, &schema);
        let text = builder.rule(table, 0, &rule::reached("closes_at"));
        let statement = builder.finish(text);
        assert!(!statement.depends_on_time, "its result is not cached");
        (statement.text, statement.parameters)
    };
    assert_eq!(at(0), at(999_999));
    assert_ne!(at(0), at(1_000_000));
    assert_eq!(at(-1), at(-1_000_000));
}
