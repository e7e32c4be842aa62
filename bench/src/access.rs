//! Cost of the decision who has access: the one indexed read of a request that knows nothing of its person yet.

use std::time::Instant;

use anyhow::{Context, Result};
use ateneu_base::{Timestamp, Value};
use ateneu_db::{Db, Target};
use ateneu_membership::access;
use ateneu_schema::MIGRATIONS;
use ateneu_server::subjects::declared;

use crate::{server::scratch, table::Table};

/// Members in the table.
const MEMBERS: usize = 20_000;

/// Decisions measured, each about another member.
const DECISIONS: usize = 20_000;

/// The mean of reading a member's facts by key and comparing two instants.
pub fn decision(table: &mut Table) -> Result<()> {
    let folder = tempfile::tempdir_in(scratch())?;
    let target = Target::Sqlite(folder.path().join("access.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let micros = runtime.block_on(async {
        let db = Db::open(&target, MIGRATIONS).await?;
        fill(&db).await?;
        decide(&db).await
    })?;
    table.under("access decision, one indexed read", micros, 100.0, "µs");
    Ok(())
}

async fn fill(db: &Db) -> Result<()> {
    let begun = Timestamp::from_seconds(1_795_220_000);
    db.write(move |tx| {
        for number in 0..MEMBERS {
            let (id, email) = (format!("member-{number}"), format!("m{number}@exemplo.com.br"));
            let user = "INSERT INTO users (id, email, created_at, updated_at) VALUES ($1, $2, $3, $3)";
            tx.execute(user, &[(&id).into(), (&email).into(), begun.into()])?;
            let subscriber =
                "INSERT INTO subscribers (id, user_id, email, plan, status, access_until, created_at, updated_at)
                              VALUES ($1, $1, $2, 'update', 'active', $3, $4, $4)";
            let until = Value::from(access::WITHOUT_END);
            tx.execute(subscriber, &[(&id).into(), (&email).into(), until, begun.into()])?;
        }
        Ok::<_, ateneu_db::Error>(())
    })
    .await?;
    Ok(())
}

async fn decide(db: &Db) -> Result<f64> {
    let now = Timestamp::from_seconds(1_795_220_000);
    let begun = Instant::now();
    let mut open = 0;
    let facts_sql = declared().schema.facts_sql().context("no table declares facts")?;
    for number in 0..DECISIONS {
        // A prime: no two neighbours in a row.
        let id = format!("member-{}", number * 7_919 % MEMBERS);
        let sql = facts_sql.clone();
        let facts = db.read(move |tx| tx.query(&sql, &[id.into()])).await?;
        let until = facts.iter().filter_map(|row| Timestamp::parse(row.text("until")?).ok()).max();
        open += usize::from(until.is_some_and(|until| now < until));
    }
    let micros = begun.elapsed().as_secs_f64() * 1e6 / DECISIONS as f64;
    anyhow::ensure!(open == DECISIONS, "a member was not let in");
    Ok(micros)
}
