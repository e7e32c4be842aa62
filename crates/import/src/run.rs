//! The whole import, in the order of what depends on what.

use std::{path::PathBuf, sync::Arc, time::Duration};

use ateneu_audit::{Entry, MANY};
use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_db::{Db, Error as DbError};
use ateneu_schema::{Schema, Table};
use ateneu_storage::backend::Store;
use ateneu_tokens::Cipher;

use crate::{
    Error,
    accounts::{self, AccountTable},
    bytes::FilesFrom,
    feed::{Feed, Waiting},
    files::{self, Copying},
    merge::Target,
    product::{self, ProductTable},
    report::{Fate, Report},
    source::Source,
    writer::Writer,
};

/// Options of an import.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address of the project's database.
    pub database: Secret,
    /// Source of the files' bytes. `None` leaves the files out.
    pub files: Option<FilesFrom>,
    /// Address of the project, whose addresses of files become paths of this site.
    pub project_url: Option<String>,
    /// True to import; false for a trial.
    pub is_applied: bool,
    /// True to write rows anew that changed here.
    pub overwrites: bool,
    /// File of the report.
    pub report: Option<PathBuf>,
    /// Number of rows that one transaction writes.
    pub page: usize,
    /// First wait before a request to the project's storage is sent again.
    pub retry: Duration,
}

/// Action of an import in the audit log.
pub(crate) const ACTION: &str = "import-project";

/// Usual number of rows that one transaction writes.
pub const PAGE: usize = 500;

/// The installation.
#[derive(Clone)]
pub struct Destination {
    /// Database of the installation.
    pub db: Db,
    /// The declared tables.
    pub schema: Arc<Schema>,
    /// Ids of the declared buckets.
    pub buckets: Vec<String>,
    /// Store of its files.
    pub store: Store,
    /// Cipher of the secrets of second factors.
    pub factors: Arc<Cipher>,
    /// The clock.
    pub clock: Clock,
}

/// Imports a project, or tries to.
///
/// # Errors
/// Fails if the project cannot be read, or this installation not be written. Finished pages stay, and a repeated import goes
/// on after them.
pub async fn import(options: &Options, to: &Destination) -> Result<Report, Error> {
    let source = Source::open(&options.database).await?;
    let mut report = Report::open(options.is_applied, options.report.as_deref())?;
    let writer = Writer::new(&to.db, options.is_applied);
    let now = to.clock.now();
    let work = Work { options, to, source: &source, writer: &writer, now };
    work.import_rows(&mut report).await?;
    work.import_files(&mut report).await?;
    accounts::report_left_out(&source, &mut report).await?;
    product::report_unknown(&source, &to.schema, &mut report).await?;
    work.count_here(&mut report).await?;
    work.complete(&report).await?;
    writer.end().await?;
    report.finish()?;
    Ok(report)
}

struct Work<'a> {
    options: &'a Options,
    to: &'a Destination,
    source: &'a Source,
    writer: &'a Writer,
    now: Timestamp,
}

/// A feed with its place in the report, and the rows that wait.
struct Begun {
    feed: Feed,
    place: usize,
    waiting: Waiting,
}

impl Work<'_> {
    async fn target(&self, table: &str) -> Result<Target, Error> {
        let declared: &Table = self
            .to
            .schema
            .table(table)
            .ok_or_else(|| DbError::Other(format!("the table {table} is not declared")))?;
        let (table, overwrites, now) = (Arc::new(declared.clone()), self.options.overwrites, self.now);
        self.writer.run(move |tx| Target::find(tx, &table, overwrites, now)).await
    }

    /// Imports accounts and rows. Rows that name one which is not here yet are tried again, until none finds its row.
    async fn import_rows(&self, report: &mut Report) -> Result<(), Error> {
        let mut begun = Vec::new();
        for feed in self.feeds(report).await? {
            let place = report.begin_table(&feed.name);
            report.tables[place].unknown_columns.clone_from(&feed.unknown_columns);
            let waiting =
                feed.run(self.source, self.writer, report, (place, None, self.options.page)).await?;
            begun.push(Begun { feed, place, waiting });
        }
        loop {
            let mut found = false;
            for Begun { feed, place, waiting } in &mut begun {
                if waiting.is_empty() {
                    continue;
                }
                let left = feed
                    .run(self.source, self.writer, report, (*place, Some(&*waiting), self.options.page))
                    .await?;
                found |= left.len() < waiting.len();
                *waiting = left;
            }
            if !found {
                break;
            }
        }
        for Begun { place, waiting, .. } in begun {
            for (key, reason) in waiting {
                report.count(place, &key, &Fate::Skipped(reason))?;
            }
        }
        Ok(())
    }

    /// Returns the feeds of accounts and rows, each after those whose rows its rows name.
    async fn feeds(&self, report: &mut Report) -> Result<Vec<Feed>, Error> {
        let mut feeds = Vec::new();
        for table in accounts::tables(self.source, &self.to.factors) {
            if self.source.columns(table.name).is_empty() {
                continue;
            }
            let target = self.target(table.table).await?;
            let AccountTable { name, columns, from, convert, .. } = table;
            feeds.push(Feed {
                name: name.into(),
                target,
                columns,
                from,
                convert,
                unknown_columns: Vec::new(),
            });
        }
        let site = self.options.project_url.as_deref();
        for table in self.to.schema.tables() {
            let Some(read) = product::read(self.source, table, (site, self.now), report)? else { continue };
            let target = self.target(table.name).await?;
            let ProductTable { name, columns, from, convert, unknown_columns } = read;
            feeds.push(Feed { name, target, columns, from, convert, unknown_columns });
        }
        Ok(feeds)
    }

    async fn import_files(&self, report: &mut Report) -> Result<(), Error> {
        if self.source.columns("storage.objects").is_empty() {
            return Ok(());
        }
        let Some(from) = &self.options.files else {
            let count = self.source.count("storage.objects").await?;
            return Ok(report.leave_out_many(
                "files: --storage-url or --storage-folder brings them",
                count,
                true,
            )?);
        };
        let buckets = files::buckets(self.source, self.target("buckets").await?, self.to.buckets.clone());
        let place = report.begin_table(&buckets.name);
        buckets.run(self.source, self.writer, report, (place, None, self.options.page)).await?;
        let objects = files::objects(self.source, self.target("objects").await?);
        let place = report.begin_table(&objects.name);
        let Options { retry, is_applied, .. } = *self.options;
        let copying = Copying { from, store: &self.to.store, retry, is_applied };
        files::run(&objects, self.source, (self.writer, report, place), &copying).await
    }

    /// Counts the rows that are here.
    async fn count_here(&self, report: &mut Report) -> Result<(), Error> {
        for table in &mut report.tables {
            let name = match table.name.as_str() {
                "auth.mfa_factors" => "factors",
                other => other.split_once('.').map_or(other, |(_, name)| name),
            };
            let sql = format!("SELECT count(*) FROM {name}");
            table.here = self.writer.run(move |tx| Ok(tx.query_one_as(&sql, &[])?)).await?;
        }
        Ok(())
    }

    /// Completes the import: which rows name which files is found anew at the next start, and the audit log gets an entry.
    async fn complete(&self, report: &Report) -> Result<(), Error> {
        let has_written = report.tables.iter().any(|table| table.added + table.changed > 0);
        let now = self.now;
        self.writer
            .run(move |tx| {
                ateneu_storage::scan_uses_again(tx)?;
                let entry = "SELECT 1 AS found FROM audit_log WHERE action = $1 LIMIT 1";
                // The rows of an interrupted import have no entry yet.
                if !has_written && tx.query_optional(entry, &[ACTION.into()])?.is_some() {
                    return Ok(());
                }
                let counts =
                    "SELECT source, count(*) AS rows FROM import_records GROUP BY source ORDER BY source";
                let counts: Vec<(String, u64)> = tx.query_as(counts, &[])?;
                let counts: serde_json::Map<_, _> =
                    counts.into_iter().map(|(table, rows)| (table, rows.into())).collect();
                let counts = serde_json::Value::from(counts).to_string();
                let entry = Entry { action: ACTION, subject: MANY, old: None, new: Some(&counts) };
                Ok(ateneu_audit::write(tx, None, entry, now)?)
            })
            .await
    }
}
