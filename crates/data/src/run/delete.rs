//! DELETE.

use ateneu_db::Tx;

use super::{
    cascade, violation,
    write_context::{Outcome, WriteContext, WrittenRow},
};
use crate::error::Error;

/// Removes every selected row. What the caller wants back is read before.
pub fn run(context: &WriteContext<'_>, tx: &mut Tx<'_>) -> Result<Outcome, Error> {
    let table = context.frame.table;
    let meant = context.meant(tx, &table.rules.delete)?;
    let rows = if context.wants_rows() { context.returning(tx, &meant)? } else { Vec::new() };
    let keys: Vec<String> =
        table.primary_key.iter().enumerate().map(|(index, key)| format!("{key} = ${}", index + 1)).collect();
    let text = format!("DELETE FROM {} WHERE {}", table.name, keys.join(" AND "));
    let mut written = Vec::with_capacity(meant.len());
    for row in meant {
        let followers = cascade::followers(tx, context.schema, table, &row)?;
        let parameters = context.frame.key(&row);
        tx.execute(&text, &parameters)
            .map_err(|error| violation::of_delete(tx, context.schema, table, &row, error))?;
        followers.into_iter().for_each(|change| tx.changed(change));
        written.push(WrittenRow { old: Some(row), new: None });
    }
    Ok(Outcome { written, rows })
}
