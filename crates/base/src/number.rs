//! Whole numbers as clients send them: as numbers, or as texts from a form or a configuration.

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::Value;

/// Parses a text as a whole number. Returns `None` if it is not one.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    text.parse().ok().or_else(|| whole(text.parse().ok()?))
}

/// Returns the number as an integer. Returns `None` if it has a fraction or is too large to be exact.
#[expect(clippy::cast_possible_truncation, reason = "within the range in which every whole number is exact")]
fn whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}

fn read<E: Error>(value: &Value) -> Result<i64, E> {
    let number = match value {
        Value::Number(number) => number.as_i64().or_else(|| whole(number.as_f64()?)),
        Value::String(text) => parse(text),
        _ => None,
    };
    number.ok_or_else(|| E::custom("a whole number is expected"))
}

/// Deserializes a required field.
///
/// # Errors
/// Fails if the field is no whole number.
pub fn required<'de, D: Deserializer<'de>>(field: D) -> Result<i64, D::Error> {
    read(&Value::deserialize(field)?)
}

/// Deserializes a number from 0 that may be missing or `null`.
///
/// # Errors
/// Fails if the field is no whole number from 0.
pub fn optional<'de, D: Deserializer<'de>>(field: D) -> Result<Option<u32>, D::Error> {
    let value = Value::deserialize(field)?;
    if value.is_null() {
        return Ok(None);
    }
    let number = read::<D::Error>(&value)?;
    u32::try_from(number).map(Some).map_err(|_| D::Error::custom("a number from 0 is expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_from_numbers_and_texts() {
        for (text, number) in [
            ("60", Some(60)),
            (" 60 ", Some(60)),
            ("60.0", Some(60)),
            ("6e1", Some(60)),
            ("-1", Some(-1)),
            ("60.5", None),
            ("60s", None),
            ("", None),
            ("NaN", None),
            ("1e300", None),
        ] {
            assert_eq!(parse(text), number, "{text}");
        }
    }
}
