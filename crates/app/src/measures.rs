//! Figures of the application itself: pages, content, disk, memory, database, work and emails.

use std::time::Duration;

use ateneu_backup::Quarantine;
use ateneu_base::{Clock, Timestamp};
use ateneu_content::Content;
use ateneu_db::{Db, Error};
use ateneu_mail::{Mail, QUEUES};
use ateneu_module::{Figure, MeasureSource, figure_of, log_errors};
use ateneu_pages::Pages;
use ateneu_storage::Storage;

/// Sources of the figures.
#[derive(Clone)]
pub(crate) struct Sources {
    pub pages: Pages,
    pub content: Content,
    pub db: Db,
    pub storage: Storage,
    pub mail: Mail,
    pub clock: Clock,
    /// Names of the migrations that this program knows.
    pub migrations: Vec<&'static str>,
}

/// Returns the sources of the figures of the application.
pub(crate) fn sources(of: &Sources) -> Vec<MeasureSource> {
    let (process, database) = (of.clone(), of.clone());
    vec![
        std::sync::Arc::new(move || {
            let figures = process_figures(&process);
            Box::pin(async move { Ok(figures) })
        }),
        std::sync::Arc::new(move || {
            let of = database.clone();
            Box::pin(async move { Ok(database_figures(&of).await) })
        }),
    ]
}

fn process_figures(of: &Sources) -> Vec<Figure> {
    let pages = of.pages.counts();
    let room = of.storage.disk_room();
    let (errors, errors_hour) = log_errors::counts();
    vec![
        Figure::counter("ateneu_pages_kept_total", "Pages answered from the cache.", whole(pages.kept)),
        Figure::counter("ateneu_pages_made_total", "Pages rendered.", whole(pages.made)),
        Figure::counter(
            "ateneu_pages_failed_total",
            "Renders that fell back to the browser.",
            whole(pages.failed),
        ),
        Figure::counter(
            "ateneu_content_refused_total",
            "Edits of the owner's words that were broken and not taken.",
            whole(of.content.refused()),
        ),
        Figure::gauge(
            "ateneu_disk_free_bytes",
            "Free space on the disk of the files.",
            room.map(|(free, _)| whole(free)),
        ),
        Figure::gauge(
            "ateneu_disk_min_free_bytes",
            "Free space below which uploads are refused.",
            room.map(|(_, min)| whole(min)),
        ),
        Figure::gauge("ateneu_memory_bytes", "Resident memory of the process.", memory()),
        Figure::counter("ateneu_errors_total", "Errors in the log.", whole(errors)),
        Figure::gauge("ateneu_errors_hour", "Errors in the log within the last hour.", whole(errors_hour)),
    ]
}

async fn database_figures(of: &Sources) -> Vec<Figure> {
    let read =
        read_database(of).await.inspect_err(|error| tracing::warn!(%error, "no figures of the database"));
    let help = "1 if the database answers. Without it the figures of the work are missing.";
    let mut figures = vec![Figure::gauge("ateneu_database_up", help, if read.is_ok() { 1.0 } else { 0.0 })];
    figures.extend(read.unwrap_or_default());
    figures
}

async fn read_database(of: &Sources) -> Result<Vec<Figure>, Error> {
    let now = of.clock.now();
    let (mail, migrations) = (of.mail.clone(), of.migrations.clone());
    let quarantine = Quarantine::current(&of.db).await?;
    let read = of.db.read(move |tx| {
        let size = tx.dialect().database_size();
        let applied = tx.applied_migrations()?;
        Ok::<_, Error>(Database {
            bytes: tx.query_one_as(size, &[])?,
            nodes: tx.connected_nodes()?.len().max(1),
            newer: applied.iter().filter(|name| !migrations.contains(&name.as_str())).count(),
            due: ateneu_queue::count_due(tx, now)?,
            oldest: ateneu_queue::oldest_due(tx, now)?,
            failed: ateneu_queue::failed_since(tx, Timestamp::from_micros(0))?,
            failed_day: ateneu_queue::failed_since(tx, now - Duration::from_hours(24))?,
            last_sent: mail.last_sent(tx)?,
        })
    });
    let mut figures = read.await?.figures(now);
    figures.push(Figure::gauge(
        "ateneu_quarantine",
        "1 while a restored server sends and runs nothing.",
        if quarantine.is_some() { 1.0 } else { 0.0 },
    ));
    Ok(figures)
}

/// Facts in the database. Lists are by the name of a queue.
struct Database {
    bytes: i64,
    nodes: usize,
    newer: usize,
    due: Vec<(String, i64)>,
    oldest: Vec<(String, Timestamp)>,
    failed: Vec<(String, i64)>,
    failed_day: Vec<(String, i64)>,
    last_sent: Option<Timestamp>,
}

impl Database {
    fn figures(self, now: Timestamp) -> Vec<Figure> {
        let age = |at: Timestamp| figure_of((now.seconds() - at.seconds()).max(0));
        // Emails of a newsletter wait for each other.
        let newsletter = QUEUES[1].name;
        let oldest = |is_mail: bool| {
            let of = self.oldest.iter().filter(|(queue, _)| queue != newsletter && of_mail(queue) == is_mail);
            of.map(|(_, at)| *at).min().map_or(0.0, age)
        };
        let emails = |counts: &[(String, i64)]| {
            figure_of(counts.iter().filter(|(queue, _)| of_mail(queue)).map(|(_, count)| count).sum())
        };
        let by_queue = |counts: Vec<(String, i64)>| {
            counts.into_iter().map(|(queue, count)| (queue, figure_of(count))).collect()
        };
        let failed = self.failed.iter().filter(|(queue, _)| !of_mail(queue)).cloned().collect();
        vec![
            Figure::gauge("ateneu_database_bytes", "Size of the database.", figure_of(self.bytes)),
            Figure::gauge("ateneu_nodes", "Servers at work on the database.", whole(self.nodes)),
            Figure::gauge(
                "ateneu_migrations_newer",
                "Migrations of a newer program, which works on the database too.",
                whole(self.newer),
            ),
            Figure::gauge(
                "ateneu_tasks_oldest_seconds",
                "Time for which the oldest due task has waited, emails left out.",
                oldest(false),
            ),
            Figure::gauge(
                "ateneu_emails_oldest_seconds",
                "Time for which the oldest due email or SMS has waited, the newsletter left out.",
                oldest(true),
            ),
            Figure::gauge("ateneu_emails_waiting", "Due emails and SMS.", emails(&self.due)),
            Figure::gauge(
                "ateneu_emails_failed_day",
                "Emails and SMS that failed for good within a day.",
                emails(&self.failed_day),
            ),
            Figure::gauge(
                "ateneu_email_age_seconds",
                "Time since the relay accepted an email.",
                self.last_sent.map(age),
            ),
            Figure::by_label(
                "ateneu_tasks_failed",
                "Tasks that are not retried, emails left out.",
                "queue",
                by_queue(failed),
            ),
            Figure::by_label(
                "ateneu_tasks_due",
                "Tasks that are due, by queue.",
                "queue",
                by_queue(self.due),
            ),
        ]
    }
}

/// Returns `true` if a queue holds emails or short messages.
fn of_mail(queue: &str) -> bool {
    QUEUES.iter().any(|mail| mail.name == queue)
}

fn whole(number: impl TryInto<i64>) -> f64 {
    figure_of(number.try_into().unwrap_or(i64::MAX))
}

/// Returns the resident memory in bytes. Returns `None` where the system does not tell.
fn memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(figure_of(kilobytes * 1024))
}
