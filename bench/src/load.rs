//! Load from `wrk`, a separate process.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

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

/// Answers per second with 64 connections for 5 seconds.
pub fn wrk(url: &str, headers: &[(&str, &str)], script: Option<&Path>) -> Result<f64> {
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
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.contains("Non-2xx") {
        bail!("{url} refused part of the load:\n{text}");
    }
    let figure = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    let figure = figure.with_context(|| format!("wrk did not say how many:\n{text}"))?;
    Ok(figure.trim().parse()?)
}
