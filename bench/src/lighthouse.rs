//! Lighthouse, mobile profile, median of three, on every public page.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    load::need,
    server::{Server, scratch},
    table::{Table, median},
};

/// Least performance score of every page, of 100.
const PERFORMANCE: f64 = 98.0;

/// Number of times that a page is visited before its audit counts as impossible.
const ATTEMPTS: u32 = 3;

fn program() -> Result<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("node_modules/lighthouse/cli/index.js");
    path.canonicalize().context("Lighthouse is not installed: run this through cargo xtask bench")
}

/// Returns Lighthouse's report of one visit. Now and then Chromium does not hand over its trace, which is no fault of
/// the page: then the page is visited again.
fn audit(url: &str) -> Result<serde_json::Value> {
    let mut report = visit(url)?;
    for _ in 1..ATTEMPTS {
        if report["runtimeError"].is_null() {
            break;
        }
        report = visit(url)?;
    }
    match report["runtimeError"]["message"].as_str() {
        Some(error) => bail!("Lighthouse could not look at {url}: {error}"),
        None => Ok(report),
    }
}

fn visit(url: &str) -> Result<serde_json::Value> {
    let report = tempfile::NamedTempFile::new_in(scratch())?;
    let output = Command::new("node")
        .arg(program()?)
        .arg(url)
        .args(["--quiet", "--output=json", "--only-categories=performance,accessibility,best-practices,seo"])
        .arg("--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking")
        .arg(format!("--output-path={}", report.path().display()))
        .env("CHROME_PATH", "/usr/bin/chromium")
        .output()?;
    // Of what went wrong in the browser there is a report too.
    let report = std::fs::read(report.path())?;
    serde_json::from_slice(&report)
        .with_context(|| format!("Lighthouse failed: {}", String::from_utf8_lossy(&output.stderr)))
}

/// Audits every address of the site map, of the articles only the newest. A page has a row of its own for its
/// performance; of everything else the worst page is named.
pub fn scores(table: &mut Table) -> Result<()> {
    need("chromium", "chromium")?;
    let server = Server::start(&["--demo"])?;
    let mut worst: Vec<Worst> = MEASURES.iter().map(|measure| Worst::of(*measure)).collect();
    for path in paths(&server)? {
        let url = format!("{}{path}", server.url);
        let reports = (0..3).map(|_| audit(&url)).collect::<Result<Vec<_>>>()?;
        let performance = middle(&reports, |report| score(report, "performance"))?;
        table.at_least(&format!("Lighthouse mobile, {path}, performance"), performance, PERFORMANCE);
        for worst in &mut worst {
            worst.record_figure(&path, middle(&reports, worst.measure.read)?);
        }
    }
    for worst in worst {
        worst.print(table);
    }
    Ok(())
}

/// The public pages in the order of the site map.
fn paths(server: &Server) -> Result<Vec<String>> {
    let (_, site_map) = server.request("GET", "/sitemap.xml", &[], "")?;
    let site_map = String::from_utf8_lossy(&site_map).into_owned();
    let addresses = site_map.split("<loc>").skip(1);
    let mut paths: Vec<String> = addresses
        .filter_map(|rest| rest.split_once("</loc>"))
        .filter_map(|(address, _)| address.strip_prefix(&server.url))
        .map(|path| if path.is_empty() { "/" } else { path }.to_owned())
        .collect();
    let article = paths.iter().position(|path| path.starts_with("/blog/"));
    let article = article.map(|index| paths[index].clone());
    paths.retain(|path| !path.starts_with("/blog/") || article.as_ref() == Some(path));
    anyhow::ensure!(!paths.is_empty(), "the site map is empty");
    Ok(paths)
}

/// The middle of what every report must have.
fn middle(reports: &[serde_json::Value], read: impl Fn(&serde_json::Value) -> Option<f64>) -> Result<f64> {
    let figures = reports.iter().map(read).collect::<Option<Vec<f64>>>();
    Ok(median(figures.context("a report lacks a figure")?))
}

fn score(report: &serde_json::Value, category: &str) -> Option<f64> {
    report["categories"][category]["score"].as_f64().map(|score| score * 100.0)
}

/// Measure of each page, besides its performance.
#[derive(Clone, Copy)]
struct Measure {
    name: &'static str,
    unit: &'static str,
    bar: f64,
    /// Scores should be high, costs low.
    is_score: bool,
    read: fn(&serde_json::Value) -> Option<f64>,
}

const MEASURES: [Measure; 6] = [
    Measure {
        name: "accessibility",
        unit: "",
        bar: 100.0,
        is_score: true,
        read: |report| score(report, "accessibility"),
    },
    Measure {
        name: "best practices",
        unit: "",
        bar: 100.0,
        is_score: true,
        read: |report| score(report, "best-practices"),
    },
    Measure { name: "SEO", unit: "", bar: 100.0, is_score: true, read: |report| score(report, "seo") },
    Measure {
        name: "layout shift, in thousandths",
        unit: "‰",
        bar: 20.0,
        is_score: false,
        read: |report| numeric(report, "cumulative-layout-shift").map(|shift| shift * 1000.0),
    },
    Measure {
        name: "blocking time",
        unit: "ms",
        bar: 50.0,
        is_score: false,
        read: |report| numeric(report, "total-blocking-time"),
    },
    Measure {
        name: "transferred",
        unit: "KB",
        bar: 200.0,
        is_score: false,
        read: |report| numeric(report, "total-byte-weight").map(|bytes| bytes / 1000.0),
    },
];

fn numeric(report: &serde_json::Value, audit: &str) -> Option<f64> {
    report["audits"][audit]["numericValue"].as_f64()
}

/// The page that does worst by one measure.
struct Worst {
    measure: Measure,
    found: Option<(String, f64)>,
}

impl Worst {
    fn of(measure: Measure) -> Self {
        Self { measure, found: None }
    }

    fn record_figure(&mut self, path: &str, figure: f64) {
        let worse = |known: f64| {
            if self.measure.is_score { figure < known } else { figure > known }
        };
        if self.found.as_ref().is_none_or(|(_, known)| worse(*known)) {
            self.found = Some((path.to_owned(), figure));
        }
    }

    fn print(self, table: &mut Table) {
        let Some((path, figure)) = self.found else { return };
        let what = format!("Lighthouse mobile, worst {}: {path}", self.measure.name);
        if self.measure.is_score {
            table.at_least(&what, figure, self.measure.bar);
        } else {
            table.under(&what, figure, self.measure.bar, self.measure.unit);
        }
    }
}
