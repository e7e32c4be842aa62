//! Values of rows as JSON.

use ateneu_base::Value;
use serde_json::{Number, Value as Json};

/// Returns the JSON of a row's values.
pub(crate) fn line(values: Vec<Value>) -> String {
    let json = values.into_iter().map(|value| match value {
        Value::Null => Json::Null,
        Value::Bool(truth) => truth.into(),
        Value::Int(number) => number.into(),
        // Neither database stores a number that is none.
        Value::Real(number) => Number::from_f64(number).map_or(Json::Null, Json::Number),
        Value::Text(text) => text.into(),
    });
    Json::Array(json.collect()).to_string()
}

/// Reads a row's values. Returns `None` if the line is not a row.
pub(crate) fn row(line: &str) -> Option<Vec<Value>> {
    let values: Vec<Json> = serde_json::from_str(line).ok()?;
    let value = |json| match json {
        Json::Null => Some(Value::Null),
        Json::Bool(truth) => Some(Value::Bool(truth)),
        Json::Number(number) => number.as_i64().map(Value::Int).or_else(|| number.as_f64().map(Value::Real)),
        Json::String(text) => Some(Value::Text(text)),
        Json::Array(_) | Json::Object(_) => None,
    };
    values.into_iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_reads_as_it_was_written() {
        let values = vec![
            Value::Null,
            Value::Bool(true),
            Value::Int(i64::MIN),
            Value::Real(1.0),
            Value::Real(0.1),
            Value::Text("linha\n\"aspas\" é \u{1F600}\u{0}".into()),
        ];
        let line = line(values.clone());
        assert!(!line.contains('\n'));
        assert_eq!(row(&line), Some(values));
    }

    #[test]
    fn a_line_that_is_no_row_is_refused() {
        for text in ["", "{}", "[[1]]", "[1", "1"] {
            assert_eq!(row(text), None, "{text}");
        }
    }
}
