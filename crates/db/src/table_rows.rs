//! Reads and writes of rows that are structs.

use ateneu_base::Value;
use ateneu_schema::{Mismatch, TableRow};

use crate::{Error, Tx};

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
        let rows = self.query(&sql, parameters)?;
        rows.into_iter().map(|row| Ok(R::from_values(row.into_values())?)).collect()
    }

    /// Reads the first row of a table, if any, as [`Tx::rows`] does.
    pub fn row<R: TableRow>(&mut self, rest: &str, parameters: &[Value]) -> Result<Option<R>, Error> {
        Ok(self.rows(rest, parameters)?.into_iter().next())
    }

    /// Inserts a row and announces it. Columns that are no fields get the defaults of the database.
    ///
    /// # Errors
    /// Fails if the statement does. In debug builds also if the struct differs from the declared table.
    pub fn insert<R: TableRow>(&mut self, row: &R) -> Result<(), Error> {
        self.check_row::<R>()?;
        let columns = columns::<R>();
        let places: Vec<_> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        let (table, columns, places) = (R::TABLE, columns.join(", "), places.join(", "));
        self.write_count(&format!("INSERT INTO {table} ({columns}) VALUES ({places})"), &row.values())?;
        Ok(())
    }

    /// Stores every field of the row that has its key, and announces it. Returns `false` if there is no such row.
    ///
    /// # Errors
    /// Fails if the statement does, and if the struct has no key. In debug builds also if it differs from the declared
    /// table.
    pub fn update<R: TableRow>(&mut self, row: &R) -> Result<bool, Error> {
        self.check_row::<R>()?;
        let (mut settings, mut keys) = (Vec::new(), Vec::new());
        for (place, column) in (1..).zip(columns::<R>()) {
            let part = if R::KEY.contains(&column) { &mut keys } else { &mut settings };
            part.push(format!("{column} = ${place}"));
        }
        if keys.is_empty() {
            return Err(Error::Other(format!("a row of {} without a key is updated", R::TABLE)));
        }
        let (table, settings, keys) = (R::TABLE, settings.join(", "), keys.join(" AND "));
        let touched =
            self.write_count(&format!("UPDATE {table} SET {settings} WHERE {keys}"), &row.values())?;
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
