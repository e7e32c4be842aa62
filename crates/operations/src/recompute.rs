//! Brings stored forms up to date after the way they are computed has changed: a migration leaves a task for each table to the
//! queue, so the server serves meanwhile.

use std::sync::Arc;

use ateneu_base::{Clock, Record, Value};
use ateneu_db::{Db, Error, Row, Tx};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Runner};
use ateneu_schema::{Column, Schema, Table};

/// The tables whose computed columns are computed again.
pub const RECOMPUTING: Queue =
    Queue::new("recompute").label("Textos da busca").lease_of(60 * 60).concurrency(1);

/// Rows in one transaction.
const BATCH: usize = 50;

/// Work of a subject that computes stored forms again by itself, under the name of its task.
pub type Repair = (&'static str, fn(&mut Tx<'_>, &Clock) -> Result<(), Error>);

/// Computes again what the queue names. Cloning is cheap and shares it.
#[derive(Clone)]
pub struct Recompute(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    schema: Arc<Schema>,
    repairs: Vec<Repair>,
    runner: Runner,
}

impl Recompute {
    /// Does nothing before [`Recompute::start`].
    pub fn new(db: Db, clock: Clock, schema: Arc<Schema>, repairs: Vec<Repair>) -> Self {
        let runner = Runner::new(db.clone(), clock.clone());
        Self(Arc::new(Inner { db, clock, schema, repairs, runner }))
    }

    /// Starts the worker, which runs until [`Recompute::close`]. Must be called on a Tokio runtime.
    pub fn start(&self) {
        self.0.runner.start(self.clone());
    }

    /// Stops the worker; what waits stays in the queue.
    pub async fn close(&self) {
        self.0.runner.close().await;
    }

    /// Makes every task due that a killed server held. Only where it is certain that no other server runs.
    pub async fn release_leases(&self) -> Result<(), Error> {
        let now = self.0.clock.now();
        self.0.db.write(move |tx| RECOMPUTING.release(tx, now).map(drop)).await
    }

    /// Handles what is due.
    pub async fn work(&self) -> Result<(), Error> {
        ateneu_queue::work(&self.0.db, &self.0.clock, self).await
    }

    async fn table(&self, name: &str) -> Result<(), Error> {
        let mut after = Some(Vec::new());
        while let Some(place) = after {
            let (inner, name) = (Arc::clone(&self.0), name.to_owned());
            let next = self.0.db.write(move |tx| match inner.schema.table(&name) {
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
            match self.0.repairs.iter().find(|(name, _)| *name == task.kind) {
                Some((_, repair)) => {
                    let (repair, clock) = (*repair, self.0.clock.clone());
                    self.0.db.write(move |tx| repair(tx, &clock)).await?;
                }
                None => self.table(&task.kind).await?,
            }
        }
        Ok(Some(Outcome::Done))
    }
}

/// Computes the columns of some rows after a key again. Returns the last key, and `None` after the last row.
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

/// Assignments of the columns that get another value, which is added to the parameters.
fn changed(columns: &[&Column], row: &Row, parameters: &mut Vec<Value>) -> Vec<String> {
    let known = |column: &&Column| (column.name.to_owned(), column.kind.json(row.get(column.name)));
    let mut record: Record = columns.iter().map(known).collect();
    let mut set = Vec::new();
    for (column, compute) in columns.iter().filter_map(|column| Some((column, column.recompute?))) {
        let value = compute(&record);
        let shown = column.kind.json(&value);
        if record.get(column.name) != Some(&shown) {
            parameters.push(value);
            set.push(format!("{} = ${}", column.name, parameters.len()));
            record.insert(column.name.to_owned(), shown);
        }
    }
    set
}
