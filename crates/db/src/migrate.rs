//! Pending migrations. All are applied in one transaction, together with their records.

use ateneu_base::{Clock, Value};

use crate::{Dialect, Error, Migration, Tx};

const RECORDS: &str =
    "CREATE TABLE IF NOT EXISTS schema_migrations (name text NOT NULL PRIMARY KEY, applied_at text NOT NULL)";

/// Applies the missing migrations, in order, and records them.
pub(crate) fn apply(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<(), Error> {
    tx.batch(RECORDS)?;
    for (name, sql) in missing(tx, migrations)? {
        tx.batch(&part_for(tx.dialect(), sql))
            .inspect_err(|error| tracing::error!(name, %error, "a migration failed; nothing was changed"))?;
        tx.execute(
            "INSERT INTO schema_migrations (name, applied_at) VALUES ($1, $2)",
            &[Value::from(name), Value::from(Clock::system().now())],
        )?;
    }
    Ok(())
}

/// Returns the lines of a migration for one database. Lines after `-- @sqlite` or `-- @postgres` are for that one only,
/// lines after `-- @both` for both again.
fn part_for(dialect: Dialect, sql: &str) -> String {
    let other = match dialect {
        Dialect::Sqlite => "-- @postgres",
        Dialect::Postgres => "-- @sqlite",
    };
    let mut is_for_other = false;
    let lines = sql.lines().filter(|line| {
        if line.starts_with("-- @") {
            is_for_other = *line == other;
        }
        !is_for_other
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns `true` if the database has records of migrations and lacks none.
pub(crate) fn is_current(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<bool, Error> {
    Ok(missing(tx, migrations)?.is_empty())
}

/// Returns the names of the migrations that [`apply`] would apply, and changes nothing.
pub(crate) fn pending(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<Vec<&'static str>, Error> {
    let missing = if has_records(tx)? { missing(tx, migrations)? } else { migrations.to_vec() };
    Ok(missing.into_iter().map(|(name, _)| name).collect())
}

/// Returns `true` if migrations were ever applied.
pub(crate) fn has_records(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let sql = match tx.dialect() {
        Dialect::Sqlite => {
            "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'schema_migrations'"
        }
        Dialect::Postgres => "SELECT 1 AS found WHERE to_regclass('schema_migrations') IS NOT NULL",
    };
    Ok(tx.query_optional(sql, &[])?.is_some())
}

/// Returns the missing migrations. Fails if the database has one that this binary does not know.
fn missing(tx: &mut Tx<'_>, migrations: &[Migration]) -> Result<Vec<Migration>, Error> {
    let applied = tx.applied_migrations()?;
    let unknown = applied.iter().find(|name| migrations.iter().all(|(known, _)| known != name));
    match unknown {
        Some(unknown) => Err(Error::Newer(unknown.clone())),
        None => Ok(migrations
            .iter()
            .filter(|(name, _)| applied.iter().all(|known| known != name))
            .copied()
            .collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_for_the_other_database_is_left_out() {
        let sql = "a;\n-- @sqlite\nb;\n-- @postgres\nc;\n-- @both\nd;";
        assert_eq!(part_for(Dialect::Sqlite, sql), "a;\n-- @sqlite\nb;\n-- @both\nd;");
        assert_eq!(part_for(Dialect::Postgres, sql), "a;\n-- @postgres\nc;\n-- @both\nd;");
    }
}
