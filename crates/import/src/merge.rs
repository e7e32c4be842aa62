//! Brings rows of the project together with those that are here.
//!
//! Each stored row is recorded as it was there and as it was stored here. So a repeated import finds what changed there, and
//! leaves alone what changed here.

use std::{collections::HashMap, sync::Arc};

use ateneu_base::{Record, Timestamp, Value};
use ateneu_data::ImportedRow;
use ateneu_db::{StoredTable, Tx, Violation, ViolationKind};
use ateneu_schema::Table;
use serde::Deserialize;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::{Error, report::Fate};

/// A row of the project on its way.
pub(crate) struct Incoming {
    /// Primary key here, the parts joined by spaces.
    pub(crate) key: String,
    /// Digest of the row there.
    pub(crate) digest: String,
    /// The row, or the reason why it cannot be stored.
    pub(crate) row: Result<ImportedRow, String>,
    /// Digest of its file's bytes.
    pub(crate) sha256: Option<String>,
}

/// The table of the rows here.
#[derive(Clone)]
pub(crate) struct Target {
    /// Declaration of the table.
    pub(crate) table: Arc<Table>,
    /// The table and that of the records, as they are in the database.
    pub(crate) stored: Arc<(StoredTable, StoredTable)>,
    /// True if rows are written anew that changed here.
    pub(crate) overwrites: bool,
    /// Time of the import.
    pub(crate) now: Timestamp,
}

/// Columns of a record, in the order of [`Target::record`].
const RECORD: [&str; 6] = ["source", "row_key", "source_digest", "stored_digest", "sha256", "imported_at"];

#[derive(Deserialize)]
struct Known {
    row_key: String,
    source_digest: String,
    stored_digest: String,
}

impl Target {
    /// Finds a declared table in the database.
    pub(crate) fn find(
        tx: &mut Tx<'_>,
        table: &Arc<Table>,
        overwrites: bool,
        now: Timestamp,
    ) -> Result<Self, Error> {
        let tables = tx.stored_tables()?;
        let find = |name: &str, columns: &[String]| {
            let found = tables.iter().find(|stored| stored.name == name);
            found.and_then(|stored| stored.with_columns(columns)).ok_or_else(|| {
                ateneu_db::Error::Other(format!("the table {name} differs from its declaration"))
            })
        };
        let own: Vec<String> = table.stored().map(|column| column.name.to_owned()).collect();
        let stored = (find(table.name, &own)?, find("import_records", &RECORD.map(str::to_owned))?);
        Ok(Self { table: Arc::clone(table), stored: Arc::new(stored), overwrites, now })
    }

    /// Returns for each row, of which the key and the digest are given, `true` if its record here is the same.
    pub(crate) fn recorded(&self, tx: &mut Tx<'_>, rows: &[(String, String)]) -> Result<Vec<bool>, Error> {
        let known = self.known(tx, rows.iter().map(|(key, _)| key.as_str()))?;
        let is_same = |(key, digest): &(String, String)| {
            known.get(key).is_some_and(|known| known.source_digest == *digest) && !self.overwrites
        };
        Ok(rows.iter().map(is_same).collect())
    }

    /// Merges rows, and returns the fate of each.
    pub(crate) fn merge(
        &self,
        tx: &mut Tx<'_>,
        incoming: Vec<Incoming>,
    ) -> Result<Vec<(String, Fate)>, Error> {
        let mut known = self.known(tx, incoming.iter().map(|row| row.key.as_str()))?;
        let (mut fates, mut fresh) = (Vec::new(), Vec::new());
        for row in incoming {
            match known.remove(&row.key) {
                Some(known) if known.source_digest == row.digest && !self.overwrites => {
                    fates.push((row.key, Fate::Same));
                }
                Some(known) => {
                    let fate = self.merge_known(tx, &row, &known)?;
                    fates.push((row.key, fate));
                }
                None if row.row.is_ok() => fresh.push(row),
                None => {
                    let reason = row.row.err().unwrap_or_default();
                    fates.push((row.key, Fate::Skipped(reason)));
                }
            }
        }
        match tx.savepoint(|tx| self.insert(tx, &fresh)) {
            Ok(()) => fates.extend(fresh.into_iter().map(|row| (row.key, Fate::Added))),
            // One of them is here already or refused.
            Err(error) if refusal(&error).is_some() => {
                for row in fresh {
                    let fate = self.merge_fresh(tx, &row)?;
                    fates.push((row.key, fate));
                }
            }
            Err(error) => return Err(error),
        }
        if fates.iter().any(|(_, fate)| matches!(fate, Fate::Added | Fate::Changed)) {
            tx.changed_table(self.table.name);
        }
        Ok(fates)
    }

    /// Returns the records of the rows with these keys.
    fn known<'k>(
        &self,
        tx: &mut Tx<'_>,
        keys: impl Iterator<Item = &'k str>,
    ) -> Result<HashMap<String, Known>, Error> {
        let keys: Vec<&str> = keys.collect();
        let sql = format!(
            "SELECT row_key, source_digest, stored_digest FROM import_records WHERE source = $1 AND {}",
            tx.dialect().among("row_key", "$2")
        );
        let found: Vec<Known> =
            tx.query_as(&sql, &[self.table.name.into(), Json::from(keys).to_string().into()])?;
        Ok(found.into_iter().map(|known| (known.row_key.clone(), known)).collect())
    }

    /// Inserts new rows with their records.
    fn insert(&self, tx: &mut Tx<'_>, rows: &[Incoming]) -> Result<(), Error> {
        let (mut values, mut records) = (Vec::new(), Vec::new());
        for incoming in rows {
            if let Ok(row) = &incoming.row {
                values.push(row.values.clone());
                records.push(self.record(incoming, row));
            }
        }
        let (table, record) = &*self.stored;
        tx.insert_rows(table, &values)?;
        Ok(tx.insert_rows(record, &records)?)
    }

    /// Merges a row that was never imported.
    fn merge_fresh(&self, tx: &mut Tx<'_>, incoming: &Incoming) -> Result<Fate, Error> {
        let Ok(row) = &incoming.row else { return Ok(Fate::Same) };
        match self.present(tx, row)? {
            None => self.attempt(tx, row, Fate::Added, |tx| self.insert(tx, std::slice::from_ref(incoming))),
            Some(present) if self.digest(row, |name| present.get(name).cloned()) == self.written(row) => {
                self.write_record(tx, incoming, row)?;
                Ok(Fate::Same)
            }
            Some(_) if self.overwrites => {
                self.attempt(tx, row, Fate::Changed, |tx| self.update(tx, incoming, row))
            }
            Some(_) => Ok(Fate::Kept("another row with this key was here before")),
        }
    }

    /// Merges a row that was imported before.
    fn merge_known(&self, tx: &mut Tx<'_>, incoming: &Incoming, known: &Known) -> Result<Fate, Error> {
        let row = match &incoming.row {
            Ok(row) => row,
            Err(reason) => return Ok(Fate::Skipped(reason.clone())),
        };
        // A removed row never comes back: it may have been erased at its person's request.
        let Some(present) = self.present(tx, row)? else { return Ok(Fate::Kept("it was removed here")) };
        let is_as_stored = self.digest(row, |name| present.get(name).cloned()) == known.stored_digest;
        match (is_as_stored, known.source_digest == incoming.digest) {
            (true, true) => Ok(Fate::Same),
            (false, _) if !self.overwrites => Ok(Fate::Kept("it changed here after its import")),
            _ => self.attempt(tx, row, Fate::Changed, |tx| self.update(tx, incoming, row)),
        }
    }

    /// Runs a write of a row. A refusal becomes the row's fate.
    fn attempt(
        &self,
        tx: &mut Tx<'_>,
        row: &ImportedRow,
        fate: Fate,
        write: impl FnOnce(&mut Tx<'_>) -> Result<(), Error>,
    ) -> Result<Fate, Error> {
        match tx.savepoint(write) {
            Ok(()) => Ok(fate),
            Err(error) => match refusal(&error) {
                Some(Refusal::MissingRow) => Ok(Fate::Waiting(
                    self.missing(tx, row)?.unwrap_or_else(|| "it names a missing row".into()),
                )),
                Some(Refusal::Other(reason)) => Ok(Fate::Skipped(reason)),
                None => Err(error),
            },
        }
    }

    /// Returns the row here with the key of this one.
    fn present(&self, tx: &mut Tx<'_>, row: &ImportedRow) -> Result<Option<Record>, Error> {
        let (condition, key) = self.by_key(row, 1);
        let sql = format!("SELECT * FROM {} WHERE {condition}", self.table.name);
        Ok(tx.query_optional(&sql, &key)?.map(|row| row.record(Some(&*self.table))))
    }

    /// Returns the condition for the row's key, with its parameters from that number on.
    fn by_key(&self, row: &ImportedRow, first: usize) -> (String, Vec<Value>) {
        let columns = self.table.stored().zip(&row.values);
        let key = columns.filter(|(column, _)| self.table.primary_key.contains(&column.name));
        let (conditions, values): (Vec<_>, Vec<_>) = key
            .enumerate()
            .map(|(place, (column, value))| (format!("{} = ${}", column.name, first + place), value.clone()))
            .unzip();
        (conditions.join(" AND "), values)
    }

    /// Writes the given columns of a row that is here.
    fn update(&self, tx: &mut Tx<'_>, incoming: &Incoming, row: &ImportedRow) -> Result<(), Error> {
        let is_set = |name: &str| row.given.contains(&name) && !self.table.primary_key.contains(&name);
        let columns = self.table.stored().zip(&row.values).filter(|(column, _)| is_set(column.name));
        let (settings, mut values): (Vec<_>, Vec<_>) = columns
            .enumerate()
            .map(|(place, (column, value))| (format!("{} = ${}", column.name, place + 1), value.clone()))
            .unzip();
        let (condition, key) = self.by_key(row, values.len() + 1);
        values.extend(key);
        if !settings.is_empty() {
            let sql = format!("UPDATE {} SET {} WHERE {condition}", self.table.name, settings.join(", "));
            tx.execute(&sql, &values)?;
        }
        self.write_record(tx, incoming, row)
    }

    fn write_record(&self, tx: &mut Tx<'_>, incoming: &Incoming, row: &ImportedRow) -> Result<(), Error> {
        let record = self.record(incoming, row);
        let sql = "DELETE FROM import_records WHERE source = $1 AND row_key = $2";
        tx.execute(sql, &[record[0].clone(), record[1].clone()])?;
        Ok(tx.insert_rows(&self.stored.1, &[record])?)
    }

    /// Returns the record of a row that is written.
    fn record(&self, incoming: &Incoming, row: &ImportedRow) -> Vec<Value> {
        vec![
            self.table.name.into(),
            (&incoming.key).into(),
            (&incoming.digest).into(),
            self.written(row).into(),
            incoming.sha256.clone().into(),
            self.now.into(),
        ]
    }

    /// Returns the digest of the row as it is written.
    fn written(&self, row: &ImportedRow) -> String {
        let values: HashMap<&str, Json> = self
            .table
            .stored()
            .zip(&row.values)
            .map(|(column, value)| (column.name, column.kind.json(value)))
            .collect();
        self.digest(row, |name| values.get(name).cloned())
    }

    /// Returns the digest of the row's given columns, the same for both databases.
    fn digest(&self, row: &ImportedRow, value: impl Fn(&str) -> Option<Json>) -> String {
        let mut digest = Sha256::new();
        for name in &row.given {
            let mut value = value(name).unwrap_or(Json::Null);
            value.sort_all_objects();
            digest.update(format!("{name} {value}\n"));
        }
        hex::encode(digest.finalize())
    }

    /// Returns which row is missing that the row names.
    fn missing(&self, tx: &mut Tx<'_>, row: &ImportedRow) -> Result<Option<String>, Error> {
        for (column, value) in self.table.stored().zip(&row.values) {
            let Some(key) = column.references.filter(|_| !value.is_null()) else { continue };
            let sql = format!("SELECT 1 AS found FROM {} WHERE {} = $1", key.table, key.column);
            if tx.query_optional(&sql, std::slice::from_ref(value))?.is_none() {
                return Ok(Some(format!("{} names a row of {} that is not here", column.name, key.table)));
            }
        }
        Ok(None)
    }
}

/// Reason why the database refuses a row.
enum Refusal {
    /// A row that it names is missing.
    MissingRow,
    /// Refused for this reason.
    Other(String),
}

/// Returns the refusal of a row. Returns `None` for a failure of the database.
fn refusal(error: &Error) -> Option<Refusal> {
    let Error::Database(error) = error else { return None };
    let Violation { kind, columns, constraint, .. } = match error {
        ateneu_db::Error::Violation(violation) => violation,
        ateneu_db::Error::Value(said) => return Some(Refusal::Other(said.clone())),
        _ => return None,
    };
    let named = match columns.is_empty() {
        true => constraint.clone().unwrap_or_else(|| "a unique key".into()),
        false => columns.join(", "),
    };
    Some(match kind {
        ViolationKind::ForeignKey => Refusal::MissingRow,
        ViolationKind::Unique => Refusal::Other(format!("another row here has the same {named}")),
        ViolationKind::NotNull => Refusal::Other(format!("{named} is missing")),
        ViolationKind::Check => Refusal::Other(format!("{named} has a value that is not accepted")),
    })
}

/// Returns the digest of a row of the project.
pub(crate) fn digest_of(cells: &[Option<String>]) -> String {
    let mut digest = Sha256::new();
    for cell in cells {
        match cell {
            Some(text) => {
                digest.update(text.len().to_le_bytes());
                digest.update(text);
            }
            None => digest.update([0xff; 9]),
        }
    }
    hex::encode(digest.finalize())
}
