//! `read-health`: the state of the installation in points, from the figures that `/metrics` prints and their thresholds.

use std::{sync::Arc, time::Duration};

use ateneu_base::{Clock, Timestamp};
use ateneu_functions::{Administrator, Function, Nothing, Refusal};
use ateneu_membership::PAYMENT_QUEUES;
use ateneu_module::{
    Figures, Measures,
    thresholds::{Urgency, urgency},
};
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Mutex;

/// Lifetime of the cached figures, which all administrators share.
const FRESH: Duration = Duration::from_secs(3);

/// State of the function.
#[derive(Clone)]
pub(crate) struct Health {
    measures: Measures,
    clock: Clock,
    last: Arc<Mutex<Option<(Timestamp, Figures)>>>,
}

impl Health {
    pub(crate) fn new(measures: Measures, clock: Clock) -> Self {
        Self { measures, clock, last: Arc::default() }
    }

    /// Reads the figures, at most once in a few seconds.
    async fn figures(&self) -> (Timestamp, Figures) {
        let mut last = self.last.lock().await;
        let now = self.clock.now();
        match last.as_ref() {
            Some((at, figures)) if *at <= now && now < *at + FRESH => (*at, figures.clone()),
            _ => last.insert((now, self.measures.read().await)).clone(),
        }
    }
}

/// Returns the server function of the page.
pub(crate) fn functions() -> Vec<Function<Health>> {
    vec![Function::new("read-health", "ver a saúde do site", read)]
}

/// Part of the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum HealthPart {
    Database,
    Disk,
    Emails,
    Tasks,
    Payments,
    Copies,
    Proofs,
    Quarantine,
    Errors,
    Memory,
    Nodes,
    Version,
}

/// State of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
enum HealthState {
    /// The part works.
    Good,
    /// Action within days is enough.
    Attention,
    /// Immediate action is needed.
    Problem,
    /// The part could not be measured.
    Unknown,
    /// The part is not configured.
    Unset,
}

#[derive(Serialize, JsonSchema)]
struct HealthReport {
    measured_at: Timestamp,
    /// Version of the program.
    version: &'static str,
    points: Vec<HealthPoint>,
}

#[derive(Serialize, JsonSchema)]
struct HealthPoint {
    part: HealthPart,
    state: HealthState,
    /// Time since which the oldest item has waited.
    since: Option<Timestamp>,
    /// Time of the last success: of an email, a copy or a proof.
    last_at: Option<Timestamp>,
    /// Size of the database, the free disk or the memory in bytes.
    bytes: Option<f64>,
    /// Number of items that wait.
    waiting: Option<f64>,
    /// Number of failed items, errors, nodes or newer migrations.
    count: Option<f64>,
}

async fn read(health: Health, _: Administrator, _: Nothing) -> Result<HealthReport, Refusal> {
    let (measured_at, figures) = health.figures().await;
    Ok(HealthReport {
        measured_at,
        version: env!("CARGO_PKG_VERSION"),
        points: points(&figures, measured_at),
    })
}

/// Returns the points of the page, in its order.
fn points(figures: &Figures, now: Timestamp) -> Vec<HealthPoint> {
    let of_payments = figures.keep_labels("queue", |queue| PAYMENT_QUEUES.contains(&queue));
    let others = figures.keep_labels("queue", |queue| !PAYMENT_QUEUES.contains(&queue));
    let has_copies = figures.sum("ateneu_copy_period_seconds").is_some();
    let part = |part, names: &[&str]| Part::new(part, figures, names, now);
    let all = [
        part(HealthPart::Database, &["ateneu_database_up"]).bytes("ateneu_database_bytes"),
        part(HealthPart::Disk, &["ateneu_disk_free_bytes"]).bytes("ateneu_disk_free_bytes"),
        part(HealthPart::Emails, &["ateneu_emails_oldest_seconds", "ateneu_emails_failed_day"])
            .waiting("ateneu_emails_waiting")
            .count("ateneu_emails_failed_day")
            .since("ateneu_emails_oldest_seconds")
            .last("ateneu_email_age_seconds"),
        Part::new(HealthPart::Tasks, &others, &["ateneu_tasks_oldest_seconds", "ateneu_tasks_failed"], now)
            .count("ateneu_tasks_failed")
            .since("ateneu_tasks_oldest_seconds"),
        Part::new(HealthPart::Payments, &of_payments, &["ateneu_tasks_failed"], now)
            .count("ateneu_tasks_failed"),
        part(
            HealthPart::Copies,
            &[
                "ateneu_last_copy_age_seconds",
                "ateneu_last_copy_failed",
                "ateneu_continuous_copy_behind_seconds",
            ],
        )
        .count("ateneu_last_copy_failed")
        .last("ateneu_last_copy_age_seconds")
        .unset_unless(has_copies),
        part(HealthPart::Proofs, &["ateneu_last_proof_failed", "ateneu_last_proof_age_seconds"])
            .count("ateneu_last_proof_failed")
            .last("ateneu_last_proof_age_seconds"),
        part(HealthPart::Quarantine, &["ateneu_quarantine"]),
        part(HealthPart::Errors, &["ateneu_errors_hour"]).count("ateneu_errors_hour"),
        part(HealthPart::Memory, &["ateneu_memory_bytes"]).bytes("ateneu_memory_bytes"),
        part(HealthPart::Nodes, &["ateneu_nodes"]).count("ateneu_nodes"),
        part(HealthPart::Version, &["ateneu_migrations_newer"]).count("ateneu_migrations_newer"),
    ];
    // Without copies there is no proof.
    let shown = all.into_iter().map(|part| part.point);
    shown.filter(|point| has_copies || point.part != HealthPart::Proofs).collect()
}

/// A point whose figures are being filled in.
struct Part<'a> {
    figures: &'a Figures,
    now: Timestamp,
    point: HealthPoint,
}

impl<'a> Part<'a> {
    /// Returns a point with the state that the thresholds of these figures give.
    fn new(part: HealthPart, figures: &'a Figures, names: &[&str], now: Timestamp) -> Self {
        let state = match urgency(figures, names) {
            Some(Urgency::Page) => HealthState::Problem,
            Some(Urgency::Ticket) => HealthState::Attention,
            None if figures.has_any(names) => HealthState::Good,
            None => HealthState::Unknown,
        };
        let point =
            HealthPoint { part, state, since: None, last_at: None, bytes: None, waiting: None, count: None };
        Self { figures, now, point }
    }

    fn bytes(mut self, name: &str) -> Self {
        self.point.bytes = self.figures.sum(name);
        self
    }

    fn waiting(mut self, name: &str) -> Self {
        self.point.waiting = self.figures.sum(name);
        self
    }

    fn count(mut self, name: &str) -> Self {
        self.point.count = self.figures.sum(name);
        self
    }

    fn since(mut self, name: &str) -> Self {
        self.point.since = self.before(name).filter(|since| *since < self.now);
        self
    }

    fn last(mut self, name: &str) -> Self {
        self.point.last_at = self.before(name);
        self
    }

    /// Returns the time that lies the seconds of a figure back.
    fn before(&self, name: &str) -> Option<Timestamp> {
        let seconds = Duration::try_from_secs_f64(self.figures.sum(name)?).ok()?;
        Some(self.now - seconds)
    }

    fn unset_unless(mut self, is_set: bool) -> Self {
        if !is_set {
            self.point.state = HealthState::Unset;
        }
        self
    }
}
