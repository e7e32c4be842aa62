//! `GET /user`: the signed-in person's account, not wrapped.

use axum::Json;
use serde_json::Value;

use crate::sessions::SignedIn;

pub(crate) async fn handle(person: SignedIn) -> Json<Value> {
    Json(Value::Object(person.user.to_json(&person.identities, &person.factors)))
}
