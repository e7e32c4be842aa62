//! The functions as TypeScript types, written to `web/src/generated/functions.ts`.

use std::{collections::BTreeMap, fmt::Write};

use ateneu_schema::{
    json_schema::{declare, type_of},
    typescript::union,
};
use schemars::generate::SchemaSettings;
use serde_json::Value as Json;

use crate::Declaration;

/// Returns the whole file. Types that `database.ts` exports as words of columns are imported.
pub fn typescript(functions: &[Declaration], words: &BTreeMap<&str, &[&str]>) -> String {
    let mut file = String::from(
        "/** Every server function: what it takes and what it answers. */\nexport interface Functions {\n",
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
    let is_known =
        |name: &str, shape: &Json| words.get(name).is_some_and(|words| type_of(shape) == union(words));
    let (known, own): (Vec<_>, Vec<_>) = named.iter().partition(|(name, shape)| is_known(name, shape));
    for (name, shape) in own {
        declare(&mut file, name, shape);
    }
    let known: Vec<_> = known.iter().map(|(name, _)| name.as_str()).collect();
    let import = match known.is_empty() {
        true => String::new(),
        false => format!("import type {{ {} }} from './database';\n\n", known.join(", ")),
    };
    format!(
        "// Written by `cargo xtask gen` from the declared server functions. Do not edit.\n\n{import}{file}"
    )
}

/// Requires all members of a request without a default.
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
