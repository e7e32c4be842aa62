//! GET and HEAD.

use std::sync::Arc;

use ateneu_base::{Caller, Read, Reads, Value};
use ateneu_db as db;
use axum::http::{Method, StatusCode};

use crate::{
    State,
    error::Error,
    plan::{self, Node},
    request::{Query, Request},
    response::{Answer, content_range},
    run::{heavy, read_cache::Found},
    sql::{Builder, Statement, read::MOST_ROWS},
};

/// Reads a table. `reads` is what the answer depends on, also where it is an error; none when that is unknown.
pub async fn read(
    state: &State,
    caller: &Caller,
    request: &Request,
    table: &str,
    reads: &mut Option<Reads>,
) -> Result<Answer, Error> {
    let table = state.table(table)?;
    let query = Query::read(&request.pairs)?;
    let mut node = plan::read(&state.schema, caller, table, &query)?;
    apply_range_header(&mut node, request.range);
    let keys = node.keys();
    let counted = request.prefer.count.is_some();
    if request.method == Method::HEAD && counted && !request.accept.is_single() {
        let total = count(state, caller, request, &node, reads).await?;
        let limit = node.limit.unwrap_or(MOST_ROWS).min(MOST_ROWS);
        let rows = total.saturating_sub(node.offset).min(limit);
        let (status, range) = status_and_range(&node, rows, Some(total))?;
        return Ok(Answer::empty(status, range));
    }
    let found = if node.limit == Some(0) && !counted {
        Arc::default()
    } else {
        find(state, caller, request, &node, counted, reads).await?
    };
    let (status, range) = status_and_range(&node, found.rows.len() as u64, found.total)?;
    let accept = request.accept;
    let write = move || Answer::rows(status, range, accept, &keys, &found.rows);
    if !accept.rewrites() {
        return write();
    }
    // Megabytes are parsed and written again: not on a thread that serves others.
    let written = tokio::task::spawn_blocking(write).await;
    written.map_err(|_| Error::Database(db::Error::Unavailable("the work was stopped".into())))?
}

/// A `Range` header narrows what limit and offset ask.
fn apply_range_header(node: &mut Node<'_>, range: Option<(u64, Option<u64>)>) {
    let Some((first, last)) = range else { return };
    node.offset = node.offset.max(first);
    if let Some(last) = last {
        let rows = last.saturating_add(1).saturating_sub(node.offset);
        node.limit = Some(node.limit.map_or(rows, |limit| limit.min(rows)));
    }
}

async fn find(
    state: &State,
    caller: &Caller,
    request: &Request,
    node: &Node<'_>,
    counted: bool,
    reads: &mut Option<Reads>,
) -> Result<Arc<Found>, Error> {
    let statement = {
        let mut builder = builder(state, caller);
        let text = builder.select(node, counted);
        builder.finish(text)
    };
    *reads = Some(reads_of(node, &statement));
    let key = state.read_cache.key(&state.db, &statement, state.clock.now());
    if let Some(found) = key.as_ref().and_then(|key| state.read_cache.get(key)) {
        return Ok(found);
    }
    let found = Arc::new(ask(state, caller, request, node, counted, statement).await?);
    if let Some(key) = key {
        state.read_cache.insert(&state.db, key, &found);
    }
    Ok(found)
}

async fn ask(
    state: &State,
    caller: &Caller,
    request: &Request,
    node: &Node<'_>,
    counted: bool,
    statement: Statement,
) -> Result<Found, Error> {
    // Past the end no row carries the count: it is read by itself, in the same snapshot.
    let recount = counted.then(|| count_statement(state, caller, node));
    let asked = Arc::new((statement, recount));
    heavy::read(state, caller, request, move |tx| {
        let (statement, recount) = &*asked;
        let rows = tx.query(&statement.text, &statement.parameters)?;
        let total = match (rows.first(), recount) {
            (_, None) => None,
            (Some(row), Some(_)) => row.int("total"),
            (None, Some(recount)) => total_of(tx, recount)?,
        };
        Ok(Found {
            total: total.and_then(|total| u64::try_from(total).ok()),
            rows: rows.into_iter().map(body).collect(),
        })
    })
    .await
}

/// The JSON text of a row.
pub fn body(row: db::Row) -> String {
    match row.into_values().into_iter().next() {
        Some(Value::Text(body)) => body,
        _ => "null".into(),
    }
}

fn builder<'s>(state: &'s State, caller: &'s Caller) -> Builder<'s> {
    Builder::new(state.db.dialect(), caller, state.clock.now(), &state.schema)
}

fn count_statement(state: &State, caller: &Caller, node: &Node<'_>) -> Statement {
    let mut builder = builder(state, caller);
    let text = builder.count(node);
    builder.finish(text)
}

fn total_of(tx: &mut db::Tx<'_>, statement: &Statement) -> Result<Option<i64>, db::Error> {
    let row = tx.query_optional(&statement.text, &statement.parameters)?;
    Ok(row.and_then(|row| row.int("total")))
}

/// The row or table that was asked for, and the tables beside it.
fn reads_of(node: &Node<'_>, statement: &Statement) -> Reads {
    let table = node.table.name.to_owned();
    let own = match node.key() {
        Some(key) => Read::Row(table, key),
        None => Read::Table(table),
    };
    let related = statement.related.iter().map(|table| Read::Table((*table).to_owned()));
    Reads([own].into_iter().chain(related).collect())
}

async fn count(
    state: &State,
    caller: &Caller,
    request: &Request,
    node: &Node<'_>,
    reads: &mut Option<Reads>,
) -> Result<u64, Error> {
    let statement = Arc::new(count_statement(state, caller, node));
    *reads = Some(reads_of(node, &statement));
    let total = heavy::read(state, caller, request, move |tx| total_of(tx, &statement)).await?;
    Ok(total.and_then(|total| u64::try_from(total).ok()).unwrap_or(0))
}

/// PostgREST: 206 when counted and more rows exist than shown, 416 when the offset lies past the counted end.
fn status_and_range(node: &Node<'_>, rows: u64, total: Option<u64>) -> Result<(StatusCode, String), Error> {
    let status = match total {
        Some(total) if node.offset > total => {
            return Err(Error::PastEnd { offset: node.offset, total });
        }
        Some(total) if rows < total => StatusCode::PARTIAL_CONTENT,
        _ => StatusCode::OK,
    };
    Ok((status, content_range(node.offset, rows, total)))
}
