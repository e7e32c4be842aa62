//! Durable inserts into PostgreSQL from 64 writers, with and without the announcement of each row to other nodes.

use std::time::Instant;

use anyhow::Result;
use ateneu_base::{Change, Record, Verb};
use ateneu_db::{Db, Target};

use crate::{
    option,
    table::{Table, median},
};

/// The address of a PostgreSQL server's database in which a table may be made. It must flush: `fsync` and
/// `synchronous_commit` on.
pub const POSTGRES: &str = "--postgres";
const ROUNDS: usize = 3;
const SECONDS: u64 = 5;

/// Table that the rows are written into, in either database.
pub const TABLE: &str =
    "CREATE TABLE contacts (id bigint PRIMARY KEY, name text, email text, subject text, message text)";
const INSERT: &str =
    "INSERT INTO contacts VALUES ($1, 'Medida', 'm@exemplo.com.br', 'Parcerias', 'Uma linha.')";

/// See the module.
pub fn inserts(table: &mut Table) -> Result<()> {
    let Some(address) = option(POSTGRES) else {
        table.row("durable inserts into PostgreSQL", "not measured".into(), POSTGRES, "not set".into());
        return Ok(());
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (with, without) = runtime.block_on(async move {
        let db = Db::open(&Target::Postgres(address), &[("0001_contacts", TABLE)]).await?;
        db.write(|tx| tx.execute("DELETE FROM contacts", &[])).await?;
        let (mut first, mut with, mut without) = (0, Vec::new(), Vec::new());
        // In turns: a disk that becomes slower must not count for one alone.
        for _ in 0..ROUNDS {
            for (announced, rates) in [(false, &mut without), (true, &mut with)] {
                rates.push(round(&db, announced, first).await?);
                first += 100_000_000;
            }
        }
        db.close().await;
        Ok::<_, anyhow::Error>((median(with), median(without)))
    })?;
    table.at_least("durable inserts into PostgreSQL, announced, a second", with, 5_000.0);
    table.share("the same, as a part of those not announced", with, without, "not announced", 0.7, "rows/s");
    Ok(())
}

/// Rows a second that 64 writers insert, with ids from `first` on.
pub async fn round(db: &Db, announced: bool, first: i64) -> Result<f64> {
    let begun = Instant::now();
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..64_i64 {
        let db = db.clone();
        writers.spawn(async move {
            let mut number = 0_i64;
            while begun.elapsed().as_secs() < SECONDS {
                let id = first + number * 64 + writer;
                let insert = db.write(move |tx| {
                    if announced {
                        let row =
                            [("name", "Medida"), ("email", "m@exemplo.com.br"), ("subject", "Parcerias")];
                        let mut new: Record =
                            row.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
                        new.insert("id".to_owned(), id.into());
                        new.insert("message".to_owned(), "Uma linha.".into());
                        tx.changed(Change {
                            table: "contacts".into(),
                            verb: Verb::Insert,
                            old: None,
                            new: Some(new),
                        });
                    }
                    tx.execute(INSERT, &[id.into()])
                });
                insert.await?;
                number += 1;
            }
            Ok::<i64, ateneu_db::Error>(number)
        });
    }
    let mut rows = 0;
    while let Some(written) = writers.join_next().await {
        rows += written??;
    }
    Ok(rows as f64 / begun.elapsed().as_secs_f64())
}
