//! DELETE.

use ateneu_db::Tx;

use super::{
    cascade, violation,
    work::{Outcome, Touched, Work},
};
use crate::error::Error;

/// Removes every row that is meant. What the caller wants back is read before it goes.
pub fn run(work: &Work<'_>, tx: &mut Tx<'_>) -> Result<Outcome, Error> {
    let table = work.frame.table;
    let meant = work.meant(tx, &table.rules.delete)?;
    let rows = if work.wants_rows() { work.represent(tx, &meant)? } else { Vec::new() };
    let keys: Vec<String> =
        table.primary_key.iter().enumerate().map(|(index, key)| format!("{key} = ${}", index + 1)).collect();
    let text = format!("DELETE FROM {} WHERE {}", table.name, keys.join(" AND "));
    let mut touched = Vec::with_capacity(meant.len());
    for row in meant {
        let followers = cascade::followers(tx, work.schema, table, &row)?;
        let parameters = work.frame.key(&row);
        tx.execute(&text, &parameters)
            .map_err(|error| violation::of_delete(tx, work.schema, table, &row, error))?;
        followers.into_iter().for_each(|change| tx.changed(change));
        touched.push(Touched { old: Some(row), new: None });
    }
    Ok(Outcome { touched, rows })
}
