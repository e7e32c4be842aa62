//! Values of the declared kinds: from the query string, from a payload, to the database, and back.
//!
//! A value is checked and made canonical here, once. The databases only get the canonical form, so that they compare
//! and sort alike.

use ateneu_base::{Timestamp, Value, ids};
use ateneu_schema::Kind;
use serde_json::Value as Json;

use crate::{error::Error, exact, grammar::array};

/// Parses text as a value of the kind, in PostgreSQL's forms. `now` is a valid instant.
pub fn parse(kind: Kind, text: &str, now: Timestamp) -> Result<Json, Error> {
    let bad = || Error::literal(kind, text);
    match kind {
        Kind::Text => Ok(Json::from(text)),
        Kind::Uuid => ids::parse_uuid(text).map(Json::from).ok_or_else(bad),
        Kind::Timestamp => {
            Timestamp::parse_at(text, now).map(|at| Json::from(at.to_string())).map_err(|_| bad())
        }
        Kind::Int => integer(text),
        Kind::Real => match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Json::from(number)),
            Ok(_) => Err(Error::out_of_range(kind, text)),
            Err(_) => Err(bad()),
        },
        Kind::Bool => parse_bool(text).map(Json::from).ok_or_else(bad),
        Kind::Json => serde_json::from_slice(&exact::marked(text.as_bytes())).map_err(|_| bad()),
        Kind::TextArray => array::literal(text).map(Json::from).ok_or_else(bad),
    }
}

fn integer(text: &str) -> Result<Json, Error> {
    let digits = text.trim();
    if let Ok(number) = digits.parse::<i64>() {
        return Ok(Json::from(number));
    }
    let unsigned = digits.strip_prefix(['-', '+']).unwrap_or(digits);
    if !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::out_of_range(Kind::Int, text));
    }
    Err(Error::literal(Kind::Int, text))
}

/// Parses a boolean in PostgreSQL's forms.
fn parse_bool(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "t" | "tr" | "tru" | "true" | "y" | "ye" | "yes" | "on" | "1" => Some(true),
        "f" | "fa" | "fal" | "fals" | "false" | "n" | "no" | "of" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// Converts a payload member into a value of the kind. As in PostgreSQL, scalars pass through their text.
pub fn from_payload(kind: Kind, value: &Json, now: Timestamp) -> Result<Json, Error> {
    match (kind, value) {
        (_, Json::Null) => Ok(Json::Null),
        (Kind::Json, value) => Ok(value.clone()),
        (kind, Json::String(text)) if exact::number(text).is_some() => {
            parse(kind, exact::number(text).unwrap_or_default(), now)
        }
        (Kind::TextArray, Json::Array(items)) => items.iter().map(array_element).collect(),
        (kind, Json::String(text)) => parse(kind, text, now),
        (Kind::Int, Json::Number(number)) if number.is_f64() => Err(large_or_broken(number)),
        (kind, other) => parse(kind, &other.to_string(), now),
    }
}

/// Returns the refusal of a number that is not a 64-bit integer: too large, or with a fraction.
fn large_or_broken(number: &serde_json::Number) -> Error {
    let value = number.as_f64().unwrap_or(0.0);
    let text = number.to_string();
    if value.fract() == 0.0 && value.abs() >= 9.2e18 {
        Error::out_of_range(Kind::Int, &text)
    } else {
        Error::literal(Kind::Int, &text)
    }
}

fn array_element(item: &Json) -> Result<Json, Error> {
    match item {
        Json::String(text) => Ok(Json::from(exact::number(text).unwrap_or(text))),
        Json::Number(_) | Json::Bool(_) => Ok(Json::from(item.to_string())),
        _ => Err(Error::literal(Kind::TextArray, &item.to_string())),
    }
}

/// Returns the stored form of a value.
pub fn to_database(kind: Kind, value: &Json) -> Value {
    match (kind, value) {
        (_, Json::Null) => Value::Null,
        (Kind::Json | Kind::TextArray, value) => Value::Text(exact::to_json(value)),
        (_, Json::Bool(truth)) => Value::Bool(*truth),
        (Kind::Real, Json::Number(number)) => Value::Real(number.as_f64().unwrap_or(0.0)),
        (_, Json::Number(number)) => {
            number.as_i64().map_or_else(|| Value::Real(number.as_f64().unwrap_or(0.0)), Value::Int)
        }
        (_, Json::String(text)) => Value::Text(text.clone()),
        (_, other) => Value::Text(other.to_string()),
    }
}

/// Formats a value as in PostgreSQL's error details.
pub fn in_words(value: &Json) -> String {
    match value {
        Json::Null => "null".into(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
