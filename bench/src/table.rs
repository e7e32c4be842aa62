//! The printed table.

use std::fmt::Write;

/// The figure in the middle; there must be one.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The figure that one in a hundred exceeds; there must be one.
pub fn p99(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() * 99 / 100]
}

/// Rows of what was measured.
#[derive(Default)]
pub struct Table {
    rows: Vec<[String; 4]>,
}

impl Table {
    /// Adds a row: what, the figure, the peer's figure or the limit, and how they relate.
    pub fn row(
        &mut self,
        what: impl Into<String>,
        figure: String,
        against: impl Into<String>,
        verdict: String,
    ) {
        let row = [what.into(), figure, against.into(), verdict];
        eprintln!("  {}", row.join(" | "));
        self.rows.push(row);
    }

    /// Adds a figure with a limit it should stay under.
    pub fn under(&mut self, what: &str, figure: f64, limit: f64, unit: &str) {
        let verdict = if figure < limit { "reached" } else { "not reached" };
        self.row(what, format!("{figure:.1} {unit}"), format!("under {limit} {unit}"), verdict.into());
    }

    /// Adds a score with the least it should be.
    pub fn at_least(&mut self, what: &str, figure: f64, bar: f64) {
        let verdict = if figure >= bar { "reached" } else { "not reached" };
        self.row(what, format!("{figure:.0}"), format!("at least {bar:.0}"), verdict.into());
    }

    /// Adds a figure with a peer it should reach a share of.
    pub fn share(&mut self, what: &str, figure: f64, peer: f64, peer_name: &str, bar: f64, unit: &str) {
        let share = if peer > 0.0 { figure / peer } else { 0.0 };
        let verdict = if share >= bar { "reached" } else { "not reached" };
        let against = format!("{peer_name}: {peer:.0} {unit}; at least {bar} of it");
        self.row(what, format!("{figure:.0} {unit}"), against, format!("{share:.2}: {verdict}"));
    }

    /// The whole table as Markdown.
    pub fn print(&self) -> String {
        let mut text = String::from("\n| what | figure | against | result |\n| --- | --- | --- | --- |\n");
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }
}
