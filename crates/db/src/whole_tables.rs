//! Whole tables, read and written by backups.

use ateneu_base::Value;
use serde::Deserialize;

use crate::{Dialect, Error, Tx, ViolationKind};

/// A table with rows of its own, as the database's catalog describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Name of the table.
    pub name: String,
    /// Names of the columns, in the order of [`Tx::each_row`].
    pub columns: Vec<String>,
    /// Columns of the primary key, in its order.
    key: Vec<String>,
    /// Indexes of the columns that PostgreSQL stores as `jsonb`, whose text it writes in a form of its own.
    json: Vec<usize>,
}

impl StoredTable {
    /// Returns the table with its columns in another order. Returns `None` if they are not the same ones.
    pub fn with_columns(&self, columns: &[String]) -> Option<Self> {
        let json = self.json.iter().filter_map(|place| self.columns.get(*place));
        let json =
            json.map(|name| columns.iter().position(|column| column == name)).collect::<Option<_>>()?;
        let is_same =
            columns.len() == self.columns.len() && self.columns.iter().all(|own| columns.contains(own));
        is_same.then(|| Self { columns: columns.to_vec(), json, ..self.clone() })
    }
}

/// Number of rows that are read at a time.
const PAGE: usize = 200;
/// Maximum number of parameters of a statement. SQLite accepts 32,766, PostgreSQL 65,535.
const MAX_PARAMETERS: usize = 10_000;

/// Columns of all tables of the application. Left out are the records of migrations, what triggers derive from other tables,
/// and the changes that PostgreSQL's nodes tell each other.
const SQLITE_CATALOG: &str = "
    SELECT t.name AS table_name, c.name AS column_name, c.pk AS key_place, 0 AS is_json
    FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND c.hidden = 0 AND t.name NOT LIKE 'sqlite%'
      AND t.name NOT IN ('schema_migrations', 'search_pending') AND t.name NOT LIKE '%\\_search\\_rows' ESCAPE '\\'
    ORDER BY t.name, c.cid";
const POSTGRES_CATALOG: &str = "
    SELECT CAST(c.relname AS text) AS table_name, CAST(a.attname AS text) AS column_name,
        CAST(coalesce(array_position(CAST(i.indkey AS int2[]), a.attnum) + 1, 0) AS bigint) AS key_place,
        a.atttypid = CAST('jsonb' AS regtype) AS is_json
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = CAST(current_schema() AS regnamespace) AND a.attgenerated = ''
      AND c.relname NOT IN ('schema_migrations', 'change_payloads')
    ORDER BY CAST(c.relname AS text) COLLATE \"C\", a.attnum";
/// Foreign keys, which PostgreSQL checks after each statement unless they are made deferrable.
const POSTGRES_KEYS: &str = "
    SELECT CAST(r.relname AS text) AS table_name, CAST(c.conname AS text) AS name
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
    WHERE c.contype = 'f' AND c.connamespace = CAST(current_schema() AS regnamespace) ORDER BY 1, 2";

/// One column of a table, with its place in the primary key, or 0.
#[derive(Deserialize)]
struct Column {
    table_name: String,
    column_name: String,
    key_place: usize,
    is_json: bool,
}

impl Tx<'_> {
    /// Returns the names of the applied migrations, in their order.
    pub fn applied_migrations(&mut self) -> Result<Vec<String>, Error> {
        self.query_as("SELECT name FROM schema_migrations ORDER BY name", &[])
    }

    /// Returns the tables of the application with their columns, ordered by name: the same ones from both databases.
    pub fn stored_tables(&mut self) -> Result<Vec<StoredTable>, Error> {
        let catalog = match self.dialect() {
            Dialect::Sqlite => SQLITE_CATALOG,
            Dialect::Postgres => POSTGRES_CATALOG,
        };
        let columns: Vec<Column> = self.query_as(catalog, &[])?;
        let tables = columns.chunk_by(|one, next| one.table_name == next.table_name).map(|columns| {
            let mut key: Vec<&Column> = columns.iter().filter(|column| column.key_place > 0).collect();
            key.sort_by_key(|column| column.key_place);
            let json = columns.iter().enumerate().filter(|(_, column)| column.is_json);
            StoredTable {
                name: columns[0].table_name.clone(),
                columns: columns.iter().map(|column| column.column_name.clone()).collect(),
                key: key.into_iter().map(|column| column.column_name.clone()).collect(),
                json: json.map(|(place, _)| place).collect(),
            }
        });
        Ok(tables.collect())
    }

    /// Calls `take` with the values of each row of a table, in the order of the primary key. Reads a few rows at a time.
    ///
    /// # Errors
    /// Returns the first error of the database or of `take`.
    pub fn each_row<E: From<Error>>(
        &mut self,
        table: &StoredTable,
        mut take: impl FnMut(Vec<Value>) -> Result<(), E>,
    ) -> Result<(), E> {
        let StoredTable { name, columns, key, json } = table;
        let (selected, order) = (columns.join(", "), key.join(", "));
        let numbers: Vec<String> = (1..=key.len()).map(|number| format!("${number}")).collect();
        let page =
            |after: &str| format!("SELECT {selected} FROM {name} {after} ORDER BY {order} LIMIT {PAGE}");
        let next = page(&format!("WHERE ({order}) > ({})", numbers.join(", ")));
        let places: Vec<usize> =
            key.iter().filter_map(|key| columns.iter().position(|column| column == key)).collect();
        let mut rows = self.query(&page(""), &[])?;
        while let Some(last) = rows.last() {
            let is_last_page = rows.len() < PAGE;
            let after: Vec<Value> = places.iter().map(|place| last.values()[*place].clone()).collect();
            for row in rows {
                let mut values = row.into_values();
                for place in json {
                    values[*place] = compact(&values[*place])?;
                }
                take(values)?;
            }
            if is_last_page {
                break;
            }
            rows = self.query(&next, &after)?;
        }
        Ok(())
    }

    /// Returns the number of rows of a table.
    pub fn count_rows(&mut self, table: &StoredTable) -> Result<u64, Error> {
        self.query_one_as(&format!("SELECT count(*) FROM {}", table.name), &[])
    }

    /// Removes the rows of all tables and runs the work, which writes others. Foreign keys hold when both are done.
    ///
    /// # Errors
    /// Fails with a violation if a row names one that is missing.
    pub fn replace_all_rows<T, E: From<Error>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let keys: Vec<(String, String)> = match self.dialect() {
            Dialect::Sqlite => {
                self.batch("PRAGMA defer_foreign_keys = ON")?;
                Vec::new()
            }
            Dialect::Postgres => self.query_as(POSTGRES_KEYS, &[])?,
        };
        let alter = |how: &str| -> String {
            keys.iter()
                .map(|(table, key)| format!("ALTER TABLE {table} ALTER CONSTRAINT {key} {how};"))
                .collect()
        };
        self.batch(&alter("DEFERRABLE INITIALLY DEFERRED"))?;
        self.remove_all_rows()?;
        let done = work(self)?;
        if !keys.is_empty() {
            self.batch("SET CONSTRAINTS ALL IMMEDIATE")?;
            self.batch(&alter("NOT DEFERRABLE"))?;
        }
        Ok(done)
    }

    /// Removes the rows of all tables. A row that others restrict has to wait for them, although the keys are deferred.
    fn remove_all_rows(&mut self) -> Result<(), Error> {
        let mut left = self.stored_tables()?;
        while !left.is_empty() {
            let (mut named, mut violation) = (Vec::new(), None);
            let count = left.len();
            for table in left {
                let sql = format!("DELETE FROM {}", table.name);
                match self.savepoint(|tx| tx.execute(&sql, &[])) {
                    Ok(_) => {}
                    Err(Error::Violation(by)) if by.kind == ViolationKind::ForeignKey => {
                        violation = Some(by);
                        named.push(table);
                    }
                    Err(error) => return Err(error),
                }
            }
            match violation {
                Some(violation) if named.len() == count => return Err(Error::Violation(violation)),
                _ => left = named,
            }
        }
        Ok(())
    }

    /// Inserts rows, each with the values of the table's columns.
    pub fn insert_rows(&mut self, table: &StoredTable, rows: &[Vec<Value>]) -> Result<(), Error> {
        let width = table.columns.len();
        for part in rows.chunks((MAX_PARAMETERS / width.max(1)).max(1)) {
            let values: Vec<String> = (0..part.len())
                .map(|row| {
                    let numbers: Vec<String> =
                        (1..=width).map(|column| format!("${}", row * width + column)).collect();
                    format!("({})", numbers.join(", "))
                })
                .collect();
            let (name, columns) = (&table.name, table.columns.join(", "));
            let sql = format!("INSERT INTO {name} ({columns}) VALUES {}", values.join(", "));
            self.execute(&sql, &part.concat())?;
        }
        Ok(())
    }
}

/// Returns a JSON text without the spaces that PostgreSQL writes into it.
fn compact(value: &Value) -> Result<Value, Error> {
    let Some(text) = value.as_text() else { return Ok(value.clone()) };
    let json: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| Error::Other(format!("a stored JSON cannot be read: {error}")))?;
    Ok(json.to_string().into())
}
