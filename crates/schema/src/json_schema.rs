//! Types described by JSON Schema (Rust types through `schemars`), printed as TypeScript.

use std::fmt::Write;

use serde_json::{Map, Value as Json};

/// Width at which lines of the generated file are broken.
const WIDTH: usize = 120;

/// Adds the declaration of a named type.
pub fn declare(file: &mut String, name: &str, shape: &Json) {
    file.push('\n');
    comment(file, "", shape);
    match properties(shape) {
        Some(properties) => {
            let _ = writeln!(file, "export interface {name} {{");
            for (key, property) in properties {
                comment(file, "  ", property);
                let _ = writeln!(file, "  {};", member(shape, key, property));
            }
            file.push_str("}\n");
        }
        None => {
            let _ = writeln!(file, "export type {name} = {};", type_of(shape));
        }
    }
}

/// Returns the TypeScript type of a value.
pub fn type_of(shape: &Json) -> String {
    if let Some(path) = shape.get("$ref").and_then(Json::as_str) {
        return path.trim_start_matches("#/$defs/").to_owned();
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = shape.get(key).and_then(Json::as_array) {
            return union(choices.iter().map(type_of));
        }
    }
    if let Some(choices) = shape.get("enum").and_then(Json::as_array) {
        return union(choices.iter().map(literal));
    }
    if let Some(value) = shape.get("const") {
        return literal(value);
    }
    match shape.get("type") {
        Some(Json::Array(kinds)) => {
            union(kinds.iter().filter_map(|kind| Some(of_kind(kind.as_str()?, shape))))
        }
        Some(Json::String(kind)) => of_kind(kind, shape),
        _ => "unknown".to_owned(),
    }
}

fn of_kind(kind: &str, shape: &Json) -> String {
    match kind {
        "array" => match type_of(&shape["items"]) {
            item if item.contains(" | ") => format!("({item})[]"),
            item => format!("{item}[]"),
        },
        "object" => match (properties(shape), shape.get("additionalProperties")) {
            (Some(properties), _) => {
                let members: Vec<String> =
                    properties.iter().map(|(key, property)| member(shape, key, property)).collect();
                format!("{{ {} }}", members.join("; "))
            }
            (None, Some(values @ Json::Object(_))) => format!("Record<string, {}>", type_of(values)),
            (None, Some(Json::Bool(false))) => "Record<string, never>".to_owned(),
            (None, _) => "Record<string, unknown>".to_owned(),
        },
        "integer" => "number".to_owned(),
        other => other.to_owned(),
    }
}

/// Returns the TypeScript of a member. An optional member is left out rather than null.
fn member(object: &Json, key: &str, property: &Json) -> String {
    let required = object.get("required").and_then(Json::as_array);
    if required.is_some_and(|names| names.iter().any(|name| name == key)) {
        return format!("{key}: {}", type_of(property));
    }
    let kind = type_of(property);
    format!("{key}?: {}", kind.strip_suffix(" | null").unwrap_or(&kind))
}

fn properties(shape: &Json) -> Option<&Map<String, Json>> {
    shape.get("properties").and_then(Json::as_object).filter(|properties| !properties.is_empty())
}

fn union(choices: impl Iterator<Item = String>) -> String {
    choices.collect::<Vec<_>>().join(" | ")
}

fn literal(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"))
}

fn comment(file: &mut String, indent: &str, shape: &Json) {
    let Some(text) = shape.get("description").and_then(Json::as_str) else { return };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = format!("{indent}/** {text} */");
    if line.len() <= WIDTH {
        let _ = writeln!(file, "{line}");
        return;
    }
    let _ = writeln!(file, "{indent}/**");
    let mut line = format!("{indent} *");
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            let _ = writeln!(file, "{line}");
            line = format!("{indent} *");
        }
        line = line + " " + word;
    }
    let _ = writeln!(file, "{line}\n{indent} */");
}
