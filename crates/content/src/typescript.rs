//! The declarations as TypeScript types, written to `web/src/generated/content.ts`.

use ateneu_schema::json_schema::declare;
use serde_json::Value as Json;

use crate::schema::{SCHEMA, is_computed, is_obsolete, is_private};

/// Returns the whole file.
pub fn typescript() -> String {
    let mut file = String::from("// Written by `cargo xtask gen` from crates/content. Do not edit.\n");
    declare(&mut file, "ContentFiles", &as_served(&SCHEMA));
    for (name, shape) in SCHEMA["$defs"].as_object().into_iter().flatten() {
        declare(&mut file, name, &as_served(shape));
    }
    file
}

/// Returns the shape of a file as served: with computed and default values, and without obsolete keys.
fn as_served(shape: &Json) -> Json {
    let mut shape = shape.clone();
    let Some(properties) = shape.get_mut("properties").and_then(Json::as_object_mut) else {
        return shape;
    };
    properties.retain(|_, property| !is_obsolete(property) && !is_private(property));
    let may_lack = |property: &Json| {
        property.get("anyOf").is_some() || property.get("default").is_some_and(Json::is_null)
    };
    // A key with a default is optional in the file and always served.
    let is_filled_in = |property: &Json| property.get("default").is_some_and(|value| !value.is_null());
    let added: Vec<Json> = properties
        .iter()
        .filter(|(_, property)| is_filled_in(property) || is_computed(property) && !may_lack(property))
        .map(|(name, _)| Json::from(name.as_str()))
        .collect();
    if let Some(required) = shape.get_mut("required").and_then(Json::as_array_mut) {
        required.extend(added);
    }
    shape
}
