//! Chromium for the end-to-end tests, from the machine or from Debian's packages.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::shell::install;

fn find() -> Option<PathBuf> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
}

/// The browser's path, installed first where it is missing.
pub fn chromium() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    install(&["chromium", "fonts-liberation"])?;
    find().context("Chromium was installed but not found")
}
