//! Limits on adding rows: a number of rows from one address in an hour, and the same values once within some minutes.
//! The limits are checked in the transaction that inserts. Invalid requests are not counted. A request whose outcome
//! depends on existing rows is counted even when refused or rolled back, so that stored addresses cannot be guessed one
//! by one.

use std::{collections::BTreeSet, time::Duration};

use ateneu_base::{Record, Value};
use ateneu_db::Tx;
use ateneu_limits::{Exceeded, Limit, network};

use super::write_context::{WriteContext, WrittenRow};
use crate::error::Error;

const HOUR: Duration = Duration::from_secs(3_600);

/// Counts the rows for the client's address before the first is inserted. Returns `true` if they were counted. Calls
/// from inside the server have no address.
pub fn count_rows(context: &WriteContext<'_>, tx: &mut Tx<'_>, rows: usize) -> Result<bool, Error> {
    let table = context.frame.table;
    if context.frame.caller.is_service() {
        return Ok(false);
    }
    // Of two concurrent submissions the second waits for the first. The lock precedes the count, so that no two writers
    // take both in opposite orders.
    if table.insert_limit.once_in_minutes.is_some() {
        tx.lock(table.name)?;
    }
    let (Some(most), Some(address)) = (table.insert_limit.per_hour, &context.request.address) else {
        return Ok(false);
    };
    let limit = Limit {
        bucket: format!("insert:{}:{}", table.name, network(address)),
        most: i64::from(most),
        window: HOUR,
    };
    limit.count(tx, rows, context.frame.now)?;
    Ok(true)
}

/// Refuses new rows if the person in the declared column exceeds the declared number.
///
/// # Errors
/// Returns [`Error::Budget`] if one has.
pub fn check_rows_per_person(
    context: &WriteContext<'_>,
    tx: &mut Tx<'_>,
    written: &[WrittenRow],
) -> Result<(), Error> {
    let (table, caller) = (context.frame.table, context.frame.caller);
    let Some((column, most)) = table.most_rows.filter(|_| !caller.is_service() && !caller.facts.admin) else {
        return Ok(());
    };
    let new = written.iter().filter(|row| row.old.is_none()).filter_map(|row| row.new.as_ref());
    let people: BTreeSet<&str> = new.filter_map(|row| row.get(column)?.as_str()).collect();
    let text = format!(
        "SELECT count(*) FROM (SELECT 1 FROM {} WHERE {column} = $1 LIMIT {}) counted",
        table.name,
        u64::from(most) + 1
    );
    for person in people {
        let rows: i64 = tx.query_one_as(&text, &[person.into()])?;
        if rows > i64::from(most) {
            return Err(Exceeded { limit: "rows of a person in this table", most: most as usize }.into());
        }
    }
    Ok(())
}

/// Refuses a row with the same values as one stored within the declared minutes.
pub fn refuse_repetition(context: &WriteContext<'_>, tx: &mut Tx<'_>, row: &Record) -> Result<(), Error> {
    let table = context.frame.table;
    let Some((minutes, columns)) = &table.insert_limit.once_in_minutes else {
        return Ok(());
    };
    if context.frame.caller.is_service() {
        return Ok(());
    }
    let since = context.frame.now - Duration::from_secs(u64::from(*minutes) * 60);
    let mut values: Vec<Value> = vec![since.into()];
    let mut text = format!("SELECT 1 FROM {} WHERE created_at > $1", table.name);
    for column in columns.iter().filter_map(|name| table.column(name)) {
        values.push(context.frame.bound(column, row));
        text += &format!(" AND {} = ${}", column.name, values.len());
    }
    match tx.query_optional(&text, &values)? {
        Some(_) => Err(Error::repeated(&format!("{}_{}_repeated", table.name, columns.join("_")))),
        None => Ok(()),
    }
}
