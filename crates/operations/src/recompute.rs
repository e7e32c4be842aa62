//! Recomputes stored forms after a change of their computation: a migration queues a task for each table, which runs
//! while the server serves.

use std::sync::Arc;

use ateneu_base::{Clock, Record, Value};
use ateneu_db::{Db, Error, Row, Tx};
use ateneu_module::Repair;
use ateneu_queue::{Handler, Leased, Outcome, Queue};
use ateneu_schema::{Column, Schema, Table};

/// Queue of the tables whose computed columns are recomputed.
pub const RECOMPUTING: Queue =
    Queue::new("recompute").label("Textos da busca").lease_of(60 * 60).concurrency(1);

/// Number of rows in a transaction.
const BATCH: usize = 50;

/// Handler of the queue. Clones share it.
#[derive(Clone)]
pub struct Recompute {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Every declared table.
    pub schema: Arc<Schema>,
    /// Work of the subjects, by the name of its task.
    pub repairs: Vec<(&'static str, Repair)>,
}

impl Recompute {
    async fn table(&self, name: &str) -> Result<(), Error> {
        let mut after = Some(Vec::new());
        while let Some(place) = after {
            let (schema, name) = (Arc::clone(&self.schema), name.to_owned());
            let next = self.db.write(move |tx| match schema.table(&name) {
                Some(table) => recompute(tx, table, &place),
                None => Ok(None),
            });
            after = next.await?;
        }
        Ok(())
    }
}

impl Handler for Recompute {
    fn queue(&self) -> Queue {
        RECOMPUTING
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        for task in tasks {
            match self.repairs.iter().find(|(name, _)| *name == task.kind) {
                Some((_, repair)) => {
                    let (repair, clock) = (*repair, self.clock.clone());
                    self.db.write(move |tx| repair(tx, &clock)).await?;
                }
                None => self.table(&task.kind).await?,
            }
        }
        Ok(Some(Outcome::Done))
    }
}

/// Recomputes the columns of some rows after a key. Returns the last key, or `None` after the last row.
fn recompute(tx: &mut Tx<'_>, table: &Table, after: &[Value]) -> Result<Option<Vec<Value>>, Error> {
    let columns: Vec<&Column> = table.stored().collect();
    let names = columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
    let key = table.primary_key.join(", ");
    let places = |from: usize| (from..from + table.primary_key.len()).map(|n| format!("${n}"));
    let begin = match after {
        [] => String::new(),
        _ => format!("WHERE ({key}) > ({})", places(1).collect::<Vec<_>>().join(", ")),
    };
    let lock = tx.dialect().for_update();
    let sql = format!("SELECT {names} FROM {} {begin} ORDER BY {key} LIMIT {BATCH} {lock}", table.name);
    let rows = tx.query(&sql, after)?;
    let mut is_changed = false;
    for row in &rows {
        let mut values: Vec<Value> = table.primary_key.iter().map(|name| row.get(name).clone()).collect();
        let set = changed(&columns, row, &mut values);
        if set.is_empty() {
            continue;
        }
        let own = table.primary_key.iter().zip(places(1)).map(|(name, place)| format!("{name} = {place}"));
        let own = own.collect::<Vec<_>>().join(" AND ");
        let sql = format!("UPDATE {} SET {} WHERE {own}", table.name, set.join(", "));
        tx.execute(&sql, &values)?;
        is_changed = true;
    }
    if is_changed {
        tx.changed_table(table.name);
    }
    let last = rows.last().filter(|_| rows.len() == BATCH);
    Ok(last.map(|row| table.primary_key.iter().map(|name| row.get(name).clone()).collect()))
}

/// Returns the assignments of the columns with another value, and adds the values to the parameters.
fn changed(columns: &[&Column], row: &Row, parameters: &mut Vec<Value>) -> Vec<String> {
    let known = |column: &&Column| (column.name.to_owned(), column.kind.json(row.get(column.name)));
    let mut record: Record = columns.iter().map(known).collect();
    let mut set = Vec::new();
    for (column, compute) in columns.iter().filter_map(|column| Some((column, column.recompute.as_ref()?))) {
        let value = compute.of(&record);
        let shown = column.kind.json(&value);
        if record.get(column.name) != Some(&shown) {
            parameters.push(value);
            set.push(format!("{} = ${}", column.name, parameters.len()));
            record.insert(column.name.to_owned(), shown);
        }
    }
    set
}
