//! Entitlements of callers, as pages read them.

use ateneu_base::{Caller, Facts};
use ateneu_db::Db;
use ateneu_testkit::{app::entitlements_of, db_test};
use serde_json::{Value, json};

use crate::product::{answered, id, product, send};

#[db_test]
async fn held_entitlements_are_those_of_the_callers_plan(db: Db) {
    let app = product(db, "/rest/v1", [1]).await;
    let held = async |caller| {
        let answer = send(&app, caller, "POST", "/rest/v1/rpc/held_entitlements", json!({})).await;
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
