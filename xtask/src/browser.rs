//! Chromium for the browser tests: the machine's own, or Debian's package.

use std::{
    env,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::shell::install;

/// Names of the program. The headless shell comes first, because it needs half the processes.
const NAMES: [&str; 5] =
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Path of Chrome on macOS.
const BUNDLE: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

fn find() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let named = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.chain([PathBuf::from(BUNDLE)]).find(|file| file.exists())
}

/// Returns the browser's path, after an installation if it is missing. `ATENEU_CHROMIUM` overrides it.
pub fn chromium() -> Result<PathBuf> {
    if let Some(named) = env::var_os("ATENEU_CHROMIUM") {
        let named = PathBuf::from(named);
        anyhow::ensure!(Path::exists(&named), "ATENEU_CHROMIUM: {} does not exist", named.display());
        return Ok(named);
    }
    if let Some(found) = find() {
        return Ok(found);
    }
    install("Chromium or Chrome", &["chromium-headless-shell", "fonts-liberation"])?;
    find().context("Chromium was installed but not found")
}
