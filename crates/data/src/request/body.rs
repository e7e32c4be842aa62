//! The body of a write: JSON, CSV or a form become rows of JSON members.

use std::fmt;

use ateneu_base::{Caller, Record};
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, header},
};
use bytes::Bytes;
use http_body_util::LengthLimitError;
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::Value as Json;

use super::csv;
use crate::{error::Error, exact};

/// Maximum body of a person in bytes.
pub const PERSON_BYTES: usize = 2 * 1024 * 1024;
/// Maximum body of the service key in bytes, for bulk writes.
pub const SERVICE_BYTES: usize = 10 * 1024 * 1024;

/// Maximum number of rows that a person may write in a request.
const PERSON_ROWS: usize = 1_000;

/// Refuses more rows than this caller may write in a request.
pub fn check_rows(caller: &Caller, rows: &[Record]) -> Result<(), Error> {
    if rows.len() > PERSON_ROWS && !caller.is_service() {
        return Err(Error::TooManyRows(PERSON_ROWS));
    }
    Ok(())
}

/// Returns the maximum body of this caller in bytes.
pub fn most_bytes(caller: &Caller) -> usize {
    if caller.is_service() { SERVICE_BYTES } else { PERSON_BYTES }
}

/// Reads the whole body, up to a limit.
pub async fn collect(body: Body, most: usize) -> Result<Bytes, Error> {
    use std::error::Error as _;
    to_bytes(body, most).await.map_err(|problem| {
        match problem.source().is_some_and(|source| source.is::<LengthLimitError>()) {
            true => Error::BodyTooLarge(most),
            false => Error::Body("The request body ended before its time".into()),
        }
    })
}

fn content_type(headers: &HeaderMap) -> String {
    let value = super::text(headers, header::CONTENT_TYPE.as_str()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn invalid() -> Error {
    Error::Body("Empty or invalid json".into())
}

/// Parses the rows of a write. An array may be empty. An object is one row.
pub fn rows(headers: &HeaderMap, bytes: &Bytes) -> Result<Vec<Record>, Error> {
    let rows = match content_type(headers).as_str() {
        ""
        | "application/json"
        | "application/vnd.pgrst.object+json"
        | "application/vnd.pgrst.array+json" => json_rows(bytes)?,
        "text/csv" => csv::read(std::str::from_utf8(bytes).map_err(|_| invalid())?)?,
        "application/x-www-form-urlencoded" => vec![form_row(bytes)?],
        other => {
            let other: String = other.chars().take(100).collect();
            return Err(Error::Body(format!("Content-Type not acceptable: {other}")));
        }
    };
    for row in &rows {
        for (key, value) in row {
            refuse_nul(key, value)?;
        }
    }
    Ok(rows)
}

/// Parses the arguments of a procedure: one object, or nothing.
pub fn arguments(headers: &HeaderMap, bytes: &Bytes) -> Result<Record, Error> {
    if bytes.is_empty() {
        return Ok(Record::new());
    }
    let mut rows = rows(headers, bytes)?;
    match (rows.pop(), rows.is_empty()) {
        (Some(row), true) => Ok(row),
        _ => Err(invalid()),
    }
}

/// An object with unique keys: of two equal keys one would be lost.
struct Row(Record);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Row;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut row = Record::new();
                while let Some((key, value)) = map.next_entry::<String, Json>()? {
                    if row.insert(key, value).is_some() {
                        return Err(A::Error::custom("duplicate key"));
                    }
                }
                Ok(Row(row))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

fn json_rows(bytes: &Bytes) -> Result<Vec<Record>, Error> {
    let bytes = &exact::marked(bytes)[..];
    let array = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    if array {
        let rows: Vec<Row> = serde_json::from_slice(bytes).map_err(|_| invalid())?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    } else {
        let row: Row = serde_json::from_slice(bytes).map_err(|_| invalid())?;
        Ok(vec![row.0])
    }
}

fn form_row(bytes: &Bytes) -> Result<Record, Error> {
    let text = std::str::from_utf8(bytes).map_err(|_| invalid())?;
    let pairs = super::pairs(text)?;
    super::record(pairs.into_iter().map(|(key, value)| (key, Json::String(value))))
}

fn refuse_nul(key: &str, value: &Json) -> Result<(), Error> {
    let refused = || Err(Error::nul_escape());
    if key.contains('\0') {
        return refused();
    }
    match value {
        Json::String(text) if text.contains('\0') => refused(),
        Json::Array(items) => items.iter().try_for_each(|item| refuse_nul("", item)),
        Json::Object(members) => members.iter().try_for_each(|(key, value)| refuse_nul(key, value)),
        _ => Ok(()),
    }
}
