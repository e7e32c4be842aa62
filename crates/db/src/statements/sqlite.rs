//! Running one statement on a SQLite connection.

use std::sync::Arc;

use ateneu_base::Value;
use rusqlite::{CachedStatement, Connection, Statement, types::Null, types::ValueRef};

use crate::{Error, Row, bytes::Bytes, row::Columns};

/// Maximum length in bytes of a statement whose plan is cached: a plan takes several times as much, on every
/// connection.
const MAX_CACHED_BYTES: usize = 8 << 10;

pub(crate) fn query(
    connection: &Connection,
    sql: &str,
    parameters: &[Value],
    bytes: &mut Bytes,
) -> Result<Vec<Row>, Error> {
    if sql.len() > MAX_CACHED_BYTES {
        return rows(&mut connection.prepare(sql)?, parameters, bytes);
    }
    let mut statement: CachedStatement<'_> = connection.prepare_cached(sql)?;
    rows(&mut statement, parameters, bytes)
}

fn rows(statement: &mut Statement<'_>, parameters: &[Value], bytes: &mut Bytes) -> Result<Vec<Row>, Error> {
    bind(statement, parameters)?;
    let mut rows = statement.raw_query();
    let mut names: Option<Arc<Columns>> = None;
    let mut answer = Vec::new();
    while let Some(row) = rows.next()? {
        // Most queries find no row and need no names.
        let columns = names.get_or_insert_with(|| Arc::new(row.as_ref().column_names().collect()));
        let mut values = Vec::with_capacity(columns.len());
        for index in 0..columns.len() {
            values.push(read(row.get_ref(index)?)?);
        }
        bytes.take(&values)?;
        answer.push(Row { columns: Arc::clone(columns), values });
    }
    Ok(answer)
}

pub(crate) fn execute(connection: &Connection, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
    let mut statement = connection.prepare_cached(sql)?;
    bind(&mut statement, parameters)?;
    Ok(statement.raw_execute()? as u64)
}

/// Binds `$1..$n`. A statement may use a parameter several times, or not at all.
fn bind(statement: &mut Statement<'_>, parameters: &[Value]) -> Result<(), Error> {
    for position in 1..=statement.parameter_count() {
        let value = statement
            .parameter_name(position)
            .and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok())
            .and_then(|number| parameters.get(number.checked_sub(1)?))
            .ok_or_else(|| Error::Other("a statement names a parameter it was not given".into()))?;
        match value {
            Value::Null => statement.raw_bind_parameter(position, Null),
            Value::Bool(truth) => statement.raw_bind_parameter(position, truth),
            Value::Int(number) => statement.raw_bind_parameter(position, number),
            Value::Real(number) => statement.raw_bind_parameter(position, number),
            Value::Text(text) => statement.raw_bind_parameter(position, text),
        }?;
    }
    Ok(())
}

fn read(value: ValueRef<'_>) -> Result<Value, Error> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => Value::Text(
            std::str::from_utf8(bytes)
                .map_err(|_| Error::Other("the database holds text that is not UTF-8".into()))?
                .to_owned(),
        ),
    })
}
