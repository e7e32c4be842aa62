//! Values to and from PostgreSQL, by the server's type.

use std::{error::Error as StdError, sync::Arc};

use ateneu_base::{Timestamp, Value};
use tokio_postgres::{
    Statement,
    types::{Format, FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked},
};

use crate::{Error, Row, row::Columns};

/// A parameter. It is sent as text, so that the server reads it as the type that the statement needs.
#[derive(Debug)]
pub(super) struct Bound<'a>(pub(super) &'a Value);

impl ToSql for Bound<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        let wants_integer = matches!(*kind, Type::INT8 | Type::INT4 | Type::INT2);
        let text = match self.0 {
            Value::Null => return Ok(IsNull::Yes),
            // SQLite stores booleans as integers, so integers accept them here too.
            Value::Bool(truth) if wants_integer => i64::from(*truth).to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) if *kind == Type::BOOL => (*number != 0).to_string(),
            Value::Int(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => {
                out.extend_from_slice(text.as_bytes());
                return Ok(IsNull::No);
            }
        };
        out.extend_from_slice(text.as_bytes());
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    fn encode_format(&self, _: &Type) -> Format {
        Format::Text
    }

    to_sql_checked!();
}

/// Returns the names of a statement's columns.
pub(super) fn columns(statement: &Statement) -> Arc<Columns> {
    Arc::new(statement.columns().iter().map(|column| column.name()).collect())
}

/// Converts a row.
pub(super) fn row(columns: &Arc<Columns>, row: &tokio_postgres::Row) -> Result<Row, Error> {
    let values = (0..columns.len())
        .map(|index| Ok(row.try_get::<_, Read>(index)?.0))
        .collect::<Result<Vec<_>, Error>>()?;
    Ok(Row { columns: Arc::clone(columns), values })
}

struct Read(Value);

impl<'a> FromSql<'a> for Read {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        let value = match *kind {
            Type::BOOL => Value::Bool(bool::from_sql(kind, raw)?),
            Type::INT2 => Value::Int(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Value::Int(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::FLOAT4 => Value::Real(f32::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::NUMERIC => numeric(raw).ok_or("an unreadable number")?,
            Type::TIMESTAMPTZ => Timestamp::from_micros(
                i64::from_sql(&Type::INT8, raw)?.saturating_add(MICROS_FROM_UNIX_TO_2000),
            )
            .into(),
            Type::UUID => {
                let bytes: [u8; 16] = raw.try_into()?;
                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                Value::Text([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
            }
            // A version byte precedes the text.
            Type::JSONB => Value::Text(std::str::from_utf8(raw.get(1..).unwrap_or_default())?.to_owned()),
            Type::VOID => Value::Null,
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::JSON | Type::UNKNOWN => {
                Value::Text(std::str::from_utf8(raw)?.to_owned())
            }
            _ => return Err(format!("an answer of type {kind} is not read here").into()),
        };
        Ok(Self(value))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self(Value::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// PostgreSQL's epoch is 2000-01-01.
const MICROS_FROM_UNIX_TO_2000: i64 = 946_684_800_000_000;

/// Converts a `numeric` (a `sum` of integers) to an integer if it is whole, else to a double.
fn numeric(raw: &[u8]) -> Option<Value> {
    let words: Vec<i16> = raw.chunks_exact(2).map(|pair| i16::from_be_bytes([pair[0], pair[1]])).collect();
    let [count, weight, sign, _scale, digits @ ..] = words.as_slice() else {
        return None;
    };
    let negative = match *sign {
        0 => false,
        0x4000 => true,
        _ => return Some(Value::Real(f64::NAN)),
    };
    // Digits are to base 10,000. The first stands for 10,000^weight.
    let mut text = String::from(if negative { "-0" } else { "0" });
    for position in 0..=(*weight).max(-1) {
        let digit = usize::try_from(position).ok().and_then(|at| digits.get(at));
        text.push_str(&format!("{:04}", digit.unwrap_or(&0)));
    }
    let whole = usize::try_from(i32::from(*weight) + 1).unwrap_or(0);
    if usize::try_from(*count).ok()? <= whole
        && let Ok(number) = text.parse()
    {
        return Some(Value::Int(number));
    }
    text.push('.');
    for _ in i32::from(*weight) + 1..0 {
        text.push_str("0000");
    }
    for digit in digits.iter().skip(whole) {
        text.push_str(&format!("{digit:04}"));
    }
    text.push('0');
    text.parse().ok().map(Value::Real)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_words_become_numbers() {
        let words = |words: &[i16]| -> Vec<u8> { words.iter().flat_map(|word| word.to_be_bytes()).collect() };
        for (raw, expected) in [
            (vec![0, 0, 0, 0], Value::Int(0)),
            (vec![1, 0, 0, 0, 42], Value::Int(42)),
            (vec![2, 1, 0x4000, 0, 1, 5], Value::Int(-10_005)),
            (vec![1, 1, 0, 0, 3], Value::Int(30_000)),
            (vec![2, 0, 0, 2, 12, 5_000], Value::Real(12.5)),
            (vec![1, -1, 0, 4, 25], Value::Real(0.0025)),
            (vec![1, -2, 0, 8, 1], Value::Real(1e-8)),
        ] {
            assert_eq!(numeric(&words(&raw)), Some(expected), "{raw:?}");
        }
    }
}
