//! Load from `wrk`, a separate process.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

/// What `wrk` measured.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// Answers per second.
    pub per_second: f64,
    /// 99th percentile of the latency in milliseconds.
    pub p99_ms: f64,
}

/// Installs a Debian package when its program is missing.
pub fn need(program: &str, package: &str) -> Result<()> {
    let found = Command::new("which").arg(program).output()?.status.success();
    if found {
        return Ok(());
    }
    for arguments in [
        vec!["update", "-qq"],
        vec!["install", "-y", "-qq", "--no-install-recommends", package],
    ] {
        if !Command::new("apt-get").args(arguments).status()?.success() {
            bail!("please install {package}");
        }
    }
    Ok(())
}

/// 64 connections for 5 seconds.
pub fn wrk(url: &str, headers: &[(&str, &str)], script: Option<&Path>) -> Result<Load> {
    need("wrk", "wrk")?;
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c64", "-d5s", "--latency"]);
    for (name, value) in headers {
        command.arg("-H").arg(format!("{name}: {value}"));
    }
    if let Some(script) = script {
        command.arg("-s").arg(script);
    }
    let output = command.arg(url).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.contains("Non-2xx") {
        bail!("{url} refused part of the load:\n{text}");
    }
    let word = |label: &str| {
        text.lines()
            .find_map(|line| line.trim().strip_prefix(label))
            .map(str::trim)
            .with_context(|| format!("wrk did not say {label}:\n{text}"))
    };
    let per_second = word("Requests/sec:")?.parse()?;
    Ok(Load {
        per_second,
        p99_ms: milliseconds(word("99%")?)?,
    })
}

fn milliseconds(text: &str) -> Result<f64> {
    for (unit, factor) in [("us", 0.001), ("ms", 1.0), ("s", 1000.0)] {
        if let Some(number) = text.strip_suffix(unit) {
            return Ok(number.parse::<f64>()? * factor);
        }
    }
    bail!("not a time: {text}")
}
