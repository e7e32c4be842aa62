//! Figures of the running installation. `/metrics` prints them, and the panel's page 'Saúde' says them in words.

use std::sync::{Arc, OnceLock};

use anyhow::Result;
use futures::future::{BoxFuture, join_all};

/// Kind of a figure, as Prometheus distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// The figure only grows while the process lives.
    Counter,
    /// The figure grows and shrinks.
    Gauge,
}

/// A figure of the installation.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name, unique among all sources.
    pub name: &'static str,
    /// Kind of the figure.
    pub kind: FigureKind,
    /// Meaning and unit.
    pub help: &'static str,
    /// Name of the label that distinguishes the values. `None` for a single value.
    pub label: Option<&'static str>,
    /// Values, each with the value of its label. Empty if there is nothing to measure.
    pub values: Vec<(String, f64)>,
}

impl Figure {
    /// Creates a gauge with a single value. `None` has nothing to measure.
    pub fn gauge(name: &'static str, help: &'static str, value: impl Into<Option<f64>>) -> Self {
        let values = value.into().map(|value| (String::new(), value)).into_iter().collect();
        Self { name, kind: FigureKind::Gauge, help, label: None, values }
    }

    /// Creates a counter.
    pub fn counter(name: &'static str, help: &'static str, value: f64) -> Self {
        Self { kind: FigureKind::Counter, ..Self::gauge(name, help, value) }
    }

    /// Creates a gauge with a value for each value of a label.
    pub fn by_label(
        name: &'static str,
        help: &'static str,
        label: &'static str,
        values: Vec<(String, f64)>,
    ) -> Self {
        Self { name, kind: FigureKind::Gauge, help, label: Some(label), values }
    }
}

/// Converts a number to the value of a figure. Whole numbers are exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "9 petabytes are exact")]
pub fn figure_of(number: i64) -> f64 {
    number as f64
}

/// Reads figures. Each call must have a bounded cost.
pub type MeasureSource = Arc<dyn Fn() -> BoxFuture<'static, Result<Vec<Figure>>> + Send + Sync>;

/// The figures of the whole installation. Clones share the sources, which are set after all subjects are open.
#[derive(Clone, Default)]
pub struct Measures(Arc<OnceLock<Vec<MeasureSource>>>);

impl Measures {
    /// Sets the sources, once.
    pub fn set(&self, sources: Vec<MeasureSource>) {
        if self.0.set(sources).is_err() {
            tracing::warn!("the sources of the figures were set before");
        }
    }

    /// Reads the figures of all sources. Those of a source that fails are missing, and the log says why.
    pub async fn read(&self) -> Figures {
        let sources = self.0.get().map_or(&[][..], Vec::as_slice);
        let mut all = Vec::new();
        for read in join_all(sources.iter().map(|source| source())).await {
            match read {
                Ok(figures) => all.extend(figures),
                Err(error) => tracing::warn!(error = format!("{error:#}"), "some figures are missing"),
            }
        }
        Figures(all)
    }
}

/// Figures that were read together.
#[derive(Clone, Debug, Default)]
pub struct Figures(pub Vec<Figure>);

impl Figures {
    /// Returns the sum of the values of a figure. Returns `None` if it was not measured.
    pub fn sum(&self, name: &str) -> Option<f64> {
        let figure = self.0.iter().find(|figure| figure.name == name)?;
        match figure.label {
            // Without any value the sum is 0.
            Some(_) => Some(figure.values.iter().map(|(_, value)| value).sum()),
            None => figure.values.first().map(|(_, value)| *value),
        }
    }

    /// Returns `true` if one of these figures is known, even if it has nothing to measure.
    pub fn has_any(&self, names: &[&str]) -> bool {
        self.0.iter().any(|figure| names.contains(&figure.name))
    }

    /// Returns these figures with those values of a label only that `keep` accepts.
    #[must_use]
    pub fn keep_labels(&self, label: &str, keep: impl Fn(&str) -> bool) -> Self {
        let figures = self.0.iter().cloned().map(|mut figure| {
            if figure.label == Some(label) {
                figure.values.retain(|(value, _)| keep(value));
            }
            figure
        });
        Self(figures.collect())
    }
}
