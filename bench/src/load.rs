//! Load from `wrk`, a separate process.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

/// Installs a Debian package when its program is missing.
pub fn need(program: &str, package: &str) -> Result<()> {
    let found = Command::new("which").arg(program).output()?.status.success();
    if found {
        return Ok(());
    }
    for arguments in [vec!["update", "-qq"], vec!["install", "-y", "-qq", "--no-install-recommends", package]]
    {
        if !Command::new("apt-get").args(arguments).status()?.success() {
            bail!("please install {package}");
        }
    }
    Ok(())
}

/// Answers per second with 64 connections for 5 seconds; none of them may be a refusal.
pub fn wrk(url: &str, headers: &[(&str, &str)], script: Option<&Path>) -> Result<f64> {
    per_second(&accepted(url, headers, script)?)
}

/// The number of answers of such a load.
pub fn wrk_requests(url: &str, headers: &[(&str, &str)]) -> Result<f64> {
    let text = accepted(url, headers, None)?;
    let figure = text.lines().find_map(|line| line.split_once(" requests in "));
    let (figure, _) = figure.with_context(|| format!("wrk did not say how many:\n{text}"))?;
    Ok(figure.trim().parse()?)
}

/// The same of a load that is meant to be refused.
pub fn wrk_refused(url: &str, script: &Path) -> Result<f64> {
    per_second(&run(url, &[], Some(script))?)
}

/// Bytes per second that 50 readers take for 10 seconds. Answers need not end within them.
pub fn wrk_bytes(url: &str) -> Result<f64> {
    need("wrk", "wrk")?;
    let output = Command::new("wrk").args(["-t1", "-c50", "-d10s", "--timeout", "60s", url]).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.contains("Non-2xx") || text.contains("Socket errors") {
        bail!("{url} refused part of the load:\n{text}");
    }
    let rate = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Transfer/sec:"))
        .with_context(|| format!("wrk did not say how much:\n{text}"))?
        .trim();
    let letters = rate.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    // wrk counts in powers of 1024.
    let unit = match &rate[letters.len()..] {
        "KB" => 1024.0,
        "MB" => 1024.0 * 1024.0,
        "GB" => 1024.0 * 1024.0 * 1024.0,
        unit => bail!("wrk counts in {unit}"),
    };
    Ok(letters.parse::<f64>()? * unit)
}

fn accepted(url: &str, headers: &[(&str, &str)], script: Option<&Path>) -> Result<String> {
    let text = run(url, headers, script)?;
    if text.contains("Non-2xx") {
        bail!("{url} refused part of the load:\n{text}");
    }
    Ok(text)
}

fn run(url: &str, headers: &[(&str, &str)], script: Option<&Path>) -> Result<String> {
    need("wrk", "wrk")?;
    let mut command = Command::new("wrk");
    command.args(["-t1", "-c64", "-d5s"]);
    for (name, value) in headers {
        command.arg("-H").arg(format!("{name}: {value}"));
    }
    if let Some(script) = script {
        command.arg("-s").arg(script);
    }
    let output = command.arg(url).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn per_second(text: &str) -> Result<f64> {
    let figure = text.lines().find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    let figure = figure.with_context(|| format!("wrk did not say how many:\n{text}"))?;
    Ok(figure.trim().parse()?)
}
