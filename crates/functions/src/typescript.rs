//! The functions as TypeScript types, written to `web/src/generated/functions.ts`.

use std::{collections::BTreeMap, fmt::Write};

use ateneu_schema::json_schema::{declare, type_of};
use schemars::generate::SchemaSettings;
use serde_json::Value as Json;

use crate::Declaration;

/// The whole file.
pub fn typescript(functions: &[Declaration]) -> String {
    let mut file = String::from(
        "// Written by `cargo xtask gen` from the declared server functions. Do not edit.\n\n\
         /** Every server function: what it takes and what it answers. */\nexport interface Functions {\n",
    );
    let mut requests = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut responses = SchemaSettings::draft2020_12().for_serialize().into_generator();
    for function in functions {
        let request = type_of(&(function.request)(&mut requests));
        let response = function
            .response
            .as_ref()
            .map_or_else(|| "Blob".into(), |response| type_of(&response(&mut responses)));
        let _ = writeln!(file, "  '{}': {{ request: {request}; response: {response} }};", function.name);
    }
    file.push_str("}\n");
    let mut named: BTreeMap<String, Json> = responses.take_definitions(true).into_iter().collect();
    for (name, mut shape) in requests.take_definitions(true) {
        require_all_without_default(&mut shape);
        named.insert(name, shape);
    }
    for (name, shape) in &named {
        declare(&mut file, name, shape);
    }
    file
}

/// A member of a request may be left out only where it has a default.
fn require_all_without_default(shape: &mut Json) {
    let members = shape.get("properties").and_then(Json::as_object);
    let required = members.map(|members| {
        members
            .iter()
            .filter(|(_, member)| member.get("default").is_none())
            .map(|(name, _)| Json::from(name.as_str()))
            .collect()
    });
    if let Some(required) = required {
        shape["required"] = Json::Array(required);
    }
}
