//! The hosted project's database: its tables with their columns, and their rows page by page.

use std::collections::BTreeMap;

use ateneu_base::Secret;
use ateneu_db::{Foreign, TextRow};

use crate::Error;

/// Tables with their columns and the types of these.
const CATALOG: &str = "
    SELECT n.nspname || '.' || c.relname, a.attname, format_type(a.atttypid, NULL)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname IN ('auth', 'storage', 'public') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1, a.attnum";

/// A snapshot of the project's database.
pub(crate) struct Source {
    foreign: Foreign,
    /// Names and types of the columns, by the table's name with its schema.
    tables: BTreeMap<String, Vec<(String, String)>>,
}

impl Source {
    /// Connects, and reads which tables there are.
    pub(crate) async fn open(address: &Secret) -> Result<Self, Error> {
        let foreign = Foreign::open(address.reveal()).await.map_err(Error::Source)?;
        let mut tables: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for row in foreign.rows(CATALOG).await.map_err(Error::Source)? {
            if let [Some(table), Some(column), Some(kind)] = row.as_slice() {
                tables.entry(table.clone()).or_default().push((column.clone(), kind.clone()));
            }
        }
        let source = Self { foreign, tables };
        match source.type_of("auth.users", "encrypted_password") {
            Some(_) => Ok(source),
            None => Err(Error::Foreign("auth.users")),
        }
    }

    /// Returns the names of all tables, each with its schema.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Returns the columns of a table with their types, none if it is missing.
    pub(crate) fn columns(&self, table: &str) -> &[(String, String)] {
        self.tables.get(table).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the type of a column. Returns `None` if it is missing.
    pub(crate) fn type_of(&self, table: &str, column: &str) -> Option<&str> {
        let found = self.columns(table).iter().find(|(name, _)| name == column);
        found.map(|(_, kind)| kind.as_str())
    }

    /// Returns the expression if the table has the column that it needs, else NULL.
    pub(crate) fn where_there(&self, table: &str, column: &str, expression: &str) -> String {
        self.type_of(table, column).map_or_else(|| "NULL".to_owned(), |_| expression.to_owned())
    }

    /// Returns the number that a select yields.
    pub(crate) async fn number(&self, sql: &str) -> Result<u64, Error> {
        let rows = self.foreign.rows(sql).await.map_err(Error::Source)?;
        let number = rows.into_iter().flatten().flatten().next();
        Ok(number.and_then(|number| number.parse().ok()).unwrap_or_default())
    }

    /// Returns the number of rows of a table, 0 if it is missing.
    pub(crate) async fn count(&self, table: &str) -> Result<u64, Error> {
        match self.tables.contains_key(table) {
            true => self.number(&format!("SELECT count(*) FROM {}", quoted_table(table))).await,
            false => Ok(0),
        }
    }

    /// Begins to read the rows of a select.
    pub(crate) async fn begin_rows(&self, select: &str) -> Result<(), Error> {
        self.foreign.begin_pages(select).await.map_err(Error::Source)
    }

    /// Returns the next rows, none at the end, which also ends the reading.
    pub(crate) async fn page(&self, rows: usize) -> Result<Vec<TextRow>, Error> {
        let page = self.foreign.next_page(rows).await.map_err(Error::Source)?;
        if page.is_empty() {
            self.foreign.end_pages().await.map_err(Error::Source)?;
        }
        Ok(page)
    }
}

/// Returns a name as SQL.
pub(crate) fn quoted_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Returns the name of a table with its schema as SQL.
pub(crate) fn quoted_table(table: &str) -> String {
    let (schema, name) = table.split_once('.').unwrap_or(("public", table));
    format!("{}.{}", quoted_name(schema), quoted_name(name))
}
