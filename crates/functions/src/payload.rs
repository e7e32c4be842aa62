//! Parses payloads: one JSON object with exactly the members of the function's request type.

use axum::body::Bytes;
use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value as Json};

use crate::Refusal;

/// Request of a function without parameters. It is called without a body or with `{}`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Nothing {}

/// Members of a request type, each with its schema.
pub(crate) struct Members(Map<String, Json>);

impl Members {
    pub(crate) fn of(describe: impl Fn(&mut SchemaGenerator) -> Json) -> Self {
        let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| {
            settings.inline_subschemas = true;
        });
        let described = describe(&mut settings.into_generator());
        Self(described.get("properties").and_then(Json::as_object).cloned().unwrap_or_default())
    }

    /// Parses a payload. A member without a default is required, even if it may be `null`.
    pub(crate) fn read<Q: DeserializeOwned>(&self, bytes: &Bytes) -> Result<Q, Refusal> {
        let bytes = if bytes.is_empty() { b"{}" } else { &bytes[..] };
        let Ok(Json::Object(given)) = serde_json::from_slice(bytes) else {
            return Err(Refusal::invalid_payload("Envie um objeto JSON."));
        };
        if let Some((missing, _)) =
            self.0.iter().find(|(name, _)| self.is_required(name) && !given.contains_key(*name))
        {
            return Err(Refusal::invalid_payload(format!("Falta o parâmetro {missing}.")));
        }
        if let Some(unknown) = given.keys().find(|name| !self.0.contains_key(*name)) {
            let unknown: String = unknown.chars().take(63).collect();
            return Err(Refusal::invalid_payload(format!("Parâmetro desconhecido: {unknown}.")));
        }
        // The databases cannot store this character.
        let is_broken = |value: &Json| value.as_str().is_some_and(|text| text.contains('\0'));
        if let Some((name, _)) = given.iter().find(|(_, value)| is_broken(value)) {
            return Err(self.invalid(name));
        }
        serde_path_to_error::deserialize(Json::Object(given)).map_err(|error| {
            let path = error.path().to_string();
            self.invalid(path.split(['.', '[']).next().unwrap_or_default())
        })
    }

    fn is_required(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|schema| schema.get("default").is_none())
    }

    fn invalid(&self, name: &str) -> Refusal {
        let expected = self.0.get(name).map_or_else(String::new, expected);
        Refusal::invalid_payload(format!("{name}: informe {expected}."))
    }
}

/// Returns a description of a valid member: its field's `expected`, or one derived from its type.
fn expected(schema: &Json) -> String {
    if let Some(words) = schema.get("expected").and_then(Json::as_str) {
        return words.to_owned();
    }
    if let Some(choices) = schema.get("anyOf").and_then(Json::as_array) {
        return choices.first().map_or_else(String::new, expected);
    }
    let words = |choices: &[Json], key: Option<&str>| {
        let word = |choice: &Json| key.map_or(choice, |key| &choice[key]).as_str().map(str::to_owned);
        choices.iter().filter_map(word).collect::<Vec<_>>().join(", ")
    };
    if let Some(choices) = schema.get("enum").and_then(Json::as_array) {
        return words(choices, None);
    }
    if let Some(choices) = schema.get("oneOf").and_then(Json::as_array) {
        return words(choices, Some("const"));
    }
    let kind = match &schema["type"] {
        Json::Array(kinds) => &kinds[0],
        kind => kind,
    };
    let words = match (kind.as_str(), schema.get("format").and_then(Json::as_str)) {
        (Some("integer"), _) => "um número inteiro a partir de 1",
        (Some("boolean"), _) => "true ou false",
        (_, Some("date-time")) => "uma data com hora",
        _ => "um texto",
    };
    words.to_owned()
}
