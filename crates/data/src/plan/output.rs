//! Members of each row.

use ateneu_base::Caller;
use ateneu_schema::{Kind, Table};

use super::tree::{Aggregate, Cast, ColumnPath, Output, kind_after};
use crate::{
    error::Error,
    grammar::{self, Field, Function},
};

/// Returns the members of `*`: all listed columns, including computed ones.
pub fn all(table: &Table) -> impl Iterator<Item = Output<'_>> {
    table.columns.iter().filter(|column| column.listed).map(|column| Output::Value {
        key: column.name.to_owned(),
        column_path: ColumnPath { column, steps: Vec::new(), as_text: false },
        cast: None,
        aggregate: None,
    })
}

/// Returns a named column. An unlisted one can be filtered by, but not read.
pub fn column<'s>(
    table: &'s Table,
    field: &Field,
    alias: Option<&str>,
    cast: Option<&str>,
    aggregate: Option<&grammar::Aggregate>,
    caller: &Caller,
) -> Result<Output<'s>, Error> {
    if field.column == "count"
        && field.steps.is_empty()
        && aggregate.is_none()
        && table.column("count").is_none()
    {
        return count(alias, cast);
    }
    let column_path = ColumnPath::of(table, field)?;
    if !column_path.column.listed && !caller.is_service() {
        return Err(Error::column_refused(table.name, column_path.column.name));
    }
    let cast = cast.map(|name| resolve_cast(column_path.kind(), name)).transpose()?;
    let kind = kind_after(column_path.kind(), cast);
    let aggregate = aggregate.map(|aggregate| resolve_aggregate(kind, aggregate)).transpose()?;
    let own = aggregate.map_or(field.key(), |aggregate| aggregate.function.name());
    Ok(Output::Value { key: alias.unwrap_or(own).to_owned(), column_path, cast, aggregate })
}

/// Returns `count()`, also written `count`.
pub fn count<'s>(alias: Option<&str>, cast: Option<&str>) -> Result<Output<'s>, Error> {
    let cast = cast.map(|name| resolve_cast(Kind::Int, name)).transpose()?;
    Ok(Output::Count { key: alias.unwrap_or("count").to_owned(), cast })
}

fn resolve_aggregate(kind: Kind, asked: &grammar::Aggregate) -> Result<Aggregate, Error> {
    let works = match asked.function {
        Function::Count => true,
        Function::Avg | Function::Sum => matches!(kind, Kind::Int | Kind::Real),
        Function::Max | Function::Min => {
            matches!(kind, Kind::Int | Kind::Real | Kind::Text | Kind::Timestamp)
        }
    };
    if !works {
        return Err(Error::no_aggregate(asked.function.name(), kind.postgres_name()));
    }
    let uncast = Aggregate { function: asked.function, cast: None };
    let cast = asked.cast.as_deref().map(|name| resolve_cast(uncast.kind(kind), name)).transpose()?;
    Ok(Aggregate { cast, ..uncast })
}

fn resolve_cast(from: Kind, name: &str) -> Result<Cast, Error> {
    // PostgreSQL's own name of the type, for its messages.
    let (wanted, own_name) = match name {
        "text" | "varchar" | "character varying" => return Ok(Cast::Text),
        "int2" | "smallint" => (Some(Kind::Int), "smallint"),
        "int" | "int4" | "integer" => (Some(Kind::Int), "integer"),
        "int8" | "bigint" => (Some(Kind::Int), "bigint"),
        "float4" | "real" => (Some(Kind::Real), "real"),
        "float8" | "double precision" => (Some(Kind::Real), "double precision"),
        "numeric" | "decimal" => (Some(Kind::Real), "numeric"),
        "bool" | "boolean" => (Some(Kind::Bool), "boolean"),
        "uuid" => (Some(Kind::Uuid), "uuid"),
        "timestamptz" | "timestamp with time zone" => (Some(Kind::Timestamp), "timestamp with time zone"),
        "json" => (Some(Kind::Json), "json"),
        "jsonb" => (Some(Kind::Json), "jsonb"),
        "text[]" | "_text" => (Some(Kind::TextArray), "text[]"),
        "date" => (None, "date"),
        "time" | "time without time zone" => (None, "time without time zone"),
        "timestamp" | "timestamp without time zone" => (None, "timestamp without time zone"),
        _ => return Err(Error::sql("42704", format!("type \"{name}\" does not exist"))),
    };
    match (from, wanted, own_name) {
        (from, Some(to), _) if from == to => Ok(Cast::Same),
        (Kind::TextArray, Some(Kind::Json), _) => Ok(Cast::Same),
        (Kind::Int | Kind::Real, Some(Kind::Int), _) | (Kind::Bool, _, "integer") => Ok(Cast::Int),
        (Kind::Int | Kind::Real, Some(Kind::Real), _) => Ok(Cast::Real),
        (Kind::Timestamp, None, "date") => Ok(Cast::Date),
        (Kind::Timestamp, None, "time without time zone") => Ok(Cast::Time),
        (Kind::Timestamp, None, _) => Ok(Cast::DateTime),
        _ => Err(Error::no_cast(from.postgres_name(), own_name)),
    }
}
