//! The declarations as one JSON Schema, derived from the structs, with its queries.

use std::sync::LazyLock;

use schemars::schema_for;
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{files::ContentFiles, template::Field};

pub(crate) static SCHEMA: LazyLock<Json> = LazyLock::new(|| schema_for!(ContentFiles).to_value());

/// A declared value: a file, a key, an entry of a list.
#[derive(Clone, Copy)]
pub(crate) struct Shape(&'static Json);

/// A key of a declared table.
#[derive(Clone, Copy)]
pub(crate) struct Property {
    pub name: &'static str,
    pub shape: Shape,
    pub required: bool,
}

/// Form of a declared value.
pub(crate) enum Form {
    /// A table of known keys.
    Table(Vec<Property>),
    List {
        item: Shape,
        least: usize,
        most: usize,
        /// Key by which entries must differ.
        unique: Option<&'static str>,
    },
    /// A text of a kind of [`crate::words`].
    Word(Option<&'static str>),
    /// One of these texts.
    OneOf(Vec<&'static str>),
    Truth,
    Number,
}

/// Returns the shape of all files, as one table.
pub(crate) fn files() -> Shape {
    Shape(&SCHEMA)
}

impl Shape {
    pub fn form(self) -> Form {
        let shape = self.resolved();
        if let Some(choices) = choices(shape) {
            return Form::OneOf(choices);
        }
        let bound = |name: &str| shape.get(name).and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
        match kind(shape) {
            "object" => Form::Table(properties(shape)),
            "array" => Form::List {
                item: Shape(&shape["items"]),
                least: bound("minItems").unwrap_or(0),
                most: bound("maxItems").unwrap_or(usize::MAX),
                unique: shape.get("unique").and_then(Json::as_str),
            },
            "boolean" => Form::Truth,
            "integer" => Form::Number,
            _ => Form::Word(shape.get("format").and_then(Json::as_str)),
        }
    }

    /// Returns the placeholders that a text, or the texts of a table, may name. Empty for other texts.
    pub fn placeholders(self) -> Vec<Field> {
        let declared = self.resolved().get("placeholders");
        declared.and_then(|declared| Vec::deserialize(declared).ok()).unwrap_or_default()
    }

    /// Returns `true` for a file whose missing tables are those of the binary.
    pub fn is_partial(self) -> bool {
        self.0.get("role").and_then(Json::as_str) == Some("partial")
    }

    fn resolved(self) -> &'static Json {
        let shape = not_null(self.0);
        let reference = shape.get("$ref").and_then(Json::as_str);
        reference.and_then(|path| SCHEMA.pointer(path.trim_start_matches('#'))).unwrap_or(shape)
    }
}

impl Form {
    /// Returns the form's name in error messages.
    pub fn expected(&self) -> String {
        match self {
            Form::Table(_) => "a table".into(),
            Form::List { .. } => "a list".into(),
            Form::Word(_) => "a text".into(),
            Form::OneOf(choices) => format!("one of {}", choices.join(", ")),
            Form::Truth => "true or false".into(),
            Form::Number => "a whole number".into(),
        }
    }
}

/// Returns the shape without `null`. An optional value may be null in JSON, but TOML has no null.
fn not_null(shape: &'static Json) -> &'static Json {
    let any = shape.get("anyOf").and_then(Json::as_array);
    let other = any.and_then(|any| any.iter().find(|shape| shape["type"] != "null"));
    other.unwrap_or(shape)
}

fn kind(shape: &'static Json) -> &'static str {
    match &shape["type"] {
        Json::Array(kinds) => kinds.iter().find_map(|kind| kind.as_str().filter(|kind| *kind != "null")),
        kind => kind.as_str(),
    }
    .unwrap_or_default()
}

fn choices(shape: &'static Json) -> Option<Vec<&'static str>> {
    if let Some(plain) = shape.get("enum").and_then(Json::as_array) {
        return Some(plain.iter().filter_map(Json::as_str).collect());
    }
    let commented = shape.get("oneOf").and_then(Json::as_array)?;
    let texts = commented.iter().filter_map(|choice| match choice.get("enum") {
        Some(plain) => plain.get(0)?.as_str(),
        None => choice.get("const")?.as_str(),
    });
    Some(texts.collect())
}

fn properties(shape: &'static Json) -> Vec<Property> {
    let required = shape.get("required").and_then(Json::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    let declared = shape.get("properties").and_then(Json::as_object);
    let property = |(name, shape): (&'static String, &'static Json)| Property {
        name,
        shape: Shape(shape),
        required: is_required(name),
    };
    declared.into_iter().flatten().filter(|(_, shape)| !is_computed(shape)).map(property).collect()
}

/// Returns `true` for a value computed for pages, which is no key of the file.
pub(crate) fn is_computed(shape: &Json) -> bool {
    shape.get("role").and_then(Json::as_str) == Some("computed")
}

/// Returns `true` for a key of earlier versions: accepted, and not shown.
pub(crate) fn is_obsolete(shape: &Json) -> bool {
    shape.get("role").and_then(Json::as_str) == Some("obsolete")
}

/// Returns `true` for a file that pages do not get.
pub(crate) fn is_private(shape: &Json) -> bool {
    shape.get("writeOnly").and_then(Json::as_bool) == Some(true)
}
