//! Lighthouse, mobile profile, median of three: the home page and the article list.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    load::need,
    server::{Server, scratch},
    table::Table,
};

/// Category and its bar, of 100.
const BARS: [(&str, f64); 4] = [
    ("performance", 95.0),
    ("accessibility", 100.0),
    ("best-practices", 100.0),
    ("seo", 100.0),
];

fn program() -> Result<PathBuf> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("node_modules/lighthouse/cli/index.js");
    path.canonicalize()
        .context("Lighthouse is not installed: run this through cargo xtask bench")
}

fn audit(url: &str) -> Result<serde_json::Value> {
    let report = scratch().join("lighthouse.json");
    let output = Command::new("node")
        .arg(program()?)
        .arg(url)
        .args([
            "--quiet",
            "--output=json",
            "--only-categories=performance,accessibility,best-practices,seo",
        ])
        .arg("--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking")
        .arg(format!("--output-path={}", report.display()))
        .env("CHROME_PATH", "/usr/bin/chromium")
        .output()?;
    if !output.status.success() {
        bail!("Lighthouse failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&std::fs::read(report)?)?)
}

/// Runs the audits.
pub fn scores(table: &mut Table) -> Result<()> {
    need("chromium", "chromium")?;
    let server = Server::start(&["--demo"])?;
    for path in ["/", "/blog"] {
        let url = format!("{}{path}", server.url);
        let reports = (0..3).map(|_| audit(&url)).collect::<Result<Vec<_>>>()?;
        for (category, bar) in BARS {
            let mut scores: Vec<f64> = reports
                .iter()
                .filter_map(|report| report["categories"][category]["score"].as_f64())
                .map(|score| score * 100.0)
                .collect();
            scores.sort_by(f64::total_cmp);
            let median = *scores.get(1).context("a score is missing")?;
            table.at_least(&format!("Lighthouse mobile, {path}, {category}"), median, bar);
        }
    }
    Ok(())
}
