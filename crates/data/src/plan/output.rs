//! What each row shows.

use ateneu_base::{Caller, Kind, Table};

use super::Reading;
use crate::{error::Error, grammar::Field};

/// One member of a row.
#[derive(Clone, Debug)]
pub enum Output<'s> {
    /// A value.
    Value {
        /// Its key.
        key: String,
        /// Where it comes from.
        reading: Reading<'s>,
        /// `::type`
        cast: Option<Cast>,
    },
    /// The embedded relation of that number.
    Embed(usize),
}

/// A cast that cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// To text.
    Text,
    /// A number to a whole number.
    Int,
    /// A number to a double.
    Real,
    /// To what it already is.
    Same,
}

/// `*`: every listed column, computed ones included.
pub fn all(table: &Table) -> impl Iterator<Item = Output<'_>> {
    table.columns.iter().filter(|column| column.listed).map(|column| Output::Value {
        key: column.name.to_owned(),
        reading: Reading { column, steps: Vec::new(), as_text: false },
        cast: None,
    })
}

/// A named column. An unlisted one can be filtered by, never read.
pub fn column<'s>(
    table: &'s Table,
    field: &Field,
    alias: Option<&str>,
    cast: Option<&str>,
    caller: &Caller,
) -> Result<Output<'s>, Error> {
    let reading = Reading::of(table, field)?;
    if !reading.column.listed && !caller.is_service() {
        return Err(Error::column_refused(table.name, reading.column.name));
    }
    let cast = cast.map(|name| resolve_cast(reading.kind(), name)).transpose()?;
    Ok(Output::Value { key: alias.unwrap_or(field.key()).to_owned(), reading, cast })
}

fn resolve_cast(kind: Kind, name: &str) -> Result<Cast, Error> {
    let wanted = match name {
        "text" | "varchar" | "character varying" => return Ok(Cast::Text),
        "int" | "int2" | "int4" | "int8" | "integer" | "bigint" | "smallint" => Kind::Int,
        "float4" | "float8" | "real" | "double precision" | "numeric" | "decimal" => Kind::Real,
        "bool" | "boolean" => Kind::Bool,
        "uuid" => Kind::Uuid,
        "timestamptz" | "timestamp with time zone" => Kind::Timestamp,
        "json" | "jsonb" => Kind::Json,
        "text[]" | "_text" => Kind::TextArray,
        _ => {
            return Err(Error::Sql {
                state: "42704",
                message: format!("type \"{name}\" does not exist"),
                details: None,
            });
        }
    };
    match (kind, wanted) {
        (from, to) if from == to => Ok(Cast::Same),
        (Kind::TextArray, Kind::Json) => Ok(Cast::Same),
        (Kind::Int | Kind::Real, Kind::Int) => Ok(Cast::Int),
        (Kind::Int | Kind::Real, Kind::Real) => Ok(Cast::Real),
        _ => Err(Error::no_cast(kind.postgres_name(), name)),
    }
}
