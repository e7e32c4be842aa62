//! SQLite behind one connection.

use std::{path::Path, sync::Arc};

use ateneu_base::{Change, Value};
use parking_lot::Mutex;
use rusqlite::{Connection, types::ValueRef};

use crate::{Error, Migration, Row, Tx};

pub(crate) struct Sqlite {
    connection: Mutex<Connection>,
}

fn other(error: rusqlite::Error) -> Error {
    Error::Other(error.to_string())
}

impl Sqlite {
    pub(crate) fn open(path: &Path, migrations: &[Migration]) -> Result<Self, Error> {
        let connection = Connection::open(path).map_err(other)?;
        crate::sqlite_functions::teach(&connection).map_err(other)?;
        connection
            .execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;")
            .map_err(other)?;
        connection
            .execute_batch("CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY)")
            .map_err(other)?;
        for (name, sql) in migrations {
            let added = connection
                .execute("INSERT OR IGNORE INTO schema_migrations VALUES (?1)", [name])
                .map_err(other)?;
            if added == 1 {
                connection.execute_batch(sql).map_err(other)?;
            }
        }
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    pub(crate) fn transaction<T, E: From<Error>>(
        &self,
        work: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<(T, Vec<Change>), E> {
        let connection = self.connection.lock();
        connection.execute_batch("BEGIN IMMEDIATE").map_err(other)?;
        let mut tx = Tx {
            connection: &connection,
            changes: Vec::new(),
        };
        let answer = work(&mut tx);
        let changes = std::mem::take(&mut tx.changes);
        connection
            .execute_batch(if answer.is_ok() { "COMMIT" } else { "ROLLBACK" })
            .map_err(other)?;
        answer.map(|answer| (answer, changes))
    }
}

fn bind(statement: &mut rusqlite::CachedStatement<'_>, parameters: &[Value]) -> Result<(), Error> {
    for (index, value) in parameters.iter().enumerate() {
        let Some(position) = statement
            .parameter_index(&format!("${}", index + 1))
            .map_err(other)?
        else {
            continue;
        };
        match value {
            Value::Null => statement.raw_bind_parameter(position, rusqlite::types::Null),
            Value::Bool(truth) => statement.raw_bind_parameter(position, truth),
            Value::Int(number) => statement.raw_bind_parameter(position, number),
            Value::Real(number) => statement.raw_bind_parameter(position, number),
            Value::Text(text) => statement.raw_bind_parameter(position, text),
        }
        .map_err(other)?;
    }
    Ok(())
}

pub(crate) fn query(connection: &Connection, sql: &str, parameters: &[Value]) -> Result<Vec<Row>, Error> {
    let mut statement = connection.prepare_cached(sql).map_err(other)?;
    let columns: Arc<[String]> = statement.column_names().into_iter().map(str::to_owned).collect();
    bind(&mut statement, parameters)?;
    let mut rows = statement.raw_query();
    let mut answer = Vec::new();
    while let Some(row) = rows.next().map_err(other)? {
        let values = (0..columns.len())
            .map(|index| match row.get_ref(index).map_err(other)? {
                ValueRef::Null => Ok(Value::Null),
                ValueRef::Integer(number) => Ok(Value::Int(number)),
                ValueRef::Real(number) => Ok(Value::Real(number)),
                ValueRef::Text(text) | ValueRef::Blob(text) => {
                    Ok(Value::Text(String::from_utf8_lossy(text).into_owned()))
                }
            })
            .collect::<Result<Vec<_>, Error>>()?;
        answer.push(Row {
            columns: Arc::clone(&columns),
            values,
        });
    }
    Ok(answer)
}

pub(crate) fn execute(connection: &Connection, sql: &str, parameters: &[Value]) -> Result<u64, Error> {
    let mut statement = connection.prepare_cached(sql).map_err(other)?;
    bind(&mut statement, parameters)?;
    statement
        .raw_execute()
        .map(|touched| touched as u64)
        .map_err(other)
}
