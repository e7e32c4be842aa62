//! PATCH, and the changing half of an upsert.

use ateneu_base::{Record, Value};
use ateneu_db::Tx;

use super::{
    checks,
    row::Frame,
    violation,
    write_context::{Outcome, WriteContext, WrittenRow, refuse_unfiltered},
};
use crate::{
    error::Error,
    plan::Node,
    request::{Query, body::Payload},
};

/// The canonical new values; none when the payload names no column.
pub fn prepare(frame: &Frame<'_>, query: &Query, payload: &Payload) -> Result<Record, Error> {
    refuse_unfiltered(query, "UPDATE")?;
    let [row] = payload.rows.as_slice() else {
        return Err(Error::Body("An update takes one object".into()));
    };
    let columns = match &query.columns {
        Some(names) => frame.payload_columns(names.iter())?,
        None => frame.payload_columns(row.keys())?,
    };
    frame.new_values(&columns, row)
}

/// Changes every row that is meant.
pub fn run(context: &WriteContext<'_>, tx: &mut Tx<'_>, values: &Record) -> Result<Outcome, Error> {
    if values.is_empty() {
        return Ok(Outcome::default());
    }
    let mut written = Vec::new();
    for old in context.meant(tx, &context.frame.table.rules.update)? {
        written.push(change(context, tx, old, values)?);
    }
    let rows = if context.wants_rows() {
        let records: Vec<Record> = written.iter().filter_map(|written| written.new.clone()).collect();
        context.returning(tx, &records)?
    } else {
        Vec::new()
    };
    Ok(Outcome { written, rows })
}

/// Changes one row, which the caller was already admitted to; the row it becomes must be admitted too.
pub fn change(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    old: Record,
    values: &Record,
) -> Result<WrittenRow, Error> {
    let table = context.frame.table;
    let new = context.frame.changed_row(&old, values);
    if !context.frame.admits(tx, &table.rules.update, &new)? {
        return Err(Error::row_refused(table.name));
    }
    let changed: Vec<_> =
        table.stored().filter(|column| new.get(column.name) != old.get(column.name)).collect();
    for column in &changed {
        if let Some(rule) = &column.change
            && !context.frame.admits(tx, rule, &old)?
        {
            return Err(Error::column_refused(table.name, column.name));
        }
    }
    checks::verify(table, &changed, &new)?;
    let mut parameters: Vec<Value> = changed.iter().map(|column| context.frame.bound(column, &new)).collect();
    let settings: Vec<String> = changed
        .iter()
        .enumerate()
        .map(|(index, column)| format!("{} = ${}", column.name, index + 1))
        .collect();
    let keys: Vec<String> = table
        .primary_key
        .iter()
        .enumerate()
        .map(|(index, key)| format!("{key} = ${}", parameters.len() + index + 1))
        .collect();
    parameters.extend(context.frame.key(&old));
    if !settings.is_empty() {
        let text = format!("UPDATE {} SET {} WHERE {}", table.name, settings.join(", "), keys.join(" AND "));
        tx.execute(&text, &parameters).map_err(|error| violation::of_write(tx, table, &new, error))?;
    }
    Ok(WrittenRow { old: Some(old), new: Some(new) })
}

/// The stored row that has the same values in the key columns.
pub fn by_key(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    key: &[&'static str],
    row: &Record,
) -> Result<Option<Record>, Error> {
    let table = context.frame.table;
    let mut builder = context.builder();
    let bare = Node {
        output: Vec::new(),
        embeds: Vec::new(),
        filters: Vec::new(),
        order: Vec::new(),
        limit: None,
        offset: 0,
        ..context.node.clone()
    };
    let columns = builder.record_columns(&bare);
    let conditions: Vec<String> = key
        .iter()
        .filter_map(|name| table.column(name))
        .map(|column| {
            let value = builder.bind(context.frame.bound(column, row));
            format!("t{}.{} = {value}", bare.alias, column.name)
        })
        .collect();
    let text = format!(
        "SELECT {columns} FROM {} t{} WHERE {}{}",
        table.name,
        bare.alias,
        conditions.join(" AND "),
        context.dialect.for_update()
    );
    let statement = builder.finish(text);
    let found = tx.query_optional(&statement.text, &statement.parameters)?;
    Ok(found.map(|row| context.frame.record(&row)))
}
