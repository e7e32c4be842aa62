//! POST and PUT: new rows, and upserts.

use std::collections::HashSet;

use ateneu_base::{Record, Value};
use ateneu_db::Tx;
use ateneu_schema::{Column, Rule, Table};
use axum::http::Method;

use super::{
    checks, rate_limit,
    row::Frame,
    update, violation,
    write_context::{Outcome, WriteContext, WrittenRow},
};
use crate::{
    error::Error,
    request::{Query, Request, headers::Resolution},
};

/// Rows ready to be written.
pub struct NewRows {
    rows: Vec<Record>,
    /// Columns in the payload, which an upsert changes in an existing row.
    named: Vec<&'static str>,
    conflict: Option<Conflict>,
}

impl NewRows {
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the rows.
    pub fn rows(&self) -> &[Record] {
        &self.rows
    }

    /// Cleans the texts and computes the derived columns.
    pub fn complete(&mut self, frame: &Frame<'_>) {
        let named: Vec<&Column> = self.named.iter().filter_map(|name| frame.table.column(name)).collect();
        self.rows.iter_mut().for_each(|row| frame.complete(&named, row));
    }
}

/// Conflict key of an insert, with the action for a row whose key exists.
struct Conflict {
    key: Vec<&'static str>,
    resolution: Resolution,
}

/// Converts a payload into rows with types and defaults, which [`NewRows::complete`] completes. Checks the caller
/// first, then the sizes.
pub fn prepare(
    frame: &Frame<'_>,
    request: &Request,
    query: &Query,
    payload: &[Record],
) -> Result<NewRows, Error> {
    let columns = columns(frame, query, payload)?;
    if !payload.is_empty() && frame.table.rules.insert.for_caller(frame.caller) == Rule::Nobody {
        return Err(Error::row_refused(frame.table.name));
    }
    let missing_default = request.prefer.missing_default == Some(true);
    let rows = payload.iter().map(|row| frame.new_row(&columns, row, missing_default));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    if request.method == Method::PUT {
        check_put(frame, query, &rows)?;
    }
    rows.iter().try_for_each(|row| checks::verify_sizes(frame.table, &columns, row))?;
    Ok(NewRows {
        rows,
        named: columns.iter().map(|column| column.name).collect(),
        conflict: conflict(frame.table, request, query)?,
    })
}

/// Returns the used columns: those of `columns=`, else the keys, which must be the same in all rows.
fn columns<'s>(frame: &Frame<'s>, query: &Query, rows: &[Record]) -> Result<Vec<&'s Column>, Error> {
    if let Some(names) = &query.columns {
        return frame.payload_columns(names.iter());
    }
    let Some(first) = rows.first() else {
        return Ok(Vec::new());
    };
    let same = |row: &Record| row.len() == first.len() && row.keys().all(|key| first.contains_key(key));
    if !rows.iter().all(same) {
        return Err(Error::Body("All object keys must match".into()));
    }
    frame.payload_columns(first.keys())
}

fn conflict(table: &Table, request: &Request, query: &Query) -> Result<Option<Conflict>, Error> {
    let resolution = match request.method {
        Method::PUT => Resolution::Merge,
        _ => match request.prefer.resolution {
            Some(resolution) => resolution,
            None => return Ok(None),
        },
    };
    let asked = query.on_conflict.as_ref().filter(|_| request.method == Method::POST);
    let key = match asked {
        None => table.primary_key.clone(),
        Some(names) => {
            if let Some(unknown) = names.iter().find(|name| table.column(name).is_none()) {
                return Err(Error::no_column(table.name, unknown));
            }
            let same = |key: &&Vec<&'static str>| {
                key.len() == names.len() && key.iter().all(|column| names.iter().any(|name| name == column))
            };
            std::iter::once(&table.primary_key)
                .chain(&table.unique)
                .find(same)
                .cloned()
                .ok_or_else(Error::no_conflict_target)?
        }
    };
    Ok(Some(Conflict { key, resolution }))
}

/// PostgREST: checks that PUT writes exactly the row of its address.
fn check_put(frame: &Frame<'_>, query: &Query, rows: &[Record]) -> Result<(), Error> {
    let table = frame.table;
    if !query.limits.is_empty() || !query.offsets.is_empty() {
        return Err(Error::PutRange);
    }
    let wanted = query.filters.iter().map(|(path, test)| test.equality().filter(|_| path.is_empty()));
    let wanted: Vec<(&str, &str)> = wanted.collect::<Option<_>>().ok_or(Error::PutFilters)?;
    let exact = wanted.len() == table.primary_key.len()
        && table.primary_key.iter().all(|key| wanted.iter().any(|(column, _)| column == key));
    if !exact {
        return Err(Error::PutFilters);
    }
    let [row] = rows else {
        return Err(Error::PutMismatch);
    };
    for (name, text) in wanted {
        let Some(column) = table.column(name) else {
            return Err(Error::PutFilters);
        };
        if row.get(name) != Some(&crate::values::parse(column.kind, text, frame.now)?) {
            return Err(Error::PutMismatch);
        }
    }
    Ok(())
}

pub fn run(context: &WriteContext<'_>, tx: &mut Tx<'_>, new: &NewRows) -> Result<Outcome, Error> {
    let table = context.frame.table;
    let statement = insert_statement(table, new.conflict.as_ref());
    let columns: Vec<&Column> = table.stored().collect();
    let mut written = Vec::with_capacity(new.rows.len());
    let mut met: HashSet<String> = HashSet::new();
    for row in &new.rows {
        if !context.frame.admits(tx, &table.rules.insert, row)? {
            return Err(Error::row_refused(table.name));
        }
        context.check_set_columns(tx, &new.named, row)?;
        if let Some(conflict) = &new.conflict {
            let key: Vec<_> = conflict.key.iter().map(|column| row.get(*column)).collect();
            let is_whole = key.iter().all(|value| value.is_some_and(|value| !value.is_null()));
            let text = serde_json::to_string(&key).unwrap_or_default();
            if is_whole && conflict.resolution == Resolution::Merge && !met.insert(text) {
                return Err(Error::upsert_twice());
            }
            // Triggers must neither run nor refuse if the row exists.
            if is_whole && context.has_triggers() && context.row_by_key(tx, &conflict.key, row)?.is_some() {
                context.depends_on_rows.set(true);
                checks::verify(table, &columns, row)?;
                written.extend(meet(context, tx, new, row)?);
                continue;
            }
        }
        let mut row = row.clone();
        context.before(tx, None, &mut row)?;
        let row = &row;
        checks::verify(table, &columns, row)?;
        context.check_references(tx, &new.named, row)?;
        rate_limit::refuse_repetition(context, tx, row)?;
        let values: Vec<Value> = columns.iter().map(|column| context.frame.bound(column, row)).collect();
        context.depends_on_rows.set(true);
        let count =
            tx.execute(&statement, &values).map_err(|error| violation::of_write(context, tx, row, error))?;
        if count > 0 {
            written.push(WrittenRow::new(None, row.clone()));
        } else {
            written.extend(meet(context, tx, new, row)?);
        }
    }
    rate_limit::check_rows_per_person(context, tx, &written)?;
    context.outcome(tx, written)
}

fn insert_statement(table: &Table, conflict: Option<&Conflict>) -> String {
    let columns: Vec<&str> = table.stored().map(|column| column.name).collect();
    let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
    let do_nothing = |conflict: &Conflict| format!(" ON CONFLICT ({}) DO NOTHING", conflict.key.join(", "));
    let conflict = conflict.map(do_nothing).unwrap_or_default();
    format!("INSERT INTO {} ({}) VALUES ({}){conflict}", table.name, columns.join(", "), places.join(", "))
}

/// Handles an existing key: leaves the row, or changes it under the rules of a change.
fn meet(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    new: &NewRows,
    row: &Record,
) -> Result<Option<WrittenRow>, Error> {
    let table = context.frame.table;
    let Some(conflict) = new.conflict.as_ref().filter(|conflict| conflict.resolution == Resolution::Merge)
    else {
        return Ok(None);
    };
    let Some(old) = context.row_by_key(tx, &conflict.key, row)? else {
        // The row was removed between the two statements.
        return Err(ateneu_db::Error::Conflict("the row to merge into is gone".into()).into());
    };
    let admitted = context.frame.admits(tx, &table.rules.read, &old)?
        && context.frame.admits(tx, &table.rules.update, &old)?;
    if !admitted {
        let policy = "new row violates row-level security policy (USING expression) for table";
        return Err(Error::sql("42501", format!("{policy} \"{}\"", table.name)));
    }
    let named = row.iter().filter(|(name, _)| new.named.contains(&name.as_str()));
    let values: Record = named.map(|(name, value)| (name.clone(), value.clone())).collect();
    update::change(context, tx, old, &values).map(Some)
}
