//! `GET /metrics`: figures in Prometheus' text format, for programs on this machine only.

use std::{
    fmt::{Display, Write},
    net::SocketAddr,
};

use ateneu_backup::Quarantine;
use ateneu_base::Clock;
use ateneu_content::Content;
use ateneu_db::{Db, Error};
use ateneu_pages::Pages;
use ateneu_storage::Storage;
use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

/// Sources of the figures.
#[derive(Clone)]
pub struct Sources {
    pub pages: Pages,
    pub content: Content,
    pub db: Db,
    pub storage: Storage,
    pub clock: Clock,
}

/// Returns the route of the figures.
pub fn router(sources: Sources) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(sources)
}

async fn metrics(State(sources): State<Sources>, request: Request) -> Response {
    if !is_local(&request) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let counts = sources.pages.counts();
    let mut text = Text::default();
    text.add(COUNTER, "ateneu_pages_kept_total", "Pages answered from the cache.", counts.kept);
    text.add(COUNTER, "ateneu_pages_made_total", "Pages rendered.", counts.made);
    text.add(COUNTER, "ateneu_pages_failed_total", "Renders that fell back to the browser.", counts.failed);
    let refused = sources.content.refused();
    let help = "Edits of the owner's words that were broken and not taken.";
    text.add(COUNTER, "ateneu_content_refused_total", help, refused);
    if let Some((free, _)) = sources.storage.disk_room() {
        text.add(GAUGE, "ateneu_disk_free_bytes", "Free space on the disk of the files.", free);
    }
    let work =
        read_work(&sources).await.inspect_err(|error| tracing::warn!(%error, "no figures of the work"));
    let help = "1 if the database answers. Without it the figures of the work are missing.";
    text.add(GAUGE, "ateneu_database_up", help, u64::from(work.is_ok()));
    if let Ok(work) = work {
        let help = "1 while a restored server sends and runs nothing.";
        text.add(GAUGE, "ateneu_quarantine", help, u64::from(work.is_quarantined));
        text.add(GAUGE, "ateneu_tasks_failed", "Tasks that are not retried.", work.failed);
        text.head(GAUGE, "ateneu_tasks_due", "Tasks that are due, by queue.");
        for (queue, due) in work.due {
            text.line(&format!("ateneu_tasks_due{{queue=\"{queue}\"}} {due}"));
        }
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text.0).into_response()
}

/// Work in the database.
struct Work {
    is_quarantined: bool,
    failed: i64,
    /// Number of due tasks by queue.
    due: Vec<(String, i64)>,
}

async fn read_work(sources: &Sources) -> Result<Work, Error> {
    let now = sources.clock.now();
    let is_quarantined = Quarantine::current(&sources.db).await?.is_some();
    let read = sources
        .db
        .read(move |tx| Ok::<_, Error>((ateneu_queue::failed(tx)?, ateneu_queue::count_due(tx, now)?)));
    let (failed, due) = read.await?;
    Ok(Work { is_quarantined, failed, due })
}

const COUNTER: &str = "counter";
const GAUGE: &str = "gauge";

/// Figures as text.
#[derive(Default)]
struct Text(String);

impl Text {
    fn add(&mut self, kind: &str, name: &str, help: &str, value: impl Display) {
        self.head(kind, name, help);
        self.line(&format!("{name} {value}"));
    }

    fn head(&mut self, kind: &str, name: &str, help: &str) {
        self.line(&format!("# HELP {name} {help}\n# TYPE {name} {kind}"));
    }

    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.0, "{line}");
    }
}

/// Returns `true` if the request comes from this machine, and not through a proxy on it.
fn is_local(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let loopback = peer.is_some_and(|peer| peer.0.ip().is_loopback());
    loopback
        && !request.headers().contains_key("x-forwarded-for")
        && !request.headers().contains_key("forwarded")
}
