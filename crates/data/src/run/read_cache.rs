//! Caches the results of reads until the next commit.
//!
//! Rules, masks and the caller's id are part of the statement, so two callers share a result only where the database
//! would give both the same. Any commit of this process clears the cache before its writer is answered; where other
//! nodes write too, nothing is cached. A file changed by another program shows within [`LONGEST`].

use std::{collections::HashMap, sync::Arc, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Db;
use parking_lot::Mutex;

use crate::sql::Statement;

/// How long a result is served without a commit.
const LONGEST: Duration = Duration::from_secs(1);
/// Largest cached result, in bytes.
const ONE: usize = 64 * 1024;
/// Most cached bytes.
const ALL: usize = 8 * 1024 * 1024;

/// The rows of a read, and their total where it was counted.
#[derive(Debug, Default)]
pub struct Found {
    /// One JSON text each.
    pub rows: Vec<String>,
    /// How many rows match, whatever the range.
    pub total: Option<u64>,
}

/// A statement at an instant.
pub struct CacheKey {
    statement: String,
    commits: u64,
    asked_at: Timestamp,
}

/// The cached results.
#[derive(Default)]
pub struct ReadCache(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    /// The commit after which these were found.
    commits: u64,
    bytes: usize,
    found: HashMap<String, (Timestamp, Arc<Found>)>,
}

impl ReadCache {
    /// The key of a statement; `None` when its result must not be cached.
    pub fn key(&self, db: &Db, statement: &Statement, now: Timestamp) -> Option<CacheKey> {
        if statement.asks_the_time {
            return None;
        }
        Some(CacheKey {
            commits: db.commits()?,
            statement: format!("{} {:?}", statement.text, statement.parameters),
            asked_at: now,
        })
    }

    /// The result cached since the last commit.
    pub fn get(&self, key: &CacheKey) -> Option<Arc<Found>> {
        let entries = self.0.lock();
        if entries.commits != key.commits {
            return None;
        }
        let (found_at, found) = entries.found.get(&key.statement)?;
        let young = key.asked_at < *found_at + LONGEST && key.asked_at >= *found_at;
        young.then(|| Arc::clone(found))
    }

    /// Caches a result, unless something was committed meanwhile: it may have been read before that.
    pub fn insert(&self, db: &Db, key: CacheKey, found: &Arc<Found>) {
        let bytes = key.statement.len() + found.rows.iter().map(String::len).sum::<usize>();
        let mut entries = self.0.lock();
        if bytes > ONE || db.commits() != Some(key.commits) || entries.commits > key.commits {
            return;
        }
        if entries.commits != key.commits || entries.bytes + bytes > ALL {
            *entries = Entries { commits: key.commits, ..Entries::default() };
        }
        entries.bytes += bytes;
        entries.found.insert(key.statement, (key.asked_at, Arc::clone(found)));
    }
}
