//! GET and HEAD. The results of reads are cached until the next commit.
//!
//! Rules, masks and the caller's id are part of the statement, so callers share a result only if the database would
//! return the same. Any commit of this process clears the cache before its writer is answered. If other nodes write
//! too, the cache is off. A change by another program is visible within [`MAX_AGE`].

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::{Caller, Read, Reads, Timestamp, Value};
use ateneu_db as db;
use ateneu_db::Db;
use axum::http::{Method, StatusCode};
use parking_lot::Mutex;

use crate::{
    State,
    error::Error,
    plan::{self, Node},
    request::{Query, Request},
    response::{Parts, content_range},
    run::slow_reads,
    sql::{Builder, Statement, read::MAX_ROWS},
};

/// Reads a table. Sets `reads` to the dependencies of the response, also of an error. Leaves `reads` unchanged if they
/// are unknown.
pub async fn read(
    state: &State,
    caller: &Caller,
    request: &Request,
    table: &str,
    reads: &mut Option<Reads>,
) -> Result<Parts, Error> {
    let table = state.table(table)?;
    let query = Query::read(&request.pairs)?;
    let mut node = plan::read(&state.schema, caller, table, &query, state.clock.now())?;
    apply_range_header(&mut node, request.range);
    let keys = node.keys();
    let counted = request.prefer.count.is_some();
    if request.method == Method::HEAD && counted && !request.accept.is_single() {
        let total = count(state, caller, request, &node, reads).await?;
        let limit = node.limit.unwrap_or(MAX_ROWS).min(MAX_ROWS);
        let rows = total.saturating_sub(node.offset).min(limit);
        let (status, range) = status_and_range(&node, rows, Some(total))?;
        return Ok(Parts::empty(status, range));
    }
    let found = if node.limit == Some(0) && !counted {
        Arc::default()
    } else {
        find(state, caller, request, &node, counted, reads).await?
    };
    let (status, range) = status_and_range(&node, found.rows.len() as u64, found.total)?;
    let accept = request.accept;
    let write = move || Parts::rows(status, range, accept, &keys, &found.rows);
    if !accept.rewrites() {
        return write();
    }
    // Large responses are parsed and rewritten on a blocking thread.
    let written = tokio::task::spawn_blocking(write).await;
    written.map_err(|_| Error::Database(db::Error::Unavailable("the work was stopped".into())))?
}

/// Applies a `Range` header within limit and offset.
fn apply_range_header(node: &mut Node<'_>, range: Option<(u64, Option<u64>)>) {
    let Some((first, last)) = range else { return };
    node.offset = node.offset.max(first);
    if let Some(last) = last {
        let rows = last.saturating_add(1).saturating_sub(node.offset);
        node.limit = Some(node.limit.map_or(rows, |limit| limit.min(rows)));
    }
}

/// Number of retries of a list that is too large for a response, each for an eighth of the rows.
const SHORTER_LISTS: u32 = 3;

/// Finds the rows: fewer than requested if the response would be too large.
async fn find(
    state: &State,
    caller: &Caller,
    request: &Request,
    node: &Node<'_>,
    counted: bool,
    reads: &mut Option<Reads>,
) -> Result<Arc<Found>, Error> {
    let mut found = find_all(state, caller, request, node, counted, reads).await;
    for times in 1..=SHORTER_LISTS {
        let asked = node.limit.unwrap_or(MAX_ROWS).min(MAX_ROWS);
        let rows = (asked >> (3 * times)).max(1);
        let is_too_large = matches!(found, Err(Error::Database(db::Error::TooLarge(_))));
        let is_list = node.key().is_none() && !node.is_grouped() && rows < asked >> (3 * (times - 1));
        if !is_too_large || !is_list {
            break;
        }
        let shorter = Node { limit: Some(rows), ..node.clone() };
        found = find_all(state, caller, request, &shorter, counted, reads).await;
    }
    found
}

async fn find_all(
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
    // No row past the end carries the count, so it is read separately, in the same snapshot.
    let recount = counted.then(|| count_statement(state, caller, node));
    let asked = Arc::new((statement, recount));
    slow_reads::read(state, caller, request, move |tx| {
        let (statement, recount) = &*asked;
        let rows = tx.query(&statement.text, &statement.parameters)?;
        let total = match (rows.first(), recount) {
            (_, None) => None,
            (Some(row), Some(_)) => row.int("total").and_then(|total| u64::try_from(total).ok()),
            (None, Some(recount)) => Some(total_of(tx, recount)?),
        };
        Ok(Found { total, rows: rows.into_iter().map(body).collect() })
    })
    .await
}

/// Returns the JSON text of a row.
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

fn total_of(tx: &mut db::Tx<'_>, statement: &Statement) -> Result<u64, db::Error> {
    tx.query_one_as(&statement.text, &statement.parameters)
}

/// Returns the dependencies: the requested row or table, and related tables.
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
    slow_reads::read(state, caller, request, move |tx| total_of(tx, &statement)).await
}

/// PostgREST: returns 206 if counted and more rows exist than shown, 416 if the offset is past the counted end.
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

/// Maximum age of a cached result without a commit.
const MAX_AGE: Duration = Duration::from_secs(1);
/// Maximum size of a cached result in bytes.
const MAX_RESULT_BYTES: usize = 64 * 1024;
/// Maximum size of the cache in bytes.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The rows of a read, with their total if counted.
#[derive(Debug, Default)]
pub struct Found {
    /// JSON texts of the rows.
    pub rows: Vec<String>,
    pub total: Option<u64>,
}

/// A statement at an instant.
pub struct CacheKey {
    statement: String,
    commits: u64,
    asked_at: Timestamp,
}

#[derive(Default)]
pub struct ReadCache(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    /// Number of the commit before the read.
    commits: u64,
    bytes: usize,
    found: HashMap<String, (Timestamp, Arc<Found>)>,
}

impl ReadCache {
    /// Returns the key of a statement. Returns `None` if its result must not be cached.
    pub fn key(&self, db: &Db, statement: &Statement, now: Timestamp) -> Option<CacheKey> {
        if statement.depends_on_time {
            return None;
        }
        Some(CacheKey {
            commits: db.commits()?,
            statement: format!("{} {:?}", statement.text, statement.parameters),
            asked_at: now,
        })
    }

    /// Returns the result cached since the last commit.
    pub fn get(&self, key: &CacheKey) -> Option<Arc<Found>> {
        let entries = self.0.lock();
        if entries.commits != key.commits {
            return None;
        }
        let (found_at, found) = entries.found.get(&key.statement)?;
        let young = key.asked_at < *found_at + MAX_AGE && key.asked_at >= *found_at;
        young.then(|| Arc::clone(found))
    }

    /// Caches a result, unless a commit has happened meanwhile, because the read may be older.
    pub fn insert(&self, db: &Db, key: CacheKey, found: &Arc<Found>) {
        let bytes = key.statement.len() + found.rows.iter().map(String::len).sum::<usize>();
        let mut entries = self.0.lock();
        if bytes > MAX_RESULT_BYTES || db.commits() != Some(key.commits) || entries.commits > key.commits {
            return;
        }
        if entries.commits != key.commits || entries.bytes + bytes > MAX_BYTES {
            *entries = Entries { commits: key.commits, ..Entries::default() };
        }
        entries.bytes += bytes;
        entries.found.insert(key.statement, (key.asked_at, Arc::clone(found)));
    }
}
