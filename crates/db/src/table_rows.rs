//! Reads and writes of rows that are structs.

use ateneu_base::Value;
use ateneu_schema::{Mismatch, TableRow};

use crate::{Error, Row, Tx};

/// Columns without a field, and their values.
type More<'a> = &'a [(&'static str, Value)];

impl From<Mismatch> for Error {
    fn from(mismatch: Mismatch) -> Self {
        Self::Other(mismatch.to_string())
    }
}

impl Tx<'_> {
    /// Reads rows of a table. `rest` is the statement after the table's name: `WHERE email = $1 ORDER BY created_at`.
    ///
    /// # Errors
    /// Fails if the statement does, and if a field cannot hold its value. In debug builds also if the struct differs from
    /// the declared table.
    pub fn rows<R: TableRow>(&mut self, rest: &str, parameters: &[Value]) -> Result<Vec<R>, Error> {
        self.check_row::<R>()?;
        let sql = format!("SELECT {} FROM {} {rest}", columns::<R>().join(", "), R::TABLE);
        read(self.query(&sql, parameters)?)
    }

    /// Reads the first row of a table, if any, as [`Tx::rows`] does.
    pub fn row<R: TableRow>(&mut self, rest: &str, parameters: &[Value]) -> Result<Option<R>, Error> {
        Ok(self.rows(rest, parameters)?.into_iter().next())
    }

    /// Deletes rows of an internal table and returns them. `rest` is that of [`Tx::rows`].
    ///
    /// # Errors
    /// Fails as [`Tx::rows`] does.
    pub fn take<R: TableRow>(&mut self, rest: &str, parameters: &[Value]) -> Result<Vec<R>, Error> {
        self.check_row::<R>()?;
        let sql = format!("DELETE FROM {} {rest} RETURNING {}", R::TABLE, columns::<R>().join(", "));
        read(self.query(&sql, parameters)?)
    }

    /// Inserts a row and announces it, unless its table is internal, where rows may hold secrets, and gives no facts about
    /// people. Columns without a field get the database's defaults.
    ///
    /// # Errors
    /// Fails if the statement does. In debug builds also if the struct differs from the declared table.
    pub fn insert<R: TableRow>(&mut self, row: &R) -> Result<(), Error> {
        self.insert_row(row, &[], "").map(drop)
    }

    /// Inserts a row as [`Tx::insert`] does, with columns that have no field because no code reads them.
    pub fn insert_with<R: TableRow>(&mut self, row: &R, more: More<'_>) -> Result<(), Error> {
        self.insert_row(row, more, "").map(drop)
    }

    /// Inserts a row as [`Tx::insert`] does. Returns `false` if a row with its key, or with unique columns of it, exists.
    pub fn insert_new<R: TableRow>(&mut self, row: &R) -> Result<bool, Error> {
        self.insert_row(row, &[], " ON CONFLICT DO NOTHING")
    }

    fn insert_row<R: TableRow>(&mut self, row: &R, more: More<'_>, rest: &str) -> Result<bool, Error> {
        self.check_row::<R>()?;
        let (columns, values) = written(row, more);
        let places: Vec<_> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        let (table, columns, places) = (R::TABLE, columns.join(", "), places.join(", "));
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({places}){rest}");
        self.write_row::<R>(&sql, &values)
    }

    /// Stores all fields of the row with the same key, and announces it as [`Tx::insert`] does. Returns `false` if there
    /// is no such row.
    ///
    /// # Errors
    /// Fails if the statement does, and if the struct has no key. In debug builds also if it differs from the declared
    /// table.
    pub fn update<R: TableRow>(&mut self, row: &R) -> Result<bool, Error> {
        self.update_with(row, &[])
    }

    /// Updates a row as [`Tx::update`] does, with columns that have no field because no code reads them.
    pub fn update_with<R: TableRow>(&mut self, row: &R, more: More<'_>) -> Result<bool, Error> {
        self.check_row::<R>()?;
        let (columns, values) = written(row, more);
        let (mut settings, mut keys) = (Vec::new(), Vec::new());
        for (place, column) in (1..).zip(columns) {
            let part = if R::KEY.contains(&column) { &mut keys } else { &mut settings };
            part.push(format!("{column} = ${place}"));
        }
        if keys.is_empty() {
            return Err(Error::Other(format!("a row of {} without a key is updated", R::TABLE)));
        }
        let (table, settings, keys) = (R::TABLE, settings.join(", "), keys.join(" AND "));
        self.write_row::<R>(&format!("UPDATE {table} SET {settings} WHERE {keys}"), &values)
    }

    fn write_row<R: TableRow>(&mut self, sql: &str, values: &[Value]) -> Result<bool, Error> {
        let table = self.schema().and_then(|schema| schema.table(R::TABLE));
        let touched = match table.is_some_and(|table| !table.exposed && table.facts.is_none()) {
            true => self.execute(sql, values),
            false => self.write_count(sql, values),
        }?;
        Ok(touched > 0)
    }

    /// Compares the struct with the declared table, in debug builds.
    fn check_row<R: TableRow>(&self) -> Result<(), Error> {
        match self.schema().filter(|_| cfg!(debug_assertions)) {
            Some(schema) => R::check(schema).map_err(Error::Other),
            None => Ok(()),
        }
    }
}

fn columns<R: TableRow>() -> Vec<&'static str> {
    R::FIELDS.iter().map(|field| field.column).collect()
}

fn read<R: TableRow>(rows: Vec<Row>) -> Result<Vec<R>, Error> {
    rows.into_iter().map(|row| Ok(R::from_values(row.into_values())?)).collect()
}

/// Returns the columns that are written, and their values.
fn written<R: TableRow>(row: &R, more: More<'_>) -> (Vec<&'static str>, Vec<Value>) {
    let (mut columns, mut values) = (columns::<R>(), row.values());
    columns.extend(more.iter().map(|(column, _)| *column));
    values.extend(more.iter().map(|(_, value)| value.clone()));
    (columns, values)
}
