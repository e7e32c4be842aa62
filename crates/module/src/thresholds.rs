//! Limits of figures from which somebody must act. The page 'Saúde', `ateneu check` and the alerts of
//! `packaging/monitoring/rules.yml` have the same ones; a test compares the file.

use crate::measures::Figures;

/// Urgency of a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// Immediate action is needed.
    Page,
    /// Action within days is enough.
    Ticket,
}

/// Comparison of a figure.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// The figure is this number.
    Is(f64),
    /// The figure is below a number.
    Below(f64),
    /// The figure is below another figure.
    BelowFigure(&'static str),
    /// The sum of the figure's values is above a number.
    Above(f64),
    /// The figure is above another one, multiplied.
    AboveTimes(f64, &'static str),
}

/// A threshold of a figure.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// Name of its alert.
    pub alert: &'static str,
    /// Name of the figure.
    pub figure: &'static str,
    /// Comparison that breaks it.
    pub limit: Limit,
    /// Urgency when it is broken.
    pub urgency: Urgency,
}

/// Free bytes of the disk below which it fills up soon.
pub const DISK_ROOM: u64 = 5_000_000_000;

/// Number of periods without a copy after which the newest is too old.
pub const COPY_PERIODS: u32 = 2;

/// All thresholds.
pub const THRESHOLDS: &[Threshold] = &[
    page("AteneuDatabaseDown", "ateneu_database_up", Limit::Is(0.0)),
    page("AteneuUploadsRefused", "ateneu_disk_free_bytes", Limit::BelowFigure("ateneu_disk_min_free_bytes")),
    ticket("AteneuDiskNearlyFull", "ateneu_disk_free_bytes", Limit::Below(DISK_ROOM as f64)),
    page("AteneuTasksLate", "ateneu_tasks_oldest_seconds", Limit::Above(900.0)),
    ticket("AteneuTasksFailed", "ateneu_tasks_failed", Limit::Above(0.0)),
    page("AteneuEmailsLate", "ateneu_emails_oldest_seconds", Limit::Above(900.0)),
    ticket("AteneuEmailsFailed", "ateneu_emails_failed_day", Limit::Above(5.0)),
    ticket("AteneuCopyFailed", "ateneu_last_copy_failed", Limit::Is(1.0)),
    page(
        "AteneuCopyLate",
        "ateneu_last_copy_age_seconds",
        Limit::AboveTimes(COPY_PERIODS as f64, "ateneu_copy_period_seconds"),
    ),
    page("AteneuContinuousCopyLate", "ateneu_continuous_copy_behind_seconds", Limit::Above(300.0)),
    page("AteneuProofFailed", "ateneu_last_proof_failed", Limit::Is(1.0)),
    // The proof is weekly.
    ticket("AteneuProofLate", "ateneu_last_proof_age_seconds", Limit::Above(1_296_000.0)),
    ticket("AteneuQuarantine", "ateneu_quarantine", Limit::Is(1.0)),
    ticket("AteneuErrors", "ateneu_errors_hour", Limit::Above(0.0)),
    ticket("AteneuOlderProgram", "ateneu_migrations_newer", Limit::Above(0.0)),
];

const fn page(alert: &'static str, figure: &'static str, limit: Limit) -> Threshold {
    Threshold { alert, figure, limit, urgency: Urgency::Page }
}

const fn ticket(alert: &'static str, figure: &'static str, limit: Limit) -> Threshold {
    Threshold { alert, figure, limit, urgency: Urgency::Ticket }
}

impl Threshold {
    /// Returns `true` if the figures break it. A figure that was not measured breaks none.
    pub fn is_broken(&self, figures: &Figures) -> bool {
        let compared = |other: &str| figures.sum(other);
        let Some(value) = figures.sum(self.figure) else { return false };
        match self.limit {
            Limit::Is(number) => (value - number).abs() < f64::EPSILON,
            Limit::Below(number) => value < number,
            Limit::BelowFigure(other) => compared(other).is_some_and(|other| value < other),
            Limit::Above(number) => value > number,
            Limit::AboveTimes(times, other) => compared(other).is_some_and(|other| value > times * other),
        }
    }

    /// Returns the comparison as an expression of Prometheus.
    pub fn expression(&self) -> String {
        let name = self.figure;
        match self.limit {
            Limit::Is(number) => format!("{name} == {number}"),
            Limit::Below(number) => format!("{name} < {number}"),
            Limit::BelowFigure(other) => format!("{name} < {other}"),
            Limit::Above(number) => format!("sum({name}) > {number}"),
            Limit::AboveTimes(times, other) => format!("{name} > {times} * {other}"),
        }
    }
}

/// Returns the urgency of the worst broken threshold among these figures' names. Returns `None` if none is broken.
pub fn urgency(figures: &Figures, names: &[&str]) -> Option<Urgency> {
    let broken = THRESHOLDS.iter().filter(|one| names.contains(&one.figure) && one.is_broken(figures));
    broken.map(|one| one.urgency).min_by_key(|urgency| *urgency != Urgency::Page)
}
