//! Reads the body of a request about a bucket: its name, size limit and types.

use serde_json::{Map, Value, json};

use crate::{
    Error,
    objects::{key, mime},
};

/// The body of `POST` and `PUT /bucket`.
pub(crate) type Body = Map<String, Value>;

/// Path segments of endpoints in the place of a bucket.
const RESERVED: [&str; 9] =
    ["public", "authenticated", "sign", "info", "list", "list-v2", "move", "copy", "upload"];

/// The protocol's names, none of which may hide an endpoint.
pub(crate) fn check_name(name: &str) -> Result<(), Error> {
    let fits = !name.is_empty()
        && name.len() <= 100
        && name.trim() == name
        && !matches!(name, "." | "..")
        && !RESERVED.contains(&name)
        && name.chars().all(key::is_allowed);
    if fits { Ok(()) } else { Err(Error::InvalidBucketName) }
}

/// `None` when missing.
pub(crate) fn truth(body: &Body, name: &str) -> Result<Option<bool>, Error> {
    match body.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(truth)) => Ok(Some(*truth)),
        Some(_) => Err(Error::InvalidRequest(format!("{name} must be true or false"))),
    }
}

/// `None` when missing, `Some(None)` for no limit. A text such as `"20MB"` counts in decimal units.
pub(crate) fn size_limit(body: &Body, most: u64) -> Result<Option<Option<i64>>, Error> {
    let bytes = match body.get("file_size_limit") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(None)),
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) => bytes_of(text),
        Some(_) => None,
    };
    let bytes = bytes.ok_or_else(|| Error::InvalidRequest("file_size_limit is not a size".into()))?;
    match i64::try_from(bytes) {
        Ok(limit) if bytes <= most => Ok(Some(Some(limit))),
        _ => Err(Error::EntityTooLarge),
    }
}

fn bytes_of(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_uppercase();
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit: u64 = match text.get(digits.len()..)?.trim() {
        "" | "B" => 1,
        "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

/// `None` when missing, `Some(None)` for all types; the list as JSON text.
pub(crate) fn mime_types(body: &Body) -> Result<Option<Option<String>>, Error> {
    let types = match body.get("allowed_mime_types") {
        None => return Ok(None),
        Some(Value::Null) => return Ok(Some(None)),
        Some(Value::Array(types)) => types,
        Some(_) => return Err(Error::InvalidRequest("allowed_mime_types must be a list".into())),
    };
    for listed in types {
        let listed = listed.as_str().unwrap_or_default();
        if !mime::is_mime(listed) {
            return Err(Error::InvalidMimeType(listed.to_owned()));
        }
    }
    Ok(Some(Some(json!(types).to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_may_be_written_with_decimal_units() {
        for (text, bytes) in [
            ("20MB", Some(20_000_000)),
            ("5 kb", Some(5_000)),
            ("7", Some(7)),
            ("1GB", Some(1_000_000_000)),
            ("20XB", None),
            ("-1", None),
            ("MB", None),
            ("", None),
        ] {
            assert_eq!(bytes_of(text), bytes, "{text}");
        }
    }
}
