//! Durable single-row inserts from 64 clients, beside one commit per insert on the same disk.

use std::{fs, time::Instant};

use anyhow::Result;
use ateneu_db::{Db, Target};
use rusqlite::Connection;

use crate::{
    load::wrk,
    postgres::{TABLE, round},
    server::{Server, scratch},
    table::Table,
};

const SCRIPT: &str = r#"
local number = 0
wrk.headers["content-type"] = "application/json"
request = function()
  number = number + 1
  local body = '{"name":"Medida","email":"m' .. number .. '@exemplo.com.br","subject":"Parcerias","message":"Uma linha."}'
  return wrk.format("POST", "/rest/v1/contacts", nil, body)
end
"#;

/// One commit, one flush per insert, as a simple program would do it.
fn one_by_one() -> Result<f64> {
    let folder = tempfile::tempdir_in(scratch())?;
    let connection = Connection::open(folder.path().join("peer.db"))?;
    connection.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
         CREATE TABLE contacts (id TEXT PRIMARY KEY, name TEXT, email TEXT, subject TEXT, message TEXT)",
    )?;
    let begun = Instant::now();
    let mut number = 0_u32;
    while begun.elapsed().as_secs() < 5 {
        connection.execute(
            "INSERT INTO contacts VALUES (?1, 'Medida', 'm@exemplo.com.br', 'Parcerias', 'Uma linha.')",
            [number],
        )?;
        number += 1;
    }
    Ok(f64::from(number) / begun.elapsed().as_secs_f64())
}

/// 64 writers directly on the database, without HTTP.
fn together() -> Result<f64> {
    let folder = tempfile::tempdir_in(scratch())?;
    let target = Target::Sqlite(folder.path().join("own.db"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async move {
        let db = Db::open(&target, &[("0001_contacts", TABLE)]).await?;
        round(&db, false, 0).await
    })
}

/// Directly on the database, and over HTTP.
pub fn durable(table: &mut Table) -> Result<()> {
    let peer = one_by_one()?;
    table.share(
        "durable inserts, 64 writers, database alone",
        together()?,
        peer,
        "one commit each",
        10.0,
        "rows/s",
    );
    let server = Server::start(&[])?;
    let script = scratch().join("inserts.lua");
    fs::write(&script, SCRIPT)?;
    // With the service key: a visitor's requests per hour are limited.
    let (_, service) = server.keys()?;
    let authorization = format!("Bearer {service}");
    let own = wrk(&server.url, &[("authorization", &authorization)], Some(&script))?;
    table.share("durable inserts, 64 clients, over HTTP", own, peer, "one commit each", 10.0, "rows/s");
    Ok(())
}
