//! Documents cached until a dependency changes. Concurrent requests share one render, and no response is older than the
//! last change before its request.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use ateneu_base::{Change, Clock, Timestamp, calendar};
use ateneu_schema::Schema;
use axum::http::StatusCode;
use moka::future::Cache as Kept;

use crate::{
    dependencies::Dependencies,
    document::Document,
    error::Error,
    versions::{Version, Versions},
};

/// Memory for the pages of the site.
const MAIN_BYTES: u64 = 64 * 1024 * 1024;
/// Memory for addresses that anyone can make up: searches and missing pages.
const TRANSIENT_BYTES: u64 = 8 * 1024 * 1024;

/// Part of the cache that a document belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// A page of the site.
    Main,
    /// A made-up combination, or a response that is not a success.
    Transient,
}

/// A document with its dependencies.
#[derive(Debug)]
struct Entry {
    document: Arc<Document>,
    reads: Dependencies,
    /// Version before its render began.
    began: Version,
    day: Timestamp,
}

/// Numbers of outcomes since the start.
#[derive(Debug, Default)]
pub struct Counters {
    pub kept: AtomicU64,
    pub made: AtomicU64,
    pub failed: AtomicU64,
}

/// Both tiers and the order of changes.
pub struct Cache {
    main: Kept<String, Arc<Entry>>,
    transient: Kept<String, Arc<Entry>>,
    versions: Versions,
    schema: Arc<Schema>,
    clock: Clock,
    pub counters: Counters,
}

impl Cache {
    pub fn new(schema: Arc<Schema>, clock: Clock) -> Self {
        let tier = |bytes: u64| {
            let weigh =
                |key: &String, entry: &Arc<Entry>| entry.document.weight().saturating_add(key.len() as u32);
            Kept::builder().max_capacity(bytes).weigher(weigh).build()
        };
        Self {
            main: tier(MAIN_BYTES),
            transient: tier(TRANSIENT_BYTES),
            versions: Versions::default(),
            schema,
            clock,
            counters: Counters::default(),
        }
    }

    /// Returns the current document under this key, rendered if missing or stale.
    pub async fn get<F>(
        &self,
        key: &str,
        tier: Tier,
        make: impl Fn() -> F,
    ) -> Result<Arc<Document>, Arc<Error>>
    where
        F: Future<Output = Result<(Document, Dependencies), Error>>,
    {
        let arrived = self.versions.now();
        if let Some(entry) = self.find(key).await {
            self.counters.kept.fetch_add(1, Ordering::Relaxed);
            return Ok(entry.document.clone());
        }
        loop {
            let entry = self.transient.try_get_with(key.to_owned(), self.entry(key, make())).await?;
            // A shared render may have begun before a change that this response must include.
            if entry.began < arrived && !self.is_current(&entry) {
                self.transient.invalidate(key).await;
                continue;
            }
            if tier == Tier::Main && entry.document.status() == StatusCode::OK {
                self.main.insert(key.to_owned(), Arc::clone(&entry)).await;
                self.transient.invalidate(key).await;
            }
            return Ok(entry.document.clone());
        }
    }

    /// Invalidates the documents that depend on these committed changes.
    pub fn invalidate(&self, changes: &[Change]) {
        self.versions.invalidate(&self.schema, changes);
    }

    pub fn follows_rows_of(&self, table: &str) -> bool {
        self.versions.follows_rows_of(table)
    }

    pub fn invalidate_all(&self) {
        self.versions.invalidate_all();
    }

    async fn find(&self, key: &str) -> Option<Arc<Entry>> {
        for tier in [&self.main, &self.transient] {
            match tier.get(key).await {
                Some(entry) if self.is_current(&entry) => return Some(entry),
                Some(_) => tier.invalidate(key).await,
                None => {}
            }
        }
        None
    }

    async fn entry(
        &self,
        key: &str,
        make: impl Future<Output = Result<(Document, Dependencies), Error>>,
    ) -> Result<Arc<Entry>, Error> {
        let (began, day) = (self.versions.now(), self.day());
        match make.await {
            Ok((document, reads)) => {
                self.versions.follow_rows(&reads);
                self.counters.made.fetch_add(1, Ordering::Relaxed);
                Ok(Arc::new(Entry { document: Arc::new(document), reads, began, day }))
            }
            Err(error) => {
                error.log(key);
                self.counters.failed.fetch_add(1, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    fn is_current(&self, entry: &Entry) -> bool {
        entry.day == self.day() && self.versions.unchanged(&entry.reads, entry.began)
    }

    /// Returns the present instant.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the first instant of the day in São Paulo: pages show the current year.
    fn day(&self) -> Timestamp {
        calendar::start_of_day(self.now())
    }
}
