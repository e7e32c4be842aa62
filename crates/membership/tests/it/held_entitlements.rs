//! Entitlements of callers for pages, and those of older rows.

use ateneu_base::{Caller, Facts};
use ateneu_db::{Db, Migration};
use ateneu_membership::Membership;
use ateneu_testkit::{TestApp, app::entitlements_of, databases::Place, db_test};
use ateneu_testkit_app::{TestServer, answered, id};
use serde_json::{Value, json};

#[db_test]
async fn held_entitlements_are_those_of_the_callers_plan(db: Db) {
    let app = TestServer::with(db, &[&Membership]);
    app.add_people([1]).await;
    app.sell_plans().await;
    let held = async |caller| {
        let answer = app.send(caller, "POST", "/rpc/held_entitlements", json!({})).await;
        let Value::Array(mut names) = answered(answer, 200) else { panic!("a list") };
        names.sort_by_key(Value::to_string);
        names
    };
    for plan in ["update", "scale", "professional"] {
        let mut expected: Vec<Value> =
            entitlements_of(plan).iter().map(|entitlement| json!(entitlement.name())).collect();
        expected.sort_by_key(Value::to_string);
        let member = Caller::person(id(1), Facts::subscriber_of(entitlements_of(plan)));
        assert_eq!(held(member).await, expected, "{plan}");
    }
    let admin = Facts { admin: true, ..Facts::default() };
    for caller in [Caller::anonymous(), Caller::person(id(1), Facts::default()), Caller::person(id(1), admin)]
    {
        assert_eq!(held(caller).await, Vec::<Value>::new());
    }
}

/// Returns the migrations of the last version without entitlements.
fn migrations_before() -> Vec<Migration> {
    ateneu_schema::MIGRATIONS.iter().copied().take_while(|(name, _)| *name < "0101").collect()
}

#[db_test(migrations_before())]
async fn the_migration_keeps_the_access_of_every_plan(place: Place) {
    let app = TestServer::with(place.db.clone(), &[]);
    app.add_people([1]).await;
    let content = "INSERT INTO contents (id, title, content_type, is_member_only, created_at, updated_at)
         VALUES ($1, 't', 'video', $2, '2026', '2026')";
    app.execute(content, &[id(1).into(), true.into()]).await;
    let plans = ["[]", r#"["update","scale"]"#, r#"["scale", "professional"]"#, r#"["professional"]"#];
    for (number, plans) in plans.iter().enumerate() {
        let json = app.db.dialect().json_parameter("$2");
        let sql = format!(
            "INSERT INTO courses (id, title, level, plans, created_at, updated_at)
             VALUES ($1, 't', 'Iniciante', {json}, '2026', '2026')"
        );
        app.execute(&sql, &[id(number).into(), (*plans).into()]).await;
    }
    place.db.close().await;
    let db = Db::open(&place.target, ateneu_schema::MIGRATIONS).await.unwrap();
    let app = TestApp::new(db);
    let contents = app.texts("SELECT entitlement FROM contents", &[]).await;
    assert_eq!(contents, ["updates"], "every plan has them");
    let courses = app.texts("SELECT entitlement FROM courses ORDER BY id", &[]).await;
    assert_eq!(courses, ["updates", "updates", "courses", "early_access"], "that of the simplest plan");
}
