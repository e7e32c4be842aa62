//! Reading single members of a payload. `null` is nothing given.

use ateneu_base::{Record, Timestamp};
use serde_json::Value;

use crate::Error;

fn invalid(name: &str, wanted: &str) -> Error {
    Error::InvalidPayload(format!("{name}: informe {wanted}."))
}

/// A text that must be there.
pub(crate) fn text(members: &Record, name: &str) -> Result<String, Error> {
    optional_text(members, name)?.ok_or_else(|| invalid(name, "um texto"))
}

/// A text, or nothing.
pub(crate) fn optional_text(members: &Record, name: &str) -> Result<Option<String>, Error> {
    match &members[name] {
        Value::Null => Ok(None),
        Value::String(text) if !text.contains('\0') => Ok(Some(text.clone())),
        _ => Err(invalid(name, "um texto")),
    }
}

/// A whole number from 1 on, or nothing.
pub(crate) fn optional_number(members: &Record, name: &str) -> Result<Option<u32>, Error> {
    match &members[name] {
        Value::Null => Ok(None),
        value => value
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number > 0)
            .map(Some)
            .ok_or_else(|| invalid(name, "um número inteiro a partir de 1")),
    }
}

/// An instant, or nothing.
pub(crate) fn optional_instant(members: &Record, name: &str) -> Result<Option<Timestamp>, Error> {
    optional_text(members, name)?
        .map(|text| Timestamp::parse(&text).map_err(|_| invalid(name, "uma data com hora")))
        .transpose()
}

/// One of these words as what it stands for, or nothing.
pub(crate) fn optional_word<T: Copy>(
    members: &Record,
    name: &str,
    words: &[(&str, T)],
) -> Result<Option<T>, Error> {
    let Some(given) = optional_text(members, name)? else {
        return Ok(None);
    };
    let known = words.iter().find(|(word, _)| *word == given);
    known.map(|(_, meaning)| Some(*meaning)).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        invalid(name, &words.join(", "))
    })
}
