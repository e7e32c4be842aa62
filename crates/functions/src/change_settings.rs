//! The functions that change settings. Which there are, what each takes and within which range stands in
//! [`ateneu_settings::declared`]; what is applied is obeyed from the next request on.

use ateneu_base::{Presented, Record};
use ateneu_settings::{
    Settings,
    declared::{self, Declared, Kind},
};
use axum::{Extension, Json, Router, routing::post};
use serde_json::{Value, json};

use crate::{Error, administrator::administrator, payload::Payload};

const PURPOSE: &str = "alterar essas configurações";

pub(crate) fn routes(settings: &Settings) -> Router {
    declared::functions().into_iter().fold(Router::new(), |router, name| {
        let (settings, declared) = (settings.clone(), declared::of_function(name));
        let change = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
            change(&settings, &declared, &presented, payload).await
        };
        router.route(&format!("/{name}"), post(change))
    })
}

async fn change(
    settings: &Settings,
    declared: &[&'static Declared],
    presented: &Presented,
    payload: Payload,
) -> Result<Json<Value>, Error> {
    let by = administrator(presented, PURPOSE)?;
    let names: Vec<_> = declared.iter().map(|declared| declared.parameter).collect();
    let members = payload.with_members(&names)?;
    let texts = declared
        .iter()
        .map(|declared| Ok((declared.key, accepted(declared, &members[declared.parameter])?)))
        .collect::<Result<Vec<_>, Error>>()?;
    let pairs: Vec<_> = texts.iter().map(|(key, text)| (*key, text.as_str())).collect();
    settings.set_all(&pairs, by.as_ref()).await?;
    Ok(Json(json!({ "message": message(declared, &members), "values": members })))
}

/// The written form of a value of the declared kind and range.
fn accepted(declared: &Declared, value: &Value) -> Result<String, Error> {
    let (text, wanted) = match declared.kind {
        Kind::Number { .. } => (value.as_i64().map(|number| number.to_string()), "um número inteiro"),
        Kind::Switch { .. } => (value.as_bool().map(|truth| truth.to_string()), "true ou false"),
    };
    let text =
        text.ok_or_else(|| Error::InvalidPayload(format!("{}: informe {wanted}.", declared.description)))?;
    declared.accept(&text).ok_or_else(|| out_of_range(declared))
}

fn out_of_range(declared: &Declared) -> Error {
    let range = match declared.kind {
        Kind::Number { least, most, .. } => format!("de {least} a {most}"),
        Kind::Switch { .. } => "sim ou não".into(),
    };
    Error::OutOfRange(format!("{}: {range}.", declared.description))
}

/// What was applied, in a sentence.
fn message(declared: &[&Declared], members: &Record) -> String {
    let applied: Vec<String> = declared
        .iter()
        .map(|declared| {
            let value = match &members[declared.parameter] {
                Value::Bool(true) => "sim".into(),
                Value::Bool(false) => "não".into(),
                number => number.to_string(),
            };
            format!("{}: {value}.", declared.description)
        })
        .collect();
    format!("Configurações aplicadas. {}", applied.join(" "))
}

impl From<ateneu_settings::Error> for Error {
    fn from(error: ateneu_settings::Error) -> Self {
        match error {
            ateneu_settings::Error::Db(error) => error.into(),
            ateneu_settings::Error::OutOfRange { key } => {
                declared::find(key).map_or(Self::Internal, out_of_range)
            }
            error @ ateneu_settings::Error::Unknown(_) => {
                tracing::error!(%error, "a function sets what is not declared");
                Self::Internal
            }
        }
    }
}
