//! The functions that change settings, declared with parameters and ranges in [`ateneu_settings::declared`]. A change
//! takes effect with the next request.

use ateneu_base::Record;
use ateneu_functions::{Administrator, Function, Refusal};
use ateneu_settings::{
    Error, Settings,
    declared::{self, Declared, Kind},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::refused::Refused;

const PURPOSE: &str = "alterar essas configurações";

/// Returns the server functions about settings.
pub(super) fn functions() -> Vec<Function<Settings>> {
    let function = |name| {
        let declared = declared::of_function(name);
        let properties: Record = declared.iter().map(|one| (one.parameter.to_owned(), schema(one))).collect();
        Function::new(name, PURPOSE, move |settings, by, given: Record| {
            change(settings, by, given, declared.clone())
        })
        .taking(json!({ "type": "object", "properties": properties, "required": properties.keys().collect::<Vec<_>>() }))
    };
    declared::functions().into_iter().map(function).collect()
}

fn schema(declared: &Declared) -> Value {
    match declared.kind {
        Kind::Number { .. } => json!({ "type": "integer" }),
        Kind::Switch { .. } => json!({ "type": "boolean" }),
        Kind::Choice { of, .. } => json!({ "type": "string", "enum": of }),
        Kind::SecretAddress => json!({ "type": "string" }),
    }
}

#[derive(Serialize, JsonSchema)]
struct SettingsApplied {
    message: String,
    values: Record,
}

async fn change(
    settings: Settings,
    by: Administrator,
    given: Record,
    declared: Vec<&'static Declared>,
) -> Result<SettingsApplied, Refusal> {
    let texts = declared
        .iter()
        .map(|declared| Ok((declared.key, accepted(declared, &given[declared.parameter])?)))
        .collect::<Result<Vec<_>, Refusal>>()?;
    let pairs: Vec<_> = texts.iter().map(|(key, text)| (*key, text.as_str())).collect();
    settings.set_all(&pairs, by.0.as_ref()).await.map_err(refusal)?;
    Ok(SettingsApplied { message: message(&declared, &given), values: given })
}

/// Returns the text form of a value of the declared kind and range.
fn accepted(declared: &Declared, value: &Value) -> Result<String, Refusal> {
    let (text, wanted) = match declared.kind {
        Kind::Number { .. } => (value.as_i64().map(|number| number.to_string()), "um número inteiro"),
        Kind::Switch { .. } => (value.as_bool().map(|truth| truth.to_string()), "true ou false"),
        Kind::Choice { .. } => (value.as_str().map(str::to_owned), "uma das opções"),
        Kind::SecretAddress => (value.as_str().map(str::to_owned), "um endereço"),
    };
    let invalid = || Refusal::invalid_payload(format!("{}: informe {wanted}.", declared.description));
    declared.accept(&text.ok_or_else(invalid)?).ok_or_else(|| out_of_range(declared))
}

fn out_of_range(declared: &Declared) -> Refusal {
    let range = match declared.kind {
        Kind::Number { least, most, .. } => format!("de {least} a {most}"),
        Kind::Switch { .. } => "sim ou não".into(),
        Kind::Choice { of, .. } => of.join(", "),
        Kind::SecretAddress => "um endereço que comece com https://, ou nenhum".into(),
    };
    Refused::OutOfRange.saying(format!("{}: {range}.", declared.description)).into()
}

/// Describes the applied settings in a sentence.
fn message(declared: &[&Declared], given: &Record) -> String {
    let applied: Vec<String> = declared
        .iter()
        .map(|declared| {
            let value = match &given[declared.parameter] {
                Value::String(address) if declared.kind == Kind::SecretAddress => {
                    if address.trim().is_empty() { "sem endereço".into() } else { "guardado".into() }
                }
                Value::Bool(true) => "sim".into(),
                Value::Bool(false) => "não".into(),
                Value::String(word) => word.clone(),
                number => number.to_string(),
            };
            format!("{}: {value}.", declared.description)
        })
        .collect();
    format!("Configurações aplicadas. {}", applied.join(" "))
}

fn refusal(error: Error) -> Refusal {
    match error {
        Error::Db(error) => error.into(),
        Error::OutOfRange { key } => declared::find(key).map_or_else(Refusal::internal, out_of_range),
        error @ Error::Unknown(_) => {
            tracing::error!(%error, "a function sets what is not declared");
            Refusal::internal()
        }
    }
}
