//! How often rows may be added: so many from one address in an hour, and the same words not twice in a row. Judged in the
//! transaction that inserts. What is refused for its own sake counts nothing; what depends on the rows that exist counts
//! like a new row, refused or undone, or addresses could be tried one by one.

use std::time::Duration;

use ateneu_base::{Record, Value};
use ateneu_db::Tx;
use ateneu_limits::{Limit, network};

use super::work::Work;
use crate::error::Error;

const HOUR: Duration = Duration::from_secs(3_600);

/// Before the first row: counts all of them for the address they come from; true where they were counted. Without an
/// address the call came from inside the house.
pub fn admit(work: &Work<'_>, tx: &mut Tx<'_>, rows: usize) -> Result<bool, Error> {
    let table = work.frame.table;
    if work.frame.caller.is_service() {
        return Ok(false);
    }
    // Two presses at once: the second waits here until it can see the first. Always before the count, so that no two
    // writers take the two locks in opposite orders.
    if table.insert_limit.once_in_minutes.is_some() {
        tx.lock(table.name)?;
    }
    let (Some(most), Some(address)) = (table.insert_limit.per_hour, &work.request.address) else {
        return Ok(false);
    };
    let limit = Limit {
        bucket: format!("insert:{}:{}", table.name, network(address)),
        most: i64::from(most),
        window: HOUR,
    };
    limit.count(tx, rows, work.frame.now)?;
    Ok(true)
}

/// Refuses a row whose like was stored a moment ago.
pub fn refuse_repetition(work: &Work<'_>, tx: &mut Tx<'_>, row: &Record) -> Result<(), Error> {
    let table = work.frame.table;
    let Some((minutes, columns)) = &table.insert_limit.once_in_minutes else {
        return Ok(());
    };
    if work.frame.caller.is_service() {
        return Ok(());
    }
    let since = work.frame.now - Duration::from_secs(u64::from(*minutes) * 60);
    let mut values: Vec<Value> = vec![since.into()];
    let mut text = format!("SELECT 1 FROM {} WHERE created_at > $1", table.name);
    for column in columns.iter().filter_map(|name| table.column(name)) {
        values.push(work.frame.bound(column, row));
        text += &format!(" AND {} = ${}", column.name, values.len());
    }
    match tx.query_optional(&text, &values)? {
        Some(_) => Err(Error::repeated(&format!("{}_{}_repeated", table.name, columns.join("_")))),
        None => Ok(()),
    }
}
