//! The steps of triggers over their columns.

use ateneu_schema::Schema;
use ateneu_testkit::db_test;
use serde_json::{Value as Json, json};

use crate::{
    fixtures::{User::Admin, library, mistaken_trigger, tables, triggers},
    harness::Empty,
};

const CONTENTS: &str = r#"{"weight":12345678901234567890123}"#;

async fn parcel(app: &Empty, column: &str) -> Json {
    app.0.column(Admin, "/parcels", column).await.remove(0)
}

#[db_test(library())]
async fn fields_that_a_trigger_changes_are_stored(app: Empty) {
    let body = format!(r#"{{"label":"x","contents":{CONTENTS}}}"#);
    let made = app.0.send(Admin, "POST /parcels", &[], body).await;
    assert_eq!(made.status, 201);
    assert_eq!(parcel(&app, "state").await, "sealed");
    let stored = app.0.get(Admin, "/parcels?select=contents").await;
    assert_eq!(stored.text().replace(' ', ""), format!(r#"[{{"contents":{CONTENTS}}}]"#));
}

#[db_test(library())]
async fn a_row_that_its_struct_cannot_hold_is_refused(app: Empty) {
    for (body, refusal) in
        [(json!({ "note": "x" }), (400, "23502")), (json!({ "label": "x", "state": "lost" }), (400, "23514"))]
    {
        assert_eq!(app.0.send_json(Admin, "POST /parcels", body).await.refusal(), refusal);
    }
}

#[db_test(library())]
async fn the_step_after_a_write_runs_where_its_columns_change(app: Empty) {
    app.0.must(Admin, "POST /parcels", json!({ "label": "x" })).await;
    for (change, changes) in
        [(json!({ "note": "a" }), 1), (json!({ "label": "y" }), 2), (json!({ "label": "y" }), 2)]
    {
        app.0.must(Admin, "PATCH /parcels?changes=gte.0", change).await;
        assert_eq!(parcel(&app, "changes").await, changes);
    }
}

#[test]
fn a_step_over_rows_of_another_table_is_found() {
    let schema = Schema::new(tables());
    for trigger in triggers() {
        assert_eq!(trigger.check(&schema), Ok(()));
    }
    let found = mistaken_trigger().check(&schema);
    assert_eq!(found, Err("a step of the trigger of notes sees rows of parcels".into()));
}
